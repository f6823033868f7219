#pragma once
#include <array>
#include <optional>

#include <opencv2/core/mat.hpp>

#include "vision/board_detector.h"
#include "vision/sign_network.h"

namespace linesman {

/// Chances of the quarter turns (FoundBoard::turned) that bring a1 where the coordinates printed around the board have
/// it; about even where none can be read.
struct TurnChances {
  std::array<double, 4> as_seen{};
  /// The same if the picture is a mirror's and a1 begins at the near right; 0 where the first leave no doubt.
  std::array<double, 4> mirrored{};
};

/// Sides may have coordinates or not, to be read from any side.
TurnChances readCoordinates(const SignNetwork& network, const cv::Mat& image_bgr, const FoundBoard& found);

/// The turn that the print surely tells, or nothing.
std::optional<int> surelyTold(const TurnChances& chances);
/// Whether the print surely reads backwards.
bool surelyMirrored(const TurnChances& chances);

} // namespace linesman
