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
constexpr double exchange_evidence = 4.0; // log-likelihood by which an exchange must beat "nothing happened"
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

bool namesAny(const std::string& turn, const std::set<std::string>& squares) {
  return std::any_of(squares.begin(), squares.end(), [&](const std::string& s) { return names(turn, s); });
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

/// Do both sides' first rows show the same men on the same files?
bool sameRows(const SeenBoard& seen) {
  std::map<char, std::string> white;
  std::map<char, std::string> black;
  for (const SeenBoardPiece& piece : seen.pieces)
    if (piece.square.substr(1) == "1")
      white[piece.square[0]] = piece.kind;
    else if (piece.square.substr(1) == std::to_string(seen.rows))
      black[piece.square[0]] = piece.kind;
  return white == black && static_cast<int>(white.size()) == seen.columns;
}

/// May the camera simply have overlooked the man on that square, or imagined one there?
bool weakEvidence(const SeenBoard& seen, const std::string& square) {
  const auto piece =
      std::find_if(seen.pieces.begin(), seen.pieces.end(), [&](const SeenBoardPiece& p) { return p.square == square; });
  return piece == seen.pieces.end() || piece->p < 0.8;
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
  if (setup_.game == "king_down" && !setup_.pick_up) {
    const BoardContents usual = contentsOf("king_down", json(orthodox));
    std::size_t agree = 0;
    for (const SeenBoardPiece& piece : seen.pieces)
      if (const auto man = usual.men.find(piece.square); man != usual.men.end() && man->second.kind == piece.kind)
        ++agree;
    // A drawn array has the same row twice; one that has not is the orthodox array with men misread.
    if (mismatches(seen, usual, false).size() <= 6 && agree >= 12 && !sameRows(seen))
      return orthodox;
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

std::vector<Event> BoardReferee::begin(const SeenBoard& seen, double t_s) {
  std::vector<Event> events;
  const bool given = !start_.is_null();
  const json position = given ? start_ : arrayOf(seen);
  if (auto good = open(position); !good) {
    if (strange_++ == patient_boards)
      events.push_back({"error", t_s, {{"what", "start"}, {"sentence", good.error().sentence}}});
    return events;
  }
  const BoardContents contents = contentsOf(setup_.game, match_->position());
  const auto wrong = mismatches(seen, contents, false);
  if (wrong.size() > contents.men.size() / 4) { // not the start yet: wait until it is placed
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
  setStale(seen);
  events.push_back({"start",
                    t_s,
                    {{"game", setup_.game},
                     {"position", match_->position()},
                     {"to_move", sideToMove(match_->position())},
                     {"players", {"white", "black"}},
                     {"picked_up", setup_.pick_up.has_value()}}});
  return events;
}

/// Squares that are misread while the position is certain are no news later.
void BoardReferee::setStale(const SeenBoard& seen) {
  stale_ = mismatches(seen, contentsOf(setup_.game, match_->position()), true);
  last_kinds_.clear();
  for (const SeenBoardPiece& piece : seen.pieces)
    last_kinds_[piece.square] = piece.side + " " + piece.kind;
}

std::set<std::string> BoardReferee::newMismatches(const SeenBoard& seen, const BoardContents& contents,
                                                  bool kinds) const {
  std::set<std::string> changed = mismatches(seen, contents, kinds);
  std::map<std::string, std::string> now;
  for (const SeenBoardPiece& piece : seen.pieces)
    now[piece.square] = piece.side + " " + piece.kind;
  std::erase_if(changed, [&](const std::string& square) {
    const auto before = last_kinds_.find(square);
    const auto after = now.find(square);
    return stale_.contains(square) && (before == last_kinds_.end()) == (after == now.end()) &&
           (after == now.end() || after->second == before->second);
  });
  return changed;
}

// --- what is seen ---------------------------------------------------------------------------------------------------

std::vector<Event> BoardReferee::doObserve(const SettledTable& table) {
  std::vector<Event> events;
  const double t_s = table.state.t_s;
  if (!table.state.board || over_)
    return events;
  const SeenBoard& seen = *table.state.board;
  if (match_ == nullptr)
    return begin(seen, t_s);
  if (!table.touched_squares.empty())
    touched_ = table.touched_squares;
  const BoardContents contents = contentsOf(setup_.game, match_->position());
  const std::set<std::string> moved = newMismatches(seen, contents, false);
  const std::set<std::string> changed = newMismatches(seen, contents, true);
  if (moved.empty())
    noteReturn(t_s, events);
  if (changed.empty() || (moved == refused_ && !moved.empty())) {
    strange_ = 0;
    return events;
  }
  const std::vector<Explanation> ranked = explain(seen, changed);
  // Where no man came or went, a kind misread is likelier than a turn that exchanges two of them.
  const bool told_apart = !moved.empty() || (!ranked.empty() && ranked.front().log_likelihood >
                                                                    logLikelihood(seen, contents) + exchange_evidence);
  // A turn that explains everything but one man overlooked for once is that turn; the man is looked for next time.
  const bool but_one = !ranked.empty() && ranked.front().left.size() == 1 && moved.size() >= 3 &&
                       weakEvidence(seen, *ranked.front().left.begin());
  if (!ranked.empty() && (ranked.front().left.empty() || but_one) && told_apart) {
    double sum = 0.0;
    for (const Explanation& one : ranked)
      sum += one.left.size() == ranked.front().left.size()
                 ? std::exp(one.log_likelihood - ranked.front().log_likelihood)
                 : 0.0;
    const std::string runner_up = ranked.size() > 1 ? ranked[1].turns.front() : "none";
    refused_.clear();
    accept(ranked.front(), (but_one ? 0.8 : 1.0) / sum, runner_up, t_s, events);
    setStale(seen);
    for (const std::string& square : ranked.front().left)
      stale_.erase(square);
    strange_ = 0;
    asked_back_ = false;
    return events;
  }
  if (moved.empty()) {
    strange_ = 0;
    return events;
  }
  if (judgeIllegal(seen, moved, t_s, events)) {
    strange_ = 0;
    return events;
  }
  if (++strange_ == patient_boards)
    askBack(moved, t_s, events);
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

std::vector<BoardReferee::Explanation> BoardReferee::explainFrom(const json& position, const SeenBoard& seen,
                                                                 const std::set<std::string>& changed) const {
  std::vector<Explanation> found;
  const auto base = copy(position);
  if (!base)
    return found;
  for (const std::string& turn : base->turns()) {
    if (!namesAny(turn, changed))
      continue;
    const auto next = copy(position);
    if (!next || !next->play(turn).legal)
      continue;
    const BoardContents contents = contentsOf(setup_.game, next->position());
    found.push_back({{turn}, logLikelihood(seen, contents) + priorOf(turn), newMismatches(seen, contents, false)});
  }
  std::sort(found.begin(), found.end(), [](const Explanation& a, const Explanation& b) {
    if (std::min<std::size_t>(a.left.size(), 2) != std::min<std::size_t>(b.left.size(), 2))
      return a.left.size() < b.left.size();
    return a.log_likelihood != b.log_likelihood ? a.log_likelihood > b.log_likelihood : a.turns < b.turns;
  });
  return found;
}

std::vector<BoardReferee::Explanation> BoardReferee::explain(const SeenBoard& seen,
                                                             const std::set<std::string>& changed) const {
  std::vector<Explanation> single = explainFrom(match_->position(), seen, changed);
  if (single.empty() || single.front().left.empty() || changed.size() < 3)
    return single;
  std::vector<Explanation> pairs;
  for (const Explanation& first : single) {
    if (first.left.size() >= changed.size())
      continue;
    const auto next = copy(match_->position());
    next->play(first.turns.front());
    for (Explanation& second : explainFrom(next->position(), seen, first.left)) {
      if (!second.left.empty())
        break;
      second.turns.insert(second.turns.begin(), first.turns.front());
      second.log_likelihood += priorOf(first.turns.front()) - 2.0;
      pairs.push_back(std::move(second));
    }
  }
  std::sort(pairs.begin(), pairs.end(),
            [](const Explanation& a, const Explanation& b) { return a.log_likelihood > b.log_likelihood; });
  return pairs.empty() ? single : pairs;
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

void BoardReferee::accept(const Explanation& best, double likelihood, const std::string& runner_up, double t_s,
                          std::vector<Event>& events) {
  for (const std::string& turn : best.turns)
    playTurn(turn, likelihood, runner_up, t_s, events);
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
bool BoardReferee::judgeIllegal(const SeenBoard& seen, const std::set<std::string>& changed, double t_s,
                                std::vector<Event>& events) {
  const json position = match_->position();
  const BoardContents contents = contentsOf(setup_.game, position);
  std::vector<std::string> left;
  std::vector<std::string> reached;
  for (const std::string& square : changed) {
    const auto piece = std::find_if(seen.pieces.begin(), seen.pieces.end(),
                                    [&](const SeenBoardPiece& p) { return p.square == square; });
    (piece == seen.pieces.end() ? left : reached).push_back(square);
  }
  if (left.size() != 1 || reached.size() != 1)
    return false;
  const auto piece = std::find_if(seen.pieces.begin(), seen.pieces.end(),
                                  [&](const SeenBoardPiece& p) { return p.square == reached.front(); });
  const auto man = contents.men.find(left.front());
  const auto victim = contents.men.find(reached.front());
  if (man == contents.men.end() || man->second.side != piece->side)
    return false;
  const std::string turn = left.front() + (victim == contents.men.end() ? "" : "x") + reached.front();
  const auto trial = copy(position);
  if (!trial)
    return false;
  const rules::TurnAnswer answer = trial->play(turn);
  if (answer.legal)
    return false; // it would have been found among the legal ones
  const std::string side = nameOfSide(man->second.side);
  json action = actionBody(turn, contents);
  action.update({{"kind", "illegal"},
                 {"actor", side},
                 {"likelihood", 0.95},
                 {"runner_up", "none"},
                 {"position_before", position},
                 {"position_after", position}});
  events.push_back({"action", t_s, std::move(action)});
  events.push_back(
      {"verdict", t_s,
       merged(verdictBody(answer, turn), {{"action", "illegal"}, {"actor", side}, {"piece", man->second.kind}})});
  refused_ = changed;
  refused_turn_ = turn;
  return true;
}

void BoardReferee::noteReturn(double t_s, std::vector<Event>& events) {
  if (refused_.empty() && !asked_back_)
    return;
  const BoardContents contents = contentsOf(setup_.game, match_->position());
  json body = {{"done", true}, {"residual_mm", 0.0}, {"position_after", match_->position()}};
  if (!refused_.empty()) {
    const std::string square = squaresOf(refused_turn_).front();
    body["square"] = square;
    body["turn"] = refused_turn_;
    if (const auto man = contents.men.find(square); man != contents.men.end())
      body["piece"] = man->second.kind;
  }
  events.push_back({"put_back", t_s, std::move(body)});
  refused_.clear();
  refused_turn_.clear();
  asked_back_ = false;
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
  json out = {{"game", setup_.game},       {"start", start_},           {"played", played_},
              {"stale", stale_},           {"kinds", last_kinds_},      {"words", words_},
              {"touched", touched_},       {"refused", refused_},       {"refused_turn", refused_turn_},
              {"strange", strange_},       {"asked_back", asked_back_}, {"over", over_},
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
  in.at("stale").get_to(stale_);
  in.at("kinds").get_to(last_kinds_);
  in.at("words").get_to(words_);
  in.at("touched").get_to(touched_);
  in.at("refused").get_to(refused_);
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
