#include "app/watch/board_referee.h"

#include <algorithm>
#include <cmath>

#include "app/watch/describe.h"

namespace linesman::app {

using nlohmann::json;

namespace {

constexpr int patient_boards = 2;     // settled boards before something inexplicable is spoken of
constexpr double token_penalty = 8.0; // an ordinary turn is preferred to one that spends a token
constexpr double told_bonus = 8.0;
constexpr double some_turn_log = -2.0;   // that a given turn was played between two looks
constexpr double second_turn_log = -3.0; // that another one followed behind the same hand
constexpr double illegal_log = -8.0;     // that one man was carried where he may not go
constexpr double others_log = -3.0;      // ... and he is the opponent's
constexpr double sure = 0.8;             // an explanation less probable than this is asked about
constexpr double sure_of_kind = 0.6;     // the same among explanations that differ in the kinds of men only
constexpr double array_log = -8.5;       // that a given drawn array was drawn, and not the orthodox one placed
constexpr const char* orthodox = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w none:0,none:0 - - - - -";

bool names(const std::string& turn, const std::string& square) {
  for (std::size_t at = turn.find(square); at != std::string::npos; at = turn.find(square, at + 1)) {
    const std::size_t end = at + square.size();
    const bool longer_rank = end < turn.size() && turn[end] >= '0' && turn[end] <= '9';
    if (!longer_rank)
      return true;
  }
  return false;
}

/// May a turn have changed one of the squares? A bomb or a power ("Bomb@c8") changes others than those that its text
/// names.
bool mayChange(const std::string& turn, const std::set<std::string>& squares) {
  return turn.find('@') != std::string::npos ||
         std::any_of(squares.begin(), squares.end(), [&](const std::string& s) { return names(turn, s); });
}

/// The squares a turn text names, in order.
std::vector<std::string> squaresOf(const std::string& turn) {
  std::vector<std::string> squares;
  for (std::size_t i = 0; i + 1 < turn.size(); ++i) {
    if (turn[i] < 'a' || turn[i] > 'j' || turn[i + 1] < '1' || turn[i + 1] > '9')
      continue;
    if (i > 0 && turn[i - 1] >= 'a' && turn[i - 1] <= 'z' && turn[i - 1] != 'x')
      continue; // inside a word
    std::string square = turn.substr(i, 2);
    if (turn.compare(i + 1, 2, "10") == 0)
      square = turn.substr(i, 3);
    squares.push_back(square);
  }
  return squares;
}

bool captures(const std::string& turn) {
  for (std::size_t i = 1; i + 1 < turn.size(); ++i)
    if ((turn[i] == 'x' || turn[i] == '*') && turn[i - 1] >= '0' && turn[i - 1] <= '9')
      return true;
  return false;
}

/// Kind for which the readings of both first rows of a file speak most (drawn arrays are the same for both sides), and
/// by how much more than for `usual`.
std::pair<std::string, double> officerOf(const std::map<std::string, SquareLook>& looks, char file, int rows,
                                         const std::string& usual) {
  std::map<std::string, double> logs;
  const auto add = [&](const std::string& square, const std::string& side) {
    const auto look = looks.find(square);
    if (look == looks.end())
      return;
    for (const auto& [name, p] : look->second.classes)
      if (name.rfind(side + " ", 0) == 0 && name != side + " pawn")
        logs[name.substr(side.size() + 1)] += std::log(0.02 + p) - std::log(0.02);
  };
  add(std::string(1, file) + "1", "light");
  add(file + std::to_string(rows), "dark");
  std::pair<std::string, double> best = {usual, logs[usual]};
  for (const auto& [kind, log] : logs)
    if (log > best.second)
      best = {kind, log};
  return {best.first, best.second - logs[usual]};
}

/// One king, and of the others no more than the set has.
bool canBeDrawn(const std::vector<std::string>& row) {
  std::map<std::string, int> count;
  for (const std::string& kind : row)
    ++count[kind];
  return count["king"] == 1 && count["queen"] <= 1 && count["paladin"] <= 1 &&
         std::all_of(count.begin(), count.end(), [](const auto& entry) { return entry.second <= 2; });
}

/// The same squares held by the same sides?
bool sameShape(const BoardContents& a, const BoardContents& b) {
  return std::equal(a.men.begin(), a.men.end(), b.men.begin(), b.men.end(), [](const auto& x, const auto& y) {
    return x.first == y.first && x.second.side == y.second.side && x.second.rider.empty() == y.second.rider.empty();
  });
}

std::string lower(std::string text) {
  for (char& c : text)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

json highlightsOf(const std::vector<std::string>& squares) {
  json out = json::array();
  for (const std::string& square : squares)
    out.push_back({{"kind", "square"}, {"role", "piece"}, {"square", square}});
  return out;
}

json verdictBody(const rules::TurnAnswer& answer, const std::string& turn) {
  json body = {{"ruling", answer.legal ? "legal" : "illegal"},
               {"clauses", answer.clauses},
               {"sentence", answer.sentence},
               {"turn", turn},
               {"highlights", highlightsOf(answer.highlights)}};
  if (!answer.instead.empty())
    body["instead"] = answer.instead;
  return body;
}

} // namespace

Result<std::unique_ptr<Referee>> BoardReferee::make(const MatchSetup& setup) {
  auto game = rules::makeBoardGame(setup.game);
  if (!game)
    return tl::unexpected(game.error());
  std::unique_ptr<BoardReferee> referee(new BoardReferee(std::move(*game), setup));
  if (!setup.start.empty()) {
    const json parsed = json::parse(setup.start, nullptr, false);
    std::string text = setup.start;
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' '))
      text.pop_back();
    json position = parsed.is_object() ? parsed : json(text);
    if (parsed.is_object() && parsed.contains("position"))
      position = parsed["position"];
    if (auto good = referee->open(position); !good)
      return tl::unexpected(good.error());
  } else if (setup.game != "king_down" && !setup.pick_up) {
    if (auto good = referee->open(setup.game == "armada_chess" ? json::object() : json("start")); !good)
      return tl::unexpected(good.error());
  }
  // The options are checked now, not with the first picture.
  for (const auto& [name, value] : setup.options)
    if (auto good = referee->game_->readOption(name, value); !good)
      return tl::unexpected(good.error());
  referee->match_.reset(); // opened again with the first settled board
  return referee;
}

