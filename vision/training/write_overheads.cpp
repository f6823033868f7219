// Writes what train_proposals.py learns from: write_overheads OUT_FILE TRUTH.json...
// Of each picture the table from above (OverheadFrame): rows, columns and count of pyramids as 32 bit whole numbers, of
// every pyramid seven floats (the middle of its footprint in px right and down, its bow's direction right and down,
// which solid it is, how much of it is seen, 1 if a hand holds it), then the picture's bytes and one byte per pixel
// that is not 0 within the pyramids' outlines.
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>

#include <opencv2/imgproc.hpp>

#include "models/piece_catalog.h"
#include "tests/support/table_truth.h"
#include "vision/outline_samples.h"
#include "vision/overhead_picture.h"
#include "vision/pyramid_detector.h"
#include "vision/reduced_picture.h"
#include "vision/training/truth_pictures.h"

using namespace linesman;

namespace {

void fillOutline(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& pose, const TableView& view,
                 const OverheadFrame& frame, cv::Mat& within) {
  std::vector<cv::Point> outline;
  for (const cv::Point2f& corner : pictureOutlineOf(solid, pose, view))
    if (const auto at = view.tablePoint({static_cast<double>(corner.x), static_cast<double>(corner.y)})) {
      const Eigen::Vector2d px = frame.pixel(*at);
      outline.emplace_back(cvRound(px.x()), cvRound(px.y()));
    }
  if (outline.size() >= 3)
    cv::fillConvexPoly(within, outline, cv::Scalar(255));
}

void writePicture(const std::string& path, int /*number*/, std::FILE* out) {
  const support::TableTruth truth = support::readTruth(path);
  const cv::Mat image = pictureBeside(path);
  if (image.empty())
    return;
  const TableView view(truth.lens, {truth.camera_from_table, {}});
  const ReducedPicture picture(image, view);
  const OverheadFrame frame(view);
  const cv::Mat seen = overheadPicture(frame, picture.edges, picture.full.light(), view);
  const std::array<std::int32_t, 3> head{seen.rows, seen.cols, static_cast<std::int32_t>(truth.pyramids.size())};
  std::fwrite(head.data(), sizeof(std::int32_t), head.size(), out);
  const std::vector<PyramidSolid> solids = solidsOf(PieceCatalog::standard());
  cv::Mat within = cv::Mat::zeros(seen.size(), CV_8U);
  for (const support::TruePyramid& pyramid : truth.pyramids)
    for (std::size_t i = 0; i < solids.size(); ++i)
      if (solids[i].size() == pyramid.size && solids[i].posture() == pyramid.posture) {
        const Eigen::Vector2d at = frame.pixel(solids[i].middleAt(pyramid.pose));
        const Eigen::Vector2d bow =
            frame.axes().transpose() * Eigen::Rotation2Dd(pyramid.pose.heading_rad()).toRotationMatrix().col(0);
        const std::array<float, 7> row{static_cast<float>(at.x()),  static_cast<float>(at.y()),
                                       static_cast<float>(bow.x()), static_cast<float>(bow.y()),
                                       static_cast<float>(i),       static_cast<float>(pyramid.visible),
                                       pyramid.held ? 1.0F : 0.0F};
        std::fwrite(row.data(), sizeof(float), row.size(), out);
        fillOutline(solids[i], pyramid.pose, view, frame, within);
      }
  std::fwrite(seen.data, 1, seen.total() * seen.elemSize(), out);
  std::fwrite(within.data, 1, within.total(), out);
}

} // namespace

int main(int argc, char** argv) {
  return writeOfEach("write_overheads", argc, argv, writePicture);
}
