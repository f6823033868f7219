#pragma once
#include <memory>
#include <string>
#include <vector>

#include "app/watch/match_setup.h"
#include "app/watch/not_counted.h"
#include "app/watch/ship.h"
#include "rules/armadas_table.h"
#include "rules/game.h"
#include "rules/plane_table.h"
#include "rules/verdict.h"

namespace linesman::app {

/// A verdict with what the record says besides: the geometry it rests on.
struct Judgement {
  rules::Verdict verdict;
  nlohmann::json facts = nlohmann::json::object(); ///< turn_deg, joint_gap_mm, side, ...
};

/// Puts the questions of a match of Armadas to the law, as rule scenarios, and phrases the answers.
class PlaneLaw {
public:
  static Result<PlaneLaw> make(const MatchSetup& setup);

  /// May `ship` step to `to` while all the ships lie as they do? `step` counts within the move, from 1. Withheld where
  /// one of `things`, taken for an island, would forbid it.
  Judgement step(const std::vector<Ship>& ships, const std::vector<NotCounted>& things, const Ship& ship,
                 const SeenPose& to, int step) const;
  /// Can `ship` hit `target`? Withheld where one of `things` would be in the way, or one of the two is hidden, or
  /// not where it belongs.
  Judgement shot(const std::vector<Ship>& ships, const std::vector<NotCounted>& things, const Ship& ship,
                 const Ship& target) const;
  /// Are the fleets placed as the rules demand?
  Judgement setUp(const std::vector<Ship>& ships) const;

  /// The ships afloat where they belong, with their doubts, as all of this is judged.
  Result<rules::PlaneTable> tableOf(const std::vector<Ship>& ships) const;

  /// The table without the pieces that lie wholly outside the playing area, clear of its edge: gauges and spares that
  /// were laid aside, and what was taken for a piece there, are no ships.
  TableState withoutAside(const TableState& state) const;

  int stepsPerMove(PyramidSize size) const;
  /// An Armadas clause by the id it has in this game (AR-18 is A2-17 in Armada 2K).
  std::string clause(int number) const;
  /// Option as text, the book's default when it was not chosen.
  std::string option(const std::string& name, const std::string& fallback) const;
  /// Options agreed otherwise than the book has them that make no difference here, as NAME=VALUE.
  std::vector<std::string> notRefereed() const;
  /// The options as rules read them.
  const rules::PlaneLaw& agreed() const { return agreed_; }
  double optionNumber(const std::string& name, double fallback) const;
  const rules::Game& game() const { return *game_; }
  /// The point of a ship of that size lying there that the next stern has to touch, TableFrame mm.
  Eigen::Vector2d bowOf(PyramidSize size, const SeenPose& at) const { return rules::bowOf(at.pose, shapes_[size]); }
  /// How far a ship may lie off before it is told (mm).
  double driftAllowed_mm() const;
  /// Does a ship lie elsewhere there, more than it may and than was perhaps measured wrongly? Its bow may, where it was
  /// only turned: from there it steps and fires.
  bool liesOff(const Ship& ship, const SeenPose& from, const SeenPose& there) const;
  /// From the bow of a ship, as it lies, to the middle of a gauge's stern (mm).
  double gapAtBow_mm(const Ship& ship, const SeenPyramid& gauge) const;

private:
  /// Ships where they belong, whoever pushed them: the recorded pose is the truth (AR-34).
  nlohmann::json scenario(const std::vector<Ship>& ships, bool with_sigma) const;
  /// A ship but `mover` that lies elsewhere than it belongs and forbids from there what is allowed (`query`) where all
  /// lie as they belong; nullptr: none.
  const Ship* strayed(const std::vector<Ship>& ships, const nlohmann::json& query, const Ship* mover = nullptr) const;
  /// The answer, or an object with "error".
  nlohmann::json ask(nlohmann::json scenario) const;
  void refuseStep(rules::Verdict& verdict, const Ship& ship, const nlohmann::json& measured,
                  const nlohmann::json& others, double turn_deg, double gap_mm) const;
  void refuseShot(rules::Verdict& verdict, const Ship& ship, const Ship& target, const nlohmann::json& answer) const;
  /// The first of `things` that forbids what the scenario asks; nullptr: none.
  const NotCounted* inTheWayOf(const nlohmann::json& scenario, const std::vector<NotCounted>& things) const;
  std::vector<std::string> clausesOfLimit(const std::string& limit) const;
  void tellUnusual(const std::vector<Ship>& ships, const std::vector<std::string>& warnings,
                   rules::Verdict& verdict) const;
  std::vector<std::string> clausesOfRange(const nlohmann::json& answer) const;
  rules::Highlight outline(const Ship& ship, const SeenPose& at, rules::Highlight::Role role) const;

  std::shared_ptr<const rules::Game> game_;
  MatchSetup setup_;
  rules::PlaneLaw agreed_;
  rules::PlaneArea area_;
  rules::ShipShapes shapes_;
  bool ideal_bow_ = false;
};

} // namespace linesman::app
