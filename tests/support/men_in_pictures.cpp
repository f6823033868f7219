#include "tests/support/men_in_pictures.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "app/watch/turn_text.h"
#include "vision/board_view.h"

namespace linesman::tests {

using namespace linesman::app;
using nlohmann::json;
using test::TablePainter;

namespace {

TablePainter::Settings boardFor(const PictureGameOptions& options) {
  TablePainter::Settings settings = painterFor(options);
  settings.board = options.game == "king_down" ? 8 : 10;
  settings.square_mm = options.game == "king_down" ? 48.0 : 40.0;
  settings.distance_mm = 640.0;
  settings.tilt_rad = 0.35;
  if (options.game == "armada_chess")
    settings.printed = "companion-10x10";
  return settings;
}

/// To the nearer of the opponent's two R fields, d and g of his last row.
int stepsToPromotion(const std::string& square, int row) {
  const auto [file, rank] = squareNamed(square);
  return std::max(std::min(std::abs(file - 3), std::abs(file - 6)), std::abs(rank - row));
}

} // namespace

MenInPictures::MenInPictures(const PictureGameOptions& options)
    : PictureGame(options, boardFor(options)), game_(std::move(*rules::makeBoardGame(options.game))) {}

void MenInPictures::draw() {
  table_.men.clear();
  table_.stacked.clear();
  for (const auto& [square, man] : contents_.men) {
    table_.men[square] = {man.rider.empty() ? man.kind : man.rider, man.side};
    if (!man.rider.empty()) // his token lies on the other one and hides it
      table_.stacked.insert(square);
  }
  table_.dice = contents_.dice;
  table_.bands = contents_.bands;
}

Eigen::Vector2d MenInPictures::centreOf(const std::string& square) const {
  const KnownBoard& board = *painter_.table().board;
  const double half = 0.5 * boardSize();
  return *board.square_mm * Eigen::Vector2d(square[0] - 'a' + 0.5 - half, std::stoi(square.substr(1)) - 0.5 - half);
}

void MenInPictures::open() {
  const json start = options_.game == "king_down"
                         ? json("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w none:0,none:0 - - - - -")
                     : options_.game == "armada_chess" ? json::object()
                                                       : json("start");
  law_ = std::move(*game_->open(start, {}));
  BoardContents next;
  for (int turn = 0; turn < options_.unwatched; ++turn) {
    contents_ = contentsOf(options_.game, law_->position());
    law_->play(choose(next));
  }
}

bool MenInPictures::begin() {
  if (law_ == nullptr || law_->turns().empty())
    open();
  const json position = law_->position();
  contents_ = contentsOf(options_.game, position);
  MatchSetup setup;
  setup.game = options_.game;
  setup.start = position.is_string() ? position.get<std::string>() : position.dump();
  draw();
  if (!beginMatch(setup))
    return false;
  handAway();
  wait(10);
  if (match_->refereeState().value("begun", false) && said_.empty())
    return true;
  fault("the start was not seen");
  match_.reset();
  law_.reset();
  return ++failed_starts_ < 3 && begin();
}

/// A legal turn that does not end the game, and what is on the board after it. Training, upgrades and the like leave
/// every man where he was: they are told, which only ArmadaChess has words for, or dice show them.
std::string MenInPictures::choose(BoardContents& next) {
  std::vector<std::string> legal = law_->turns();
  std::shuffle(legal.begin(), legal.end(), random_);
  const bool quiet = options_.game == "armada_chess" && !options_.eager && chance() < 0.15;
  std::string chosen;
  double sum = 0.0;
  for (const std::string& turn : legal) {
    if (turn.find_first_of("abcdefghij") == std::string::npos)
      continue;
    auto trial = game_->open(law_->position(), {});
    if (const auto answer = (*trial)->play(turn); !answer.legal || answer.over)
      continue;
    const BoardContents after = contentsOf(options_.game, (*trial)->position());
    if (!options_.eager && (after.men == contents_.men) != quiet)
      continue;
    const double weight = options_.eager ? eagerness(turn, after) : 1.0;
    sum += weight;
    if (chosen.empty() || chance() * sum < weight) {
      chosen = turn;
      next = after;
    }
    if (!options_.eager)
      break;
  }
  return chosen;
}

double MenInPictures::eagerness(const std::string& turn, const BoardContents& after) const {
  const std::string side = sideToMove(law_->position()) == "white" ? "light" : "dark";
  const auto nearness = [&](const BoardContents& contents) { // counts the most of those who are nearly there
    double sum = 0.0;
    for (const auto& [square, man] : contents.men)
      if (man.kind == "pawn" && man.side == side)
        sum += std::pow(3.0, -stepsToPromotion(square, side == "light" ? 9 : 0));
    return sum;
  };
  if (turn.find('=') != std::string::npos)
    return 5000.0;
  return (captures(turn) ? 20.0 : 1.0) + 3000.0 * std::max(0.0, nearness(after) - nearness(contents_));
}

/// What a picture cannot tell of a turn, the player says before: the verbs of "attack e9 C5 occupy".
void MenInPictures::tellVerbs(const std::string& turn) {
  std::string word;
  for (const char c : turn + " ") {
    if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
      word += c;
      continue;
    }
    if (word.size() > 2 && word != "done")
      match_->hear({t_s_, sideToMove(law_->position()), word});
    word.clear();
  }
}

