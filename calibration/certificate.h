#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include <opencv2/core/mat.hpp>

#include "calibration/table_registration.h"

namespace linesman {

/// A frame with its capture time.
struct TimedFrame {
  cv::Mat grey; ///< 8 bit, one channel
  double t_s = 0.0;
};

struct CertificatePoint {
  Eigen::Vector2d table_mm = Eigen::Vector2d::Zero();
  Eigen::Vector2d px = Eigen::Vector2d::Zero(); ///< where the first frame shows it
  double sigma_mm = 0.0;                        ///< stated, of a place on the table, each coordinate
  std::optional<double> scatter_mm;             ///< between the frames; one frame cannot tell
  double mm_per_px = 0.0;                       ///< the coarser direction
};

struct LeftOutMarker {
  int id = 0;
  double error_mm = 0.0; ///< its measured centre against table.toml, the others giving the registration
  double sigma_mm = 0.0; ///< what was stated for it
};

/// An edge between dark and light in a picture: a place to each side of it.
struct EdgeSides {
  Eigen::Vector2d one_px = Eigen::Vector2d::Zero(), other_px = Eigen::Vector2d::Zero();
};

/// A table that no marker registers, as the board on it does in one frame.
struct RegisteredByBoard {
  TableRegistration registration;
  std::vector<EdgeSides> edges; ///< between its squares; may be empty
};

/// What a table set-up can measure, found before the match.
struct Certificate {
  std::string camera, date;
  int width_px = 0, height_px = 0;
  bool lens_calibrated = false;
  std::array<CertificatePoint, 9> points; ///< 3 x 3 over the markers' area (or a board), left to right, near row first
  std::vector<LeftOutMarker> left_out;
  double accuracy_mm =
      0.0; ///< one sigma at the worst of the nine points, enlarged where left-out markers disagree more than stated
  double smallest_margin_mm = 0.0; ///< two sigma of a distance between two pieces at the worst point
  double rms_px = 0.0;
  /// Where the saved registration stands for markers that are not in view, nothing tells focus and light, nor whether
  /// the camera still stands as it did.
  Registration::From from = Registration::From::markers;
  /// From 10 to 90 % of an edge of a marker, or of a board's squares; sharp pictures have 1.5 to 3.
  std::optional<double> edge_width_px;
  std::optional<double> white_level, black_level; ///< to both sides of these edges
  double saturated_share = 0.0;
  std::size_t frames = 0;
  // What takes two frames to tell; empty when there was one.
  std::optional<double> noise_levels;
  std::optional<double> fps;
  std::optional<int> dropped;        ///< gaps longer than one and a half frames
  std::vector<std::string> warnings; ///< what to mend, one sentence each
};

/// Measures frame by frame, so that a minute of them needs no memory. The table must be at rest and all markers in
/// view.
class Certifier {
public:
  Certifier(std::optional<Lens> lens, TableFile table) : lens_(std::move(lens)), table_(std::move(table)) {}

  /// The next frame (8 bit, one channel). One sentence when the first one does not register the table.
  Result<void> add(const TimedFrame& frame);
  /// The same of a table that a board registers, seen by whoever knows boards: where that failed in this frame its
  /// error, which is the answer to the first one and else means a frame that tells nothing.
  Result<void> add(const TimedFrame& frame, const Result<RegisteredByBoard>& by_board);
  std::size_t frames() const { return times_s_.size(); }
  /// What the frames so far say.
  Result<Certificate> finish() const;

private:
  void begin(const TimedFrame& frame, TableRegistration registration);
  /// Keeps a frame after the first one; false where it has another size than that.
  bool keep(const TimedFrame& frame);

  std::optional<Lens> lens_;
  TableFile table_;
  cv::Mat first_, second_;
  std::vector<EdgeSides> edges_; ///< of a board in the first frame
  std::vector<double> times_s_;
  std::vector<TableRegistration> registrations_;
  int other_sizes_ = 0; ///< frames of another size than the first one, which tell nothing
};

/// The same of `frames` that are there already.
Result<Certificate> certify(const std::vector<TimedFrame>& frames, const std::optional<Lens>& lens,
                            const TableFile& table);

nlohmann::json toJson(const Certificate& certificate);
/// Lines for people.
std::vector<std::string> toText(const Certificate& certificate);

} // namespace linesman
