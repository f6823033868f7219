#pragma once
#include <optional>
#include <vector>

#include "app/watch/event.h"
#include "models/table_state.h"

namespace linesman::app {

/// Watches for parts of the table that cannot be seen: an alarm after `patience_s`, and the length of the gap when the
/// view is free again. What was hidden when the watch began (a mug that always lay there, a corner beyond the picture)
/// is told once and is no alarm without end.
class Coverage {
public:
  /// A `coverage` event when an alarm begins, another part is hidden, or all that was hidden since the start of the
  /// watch is seen again.
  std::optional<Event> feed(const TableState& state);
  /// The parts unseen for longer than the patience.
  const std::vector<TablePolygon>& blind() const { return blind_; }

private:
  static constexpr double patience_s = 1.0;
  static constexpr double least_area_mm2 = 1500.0; // a hand's shadow, not the slit behind a piece

  struct Part {
    TablePolygon polygon;
    double since_s = 0.0;
    bool from_start = false;
    bool told = false;
  };
  /// The parts of this frame, those that were hidden before with their age.
  std::vector<Part> partsOf(const TableState& state) const;
  /// Was it hidden when the watch began, but for less than `least_area_mm2`?
  bool isFromStart(const TablePolygon& polygon) const;

  std::optional<double> first_s_;
  std::vector<TablePolygon> at_start_; ///< hidden in the first frames
  bool start_told_ = false;
  std::vector<Part> parts_;
  std::optional<double> alarm_since_s_; ///< what the alarm is about was hidden since then
  std::vector<TablePolygon> blind_;
};

} // namespace linesman::app