void MenInPictures::tell(const std::string& turn) {
  match_->hear({t_s_, sideToMove(law_->position()), turn});
  law_->play(turn);
  expect({"action " + std::string(captures(turn) ? "capture" : "move") + " " + turn, "verdict legal"}, "told " + turn);
  putSigns();
}

/// Dice and bands as the position has them, turned and put on by a hand when they are otherwise.
void MenInPictures::putSigns() {
  const BoardContents now = contentsOf(options_.game, law_->position());
  if (match_ == nullptr || (now.dice == contents_.dice && now.bands == contents_.bands))
    return;
  handOver({between(-120, 120), between(-60, 60)});
  contents_ = now;
  draw();
  handAway();
  wait(30); // longer than a wrong die is borne with
  expect({}, "dice and bands put right");
}

/// An action that only a die or a band shows: it is understood, or asked about and then said.
void MenInPictures::showBySign(const std::string& turn) {
  const std::string side = sideToMove(law_->position());
  law_->play(turn);
  handOver({between(-120, 120), between(-60, 60)});
  contents_ = contentsOf(options_.game, law_->position());
  draw();
  handAway();
  waitFor(1, 30);
  if (said_.size() == 1 && (said_[0] == "error unclear" || said_[0] == "error die" || said_[0] == "error band")) {
    said_.clear();
    match_->hear({t_s_, side, turn});
  }
  expect({"action move " + turn, "verdict legal"}, "shown by a sign: " + turn);
}

void MenInPictures::turn() {
  BoardContents next;
  const std::string chosen = choose(next);
  if (chosen.empty()) {
    law_.reset();
    match_.reset();
    return;
  }
  if (next.men == contents_.men) {
    const bool bombards = chosen.rfind("artillery", 0) == 0 && next.dice != contents_.dice;
    if ((bombards || next.bands != contents_.bands) && chance() < 0.7)
      showBySign(chosen);
    else
      tell(chosen);
    return;
  }
  if (options_.game == "armada_chess")
    tellVerbs(chosen);
  handOver(centreOf(squaresOf(chosen).front()));
  contents_ = next;
  draw();
  if (chance() < 0.5)
    frame();
  handAway();
  law_->play(chosen);
  const json wanted = law_->position();
  const std::string kind = captures(chosen) ? "capture" : "move";
  std::string said_turn = chosen; // the same board by another turn is as good
  frame();
  waitFor(1, 8);
  for (const json& event : last_events_)
    if (event["event"] == "action" && event.contains("position_after") &&
        contentsOf(options_.game, event["position_after"]).men == contents_.men &&
        sideToMove(event["position_after"]) == sideToMove(wanted)) {
      said_turn = event["turn"];
      if (said_turn != chosen)
        law_ = std::move(*game_->open(event["position_after"], {}));
    }
  const std::string said_kind = captures(said_turn) ? "capture" : "move";
  score_.promotions += static_cast<int>(options_.game == "armada_chess" && said_turn.find('=') != std::string::npos);
  score_.captures += static_cast<int>(said_kind == "capture");
  expect({"action " + said_kind + " " + said_turn, "verdict legal"}, "turn " + chosen);
  putSigns(); // of another turn with the same men
}

void MenInPictures::pieceMishap() {
  std::vector<std::string> own;
  const std::string side = sideToMove(law_->position()) == "white" ? "light" : "dark";
  for (const auto& [square, man] : contents_.men)
    if (man.side == side)
      own.push_back(square);
  const std::string from = own[oneOf(own.size())];
  const SquareMan man = contents_.men.at(from);
  if (chance() < 0.5) { // lifted and put back
    handOver(centreOf(from));
    contents_.men.erase(from);
    draw();
    frame();
    contents_.men[from] = man;
    draw();
    frame();
    handAway();
    expect({}, "lifted and put back");
    return;
  }
  const int size = boardSize();
  for (int attempt = 0; attempt < 40; ++attempt) {
    const std::string to = squareName(static_cast<int>(oneOf(static_cast<std::size_t>(size))),
                                      static_cast<int>(oneOf(static_cast<std::size_t>(size))));
    if (contents_.men.contains(to) || to == from || painter_.isCity(to)) // a die would hide him there
      continue;
    auto trial = game_->open(law_->position(), {});
    if ((*trial)->play(from + to).legal || options_.game == "invasion")
      continue; // on Invasion's board the sea has no squares to stand on
    const std::vector<std::string> legal = law_->turns();
    if (options_.game == "armada_chess" && std::any_of(legal.begin(), legal.end(), [&](const std::string& turn) {
          return names(turn, from) && names(turn, to); // a turn may need more words than its squares
        }))
      continue;
    handOver(centreOf(from));
    contents_.men[to] = man;
    contents_.men.erase(from);
    draw();
    handAway();
    expect({"action illegal " + from + to, "verdict illegal"}, "illegal move");
    if (match_ != nullptr)
      handOver(centreOf(to));
    contents_.men[from] = man;
    contents_.men.erase(to);
    draw();
    handAway();
    if (match_ != nullptr)
      expect({"put_back done"}, "illegal move put back");
    return;
  }
}

} // namespace linesman::tests
