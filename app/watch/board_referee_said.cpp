#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <sstream>

#include "app/watch/board_referee.h"
#include "app/watch/turn_text.h"
#include "rules/spoken_words.h"
#include "rules/square_board.h"

namespace linesman::app {

using nlohmann::json;

namespace {

std::optional<SaidLift> saidLift(const std::string& say) {
  static const std::map<std::string, std::string> verbs = {
      {"training", "train"}, {"upgrade", "upgrade"}, {"rebuild", "rebuild"}, {"artillery", "artillery"}};
  std::istringstream words(say);
  std::string word;
  words >> word;
  const auto verb = verbs.find(lower(word));
  if (verb == verbs.end())
    return std::nullopt;
  SaidLift lift{verb->second, {}, {}};
  while (words >> word)
    if (const std::vector<std::string> squares = squaresOf(word); squares.size() == 1 && squares.front() == word)
      lift.square = word;
    else if (std::ranges::all_of(word, [](unsigned char c) { return std::isdigit(c) != 0; }))
      lift.number = word;
    else
      return std::nullopt; // spelled out as the law does
  return lift;
}

/// Whether a turn ("train d5", "train d5,done" where another move is open) or a late claim of it is this lift alone.
bool isLift(std::string turn, const SaidLift& lift) {
  if (turn.starts_with("claim "))
    turn.erase(0, 6);
  if (turn.ends_with(",done"))
    turn.erase(turn.size() - 5);
  return turn.starts_with(lift.verb + " ") && turn.find(',') == std::string::npos &&
         (lift.square.empty() || names(turn, lift.square));
}

/// The turn with the number that was said, which the law counts itself: "train d5 2,done".
std::string withNumber(std::string turn, const SaidLift& lift) {
  if (!lift.number.empty() && lift.verb != "artillery")
    turn.insert(std::min(turn.find(','), turn.size()), " " + lift.number);
  return turn;
}

/// "This is number 1, not 3.", where the law corrects what was said (G-28).
std::string numberNotice(const rules::TurnAnswer& answer) {
  const auto notice =
      std::ranges::find_if(answer.notices, [](const std::string& one) { return one.starts_with("This is number "); });
  return notice == answer.notices.end() ? std::string() : *notice;
}

} // namespace

std::vector<std::string> BoardReferee::liftedMen() const {
  const BoardContents contents = contentsOf(setup_.game, match_->position());
  std::vector<std::string> squares;
  for (const std::string& square : touched_)
    if (const SquareMan* man = contents.manOn(square);
        man != nullptr && nameOfSide(man->side) == sideToMove(match_->position()))
      squares.push_back(square);
  return squares;
}

std::string BoardReferee::objectionToLift(const SaidLift& lift) const {
  const std::vector<std::string> men = lift.square.empty() ? liftedMen() : std::vector{lift.square};
  const std::string why = men.size() == 1 ? judged(lift.verb + " " + men.front()).sentenceAgainst() : "";
  return why.empty() ? "No man may do that now." : why;
}

/// Actions that leave the board as it was: the man lifted under the last hand tells where. Whoever has moved already
/// says it late, of a move that he left open.
bool BoardReferee::hearLift(const Claim& claim, std::vector<Event>& events) {
  if (setup_.game != "armada_chess")
    return false;
  std::string say = claim.say;
  if (const std::vector<std::string> squares = squaresOf(say);
      claim.player == asked_lift_.first && squares.size() == 1 && squares.front() == say)
    say = asked_lift_.second + " " + say; // which man, after it was asked
  const auto lift = saidLift(say);
  if (!lift)
    return false;
  const bool late = claim.player != sideToMove(match_->position());
  if (late && isLift(unsaid_lift_, *lift)) { // the table has shown it before it was said
    unsaid_lift_.clear();
    events.push_back(answerTo(claim, true));
    return true;
  }
  std::vector<std::string> fitting;
  for (const std::string& turn : late ? match_->claims() : match_->turns())
    if (isLift(turn, *lift))
      fitting.push_back(turn);
  std::vector<std::string> lifted;
  for (const std::string& turn : fitting)
    for (const std::string& square : touched_)
      if (names(turn, square))
        lifted.push_back(turn);
  const bool another = lifted.empty() && lift->square.empty() && !liftedMen().empty(); // who may not do that
  const std::vector<std::string>& chosen = another || !lifted.empty() ? lifted : fitting;
  const std::string turn = chosen.size() == 1 ? chosen.front() : "";
  const rules::TurnAnswer as_said = turn.empty() ? rules::TurnAnswer() : judged(withNumber(turn, *lift));
  const std::string objection = isForbidden(turn)   ? sentenceForbidding(turn)
                                : !turn.empty()     ? as_said.sentenceAgainst()
                                : chosen.size() > 1 ? "Which man? Lift it, or say its square."
                                : late              ? "It is not " + claim.player + "'s turn."
                                                    : objectionToLift(*lift);
  asked_lift_ = chosen.size() > 1 ? std::pair(claim.player, say) : std::pair<std::string, std::string>();
  events.push_back(answerTo(claim, objection.empty(), objection.empty() ? numberNotice(as_said) : objection));
  if (objection.empty())
    playTurn(turn, 0.95, fitting.size() > 1 ? "another man" : "none", claim.t_s, events);
  return true;
}

namespace {

/// What is being asked of the other player, where the position tells: {"by": "white", "n": 0}.
json questionIn(const json& position) {
  return position.is_object() ? position.value("ceasefire", json::object()).value("asked", json()) : json();
}

/// Who may say such a word: the side to move, or whoever is asked; nobody in particular: empty.
std::string speakerOf(const std::string& word, const rules::BoardMatch& match) {
  const std::string side = sideToMove(match.position());
  if (word == "time")
    return "";
  if (word != "yes" && word != "no")
    return side;
  const std::string by = match.offeredBy();
  return otherPlayer(by.empty() ? side : by);
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
  if (claim.say.starts_with("revive ") && claim.player != side && setup_.game == "armada_chess") {
    hearLateClaim({claim.t_s, claim.player, "claim " + claim.say}, events); // who has moved may set it down still
    return true;
  }
  if (claim.say == "resign" && claim.player != side) {
    hearResignationOutOfTurn(claim, events);
    return true;
  }
  const std::string as_said = spelled(claim.say, position);
  const std::string word = firstWord(as_said);
  const std::string text = claim.player == side && !isTalk(word) ? withWords(as_said) : as_said;
  const rules::TurnAnswer ruling = judged(text);
  if (!isTalk(word)) { // a turn, or words about the one to come
    if (claim.player != side || !ruling.legal)
      return false;
    if (isForbidden(text)) {
      answer(false, sentenceForbidding(text));
      return true;
    }
    if (word == "revive" && !isOwnLife(text, side)) {
      answer(false, "That is for " + otherPlayer(side) + " to say now.");
      return true;
    }
  } else if (const std::string speaker = speakerOf(word, *match_); !ruling.legal) {
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

bool BoardReferee::isOwnLife(const std::string& revival, const std::string& player) const {
  const auto trial = replayed();
  const auto lives = [&] {
    return trial->position().value("revive", json::object()).value(player, json::array()).size();
  };
  const std::size_t before = lives();
  return trial->play(revival).legal && lives() < before;
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
  const std::string objection = !ruling.legal ? ruling.sentence : sentenceForbidding(claim.say);
  answer(objection.empty(), objection);
  if (objection.empty())
    playTurn(claim.say, 1.0, "none", claim.t_s, events);
}

std::string BoardReferee::asTheBookSpells(const std::string& say) const {
  for (const rules::SpokenWord& word : rules::spokenWords(game_->book())) {
    const std::string stem = word.say.substr(0, word.say.find_first_of(" <"));
    const bool whole =
        stem.ends_with("@") || say.size() == stem.size() || (say.size() > stem.size() && say[stem.size()] == ' ');
    if (whole && lower(say.substr(0, stem.size())) == lower(stem))
      return stem + say.substr(stem.size());
  }
  const std::size_t end = std::min(say.find(' '), say.size());
  const std::string first = lower(say.substr(0, end));
  return isTalk(first) || first == "done" || first == "adjust" || first == "start" ? first + say.substr(end) : say;
}

std::vector<Event> BoardReferee::doHear(const Claim& said) {
  std::vector<Event> events;
  const Claim claim{said.t_s, said.player, asTheBookSpells(said.say)};
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
  const std::size_t played = played_.size();
  if (hearLift(claim, events) || (claim.say != "done" && claim.say != "adjust" && hearTalk(claim, events))) {
    if (played_.size() != played) // no picture contradicts what was said
      last_.reset();
    return events;
  }
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
  if (claim.player == side && claim.say != "done" && claim.say != "adjust") {
    words_.push_back(claim.say);
    strange_ = std::min(strange_, 1); // it may tell what was asked about
  }
  answer(true, "");
  return events;
}

bool BoardReferee::doesGoWithTurn(const Claim& said) const {
  const Claim claim{said.t_s, said.player, asTheBookSpells(said.say)};
  return match_ != nullptr && !over_ && claim.player == sideToMove(match_->position()) && claim.say != "done" &&
         claim.say != "adjust" && !isTalk(firstWord(claim.say)) && !saidLift(claim.say) &&
         (squaresOf(claim.say).empty() || claim.say.find('@') != std::string::npos) && objectionTo(claim).empty();
}

bool BoardReferee::bombIsOn() const {
  const std::vector<std::string> fields = rules::fieldsOf(match_->position().get<std::string>());
  const std::string bombs = fields.size() > 2 ? fields[2] : "";
  const std::string own = fields.size() > 1 && fields[1] == "w" ? bombs.substr(0, bombs.find(','))
                                                                : bombs.substr(std::min(bombs.find(','), bombs.size()));
  return own == "on" || own == ",on";
}

std::string BoardReferee::objectionToWord(const Claim& claim, const std::string& spelled_so) const {
  const bool power = isPower(spelled_so);
  if (!power && squaresOf(claim.say).empty())
    return {};
  if (claim.player != sideToMove(match_->position()))
    return "It is not " + claim.player + "'s turn.";
  // With a move of any man of his: that the power is missing is said before it is looked at where he goes. A mark goes
  // with a move that is to come (KD-64).
  const BoardContents contents = contentsOf(setup_.game, match_->position());
  const auto own =
      std::ranges::find_if(contents.men, [&](const auto& man) { return nameOfSide(man.second.side) == claim.player; });
  const std::string from = own == contents.men.end() ? "a1" : own->first;
  const std::string rest = power ? ":" + from + (from == "a2" ? "a1" : "a2") : claim.say.substr(spelled_so.size());
  const rules::TurnAnswer answer = copy(match_->position())->play(spelled_so + rest);
  const std::string clause = answer.clauses.empty() ? "" : answer.clauses.front();
  const bool besides = spelled_so == "Bomb@" && setup_.option("bomb_turn") == "besides" && bombIsOn();
  const bool may_come = answer.legal || besides || (power ? clause != "KD-60" && clause != "KD-62" : clause == "KD-64");
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
