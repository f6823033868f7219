#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "app/watch/board_referee.h"
#include "app/watch/turn_text.h"
#include "rules/spoken_words.h"

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
    const bool known = unsaid_lift_.starts_with(verb->second);
    if (known)
      unsaid_lift_.clear();
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

namespace {

/// What is being asked of the other player, where the position tells: {"by": "white", "n": 0}.
json questionIn(const json& position) {
  return position.is_object() ? position.value("ceasefire", json::object()).value("asked", json()) : json();
}

/// Who may say such a word: the side to move, or whoever is asked; nobody in particular: empty.
std::string speakerOf(const std::string& word, const json& position) {
  const std::string side = sideToMove(position);
  if (word == "time")
    return "";
  if (word != "yes" && word != "no")
    return side;
  const json asked = questionIn(position);
  return otherPlayer(asked.is_object() ? asked.value("by", side) : side);
}

/// As the law spells it.
std::string spelled(const std::string& say, const json& position) {
  if (say == "cease-fire?")
    return "ceasefire?";
  if (say == "claim")
    return "claim draw";
  const json asked = questionIn(position);
  const bool draw = asked.is_object() && asked.value("n", 0) < 0;
  return draw && say.starts_with("yes ") ? "yes" : say; // the button adds a number of moves
}

} // namespace

/// Talk that the law itself judges, with all that went before it, and turns spelled out. Answers are given by the one
/// who was asked, everything else is said by the side to move; anybody may resign or say that the time is over.
bool BoardReferee::hearTalk(const Claim& claim, std::vector<Event>& events) {
  const auto answer = [&](bool accepted, const std::string& sentence = "") {
    events.push_back(answerTo(claim, accepted, sentence));
  };
  const json position = match_->position();
  const std::string side = sideToMove(position);
  if (claim.say.starts_with("claim") && setup_.game == "armada_chess") {
    hearLateClaim(claim, events);
    return true;
  }
  if (claim.say == "resign" && claim.player != side) {
    hearResignationOutOfTurn(claim, events);
    return true;
  }
  const std::string text = spelled(claim.say, position);
  const std::string word = text.substr(0, text.find(' '));
  const rules::TurnAnswer ruling = judged(text);
  if (!isTalk(word)) { // a turn, or words about the one to come
    if (claim.player != side || !ruling.legal)
      return false;
    if (text == forbidden_) {
      answer(false, forbiddenSentence());
      return true;
    }
  } else if (const std::string speaker = speakerOf(word, position); !ruling.legal) {
    answer(false, ruling.sentence);
    return true;
  } else if (!speaker.empty() && claim.player != speaker) {
    answer(false, "That is for " + speaker + " to say now.");
    return true;
  }
  answer(true);
  playTurn(text, 1.0, "none", claim.t_s, events, claim.player);
  return true;
}

/// The law knows it of the side to move only.
void BoardReferee::hearResignationOutOfTurn(const Claim& claim, std::vector<Event>& events) {
  const rules::GameOver over = resignationOf(claim.player);
  events.push_back(answerTo(claim, true));
  events.push_back(
      {"verdict",
       claim.t_s,
       {{"ruling", "legal"},
        {"clauses", over.clauses},
        {"sentence", (claim.player == "white" ? std::string("White") : std::string("Black")) + " resigns."},
        {"action", "resign"},
        {"turn", claim.say},
        {"actor", claim.player},
        {"highlights", json::array()},
        {"position_before", match_->position()}}});
  endGame(over, claim.t_s, events);
}

rules::GameOver BoardReferee::resignationOf(const std::string& player) const {
  static const std::map<std::string, const char*> clauses = {
      {"king_down", "KD-48"}, {"invasion", "IN-55"}, {"armada_chess", "AC-140"}};
  return {otherPlayer(player), {clauses.at(setup_.game)}};
}

