#pragma once
#include <array>
#include <map>
#include <string>

#include "models/piece_kind.h"
#include "models/result.h"

namespace linesman::rules {

class RuleBook;

/// What counts as a piece's body: the outline on the table, the real solid, or the outline seen from above.
enum class HullModel { footprint, solid, silhouette };
enum class Sweep { placements, hull };
enum class LineOfFire { template_free, template_to_target, broadside, sight, corners, none };
enum class TargetCover { any, centroid, whole };
enum class RangeBy { large, own };
enum class RearCannon { off, large_only, own_size_all, large_template_all };
enum class ShortSide { none, centered, cover };
enum class FriendlyFire { allowed, ask, forbidden };

/// The switches of the plane games that decide geometry; names and defaults as in the rule book's [options].
struct PlaneOptions {
  HullModel contact_model = HullModel::solid;
  HullModel edge_model = HullModel::footprint;
  HullModel fire_shape = HullModel::footprint;     ///< of targets and blockers
  HullModel template_shape = HullModel::footprint; ///< of the gauge: its contact triangle, or its outline from above
  Sweep sweep = Sweep::placements;
  LineOfFire los = LineOfFire::sight;
  TargetCover target_cover = TargetCover::any;
  RangeBy range = RangeBy::large;
  RearCannon rear_cannon = RearCannon::off;
  ShortSide short_side = ShortSide::none;
  FriendlyFire friendly_fire = FriendlyFire::allowed;
  bool own_ships_block = true;
  bool template_must_fit = false;
  bool flag_shootable = false;
  bool flag_contact = false; ///< contact with an enemy flag is permitted
  bool setup_touch = true;
  bool ideal_bow = false;
  double touch_tol_mm = 1.5;
  double reach_tol_mm = 1.5;
  double turn_margin_deg = 1.0;
  double min_separation_mm = 304.8;
  double warn_separation_mm = 304.8;     ///< a note, no verdict
  std::array<int, 3> max_steps{4, 3, 2}; ///< by size, small first

  /// Defaults of the book, then `given` (option name -> text as `--option` takes it). One sentence on an unknown option
  /// or value.
  static Result<PlaneOptions> from(const RuleBook& book, const std::map<std::string, std::string>& given);
};

} // namespace linesman::rules
