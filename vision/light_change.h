#pragma once
#include <opencv2/core/mat.hpp>

namespace linesman {

/// Added to the levels of colours before their logarithm is taken: it keeps the noise of dark places small.
inline constexpr double level_offset = 12.0;

/// Logarithms of a picture's colours (8 bit), 32FC3.
cv::Mat logarithmsOf(const cv::Mat& image_bgr, double offset = level_offset);

/// The logarithm (of level_offset) from which on a colour was perhaps too bright for the camera, and brighter than it
/// tells: noise takes clipped levels down.
float tooBright();
/// Where no colour was too bright in either of two pictures (their logarithms): there the change of light is seen. 8
/// bit.
cv::Mat notTooBright(const cv::Mat& now, const cv::Mat& before);

/// How far colours (logarithms, 32FC3) lie outside of what they may be, 8 bit: 255 for the channel that is quite
/// another.
cv::Mat noveltyOutside(const cv::Mat& colours, const cv::Mat& least, const cv::Mat& most);

/// A quadratic over the picture that meets most of what is given, by reweighted least squares: what came or went
/// between two pictures does not pull the change of light along. `change`: 32FC3; `known`: 8 bit, where it counts
/// (empty: everywhere); `stiffness` draws the quadratic towards a constant, for places far from all that is known. The
/// answer is as large.
cv::Mat smoothPart(const cv::Mat& change, const cv::Mat& known = {}, double stiffness = 0.0);

} // namespace linesman
