#pragma once
#include <sstream>

#include "rules/rule_book.h"
#include "tests/rules/plane_support.h"

namespace linesman::rules::testing {

/// A game with random options between players who mostly fire when they can and sail towards the nearest enemy, and now
/// and then do anything at all. Every state is checked; a game that has not ended after `most_actions` is drawn by
/// agreement; at the end the journal is replayed and everything is taken back. Returns what went wrong, or nothing.
class SelfPlay {
public:
  explicit SelfPlay(unsigned seed) : random_(seed), seed_(seed) {}

  std::string run(int most_actions) {
    try {
      ArmadasMatch match = begin();
      const std::string first = toJson(match.state()).dump();
      for (int i = 0; i < most_actions && !match.state().over && wrong_.empty(); ++i)
        act(match);
      won += match.state().over && match.state().winners.size() < 2;
      if (!match.state().over && wrong_.empty())
        agreeOnDraw(match);
      actions += match.actions();
      ended += match.state().over;
      if (wrong_.empty())
        checkJournal(match, first);
    } catch (const std::exception& error) {
      wrong_ = error.what();
    }
    return wrong_.empty() ? wrong_ : "seed " + std::to_string(seed_) + ": " + wrong_;
  }

  int actions = 0;
  int ended = 0; ///< games over, by a goal or by a draw
  int won = 0;   ///< of these, without a draw

private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  double between(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random_); }

  std::map<std::string, std::string> options(bool two_k) {
    const auto book = RuleBook::load(two_k ? "armada_2k" : "armadas");
    std::map<std::string, std::string> chosen = {{"fleet", "free"}, {"min_separation_mm", "40"}};
    for (const Option& option : book->options()) {
      if (option.name == "fleet" || below(3) != 0)
        continue;
      if (option.type == "boolean")
        chosen[option.name] = below(2) ? "true" : "false";
      else if (!option.values.empty())
        chosen[option.name] = option.values[static_cast<std::size_t>(below(static_cast<int>(option.values.size())))];
    }
    if (below(3) == 0) { // left-over points
      chosen["fleet"] = "points";
      chosen["fleet_points"] = "40";
    }
    chosen["goal_number"] = "2";
    chosen["stashes"] = "2";
    return chosen;
  }

  /// Ships at random free places.
  ArmadasMatch begin() {
    const bool two_k = below(2) == 1;
    const PlaneLaw rules = law(options(two_k), two_k ? "armada2k" : "armadas");
    PlaneTable table;
    table.area.kind = PlaneArea::Kind::circle;
    table.area.radius_mm = 260;
    std::vector<FleetPlan> plans;
    std::vector<MatchPlayer> marks;
    for (int p = 0; p < 2 + below(3); ++p)
      seatPlayer(rules, table, plans, marks, "p" + std::to_string(p));
    return {rules, startMatch(rules, table, plans, marks, seed_)};
  }

  void seatPlayer(const PlaneLaw& rules, PlaneTable& table, std::vector<FleetPlan>& plans,
                  std::vector<MatchPlayer>& marks, const std::string& name) {
    FleetPlan plan;
    plan.player = name;
    MatchPlayer mark;
    mark.name = name;
    for (int i = 0; i < 3; ++i) {
      PlaneObject one = ship(name + "_" + std::to_string(i), name, static_cast<PyramidSize>(below(3)), 0, 0, 0);
      if (place(rules, table, one))
        ++plan.ships[indexOf(one.size)];
    }
    PlaneObject base = disc("base_" + name, Terrain::base, between(-200, 200), between(-200, 200), 30, 0);
    base.player = name;
    table.objects.push_back(base);
    PlaneObject piece = upright("cargo_" + name, static_cast<PyramidSize>(below(2)), 0, 0);
    place(rules, table, piece);
    PlaneObject rock = disc("rock_" + name, static_cast<Terrain>(below(5)), 0, 0, between(4, 20), below(2) * 40.0);
    place(rules, table, rock);
    if (rock.terrain == Terrain::flag)
      mark.flag = rock.id;
    mark.flagship = mark.cargo_ship = name + "_0";
    mark.base = mark.cargo_goal = base.id;
    plans.push_back(plan);
    marks.push_back(mark);
  }