Result<void> BoardReferee::open(const json& position) {
  auto match = game_->open(position, setup_.options);
  if (!match)
    return tl::unexpected(match.error());
  match_ = std::move(*match);
  start_ = match_->position();
  return {};
}

std::unique_ptr<rules::BoardMatch> BoardReferee::copy(const json& position) const {
  auto match = game_->open(position, setup_.options);
  return match ? std::move(*match) : nullptr;
}

std::string BoardReferee::nameOfSide(const std::string& side) const {
  return side == "light" ? "white" : side == "dark" ? "black" : side;
}

// --- start ----------------------------------------------------------------------------------------------------------

/// The position the first settled board shows: King Down's rows are drawn anew for each match.
json BoardReferee::arrayOf(const SeenBoard& seen) const {
  const std::string side = setup_.pick_up.value_or("white") == "black" ? "b" : "w";
  if (setup_.game == "king_down" && !setup_.pick_up && seen.rows == 8 && seen.columns == 8) {
    TableState state;
    state.board = seen;
    const auto looks = looksOf(state);
    const BoardContents usual = contentsOf("king_down", json(orthodox));
    std::vector<std::string> row;
    double gain = array_log;
    for (char file = 'a'; file <= 'h'; ++file) {
      const auto [kind, log] = officerOf(looks, file, 8, usual.men.at(std::string(1, file) + "1").kind);
      row.push_back(kind);
      gain += log;
    }
    if (gain <= 0.0 || !canBeDrawn(row))
      return orthodox;
    std::string letters;
    for (const std::string& kind : row)
      letters += letterOf("king_down", kind);
    return lower(letters) + "/pppppppp/8/8/8/8/PPPPPPPP/" + letters + " w none:0,none:0 - - - - -";
  }
  std::map<std::string, char> letters;
  for (const SeenBoardPiece& piece : seen.pieces)
    if (char letter = letterOf(setup_.game, piece.kind))
      letters[piece.square] = piece.side == "light" ? letter : static_cast<char>(letter + 'a' - 'A');
  std::string board;
  for (int rank = seen.rows; rank >= 1; --rank) {
    int gap = 0;
    const auto flush = [&] {
      if (gap > 0)
        board += std::to_string(gap);
      gap = 0;
    };
    for (int file = 0; file < seen.columns; ++file) {
      const auto found = letters.find(std::string(1, static_cast<char>('a' + file)) + std::to_string(rank));
      const bool sea = setup_.game == "invasion" && file >= 3 && file <= 6 && rank >= 4 && rank <= 7;
      if (sea || found != letters.end()) {
        flush();
        board += sea ? '*' : found->second;
      } else
        ++gap;
    }
    flush();
    if (rank > 1)
      board += '/';
  }
  return setup_.game == "invasion" ? board + " " + side + " off,off j1,a10"
                                   : board + " " + side + " none:0,none:0 - - - - -";
}

