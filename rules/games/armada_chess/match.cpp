#include "rules/games/armada_chess/match.h"

#include <algorithm>

#include "rules/games/armada_chess/narrate.h"

namespace linesman::rules::armada_chess {

namespace {

/// The clauses at work, those that any move shows last.
std::vector<int> ordered(const ClauseSet& set) {
  std::vector<int> first, last;
  for (int number = 1; number <= clause_count; ++number) {
    if (set.contains(number))
      (number == 16 || number == 17 ? last : first).push_back(number);
  }
  first.insert(first.end(), last.begin(), last.end());
  return first;
}

std::string endSentence(const Over& over) {
  if (over.winner == Winner::draw)
    return " The game ends in a draw.";
  const bool white = over.winner == Winner::white;
  std::string how = over.clauses.contains(138)   ? "every enemy city is taken or gone"
                    : over.clauses.contains(139) ? "no enemy force is left"
                    : over.clauses.contains(141) ? "King took King"
                    : over.clauses.contains(128) ? "the opponent cannot move"
                    : over.clauses.contains(144) ? "time is up and the cities count more"
                    : over.clauses.contains(143) ? "the opponent's time is used up"
                                                 : "the opponent gave up";
  return std::string(white ? " White" : " Black") + " wins: " + how + ".";
}

/// Is the King of `side` under attack, should the other side be to move?
bool kingAttacked(const Law& law, const Position& position, Side side) {
  Position view = position;
  view.side = otherSide(side);
  std::vector<Action> all;
  Generator(law, view, SlotRule{}, all).actions();
  return std::any_of(all.begin(), all.end(),
                     [&](const Action& action) { return action.capture && position.at(action.to).kind == Kind::king; });
}

} // namespace

Match::Match(const Board& board, const Options& options, const Position& start)
    : board_(&board), options_(options), position_(start), turn_start_(start) {}

Answer Match::refused(std::initializer_list<int> clauses, const std::string& sentence) const {
  Answer answer;
  answer.clauses.assign(clauses);
  answer.sentence = sentence;
  return answer;
}

Answer Match::granted(std::initializer_list<int> clauses, const std::string& sentence) const {
  Answer answer = refused(clauses, sentence);
  answer.legal = true;
  return answer;
}

Answer Match::play(const std::string& text) {
  if (over_.over)
    return refused({138, 139, 140, 141, 142, 143}, "The game is over; nothing more can be played.");
  const std::vector<std::string> words = splitText(text, ' ');
  const Step before{position_, over_, unfinished_, words_, set_down_, turn_start_};
  bool understood = false;
  Answer answer = talk(words, understood);
  if (!understood) {
    const bool alone = text.find(',') == std::string::npos;
    if (words[0] == "claim")
      answer = playClaim(text.substr(std::min<std::size_t>(6, text.size())));
    else if (words[0] == "revive" && alone)
      answer = playRevival(text);
    else
      answer = playTurn(text);
  }
  if (!answer.legal) {
    position_ = before.before;
    unfinished_ = before.unfinished;
    words_ = before.words;
    set_down_ = before.set_down;
    turn_start_ = before.turn_start;
    return answer;
  }
  if (over_.over) {
    answer.over = over_;
    answer.sentence += endSentence(over_);
  }
  remember(text, before);
  return answer;
}

void Match::remember(const std::string& text, Step step) {
  journal_.push_back(text);
  steps_.push_back(std::move(step));
}

bool Match::undo() {
  if (steps_.empty())
    return false;
  Step& last = steps_.back();
  position_ = last.before;
  over_ = last.over;
  unfinished_ = last.unfinished;
  words_ = last.words;
  set_down_ = last.set_down;
  turn_start_ = last.turn_start;
  steps_.pop_back();
  journal_.pop_back();
  return true;
}

/// One action text at the open slot. False, with the reason in `answer`, when it is not legal there.
bool Match::runWord(Turn& turn, const std::string& word, ClauseSet& trace, Answer& answer) {
  const Law law{*board_, options_};
  const auto request = readRequest(law, word);
  if (!request) {
    answer.sentence = request.error().sentence;
    return false;
  }
  const bool revival = request->action.type == ActionType::revive;
  std::vector<Action> legal;
  if (revival)
    turn.revivals(legal);
  else
    turn.actions(legal);
  const auto meant = findMeant(legal, *request);
  if (!meant) {
    const Objection objection = explain(law, turn, *request);
    answer.clauses = objection.clauses;
    answer.sentence = objection.found() ? objection.sentence : "\"" + word + "\" is not possible here.";
    answer.highlights = objection.highlights;
    for (const Action& action : legal) {
      if (action.from != no_field && action.from == request->action.from)
        answer.instead.push_back(textOf(law, turn.position(), action));
    }
    return false;
  }
  if (request->announced) {
    const Piece& piece = turn.position().at(meant->from);
    const int count = meant->type == ActionType::train ? piece.training + 1
                      : meant->type == ActionType::upgrade
                          ? piece.upgrade + 1
                          : turn.position().cities[board_->fields[meant->from].city].rebuild + 1;
    if (*request->announced != count) {
      const std::string right =
          "This is number " + std::to_string(count) + ", not " + std::to_string(*request->announced) + ".";
      if (options_.announce == choice::announce_strict) {
        answer.clauses = {meant->type == ActionType::train ? 47 : meant->type == ActionType::upgrade ? 54 : 117};
        answer.sentence = right + " Wrong numbers are not corrected (announce=strict).";
        return false;
      }
      answer.notices.push_back(right);
    }
  }
  const Position before = turn.position();
  if (revival)
    turn.revive(*meant, &trace);
  else
    turn.act(*meant, &trace);
  answer.sentence += (answer.sentence.empty() ? "" : " ") + narrate(law, before, *meant, turn.position());
  return true;
}

Answer Match::runWords(Turn& turn, const std::vector<std::string>& words, ClauseSet& trace,
                       std::optional<Turn>& open_at_done) {
  Answer answer;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool nothing = words.size() == 1 && words[i].empty();
    if (words[i] == "pass" && turn.hasActed())
      return refused({18, 16}, "Passing is no action; a move that is open and not wanted is left with \"done\".");
    if (nothing || words[i] == "pass" || (words[i] == "done" && !turn.hasActed()))
      return refused({18, 16}, "Passing is not allowed; a turn needs an action.");
    if (words[i].empty())
      return refused({16}, "A comma joins two actions; one of them is missing.");
    if (words[i] != "done") {
      if (!runWord(turn, words[i], trace, answer))
        return answer;
      continue;
    }
    if (turn.isClosed() || i + 1 != words.size())
      return refused(
          {23, 16},
          "\"done\" leaves an open move unused and ends the turn; there is none to leave, or something follows it.");
    open_at_done = turn;
    turn.finish(&trace);
  }
  if (!turn.hasActed())
    return refused({16, 57}, "A second life does not use the move; an action must follow it.");
  if (!turn.isClosed()) {
    const bool extra = turn.slot() == Slot::extra;
    const bool exits = turn.slot() == Slot::exits;
    return refused({23, extra   ? 107
                        : exits ? 94
                                : 69},
                   std::string(extra   ? "The extra move"
                               : exits ? "A further exit"
                                       : "The second Intelligence move") +
                       " is open: play it, or end the turn with \",done\".");
  }
  answer.legal = true;
  return answer;
}

