#include <algorithm>

#include "app/watch/board_referee.h"
#include "app/watch/turn_text.h"

namespace linesman::app {

using nlohmann::json;

/// Actions that leave the board as it was: the man lifted under the last hand tells where.
bool BoardReferee::hearLift(const Claim& claim, std::vector<Event>& events) {
  static const std::vector<std::pair<std::string, std::string>> verbs = {
      {"training", "train "}, {"upgrade", "upgrade "}, {"rebuild", "rebuild "}, {"artillery", "artillery "}};
  const std::string word = lower(claim.say.substr(0, claim.say.find(' ')));
  const auto verb = std::find_if(verbs.begin(), verbs.end(), [&](const auto& v) { return v.first == word; });
  if (setup_.game != "armada_chess" || verb == verbs.end())
    return false;
  if (claim.player != sideToMove(match_->position())) { // the table may have shown it before it was said
    const bool known = !played_.empty() && played_.back().rfind(verb->second, 0) == 0;
    events.push_back(answerTo(claim, known, known ? "" : "It is not " + claim.player + "'s turn."));
    return true;
  }
  std::vector<std::string> fitting;
  for (const std::string& turn : match_->turns())
    if (turn.rfind(verb->second, 0) == 0 && turn.find(',') == std::string::npos)
      fitting.push_back(turn);
  std::vector<std::string> lifted;
  for (const std::string& turn : fitting)
    for (const std::string& square : touched_)
      if (names(turn, square))
        lifted.push_back(turn);
  const std::vector<std::string>& chosen = lifted.empty() ? fitting : lifted;
  const bool clear = chosen.size() == 1;
  const char* const question = chosen.empty() ? "No man may do that now." : "Which man? Lift it, or say its square.";
  events.push_back(answerTo(claim, clear, clear ? "" : question));
  if (clear)
    playTurn(chosen.front(), 0.95, fitting.size() > 1 ? "another man" : "none", claim.t_s, events);
  return true;
}

/// Talk that the law itself judges (cease-fire, draw, resign), and turns spelled out.
bool BoardReferee::hearTalk(const Claim& claim, std::vector<Event>& events) {
  std::string text = claim.say;
  if (text == "cease-fire?")
    text = "ceasefire?";
  const auto trial = copy(match_->position());
  if (!trial || !trial->play(text).legal)
    return false;
  events.push_back(answerTo(claim, true));
  playTurn(text, 1.0, "none", claim.t_s, events);
  return true;
}

std::vector<Event> BoardReferee::doHear(const Claim& claim) {
  std::vector<Event> events;
  const auto answer = [&](bool accepted, const std::string& sentence) {
    events.push_back(answerTo(claim, accepted, sentence));
  };
  if (set_up_ && match_ == nullptr && set_up_->hear(claim, events))
    return events;
  if (match_ == nullptr || over_) {
    answer(false, over_ ? "The game is over." : "The start has not been seen yet.");
    return events;
  }
  const std::string side = sideToMove(match_->position());
  if (claim.player != "white" && claim.player != "black") {
    answer(false, "There is no player " + claim.player + " in this game.");
    return events;
  }
  if (hearLift(claim, events))
    return events;
  if (claim.say != "done" && claim.say != "adjust" && claim.player == side && hearTalk(claim, events))
    return events;
  if (claim.say == "resign") {
    answer(true, "");
    over_ = true;
    events.push_back({"over",
                      claim.t_s,
                      {{"winner", claim.player == "white" ? "black" : "white"}, {"clauses", json::array({"KD-48"})}}});
    return events;
  }
  if (claim.player == side && claim.say != "done" && claim.say != "adjust")
    words_.push_back(claim.say);
  answer(true, "");
  return events;
}

} // namespace linesman::app