std::vector<Event> BoardReferee::begin(const TableState& state) {
  std::vector<Event> events;
  const double t_s = state.t_s;
  const bool given = !start_.is_null();
  const json position = given ? start_ : arrayOf(*state.board);
  if (auto good = open(position); !good) {
    if (strange_++ == patient_boards)
      events.push_back({"error", t_s, {{"what", "start"}, {"sentence", good.error().sentence}}});
    return events;
  }
  const BoardContents contents = contentsOf(setup_.game, match_->position());
  evidence_ = {};
  evidence_.look(state);
  const auto wrong = evidence_.contradictions(contents, contents);
  if (4 * wrong.size() > contents.men.size()) { // not the start yet: wait until it is placed
    match_.reset();
    if (++strange_ == 3 * patient_boards)
      events.push_back({"error",
                        t_s,
                        {{"what", "start"},
                         {"squares", wrong},
                         {"sentence", "The board does not show the starting position; correct the squares named."}}});
    return events;
  }
  strange_ = 0;
  evidence_.accept(contents, contents);
  events.push_back({"start",
                    t_s,
                    {{"game", setup_.game},
                     {"position", match_->position()},
                     {"to_move", sideToMove(match_->position())},
                     {"players", {"white", "black"}},
                     {"picked_up", setup_.pick_up.has_value()}}});
  return events;
}

// --- what is seen ---------------------------------------------------------------------------------------------------

std::vector<Event> BoardReferee::doObserve(const SettledTable& table) {
  std::vector<Event> events;
  const double t_s = table.state.t_s;
  if (!table.state.board || over_)
    return events;
  if (match_ == nullptr)
    return begin(table.state);
  evidence_.look(table.state);
  if (!table.touched_squares.empty())
    touched_ = table.touched_squares;
  const BoardContents before = contentsOf(setup_.game, match_->position());
  const std::vector<Explanation> ranked = explain(before);
  const Explanation& best = ranked.front();
  double sum = 0.0;
  double alike = 0.0; // of it, of those that differ from the best in kinds only
  for (const Explanation& one : ranked) {
    const double weight = std::exp(one.log_ratio - best.log_ratio);
    sum += weight;
    alike += one.turns.empty() == best.turns.empty() && sameShape(one.contents, best.contents) ? weight : 0.0;
  }
  const double likelihood = 1.0 / sum;
  const std::string runner_up = ranked.size() < 2         ? "none"
                                : ranked[1].turns.empty() ? "nothing happened"
                                                          : ranked[1].turns.front();
  const std::set<std::string> unexplained = evidence_.contradictions(before, best.contents);
  if (alike / sum < sure || 1.0 / alike < sure_of_kind || unexplained.size() > 1) {
    if (++strange_ == patient_boards)
      ask(ranked, unexplained, t_s, events);
    return events;
  }
  strange_ = 0;
  if (!best.legal) {
    if (best.turns.front() != refused_turn_)
      judgeIllegal(best.turns.front(), likelihood, runner_up, t_s, events);
    return events;
  }
  if (best.turns.empty())
    noteReturn(t_s, events);
  refused_turn_.clear();
  asked_back_ = false;
  for (const std::string& turn : best.turns)
    playTurn(turn, likelihood, runner_up, t_s, events);
  evidence_.accept(before, best.contents);
  return events;
}

