#pragma once
#include <array>
#include <optional>

#include <opencv2/core/mat.hpp>

#include "vision/board_detector.h"
#include "vision/sign_network.h"

namespace linesman {

/// Chances of the four quarter turns (FoundBoard::turned) that bring a1 where the coordinates printed around the board
/// have it; about even where none can be read. Sides may have them or not, to be read from any side.
std::array<double, 4> chancesOfTurns(const SignNetwork& network, const cv::Mat& image_bgr, const FoundBoard& found);

/// The turn that the print surely tells, or nothing.
std::optional<int> surelyTold(const std::array<double, 4>& chances);

} // namespace linesman
