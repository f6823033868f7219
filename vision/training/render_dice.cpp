// Renders boards with dice on many squares and writes what the die reader learns from.
//   render_dice OUT_PREFIX SCENES SEED [PICTURE_FOLDER]
// OUT_PREFIX.dice: 96 x 96 x 3 bytes each, top-down crops 1.2 squares wide at 0.3 squares above the board;
// OUT_PREFIX.labels: 5 floats each: top face (0: no die), middle of the top face (crop pixels, x and y), its edge (crop
// pixels), share seen.
#include <cstdlib>
#include <fstream>
#include <iostream>

#include <opencv2/imgcodecs.hpp>

#include "vision/square_crop.h"
#include "vision/training/scene.h"

using namespace linesman;
using namespace linesman::training;

namespace {

constexpr int crop_px = 96;
constexpr double crop_squares = 1.2, crop_height = 0.3;

struct Writer {
  std::ofstream dice, labels;
  explicit Writer(const std::string& prefix)
      : dice(prefix + ".dice", std::ios::binary), labels(prefix + ".labels", std::ios::binary) {}

  void write(const cv::Mat& image, const BoardView& told, const BoardView& truth, const SquareTruth& square,
             const Eigen::Vector2d& centre, double seen) {
    const cv::Mat crop = cropTopDown(image, told, centre, crop_height * told.square_mm, crop_squares, crop_px);
    const double px_per_mm = crop_px / (crop_squares * told.square_mm);
    Eigen::Vector2d middle = Eigen::Vector2d::Zero();
    double edge = 0.0;
    if (square.face > 0) { // where the told view sees the top face in the crop's plane
      const Eigen::Vector2d top = centre + square.offset_mm, side(0.5 * square.die_mm, 0.0);
      const auto seen_at = [&](const Eigen::Vector2d& p) {
        return told.point_mm(truth.pixel(p, square.die_mm), crop_height * told.square_mm);
      };
      const Eigen::Vector2d off = seen_at(top) - centre;
      middle = {0.5 * crop_px - 0.5 + px_per_mm * off.x(), 0.5 * crop_px - 0.5 - px_per_mm * off.y()};
      edge = px_per_mm * (seen_at(top + side) - seen_at(top - side)).norm();
    }
    const float label[5] = {static_cast<float>(square.face), static_cast<float>(middle.x()),
                            static_cast<float>(middle.y()), static_cast<float>(edge), static_cast<float>(seen)};
    dice.write(reinterpret_cast<const char*>(crop.data), static_cast<std::streamsize>(crop.total() * crop.elemSize()));
    labels.write(reinterpret_cast<const char*>(label), sizeof label);
  }
};

} // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::cerr << "usage: render_dice OUT_PREFIX SCENES SEED [PICTURE_FOLDER]\n";
    return 2;
  }
  cv::setNumThreads(1);
  Writer out(argv[1]);
  Rng rng(static_cast<unsigned>(std::atoi(argv[3])));
  for (int n = 0; n < std::atoi(argv[2]); ++n) {
    const SceneTruth truth = randomScene(rng, 0.6);
    const Rendered rendered = render(truth.scene, rng);
    const cv::Mat image = develop(rendered.image, rng);
    if (argc > 4)
      cv::imwrite(std::string(argv[4]) + "/dice" + std::to_string(n) + ".jpg", image);
    std::vector<int> visible(rendered.whole_px.size(), 0);
    for (int y = 0; y < rendered.ids.rows; ++y)
      for (int x = 0; x < rendered.ids.cols; ++x)
        ++visible[static_cast<std::size_t>(rendered.ids.at<short>(y, x))];
    const BoardView& view = truth.scene.view;
    BoardView told = view; // what a registration would say: a little wrong
    told.camera_from_board = {told.camera_from_board.rotation(), told.camera_from_board.translation_mm() + Eigen::Vector3d(bell(rng, 0.02), bell(rng, 0.02), bell(rng, 0.03)) * told.square_mm};
    for (int rank = 0; rank < told.rows; ++rank)
      for (int file = 0; file < told.columns; ++file) {
        const SquareTruth& square = truth.squares[static_cast<std::size_t>(rank * told.columns + file)];
        const Eigen::Vector2d centre = told.centre_mm(file, rank);
        const auto foot = told.pixel(centre);
        if (foot.x() < 15 || foot.y() < 15 || foot.x() > image.cols - 15 || foot.y() > image.rows - 15)
          continue;
        const auto id = static_cast<std::size_t>(square.id);
        const double seen = square.face > 0 && rendered.whole_px[id] > 20 ? static_cast<double>(visible[id]) / rendered.whole_px[id] : 0.0;
        if (square.face > 0 ? seen > 0.5 : chance(rng, 0.3))
          out.write(image, told, view, square, centre, seen);
      }
  }
  return 0;
}