double BoardReferee::priorOf(const std::string& turn) const {
  const std::string text = lower(turn);
  const bool token =
      turn.find(':') != std::string::npos || turn.find('+') != std::string::npos || turn.find('@') != std::string::npos;
  double prior = setup_.game == "king_down" && token ? -token_penalty : 0.0;
  for (const std::string& word : words_) {
    const std::string first = lower(word.substr(0, word.find(' ')));
    if (first.size() > 2 && text.find(first) != std::string::npos)
      prior += told_bonus;
  }
  prior -= 0.05 * static_cast<double>(std::count(turn.begin(), turn.end(), ',')); // the simplest of equals
  return prior;
}

std::vector<BoardReferee::Explanation> BoardReferee::legalFrom(const json& position,
                                                               const std::set<std::string>& squares) const {
  std::vector<Explanation> found;
  const auto base = copy(position);
  if (!base)
    return found;
  for (const std::string& turn : base->turns()) {
    if (!mayChange(turn, squares))
      continue;
    const auto next = copy(position);
    if (!next || !next->play(turn).legal)
      continue;
    const json after = next->position();
    found.push_back({{turn}, after, contentsOf(setup_.game, after), some_turn_log + priorOf(turn), true});
  }
  return found;
}

/// One man carried from a changed square to another.
std::vector<BoardReferee::Explanation> BoardReferee::illegalMoves(const BoardContents& before,
                                                                  const std::set<std::string>& changed) const {
  std::vector<Explanation> found;
  const std::string mover = sideToMove(match_->position()) == "white" ? "light" : "dark";
  for (const std::string& from : changed)
    for (const std::string& to : changed) {
      const auto man = before.men.find(from);
      if (from == to || man == before.men.end())
        continue;
      const auto victim = before.men.find(to);
      if (victim != before.men.end() && victim->second.side == man->second.side)
        continue;
      const std::string turn = from + (victim == before.men.end() ? "" : "x") + to;
      const auto trial = copy(match_->position());
      if (!trial || trial->play(turn).legal)
        continue;
      BoardContents after = before;
      after.men[to] = man->second;
      after.men.erase(from);
      const double prior = illegal_log + (man->second.side == mover ? 0.0 : others_log);
      found.push_back({{turn}, match_->position(), after, prior, false});
    }
  return found;
}

std::vector<BoardReferee::Explanation> BoardReferee::explain(const BoardContents& before) const {
  const std::set<std::string> changed = evidence_.changed(before);
  std::vector<Explanation> all = {{{}, match_->position(), before, 0.0, true}};
  if (changed.empty())
    return all;
  const auto weigh = [&](std::vector<Explanation> some) {
    for (Explanation& one : some) {
      one.log_ratio += evidence_.ratio(before, one.contents);
      all.push_back(std::move(one));
    }
  };
  weigh(legalFrom(match_->position(), changed));
  weigh(illegalMoves(before, changed));
  const auto likelier = [](const Explanation& a, const Explanation& b) {
    return a.log_ratio != b.log_ratio ? a.log_ratio > b.log_ratio : a.turns < b.turns;
  };
  std::sort(all.begin(), all.end(), likelier);
  if (changed.size() > 2 && evidence_.contradictions(before, all.front().contents).size() > 1) { // two turns at once?
    std::vector<Explanation> pairs;
    for (const Explanation& first : all) {
      const auto left = evidence_.contradictions(before, first.contents);
      if (first.turns.size() != 1 || !first.legal || first.log_ratio <= 0.0 || left.empty())
        continue;
      for (Explanation& second : legalFrom(first.position, left)) {
        second.turns.insert(second.turns.begin(), first.turns.front());
        second.log_ratio += first.log_ratio - evidence_.ratio(before, first.contents) + second_turn_log;
        pairs.push_back(std::move(second));
      }
    }
    weigh(std::move(pairs));
    std::sort(all.begin(), all.end(), likelier);
  }
  std::vector<Explanation> different; // turns that leave the same board are told apart by their prior alone
  std::map<std::map<std::string, SquareMan>, std::size_t> index;
  for (Explanation& one : all) {
    const auto [place, is_new] = index.emplace(one.contents.men, different.size());
    if (is_new)
      different.push_back(std::move(one));
    else
      different[place->second].log_ratio += std::log1p(std::exp(one.log_ratio - different[place->second].log_ratio));
  }
  return different;
}

