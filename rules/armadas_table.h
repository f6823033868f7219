#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "rules/fire_arc.h"
#include "rules/plane_options.h"
#include "rules/plane_table.h"
#include "rules/verdict.h"

namespace linesman::rules {

/// A plane game's law as the referee and the overlay use it: the book, and the switches agreed before the game.
struct PlaneLaw {
  std::shared_ptr<const RuleBook> book;
  PlaneOptions options;
  std::map<std::string, std::string> chosen; ///< option name -> text, as agreed; the rest are the book's defaults

  /// `game`: "armadas" or "armada2k". One sentence on an unknown game, option or value.
  static Result<PlaneLaw> load(const std::string& game, const std::map<std::string, std::string>& options = {});
  /// The book's own number of a clause given by its Armadas number ("AR-22" is "A2-21" in Armada 2K).
  std::string clause(const std::string& armadas_id) const;
  /// An option's value, as chosen or the book's default; empty when there is no such option.
  std::string option(const std::string& name) const;
};

/// Verdict on the steps of one ship, with what it was asked about.
struct StepVerdict {
  std::string ship;
  std::vector<ShipPose> placements; ///< after each step
  Verdict verdict;
  std::vector<Component> components; ///< every condition with margin and sigma, in order
};

/// Verdict on one shot of one side.
struct ShotVerdict {
  std::string ship;
  std::string target;
  Side side = Side::port;
  Verdict verdict; ///< legal: hit; highlights hold the region, the limiting place and the proving line
  Shot shot;
};

/// Did the ship get from where `table` has it to `placements`? `observed`: the placements were seen (their joints
/// count, and `placement_doubts`, one each, tell how surely); otherwise they are the exact consequence of headings.
/// `joint_covariance`, when not empty, is that of (ship, placements..., every other object in table order), 3 rows
/// each, and replaces the separate ones.
StepVerdict judgeSteps(const PlaneTable& table, const PlaneLaw& law, const std::string& ship,
                       const std::vector<ShipPose>& placements, bool observed,
                       const std::vector<PoseDoubt>& placement_doubts = {},
                       const Eigen::MatrixXd& joint_covariance = {});

/// One shot from one side, or from the best side when `side` is left out.
ShotVerdict judgeShot(const PlaneTable& table, const PlaneLaw& law, const std::string& ship, const std::string& target,
                      std::optional<Side> side = std::nullopt);
/// Every enemy of the ship from every side it has (ships only; own ones too where friendly fire is allowed and `own`).
std::vector<ShotVerdict> judgeShots(const PlaneTable& table, const PlaneLaw& law, const std::string& ship,
                                    bool own = false);

/// Outline of a ship on the table for the overlay.
TablePolygon hullOutline(const PlaneTable& table, const PlaneObject& object, HullModel model);

/// The pyramids of a camera's table as ships and upright pieces with their doubts. `players`: colour ->
/// player (a colour that is not named is its own player). `names`: PieceId -> ship name to keep; others are named by
/// the shortest first letters that tell the colours apart and a number from left to right.
PlaneTable planeTableFrom(const TableState& seen, const std::map<Colour, std::string>& players,
                          const std::map<int, std::string>& names = {},
                          const PieceCatalog& pieces = PieceCatalog::standard());

} // namespace linesman::rules
