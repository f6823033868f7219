#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "calibration/lens.h"
#include "calibration/lens_bundle.h"
#include "calibration/target_view.h"
#include "models/result.h"

namespace linesman {

struct LensCalibrationOptions {
  /// Told the share done in [0,1] and what is being done; returning false cancels.
  std::function<bool(double, const std::string&)> progress;
  std::string camera;      ///< identity of the camera, for the file
  std::string date;        ///< ISO date, for the file
  bool refuse_weak = true; ///< an error instead of a lens that is too uncertain
};

/// What became of one view.
struct ViewReport {
  std::string name;
  bool used = true;
  std::string reason; ///< why not, empty when used
  double rms_px = 0.0;
  double tilt_rad = 0.0; ///< between the target's normal and the optical axis
  std::size_t points = 0;
  Pose<CameraFrame, TableFrame> camera_from_target; ///< the target's frame: x right, y down
};

/// Standard deviation of where a ray lands in the picture, on a grid of columns x rows over the picture; the camera's
/// turn that cannot be told from a shift of the lens is taken out.
struct ProjectionUncertainty {
  int columns = 0, rows = 0;
  std::vector<double> sigma_px; ///< row by row
  std::vector<bool> covered;    ///< whether target points were seen near it
  double worst_covered_px = 0.0;
};

struct LensCalibration {
  Lens lens;
  std::string model; ///< "k1 k2 p1 p2", ...
  std::vector<double>
      tried_px; ///< cross-validated rms of the models tried, simplest first; then with the print's shape
  std::optional<TargetShape> print; ///< where the views show that the target is not as drawn
  std::vector<ViewReport> views;
  ProjectionUncertainty uncertainty;
  double halves_sigma =
      0.0; ///< how far two halves of the views disagree, in stated standard deviations (rms); 0 below 4 views
  std::string advice; ///< what would help most next, empty when nothing

  /// Whether no one lens explains the views: their halves differ more than true covariances allow (1 is expected, and
  /// real sets have up to 1.5). The covariance is widened by it.
  bool contradictory() const { return halves_sigma > 3.0; }
};

/// Calibrates a lens from views of one target: bad views and points are left out, the number of distortion terms is
/// chosen by cross-validation, the covariance is scaled by the residuals. An error says what the views lack.
Result<LensCalibration> calibrateLens(const std::vector<TargetView>& views, const LensCalibrationOptions& options = {});

ProjectionUncertainty projectionUncertainty(const Lens& lens, const std::vector<TargetView>& views);

/// Where the next view should be: the outline of the target in the picture (pixels), and words for the user.
struct NextView {
  std::vector<Eigen::Vector2d> outline_px;
  std::string words;
};
NextView suggestView(const std::vector<TargetView>& views, int width_px, int height_px);

} // namespace linesman
