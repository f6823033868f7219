#include "vision/disc_places.h"

#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

#include "models/units.h"

namespace linesman {

namespace {

constexpr float least_gradient = 4.0F; ///< grey levels per pixel
constexpr float usual_gradient = 12.0F;
constexpr double least_votes = 0.22; ///< of the rim's length
constexpr std::size_t most_looked_at = 300;

/// Votes of every edge for the two centres at one radius across it.
cv::Mat votesFor(const cv::Mat& image, const cv::Mat& wanted, double radius_px) {
  cv::Mat smooth, gx, gy;
  cv::GaussianBlur(image, smooth, cv::Size(3, 3), 0.0);
  cv::Sobel(smooth, gx, CV_16S, 1, 0, 3, 0.25);
  cv::Sobel(smooth, gy, CV_16S, 0, 1, 3, 0.25);
  cv::Mat votes = cv::Mat::zeros(image.size(), CV_32F);
  for (int y = 0; y < image.rows; ++y) {
    const auto *row_x = gx.ptr<cv::Vec3s>(y), *row_y = gy.ptr<cv::Vec3s>(y);
    const auto* here = wanted.ptr<std::uint8_t>(y);
    for (int x = 0; x < image.cols; ++x) {
      if (here[x] == 0)
        continue;
      float best = 0.0F, bx = 0.0F, by = 0.0F;
      for (int c = 0; c < 3; ++c) {
        const float dx = row_x[x][c], dy = row_y[x][c], squared = dx * dx + dy * dy;
        if (squared > best)
          best = squared, bx = dx, by = dy;
      }
      if (best < least_gradient * least_gradient)
        continue;
      const float length = std::sqrt(best), worth = length / (length + usual_gradient);
      for (const float side : {-1.0F, 1.0F}) {
        const float r = side * static_cast<float>(radius_px) / length;
        const int u = cvRound(static_cast<float>(x) + r * bx), v = cvRound(static_cast<float>(y) + r * by);
        if (u >= 0 && v >= 0 && u < votes.cols && v < votes.rows)
          votes.at<float>(v, u) += worth;
      }
    }
  }
  cv::blur(votes, votes, cv::Size(3, 3));
  votes *= 9.0;
  return votes;
}

} // namespace

std::vector<DiscPlace> discPlaces(const cv::Mat& image, const cv::Mat& wanted, double radius_px) {
  const cv::Mat votes = votesFor(image, wanted, radius_px);
  cv::Mat most;
  const int reach = std::max(1, static_cast<int>(0.5 * radius_px));
  cv::dilate(votes, most, cv::getStructuringElement(cv::MORPH_RECT, cv::Size(2 * reach + 1, 2 * reach + 1)));
  const float least = static_cast<float>(least_votes * 2.0 * pi * radius_px);
  std::vector<DiscPlace> places;
  for (int y = 0; y < votes.rows; ++y)
    for (int x = 0; x < votes.cols; ++x)
      if (const float here = votes.at<float>(y, x);
          here >= least && here >= most.at<float>(y, x) && wanted.at<std::uint8_t>(y, x) != 0)
        places.push_back({static_cast<double>(x), static_cast<double>(y), here});
  std::sort(places.begin(), places.end(), [](const DiscPlace& a, const DiscPlace& b) { return a.votes > b.votes; });
  if (places.size() > most_looked_at)
    places.resize(most_looked_at);
  return places;
}

} // namespace linesman
