// Writes what train_plastics.py learns from: write_plastics OUT_FILE TRUTH.json...
// Windows (PyramidWindow) around true pyramids, as well as the program places them. Of each: picture, colour (its place
// in Colour), whether that is an opaque plastic, share of it that is seen; as floats, then the window's bytes.
#include <array>
#include <cstdio>
#include <random>
#include <string>

#include "models/piece_catalog.h"
#include "tests/support/table_truth.h"
#include "vision/pyramid_colour.h"
#include "vision/pyramid_network.h"
#include "vision/training/truth_pictures.h"

using namespace linesman;

namespace {

constexpr double seen_enough = 0.5, in_frame_enough = 0.95;
constexpr double off_mm = 0.25, off_rad = 0.006; ///< standard deviations of places

void writePicture(const std::string& path, int number, std::FILE* out) {
  const support::TableTruth truth = support::readTruth(path);
  const cv::Mat image = pictureBeside(path);
  if (image.empty())
    return;
  const TableView view(truth.lens, {truth.camera_from_table, {}});
  const QuietPicture picture(image);
  const PieceCatalog catalog = PieceCatalog::standard();
  std::mt19937 random(static_cast<unsigned>(number) + 17U);
  std::normal_distribution<double> normal;
  for (const support::TruePyramid& pyramid : truth.pyramids) {
    if (pyramid.visible < seen_enough || pyramid.in_frame < in_frame_enough || pyramid.held)
      continue;
    const PyramidSolid solid(catalog.pyramid(pyramid.size), pyramid.size, pyramid.posture);
    const PlanarPose<TableFrame, PieceFrame> pose(pyramid.pose.origin_mm() +
                                                      off_mm * Eigen::Vector2d(normal(random), normal(random)),
                                                  pyramid.pose.heading_rad() + off_rad * normal(random));
    const PyramidWindow window({&solid, pose}, view);
    if (!window.seen())
      continue;
    const std::array<float, 4> row{static_cast<float>(number), static_cast<float>(pyramid.colour),
                                   isOpaque(pyramid.colour) ? 1.0F : 0.0F, static_cast<float>(pyramid.visible)};
    std::fwrite(row.data(), sizeof(float), row.size(), out);
    const cv::Mat drawn = window.draw(picture);
    std::fwrite(drawn.data, 1, drawn.total(), out);
  }
}

} // namespace

int main(int argc, char** argv) {
  return writeOfEach("write_plastics", argc, argv, writePicture);
}
