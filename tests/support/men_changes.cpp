#include "tests/support/men_changes.h"

#include <algorithm>

namespace linesman::tests {

using namespace linesman::app;
using nlohmann::json;

namespace {

Scene sceneOf(const std::string& game) {
  if (game == "king_down")
    return {.position = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w none:0,none:0 - - - - -",
            .legal = "f1c4",
            .other = "f1b5",
            .second = "h2h3",
            .reply = "g8f6",
            .reply_too = "d7d6",
            .illegal = "f3e3",
            .clause = "KD-15",
            .instead = "f3d4",
            .capture = "f3xe5",
            .aside = "a2",
            .theirs = "h7",
            .empty = "h5",
            .one = "c1",
            .another = "b1"};
  if (game == "invasion")
    return {.position =
                "hfti6/fpcii5/tcpii5/iii****1i1/1ii****I2/i2****1II/3****III/5IIPCT/5IICPF/5IITFH w off,off j1,a10",
            .legal = "h6h7",
            .other = "h6i6",
            .second = "f2e2",
            .reply = "a5a4",
            .reply_too = "e8f8",
            .illegal = "j5i6",
            .clause = "IN-30",
            .instead = "j5j6",
            .capture = "h6xi7",
            .aside = "j4",
            .theirs = "c7",
            .empty = "c2",
            .one = "i2",
            .another = "j2"};
  return {.position = json::object(),
          .legal = "f4f5",
          .other = "f4f6",
          .second = "c3b5",
          .reply = "c8d6",
          .reply_too = "b7b6",
          .illegal = "h4g5",
          .clause = "AC-24",
          .instead = "h4h5",
          .capture = "b4xc5",
          .aside = "i4",
          .theirs = "h7",
          .empty = "i2",
          .one = "d3",
          .another = "c3"};
}

} // namespace

MenChanges::MenChanges(const PictureGameOptions& options) : MenInPictures(options), scene_(sceneOf(options.game)) {
  clauses_ = true;
  if (options.game == "armada_chess") { // a pawn to take
    scene_.position = (*game_->open(json::object(), {}))->position();
    scene_.position["pieces"].push_back({{"at", "c5"}, {"kind", "pawn"}, {"side", "black"}});
  }
}

void MenChanges::start(const json& position) {
  auto law = game_->open(position, {});
  if (!law)
    throw Failed(law.error().sentence);
  law_ = std::move(*law);
  if (!begin())
    throw Failed("the game does not begin");
  last_events_.clear();
}

void MenChanges::carry(const std::string& from, const std::string& to) {
  byHand(from, [&] { move(from, to); });
}

void MenChanges::move(const std::string& from, const std::string& to) {
  contents_.men[to] = contents_.men.at(from);
  contents_.men.erase(from);
  if (const auto band = contents_.bands.find(from); band != contents_.bands.end()) {
    contents_.bands[to] = band->second;
    contents_.bands.erase(from);
  }
}

void MenChanges::playByLaw(const std::string& turn) {
  if (const auto answer = law_->play(turn); !answer.legal)
    throw Failed(turn + " of the situation is illegal: " + answer.sentence);
  contents_ = right();
}

std::vector<std::string> MenChanges::played(const std::string& turn) {
  return {"action " + std::string(captures(turn) ? "capture" : "move") + " " + turn, "verdict legal"};
}

std::vector<std::string> MenChanges::refused(const std::string& turn, const std::string& clause) {
  return {"action illegal " + turn, "verdict illegal " + clause};
}

void MenChanges::turnOf(const std::string& turn) {
  byHand(squaresOf(turn).front(), [&] { playByLaw(turn); });
  demand(turn, played(turn));
}

bool MenChanges::isAboutIllegal(const std::string& words) const {
  const std::string about = "error unclear ";
  return words.starts_with(about) && words != about + "nothing happened" &&
         !(*game_->open(law_->position(), {}))->play(words.substr(about.size())).legal;
}

void MenChanges::putRight(const std::string& square) {
  const bool asked = std::ranges::any_of(answered_, [this](const std::string& one) {
    return one.starts_with("verdict illegal") || one.ends_with(" asked") || isAboutIllegal(one);
  });
  byHand(square, [&] { contents_ = right(); });
  demand("all is put right", asked ? std::vector<std::string>{"put_back done"} : std::vector<std::string>{});
}

void MenChanges::goesOn() {
  turnOf(scene_.second);
  turnOf(scene_.reply);
}

void MenChanges::refusedOrAsked(const std::string& turn, const std::string& clause) {
  waitFor(1, 50);
  const std::string question = "error unclear " + turn;
  demand(turn, said_ == std::vector{question} ? said_ : refused(turn, clause));
}

void MenChanges::onlyRefused(const json& position, const std::string& turn, const std::string& clause,
                             const std::string& legal) {
  start(position);
  carry(turn);
  refusedOrAsked(turn, clause);
  putRight(squaresOf(turn)[1]);
  turnOf(legal);
}

void MenChanges::askedBack(const std::string& square, const std::string& what) {
  demand(what, {"put_back " + square + " asked"});
  putRight(square);
  goesOn();
}

TableChanges menChanges(const std::string& game) {
  const TableChanges own = game == "king_down"      ? kingDownChanges()
                           : game == "invasion"     ? invasionChanges()
                           : game == "armada_chess" ? armadaChessChanges()
                                                    : TableChanges();
  if (own.empty())
    return own;
  TableChanges all = anyBoardChanges();
  all.insert(all.end(), own.begin(), own.end());
  return all;
}

} // namespace linesman::tests
