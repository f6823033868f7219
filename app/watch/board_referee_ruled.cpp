#include <algorithm>

#include "app/watch/board_referee.h"
#include "app/watch/describe.h"
#include "app/watch/turn_text.h"
#include "models/sentences.h"

namespace linesman::app {

using nlohmann::json;

namespace {

json highlightsOf(const std::vector<std::string>& squares) {
  json out = json::array();
  for (const std::string& square : squares)
    out.push_back({{"kind", "square"}, {"role", "piece"}, {"square", square}});
  return out;
}

/// From where to where the King went whose square changed.
void noteKingsWay(const BoardContents& before, const BoardContents& after, json& action) {
  for (const auto& [from, man] : before.men)
    for (const auto& [to, king] : after.men)
      if (man.kind == "king" && king == man && from != to)
        action.update(
            {{"from", from}, {"to", to}, {"piece", "king"}, {"side", man.side == "light" ? "white" : "black"}});
}

json verdictBody(const rules::TurnAnswer& answer, const std::string& turn) {
  json body = {{"ruling", answer.legal ? "legal" : "illegal"},
               {"clauses", answer.clauses},
               {"sentence", answer.sentence},
               {"turn", turn},
               {"highlights", highlightsOf(answer.highlights)}};
  if (!answer.instead.empty())
    body["instead"] = answer.instead;
  return body;
}

} // namespace

void BoardReferee::notePlayed(const std::string& turn, const std::string& side_before,
                              const rules::TurnAnswer& answer) {
  played_.push_back(turn);
  turn_ += sideToMove(match_->position()) != side_before && !answer.over ? 1 : 0;
}

int BoardReferee::turnsPlayed() const {
  int turns = 0;
  const auto match = copy(start_);
  for (std::size_t i = 0; match != nullptr && i < played_.size(); ++i) {
    const std::string side = sideToMove(match->position());
    match->play(played_[i]);
    turns += sideToMove(match->position()) != side ? 1 : 0;
  }
  return turns;
}

void BoardReferee::noteTurnsChange(const std::string& side_before, double t_s, std::vector<Event>& events) const {
  const std::string side = sideToMove(match_->position());
  if (side == side_before)
    return;
  const json position = match_->position();
  json body = {{"to_move", side}, {"turn", turn_}};
  if (position.is_object()) // moves of each side for which a cease-fire still holds (AC-134)
    for (const char* player : {"white", "black"})
      if (const int left = position.value("ceasefire", json::object()).value(player, 0); left > 0)
        body["ceasefire"][player] = left;
  if (!notices_.empty()) // rights that stay open, or have lapsed; told only where hints were agreed (AC-135, AC-136)
    body["windows"] = notices_;
  events.push_back({"clock", t_s, std::move(body)});
}

json BoardReferee::actionBody(const std::string& turn, const BoardContents& before) const {
  const std::string action = mainAction(turn);
  const std::vector<std::string> squares = squaresOf(action);
  json body = {{"kind", captures(turn) ? "capture" : "move"}, {"turn", turn}, {"captured", nullptr}};
  if (squares.empty())
    return body;
  body["from"] = squares.front();
  body["to"] = squares.back();
  if (const SquareMan* man = before.manOn(squares.front()); man != nullptr) {
    const bool rider = action.starts_with("p:") && !man->rider.empty();
    body["piece"] = rider ? man->rider : man->kind;
    body["side"] = nameOfSide(man->side);
  }
  if (captures(action))
    for (std::size_t i = 1; i < squares.size(); ++i)
      if (const SquareMan* man = before.manOn(squares[i]); man != nullptr && body["captured"].is_null())
        body["captured"] = man->kind;
  return body;
}

void BoardReferee::playTurn(const std::string& turn, double likelihood, const std::string& runner_up, double t_s,
                            std::vector<Event>& events, const std::string& speaker) {
  const json before = match_->position();
  const std::string side = sideToMove(before);
  const std::string actor = !speaker.empty() ? speaker : isLateClaim(turn) ? otherPlayer(side) : side;
  const bool alone = turn.starts_with("revive ") && turn.find(',') == std::string::npos; // the turn is still to come
  const bool own = !isTalk(firstWord(turn)) && !isLateClaim(turn) && !alone;
  const std::vector<std::string> left_out = own ? leftOut(turn) : std::vector<std::string>();
  const std::string told = sentenceOnLeftOut(left_out, turn);
  json action = actionBody(turn, contentsOf(setup_.game, before));
  rules::TurnAnswer answer = match_->play(turn);
  answer.sentence = sentences(answer.sentence, told);
  if (turn.starts_with("O-O")) // names no squares
    noteKingsWay(contentsOf(setup_.game, before), contentsOf(setup_.game, match_->position()), action);
  const std::string taking = setup_.game == "king_down" ? "KD-09" : "";
  if (captures(turn) && !taking.empty() &&
      std::find(answer.clauses.begin(), answer.clauses.end(), taking) == answer.clauses.end())
    answer.clauses.push_back(taking);
  action.update({{"actor", actor},
                 {"likelihood", likelihood},
                 {"runner_up", runner_up},
                 {"position_before", before},
                 {"position_after", match_->position()}});
  events.push_back({"action", t_s, action});
  json verdict = merged(verdictBody(answer, turn),
                        {{"action", action["kind"]}, {"actor", actor}, {"piece", action.value("piece", json())}});
  if (!left_out.empty())
    verdict["not_applied"] = left_out;
  events.push_back({"verdict", t_s, std::move(verdict)});
  for (json& counter : countersBetween(setup_.game, before, match_->position()))
    events.push_back({"counter", t_s, std::move(counter)});
  if (signs_)
    signs_->expectChange();
  notePlayed(turn, side, answer);
  notices_ = answer.notices;
  offered_.clear();
  if (own || sideToMove(match_->position()) != side) { // else what was said and asked of the turn to come stands
    doubted_.clear();
    words_.clear();
    touched_.clear();
    setting_up_ = false;
    unsaid_lift_.clear();
    asked_lift_ = {};
  }
  for (const std::string& square : squaresOf(turn))
    suspected_.erase(square);
  if (answer.over)
    endGame(*answer.over, t_s, events);
  else
    noteTurnsChange(side, t_s, events);
}

void BoardReferee::endGame(const rules::GameOver& over, double t_s, std::vector<Event>& events) {
  over_ = true;
  events.push_back({"over", t_s, {{"winner", over.winner}, {"clauses", over.clauses}}});
}

std::set<std::string> BoardReferee::forbiddenNow() const {
  const auto found = forbidden_.find(turn_);
  return found == forbidden_.end() ? std::set<std::string>() : found->second;
}

bool BoardReferee::isForbidden(const std::string& turn) const {
  return forbiddenNow().contains(turn);
}

std::string BoardReferee::sentenceForbidding(const std::string& turn) const {
  return isForbidden(turn) ? "It was decided that " + turn + " is not allowed; overrule that decision to take it back."
                           : "";
}

/// One man went from one square to another and no legal turn says so: the law names the clause.
void BoardReferee::judgeIllegal(const std::string& turn, double likelihood, const std::string& runner_up, double t_s,
                                std::vector<Event>& events) {
  const json position = match_->position();
  const BoardContents contents = contentsOf(setup_.game, position);
  rules::TurnAnswer answer = judgedAsSaid(turn);
  json action = actionBody(turn, contents);
  const std::vector<std::string> squares = squaresOf(turn);
  const SquareMan* man = squares.empty() ? nullptr : contents.manOn(squares.front());
  std::string side = man == nullptr ? sideToMove(position) : nameOfSide(man->side);
  if (isForbidden(turn)) { // by people, not by the law: a turn of the side to move, whoever stands where it names
    answer.legal = false;
    answer.sentence = sentenceForbidding(turn);
    side = sideToMove(position);
  }
  action.update({{"kind", "illegal"},
                 {"actor", side},
                 {"likelihood", likelihood},
                 {"runner_up", runner_up},
                 {"position_before", position},
                 {"position_after", position}});
  const bool of_mover = side == sideToMove(position); // what was said was about this turn
  if (of_mover)
    answer.sentence = sentences(answer.sentence, sentenceOnFallen());
  events.push_back({"action", t_s, std::move(action)});
  events.push_back({"verdict", t_s,
                    merged(verdictBody(answer, turn),
                           {{"action", "illegal"},
                            {"actor", side},
                            {"piece", man != nullptr && nameOfSide(man->side) == side ? json(man->kind) : json()}})});
  refused_turn_ = turn;
  if (of_mover)
    words_.clear();
}

void BoardReferee::noteReturn(double t_s, std::vector<Event>& events) {
  if ((refused_turn_.empty() && !asked_back_) || isDoubtful() || (signs_ && signs_->awaitsDecided()))
    return;
  doubted_.clear();
  const BoardContents contents = contentsOf(setup_.game, match_->position());
  json body = {{"done", true}, {"residual_mm", 0.0}, {"position_after", match_->position()}};
  if (!refused_turn_.empty())
    body["turn"] = refused_turn_;
  if (const std::vector<std::string> squares = squaresOf(refused_turn_); !squares.empty()) {
    body["square"] = squares.front();
    if (const SquareMan* man = contents.manOn(squares.front()))
      body["piece"] = man->kind;
  }
  events.push_back({"put_back", t_s, std::move(body)});
  refused_turn_.clear();
  asked_back_ = false;
}

void BoardReferee::rewindTo(const json& position, const std::string& turn, std::optional<std::size_t> since) {
  over_ = false;
  offered_.clear();
  notices_.clear();
  refused_turn_.clear();
  std::optional<std::size_t> kept;
  if (since && *since <= played_.size() && positionAt(played_.size() - *since) == position)
    kept = played_.size() - *since; // the game may have stood so again later
  if (!kept)
    kept = playedUntil(position, turn);
  if (!kept)
    kept = playedUntil(position, "");
  const Stretch newest{start_, played_, earlier_};
  for (std::size_t left = stretches_.size(); !kept && left > 0; --left) {
    takeUp(stretches_[left - 1]);
    kept = playedUntil(position, "");
    if (kept)
      stretches_.resize(left - 1);
  }
  if (!kept) {
    takeUp(newest);
    return rebase(position);
  }
  played_.resize(*kept);
  turn_ = earlier_ + turnsPlayed() + 1;
  forbidden_.erase(forbidden_.upper_bound(turn_), forbidden_.end()); // of turns that have fallen
  match_ = replayed();
}

json BoardReferee::positionAt(std::size_t turns) const {
  const auto match = copy(start_);
  for (std::size_t i = 0; match != nullptr && i < turns; ++i)
    match->play(played_[i]);
  return match == nullptr ? json() : match->position();
}

void BoardReferee::takeUp(const Stretch& stretch) {
  start_ = stretch.start;
  played_ = stretch.played;
  earlier_ = stretch.earlier;
}

std::optional<std::size_t> BoardReferee::playedUntil(const json& position, const std::string& turn) const {
  std::optional<std::size_t> kept;
  const auto match = copy(start_);
  bool goes_on = match != nullptr;
  for (std::size_t i = 0; goes_on && i <= played_.size(); ++i) {
    const bool last = i == played_.size();
    if ((turn.empty() || (!last && played_[i] == turn)) && match->position() == position)
      kept = i;
    goes_on = !last && !match->play(played_[i]).over; // words change no position, but they may end the game
  }
  return kept;
}

void BoardReferee::rebase(const json& position) {
  auto match = copy(position);
  if (!match)
    return;
  stretches_.push_back({start_, played_, earlier_});
  earlier_ += turnsPlayed();
  turn_ = earlier_ + 1;
  played_.clear();
  start_ = position;
  match_ = std::move(match);
}

} // namespace linesman::app
