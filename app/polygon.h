#pragma once
#include <vector>

#include <Eigen/Core>

namespace linesman::app {

/// Is the point inside a polygon of any shape? Points on its edge may count either way. What concerns convex ones is in
/// rules/convex.h.
bool holds(const std::vector<Eigen::Vector2d>& polygon, const Eigen::Vector2d& point);

} // namespace linesman::app
