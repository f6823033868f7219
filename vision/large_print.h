#pragma once
#include <optional>

#include <opencv2/core/mat.hpp>

#include "vision/edge_field.h"
#include "vision/table_view.h"

namespace linesman {

/// Where the table is printed with something large that repeats, as a cloth with checks of a hand's width is: what a
/// place shows is seen again one repeat away and two, and something else between. What lies there, even of the same
/// width, is not. 8 bit, of the reduced picture: 255 there; empty where the table does not repeat so. `covered` (8 bit,
/// of the reduced picture): not 0 where pieces, markers and other known things hide it.
cv::Mat largePrint(const EdgeField& edges, const TableView& view, const cv::Mat& covered);

/// largePrint() of one picture, looked for once, where somebody asks for it. What it is made of must outlive it.
class LargePrint {
public:
  LargePrint(const EdgeField& edges, const TableView& view, const cv::Mat& covered)
      : edges_(edges), view_(view), covered_(covered) {}

  const cv::Mat& mask() {
    if (!mask_)
      mask_ = largePrint(edges_, view_, covered_);
    return *mask_;
  }

private:
  const EdgeField& edges_;
  const TableView& view_;
  const cv::Mat& covered_;
  std::optional<cv::Mat> mask_;
};

} // namespace linesman
