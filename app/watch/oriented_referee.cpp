#include "app/watch/oriented_referee.h"

#include <algorithm>
#include <array>

#include "app/watch/board_contents.h"
#include "app/watch/board_referee.h"

namespace linesman::app {

using nlohmann::json;

namespace {

constexpr double plainly_better = 3.0; // men: a turn moves one or two, a look may misread one

/// How many more men stand as they should than otherwise.
double agreement(const SeenBoard& board, int quarters, const BoardContents& expected) {
  constexpr double of_kind = 0.25; // kinds are misread more often than sides
  double sum = 0.0;
  std::size_t met = 0;
  for (const SeenBoardPiece& piece : board.pieces) {
    const auto man = expected.men.find(turnedSquare(piece.square, board, quarters));
    if (man == expected.men.end()) {
      sum -= 1.0;
      continue;
    }
    ++met;
    sum += man->second.side == piece.side ? 1.0 : -1.0;
    sum += man->second.kind == piece.kind ? of_kind : 0.0;
  }
  return sum - static_cast<double>(expected.men.size() - std::min(met, expected.men.size()));
}

/// The turn that agrees best, where it is plainly better than the others.
std::optional<int> plainTurn(const std::array<std::optional<double>, corner_count>& agreements) {
  const auto best = std::max_element(agreements.begin(), agreements.end());
  if (!*best)
    return std::nullopt;
  for (auto other = agreements.begin(); other != agreements.end(); ++other)
    if (other != best && *other && **other > **best - plainly_better)
      return std::nullopt;
  return static_cast<int>(best - agreements.begin());
}

bool hasBegun(const json& state) {
  return state.value("begun", false);
}

/// Whether anything was played, or people set a position up: the match is not begun anew any more.
bool hasPlayed(const json& state) {
  return !state.value("played", json::array()).empty() || state.value("earlier", 0) > 0 || state.value("over", false);
}

} // namespace

Result<std::unique_ptr<Referee>> OrientedReferee::make(const MatchSetup& setup) {
  auto game = BoardReferee::make(setup);
  if (!game)
    return game;
  return std::unique_ptr<Referee>(new OrientedReferee(std::move(*game), setup));
}

SettledTable OrientedReferee::doFacing(const SettledTable& table) const {
  SettledTable out = table;
  if (!table.state.board)
    return out;
  const SeenBoard& board = *table.state.board;
  if (const int quarters = board.orientation_known ? known_quarters_ : quarters_; quarters != 0) {
    out.state.board = turnedBoard(board, quarters);
    out.state.board->orientation_known = true;
    for (std::string& square : out.touched_squares)
      square = turnedSquare(square, board, quarters);
  }
  return out;
}

std::optional<double> OrientedReferee::agreementAtStart(const TableState& state, int quarters) const {
  const auto trial = BoardReferee::make(setup_);
  if (!trial)
    return std::nullopt;
  TableState turned = state;
  turned.board = turnedBoard(*state.board, quarters);
  (*trial)->observe({turned, {}, false});
  const json begun = (*trial)->state();
  if (!hasBegun(begun))
    return std::nullopt;
  return agreement(*state.board, quarters, contentsOf(setup_.game, begun.at("position")));
}

void OrientedReferee::orient(const TableState& state) {
  const SeenBoard& board = *state.board;
  int& turned_by = board.orientation_known ? known_quarters_ : quarters_;
  const json known = game_->state();
  const int step = board.rows == board.columns ? 1 : 2;
  std::array<std::optional<double>, corner_count> agreements;
  if (hasBegun(known)) {
    const BoardContents expected = contentsOf(setup_.game, known.at("position"));
    for (int quarters = 0; quarters < corner_count; quarters += step)
      agreements[static_cast<std::size_t>(quarters)] = agreement(board, quarters, expected);
  } else if (!corner_ && board.orientation_known && (asksForCorner() || agreementAtStart(state, 0))) {
    turned_by = 0;
  } else if (!corner_ && !asksForCorner()) {
    for (int quarters = 0; quarters < corner_count; quarters += step)
      agreements[static_cast<std::size_t>(quarters)] = agreementAtStart(state, quarters);
  }
  if (const auto turn = plainTurn(agreements))
    turned_by = *turn;
  else if (corner_ && !hasPlayed(known)) // the camera is where it was when people said so
    turned_by = quartersBetween(cornerOfA1(state), *corner_, board);
}

void OrientedReferee::beginAnew() {
  if (auto anew = BoardReferee::make(setup_))
    game_ = std::move(*anew);
}

std::vector<Event> OrientedReferee::doObserve(const SettledTable& table) {
  if (!table.state.board)
    return game_->observe(table);
  const bool corner_known = table.state.board->orientation_known;
  if (corner_known && taken_ && !corner_ && !hasPlayed(game_->state())) { // now it can be seen
    taken_.reset();
    beginAnew();
  }
  const int& turned_by = corner_known ? known_quarters_ : quarters_;
  const int before = turned_by;
  orient(table.state);
  if (turned_by != before && !hasBegun(game_->state())) // what it saw so far was turned
    beginAnew();
  if (corner_known && turned_by == 0)
    return game_->observe(table);
  const SettledTable turned = doFacing(table);
  std::vector<Event> events;
  if (!corner_known && asksForCorner() && !taken_ && !hasBegun(game_->state())) {
    taken_ = cornerOfA1(turned.state);
    events.push_back(
        {"error",
         table.state.t_s,
         {{"what", "corner"},
          {"corner", nameOf(*taken_)},
          {"sentence", "Nothing tells which corner is a1; the " + nameOf(*taken_) +
                           " one is taken. Before a turn is played say where it is, as in \"a1 far right\" "
                           "(near or far, left or right as the camera sees it)."}}});
  }
  std::vector<Event> answers = game_->observe(turned);
  events.insert(events.end(), std::make_move_iterator(answers.begin()), std::make_move_iterator(answers.end()));
  return events;
}

std::vector<Event> OrientedReferee::doHear(const Claim& claim) {
  constexpr std::string_view word = "a1 ";
  if (!claim.say.starts_with(word))
    return game_->hear(claim);
  const auto corner = cornerFrom(claim.say.substr(word.size()));
  if (!corner)
    return {answerTo(claim, false, "There is no such corner; say a1 near left, near right, far left or far right.")};
  if (hasPlayed(game_->state()))
    return {answerTo(claim, false, "Turns have been played; begin the match anew to say where a1 is.")};
  beginAnew();
  corner_ = corner;
  return {answerTo(claim, true)};
}

json OrientedReferee::doState() const {
  json state = game_->state();
  if (quarters_ != 0 || known_quarters_ != 0 || corner_ || taken_)
    state["turned"] = {{"quarters", quarters_},
                       {"known_quarters", known_quarters_},
                       {"told", corner_ ? nameOf(*corner_) : ""},
                       {"taken", taken_ ? nameOf(*taken_) : ""}};
  if (taken_ && !corner_ && !hasPlayed(state))
    state["doubtful_corner"] = nameOf(*taken_);
  return state;
}

void OrientedReferee::doRestore(const json& state) {
  const json turned = state.value("turned", json::object());
  quarters_ = turned.value("quarters", 0);
  known_quarters_ = turned.value("known_quarters", 0);
  corner_ = cornerFrom(turned.value("told", ""));
  taken_ = cornerFrom(turned.value("taken", ""));
  restoreOther(*game_, state);
}

} // namespace linesman::app
