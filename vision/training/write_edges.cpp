// Writes what train_edges.py learns from: write_edges OUT_FILE TRUTH.json...
// Of every pyramid seen well enough, samples of its edges at its true pose that no other one covers, as floats: number
// of the pyramid, of the edge, px per (x mm, y mm, heading rad) across the edge, where the program's own fit without
// the network ends (x mm, y mm, heading rad off the truth; 0 where it ends elsewhere altogether), what the network is
// told beside colours, and the colours at 41 places from 10 px inside to 10 px outside.
#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include <opencv2/imgproc.hpp>

#include "models/piece_catalog.h"
#include "models/units.h"
#include "tests/support/table_truth.h"
#include "vision/edge_network.h"
#include "vision/pyramid_colour.h"
#include "vision/pyramid_refinement.h"
#include "vision/training/truth_pictures.h"

using namespace linesman;

namespace {

constexpr int half = 20;            ///< steps of the colours to both sides
constexpr int fixed = 8;            ///< numbers before what the network is told beside colours
constexpr double clear_px = 2.0;    ///< from other pyramids' outlines
constexpr double seen_whole = 0.93; ///< less, and other things may lie before its edges

bool covered(const OutlineSample& sample, const std::vector<PictureOutline>& others) {
  const cv::Point2f at(static_cast<float>(sample.pixel.x()), static_cast<float>(sample.pixel.y()));
  return std::any_of(others.begin(), others.end(), [&](const PictureOutline& other) {
    return other.size() >= 3 && cv::pointPolygonTest(other, at, true) > -clear_px;
  });
}

/// Where the program's fit ends from the true pose, without the network: off the truth, mm, mm, rad.
Eigen::Vector3f ownFit(const PyramidSolid& solid, const support::TruePyramid& pyramid, const TableView& view,
                       const QuietPicture& picture) {
  constexpr double reach_px = 4.0, most_mm = 1.5, most_rad = 0.1;
  RefinementHints hints;
  hints.opaque = isOpaque(pyramid.colour);
  const auto first = refinePyramid(solid, pyramid.pose, view, picture, reach_px, hints);
  if (!first)
    return Eigen::Vector3f::Zero();
  const auto pose = refineAtLast(solid, *first, view, picture, hints, nullptr).pose;
  const Eigen::Vector2d off_mm = pose.origin_mm() - pyramid.pose.origin_mm();
  const double turned = wrapAngle(pose.heading_rad() - pyramid.pose.heading_rad());
  if (off_mm.norm() > most_mm || std::abs(turned) > most_rad)
    return Eigen::Vector3f::Zero();
  return Eigen::Vector3d(off_mm.x(), off_mm.y(), turned).cast<float>();
}

int writePicture(const std::string& path, int first, std::FILE* out) {
  const PieceCatalog catalog = PieceCatalog::standard();
  const support::TableTruth truth = support::readTruth(path);
  const cv::Mat image = pictureBeside(path);
  if (image.empty())
    return first;
  const TableView view(truth.lens, {truth.camera_from_table, {}});
  const QuietPicture picture(image);
  for (const support::TruePyramid& pyramid : truth.pyramids) {
    if (pyramid.visible < seen_whole || pyramid.in_frame < 0.98 || pyramid.held)
      continue;
    std::vector<PictureOutline> others;
    for (const support::TruePyramid& other : truth.pyramids)
      if (&other != &pyramid)
        others.push_back(pictureOutlineOf({catalog.pyramid(other.size), other.size, other.posture}, other.pose, view));
    const PyramidSolid solid(catalog.pyramid(pyramid.size), pyramid.size, pyramid.posture);
    const Eigen::Vector3f own = ownFit(solid, pyramid, view, picture);
    for (const OutlineSample& sample : sampleOutline(solid, pyramid.pose, view, EdgeNetwork::spacing_px, true)) {
      if (covered(sample, others))
        continue;
      const Eigen::RowVector3f across = (sample.normal.transpose() * sample.by_pose).cast<float>();
      std::array<float, fixed + EdgeNetwork::context + 3 * (2 * half + 1)> row{static_cast<float>(first),
                                                                               static_cast<float>(sample.edge)};
      Eigen::Map<Eigen::Matrix<float, 6, 1>>(row.data() + 2) << across.transpose(), own;
      EdgeNetwork::contextOf(picture, sample, {pyramid.size, pyramid.posture, isOpaque(pyramid.colour)},
                             row.data() + fixed);
      EdgeNetwork::coloursAcross(picture, sample, half, row.data() + fixed + EdgeNetwork::context);
      std::fwrite(row.data(), sizeof(float), row.size(), out);
    }
    ++first;
  }
  return first;
}

} // namespace

int main(int argc, char** argv) {
  int pyramids = 0;
  const int status = writeOfEach("write_edges", argc, argv, [&](const std::string& path, int, std::FILE* out) {
    pyramids = writePicture(path, pyramids, out);
  });
  if (status == 0)
    std::printf("%d pyramids\n", pyramids);
  return status;
}
