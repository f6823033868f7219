// What a player declared for his turn (powers, marks, what becomes of a city), and what came of it.
#include <algorithm>
#include <map>

#include "app/watch/board_referee.h"
#include "app/watch/turn_text.h"
#include "models/sentences.h"
#include "rules/spoken_words.h"

namespace linesman::app {

namespace {

/// ArmadaChess: what the turns' texts have for what is said of a city.
const std::map<std::string, std::string>& cityWords() {
  static const std::map<std::string, std::string> parts = {
      {"occupy", " occupy"}, {"destroy", " destroy"}, {"reinforce", "enter "}, {"burn", "burn "}};
  return parts;
}

bool isMark(const std::string& word) {
  return word.find('@') != std::string::npos;
}

bool isDeclaration(const std::string& word) {
  return isMark(word) || isPower(word) || cityWords().contains(lower(word));
}

/// Does the turn do what was declared?
bool applies(const std::string& turn, const std::string& word) {
  const std::string text = lower(turn), said = lower(word);
  if (isPower(word))
    return text.starts_with(said + ":");
  if (const auto city = cityWords().find(said); city != cityWords().end())
    return turn.find(city->second) != std::string::npos;
  const std::size_t at = text.find(said), end = at + said.size();
  return at != std::string::npos && (end >= text.size() || text[end] < '0' || text[end] > '9');
}

} // namespace

/// A turn that is spelled out, with the marks and the power that were said before it, if the law has it so; where it
/// does not have all the marks, with the newest.
std::string BoardReferee::withWords(const std::string& turn) const {
  const std::string moved = withSaidPower(turn);
  std::vector<std::string> marks, tried = {moved};
  if (turn.find('@') == std::string::npos)
    std::ranges::copy_if(words_, std::back_inserter(marks), isMark);
  for (const std::string& mark : marks)
    tried.front() += "+" + mark;
  for (auto mark = marks.rbegin(); mark != marks.rend(); ++mark)
    tried.push_back(moved + "+" + *mark);
  for (const std::string& whole : tried)
    if (whole != turn && judged(whole).legal)
      return whole;
  return turn;
}

std::string BoardReferee::withSaidPower(const std::string& turn) const {
  if (turn.find(':') != std::string::npos)
    return turn;
  const auto newest = std::ranges::find_if(words_.rbegin(), words_.rend(), isMovingPower);
  return newest == words_.rend() ? turn : *newest + ":" + turn;
}

rules::TurnAnswer BoardReferee::judgedAsSaid(const std::string& turn) const {
  return copy(match_->position())->play(withSaidPower(turn));
}

std::vector<std::string> BoardReferee::leftOut(const std::string& turn) const {
  std::vector<std::string> left;
  for (const std::string& said : words_)
    if (const std::string word = firstWord(said);
        isDeclaration(word) && !applies(turn, word) && std::ranges::find(left, word) == left.end())
      left.push_back(word);
  return left;
}

std::string BoardReferee::whyLeftOut(const std::string& word, const std::string& turn) const {
  const std::string action = mainAction(turn);
  const bool of_a_city = cityWords().contains(lower(word));
  if (of_a_city && !action.starts_with("attack "))
    return "this turn goes into no city in that way.";
  const std::string whole = of_a_city ? action + " " + word : isMark(word) ? turn + "+" + word : word + ":" + turn;
  if (const std::string objection = sentenceForbidding(whole); !objection.empty())
    return objection;
  const std::string objection = judged(whole).sentenceAgainst();
  return objection.empty() ? "another turn was played." : objection;
}

std::string BoardReferee::sentenceOnLeftOut(const std::vector<std::string>& words, const std::string& turn) const {
  std::string told;
  for (const std::string& word : words)
    told = sentences(
        told, word + (isPower(word) || isMark(word) ? " was not applied and stays available: " : " was not applied: ") +
                  whyLeftOut(word, turn));
  return told;
}

std::string BoardReferee::sentenceOnFallen() const {
  std::string told;
  for (const std::string& word : leftOut(""))
    told = sentences(told, word + " falls with the turn that is refused and stays available; say it again.");
  return told;
}

} // namespace linesman::app
