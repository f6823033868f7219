#include "tests/support/picture_game.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <filesystem>

#include "vision/picture_file.h"

namespace linesman::tests {

using namespace linesman::app;
using nlohmann::json;

namespace {

/// " b1 c1": which men are to be put back.
std::string squaresIn(const json& put_back) {
  std::string text;
  for (const json& square : put_back.value("squares", json::array()))
    text += " " + square["square"].get<std::string>();
  return text;
}

/// The turn that a question names first; "nothing happened".
std::string likeliest(const json& question) {
  const json& first = question.at("candidates").at(0);
  return first.is_string() ? first.get<std::string>() : first.front().get<std::string>();
}

bool isRuling(const std::string& words) {
  return words.starts_with("verdict legal") || words.starts_with("counter") || words.starts_with("over");
}
bool isComplaint(const std::string& words) {
  return words.starts_with("verdict illegal") || words.starts_with("verdict unclear") || words.starts_with("error") ||
         words.ends_with(" asked");
}

/// Takes every one of `from` out of `all` once; those that are not there are left.
std::vector<std::string> lacking(std::vector<std::string> from, std::vector<std::string>& all) {
  std::erase_if(from, [&](const std::string& one) {
    const auto found = one == "complaint" ? std::ranges::find_if(all, isComplaint) : std::ranges::find(all, one);
    const bool there = found != all.end();
    if (there)
      all.erase(found);
    return there;
  });
  return from;
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& one : words)
    text += " [" + one + "]";
  return text;
}

/// "action step placed r1", "verdict illegal", "put_back r1 asked": what a turn is compared by. Empty: not compared.
/// `clauses`: "verdict illegal AR-14".
std::string wordsOf(const json& event, bool clauses) {
  const auto text = [&](const char* key) {
    return event.contains(key) && event[key].is_string() ? " " + event[key].get<std::string>() : std::string();
  };
  const std::string kind = event["event"];
  if (kind == "action")
    return kind + text("kind") + text("what") + text("ship") + text("turn") + text("target");
  if (kind == "verdict" && clauses && event["ruling"] == "illegal" && !event["clauses"].empty())
    return kind + text("ruling") + ' ' + event["clauses"].front().get<std::string>();
  if (kind == "verdict")
    return kind + text("ruling");
  if (kind == "put_back")
    return kind + text("ship") + (clauses ? squaresIn(event) : "") + (event.value("done", false) ? " done" : " asked");
  if (kind == "claim" && clauses && !event.value("accepted", true))
    return "claim refused";
  if (kind == "counter" && !event.contains("ship")) // what the law counts on squares: dice that are wrong are errors
    return "";
  if (kind == "counter" || kind == "over" || kind == "retract")
    return kind + text("ship") + text("turn");
  if (kind == "error" && clauses && event.value("what", "") == "unclear")
    return "error unclear " + likeliest(event);
  if (kind == "error" && event.value("what", "") != "camera")
    return kind + text("what");
  return "";
}

} // namespace

/// A source that gives what it is fed, or an error where the cable is out.
class PictureGame::FedSource final : public FrameSource {
public:
  std::deque<Result<std::optional<Frame>>> frames;

private:
  Result<std::optional<Frame>> doNext() override {
    if (frames.empty())
      return std::optional<Frame>();
    auto frame = std::move(frames.front());
    frames.pop_front();
    return frame;
  }
  bool isLive() const override { return true; } // a camera: cables come off
};

PictureGame::PictureGame(const PictureGameOptions& options, const test::TablePainter::Settings& painter)
    : Chances(options.seed), options_(options), painter_(painter) {
  PipelineSettings settings;
  if (options.with_lens)
    settings.lens = painter_.lens();
  settings.table = painter_.table();
  auto source = std::make_unique<FedSource>();
  fed_ = source.get();
  states_ = statesFrom(std::move(source), std::move(settings));
}

PictureGameScore PictureGame::play() {
  while (score_.turns < options_.turns) {
    if (match_ == nullptr && !begin())
      return score_;
    mishap();
    if (match_ != nullptr)
      turn();
    ++score_.turns;
  }
  return score_;
}

