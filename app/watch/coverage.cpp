#include "app/watch/coverage.h"

#include <cmath>

#include "models/polygon.h"

namespace linesman::app {

using nlohmann::json;

namespace {

json polygonsJson(const std::vector<TablePolygon>& polygons) {
  json out = json::array();
  for (const TablePolygon& polygon : polygons) {
    json points = json::array();
    for (const Eigen::Vector2d& point : polygon)
      points.push_back({point.x(), point.y()});
    out.push_back({{"polygon_mm", std::move(points)}});
  }
  return out;
}

} // namespace

bool Coverage::isBlind(const Eigen::Vector2d& point_mm) const {
  for (const TablePolygon& polygon : blind_)
    if (holds(polygon, point_mm))
      return true;
  return false;
}

std::optional<Event> Coverage::feed(const TableState& state) {
  std::vector<TablePolygon> covered;
  for (const auto* polygons : {&state.hands_mm, &state.unseen_mm})
    for (const TablePolygon& polygon : *polygons)
      if (polygon.size() >= 3 && std::abs(signedArea(polygon)) >= least_area_mm2)
        covered.push_back(polygon);
  if (covered.empty()) {
    const bool was = alarmed_;
    const double gap_s = since_s_ ? state.t_s - *since_s_ : 0.0;
    since_s_.reset();
    alarmed_ = false;
    blind_.clear();
    if (!was)
      return std::nullopt;
    return Event{"coverage", state.t_s, {{"seen", true}, {"gap_s", gap_s}, {"unseen", json::array()}}};
  }
  if (!since_s_)
    since_s_ = state.t_s;
  if (state.t_s - *since_s_ <= patience_s)
    return std::nullopt;
  blind_ = covered;
  if (alarmed_)
    return std::nullopt;
  alarmed_ = true;
  return Event{"coverage",
               state.t_s,
               {{"seen", false},
                {"since_s", *since_s_},
                {"unseen", polygonsJson(covered)},
                {"sentence", "A part of the table cannot be seen; verdicts there are withheld."}}};
}

} // namespace linesman::app
