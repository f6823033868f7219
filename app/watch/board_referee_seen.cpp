#include <algorithm>
#include <cmath>

#include "app/watch/board_referee.h"
#include "app/watch/describe.h"
#include "app/watch/turn_text.h"

namespace linesman::app {

using nlohmann::json;

namespace {

constexpr std::size_t most_offered = 2;    // explanations that the players are asked about
constexpr double sure = 0.8;               // an explanation less probable than this is asked about
constexpr int most_unread = 4;             // looks that told nothing and yet may have had a turn before each
constexpr double sure_behind_unread = 0.9; // of several turns, kinds of men included: nobody saw them one by one
constexpr double clear_log = 6.0;          // by so much another turn must explain the board better, to retract one
constexpr double sure_of_kind = 0.6;       // the same among explanations that differ in the kinds of men only
constexpr double sure_of_illegal = 0.96;   // somebody is told that he may not: a misread board must not say so

/// The same squares held by the same sides?
bool sameShape(const BoardContents& a, const BoardContents& b) {
  return std::equal(a.men.begin(), a.men.end(), b.men.begin(), b.men.end(), [](const auto& x, const auto& y) {
    return x.first == y.first && x.second.side == y.second.side && x.second.rider.empty() == y.second.rider.empty();
  });
}

/// "e2e4 and e7e5"
std::string together(const std::vector<std::string>& turns) {
  std::string text;
  for (const std::string& turn : turns)
    text += (text.empty() ? "" : " and ") + turn;
  return text;
}

json highlightsOf(const std::vector<std::string>& squares) {
  json out = json::array();
  for (const std::string& square : squares)
    out.push_back({{"kind", "square"}, {"role", "piece"}, {"square", square}});
  return out;
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

std::vector<Event> BoardReferee::doObserve(const SettledTable& table) {
  std::vector<Event> events;
  const double t_s = table.state.t_s;
  if (!table.state.board || over_)
    return events;
  if (match_ == nullptr)
    return begin(table);
  look(table.state);
  noteTouched(table.touched_squares);
  const json position = match_->position();
  const auto unread = static_cast<std::size_t>(table.in_film ? 0 : std::min(strange_, most_unread));
  const std::vector<Explanation> ranked = explain(position, evidence_, signs_ ? &*signs_ : nullptr, unread);
  Choice choice = choose(ranked, position, evidence_);
  if (unread > 0 && ranked.front().turns.size() > 1 && choice.likelihood < sure_behind_unread)
    choice.sure = false;
  const bool quiet = choice.sure && ranked.front().turns.empty();
  recheck_ = false;
  if (table.untouched && !quiet && retract(table.state, choice, t_s, events))
    return events;
  if (!choice.sure) {
    if (++strange_ == patient_boards)
      ask(ranked, choice, t_s, events);
    return events;
  }
  if (!table.untouched || !quiet)
    last_.reset();
  // In a picture on its own who moved hides others, and an unread turn may have been played before.
  const Explanation& best = ranked.front();
  std::map<std::string, int> suspects = suspectsAmong(best.legal ? best.contents : contentsOf(setup_.game, position),
                                                      !table.in_film && best.turns.empty());
  act(best, choice, t_s, events);
  lookAgainAtStart(table, events);
  askAboutLingering(std::move(suspects), t_s, events);
  askAboutSigns(t_s, events);
  return events;
}

void BoardReferee::look(const TableState& state) {
  seen_ = *state.board;
  evidence_.look(state);
  if (signs_)
    signs_->look(state);
}

void BoardReferee::noteTouched(const std::vector<std::string>& squares) {
  if (squares.empty())
    return;
  if (strange_ == 0) // what was touched before has been explained
    touched_.clear();
  for (const std::string& square : squares)
    if (std::find(touched_.begin(), touched_.end(), square) == touched_.end())
      touched_.push_back(square);
}

BoardReferee::Choice BoardReferee::choose(const std::vector<Explanation>& ranked, const json& position,
                                          const BoardEvidence& evidence, std::size_t most_unexplained) const {
  const Explanation& best = ranked.front();
  double sum = 0.0;
  double alike = 0.0; // of it, of those that differ from the best in kinds only
  for (const Explanation& one : ranked) {
    const double weight = std::exp(one.log_ratio - best.log_ratio);
    sum += weight;
    alike += one.turns.empty() == best.turns.empty() && sameShape(one.contents, best.contents) ? weight : 0.0;
  }
  Choice choice;
  choice.likelihood = 1.0 / sum;
  choice.runner_up = ranked.size() < 2         ? "none"
                     : ranked[1].turns.empty() ? "nothing happened"
                                               : together(ranked[1].turns);
  const BoardContents before = contentsOf(setup_.game, position);
  choice.unexplained = evidence.contradictions(before, best.contents);
  if (signs_)
    for (const std::string& square : signs_->citySquares(before, best.contents)) // a die was turned there
      choice.unexplained.erase(square);
  const auto on_lines = menOnLines(seen_);
  for (const auto& [square, man] : best.contents.men)
    if (const auto stood = before.men.find(square); stood == before.men.end() || stood->second != man)
      if (on_lines.contains(square))
        choice.on_line.insert(square);
  choice.sure = choice.on_line.empty() && alike / sum >= sure && 1.0 / alike >= sure_of_kind &&
                evidence.unexplained(choice.unexplained, before, best.contents) <= most_unexplained;
  choice.legal = best.legal;
  if (!best.legal && choice.likelihood < sure_of_illegal)
    choice.sure = false;
  return choice;
}

void BoardReferee::act(const Explanation& best, const Choice& choice, double t_s, std::vector<Event>& events) {
  strange_ = 0;
  offered_.clear();
  if (!best.legal) {
    if (best.turns.front() != refused_turn_)
      judgeIllegal(best.turns.front(), choice.likelihood, choice.runner_up, t_s, events);
    return;
  }
  const json position = match_->position();
  const BoardContents before = contentsOf(setup_.game, position);
  if (best.turns.empty())
    noteReturn(t_s, events);
  else if (best.contents.men != before.men) {
    last_ = Commitment{best.turns, position, evidence_};
    recheck_ = true;
  }
  refused_turn_.clear();
  asked_back_ = best.turns.empty() && !doubted_.empty(); // men who are still to be put right
  for (const std::string& turn : best.turns)
    playTurn(turn, choice.likelihood, choice.runner_up, t_s, events);
  if (!best.turns.empty())
    unsaid_lift_ = best.turns.back();
  evidence_.accept(before, best.contents);
  if (signs_)
    signs_->accept(contentsOf(setup_.game, match_->position()));
}

std::map<std::string, int> BoardReferee::suspectsAmong(const BoardContents& contents, bool one_look_tells) const {
  std::map<std::string, int> suspects;
  for (const std::string& square : evidence_.replaced(contents))
    suspects[square] = 1;
  for (const std::string& square : menAstray(seen_, contents))
    suspects[square] = 1;
  if (one_look_tells)
    for (const std::string& square : evidence_.plainlyOtherwise(contents))
      suspects[square] = lingering_looks;
  return suspects;
}

std::set<std::string> BoardReferee::readOtherwise() const {
  const BoardContents contents = contentsOf(setup_.game, match_->position());
  std::set<std::string> squares = evidence_.readOtherwise(contents);
  squares.merge(menAstray(seen_, contents));
  return squares;
}

void BoardReferee::askAboutLingering(std::map<std::string, int> suspects, double t_s, std::vector<Event>& events) {
  if (over_ || !refused_turn_.empty())
    return;
  const BoardContents contents = contentsOf(setup_.game, match_->position());
  const std::map<std::string, int> before = std::exchange(lingering_, {});
  for (const std::string& square : evidence_.contradictions(contents, contents))
    suspects.emplace(square, 1);
  for (const auto& [square, looks] : before)
    suspects.emplace(square, 1);
  if (suspects.empty())
    return;
  const std::set<std::string> otherwise = readOtherwise();
  const auto on_lines = menOnLines(seen_);
  std::set<std::string> now;
  for (const auto& [square, looks] : suspects) {
    if (!otherwise.contains(square))
      continue;
    const auto earlier = before.find(square);
    const int had = earlier == before.end() ? 0 : earlier->second;
    lingering_[square] = std::min(had + looks, lingering_looks + 1);
    if (had >= lingering_looks || had + looks < lingering_looks || doubted_.contains(square))
      continue;
    if (const auto line = on_lines.find(square); line != on_lines.end())
      tellDoubt({square}, t_s, events, sentenceOnLine(square, line->second));
    else
      now.insert(square);
  }
  tellDoubt(now, t_s, events,
            "These squares do not show what the game has there; put them right, or play on if they are.");
}

void BoardReferee::askAboutSigns(double t_s, std::vector<Event>& events) {
  if (!signs_ || match_ == nullptr || over_)
    return;
  json position = match_->position();
  const bool at_start = played_.empty() && earlier_ == 0 && !setup_.pick_up && !setup_.hasPosition();
  for (Event& event : signs_->ask(contentsOf(setup_.game, position), position, at_start, t_s))
    events.push_back(std::move(event));
  const std::map<int, int> accepted = signs_->acceptedDice();
  if (accepted.empty())
    return;
  const json before = position;
  for (json& city : position["cities"])
    if (const auto die = accepted.find(city.value("id", 0)); die != accepted.end())
      city["die"] = die->second;
  rebase(position);
  for (json& counter : countersBetween(setup_.game, before, match_->position()))
    events.push_back({"counter", t_s, merged(std::move(counter), {{"accepted", true}})});
}

bool BoardReferee::retract(const TableState& state, const Choice& now, double t_s, std::vector<Event>& events) {
  if (!last_ || (now.sure && now.legal)) // a turn that nobody saw being played
    return false;
  BoardEvidence evidence = last_->evidence;
  evidence.look(state);
  const std::vector<Explanation> ranked = explain(last_->position, evidence, nullptr);
  const Choice choice = choose(ranked, last_->position, evidence);
  const Explanation& best = ranked.front();
  const auto committed =
      std::find_if(ranked.begin(), ranked.end(), [&](const Explanation& one) { return one.turns == last_->turns; });
  const double lead = committed == ranked.end() ? clear_log : best.log_ratio - committed->log_ratio;
  if (!choice.sure || best.turns == last_->turns || lead < clear_log || !choice.unexplained.empty())
    return false;
  const std::string side = sideToMove(match_->position());
  rewindTo(last_->position);
  const std::string taken = together(last_->turns);
  events.push_back(
      {"retract",
       t_s,
       {{"turn", last_->turns.back()},
        {"turns", last_->turns},
        {"position_after", match_->position()},
        {"to_move", sideToMove(match_->position())},
        {"sentence", "It was not " + taken + ": the board shows otherwise now. That turn is taken back."}}});
  evidence_ = std::move(evidence);
  last_.reset();
  if (best.turns.empty() || !best.legal)
    noteTurnsChange(side, t_s, events);
  act(best, choice, t_s, events);
  last_.reset(); // once is enough
  recheck_ = false;
  return true;
}

void BoardReferee::rewindTo(const json& position, const std::string& turn) {
  over_ = false;
  forbidden_.clear();
  refused_turn_.clear();
  auto kept = playedUntil(position, turn);
  if (!kept)
    kept = playedUntil(position, "");
  if (!kept)
    return rebase(position);
  played_.resize(*kept);
  turn_ = earlier_ + turnsPlayed() + 1;
  match_ = replayed();
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
  earlier_ += turnsPlayed();
  turn_ = earlier_ + 1;
  played_.clear();
  start_ = position;
  match_ = std::move(match);
}

void BoardReferee::notePlayed(const std::string& turn, const rules::TurnAnswer& answer) {
  played_.push_back(turn);
  turn_ += passesTurn(turn) && !answer.over ? 1 : 0;
}

int BoardReferee::turnsPlayed() const {
  return static_cast<int>(std::count_if(played_.begin(), played_.end(), passesTurn));
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
  const std::vector<std::string> squares = squaresOf(turn);
  json body = {{"kind", captures(turn) ? "capture" : "move"}, {"turn", turn}, {"captured", nullptr}};
  if (squares.empty())
    return body;
  body["from"] = squares.front();
  body["to"] = squares.size() > 1 ? squares[1] : squares.front();
  if (const auto man = before.men.find(squares.front()); man != before.men.end()) {
    body["piece"] = man->second.kind;
    body["side"] = nameOfSide(man->second.side);
  }
  if (captures(turn) && squares.size() > 1)
    if (const auto man = before.men.find(squares[1]); man != before.men.end())
      body["captured"] = man->second.kind;
  return body;
}

void BoardReferee::playTurn(const std::string& turn, double likelihood, const std::string& runner_up, double t_s,
                            std::vector<Event>& events, const std::string& speaker) {
  const json before = match_->position();
  const std::string side = sideToMove(before);
  const std::string actor = !speaker.empty() ? speaker : isLateClaim(turn) ? otherPlayer(side) : side;
  json action = actionBody(turn, contentsOf(setup_.game, before));
  rules::TurnAnswer answer = match_->play(turn);
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
  events.push_back({"verdict", t_s,
                    merged(verdictBody(answer, turn),
                           {{"action", action["kind"]}, {"actor", actor}, {"piece", action.value("piece", json())}})});
  for (json& counter : countersBetween(setup_.game, before, match_->position()))
    events.push_back({"counter", t_s, std::move(counter)});
  if (signs_)
    signs_->expectChange();
  notePlayed(turn, answer);
  notices_ = answer.notices;
  forbidden_.clear();
  doubted_.clear();
  for (const std::string& square : squaresOf(turn))
    suspected_.erase(square);
  words_.clear();
  touched_.clear();
  unsaid_lift_.clear();
  if (answer.over)
    endGame(*answer.over, t_s, events);
  else
    noteTurnsChange(side, t_s, events);
}

void BoardReferee::endGame(const rules::GameOver& over, double t_s, std::vector<Event>& events) {
  over_ = true;
  events.push_back({"over", t_s, {{"winner", over.winner}, {"clauses", over.clauses}}});
}

/// One man went from one square to another and no legal turn says so: the law names the clause.
void BoardReferee::judgeIllegal(const std::string& turn, double likelihood, const std::string& runner_up, double t_s,
                                std::vector<Event>& events) {
  const json position = match_->position();
  const BoardContents contents = contentsOf(setup_.game, position);
  const rules::TurnAnswer answer = judgedAsSaid(turn);
  const SquareMan& man = contents.men.at(squaresOf(turn).front());
  const std::string side = nameOfSide(man.side);
  json action = actionBody(turn, contents);
  action.update({{"kind", "illegal"},
                 {"actor", side},
                 {"likelihood", likelihood},
                 {"runner_up", runner_up},
                 {"position_before", position},
                 {"position_after", position}});
  events.push_back({"action", t_s, std::move(action)});
  events.push_back({"verdict", t_s,
                    merged(verdictBody(answer, turn), {{"action", "illegal"}, {"actor", side}, {"piece", man.kind}})});
  refused_turn_ = turn;
  words_.clear(); // they were about this one
}

void BoardReferee::noteReturn(double t_s, std::vector<Event>& events) {
  if ((refused_turn_.empty() && !asked_back_) || isDoubtful())
    return;
  doubted_.clear();
  const BoardContents contents = contentsOf(setup_.game, match_->position());
  json body = {{"done", true}, {"residual_mm", 0.0}, {"position_after", match_->position()}};
  if (!refused_turn_.empty()) {
    const std::string square = squaresOf(refused_turn_).front();
    body["square"] = square;
    body["turn"] = refused_turn_;
    if (const auto man = contents.men.find(square); man != contents.men.end())
      body["piece"] = man->second.kind;
  }
  events.push_back({"put_back", t_s, std::move(body)});
  refused_turn_.clear();
  asked_back_ = false;
}

namespace {

/// The square of a promotion of which only the new man is in question; empty: the question is another.
template <class Ranked> std::string promotionIn(const Ranked& ranked) {
  const auto move = [&](std::size_t i) {
    const std::string turn = i < ranked.size() && ranked[i].turns.size() == 1 ? ranked[i].turns.front() : "";
    return turn.substr(0, turn.find('=') == std::string::npos ? 0 : turn.find('='));
  };
  return move(0).empty() || move(0) != move(1) ? std::string() : squaresOf(move(0)).back();
}

} // namespace

void BoardReferee::ask(const std::vector<Explanation>& ranked, const Choice& choice, double t_s,
                       std::vector<Event>& events) {
  if (choice.on_line.empty() && !choice.unexplained.empty()) {
    askBack(choice.unexplained, t_s, events);
    return;
  }
  json candidates = json::array();
  offered_.clear();
  for (std::size_t i = 0; i < std::min(most_offered, ranked.size()); ++i) {
    if (!ranked[i].legal && ranked[i].turns.front() != refused_turn_)
      offered_.insert(ranked[i].turns.front());
    candidates.push_back(ranked[i].turns.empty() ? json("nothing happened") : json(ranked[i].turns));
  }
  std::string sentence = "What was played cannot be told with certainty; say it.";
  if (!choice.on_line.empty()) {
    const std::string& square = *choice.on_line.begin();
    sentence = sentenceOnLine(square, menOnLines(seen_).at(square));
  } else if (const Explanation& best = ranked.front(); !best.legal) {
    sentence = "It looks as if " + together(best.turns) + " was played, which is not allowed. " +
               judgedAsSaid(best.turns.front()).sentence + " Put it back, or say what was played.";
    asked_back_ = true;
  } else if (const std::string square = promotionIn(ranked); !square.empty()) {
    sentence = "Say what the man on " + square + " becomes, and put that man there.";
  }
  events.push_back(
      {"error", t_s, {{"what", "unclear"}, {"candidates", std::move(candidates)}, {"sentence", std::move(sentence)}}});
}

void BoardReferee::askBack(const std::set<std::string>& changed, double t_s, std::vector<Event>& events,
                           const std::string& sentence) {
  json squares = json::array();
  const BoardContents contents = contentsOf(setup_.game, match_->position());
  for (const std::string& square : changed) {
    json entry = {{"square", square}, {"piece", nullptr}};
    if (const auto man = contents.men.find(square); man != contents.men.end()) {
      entry["piece"] = man->second.kind;
      entry["side"] = nameOfSide(man->second.side);
    }
    squares.push_back(std::move(entry));
  }
  asked_back_ = true;
  events.push_back(
      {"put_back",
       t_s,
       {{"done", false}, {"squares", std::move(squares)}, {"residual_mm", nullptr}, {"sentence", sentence}}});
}

} // namespace linesman::app
