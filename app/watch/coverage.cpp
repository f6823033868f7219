#include "app/watch/coverage.h"

#include <algorithm>
#include <cmath>

#include "app/watch/outline.h"
#include "models/polygon.h"
#include "models/polygon_json.h"

namespace linesman::app {

using nlohmann::json;

namespace {

json polygonsJson(const std::vector<TablePolygon>& polygons) {
  json out = json::array();
  for (const TablePolygon& polygon : polygons)
    out.push_back({{"polygon_mm", cornersJson(polygon)}});
  return out;
}

} // namespace

bool Coverage::isFromStart(const TablePolygon& polygon) const {
  constexpr double pitch_mm = 8.0, most_cells = 500.0; // along a side: what is seen reaches to the horizon now and then
  Eigen::AlignedBox2d box;
  for (const Eigen::Vector2d& point : polygon)
    box.extend(point);
  const Eigen::Array2d size_mm = box.sizes(), cells = (size_mm / pitch_mm).ceil().min(most_cells).max(1.0);
  const Eigen::Array2d cell_mm = size_mm / cells;
  double new_mm2 = 0.0;
  for (double row = 0.5; row < cells.y(); row += 1.0)
    for (double column = 0.5; column < cells.x(); column += 1.0) {
      const Eigen::Vector2d at = box.min().array() + Eigen::Array2d(column, row) * cell_mm;
      if (holds(polygon, at) &&
          std::none_of(at_start_.begin(), at_start_.end(), [&](const TablePolygon& known) { return holds(known, at); }))
        new_mm2 += cell_mm.prod();
    }
  return new_mm2 < least_area_mm2;
}

std::vector<Coverage::Part> Coverage::partsOf(const TableState& state) const {
  std::vector<Part> parts;
  for (const auto* polygons : {&state.hands_mm, &state.unseen_mm})
    for (const TablePolygon& polygon : *polygons) {
      if (polygon.size() < 3 || std::abs(signedArea(polygon)) < least_area_mm2)
        continue;
      Part part{polygon, state.t_s, false, false};
      const Part* same = nullptr;
      for (const Part& before : parts_)
        if (before.polygon == polygon || holds(before.polygon, middleOf(polygon)) ||
            holds(polygon, middleOf(before.polygon))) {
          same = &before;
          part.since_s = std::min(part.since_s, before.since_s);
          part.told = part.told || before.told;
        }
      part.from_start = polygons == &state.unseen_mm &&
                        (same != nullptr && same->polygon == polygon ? same->from_start : isFromStart(polygon));
      if (!part.from_start && same != nullptr && same->from_start) { // something was laid beside it
        part.told = false;
        part.since_s = state.t_s;
      }
      part.told = part.told || (part.from_start && start_told_);
      parts.push_back(std::move(part));
    }
  return parts;
}

std::optional<Event> Coverage::feed(const TableState& state) {
  if (!first_s_)
    first_s_ = state.t_s;
  if (state.t_s - *first_s_ <= patience_s)
    for (const TablePolygon& polygon : state.unseen_mm)
      if (polygon.size() >= 3 && std::abs(signedArea(polygon)) >= least_area_mm2 && !isFromStart(polygon))
        at_start_.push_back(polygon);
  parts_ = partsOf(state);
  blind_.clear();
  bool alarming = false, news = false, known = true;
  for (Part& part : parts_) {
    if (state.t_s - part.since_s <= patience_s)
      continue;
    blind_.push_back(part.polygon);
    alarming = alarming || !part.from_start;
    start_told_ = start_told_ || part.from_start;
    news = news || !part.told;
    known = known && (part.told || part.from_start);
    part.told = true;
    if (!part.from_start)
      alarm_since_s_ = std::min(alarm_since_s_.value_or(part.since_s), part.since_s);
  }
  if (news)
    return Event{
        "coverage",
        state.t_s,
        {{"seen", false},
         {"from_start", known},
         {"since_s", known ? *first_s_ : *alarm_since_s_},
         {"unseen", polygonsJson(blind_)},
         {"sentence", known ? "A part of the table could not be seen from the start; what it hides is not ruled on."
                            : "A part of the table cannot be seen; what it hides is not ruled on."}}};
  if (alarming || !alarm_since_s_)
    return std::nullopt;
  const double gap_s = state.t_s - *alarm_since_s_;
  alarm_since_s_.reset();
  return Event{"coverage", state.t_s, {{"seen", true}, {"gap_s", gap_s}, {"unseen", polygonsJson(blind_)}}};
}

} // namespace linesman::app
