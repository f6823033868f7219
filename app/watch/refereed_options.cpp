#include "app/watch/refereed_options.h"

#include <set>

#include "models/sentences.h"

namespace linesman::app {

bool isRefereed(const std::string& option, const std::string& value) {
  static const std::set<std::string> names = {"contact_model",
                                              "edge_model",
                                              "sweep",
                                              "touch_tol_mm",
                                              "bow_point",
                                              "takeback",
                                              "turn_margin_deg",
                                              "first_player",
                                              "turn_order",
                                              "setup_touch",
                                              "min_separation_mm",
                                              "target_cover",
                                              "fire_shape",
                                              "template_shape",
                                              "own_ships_block",
                                              "template_must_fit",
                                              "los",
                                              "friendly_fire",
                                              "drift_mm",
                                              "range",
                                              "rear_cannon",
                                              "short_side",
                                              "goal_number",
                                              "half_measure",
                                              "kill_credit",
                                              "flagship_fleet",
                                              "price_small",
                                              "price_medium",
                                              "price_large",
                                              "fleet",
                                              "trios",
                                              "stashes",
                                              "fleet_small",
                                              "fleet_medium",
                                              "fleet_large",
                                              "fleet_number",
                                              "fleet_points",
                                              "size_cap",
                                              "armour",
                                              "armour_cost",
                                              "repair",
                                              "repair_action",
                                              "extra_action",
                                              "extra_per_turn",
                                              "min_actions",
                                              "draw_rule",
                                              "dock",
                                              "dock_tol_mm",
                                              "area_measure",
                                              "min_area_mm"};
  if (option == "goal")
    return value == "last_fleet" || value == "more_than_half" || value == "flagship" || value == "sink_number" ||
           value == "capture_flag" || value == "dock";
  const bool as_allowed = option == "friendly_fire" && value == "ask"; // nobody is asked
  return names.contains(option) && !as_allowed;
}

bool isRefereedOnSquares(const std::string& option, const std::string& value) {
  return option != "touch_move" || value != "on";
}

std::string unrefereedSentence(const std::vector<std::string>& options) {
  return options.empty() ? ""
                         : "Not refereed where a table is watched: " + joined(options) +
                               "; see to it yourselves, or begin without it.";
}

} // namespace linesman::app
