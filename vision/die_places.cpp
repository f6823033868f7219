#include "vision/die_places.h"

#include <opencv2/imgproc.hpp>

namespace linesman {

namespace {

constexpr double changed_grey = 25.0; // of a part as small as a pip, beyond which the die is looked at again
// A face less sure than this is not told. In drawn pictures the shape alone read all of 120 dice with 0.97, its most,
// and the word that is printed where none lies was taken for one with up to 0.94.
constexpr double claimed = 0.96;

} // namespace

std::vector<SeenDie> DiePlaces::read(const cv::Mat& image_bgr, const BoardView& view,
                                     const std::vector<DiePlace>& places) {
  std::vector<SeenDie> dice;
  for (const DiePlace& place : places) {
    const cv::Mat window = DieReader::windowOf(image_bgr, view, view.square_mm * place.at_squares);
    cv::Mat reduced;
    cv::resize(window, reduced, {}, 0.25, 0.25, cv::INTER_AREA);
    Known& known = known_[place.square];
    if (known.reduced.size() != reduced.size() || cv::norm(reduced, known.reduced, cv::NORM_INF) > changed_grey)
      known = {reduced, reader_.readWindow(window, {DieSearch::Place::likely})};
    if (known.reading.face > 0 && known.reading.p >= claimed)
      dice.push_back({place.square, known.reading.face, known.reading.p});
  }
  return dice;
}

} // namespace linesman
