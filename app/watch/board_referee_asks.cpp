#include <algorithm>
#include <utility>

#include "app/watch/board_referee.h"
#include "app/watch/describe.h"
#include "app/watch/turn_text.h"

namespace linesman::app {

using nlohmann::json;

namespace {

constexpr std::size_t most_offered = 2; // explanations that the players are asked about

/// The square of a promotion of which only the new man is in question; empty: the question is another.
template <class Ranked> std::string promotionIn(const Ranked& ranked) {
  const auto move = [&](std::size_t i) {
    const std::string turn = i < ranked.size() && ranked[i].turns.size() == 1 ? ranked[i].turns.front() : "";
    return turn.substr(0, turn.find('=') == std::string::npos ? 0 : turn.find('='));
  };
  return move(0).empty() || move(0) != move(1) ? std::string() : squaresOf(move(0)).back();
}

} // namespace

std::map<std::string, int> BoardReferee::suspectsAmong(const BoardContents& contents,
                                                       const std::set<std::string>& otherwise,
                                                       bool one_look_tells) const {
  std::map<std::string, int> suspects;
  for (const std::string& square : evidence_.replaced(contents, otherwise))
    suspects[square] = 1;
  for (const std::string& square : menAstray(seen_, contents))
    suspects[square] = 1;
  if (one_look_tells)
    for (const std::string& square : evidence_.plainlyOtherwise(otherwise))
      suspects[square] = lingering_looks;
  return suspects;
}

std::set<std::string> BoardReferee::readOtherwise(const BoardContents& contents) const {
  std::set<std::string> suspected;
  for (const auto& [square, looks] : lingering_)
    suspected.insert(square);
  std::set<std::string> squares = evidence_.readOtherwise(contents, suspected);
  squares.merge(menAstray(seen_, contents));
  return squares;
}

void BoardReferee::askAboutLingering(std::map<std::string, int> suspects, const std::set<std::string>& otherwise,
                                     double t_s, std::vector<Event>& events) {
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

void BoardReferee::tellDoubt(const std::set<std::string>& squares, double t_s, std::vector<Event>& events,
                             const std::string& sentence) {
  if (squares.empty())
    return;
  for (const std::string& square : squares)
    suspected_.erase(square);
  doubted_.insert(squares.begin(), squares.end());
  askBack(squares, t_s, events, sentence);
}

bool BoardReferee::isDoubtful() const {
  const std::set<std::string> otherwise = readOtherwise();
  return std::any_of(doubted_.begin(), doubted_.end(),
                     [&](const std::string& square) { return otherwise.contains(square); });
}

void BoardReferee::ask(const std::vector<Explanation>& ranked, const Choice& choice, double t_s,
                       std::vector<Event>& events) {
  const BoardContents before = contentsOf(setup_.game, match_->position());
  // Who left and is seen nowhere else is asked back.
  const auto contradicted = choice.unseen.empty() ? choice.unexplained : evidence_.contradictions(before, before);
  if (choice.on_line.empty() && !contradicted.empty()) {
    askBack(contradicted, t_s, events);
    return;
  }
  json candidates = json::array();
  offered_.clear();
  for (std::size_t i = 0; i < std::min(most_offered, ranked.size()); ++i) {
    if (!ranked[i].legal && ranked[i].turns.front() != refused_turn_)
      offered_.insert(ranked[i].turns.front());
    candidates.push_back(ranked[i].turns.empty() ? json("nothing happened") : json(ranked[i].turns));
  }
  if (choice.reckoned)
    candidates = {json(ranked.front().turns), json(ranked.front().others)};
  std::string sentence = "What was played cannot be told with certainty; say it.";
  if (!choice.on_line.empty()) {
    const std::string& square = *choice.on_line.begin();
    sentence = sentenceOnLine(square, menOnLines(seen_).at(square));
  } else if (const Explanation& best = ranked.front(); !best.otherwise.empty()) {
    const std::string power = powerOf(best.turns.front());
    sentence = best.otherwise + " is allowed only by " + power + ", which was not said. Say " + power +
               " if it was, or put it back.";
    offered_.insert(best.otherwise);
    candidates = {json(best.turns), json::array({best.otherwise})};
    asked_back_ = true;
  } else if (!best.legal) {
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
