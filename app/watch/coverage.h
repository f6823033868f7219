#pragma once
#include <optional>
#include <vector>

#include "app/watch/event.h"
#include "models/table_state.h"

namespace linesman::app {

/// Watches for parts of the table that cannot be seen: an alarm after `patience_s`, and the length of the gap when the
/// view is free again.
class Coverage {
public:
  /// A `coverage` event when the alarm begins or ends.
  std::optional<Event> feed(const TableState& state);
  /// The parts unseen for longer than the patience; verdicts that rest on them are withheld.
  const std::vector<TablePolygon>& blind() const { return blind_; }
  /// Does the point (TableFrame mm) lie in such a part?
  bool isBlind(const Eigen::Vector2d& point_mm) const;

private:
  static constexpr double patience_s = 1.0;
  static constexpr double least_area_mm2 = 1500.0; // a hand's shadow, not the slit behind a piece

  std::optional<double> since_s_;
  bool alarmed_ = false;
  std::vector<TablePolygon> blind_;
};

} // namespace linesman::app
