#include "app/watch/board_explain.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <tuple>

#include "app/watch/turn_text.h"

namespace linesman::app {

using nlohmann::json;

namespace {

// An ordinary turn is preferred to one that spends a token which nobody declared, and one that was declared to those
// that leave the same board (KD-64, KD-71).
constexpr double token_penalty = 8.0, declared_token = 1.0;
constexpr double told_bonus = 8.0;
constexpr double some_turn_log = -2.0;       // that a given turn was played between two looks
constexpr double another_turn_log = -3.0;    // that another one followed before the table came to rest
constexpr std::size_t most_turns = 4;        // between two looks: hands that come and go without a pause
constexpr std::ptrdiff_t most_followed = 16; // of explanations by so many turns, to add another
constexpr double least_partial_log = -8.0;   // of them: who took was taken himself, so his square looks as before
constexpr double out_of_order_log = -4.0;    // that a man left later was seen no more before one who left sooner
constexpr double illegal_log = -8.0;         // that one man was carried where he may not go
constexpr double others_log = -3.0;          // ... and he is the opponent's
constexpr double negligible_log = -3.0;      // beside turns by so much likelier others are no question

} // namespace

double BoardExplainer::priorOf(const std::string& turn, bool mover) const {
  const std::string text = lower(turn);
  const auto marks = std::ranges::count(turn, '@');
  const bool token = turn.find(':') != std::string::npos || turn.find('+') != std::string::npos || marks > 0;
  std::ptrdiff_t told = 0;
  double newest = 0.0; // of two that exclude each other the one said later counts
  for (std::size_t i = 0; mover && i < game_.words.size(); ++i) {
    const std::string first = lower(firstWord(game_.words[i]));
    if (first.size() <= 2 || text.find(first) == std::string::npos)
      continue;
    ++told;
    newest = static_cast<double>(i);
  }
  double prior = told_bonus * static_cast<double>(told);
  if (game_.setup.game == "king_down" && token)
    prior = told >= std::max<std::ptrdiff_t>(marks, 1) ? declared_token * static_cast<double>(told) + 0.01 * newest
                                                       : -token_penalty;
  prior -= 0.05 * static_cast<double>(std::count(turn.begin(), turn.end(), ',')); // the simplest of equals
  return prior;
}

namespace {

/// Actions after which every man stands where he stood: what they change are dice, bands and turned Rooks.
bool movesNoMan(const std::string& turn) {
  static const std::vector<std::string> verbs = {"train ", "upgrade ", "rebuild ", "artillery ", "fort ", "blockade "};
  return std::any_of(verbs.begin(), verbs.end(), [&](const std::string& verb) { return turn.rfind(verb, 0) == 0; });
}

/// A man who is taken and has another life is set back at once, before his player moves (AC-57): of turns that begin so
/// ("revive N d1,i4i5") that by itself as well.
std::vector<std::string> withRevivalsAlone(std::vector<std::string> turns) {
  std::set<std::string> alone;
  for (const std::string& turn : turns)
    if (turn.starts_with("revive ") && turn.find(',') != std::string::npos)
      alone.insert(turn.substr(0, turn.find(',')));
  turns.insert(turns.end(), alone.begin(), alone.end());
  return turns;
}

/// The weight of two together.
double logOfBoth(const Explanation& more, const Explanation& less) {
  return more.log_ratio + std::log1p(std::exp(less.log_ratio - more.log_ratio));
}

/// Squares on which somebody was taken and where one like him stands in the end.
std::set<std::string> takenAndAlike(const std::vector<std::string>& turns, const BoardContents& before,
                                    const BoardContents& after) {
  std::set<std::string> squares;
  for (const std::string& turn : turns)
    if (const std::vector<std::string> named = squaresOf(turn); captures(turn) && named.size() > 1)
      if (const SquareMan* was = before.manOn(named[1]), *is = after.manOn(named[1]);
          was != nullptr && is != nullptr && *was == *is)
        squares.insert(named[1]);
  return squares;
}

} // namespace

std::vector<Explanation> BoardExplainer::legalFrom(const json& position, const std::set<std::string>& squares,
                                                   bool quiet, bool first) const {
  std::vector<Explanation> found;
  const auto base = game_.opened(position);
  if (!base)
    return found;
  for (const std::string& turn : withRevivalsAlone(base->turns())) {
    if (!mayChange(turn, squares) && !(quiet && movesNoMan(turn)))
      continue;
    const auto next = game_.opened(position);
    if (!next || !next->play(turn).legal)
      continue;
    const json after = next->position();
    found.push_back({{turn},
                     after,
                     contentsOf(game_.setup.game, after),
                     some_turn_log + priorOf(turn, first),
                     !game_.forbidden.contains(turn)});
  }
  return found;
}

std::vector<Explanation> BoardExplainer::lateClaims(const std::set<std::string>& changed) const {
  std::vector<Explanation> found;
  for (const std::string& claim : game_.match.claims()) {
    if (!mayChange(claim, changed))
      continue;
    const auto next = game_.replayed();
    if (!next || !next->play(claim).legal)
      continue;
    const json after = next->position();
    found.push_back({{claim},
                     after,
                     contentsOf(game_.setup.game, after),
                     some_turn_log + priorOf(claim, false),
                     !game_.forbidden.contains(claim)});
  }
  return found;
}

/// One man carried from a changed square to another.
std::vector<Explanation> BoardExplainer::illegalMoves(const json& position,
                                                      const std::set<std::string>& changed) const {
  std::vector<Explanation> found;
  const BoardContents before = contentsOf(game_.setup.game, position);
  const std::string mover = sideToMove(position) == "white" ? "light" : "dark";
  for (const std::string& from : changed)
    for (const std::string& to : changed) {
      const auto man = before.men.find(from);
      if (from == to || man == before.men.end())
        continue;
      const auto victim = before.men.find(to);
      if (victim != before.men.end() && victim->second.side == man->second.side)
        continue;
      const std::string turn = from + (victim == before.men.end() ? "" : "x") + to;
      const auto trial = game_.opened(position);
      if (!trial || trial->play(turn).legal)
        continue;
      BoardContents after = before;
      after.men[to] = man->second;
      after.men.erase(from);
      const double prior = illegal_log + (man->second.side == mover ? 0.0 : others_log);
      found.push_back({{turn}, position, after, prior, false});
    }
  return found;
}

bool BoardExplainer::leftBefore(const std::string& turn, const std::vector<std::string>& turns) const {
  const auto place = [&](const std::string& one) {
    const std::vector<std::string> squares = squaresOf(one);
    return squares.empty() ? game_.touched.end()
                           : std::find(game_.touched.begin(), game_.touched.end(), squares.front());
  };
  const auto left = place(turn);
  return left != game_.touched.end() && std::any_of(turns.begin(), turns.end(), [&](const std::string& earlier) {
           return place(earlier) != game_.touched.end() && left < place(earlier);
         });
}

bool BoardExplainer::standsRefused(const BoardContents& before, const BoardContents& after) const {
  const std::vector<std::string> squares = squaresOf(game_.refused_turn);
  if (squares.size() < 2)
    return false;
  const auto man = before.men.find(squares[0]), there = after.men.find(squares[1]);
  return man != before.men.end() && there != after.men.end() && man->second == there->second &&
         !after.men.contains(squares[0]);
}

void BoardExplainer::weigh(std::vector<Explanation>& some, const Change& change) const {
  for (Explanation& one : some) {
    one.signs_log = change.signs != nullptr ? change.signs->ratio(change.before, one.contents) : 0.0;
    const std::set<std::string> alike = takenAndAlike(one.turns, change.before, one.contents);
    one.seen_log = change.evidence.ratio(change.before, one.contents, alike) + one.signs_log;
    one.log_ratio += one.seen_log;
  }
}

std::vector<Explanation> BoardExplainer::oneTurnMore(const std::vector<Explanation>& shorter, const Change& change,
                                                     double another_log) const {
  std::vector<Explanation> longer;
  for (const Explanation& first : shorter) {
    const auto left = change.evidence.contradictions(change.before, first.contents);
    if (left.empty())
      continue;
    for (Explanation& next : legalFrom(first.position, left, false, false)) {
      if (leftBefore(next.turns.front(), first.turns))
        next.log_ratio += out_of_order_log;
      next.turns.insert(next.turns.begin(), first.turns.begin(), first.turns.end());
      next.log_ratio += first.log_ratio - first.seen_log + another_log;
      if (!standsRefused(change.before, next.contents)) // he has stood there since; no detour of legal turns led there
        longer.push_back(std::move(next));
    }
  }
  weigh(longer, change);
  return longer;
}

void BoardExplainer::addSeveralTurns(std::vector<Explanation>& all, const Change& change, std::size_t unread) const {
  // Each has to explain something that the others leave.
  const auto followed = [](std::vector<Explanation> some) {
    std::erase_if(some, [](const Explanation& one) {
      return one.turns.empty() || !one.legal || one.log_ratio <= least_partial_log;
    });
    std::ranges::sort(some, &Explanation::isLikelier);
    if (std::ssize(some) > most_followed)
      some.erase(some.begin() + most_followed, some.end());
    return some;
  };
  const std::size_t changed = change.evidence.changed(change.before).size();
  std::vector<Explanation> shorter = followed(all);
  for (std::size_t turns = 2; turns <= most_turns + unread && changed >= turns; ++turns) {
    // Before a man is said to have gone where he may not, it is asked whether several turns took him there.
    const BoardContents& likeliest = std::ranges::find_if(all, &Explanation::legal)->contents;
    if (!change.evidence.leavesTurns(change.before, likeliest, unread > 0))
      break;
    const auto longer = oneTurnMore(shorter, change, turns > 1 + unread ? another_turn_log : 0.0);
    shorter = followed(longer);
    std::ranges::copy(longer, std::back_inserter(all));
    std::ranges::sort(all, &Explanation::isLikelier);
  }
}

bool BoardExplainer::isUntoldPower(const Explanation& one) const {
  const std::string power = one.turns.size() == 1 ? powerOf(one.turns.front()) : "";
  return one.legal && !power.empty() && std::ranges::none_of(game_.words, [&](const std::string& word) {
           return lower(firstWord(word)) == lower(power);
         });
}

std::vector<Explanation> BoardExplainer::onePerBoard(std::vector<Explanation> all, const BoardContents& before) const {
  // Turns that leave the same to be seen are told apart by their prior alone; those that leave other dice, which nobody
  // may have read, are other turns.
  std::vector<Explanation> different;
  std::map<std::tuple<std::map<std::string, SquareMan>, std::map<int, int>, long, std::string>, std::size_t> index;
  for (Explanation& one : all) {
    // Two actions that only a die shows are not one: the choice between them is the players'.
    const bool shown_alone = one.signs_log != 0.0 && one.contents.men == before.men;
    const std::string by_name = shown_alone ? one.turns.front() : "";
    const auto [place, is_new] = index.emplace(
        std::tuple(one.contents.men, one.contents.dice, std::lround(1e6 * one.signs_log), by_name), different.size());
    if (is_new) {
      different.push_back(std::move(one));
      continue;
    }
    Explanation& other = different[place->second];
    const double both_log = logOfBoth(other, one);
    if (other.turns.size() > 1) {
      const double own_log = other.log_ratio + std::log(other.share);
      other.share = std::exp(own_log - both_log);
      if (one.log_ratio > own_log + negligible_log && other.position != one.position)
        other.same_position = false;
      if (other.others.empty())
        other.others = one.turns;
    }
    if (!other.legal && isUntoldPower(one)) {
      one.otherwise = other.turns.front();
      other = std::move(one);
    } else if (!one.legal && other.otherwise.empty() && isUntoldPower(other)) {
      other.otherwise = one.turns.front();
    }
    other.log_ratio = both_log;
  }
  return different;
}

std::vector<Explanation> BoardExplainer::explain(const json& position, const BoardEvidence& evidence,
                                                 const BoardSigns* signs, std::size_t unread) const {
  const BoardContents before = contentsOf(game_.setup.game, position);
  const Change change{before, evidence, signs};
  const std::set<std::string> changed = evidence.changed(before);
  const bool signs_changed = signs != nullptr && signs->changed(before);
  std::vector<Explanation> all = {{{}, position, before, 0.0, true}};
  if (changed.empty() && !signs_changed)
    return all;
  const auto add = [&](std::vector<Explanation> some) {
    weigh(some, change);
    std::ranges::move(some, std::back_inserter(all));
  };
  add(legalFrom(position, changed, signs_changed, true));
  if (position == game_.match.position()) {
    std::vector<Explanation> claims = lateClaims(changed);
    weigh(claims, change);
    std::ranges::copy(claims, std::back_inserter(all));
    std::erase_if(claims, [](const Explanation& claim) { return !claim.legal; });
    std::ranges::move(oneTurnMore(claims, change, another_turn_log), std::back_inserter(all)); // it was still in time
  }
  add(illegalMoves(position, changed));
  std::ranges::sort(all, &Explanation::isLikelier);
  addSeveralTurns(all, change, unread);
  return onePerBoard(std::move(all), before);
}

} // namespace linesman::app