Answer Match::concluded(Turn& turn, ClauseSet trace, Answer answer) {
  const Position before = position_;
  turn.commit(&trace);
  over_ = turn.over();
  answer.legal = true;
  answer.clauses = ordered(trace);
  position_ = turn.position();
  answer.changes = counterChanges(law(), before, position_);
  addNotices(answer, before);
  return answer;
}

std::optional<Match::Allowed> Match::allowed(Field from, Field to) const {
  const Piece &piece = position_.at(from), &there = position_.at(to);
  if (from == to || !piece.present() || (there.present() && there.side == piece.side))
    return std::nullopt;
  Position start = position_;
  start.side = piece.side;
  Turn turn(law(), start);
  turn.act({.type = ActionType::travel, .from = from, .to = to, .capture = there.present()}, nullptr);
  if (!turn.isClosed())
    turn.finish(nullptr);
  turn.commit(nullptr);
  return Allowed{turn.position(), turn.over()};
}

Answer Match::playTurn(const std::string& text) {
  Turn turn(law(), position_);
  ClauseSet trace;
  std::optional<Turn> open;
  const std::vector<std::string> words = splitText(text, ',');
  Answer answer = runWords(turn, words, trace, open);
  if (!answer.legal)
    return answer;
  const Position start = position_;
  answer = concluded(turn, trace, std::move(answer));
  if (unfinished_ && options_.hints != choice::hints_off && !over_.over)
    answer.notices.push_back(std::string(titleOf(otherSide(start.side))) +
                             "'s unused move has lapsed (a sleeping General).");
  for (const Side side : {Side::white, Side::black}) {
    const Revivals &was = start.revivals[indexOf(side)], &is = position_.revivals[indexOf(side)];
    const bool lapsed = side != start.side && was.count > is.count;
    if (lapsed && options_.hints != choice::hints_off)
      answer.notices.push_back(std::string(titleOf(side)) + "'s second life has lapsed (a sleeping General).");
  }
  turn_start_ = start;
  words_ = words;
  set_down_.clear();
  unfinished_ = options_.claim_window == choice::claim_window_opponent_finished ? open : std::nullopt;
  if (options_.hints == choice::hints_always) {
    for (const std::string& right : openRights())
      answer.notices.push_back(right);
  }
  testRepetition(answer);
  return answer;
}

