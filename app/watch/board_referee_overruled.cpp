#include <algorithm>

#include "app/watch/board_referee.h"
#include "app/watch/turn_text.h"
#include "models/sentences.h"

namespace linesman::app {

using nlohmann::json;

Result<void> BoardReferee::doMayOverrule(const Overruling& overruling) const {
  const json& verdict = overruling.verdict;
  if (match_ == nullptr || !verdict.contains("position_before") || !verdict.contains("turn"))
    return fail("That verdict cannot be overruled: the position that it was given in is not known.");
  if (!decided(overruling))
    return fail("Verdict " + std::to_string(overruling.of) +
                " cannot be carried out as decided; set the position up "
                "and begin from there.");
  return {};
}

/// What stands when the decision is carried out, and the end of the game where a move against the law brings it;
/// nothing where the game does not know such a position.
std::optional<rules::AllowedMove> BoardReferee::decided(const Overruling& overruling) const {
  const json& verdict = overruling.verdict;
  const json before = verdict.at("position_before");
  if (verdict.value("ruling", "") == "legal")
    return rules::AllowedMove{before, std::nullopt};
  const std::string turn = verdict.at("turn").get<std::string>();
  const auto trial = copy(before);
  if (trial && trial->play(turn).legal) // it was forbidden by people, not by the law
    return rules::AllowedMove{trial->position(), std::nullopt};
  const auto played = replayed(); // an answer or a claim is one to what went before it
  if (played && played->position() == before && played->play(turn).legal)
    return rules::AllowedMove{played->position(), std::nullopt};
  const std::vector<std::string> squares = squaresOf(turn);
  if (trial == nullptr || squares.size() < 2)
    return std::nullopt;
  auto allowed = trial->allowed(squares[0], squares[1]);
  const auto known = allowed ? copy(allowed->position) : nullptr;
  if (!known)
    return std::nullopt;
  allowed->position = known->position();
  return allowed;
}

std::vector<Event> BoardReferee::doOverrule(const Overruling& overruling) {
  const json& verdict = overruling.verdict;
  const bool allow = verdict.value("ruling", "") != "legal";
  const std::string turn = verdict.value("turn", "");
  const json position = match_->position();
  const std::string side = over_ ? "" : sideToMove(position);
  const auto wanted = decided(overruling);
  if (!wanted)
    return {};
  const bool stands = allow ? refused_turn_ == turn : true; // the men lie as they were carried
  const std::size_t fallen = played_.size();
  std::optional<rules::GameOver> over;
  if (allow) {
    over = allowTurn(overruling, *wanted);
  } else {
    rewindTo(wanted->position, turn, overruling.since);
    forbidden_[turn_].insert(turn);
  }
  words_.clear();
  unsaid_lift_.clear();
  asked_lift_ = {};
  touched_.clear();
  last_.reset();
  recheck_ = false;

  std::vector<Event> events;
  json body = verdict;
  for (const char* key : {"position_before", "position_after", "instead", "withheld"})
    body.erase(key);
  std::string sentence =
      overruling.who + " decides that " + turn + " is " + (allow ? "allowed: " : "not allowed: ") + overruling.why;
  if (!allow && fallen > played_.size() + 1)
    sentence = sentences(ended(std::move(sentence)), "What was played since then falls as well.");
  body.update({{"ruling", allow ? "legal" : "illegal"},
               {"overrules", overruling.of},
               {"decided_by", overruling.who},
               {"highlights", json::array()},
               {"sentence", std::move(sentence)},
               {"position_after", match_->position()}});
  events.push_back({"verdict", overruling.t_s, std::move(body)});
  for (json& counter : countersBetween(setup_.game, position, match_->position()))
    events.push_back({"counter", overruling.t_s, std::move(counter)});
  if (over)
    endGame(*over, overruling.t_s, events);
  else
    noteTurnsChange(side, overruling.t_s, events);

  const BoardContents old = contentsOf(setup_.game, position);
  const BoardContents now = contentsOf(setup_.game, match_->position());
  const std::set<std::string> changed = differing(old, now);
  const bool shown = allow && stands;
  if (!changed.empty() && !shown)
    askBack(changed, overruling.t_s, events, "Put the men where they are shown.");
  evidence_.forget(changed); // their looks belong to what stood there before
  if (shown)
    evidence_.accept(old, now);
  if (signs_)
    std::ranges::move(signs_->decided(old, now, match_->position(), overruling.t_s), std::back_inserter(events));
  if (!allow && !squaresOf(turn).empty())
    refused_turn_ = turn;
  setting_up_ = !changed.empty() && !shown;
  return events;
}

std::optional<rules::GameOver> BoardReferee::allowTurn(const Overruling& overruling, const rules::AllowedMove& wanted) {
  const json& verdict = overruling.verdict;
  const std::string turn = verdict.at("turn").get<std::string>();
  const std::string actor = verdict.value("actor", "");
  rewindTo(verdict.at("position_before"), {}, overruling.since);
  if (const auto here = forbidden_.find(turn_);
      here != forbidden_.end() && here->second.erase(turn) > 0 && here->second.empty())
    forbidden_.erase(here);
  if (turn == "resign" && actor != sideToMove(match_->position()))
    return resignationOf(actor);
  const std::string side = sideToMove(match_->position());
  const rules::TurnAnswer answer = match_->play(turn);
  if (answer.legal) {
    notePlayed(turn, side, answer);
    notices_ = answer.notices;
    return answer.over;
  }
  rebase(wanted.position);                                         // also where the game had stood so before
  if (played_.empty() && sideToMove(match_->position()) != side) { // the game goes on from there: a turn was over
    ++earlier_;
    ++turn_;
  }
  return wanted.over;
}

} // namespace linesman::app