void BoardReferee::hearLateClaim(const Claim& claim, std::vector<Event>& events) {
  const auto answer = [&](bool accepted, const std::string& sentence = "") {
    events.push_back(answerTo(claim, accepted, sentence));
  };
  if (claim.player == sideToMove(match_->position())) {
    answer(false, "Nothing need be claimed in one's own turn; make the move.");
    return;
  }
  if (claim.say == "claim") { // the board shows what, or has shown it
    const bool shown = !played_.empty() && isLateClaim(played_.back());
    const bool open = shown || !match_->claims().empty();
    answer(open, open ? "" : judged(claim.say).sentence);
    return;
  }
  const rules::TurnAnswer ruling = judged(claim.say);
  answer(ruling.legal, ruling.legal ? "" : ruling.sentence);
  if (ruling.legal)
    playTurn(claim.say, 1.0, "none", claim.t_s, events);
}

std::vector<Event> BoardReferee::doHear(const Claim& claim) {
  std::vector<Event> events;
  const auto answer = [&](bool accepted, const std::string& sentence) {
    events.push_back(answerTo(claim, accepted, sentence));
  };
  if (set_up_ && match_ == nullptr && set_up_->hear(claim, events))
    return events;
  if (match_ == nullptr && !set_up_ && claim.say == "start") { // with the next look
    start_is_right_ = true;
    answer(true, "");
    return events;
  }
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
  if (claim.say != "done" && claim.say != "adjust" && hearTalk(claim, events))
    return events;
  if (offered_.contains(claim.say)) { // what was asked about is answered, whoever says it: it is ruled on
    answer(true, "");
    strange_ = 0;
    offered_.clear();
    judgeIllegal(claim.say, 1.0, "none", claim.t_s, events);
    return events;
  }
  if (const std::string objection = objectionTo(claim); !objection.empty()) {
    answer(false, objection);
    return events;
  }
  if (claim.player == side && claim.say != "done" && claim.say != "adjust")
    words_.push_back(claim.say);
  answer(true, "");
  return events;
}

namespace {

/// King Down's powers that another move is written with: "Strike:d2d6".
bool isMovingPower(const std::string& word) {
  static const std::set<std::string> powers = {"strike", "flight", "march", "leap"};
  return powers.contains(lower(word));
}
bool isPower(const std::string& word) {
  return isMovingPower(word) || lower(word) == "haste" || lower(word) == "sacrifice";
}

} // namespace

rules::TurnAnswer BoardReferee::judgedAsSaid(const std::string& turn) const {
  std::string power;
  for (const rules::SpokenWord& word : rules::spokenWords(game_->book()))
    for (const std::string& said : words_)
      if (isMovingPower(said) && lower(said) == lower(word.say))
        power = word.say + ":";
  return copy(match_->position())->play(power + turn);
}

std::string BoardReferee::objectionToWord(const Claim& claim, const std::string& spelled_so) const {
  const bool power = isPower(spelled_so);
  if (!power && squaresOf(claim.say).empty())
    return {};
  if (claim.player != sideToMove(match_->position()))
    return "It is not " + claim.player + "'s turn.";
  // With any squares: what is missing is said before they are looked at. A mark goes with a move that is to come
  // (KD-64).
  const std::string rest = power ? ":a1a2" : claim.say.substr(spelled_so.size());
  const rules::TurnAnswer answer = copy(match_->position())->play(spelled_so + rest);
  const std::string clause = answer.clauses.empty() ? "" : answer.clauses.front();
  const bool may_come = answer.legal || (power ? clause != "KD-60" && clause != "KD-62" : clause == "KD-64");
  return may_come ? std::string() : answer.sentence;
}

/// Why something that is no turn of now and no talk cannot be heard; empty for the game's own words.
std::string BoardReferee::objectionTo(const Claim& claim) const {
  const auto stem = [](const std::string& say) { // "training" of "training 2", "freeze@" of "Freeze@e4"
    const std::size_t end = std::min(say.find(' '), say.find('@'));
    return lower(say.substr(0, end == std::string::npos || say[end] == ' ' ? end : end + 1));
  };
  std::string all;
  for (const rules::SpokenWord& word : rules::spokenWords(game_->book())) {
    if (stem(claim.say) == stem(word.say))
      return objectionToWord(claim, word.say.substr(0, word.say.find('<')));
    all += (all.empty() ? "" : ", ") + word.say;
  }
  if (squaresOf(claim.say).empty())
    return "\"" + claim.say + "\" is not understood; say a turn, or one of: " + all + ".";
  return claim.player == sideToMove(match_->position()) ? judged(claim.say).sentence
                                                        : "It is not " + claim.player + "'s turn.";
}

} // namespace linesman::app
