#include "calibration/marker_measurement.h"

#include <algorithm>
#include <cmath>

#include "calibration/edge_profile.h"

namespace linesman {
namespace {

using CameraFromTable = Pose<CameraFrame, TableFrame>;
using Vector3d = Eigen::Vector3d;

/// One marker where the camera should see it.
class MarkerSquare {
public:
  MarkerSquare(const Lens& lens, const CameraFromTable& pose, const std::array<Vector3d, 4>& corners_mm)
      : lens_(lens), pose_(pose), corners_mm_(corners_mm) {}

  /// u to the right along the top side, v down, both in [0,1] over the black square.
  Vector3d at(double u, double v) const {
    return corners_mm_[0] + u * (corners_mm_[1] - corners_mm_[0]) + v * (corners_mm_[3] - corners_mm_[0]);
  }
  Vector3d onSide(std::size_t side, double t) const {
    return corners_mm_[side] + t * (corners_mm_[(side + 1) % 4] - corners_mm_[side]);
  }
  /// A place on the line `depth` cells inside a side, with the unit normal away from the marker and how wide a cell is
  /// along it.
  struct EdgePlace {
    Vector3d point_mm, arm_mm; ///< in space, and from the marker's centre
    Eigen::Vector2d px, outwards;
    double cell_px;
  };
  EdgePlace edgeAt(std::size_t side, double t, double depth, int cells) const {
    const Vector3d inward_mm = (onSide((side + 2) % 4, 0.5) - onSide(side, 0.5)) / cells;
    EdgePlace place;
    place.point_mm = onSide(side, t) + depth * inward_mm;
    place.arm_mm = place.point_mm - at(0.5, 0.5);
    place.px = px(place.point_mm);
    const Vector3d ahead_mm = 0.02 * (onSide(side, 1.0) - onSide(side, 0.0));
    const Eigen::Vector2d along = (px(place.point_mm + ahead_mm) - px(place.point_mm - ahead_mm)).normalized();
    place.outwards = {along.y(), -along.x()}; // corners run clockwise in the picture
    place.cell_px = -place.outwards.dot(px(place.point_mm + inward_mm) - place.px);
    return place;
  }
  bool inFront() const {
    return std::all_of(corners_mm_.begin(), corners_mm_.end(),
                       [&](const Vector3d& c) { return (pose_ * Point3<TableFrame>{c}).mm.z() > 10.0; });
  }
  Eigen::Vector2d px(const Vector3d& point_mm) const { return lens_.project(pose_ * Point3<TableFrame>{point_mm}).xy; }

private:
  const Lens& lens_;
  const CameraFromTable& pose_;
  const std::array<Vector3d, 4>& corners_mm_;
};

// An edge that moved far shows its middle in a wide window only. Of others a wide one shows too much beside them.
constexpr double lost_px = 0.25, narrow_px = 3.5, widest_px = 6.0;
constexpr double end_share = 0.1; // of a side left out at each end, where the other side's blur reaches

struct MeasuredSide {
  EdgeShift shift;
  std::vector<EdgeSample> samples;
};

/// True where the cell behind the black border is black too, so that its blur does not reach the edge.
bool darkBehind(const MarkerCode& code, std::size_t side, double t) {
  const int last = code.cells - 1;
  const int place = std::clamp(static_cast<int>(t * code.cells), 0, last);
  const int row[] = {1, place, last - 1, last - place};
  const int column[] = {place, last - 1, last - place, 1};
  return code.white[static_cast<std::size_t>(row[side] * code.cells + column[side])] == 0;
}

/// Leaves out the samples in front of white cells if that leaves enough of the side; whether it does.
bool keepUndisturbed(const MarkerCode& code, std::size_t side, std::vector<EdgeSample>& samples) {
  std::vector<EdgeSample> dark;
  for (const EdgeSample& sample : samples)
    if (darkBehind(code, side, end_share + (1.0 - 2.0 * end_share) * sample.share))
      dark.push_back(sample);
  if (dark.size() < 8 || dark.back().share - dark.front().share <= 0.6)
    return false;
  samples = dark;
  return true;
}

/// An edge with half the width of the window that it was measured in.
struct WindowedShift {
  EdgeShift shift;
  double half_px = 0.0;
};

/// In a wide window where a narrow one hides more.
std::optional<WindowedShift> measureInWindow(const cv::Mat& grey, std::span<const EdgeSample> samples, double range_px,
                                             double cell_px) {
  const double half_px = 0.75 * cell_px;
  const auto narrow = measureEdge(grey, samples, range_px, half_px, narrow_px);
  if (narrow && narrow->hidden_px > lost_px)
    if (const auto wider = measureEdge(grey, samples, range_px, half_px, widest_px);
        wider && wider->hidden_px < narrow->hidden_px)
      return WindowedShift{*wider, std::min(half_px, widest_px)};
  if (!narrow)
    return std::nullopt;
  return WindowedShift{*narrow, std::min(half_px, narrow_px)};
}

/// By how much white cells behind the black border may displace its edge: a blur or motion that is wide beside the
/// border lifts the window's dark end by its share of the light, and the edge by as much of the window's half width.
double intruded_px(const WindowedShift& measured, double cell_px) {
  const double ramp_px = std::sqrt(3.0) * measured.shift.blur_px; // half its length, of a motion
  const double reaches_px = measured.half_px + ramp_px - cell_px;
  return reaches_px > 0.0 ? measured.half_px * std::min(1.0, reaches_px / (2.0 * ramp_px)) : 0.0;
}

/// The edge of the black border from outside, about one sample a pixel.
std::optional<MeasuredSide> measureSide(const cv::Mat& grey, const MarkerSquare& square, std::size_t side,
                                        const MarkerCode& code, double range_px) {
  const double length_px = (square.px(square.onSide(side, 1.0)) - square.px(square.onSide(side, 0.0))).norm();
  const int count = std::clamp(static_cast<int>(0.8 * length_px), 8, 64);
  MeasuredSide measured;
  double cell_px = 1e9;
  for (int i = 0; i < count; ++i) {
    const double t = end_share + (1.0 - 2.0 * end_share) * (i + 0.5) / count;
    const auto place = square.edgeAt(side, t, 0.0, code.cells);
    cell_px = std::min(cell_px, place.cell_px);
    measured.samples.push_back({place.px, place.outwards, (i + 0.5) / count});
  }
  if (cell_px < 2.0)
    return std::nullopt;
  constexpr double small_px = 7.0; // of a cell: behind it white ones are seen in any picture
  std::vector<EdgeSample> used = measured.samples;
  bool undisturbed = cell_px < small_px && keepUndisturbed(code, side, used);
  const double reach_px = std::min(range_px, 1.5 * cell_px);
  auto edge = measureInWindow(grey, used, reach_px, cell_px);
  if (edge && !undisturbed && intruded_px(*edge, cell_px) > 0.0 && keepUndisturbed(code, side, used)) {
    undisturbed = true;
    edge = measureInWindow(grey, used, reach_px, cell_px);
  }
  if (!edge)
    return std::nullopt;
  measured.shift = edge->shift;
  if (const double intruded = undisturbed ? 0.0 : intruded_px(*edge, cell_px); intruded > 0.0) {
    measured.shift.hidden_px = std::hypot(measured.shift.hidden_px, intruded);
    measured.shift.variance_px2 += intruded * intruded;
  }
  return measured;
}

/// The same edge seen from inside, where white cells touch the border. Over-exposure moves it the other way, so that
/// both together tell the true size.
std::optional<MeasuredSide> measureInside(const cv::Mat& grey, const MarkerSquare& square, std::size_t side,
                                          const MarkerCode& code, double range_px) {
  const int count = 64;
  MeasuredSide measured;
  double cell_px = 1e9;
  for (int i = 0; i < count; ++i) {
    const double share = (i + 0.5) / count;
    const double t = end_share + (1.0 - 2.0 * end_share) * share;
    const double in_cell = t * code.cells - std::floor(t * code.cells);
    // Not within a quarter cell of a dark neighbour.
    const bool undisturbed = !darkBehind(code, side, t) &&
                             (in_cell > 0.25 || !darkBehind(code, side, t - 0.5 / code.cells)) &&
                             (in_cell < 0.75 || !darkBehind(code, side, t + 0.5 / code.cells));
    const auto place = square.edgeAt(side, t, 1.0, code.cells);
    cell_px = std::min(cell_px, place.cell_px);
    if (undisturbed)
      measured.samples.push_back({place.px, -place.outwards, share});
  }
  if (cell_px < 8.0 || measured.samples.size() < 12)
    return std::nullopt;
  const auto shift = measureEdge(grey, measured.samples, std::min(range_px, 0.4 * cell_px), 0.45 * cell_px);
  if (!shift)
    return std::nullopt;
  measured.shift = *shift;
  return measured;
}

/// Two observations of one measured edge, `depth` cells inside the side.
void addObservations(const MarkerSquare& square, std::size_t side, double depth, int cells,
                     const MeasuredSide& measured, int group, std::vector<PoseObservation>& found) {
  const EdgeShift& shift = measured.shift;
  for (const bool second : {false, true}) {
    const double t = end_share + (1.0 - 2.0 * end_share) * (second ? 1.0 - shift.first : shift.first);
    const auto place = square.edgeAt(side, t, depth, cells);
    PoseObservation observation;
    observation.group = group;
    observation.point_mm = place.point_mm;
    observation.arm_mm = place.arm_mm;
    observation.normal = depth > 0.0 ? Eigen::Vector2d(-place.outwards) : place.outwards;
    observation.px = place.px + observation.normal * (second ? shift.second_px : shift.first_px);
    observation.variance_px2 = shift.variance_px2;
    observation.blur_px = shift.blur_px;
    observation.hidden_px = shift.hidden_px;
    observation.spreads = true;
    observation.side = static_cast<int>(side);
    observation.outer = depth <= 0.0;
    found.push_back(observation);
  }
}

/// Shares of cells that show what the code wants, black and white told apart by the middle between the extremes.
bool showsCode(const cv::Mat& grey, const MarkerSquare& square, const MarkerCode& code) {
  std::vector<double> values;
  for (int row = 0; row < code.cells; ++row)
    for (int column = 0; column < code.cells; ++column) {
      const auto value = greyAt(grey, square.px(square.at((column + 0.5) / code.cells, (row + 0.5) / code.cells)));
      if (!value)
        return false;
      values.push_back(*value);
    }
  double sums[2] = {0, 0};
  double counts[2] = {0, 0};
  for (std::size_t i = 0; i < values.size(); ++i) {
    sums[code.white[i]] += values[i];
    counts[code.white[i]] += 1;
  }
  const double middle = 0.5 * (sums[0] / counts[0] + sums[1] / counts[1]);
  int wrong = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    wrong += (values[i] > middle) != (code.white[i] == 1);
  return sums[1] / counts[1] - sums[0] / counts[0] > 12.0 && 12 * wrong <= static_cast<int>(values.size());
}

} // namespace

std::array<Vector3d, 4> cornersInSpace(const TableMarker& marker, double thickness_mm) {
  const auto flat = marker.corners_mm();
  std::array<Vector3d, 4> corners;
  for (std::size_t i = 0; i < 4; ++i)
    corners[i] = {flat[i].x(), flat[i].y(), thickness_mm};
  return corners;
}

bool measureMarker(const cv::Mat& grey, const Lens& lens, const CameraFromTable& camera_from_table,
                   const TableMarker& marker, const MarkerCode& code, double thickness_mm, double range_px, int group,
                   std::vector<PoseObservation>& observations) {
  const auto corners_mm = cornersInSpace(marker, thickness_mm);
  const MarkerSquare square(lens, camera_from_table, corners_mm);
  if (!square.inFront() || !showsCode(grey, square, code))
    return false;
  std::vector<PoseObservation> found;
  int sides = 0;
  for (std::size_t side = 0; side < 4; ++side) {
    const auto measured = measureSide(grey, square, side, code, range_px);
    if (!measured)
      continue;
    addObservations(square, side, 0.0, code.cells, *measured, group, found);
    ++sides;
    if (const auto inside = measureInside(grey, square, side, code, range_px))
      addObservations(square, side, 1.0, code.cells, *inside, group, found);
  }
  if (sides < 3)
    return false;
  if (marker.sigma_mm > 0.0) { // its place's error is one for all edges: half of them tell of each coordinate
    const double px_per_mm =
        (square.px(square.onSide(0, 1.0)) - square.px(square.onSide(0, 0.0))).norm() / marker.size_mm;
    const double shared_px2 = std::pow(marker.sigma_mm * px_per_mm, 2) * 0.5 * static_cast<double>(found.size());
    for (PoseObservation& observation : found)
      observation.variance_px2 += shared_px2;
  }
  observations.insert(observations.end(), found.begin(), found.end());
  return true;
}

} // namespace linesman
