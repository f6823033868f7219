#pragma once
#include <functional>
#include <vector>

#include <nlohmann/json.hpp>

#include "models/table_state.h"

namespace linesman::app {

/// Where something is seen that is no ship, a shadow or a print, as players said: it is not looked at, whatever pyramid
/// it is read as, until three settled tables in a row do not show it. By its middle, TableFrame mm.
class IgnoredThings {
public:
  /// Whether a pyramid is a ship that is known or lies as its gauge is laid: one may sail over what is ignored.
  using IsKnown = std::function<bool(const SeenPyramid&)>;

  void add(const Eigen::Vector2d& middle_mm) { all_.push_back({middle_mm}); }
  /// One more settled table: what it does not show it may have overlooked, or hidden, or what lay there is gone.
  void note(const TableState& state, const IsKnown& is_known);
  /// Takes what is ignored out of a table.
  void takeOutOf(TableState& state, const IsKnown& is_known) const;

  nlohmann::json toJson() const;
  static IgnoredThings fromJson(const nlohmann::json& json);

private:
  struct Ignored {
    Eigen::Vector2d middle_mm; ///< TableFrame
    int missed = 0;            ///< settled tables in a row without it
  };

  static bool isAt(const Ignored& thing, const SeenPyramid& pyramid, const IsKnown& is_known);

  std::vector<Ignored> all_;
};

} // namespace linesman::app