json BoardReferee::actionBody(const std::string& turn, const BoardContents& before) const {
  const std::vector<std::string> squares = squaresOf(turn);
  json body = {{"kind", captures(turn) ? "capture" : "move"}, {"turn", turn}, {"captured", nullptr}};
  if (squares.empty())
    return body;
  body["from"] = squares.front();
  body["to"] = squares.size() > 1 ? squares[1] : squares.front();
  if (const auto man = before.men.find(squares.front()); man != before.men.end()) {
    body["piece"] = man->second.kind;
    body["side"] = nameOfSide(man->second.side);
  }
  if (captures(turn) && squares.size() > 1)
    if (const auto man = before.men.find(squares[1]); man != before.men.end())
      body["captured"] = man->second.kind;
  return body;
}

void BoardReferee::playTurn(const std::string& turn, double likelihood, const std::string& runner_up, double t_s,
                            std::vector<Event>& events) {
  const json before = match_->position();
  const std::string side = sideToMove(before);
  json action = actionBody(turn, contentsOf(setup_.game, before));
  rules::TurnAnswer answer = match_->play(turn);
  const std::string taking = setup_.game == "king_down" ? "KD-09" : "";
  if (captures(turn) && !taking.empty() &&
      std::find(answer.clauses.begin(), answer.clauses.end(), taking) == answer.clauses.end())
    answer.clauses.push_back(taking);
  action.update({{"actor", side},
                 {"likelihood", likelihood},
                 {"runner_up", runner_up},
                 {"position_before", before},
                 {"position_after", match_->position()}});
  events.push_back({"action", t_s, action});
  events.push_back({"verdict", t_s,
                    merged(verdictBody(answer, turn),
                           {{"action", action["kind"]}, {"actor", side}, {"piece", action.value("piece", json())}})});
  played_.push_back(turn);
  words_.clear();
  touched_.clear();
  if (answer.over) {
    over_ = true;
    events.push_back({"over", t_s, {{"winner", answer.over->winner}, {"clauses", answer.over->clauses}}});
    return;
  }
  const std::string next = sideToMove(match_->position());
  if (next != side)
    events.push_back({"clock", t_s, {{"to_move", next}, {"turn", played_.size() + 1}}});
}

/// One man went from one square to another and no legal turn says so: the law names the clause.
void BoardReferee::judgeIllegal(const std::string& turn, double likelihood, const std::string& runner_up, double t_s,
                                std::vector<Event>& events) {
  const json position = match_->position();
  const BoardContents contents = contentsOf(setup_.game, position);
  const rules::TurnAnswer answer = copy(position)->play(turn);
  const SquareMan& man = contents.men.at(squaresOf(turn).front());
  const std::string side = nameOfSide(man.side);
  json action = actionBody(turn, contents);
  action.update({{"kind", "illegal"},
                 {"actor", side},
                 {"likelihood", likelihood},
                 {"runner_up", runner_up},
                 {"position_before", position},
                 {"position_after", position}});
  events.push_back({"action", t_s, std::move(action)});
  events.push_back({"verdict", t_s,
                    merged(verdictBody(answer, turn), {{"action", "illegal"}, {"actor", side}, {"piece", man.kind}})});
  refused_turn_ = turn;
}

void BoardReferee::noteReturn(double t_s, std::vector<Event>& events) {
  if (refused_turn_.empty() && !asked_back_)
    return;
  const BoardContents contents = contentsOf(setup_.game, match_->position());
  json body = {{"done", true}, {"residual_mm", 0.0}, {"position_after", match_->position()}};
  if (!refused_turn_.empty()) {
    const std::string square = squaresOf(refused_turn_).front();
    body["square"] = square;
    body["turn"] = refused_turn_;
    if (const auto man = contents.men.find(square); man != contents.men.end())
      body["piece"] = man->second.kind;
  }
  events.push_back({"put_back", t_s, std::move(body)});
  refused_turn_.clear();
  asked_back_ = false;
}

