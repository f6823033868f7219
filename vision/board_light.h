#pragma once
#include <array>

#include <opencv2/core/mat.hpp>

namespace linesman {

/// By what a board's squares are told from each other: most boards' by brightness. Orange and grey ones, say, may be
/// equally bright; opponent colours tell them, in which shadows, glare and a grey pattern are nothing.
enum class BoardLight { brightness, yellow_blue, red_green };

inline constexpr std::array board_lights{BoardLight::brightness, BoardLight::yellow_blue, BoardLight::red_green};

/// The picture (8 bit BGR) as that, 8 bit; of opponent colours 128 is neither.
cv::Mat inLight(const cv::Mat& image_bgr, BoardLight light);

} // namespace linesman
