#include <algorithm>
#include <cmath>

#include "app/watch/board_referee.h"
#include "app/watch/describe.h"
#include "app/watch/turn_text.h"
#include "models/sentences.h"

namespace linesman::app {

using nlohmann::json;

namespace {

constexpr double sure = 0.8;               // an explanation less probable than this is asked about
constexpr int most_unread = 4;             // looks that told nothing and yet may have had a turn before each
constexpr double sure_behind_unread = 0.9; // of several turns, kinds of men included: nobody saw them one by one
constexpr double plainly_empty = 0.95;     // a square that somebody has left
constexpr double clear_log = 6.0;          // by so much another turn must explain the board better, to retract one
constexpr double sure_of_kind = 0.6;       // the same among explanations that differ in the kinds of men only
constexpr double sure_in_doubt = 0.96;     // where somebody is told that he may not, or others hide who came

/// The same squares held by the same sides?
bool sameShape(const BoardContents& a, const BoardContents& b) {
  return std::equal(a.men.begin(), a.men.end(), b.men.begin(), b.men.end(), [](const auto& x, const auto& y) {
    return x.first == y.first && x.second.side == y.second.side && x.second.rider.empty() == y.second.rider.empty();
  });
}

} // namespace

std::vector<Event> BoardReferee::doObserve(const SettledTable& table) {
  std::vector<Event> events;
  const double t_s = table.state.t_s;
  if (!table.state.board || (over_ && !lastTurnEnded()))
    return events;
  if (match_ == nullptr)
    return begin(table);
  look(table.state);
  noteTouched(table.touched_squares);
  const json position = match_->position();
  if (signs_)
    signs_->forgetDecided(contentsOf(setup_.game, position));
  if (!table.in_film)
    noteLeft(position);
  const auto unread = static_cast<std::size_t>(table.in_film ? 0 : std::min(strange_, most_unread));
  const std::vector<Explanation> ranked = explain(position, evidence_, signs_ ? &*signs_ : nullptr, unread);
  Choice choice = choose(ranked, position, evidence_);
  if (unread > 0 && ranked.front().turns.size() > 1 && choice.likelihood < sure_behind_unread)
    choice.sure = false;
  const bool quiet = choice.sure && ranked.front().turns.empty();
  recheck_ = false;
  if (!table.untouched) // what a hand changes later is no misreading
    last_.reset();
  if (table.untouched && !quiet && retract(table.state, choice, t_s, events))
    return events;
  if (over_) // whatever happens behind the end
    return events;
  if (!choice.sure) {
    if (++strange_ == patient_boards)
      ask(ranked, choice, t_s, events);
    return events;
  }
  if (!quiet)
    last_.reset();
  // In a picture on its own who moved hides others, and an unread turn may have been played before.
  const Explanation& best = ranked.front();
  const BoardContents after = best.legal ? best.contents : contentsOf(setup_.game, position);
  const std::set<std::string> otherwise = readOtherwise(after);
  auto suspects = suspectsAmong(after, otherwise, !table.in_film && best.turns.empty());
  act(best, choice, t_s, events);
  setting_up_ = setting_up_ && (asked_back_ || areMenMissing());
  lookAgainAtStart(table, events);
  askAboutLingering(std::move(suspects), otherwise, t_s, events);
  askAboutSigns(t_s, events);
  return events;
}

bool BoardReferee::lastTurnEnded() const {
  return over_ && last_ && !played_.empty() && played_.back() == last_->turns.back();
}

void BoardReferee::look(const TableState& state) {
  seen_ = *state.board;
  evidence_.look(state);
  if (signs_)
    signs_->look(state);
}

bool BoardReferee::areMenMissing() const {
  const BoardContents contents = contentsOf(setup_.game, match_->position());
  return std::ranges::any_of(evidence_.contradictions(contents, contents), [&](const std::string& square) {
    return contents.men.contains(square) &&
           std::ranges::find(seen_.pieces, square, &SeenBoardPiece::square) == seen_.pieces.end();
  });
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

void BoardReferee::noteLeft(const json& position) {
  const BoardContents before = contentsOf(setup_.game, position);
  std::vector<std::string> left;
  for (const std::string& square : evidence_.changed(before)) {
    const auto here = seen_.looks.find(square);
    if (before.men.contains(square) && here != seen_.looks.end() && here->second.empty > plainly_empty)
      left.push_back(square);
  }
  noteTouched(left);
}

std::set<std::string> BoardReferee::cameToALine(const BoardContents& before, const BoardContents& after) const {
  std::set<std::string> squares;
  for (const auto& [square, beside] : menOnLines(seen_)) {
    const auto stood = before.men.find(square), stands = after.men.find(square);
    if (stands != after.men.end() && (stood == before.men.end() || !(stood->second == stands->second)))
      squares.insert(square);
  }
  return squares;
}

bool BoardReferee::contradictsWords(const std::vector<std::string>& turns) const {
  static const std::vector<std::pair<std::string, std::string>> contraries = {
      {"occupy", "destroy"}, {"destroy", "occupy"}, {"burn", "enter "}, {"reinforce", "burn "}};
  return turns.size() == 1 && std::ranges::any_of(contraries, [&](const auto& pair) {
           const bool said =
               std::ranges::any_of(words_, [&](const std::string& word) { return lower(word) == pair.first; });
           return said && turns.front().find(pair.second) != std::string::npos;
         });
}

/// That a bomb is dropped, and where, players say (IN-42).
bool BoardReferee::isUntoldBomb(const std::string& turn) const {
  const std::size_t at = turn.find("Bomb@");
  if (at == std::string::npos)
    return false;
  const std::string bomb = lower(turn.substr(at, turn.find_first_of(",+", at) - at));
  return std::ranges::none_of(words_, [&](const std::string& word) { return lower(word) == bomb; });
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
  if (best.share < sure) {
    choice.reckoned = true;
    choice.runner_up = together(best.others);
  }
  const BoardContents before = contentsOf(setup_.game, position);
  choice.unexplained = evidence.contradictions(before, best.contents);
  choice.unseen = evidence.arrivedUnseen(before, best.contents);
  if (signs_)
    for (const std::string& square : signs_->citySquares(before, best.contents)) { // a die was turned there
      choice.unexplained.erase(square);
      choice.unseen.erase(square);
    }
  choice.on_line = cameToALine(before, best.contents);
  choice.sure = choice.on_line.empty() && choice.unseen.empty() && alike / sum >= sure && 1.0 / alike >= sure_of_kind &&
                evidence.unexplained(choice.unexplained, before, best.contents) <= most_unexplained;
  choice.legal = best.legal;
  if (!best.otherwise.empty() || (choice.reckoned && !best.same_position) || contradictsWords(best.turns) ||
      std::ranges::any_of(best.turns, [&](const auto& turn) { return isUntoldBomb(turn); }))
    choice.sure = false;
  // Of a turn each of whose squares reads otherwise nothing was seen: another one that is less usual looks so.
  const std::set<std::string> played = differing(before, best.contents),
                              otherwise = evidence.readOtherwise(best.contents);
  if (!played.empty() && std::ranges::includes(otherwise, played))
    choice.sure = false;
  const bool doubtful = !best.legal || !evidence.coloursTellArrivals(before, best.contents);
  if (doubtful && choice.likelihood < sure_in_doubt)
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
    last_ = Commitment{best.turns, position, evidence_, words_};
    recheck_ = true;
  }
  if (!best.turns.empty() || !signs_ || !signs_->awaitsDecided()) {
    refused_turn_.clear();
    asked_back_ = best.turns.empty() && !doubted_.empty(); // men who are still to be put right
  }
  playTurns(best, choice, t_s, events);
  if (!best.turns.empty())
    unsaid_lift_ = best.turns.back();
  evidence_.accept(before, best.contents);
  if (signs_)
    signs_->accept(contentsOf(setup_.game, match_->position()));
}

void BoardReferee::playTurns(const Explanation& best, const Choice& choice, double t_s, std::vector<Event>& events) {
  const std::size_t first = events.size();
  for (const std::string& turn : best.turns)
    if (!over_) // what was done behind the end is no turn
      playTurn(turn, choice.likelihood * (choice.reckoned ? best.share : 1.0), choice.runner_up, t_s, events);
  if (!choice.reckoned)
    return;
  json* newest = nullptr;
  for (std::size_t i = first; i < events.size(); ++i)
    if (events[i].kind == "verdict") {
      newest = &events[i].body;
      (*newest)["reckoned"] = true;
    }
  if (newest == nullptr)
    return;
  (*newest)["sentence"] =
      sentences((*newest)["sentence"].get<std::string>(),
                "What was played between two looks is reckoned; it may have been " + together(best.others) + ".");
}

bool BoardReferee::retract(const TableState& state, const Choice& now, double t_s, std::vector<Event>& events) {
  if (!last_ || (now.sure && now.legal)) // a turn that nobody saw being played
    return false;
  BoardEvidence evidence = last_->evidence;
  evidence.look(state);
  const std::vector<std::string> words = std::exchange(words_, last_->words); // they were about what was played then
  const std::vector<Explanation> ranked = explain(last_->position, evidence, nullptr);
  const Choice choice = choose(ranked, last_->position, evidence);
  const Explanation& best = ranked.front();
  const auto committed =
      std::find_if(ranked.begin(), ranked.end(), [&](const Explanation& one) { return one.turns == last_->turns; });
  const double lead = committed == ranked.end() ? clear_log : best.log_ratio - committed->log_ratio;
  if (!choice.sure || best.turns == last_->turns || lead < clear_log || !choice.unexplained.empty()) {
    words_ = words;
    return false;
  }
  const json position = match_->position();
  const std::string side = over_ ? "" : sideToMove(position);
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
  for (json& counter : countersBetween(setup_.game, position, match_->position()))
    events.push_back({"counter", t_s, std::move(counter)});
  evidence_ = std::move(evidence);
  last_.reset();
  if (best.turns.empty() || !best.legal)
    noteTurnsChange(side, t_s, events);
  act(best, choice, t_s, events);
  last_.reset(); // once is enough
  recheck_ = false;
  return true;
}

} // namespace linesman::app
