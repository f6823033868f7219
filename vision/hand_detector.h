#pragma once
#include <optional>
#include <vector>

#include <opencv2/core/mat.hpp>

namespace linesman {

/// Finds hands and arms: what came into the picture over its border since the table was last seen without. Works by
/// change, not by the colour of skin, so sleeves and gloves count as well; a lamp that is switched changes the picture
/// smoothly and is taken out first. For a camera that stands still; feed it one source in order.
class HandDetector {
public:
  /// What lies still for so long (in two pictures at least) belongs to the table, until what it covered is seen again.
  static constexpr double absorbed_after_s = 3.0;

  /// Outlines in pixels of the full picture. `t_s`: time in the source.
  std::vector<std::vector<cv::Point>> find(const cv::Mat& image_bgr, double t_s);
  /// Whether hardly anything looks otherwise than in the last picture: no more than a few men or ships who were moved.
  bool nearlySame(const cv::Mat& image_bgr) const;
  /// Whether a picture was seen since the beginning or reset(): changes are told from then on.
  bool knowsTable() const { return !reference_.empty(); }
  /// The camera was nudged: what is known of the table is moved along, `now_from_before` in pixels of the full picture;
  /// where nothing was seen of it yet it looks as in `image_bgr`, the next picture.
  void follow(const cv::Mat& image_bgr, const cv::Matx33d& now_from_before);
  /// One that goes its own way from here.
  HandDetector copy() const;
  /// The next picture is taken as one without hands.
  void reset() { *this = HandDetector(); }

private:
  void remember(const cv::Mat& logs, const cv::Mat& held);
  void keepCovered(const cv::Mat& covers);
  bool uncovers(const cv::Mat& logs, const cv::Mat& part) const;

  cv::Mat reference_; ///< logarithms of the table without hands, reduced
  cv::Mat last_;      ///< the same of the last picture
  cv::Mat last_hands_;
  cv::Mat absorbed_;  ///< where hands lay still until they were taken for the table; empty: nowhere
  cv::Mat uncovered_; ///< logarithms of the table there without them
  std::optional<double> still_since_s_;
};

} // namespace linesman