bool PictureGame::beginMatch(const MatchSetup& setup) {
  said_.clear();
  const std::string record = options_.pictures.empty() ? "" : inPictures("-from-" + std::to_string(score_.turns));
  std::error_code ignored;
  std::filesystem::remove_all(record, ignored);
  auto match = Match::begin(setup, record, [this](const json& event) {
    last_events_.push_back(event);
    if (std::string words = wordsOf(event, clauses_); !words.empty())
      said_.push_back(std::move(words));
  });
  if (!match) {
    fault("the match does not begin: " + match.error().sentence);
    return false;
  }
  match_ = std::make_unique<Match>(std::move(*match));
  return true;
}

void PictureGame::frame(bool may_drop) {
  t_s_ += options_.frame_s;
  if (may_drop && chance() < options_.dropped)
    return;
  if (fidgets_at_mm_) {
    std::normal_distribution<double> fidgets(0.0, fidgets_mm_);
    table_.other_hand_mm = *fidgets_at_mm_ + Eigen::Vector2d(fidgets(tremor_), fidgets(tremor_));
  }
  last_picture_ = painter_.paint(table_, shaken_px_);
  ++score_.frames;
  feed(Frame{last_picture_, t_s_, ""});
}

void PictureGame::feed(Result<std::optional<Frame>> frame) {
  fed_->frames.push_back(std::move(frame));
  const auto begin = std::chrono::steady_clock::now();
  auto look = states_->next();
  score_.vision_s += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (!look)
    return;
  if (!look->state) {
    match_->trouble(t_s_, look->kind, look->trouble);
    return;
  }
  for (const char* kind : {"camera", "calibration"})
    if (match_->troubled(kind))
      match_->trouble(t_s_, kind, "");
  seen_ = *look->state;
  match_->see(*look->state);
}

namespace {

/// Where a hand that reaches there is when it has just left the picture, at the operator's edge.
Eigen::Vector2d outOfView(const Eigen::Vector2d& at_mm) {
  return {at_mm.x(), -420.0};
}

} // namespace

void PictureGame::handRests() {
  if (options_.hand_rests_s <= 0.0)
    return;
  const Eigen::Vector2d at_mm = *table_.hand_mm;
  std::normal_distribution<double> trembles(0.0, options_.hand_trembles_mm);
  for (double s = 0.0; s < options_.hand_rests_s; s += options_.frame_s) {
    if (options_.hand_trembles_mm > 0.0)
      table_.hand_mm = at_mm + Eigen::Vector2d(trembles(tremor_), trembles(tremor_));
    frame();
  }
  table_.hand_mm = at_mm;
}

void PictureGame::handMoves(const Eigen::Vector2d& to_mm) {
  if (options_.hand_mm_s <= 0.0)
    return;
  const Eigen::Vector2d way_mm = to_mm - *table_.hand_mm;
  const double step_mm = options_.hand_mm_s * options_.frame_s;
  const int steps = static_cast<int>(way_mm.norm() / step_mm);
  for (int i = 0; i < steps; ++i) {
    *table_.hand_mm += step_mm * way_mm.normalized();
    frame();
  }
}

void PictureGame::handOver(const Eigen::Vector2d& at_mm) {
  if (options_.hand_mm_s > 0.0) {
    if (!table_.hand_mm)
      table_.hand_mm = outOfView(at_mm);
    handMoves(at_mm);
  }
  table_.hand_mm = at_mm;
  handRests();
  frame(false);
  if (chance() < 0.5)
    frame();
}

void PictureGame::handAway() {
  if (table_.hand_mm) {
    handRests();
    handMoves(outOfView(*table_.hand_mm));
  }
  table_.hand_mm.reset();
}

void PictureGame::fidgetAt(const Eigen::Vector2d& at_mm, bool from_right, double fidgets_mm) {
  fidgets_at_mm_ = at_mm;
  fidgets_mm_ = fidgets_mm;
  table_.other_from_right = from_right;
}

void PictureGame::stopFidgeting() {
  fidgets_at_mm_.reset();
  table_.other_hand_mm.reset();
}

void PictureGame::wait(int frames) {
  for (int i = 0; i < frames; ++i)
    frame();
}

void PictureGame::waitFor(std::size_t said, int patience) {
  for (int i = 0; i < patience && said_.size() < said; ++i)
    frame();
}

