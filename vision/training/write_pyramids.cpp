// Writes what train_pyramids.py learns from: write_pyramids OUT_FILE TRUTH.json...
// Windows (PyramidWindow) around what the program's own search fits in each picture, right or wrong, around poses
// beside the true ones, and around poses that are wrong on purpose. Of each: picture, what it is (1 a pyramid, 0 none,
// -1 one whose place alone counts), solid, log odds before the network (0 where it was not searched), from the pose to
// the true one in window px (ahead, to port, of the farthest corner), share of it that is seen; as floats, then the
// window's bytes.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "models/piece_catalog.h"
#include "models/units.h"
#include "tests/support/table_truth.h"
#include "vision/pyramid_detector.h"
#include "vision/pyramid_fits.h"
#include "vision/pyramid_network.h"
#include "vision/training/truth_pictures.h"

using namespace linesman;

namespace {

using PiecePose = PlanarPose<TableFrame, PieceFrame>;

constexpr double same_mm = 2.5, same_rad = 0.12; ///< of a fit from the piece it is counted as
constexpr double near_mm = 5.0, near_rad = 0.26; ///< of one that is to be led there
constexpr double seen_enough = 0.5, hardly_seen = 0.35;
constexpr double least_log_odds = -13.0; ///< of fits: the others are plainly none
constexpr int beside_count = 7, far_beside_count = 3, wrong_count = 3, anywhere_count = 15;

struct Writer {
  const QuietPicture& picture;
  const TableView& view;
  const std::vector<PyramidSolid>& solids;
  int number;
  std::FILE* out;

