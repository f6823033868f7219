// What the side that moved last may still claim, until the other has finished (AC-74, AC-135, AC-137).
#include <algorithm>

#include "rules/games/armada_chess/match.h"
#include "rules/games/armada_chess/narrate.h"

namespace linesman::rules::armada_chess {

std::vector<std::string> Match::claims() const {
  if (over_.over || options_.claim_window == choice::claim_window_own_signal)
    return {};
  std::vector<std::string> found;
  if (unfinished_)
    forEachContinuation(law(), *unfinished_,
                        [&](const std::string& text, const Turn&) { found.push_back("claim " + text); });
  for (const auto& more : {latePromotions(), lateRevivals()})
    found.insert(found.end(), more.begin(), more.end());
  return found;
}

std::vector<std::string> Match::latePromotions() const {
  std::vector<std::string> played = words_;
  if (!played.empty() && played.back() == "done")
    played.pop_back();
  std::vector<std::string> found;
  if (played.empty())
    return found;
  forEachTurn(law(), turn_start_, [&](const std::string& text, const Turn&) {
    const std::vector<std::string> words = splitText(text, ',');
    if (words.size() != words_.size())
      return;
    const auto differs = std::mismatch(played.begin(), played.end(), words.begin());
    if (differs.first == played.end())
      return;
    const std::string &mine = *differs.first, &other = *differs.second;
    const bool promoted = mine.find('=') == std::string::npos && other.starts_with(mine + "=") &&
                          std::equal(differs.first + 1, played.end(), differs.second + 1);
    if (promoted)
      found.push_back("claim promote " + mine.substr(mine.find_last_not_of("0123456789")) + other.substr(mine.size()));
  });
  return found;
}

std::vector<std::string> Match::lateRevivals() const {
  const Side owner = otherSide(position_.side);
  std::vector<Action> lives;
  Generator::revivals(law(), position_, owner, lives);
  std::vector<std::string> found;
  for (const Action& life : lives)
    found.push_back("claim " + textOf(law(), position_, life));
  return found;
}

/// "claim e5xh8": the unused move of the last turn, before the opponent has finished his (AC-135).
Answer Match::playClaim(const std::string& text) {
  const Law here = law();
  const auto request = readRequest(here, text);
  if (request && request->action.type == ActionType::promote)
    return claimPromotion(*request);
  if (request && request->action.type == ActionType::revive)
    return setDown(otherSide(position_.side), *request);
  if (!unfinished_)
    return refused({135, 23},
                   "There is no unused move to claim; what was not claimed before the opponent finished has lapsed.");
  Turn turn = *unfinished_;
  ClauseSet trace;
  std::optional<Turn> open;
  const std::vector<std::string> words = splitText(text, ',');
  Answer answer = runWords(turn, words, trace, open);
  if (!answer.legal)
    return answer;
  trace.add({135, 137});
  answer = concluded(turn, trace, std::move(answer));
  if (words_.back() == "done")
    words_.pop_back();
  words_.insert(words_.end(), words.begin(), words.end());
  unfinished_ = open;
  return answer;
}

/// "claim promote d10=R": the pawn that arrived in the last turn (AC-74, AC-137).
Answer Match::claimPromotion(const Request& request) {
  const Side owner = otherSide(position_.side);
  const std::string field = board_->nameOf(request.action.from);
  if (options_.claim_window == choice::claim_window_own_signal || words_.empty())
    return refused({75, 135}, "No promotion is open; it was to be claimed before the turn was signalled.");
  std::vector<std::string> words = words_;
  bool arrived = false;
  for (std::string& word : words) {
    if (!word.ends_with(field) || word.find('=') != std::string::npos || word.find(' ') != std::string::npos)
      continue;
    word += "=" + std::string(1, letterOf(request.action.kind));
    if (request.bands && isTrained(*request.bands))
      word += "+low";
    if (request.bands && isHigh(*request.bands))
      word += "+high";
    arrived = true;
  }
  if (!arrived || turn_start_.side != owner)
    return refused({75, 135}, "No pawn of " + std::string(titleOf(owner)) + " arrived on " + field +
                                  " in the last turn; the right has lapsed.");
  Turn turn(law(), turn_start_);
  ClauseSet trace;
  std::optional<Turn> open;
  Answer answer = runWords(turn, words, trace, open);
  if (!answer.legal)
    return answer;
  for (const SetDown& one : set_down_) {
    turn.setDown(one.owner, one.life);
    if (open)
      open->setDown(one.owner, one.life);
  }
  trace.add({135, 137});
  answer = concluded(turn, trace, std::move(answer));
  words_ = words;
  unfinished_ = open;
  return answer;
}

} // namespace linesman::rules::armada_chess
