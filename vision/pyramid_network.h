#pragma once
#include <filesystem>
#include <utility>
#include <vector>

#include <opencv2/core/mat.hpp>

#include "models/result.h"
#include "vision/pyramid_solid.h"
#include "vision/quiet_picture.h"
#include "vision/run_network.h"
#include "vision/table_view.h"

namespace linesman {

/// A pose that a picture is asked about.
struct PyramidPose {
  const PyramidSolid* solid;
  PlanarPose<TableFrame, PieceFrame> pose;
};

/// What the network makes of a pose.
struct PyramidLook {
  double log_odds = 0.0; ///< that such a pyramid lies there, or nearly there
  /// Where it lies, if there is one: from the pose asked about, in its own frame (mm ahead, mm to port, rad).
  Eigen::Vector3d offset = Eigen::Vector3d::Zero();

  /// Where that is.
  PlanarPose<TableFrame, PieceFrame> applied(const PlanarPose<TableFrame, PieceFrame>& pose) const;
};

/// What of a picture lies around a pose, turned so that the bow points right, as if seen from straight above the table,
/// with the solid's outline and edges as they should be drawn: planes blue, green, red (in the usual light), outline,
/// edges, each `side_px` square.
class PyramidWindow {
public:
  static constexpr int side_px = 64, planes = 5;

  PyramidWindow(const PyramidPose& of, const TableView& view);
  /// False where the piece reaches behind the camera.
  bool seen() const { return mm_per_px_ > 0.0; }
  /// What one window px is worth: mm ahead, mm to port, rad (at the solid's farthest corner).
  Eigen::Vector3d unit() const { return {mm_per_px_, mm_per_px_, mm_per_px_ / lever_mm_}; }
  /// One plane below the other, 8 bit.
  cv::Mat draw(const QuietPicture& picture) const;

private:
  cv::Point2f windowPoint(const Eigen::Vector2d& in_piece_mm) const;

  std::vector<cv::Point2f> corners_px_; ///< of the solid, window px
  std::array<EdgeView, PyramidSolid::edge_count> edges_{};
  Posture posture_;
  Eigen::Vector2d middle_mm_ = Eigen::Vector2d::Zero(); ///< of the window, piece frame
  double mm_per_px_ = 0.0, lever_mm_ = 1.0;
  cv::Matx33d picture_from_window_;
};

/// The small network that looks at whole pyramids (vision/training/train_pyramids.py): whether there is one at a pose,
/// and how far beside.
class PyramidNetwork {
public:
  /// Log odds; offsets of place and bow in window px; logarithms of their standard deviations, by which training weighs
  /// them.
  static constexpr int answers = 7;

  static Result<PyramidNetwork> load(const std::filesystem::path& path);
  /// The one that ships with the program, read once; nothing where that cannot be: pieces are then told by edges and
  /// colours alone.
  static const PyramidNetwork* shipped();

  /// Of every pose what is made of it; many at once are looked at faster. May be asked by several threads.
  std::vector<PyramidLook> read(const QuietPicture& picture, const TableView& view,
                                const std::vector<PyramidPose>& poses) const;
  PyramidLook read(const QuietPicture& picture, const TableView& view, const PyramidPose& pose) const {
    return read(picture, view, std::vector<PyramidPose>{pose}).front();
  }

private:
  explicit PyramidNetwork(RunNetwork net) : net_(std::move(net)) {}
  RunNetwork net_;
};

} // namespace linesman