  void write(float is, int solid, double log_odds, const PiecePose& pose, const support::TruePyramid* truth) const {
    const PyramidWindow window({&solids[static_cast<std::size_t>(solid)], pose}, view);
    if (!window.seen())
      return;
    Eigen::Vector3d off = Eigen::Vector3d::Zero();
    if (truth != nullptr) {
      off.head<2>() = Eigen::Rotation2Dd(-pose.heading_rad()) * (truth->pose.origin_mm() - pose.origin_mm());
      off.z() = std::remainder(truth->pose.heading_rad() - pose.heading_rad(),
                               solids[static_cast<std::size_t>(solid)].period_rad());
      off = off.cwiseQuotient(window.unit());
    }
    const std::array<float, 8> row{
        static_cast<float>(number),  is,
        static_cast<float>(solid),   static_cast<float>(log_odds),
        static_cast<float>(off.x()), static_cast<float>(off.y()),
        static_cast<float>(off.z()), truth != nullptr ? static_cast<float>(truth->visible) : 0.0F};
    std::fwrite(row.data(), sizeof(float), row.size(), out);
    const cv::Mat drawn = window.draw(picture);
    std::fwrite(drawn.data, 1, drawn.total(), out);
  }
};

int solidIndexOf(const std::vector<PyramidSolid>& solids, const support::TruePyramid& pyramid) {
  for (std::size_t i = 0; i < solids.size(); ++i)
    if (solids[i].size() == pyramid.size && solids[i].posture() == pyramid.posture)
      return static_cast<int>(i);
  return -1;
}

/// 1 at the piece, -1 near it, 0 elsewhere.
float placeOf(const PiecePose& pose, int solid, const support::TruePyramid& pyramid,
              const std::vector<PyramidSolid>& solids) {
  if (solidIndexOf(solids, pyramid) != solid)
    return 0.0F;
  const double off_mm = (pose.origin_mm() - pyramid.pose.origin_mm()).norm();
  const double off_rad = std::abs(std::remainder(pose.heading_rad() - pyramid.pose.heading_rad(),
                                                 solids[static_cast<std::size_t>(solid)].period_rad()));
  return off_mm < same_mm && off_rad < same_rad ? 1.0F : off_mm < near_mm && off_rad < near_rad ? -1.0F : 0.0F;
}

void writeFits(const Writer& writer, const support::TableTruth& truth, const ReducedPicture& picture) {
  const PyramidColours colours(picture.full.image(), writer.view, truth.table);
  const PyramidScene scene{picture, writer.view, truth.table, colours, writer.solids};
  const auto candidates = pyramidCandidates(scene, PyramidProposals::of(picture, writer.view).get());
  for (const FittedPyramid& fitted : fitCandidates(candidates, scene, {}, nullptr)) {
    if (fitted.log_odds < least_log_odds)
      continue;
    const support::TruePyramid* here = nullptr;
    float place = 0.0F;
    bool at_hidden = false;
    for (const support::TruePyramid& pyramid : truth.pyramids) {
      if (const float at = placeOf(fitted.refined.pose, fitted.solid, pyramid, writer.solids); at != 0.0F) {
        here = &pyramid;
        place = at;
      }
      at_hidden |=
          pyramid.visible < seen_enough && (fitted.refined.pose.origin_mm() - pyramid.pose.origin_mm()).norm() < 8.0;
    }
    if (here != nullptr && !here->held)
      writer.write(here->visible >= seen_enough  ? place
                   : here->visible > hardly_seen ? -1.0F
                                                 : 0.0F,
                   fitted.solid, fitted.log_odds, fitted.refined.pose, here);
    else if (!at_hidden)
      writer.write(0.0F, fitted.solid, fitted.log_odds, fitted.refined.pose, nullptr);
  }
}

void writeBeside(const Writer& writer, const support::TruePyramid& pyramid, std::mt19937& random) {
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> share(0.0, 1.0);
  const int solid = solidIndexOf(writer.solids, pyramid);
  const double length =
      pyramid.posture == Posture::lying ? writer.solids[static_cast<std::size_t>(solid)].middle_mm().x() / 0.42 : 20.0;
  for (int k = 0; k < beside_count; ++k) {
    const double wide = share(random) < 0.5 ? 1.0 : 0.3;
    writer.write(1.0F, solid, 0.0,
                 {pyramid.pose.origin_mm() + wide * 0.5 * Eigen::Vector2d(normal(random), normal(random)),
                  pyramid.pose.heading_rad() + wide * 1.0 / length * normal(random)},
                 &pyramid);
  }
  for (int k = 0; k < far_beside_count; ++k) {
    const double at = 2.0 * pi * share(random), turn = (2.0 * share(random) - 1.0) * near_rad;
    const PiecePose pose{pyramid.pose.origin_mm() +
                             0.9 * near_mm * share(random) * Eigen::Vector2d(std::cos(at), std::sin(at)),
                         pyramid.pose.heading_rad() + turn};
    writer.write(placeOf(pose, solid, pyramid, writer.solids), solid, 0.0, pose, &pyramid);
  }
  for (int k = 0; k < wrong_count; ++k) {
    PiecePose pose = pyramid.pose;
    int other = solid;
    if (const double how = share(random); how < 0.4) {
      const double at = 2.0 * pi * share(random);
      pose = {pose.origin_mm() + length * (0.14 + 0.4 * share(random)) * Eigen::Vector2d(std::cos(at), std::sin(at)),
              pose.heading_rad() + 0.2 * normal(random)};
    } else if (how < 0.7) {
      pose = {pose.origin_mm() + 0.1 * length * Eigen::Vector2d(normal(random), normal(random)),
              pose.heading_rad() + (share(random) < 0.5 ? 1 : -1) * (0.25 + 2.8 * share(random) * share(random))};
    } else {
      other = static_cast<int>(share(random) * static_cast<double>(writer.solids.size()));
    }
    if (placeOf(pose, other, pyramid, writer.solids) == 0.0F)
      writer.write(0.0F, other, 0.0, pose, nullptr);
  }
}

/// Windows anywhere in the picture but at a piece.
void writeAnywhere(const Writer& writer, const support::TableTruth& truth, const cv::Size& size, std::mt19937& random) {
  std::uniform_real_distribution<double> share(0.0, 1.0);
  for (int k = 0; k < anywhere_count; ++k) {
    const auto at = writer.view.tablePoint({share(random) * size.width, share(random) * size.height});
    const int solid = static_cast<int>(share(random) * static_cast<double>(writer.solids.size()));
    if (!at)
      continue;
    const PiecePose pose{*at, 2.0 * pi * share(random) - pi};
    if (std::none_of(truth.pyramids.begin(), truth.pyramids.end(), [&](const support::TruePyramid& pyramid) {
          return placeOf(pose, solid, pyramid, writer.solids) != 0.0F;
        }))
      writer.write(0.0F, solid, 0.0, pose, nullptr);
  }
}

void writePicture(const std::string& path, int number, std::FILE* out) {
  const support::TableTruth truth = support::readTruth(path);
  const cv::Mat image = pictureBeside(path);
  if (image.empty())
    return;
  const TableView view(truth.lens, {truth.camera_from_table, {}});
  const std::vector<PyramidSolid> solids = solidsOf(PieceCatalog::standard());
  const ReducedPicture picture(image, view);
  const Writer writer{picture.full, view, solids, number, out};
  writeFits(writer, truth, picture);
  std::mt19937 random(static_cast<unsigned>(number) + 17U);
  for (const support::TruePyramid& pyramid : truth.pyramids)
    if (pyramid.visible >= seen_enough && pyramid.in_frame > 0.95 && !pyramid.held)
      writeBeside(writer, pyramid, random);
  writeAnywhere(writer, truth, image.size(), random);
}

} // namespace

int main(int argc, char** argv) {
  return writeOfEach("write_pyramids", argc, argv, writePicture);
}
