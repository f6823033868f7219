#pragma once
#include <vector>

#include <opencv2/core/mat.hpp>

#include "vision/edge_field.h"
#include "vision/table_view.h"

namespace linesman {

/// A picture of the empty table and how its camera saw it. The table is flat, so another camera's picture of it
/// follows.
class EmptyTable {
public:
  /// `image`: 8 bit BGR, of `view`'s lens.
  EmptyTable(cv::Mat image, const TableView& view);

  struct Seen {
    cv::Mat image; ///< 8 bit BGR
    cv::Mat known; ///< 8 bit: 255 where the empty table was seen, 0 elsewhere
  };
  /// As `view` sees it, of its lens' size. A camera that stands where it stood sees what it saw, the table's
  /// surroundings too.
  Seen from(const TableView& view) const;

private:
  cv::Mat image_;
  TableView view_;
};

/// How unlike the empty table every place of a reduced picture is, whatever light there is now.
class BareSurface {
public:
  /// `edges`: a picture's; its light is taken for that of all that follow.
  BareSurface(const EmptyTable::Seen& bare, const EdgeField& edges);

  /// Takes these parts of a later reduced picture of the same camera.
  void renew(const EdgeField& edges, const std::vector<cv::Rect>& parts);
  /// 8 bit, as large as the reduced picture: 0 like the empty table (and where that is not known), 255 quite different.
  const cv::Mat& picture() const { return novelty_; }
  /// 8 bit: not 0 where the empty table has no edges itself.
  const cv::Mat& bare() const { return bare_; }

private:
  cv::Mat most_, least_; ///< 32FC3, logarithms that the empty table and its neighbourhood have in this light
  cv::Mat known_;        ///< 8U
  cv::Mat novelty_;
  cv::Mat bare_; ///< 8U
};

} // namespace linesman