/// Nobody is reminded of these unless the players chose hints (AC-136).
std::vector<std::string> Match::openRights() const {
  std::vector<std::string> rights;
  const Side mover = otherSide(position_.side);
  if (unfinished_)
    rights.push_back(std::string(titleOf(mover)) + " has left a move unused and may still claim it.");
  for (const Side side : {Side::white, Side::black}) {
    if (position_.revivals[indexOf(side)].count > 0 && hasFreeResource(law(), position_, side))
      rights.push_back(std::string(titleOf(side)) + " may set a knocked-out piece on an own R.");
  }
  return rights;
}

void Match::addNotices(Answer& answer, const Position&) {
  if (options_.check != choice::check_warn || over_.over)
    return;
  for (const Side side : {Side::white, Side::black}) {
    if (kingAttacked(law(), position_, side))
      answer.notices.push_back(std::string(titleOf(side)) + "'s King stands attacked.");
  }
}

/// Third time the same position with the same side to move (switch `repetition_draw`).
void Match::testRepetition(Answer& answer) {
  if (options_.repetition_draw != choice::repetition_draw_three || over_.over)
    return;
  const auto same = [&](Position one) {
    one.clock_s = position_.clock_s;
    for (std::size_t i = 0; i < one.pieces.size(); ++i)
      one.pieces[i].start = position_.pieces[i].start;
    return one == position_;
  };
  const auto times = std::count_if(steps_.begin(), steps_.end(), [&](const Step& step) { return same(step.before); });
  if (times < 2)
    return;
  over_ = {true, Winner::draw, {15}};
  answer.clauses.push_back(15);
}

/// "revive R d1" by itself: the side to move stays.
Answer Match::playRevival(const std::string& text) {
  const Law here = law();
  const auto request = readRequest(here, text);
  if (!request)
    return refused({}, request.error().sentence);
  const auto waits = [&](Side side) {
    const Revivals& open = position_.revivals[indexOf(side)];
    return std::any_of(open.entries.begin(), open.entries.begin() + open.count,
                       [&](const Revival& entry) { return entry.kind == request->action.kind; });
  };
  // Whose second life? The one that waits; where both have one, the R field tells.
  const Side other = otherSide(position_.side);
  const bool others = waits(other) && (!waits(position_.side) || isResourceOf(here, request->action.to, other));
  return setDown(others ? other : position_.side, *request);
}

Answer Match::setDown(Side owner, const Request& request) {
  const Law here = law();
  Position view = position_;
  view.side = owner;
  std::vector<Action> legal;
  Generator::revivals(here, view, owner, legal);
  const auto meant = findMeant(legal, request);
  if (!meant) {
    const Objection objection = explain(here, Turn(here, view), request);
    Answer answer =
        refused({}, objection.found() ? objection.sentence : "This piece cannot begin a second life there.");
    answer.clauses = objection.found() ? objection.clauses : std::vector<int>{57};
    answer.highlights = objection.highlights;
    return answer;
  }
  ClauseSet trace;
  const Position before = position_;
  applyRevival(here, position_, owner, *meant, &trace);
  Answer answer = granted({}, narrate(here, before, *meant, position_));
  answer.clauses = ordered(trace);
  answer.changes = counterChanges(here, before, position_);
  set_down_.push_back({owner, *meant});
  if (unfinished_) // what was left open is so behind it too
    unfinished_->setDown(owner, *meant);
  return answer;
}

} // namespace linesman::rules::armada_chess