  bool place(const PlaneLaw& rules, PlaneTable& table, PlaneObject& object) {
    for (int attempt = 0; attempt < 60; ++attempt) {
      object.pose = ShipPose(between(-180, 180), between(-180, 180), between(-3.1, 3.1));
      const Body body = object.kind == PlaneKind::terrain
                            ? shipBody(object.pose, table.shapes[PyramidSize::large], HullModel::silhouette)
                            : bodyOf(object, table.shapes, HullModel::silhouette);
      bool free = true;
      for (const PlaneObject& other : table.objects)
        free = free && clearanceTo(body, other, table.shapes, rules.options.contact_model).mm > 1.0;
      if (!free)
        continue;
      table.objects.push_back(object);
      return true;
    }
    return false;
  }

  MatchAction randomAction(const MatchState& state) {
    std::vector<const PlaneObject*> own;
    std::vector<const PlaneObject*> others;
    for (const PlaneObject& object : state.table.objects)
      if (object.isShip())
        (object.player == state.mover().name ? own : others).push_back(&object);
    using Kind = MatchAction::Kind;
    const int dice = below(100);
    if (own.empty() || dice < 10)
      return testing::act(Kind::done);
    const PlaneObject& ship = *own[static_cast<std::size_t>(below(static_cast<int>(own.size())))];
    if (dice < 45)
      return randomMove(ship);
    if (dice < 92 && !others.empty())
      return testing::act(Kind::fire, ship.id,
                          others[static_cast<std::size_t>(below(static_cast<int>(others.size())))]->id);
    const Kind rare[] = {Kind::repair, Kind::extra, Kind::offer_draw, Kind::decline_draw, Kind::take_back};
    return testing::act(rare[below(5)], ship.id);
  }

  /// A hit, if the first few shots tried hold one; else the move that leads nearest to an enemy.
  MatchAction sharpAction(const ArmadasMatch& match) {
    const MatchState& state = match.state();
    using Kind = MatchAction::Kind;
    std::vector<const PlaneObject*> own;
    std::vector<const PlaneObject*> others;
    for (const PlaneObject& object : state.table.objects)
      if (object.isShip())
        (object.player == state.mover().name ? own : others).push_back(&object);
    std::shuffle(own.begin(), own.end(), random_);
    std::shuffle(others.begin(), others.end(), random_);
    for (const PlaneObject* ship : own)
      for (const PlaneObject* target : others) {
        if ((ship->pose.origin_mm() - target->pose.origin_mm()).norm() > 150.0)
          continue;
        const MatchAction fire = testing::act(Kind::fire, ship->id, target->id);
        if (match.judge(fire).verdict.ruling == Ruling::legal)
          return fire;
      }
    MatchAction best = testing::act(Kind::done);
    double nearest_mm = 1e300;
    for (const PlaneObject* ship : own)
      for (int n = 0; n < 6 && !ship->moved; ++n) {
        const MatchAction move = randomMove(*ship);
        const auto path = placementsOf(ship->pose, state.table.shapes[ship->size], move.headings_rad);
        for (const PlaneObject* target : others) {
          const double far_mm = (path.back().origin_mm() - target->pose.origin_mm()).norm();
          if (far_mm >= nearest_mm || match.judge(move).verdict.ruling != Ruling::legal)
            continue;
          nearest_mm = far_mm;
          best = move;
        }
      }
    return best;
  }

  MatchAction randomMove(const PlaneObject& ship) {
    MatchAction move = testing::act(MatchAction::Kind::move, ship.id);
    double heading_rad = ship.pose.heading_rad();
    for (int i = 0; i <= below(4); ++i) {
      heading_rad += between(-1.3, 1.3);
      move.headings_rad.push_back(heading_rad);
    }
    return move;
  }

