// What players say to each other: cease-fire, draw, resignation, time (AC-129 to AC-134, AC-140, AC-143).
#include <algorithm>
#include <charconv>

#include "rules/games/armada_chess/match.h"
#include "rules/games/armada_chess/victory.h"

namespace linesman::rules::armada_chess {

namespace {

constexpr int most_ceasefire = 99; // moves of a side, as positions have them

/// The number behind a word, or -1.
int numberIn(const std::vector<std::string>& words) {
  if (words.size() != 2)
    return -1;
  int number = -1;
  const auto [end, code] = std::from_chars(words[1].data(), words[1].data() + words[1].size(), number);
  return code == std::errc{} && end == words[1].data() + words[1].size() ? number : -1;
}

std::string movesText(int moves) {
  return std::to_string(moves) + (moves == 1 ? " move" : " moves");
}

} // namespace

Answer Match::talk(const std::vector<std::string>& words, bool& understood) {
  understood = true;
  const std::string& word = words[0];
  if (word == "resign" && words.size() == 1)
    return resign();
  if (word == "time" && words.size() == 1)
    return timeOver();
  if (word == "draw?" && words.size() == 1)
    return offerDraw();
  if (word == "ceasefire?" && words.size() == 1)
    return askCeasefire(Question::ceasefire);
  if (word == "extend") {
    const int moves = numberIn(words);
    if (moves < 1 || moves > 6)
      return refused({131, 134}, "A cease-fire is prolonged by 1 to 6 moves each, like \"extend 2\".");
    return askCeasefire(moves);
  }
  if (word == "yes" || word == "no")
    return reply(words);
  understood = false;
  return {};
}

Answer Match::resign() {
  over_ = {true, winnerOf(otherSide(position_.side)), {140}};
  return granted({140}, std::string(titleOf(position_.side)) + " resigns.");
}

/// Whoever keeps the clock says that the agreed playing time (the side to move's own, with a clock each) is used up.
Answer Match::timeOver() {
  position_.clock_s[indexOf(position_.side)] = 0;
  over_ = victoryByTime(law(), position_, position_.side);
  if (options_.clock == choice::clock_per_player)
    return granted({143}, std::string(titleOf(position_.side)) + "'s time is used up.");
  return granted({143, 144}, "The agreed playing time is over; the cities of White are worth " +
                                 std::to_string(resourceSum(law(), position_, Side::white)) + ", those of Black " +
                                 std::to_string(resourceSum(law(), position_, Side::black)) + ".");
}

Answer Match::offerDraw() {
  if (position_.question.asked != Question::none && position_.question.by != position_.side)
    position_.question = Question{}; // a counter-offer answers the open question with no
  position_.question = {Question::draw, position_.side};
  return granted({140}, std::string(titleOf(position_.side)) +
                            " offers a draw; the answer is yes or no. The move is not used.");
}

/// A first request or a prolongation; it uses the move whatever the answer (AC-130).
Answer Match::askCeasefire(int moves) {
  const std::string who = titleOf(position_.side);
  const std::size_t me = indexOf(position_.side);
  const Question& open = position_.question;
  if (open.asked != Question::none && open.by == position_.side)
    return refused({130}, who + " has asked already; the answer is still open.");
  const bool runs = underCeasefire(position_, Side::white) || underCeasefire(position_, Side::black);
  if (moves > 0 && !runs)
    return refused({134}, "No cease-fire runs that could be prolonged; ask with \"ceasefire?\".");
  if (options_.ceasefire_requests == choice::ceasefire_requests_one_per_ply_count && position_.request_spent[me])
    return refused(
        {130}, who + " asked with the last move; another move must come first (ceasefire_requests=one_per_ply_count).");
  const bool costs = moves == 0 || options_.extend_costs_move == choice::extend_costs_move_on;
  Answer answer =
      granted({130, 129},
              who + (moves == 0 ? " asks for a cease-fire" : " asks to prolong the cease-fire by " + movesText(moves)) +
                  (costs ? "; this is the move." : "; this does not use the move."));
  if (moves > 0)
    answer.clauses.push_back(134);
  if (costs) {
    Turn turn(law(), position_);
    ClauseSet trace;
    turn.finish(nullptr);
    turn.commit(&trace);
    over_ = turn.over();
    position_ = turn.position();
    position_.request_spent[me] = true;
    unfinished_.reset();
    words_.clear();
    for (int number = 1; number <= clause_count; ++number) {
      if (trace.contains(number) && std::ranges::count(answer.clauses, number) == 0)
        answer.clauses.push_back(number);
    }
    answer.clauses.push_back(17);
    position_.question = {static_cast<std::int8_t>(moves), otherSide(position_.side)};
  } else {
    position_.question = {static_cast<std::int8_t>(moves), position_.side};
  }
  return answer;
}

Answer Match::reply(const std::vector<std::string>& words) {
  const Question asked = position_.question;
  if (asked.asked == Question::none)
    return refused({131, 140}, "Nothing was asked; there is nothing to answer.");
  const std::string who = titleOf(otherSide(asked.by));
  const bool yes = words[0] == "yes";
  if (!yes && words.size() > 1)
    return refused({131}, "A refusal is just \"no\".");
  position_.question = Question{};
  if (!yes) {
    if (asked.asked == Question::draw)
      return granted({140}, who + " declines the draw; play goes on.");
    return granted({131}, who + " refuses; there is no " + (asked.asked > 0 ? "longer " : "") + "cease-fire.");
  }
  if (asked.asked == Question::draw) {
    if (words.size() > 1)
      return refused({140}, "The answer to a draw offer is \"yes\" or \"no\".");
    over_ = {true, Winner::draw, {140}};
    return granted({140}, who + " accepts the draw.");
  }
  int moves = numberIn(words);
  if (asked.asked > 0) {
    if (words.size() > 1 && moves != asked.asked)
      return refused({131, 134}, "The question was about " + movesText(asked.asked) + "; answer \"yes\" or \"no\".");
    moves = asked.asked;
  }
  if (moves < 1 || moves > 6)
    return refused({131}, "A cease-fire lasts 1 to 6 moves each; answer like \"yes 3\".");
  for (std::uint8_t& left : position_.ceasefire) // a first request's length is what is agreed, whatever runs (AC-131)
    left = static_cast<std::uint8_t>(asked.asked > 0 ? std::min(left + moves, most_ceasefire) : moves);
  return granted({131, 134},
                 who + " agrees: " + movesText(moves) + (asked.asked > 0 ? " more" : "") + " each without knock-outs.");
}

} // namespace linesman::rules::armada_chess
