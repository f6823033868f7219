#include "vision/large_print.h"

#include <array>
#include <cmath>
#include <vector>

#include <opencv2/imgproc.hpp>

#include "vision/surface_repeats.h"

namespace linesman {

namespace {

constexpr double print_pitch_mm = 3.0;                   ///< of the picture of the table seen from above
constexpr double shortest_mm = 60.0, longest_mm = 300.0; ///< of a repeat
constexpr float same_tint = 0.16F, same_light = 0.25F;   ///< of logarithms
constexpr int least_seen_again = 2;

bool isAlike(const cv::Vec3f& a, const cv::Vec3f& b) {
  const cv::Vec3f off = a - b;
  return std::hypot(off[2] - off[1], off[0] - off[1]) < same_tint &&
         std::abs(off[0] + off[1] + off[2]) < 3.0F * same_light;
}

/// Shifts up to two steps away, pixels of the picture from above.
std::vector<cv::Point2f> shiftsOf(const std::array<cv::Point2f, 2>& repeats) {
  std::vector<cv::Point2f> shifts;
  for (int i = -2; i <= 2; ++i)
    for (int j = -2; j <= 2; ++j)
      if ((i != 0 || j != 0) && std::abs(i) + std::abs(j) <= 2)
        shifts.push_back((static_cast<float>(i) * repeats[0] + static_cast<float>(j) * repeats[1]) / print_pitch_mm);
  return shifts;
}

} // namespace

cv::Mat largePrint(const EdgeField& edges, const TableView& view, const cv::Mat& covered) {
  const auto repeats = surfaceRepeats(edges, view, shortest_mm, longest_mm, covered);
  if (!repeats)
    return {};
  const FromAbove above = FromAbove::of(edges, view, print_pitch_mm, true, covered);
  const cv::Mat colours = above.colour + above.light;
  const std::vector<cv::Point2f> shifts = shiftsOf(*repeats);
  const cv::Rect all({0, 0}, colours.size());
  cv::Mat print = cv::Mat::zeros(colours.size(), CV_8U);
  for (int y = 0; y < print.rows; ++y)
    for (int x = 0; x < print.cols; ++x) {
      const auto seen = [&](const cv::Point& at) { return all.contains(at) && above.known.at<float>(at) > 0.5F; };
      const cv::Point here(x, y);
      if (!seen(here))
        continue;
      const auto& colour = colours.at<cv::Vec3f>(here);
      int known = 0, alike = 0, again = 0;
      for (const cv::Point2f& shift : shifts) {
        const auto on_the_way = [&](float share) {
          return here + cv::Point(cvRound(share * shift.x), cvRound(share * shift.y));
        };
        if (!seen(on_the_way(1.0F)))
          continue;
        ++known;
        if (!isAlike(colour, colours.at<cv::Vec3f>(on_the_way(1.0F))))
          continue;
        ++alike;
        for (const float share : {0.25F, 0.5F, 0.75F}) // a large thing is no repeat of itself
          if (const cv::Point between = on_the_way(share);
              seen(between) && !isAlike(colour, colours.at<cv::Vec3f>(between))) {
            ++again;
            break;
          }
      }
      if (again >= least_seen_again && 2 * alike >= known)
        print.at<std::uint8_t>(here) = 255;
    }
  cv::morphologyEx(print, print, cv::MORPH_CLOSE, cv::getStructuringElement(cv::MORPH_RECT, {5, 5})); // what parts them
  cv::Mat out;
  cv::remap(print, out, placesFromAbove(edges, view, print_pitch_mm), cv::Mat(), cv::INTER_NEAREST,
            cv::BORDER_CONSTANT);
  return out;
}

} // namespace linesman