void PictureGame::expect(std::vector<std::string> wanted, const std::string& what) {
  score_.wanted += static_cast<int>(wanted.size());
  const double from_s = t_s_;
  constexpr int patience = 12; // frames
  const auto is_said = [&] {
    std::vector<std::string> said = said_;
    return lacking(wanted, said).empty();
  };
  for (int i = 0; i < patience && !is_said(); ++i)
    frame();
  if (!wanted.empty())
    score_.latency_s.push_back(t_s_ - from_s);
  wait(wanted.empty() ? 5 : 3);
  if (said_ != wanted) {
    fault(what + ": wanted" + listed(wanted) + ", said" + listed(said_));
    match_.reset(); // begins anew with the table as it is
  }
  said_.clear();
  last_events_.clear();
}

/// A file in the folder for faults.
std::string PictureGame::inPictures(const std::string& ending) const {
  return (std::filesystem::path(options_.pictures) / (options_.game + "-" + std::to_string(options_.seed) + ending))
      .string();
}

void PictureGame::fault(const std::string& text) {
  if (!options_.pictures.empty())
    (void)writeImage(inPictures("-" + std::to_string(score_.turns) + ".jpg"), last_picture_, 92);
  std::string pyramids;
  for (const SeenPyramid& p : seen_.pyramids)
    pyramids += " " + std::string(nameOf(p.colour)) + " " + std::string(nameOf(p.size)) + " " +
                std::to_string(static_cast<int>(p.table_from_piece.x_mm())) + "," +
                std::to_string(static_cast<int>(p.table_from_piece.y_mm())) + "," +
                std::to_string(static_cast<int>(degFromRad(p.table_from_piece.heading_rad())));
  score_.faults.push_back("turn " + std::to_string(score_.turns) + " at " + std::to_string(t_s_) + " s: " + text +
                          (pyramids.empty() ? "" : "; seen:" + pyramids));
}

void PictureGame::demand(const std::string& what, std::vector<std::string> wanted) {
  constexpr int patience = 50, quiet = 10; // frames
  const auto isLacking = [&] {
    std::vector<std::string> said = said_;
    return !lacking(wanted, said).empty();
  };
  for (int i = 0; i < patience && isLacking(); ++i)
    frame();
  wait(quiet);
  for (const json& event : last_events_)
    if (event.contains("sentence") && event["event"] != "calibration")
      sentences_.push_back(what + ": " + event["sentence"].get<std::string>() +
                           (event.contains("candidates") ? " " + event["candidates"].dump() : ""));
  const bool anything = std::ranges::find(wanted, "complaint") != wanted.end();
  const bool complains = std::ranges::any_of(wanted, isComplaint) || anything;
  std::vector<std::string> others = said_;
  const bool bad = !lacking(wanted, others).empty() || std::ranges::any_of(others, [&](const std::string& one) {
    return isRuling(one) || (one.ends_with(" asked") && !anything) || (isComplaint(one) && !complains);
  });
  if (bad)
    throw Failed(what + ": wanted" + listed(wanted) + ", said" + listed(said_));
  answered_ = std::exchange(said_, {});
  last_events_.clear();
}

ChangeScore PictureGame::scoreOf(const std::function<void()>& situation) {
  try {
    situation();
  } catch (const Failed& failed) {
    fault(failed.what());
  }
  return {sentences_, score_.faults.empty() ? "" : score_.faults.front()};
}

/// What happens around a table that is no action.
void PictureGame::mishap() {
  if (chance() >= options_.mishaps)
    return;
  switch (oneOf(5)) {
  case 0: // the lamp
    table_.light = table_.light == 1.0 ? 0.35 : 1.0;
    expect({}, "lamp");
    break;
  case 1: // the cable
    for (int i = 0; i < 3; ++i) {
      t_s_ += 0.7;
      feed(fail("The camera is gone."));
    }
    expect({}, "cable");
    break;
  case 2: // somebody bumps into the tripod, which swings back
    for (const double swing_px : {9.0, -6.0, 4.0, -2.0}) {
      shaken_px_ = {swing_px, 0.6 * swing_px};
      frame();
    }
    shaken_px_.setZero();
    expect({}, "shaken");
    break;
  case 3: // a hand that does nothing
    handOver({between(-120, 120), between(-60, 60)});
    frame();
    handAway();
    expect({}, "idle hand");
    break;
  default:
    pieceMishap();
  }
}

test::TablePainter::Settings painterFor(const PictureGameOptions& options) {
  test::TablePainter::Settings settings;
  settings.width_px = options.width_px;
  settings.height_px = options.height_px;
  settings.seed = options.seed;
  return settings;
}

} // namespace linesman::tests
