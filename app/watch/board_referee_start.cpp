#include <algorithm>
#include <cmath>

#include "app/watch/board_referee.h"
#include "app/watch/merged_board.h"
#include "app/watch/refereed_options.h"
#include "app/watch/turn_text.h"
#include "rules/games/armada_chess/board_file.h"
#include "rules/games/king_down/setup.h"

namespace linesman::app {

using nlohmann::json;

namespace {

constexpr std::size_t pick_up_looks = 3;
/// The first board is waited for while more than one in so many of its men contradict the start: by its array, or by
/// the looks from which a game is picked up, which may differ by an arm.
constexpr std::size_t men_a_wrong_one = 16, picked_up_men_a_wrong_one = 4;
constexpr const char* not_the_start =
    "These squares do not show the men of the starting position; put them right, or play on if they are.";
constexpr double array_log = -8.5; // that a given drawn array was drawn, and not the orthodox one placed
constexpr const char* orthodox = "RNBQKBNR";

/// Share of the pawns, who stand where they always do, that the reader takes for other men.
double misreadPawns(const std::map<std::string, SquareLook>& looks, int rows) {
  double misread = 0.0;
  int count = 0;
  for (char file = 'a'; file <= 'h'; ++file)
    for (const auto& [rank, side] : {std::pair{2, "light"}, std::pair{rows - 1, "dark"}}) {
      const auto look = looks.find(file + std::to_string(rank));
      if (look == looks.end() || look->second.hidden)
        continue;
      const auto pawn = look->second.classes.find(side + std::string(" pawn"));
      misread += pawn == look->second.classes.end() ? 1.0 : 1.0 - std::min(1.0, pawn->second);
      ++count;
    }
  return count == 0 ? 0.0 : misread / count;
}

/// Kind for which the readings of these squares of both first rows speak most (drawn arrays have the same men on both),
/// and by how much more than for `usual`. `misread`: share of men that the reader misreads.
std::pair<std::string, double> officerOf(const std::map<std::string, SquareLook>& looks, const std::string& light,
                                         const std::string& dark, const std::string& usual, double misread) {
  const double other_kind = 0.02 + 0.5 * misread;
  std::map<std::string, double> logs;
  const auto add = [&](const std::string& square, const std::string& side) {
    const auto look = looks.find(square);
    if (look == looks.end())
      return;
    for (const auto& [name, p] : look->second.classes)
      if (name.rfind(side + " ", 0) == 0 && name != side + " pawn")
        logs[name.substr(side.size() + 1)] += std::log(other_kind + (1.0 - misread) * p) - std::log(other_kind);
  };
  add(light, "light");
  add(dark, "dark");
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

/// Share of the look's men that are light.
double lightOf(const SquareLook& look) {
  double light = 0.0, sum = 0.0;
  for (const auto& [name, p] : look.classes) {
    light += name.rfind("light ", 0) == 0 ? p : 0.0;
    sum += p;
  }
  return sum > 0.0 ? light / sum : 0.5;
}

/// Whether between two looks a turn seems to have been made: one or two squares were plainly left, and one or two
/// others have a man, or another side's.
bool turnMade(const TableState& before, const TableState& now) {
  constexpr double plain = 0.9;
  constexpr int most = 2;
  const auto looks_before = looksOf(before), looks_now = looksOf(now);
  int left = 0, come = 0;
  for (const auto& [square, was] : looks_before) {
    const auto found = looks_now.find(square);
    if (found == looks_now.end() || was.hidden || found->second.hidden)
      continue;
    const SquareLook& is = found->second;
    const bool stood = was.empty < 1.0 - plain, stands = is.empty < 1.0 - plain;
    left += stood && is.empty > plain ? 1 : 0;
    come +=
        stands && (was.empty > plain || (stood && std::abs(lightOf(is) - lightOf(was)) > 2.0 * plain - 1.0)) ? 1 : 0;
  }
  return left >= 1 && left <= most && come >= 1 && come <= most;
}

} // namespace

/// A game under way: men with their bands, and the dice of the cities. Men of the army that are not to be seen are
/// taken to be available; what no picture shows (counts, cease-fires) starts anew.
json BoardReferee::armadaChessOf(const SeenBoard& seen) const {
  json position = {{"side", setup_.pick_up.value_or("white")}, {"pieces", json::array()}};
  json usual = json::object();
  if (const std::string board = setup_.board(); !board.empty())
    usual["board"] = position["board"] = board;
  std::map<std::pair<std::string, std::string>, int> missing;
  const auto match = copy(usual);
  const json start = match ? match->position() : json::object();
  for (const json& piece : start.value("pieces", json::array()))
    ++missing[{piece.at("side").get<std::string>(), piece.at("kind").get<std::string>()}];
  for (const SeenBoardPiece& piece : seen.pieces) {
    const std::string side = nameOfSide(piece.side);
    const auto has = [&](const char* band) {
      return std::find(piece.bands.begin(), piece.bands.end(), band) != piece.bands.end();
    };
    json man = {{"at", piece.square}, {"kind", piece.kind}, {"side", side}};
    if (has("low"))
      man["trained"] = true;
    if (has("high") || has("crown"))
      man["lives"] = has("crown") ? "crown" : "high";
    if (piece.turned)
      man["turned"] = true;
    if (piece.rider) {
      man["rider"] = {{"kind", *piece.rider}, {"trained", false}};
      --missing[{side, *piece.rider}];
    }
    --missing[{side, piece.kind}];
    position["pieces"].push_back(std::move(man));
  }
  for (const auto& [man, count] : missing)
    for (int i = 0; i < count && man.second != "king"; ++i)
      position["reserve"][man.first].push_back({{"kind", man.second}, {"trained", false}});
  const auto board = rules::armada_chess::loadBoard(usual.value("board", "companion-10x10"));
  json cities = start.value("cities", json::array());
  const auto city_at = [&](const std::string& square) -> json* {
    const auto field = board ? (*board)->fieldNamed(square) : std::nullopt;
    const auto index = field ? (*board)->fields[*field].city : rules::armada_chess::no_city;
    if (index == rules::armada_chess::no_city)
      return nullptr;
    const auto city = std::find_if(cities.begin(), cities.end(),
                                   [&](const json& one) { return one.value("id", 0) == (*board)->cities[index].id; });
    return city == cities.end() ? nullptr : &*city;
  };
  for (const SeenDie& die : seen.dice)
    if (json* city = city_at(die.square); city != nullptr && die.sure())
      (*city)["die"] = die.face;
  for (const SeenBoardPiece& piece : seen.pieces)
    if (json* city = city_at(piece.square)) // a man stands only where a city was
      city->update({{"destroyed", true}, {"die", 0}, {"king", false}});
  for (const std::string& square : seen.rings) // around a city that a King is in (AC-98)
    if (json* city = city_at(square))
      (*city)["king"] = true;
  if (!cities.empty())
    position["cities"] = std::move(cities);
  return position;
}

/// The position the first settled board shows: King Down's rows are drawn anew for each match.
json BoardReferee::arrayOf(const SeenBoard& seen) const {
  if (setup_.game == "armada_chess")
    return armadaChessOf(seen);
  const std::string side = setup_.pick_up.value_or("white") == "black" ? "b" : "w";
  if (setup_.game == "king_down" && !setup_.pick_up && seen.rows == 8 && seen.columns == 8) {
    TableState state;
    state.board = seen;
    const auto looks = looksOf(state);
    const rules::king_down::SetupRules rules = rules::king_down::readSetupRules(setup_.options);
    const BoardContents usual = contentsOf("king_down", json(setupPosition(rules, orthodox)));
    std::vector<std::string> row;
    const double misread = misreadPawns(looks, 8);
    double gain = array_log * (1.0 + 4.0 * misread); // who misreads a king on one side does so on the other
    for (char file = 'a'; file <= 'h'; ++file) {
      const std::string light = {file, '1'}, dark = {rules.rotated ? static_cast<char>('a' + 'h' - file) : file, '8'};
      const auto [kind, log] = officerOf(looks, light, dark, usual.men.at(light).kind, misread);
      row.push_back(kind);
      gain += log;
    }
    if (gain <= 0.0 || !canBeDrawn(row))
      return setupPosition(rules, orthodox);
    std::string letters;
    for (const std::string& kind : row)
      letters += letterOf("king_down", kind);
    return setupPosition(rules, letters);
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
  return setup_.game == "invasion" ? board + " " + side + " off,off " + setup_.option("home").value_or("j1,a10")
                                   : board + " " + side + " none:0,none:0 - - - - -";
}

SeenBoard BoardReferee::mergedFirstLooks() const {
  std::vector<SeenBoard> boards;
  for (const TableState& look : first_looks_)
    boards.push_back(*look.board);
  return mergedBoard(boards);
}

/// ArmadaChess from its beginning: the law watches the men being set.
std::vector<Event> BoardReferee::beginAfterSetUp(const TableState& state) {
  std::vector<Event> events = set_up_->observe(state);
  if (!set_up_->position()) {
    if (++strange_ == patient_starts)
      events.push_back({"error",
                        state.t_s,
                        {{"what", "start"},
                         {"sentence", "The men are not all seen on their fields yet; set them there, or say start."}}});
    return events;
  }
  start_ = *set_up_->position();
  if (auto good = open(start_); !good) {
    events.push_back({"error", state.t_s, {{"what", "start"}, {"sentence", good.error().sentence}}});
    return events;
  }
  set_up_.reset();
  strange_ = 0;
  const BoardContents contents = contentsOf(setup_.game, match_->position());
  evidence_ = {};
  look(state);
  evidence_.accept(contents, contents);
  announceStart(state.t_s, events);
  askAboutSigns(state.t_s, events);
  return events;
}

void BoardReferee::announceStart(double t_s, std::vector<Event>& events) const {
  events.push_back({"start",
                    t_s,
                    {{"game", setup_.game},
                     {"position", match_->position()},
                     {"to_move", sideToMove(match_->position())},
                     {"players", {"white", "black"}},
                     {"picked_up", setup_.pick_up.has_value()}}});
  std::vector<std::string> not_refereed;
  for (const auto& [option, value] : setup_.options)
    if (!isRefereedOnSquares(option, value))
      not_refereed.push_back(option + "=" + value);
  if (const std::string sentence = unrefereedSentence(not_refereed); !sentence.empty())
    events.push_back({"error", t_s, {{"what", "options"}, {"sentence", sentence}}});
}

std::vector<Event> BoardReferee::begin(const SettledTable& table) {
  if (set_up_)
    return beginAfterSetUp(table.state);
  if (!start_.is_null() || !setup_.pick_up)
    return beginAt(table);
  // Nothing tells a misread man later: several looks together are read, unless a turn is made or the source ends
  // before.
  if (table.last && !first_looks_.empty())
    return beginAt(table);
  if (first_looks_.empty() || !turnMade(first_looks_.back(), table.state)) {
    first_looks_.push_back(table.state);
    return first_looks_.size() < pick_up_looks ? std::vector<Event>() : beginAt(table);
  }
  SettledTable before;
  before.state = first_looks_.back();
  std::vector<Event> events = beginAt(before);
  if (match_ == nullptr) {
    first_looks_ = {table.state};
    return events;
  }
  for (Event& event : doObserve(table))
    events.push_back(std::move(event));
  return events;
}

/// By what stands on the table now, or stood on it in the first looks at a game that is picked up.
std::vector<Event> BoardReferee::beginAt(const SettledTable& table) {
  const TableState& state = table.state;
  std::vector<Event> events;
  const double t_s = state.t_s;
  const bool given = !start_.is_null();
  const bool picked_up = !given && setup_.pick_up;
  const json position = given ? start_ : arrayOf(picked_up ? mergedFirstLooks() : *state.board);
  if (auto good = open(position); !good) {
    if (picked_up)
      first_looks_.erase(first_looks_.begin());
    const int before = strange_++;
    if (before == patient_boards || (table.last && before < patient_boards))
      events.push_back({"error", t_s, {{"what", "start"}, {"sentence", good.error().sentence}}});
    return events;
  }
  const BoardContents contents = contentsOf(setup_.game, match_->position());
  evidence_ = {};
  look(state);
  const auto wrong = evidence_.contradictions(contents, contents);
  announceStart(t_s, events);
  const bool played = !picked_up && playedBefore(wrong.size(), t_s, events);
  if (!played) {
    const std::size_t men = picked_up ? picked_up_men_a_wrong_one : men_a_wrong_one;
    if (!start_is_right_ && men * wrong.size() > contents.men.size()) {
      if (!given)
        start_ = nullptr; // men are still being set: the next look tells them anew
      return awaitStart(wrong, contents.men.size(), table);
    }
    setting_up_ = !picked_up && !start_is_right_ && areMenMissing();
    evidence_.accept(contents, contents);
  }
  strange_ = 0;
  named_.clear();
  first_looks_.clear();
  if (!picked_up && !played && !start_is_right_)
    askAboutStart(table, events);
  else
    suspected_.clear();
  if (signs_)
    signs_->acceptAll();
  askAboutSigns(t_s, events);
  return events;
}

/// Not the start yet, or a game under way: the match does not begin. A board that lacks little is spoken of soon, and
/// again when other squares are wrong; while the men are being set, patience.
std::vector<Event> BoardReferee::awaitStart(const std::set<std::string>& wrong, std::size_t men,
                                            const SettledTable& table) {
  match_.reset();
  if (!first_looks_.empty())
    first_looks_.erase(first_looks_.begin());
  const bool nearly = 4 * wrong.size() <= men;
  const std::set<std::string> plain = seenTwice(nearly ? wrong : std::set<std::string>(), table);
  const bool patient = ++strange_ != patient_starts && !table.last;
  const std::set<std::string>& news = patient ? plain : wrong;
  if (news.empty() || news == named_)
    return {};
  named_ = news;
  return {{"error",
           table.state.t_s,
           {{"what", "start"},
            {"squares", named_},
            {"sentence", "The board does not show the starting position; correct the squares named, say start if they "
                         "are right, or pick the game up if it is under way (--pick-up white, --pick-up black)."}}}};
}

bool BoardReferee::isHoldingBack() const {
  if (over_)
    return false;
  if (match_ == nullptr)
    return !set_up_ && (!first_looks_.empty() || (strange_ > 0 && strange_ < patient_starts));
  const bool unexplained = strange_ > 0 && strange_ < patient_boards;
  const bool lingers =
      std::ranges::any_of(lingering_, [](const auto& square) { return square.second == lingering_looks - 1; });
  return unexplained || lingers || std::any_of(suspected_.begin(), suspected_.end(), [&](const auto& square) {
           return !named_.contains(square.first);
         });
}

std::set<std::string> BoardReferee::seenTwice(const std::set<std::string>& squares, const SettledTable& table) {
  constexpr double apart_s = 0.5; // what misleads one picture (noise, a blur, an arm's shadow) is over by then
  const std::map<std::string, double> before = std::exchange(suspected_, {});
  std::set<std::string> twice;
  for (const std::string& square : squares) {
    const auto known = before.find(square);
    const double since_s = known == before.end() ? table.state.t_s : known->second;
    suspected_[square] = since_s;
    if (!table.in_film || table.state.t_s - since_s >= apart_s)
      twice.insert(square);
  }
  return twice;
}

void BoardReferee::askAboutStart(const SettledTable& table, std::vector<Event>& events) {
  const std::set<std::string> otherwise = readOtherwise();
  tellDoubt(seenTwice(otherwise, table), table.state.t_s, events, not_the_start);
}

void BoardReferee::lookAgainAtStart(const SettledTable& table, std::vector<Event>& events) {
  if (suspected_.empty())
    return;
  std::set<std::string> still = readOtherwise();
  std::erase_if(still, [&](const std::string& square) { return !suspected_.contains(square); });
  tellDoubt(seenTwice(still, table), table.state.t_s, events, not_the_start);
}

bool BoardReferee::playedBefore(std::size_t wrong, double t_s, std::vector<Event>& events) {
  constexpr double plain_log = 3.0; // for every turn
  if (wrong == 0)
    return false;
  const json position = match_->position();
  const std::vector<Explanation> ranked = explain(position, evidence_, nullptr);
  const std::size_t turns = ranked.front().turns.size();
  if (turns == 0 || turns > wrong || !ranked.front().legal ||
      ranked.front().log_ratio < plain_log * static_cast<double>(turns))
    return false;
  const Choice choice = choose(ranked, position, evidence_, std::min<std::size_t>(1, wrong - turns));
  if (choice.sure)
    act(ranked.front(), choice, t_s, events);
  return choice.sure;
}

} // namespace linesman::app
