#pragma once
#include <optional>
#include <vector>

#include <opencv2/core/mat.hpp>

#include "vision/edge_field.h"
#include "vision/table_view.h"

namespace linesman {

/// A checked cloth or other print that repeats, seen from above, found out from one picture: what the repeats of every
/// place show tells what the bare surface looks like there.
class RepeatingSurface {
public:
  /// Nothing when the surface does not repeat.
  static std::optional<RepeatingSurface> find(const EdgeField& edges, const TableView& view);

  /// Takes these parts of a reduced picture of the same camera, the one that `find` saw or a later one.
  void renew(const EdgeField& edges, const std::vector<cv::Rect>& parts);
  /// How unlike its repeats every place of the reduced picture is, 8 bit: 0 as they are, 255 quite different; 0 too
  /// where too few repeats were seen.
  const cv::Mat& picture() const { return novelty_; }

private:
  RepeatingSurface() = default;
  void compare(const EdgeField& edges, const cv::Rect& above);

  // Pictures of the table from above:
  cv::Mat place_;        ///< 32FC2, in the reduced picture
  cv::Mat light_;        ///< 32FC3, logarithms, with the slow differences between the surface and its repeats
  cv::Mat most_, least_; ///< 32FC3, what its repeats allow for, without light
  cv::Mat enough_;       ///< 8U, whether so many repeats are seen that they tell
  cv::Mat unlike_;       ///< 8U
  cv::Mat above_;        ///< 32FC2, of the reduced picture: its places from above
  cv::Mat novelty_;      ///< 8U, of the reduced picture
};

} // namespace linesman