  void agreeOnDraw(ArmadasMatch& match) {
    using Kind = MatchAction::Kind;
    if (!match.state().draw_offered)
      match.play(testing::act(Kind::offer_draw));
    const std::vector<MatchPlayer> players = match.state().players;
    for (const MatchPlayer& player : players) {
      if (match.state().over)
        break;
      MatchAction accept = testing::act(Kind::accept_draw);
      accept.player = player.name;
      match.play(accept);
    }
    if (!match.state().over)
      wrong_ = "the players could not agree on a draw";
  }

  void act(ArmadasMatch& match) {
    const MatchAction action = below(10) < 8 ? sharpAction(match) : randomAction(match.state());
    const std::string before = toJson(match.state()).dump();
    const ActionVerdict answer = match.play(action);
    if (answer.verdict.clauses.empty())
      wrong_ = "a verdict without a clause on " + toJson(action).dump();
    if (answer.verdict.ruling != Ruling::legal && toJson(match.state()).dump() != before)
      wrong_ = "a refused action has changed the state";
    if (answer.verdict.ruling == Ruling::legal && action.kind != MatchAction::Kind::take_back)
      checkState(match);
  }

  void checkState(const ArmadasMatch& match) {
    const MatchState& state = match.state();
    if (state.actions_used > 3 + state.extra_actions)
      wrong_ = "more actions than allowed";
    std::size_t in = 0;
    for (const MatchPlayer& player : state.players) {
      in += !player.out;
      if (player.points < 0)
        wrong_ = "points below 0";
      for (int i = 0; i < 3; ++i)
        if (player.lost[static_cast<std::size_t>(i)] > player.fleet[static_cast<std::size_t>(i)])
          wrong_ = "more ships lost than there were";
    }
    for (const PlaneObject& object : state.table.objects)
      if (object.isShip() && (object.sunk() || object.damage < 0 || object.shots > pipsOf(object.size)))
        wrong_ = "a sunk ship is afloat, or a ledger is wrong: " + object.id;
    if (!state.over && (in < 2 || state.mover().out))
      wrong_ = "the game goes on without players";
    checkHulls(match);
  }

  /// No two hulls may overlap after legal moves (cargo that has been dropped may lie anywhere), but for a ship that is
  /// the flag: touching it is allowed and ends the game.
  void checkHulls(const ArmadasMatch& match) {
    const PlaneTable& table = match.state().table;
    if (match.state().over && match.state().ending_clause == "A2-36")
      return;
    if (match.law().option("ram_advance") == "true" && match.law().option("ramming") == "true")
      return; // the rammer takes the place of the sunk ship as it was declared
    for (const PlaneObject& a : table.objects)
      for (const PlaneObject& b : table.objects)
        if (a.isShip() && b.isShip() && &a < &b &&
            !(clearance(bodyOf(a, table.shapes, match.law().options.contact_model),
                        bodyOf(b, table.shapes, match.law().options.contact_model))
                  .mm > 0.0))
          wrong_ = a.id + " and " + b.id + " overlap";
  }

  void checkJournal(ArmadasMatch& match, const std::string& first) {
    std::vector<nlohmann::json> lines;
    for (const nlohmann::json& event : match.journal())
      lines.push_back(nlohmann::json::parse(event.dump())); // through text, as a file would
    const auto again = ArmadasMatch::fromJournal(match.law(), lines);
    if (!again) {
      wrong_ = again.error().sentence;
    } else if (toJson(again->state()).dump() != toJson(match.state()).dump()) {
      wrong_ = "the journal rebuilds another state";
    }
    while (match.undo()) {
    }
    if (toJson(match.state()).dump() != first)
      wrong_ = "taking everything back does not lead to the start";
  }

  std::mt19937 random_;
  unsigned seed_;
  std::string wrong_;
};

} // namespace linesman::rules::testing
