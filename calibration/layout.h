#pragma once
#include <optional>
#include <string>
#include <vector>

#include <opencv2/core/mat.hpp>

#include "calibration/table_registration.h"
#include "models/units.h"

namespace linesman {

struct LayoutRequest {
  std::string dictionary = "DICT_4X4_50";
  double marker_mm = 40.0; ///< side of every marker's black square
  double thickness_mm = 0.1;
  std::optional<Lens> lens; ///< without it the lens is estimated from the first picture
  /// One distance measured by hand between the centres of two markers; it sets the scale instead of marker_mm.
  struct Distance {
    int from_id = 0, to_id = 0;
    double mm = 0.0;
  };
  std::optional<Distance> distance;
};

/// Where freely placed markers lie.
struct Layout {
  TableFile table; ///< dictionary, markers
  /// Of each marker's centre, each coordinate, among the others: a shift, turn or change of scale of all is left out.
  std::vector<double> sigma_mm;
  /// The same in full, two numbers a marker; a shift, turn or change of scale of all has no share in it.
  Eigen::MatrixXd shape_covariance_mm2;
  double scale_sigma = 0.0; ///< relative, from the pictures alone: a ruler's or a printer's own error comes on top
  std::vector<TableRegistration> registrations; ///< of each picture
  double apart_rad = 0.0; ///< largest angle between the pictures' lines of sight to the middle of the markers
  double rms_px = 0.0;
  std::string warning; ///< of markers that were read and left out, and of lengths that cannot be; empty otherwise

  /// Whether the pictures hardly check each other.
  bool isFromOneSide() const { return apart_rad < radFromDeg(15.0); }
};

/// Solves where the markers in the pictures (8 bit, one channel, of the same table) lie. Two views from different sides
/// check each other; one is enough where the lens is known, since every marker's size and shape tells where it lies.
/// A picture that is given twice counts once. Without a lens one picture is refused.
/// The frame: origin in the middle of the markers, x to the right as the first picture shows it.
Result<Layout> solveLayout(const std::vector<cv::Mat>& pictures, const LayoutRequest& request);

/// Of the same size and pixels: a second one tells nothing new.
bool isSamePicture(const cv::Mat& one, const cv::Mat& other);

/// The layout as the text of a table.toml.
std::string layoutText(const Layout& layout);

/// `text` (of a table.toml that readTableFile takes) with its [registration] replaced by `registration`.
std::string withRegistration(const std::string& text, const Registration& registration);

} // namespace linesman