void BoardReferee::ask(const std::vector<Explanation>& ranked, const std::set<std::string>& unexplained, double t_s,
                       std::vector<Event>& events) {
  if (!unexplained.empty()) {
    askBack(unexplained, t_s, events);
    return;
  }
  json candidates = json::array();
  for (std::size_t i = 0; i < std::min<std::size_t>(2, ranked.size()); ++i)
    candidates.push_back(ranked[i].turns.empty() ? json("nothing happened") : json(ranked[i].turns));
  events.push_back({"error",
                    t_s,
                    {{"what", "unclear"},
                     {"candidates", std::move(candidates)},
                     {"sentence", "What was played cannot be told with certainty; say it."}}});
}

void BoardReferee::askBack(const std::set<std::string>& changed, double t_s, std::vector<Event>& events) {
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
  events.push_back({"put_back",
                    t_s,
                    {{"done", false},
                     {"squares", std::move(squares)},
                     {"residual_mm", nullptr},
                     {"sentence", "No turn explains what stands on the board; put the men back as shown, or say what "
                                  "was played."}}});
}

// --- what is said ---------------------------------------------------------------------------------------------------

/// Actions that leave the board as it was: the man lifted under the last hand tells where.
bool BoardReferee::hearLift(const Claim& claim, std::vector<Event>& events) {
  static const std::vector<std::pair<std::string, std::string>> verbs = {
      {"training", "train "}, {"upgrade", "upgrade "}, {"rebuild", "rebuild "}, {"artillery", "artillery "}};
  const std::string word = lower(claim.say.substr(0, claim.say.find(' ')));
  const auto verb = std::find_if(verbs.begin(), verbs.end(), [&](const auto& v) { return v.first == word; });
  if (setup_.game != "armada_chess" || verb == verbs.end())
    return false;
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
  json body = {{"player", claim.player}, {"say", claim.say}, {"accepted", clear}};
  if (!clear)
    body["sentence"] = chosen.empty() ? "No man may do that now." : "Which man? Lift it, or say its square.";
  events.push_back({"claim", claim.t_s, std::move(body)});
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
  events.push_back({"claim", claim.t_s, {{"player", claim.player}, {"say", claim.say}, {"accepted", true}}});
  playTurn(text, 1.0, "none", claim.t_s, events);
  return true;
}

std::vector<Event> BoardReferee::doHear(const Claim& claim) {
  std::vector<Event> events;
  const auto answer = [&](bool accepted, const std::string& sentence) {
    json body = {{"player", claim.player}, {"say", claim.say}, {"accepted", accepted}};
    if (!sentence.empty())
      body["sentence"] = sentence;
    events.push_back({"claim", claim.t_s, std::move(body)});
  };
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

// --- memory ---------------------------------------------------------------------------------------------------------

json BoardReferee::doState() const {
  json out = {{"game", setup_.game},
              {"start", start_},
              {"played", played_},
              {"looks", evidence_.toJson()},
              {"words", words_},
              {"touched", touched_},
              {"refused_turn", refused_turn_},
              {"strange", strange_},
              {"asked_back", asked_back_},
              {"over", over_},
              {"begun", match_ != nullptr}};
  if (match_ != nullptr) {
    out["position"] = match_->position();
    out["to_move"] = sideToMove(match_->position());
  }
  return out;
}

void BoardReferee::doRestore(const json& in) {
  start_ = in.at("start");
  in.at("played").get_to(played_);
  evidence_.restore(in.at("looks"));
  in.at("words").get_to(words_);
  in.at("touched").get_to(touched_);
  in.at("refused_turn").get_to(refused_turn_);
  in.at("strange").get_to(strange_);
  in.at("asked_back").get_to(asked_back_);
  in.at("over").get_to(over_);
  match_.reset();
  if (in.at("begun").get<bool>() && open(start_))
    for (const std::string& turn : played_)
      match_->play(turn);
}

} // namespace linesman::app
