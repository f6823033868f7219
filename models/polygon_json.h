#pragma once
#include <vector>

#include <nlohmann/json.hpp>

#include "models/polygon.h"

namespace linesman {

/// The corners of a polygon as an array of pairs.
inline nlohmann::json cornersJson(PolygonCorners polygon) {
  nlohmann::json corners = nlohmann::json::array();
  for (const Eigen::Vector2d& corner : polygon)
    corners.push_back({corner.x(), corner.y()});
  return corners;
}

/// The polygon of such an array; json::exception where a number is missing or none.
inline std::vector<Eigen::Vector2d> cornersFrom(const nlohmann::json& corners) {
  std::vector<Eigen::Vector2d> polygon;
  for (const nlohmann::json& corner : corners)
    polygon.emplace_back(corner.at(0).get<double>(), corner.at(1).get<double>());
  return polygon;
}

} // namespace linesman
