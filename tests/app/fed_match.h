#pragma once
#include <filesystem>

#include <gtest/gtest.h>

#include "app/record/dispute.h"
#include "app/watch/match.h"
#include "app/watch/replay.h"
#include "tests/app/seen_men.h"

namespace linesman::app::testing {

namespace fs = std::filesystem;
using nlohmann::json;

inline SeenPyramid laid(double x_mm, double y_mm, double heading_deg, Colour colour = Colour::red) {
  SeenPyramid seen;
  seen.size = PyramidSize::medium;
  seen.colour = colour;
  seen.table_from_piece = {x_mm, y_mm, radFromDeg(heading_deg)};
  seen.own_covariance = Eigen::Vector3d(0.01, 0.01, 1e-5).asDiagonal();
  seen.score = 0.95;
  return seen;
}

inline constexpr double bow_mm = 36.3; // of a Medium, from its stern

/// r1 at the origin, heading along x, and a blue ship far away; `more` besides.
inline TableState fleets(std::vector<SeenPyramid> more = {}, bool original = true) {
  TableState state;
  state.pyramids = std::move(more);
  if (original)
    state.pyramids.push_back(laid(0, 0, 0));
  state.pyramids.push_back(laid(300, 0, 180, Colour::blue));
  return state;
}

/// A game of Armadas under way between red and blue, red to move.
inline MatchSetup redAndBlue(std::map<std::string, std::string> options = {}) {
  MatchSetup setup;
  setup.game = "armadas";
  setup.options = std::move(options);
  setup.players = {{"red", {Colour::red}}, {"blue", {Colour::blue}}};
  setup.pick_up = "red";
  return setup;
}

/// A match that is fed by hand; its record is replayed at the end of every test.
class FedMatch : public ::testing::Test {
protected:
  FedMatch() {
    char name[] = "/tmp/linesman-overrule-XXXXXX";
    folder_ = mkdtemp(name);
  }
  ~FedMatch() override { fs::remove_all(folder_); }

  std::string record() const { return (folder_ / "match").string(); }
  Match::Listener listener() {
    return [this](const json& event) { events_.push_back(event); };
  }
  /// A match anew: nothing is left of the one before.
  void begin(const MatchSetup& setup) {
    match_.reset();
    events_.clear();
    fs::remove_all(record());
    auto match = Match::begin(setup, record(), listener());
    ASSERT_TRUE(match) << match.error().sentence;
    match_ = std::make_unique<Match>(std::move(*match));
  }
  /// A picture on its own.
  void look(TableState state) {
    state.t_s = t_s_ += 1.0;
    match_->see(state);
  }
  /// A film of a table that nobody touches, long enough to be settled and looked at again.
  void watch(const TableState& table, double length_s = 1.6) {
    for (double s = 0.0; s < length_s; s += 0.1) {
      TableState state = table;
      state.t_s = t_s_ += 0.1;
      match_->see(state);
    }
  }
  void hand(TableState state) {
    state.t_s = t_s_ += 0.1;
    state.hands_mm.push_back({{300, 300}, {380, 300}, {380, 380}, {300, 380}});
    match_->see(state);
  }
  std::vector<json> of(const std::string& kind) const {
    std::vector<json> found;
    for (const json& event : events_)
      if (event["event"] == kind)
        found.push_back(event);
    return found;
  }
  long long lastVerdict() const { return of("verdict").back()["seq"].get<long long>(); }
  void overrule(long long seq) {
    const auto done = match_->overrule(seq, "Ann", "both players saw it", t_s_);
    ASSERT_TRUE(done) << done.error().sentence;
    EXPECT_EQ(of("overrule").back()["of"], seq);
    EXPECT_EQ(of("verdict").back()["overrules"], seq);
    EXPECT_EQ(of("verdict").back()["decided_by"], "Ann");
  }
  json ship(const std::string& name) const {
    const json state = match_->refereeState();
    for (const json& one : state["ships"])
      if (one["name"] == name)
        return one;
    return {};
  }
  json ledger() const { return match_->refereeState()["ledger"]; }
  std::string position() const { return match_->refereeState()["position"].get<std::string>(); }
  /// State = fold(events): replay gives the same answers, and a match taken up from the record is where this one is.
  void expectFold() {
    const auto contents = MatchRecord::read(record());
    ASSERT_TRUE(contents) << contents.error().sentence;
    const auto differences = replay(*contents);
    ASSERT_TRUE(differences) << differences.error().sentence;
    EXPECT_TRUE(differences->empty()) << differences->front();
    const json wanted = match_->refereeState();
    match_.reset();
    auto again = Match::resume(record(), [](const json&) {});
    ASSERT_TRUE(again) << again.error().sentence;
    EXPECT_EQ(again->refereeState(), wanted);
    for (const Event& event : contents->events)
      if (event.kind == "overrule") {
        const auto dispute = makeDispute(*contents, event.body["of"].get<long long>(), "");
        ASSERT_TRUE(dispute) << dispute.error().sentence;
        EXPECT_TRUE(replayDispute(*dispute)->empty());
      }
  }

  fs::path folder_;
  std::unique_ptr<Match> match_;
  std::vector<json> events_;
  double t_s_ = 0.0;
};

/// The same of men on a board, of King Down's usual array at first.
class FedMenMatch : public FedMatch {
protected:
  TableState board() const {
    TableState state;
    state.board = boardShowing(contents_);
    return state;
  }
  void carry(const std::string& from, const std::string& to) { testing::carry(contents_, from, to); }

  BoardContents contents_ = contentsOf("king_down", usual_array);
};

} // namespace linesman::app::testing
