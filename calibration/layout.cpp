#include "calibration/layout.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <map>
#include <set>
#include <sstream>

#include <Eigen/Cholesky>
#include <opencv2/core.hpp>

#include "calibration/lens_parameters.h"
#include "calibration/marker_measurement.h"
#include "models/dense.h"
#include "models/units.h"

namespace linesman {
namespace {

using CameraFromTable = Pose<CameraFrame, TableFrame>;

/// One table of the markers placed so far.
TableFile tableOf(const LayoutRequest& request, const std::map<int, TableMarker>& markers) {
  TableFile table;
  table.path = "the layout";
  table.dictionary = request.dictionary;
  table.marker_thickness_mm = request.thickness_mm;
  for (const auto& [id, marker] : markers)
    table.markers.push_back(marker);
  return table;
}

/// Joint refinement of marker places and picture poses. The first marker stays, which fixes the frame.
class LayoutSolver {
public:
  LayoutSolver(const std::vector<cv::Mat>& pictures, const LayoutRequest& request, Layout& layout)
      : pictures_(pictures), request_(request), layout_(layout) {}

  bool solve() {
    for (int pass = 0; pass < 3; ++pass) {
      measure(pass == 0 ? 4.0 : 2.0);
      double cost = 1e300;
      for (int turn = 0; turn < 15; ++turn) {
        const double next = step();
        if (!std::isfinite(next))
          return false;
        if (next > cost * (1.0 - 1e-9))
          break;
        cost = next;
      }
    }
    report();
    return true;
  }

  /// Relative deviation of the distance between two markers (indices) that their shape alone makes.
  double distanceSigma(std::size_t from, std::size_t to) const {
    const Eigen::Vector2d along = layout_.table.markers[to].centre_mm - layout_.table.markers[from].centre_mm;
    const Eigen::MatrixXd& shape = layout_.shape_covariance_mm2;
    Eigen::VectorXd row = Eigen::VectorXd::Zero(shape.rows());
    row.segment<2>(2 * static_cast<Eigen::Index>(to)) = along.normalized();
    row.segment<2>(2 * static_cast<Eigen::Index>(from)) = -along.normalized();
    return std::sqrt(row.dot(shape.lazyProduct(row))) / along.norm();
  }

private:
  struct Row {
    std::size_t picture, marker;
    Eigen::Vector2d on_marker_mm; ///< from the marker's centre, in its own axes
    PoseObservation seen;
  };

  void measure(double range_px) {
    rows_.clear();
    spread_count_ = 0;
    for (std::size_t p = 0; p < pictures_.size(); ++p)
      for (std::size_t m = 0; m < layout_.table.markers.size(); ++m) {
        const TableMarker& marker = layout_.table.markers[m];
        std::vector<PoseObservation> seen;
        const auto& registration = layout_.registrations[p];
        if (!measureMarker(pictures_[p], registration.lens, registration.registration.camera_from_table.pose, marker,
                           markerCode(request_.dictionary, marker.id), request_.thickness_mm, range_px, spread_count_,
                           seen))
          continue;
        ++spread_count_;
        for (const PoseObservation& o : seen)
          rows_.push_back(
              {p, m, Eigen::Rotation2Dd(-marker.heading_rad) * (o.point_mm.head<2>() - marker.centre_mm), o});
      }
  }

  /// One Gauss-Newton step over 6 numbers a picture, 3 a marker but the first, one spread a marker and picture.
  double step() {
    const auto pictures = static_cast<Eigen::Index>(pictures_.size());
    const auto markers = static_cast<Eigen::Index>(layout_.table.markers.size());
    const Eigen::Index n = 6 * pictures + 3 * (markers - 1) + spread_count_;
    Eigen::MatrixXd h = Eigen::MatrixXd::Zero(n, n);
    Eigen::VectorXd g = Eigen::VectorXd::Zero(n);
    Eigen::MatrixXd by_lens = Eigen::MatrixXd::Zero(n, 12); // the equations' right side that an error of the lens makes
    Eigen::VectorXd row(n);
    double cost = 0.0;
    for (const Row& r : rows_) {
      const TableMarker& marker = layout_.table.markers[r.marker];
      const auto& registration = layout_.registrations[r.picture];
      const auto& pose = registration.registration.camera_from_table.pose;
      const Eigen::Vector2d arm = Eigen::Rotation2Dd(marker.heading_rad) * r.on_marker_mm;
      const Eigen::Vector2d flat = marker.centre_mm + arm;
      const Eigen::Vector3d turned = pose.rotation() * Eigen::Vector3d(flat.x(), flat.y(), request_.thickness_mm);
      Eigen::Matrix<double, 2, 3> by_point;
      const Point3<CameraFrame> place{turned + pose.translation_mm()};
      const auto predicted = registration.lens.project(place, &by_point);
      const double weight = 1.0 / std::sqrt(r.seen.variance_px2);
      const Eigen::RowVector3d along = weight * r.seen.normal.transpose() * by_point;
      row.setZero();
      const auto at = static_cast<Eigen::Index>(r.picture) * 6;
      row.segment<3>(at) = (-along * crossMatrix(turned)).transpose();
      row.segment<3>(at + 3) = along.transpose();
      if (r.marker > 0) {
        const auto place = 6 * pictures + 3 * (static_cast<Eigen::Index>(r.marker) - 1);
        const Eigen::RowVector2d flat_along = along * pose.rotation().leftCols<2>();
        row.segment<2>(place) = flat_along.transpose();
        row[place + 2] = flat_along.dot(Eigen::RowVector2d(-arm.y(), arm.x()));
      }
      row[6 * pictures + 3 * (markers - 1) + r.seen.group] = weight;
      const double residual = weight * (r.seen.normal.dot(r.seen.px - predicted.xy) - expected_spread_px);
      h += row.lazyProduct(row.transpose());
      g += residual * row;
      by_lens += row.lazyProduct(weight * r.seen.normal.transpose() *
                                 parameterJacobian(registration.lens, place.mm.head<2>() / place.mm.z()));
      cost += residual * residual;
    }
    const Eigen::Index first_spread = 6 * pictures + 3 * (markers - 1);
    h.bottomRightCorner(n - first_spread, n - first_spread) += spreadTightness(n - first_spread);
    const SymmetricFactors factors(h);
    const Eigen::VectorXd move = factors.solve(g);
    if (!move.allFinite())
      return std::nan("");
    for (std::size_t p = 0; p < pictures_.size(); ++p) {
      auto& pose = layout_.registrations[p].registration.camera_from_table.pose;
      const auto at = static_cast<Eigen::Index>(p) * 6;
      pose = {rotationFromVector(move.segment<3>(at)) * pose.rotation(),
              pose.translation_mm() + move.segment<3>(at + 3)};
    }
    for (Eigen::Index m = 1; m < markers; ++m) {
      TableMarker& marker = layout_.table.markers[static_cast<std::size_t>(m)];
      const Eigen::Index place = 6 * pictures + 3 * (m - 1);
      marker.centre_mm += move.segment<2>(place);
      marker.heading_rad = wrapAngle(marker.heading_rad + move[place + 2]);
    }
    const double remaining = cost - g.dot(move);
    freedom_ = static_cast<double>(rows_.size()) - static_cast<double>(n);
    scale_ = edge_overdispersion * (6.0 + remaining) / (6.0 + std::max(0.0, freedom_));
    covariance_ = scale_ * factors.inverse();
    if (const auto& lens_covariance = layout_.registrations[0].lens.parameter_covariance) { // one lens for all pictures
      covariance_ += congruence(factors.solve(by_lens), *lens_covariance);
    }
    return remaining;
  }

  void report() {
    double variance = 0.0;
    for (const Row& r : rows_)
      variance += r.seen.variance_px2 / static_cast<double>(rows_.size());
    layout_.rms_px = std::sqrt(variance * scale_ / edge_overdispersion);
    reportSigmas();
  }

  /// What the solution states of the markers' centres does not hang on which marker was held: shift and turn of all are
  /// taken out, and the scale apart.
  void reportSigmas() {
    const auto& markers = layout_.table.markers;
    const auto count = static_cast<Eigen::Index>(markers.size());
    Eigen::MatrixXd centres = Eigen::MatrixXd::Zero(2 * count, 2 * count);
    for (Eigen::Index a = 1; a < count; ++a)
      for (Eigen::Index b = 1; b < count; ++b) {
        const auto first = 6 * static_cast<Eigen::Index>(pictures_.size());
        centres.block<2, 2>(2 * a, 2 * b) = covariance_.block<2, 2>(first + 3 * (a - 1), first + 3 * (b - 1));
      }
    Eigen::Vector2d middle = Eigen::Vector2d::Zero();
    for (const TableMarker& marker : markers)
      middle += marker.centre_mm / static_cast<double>(count);
    Eigen::MatrixXd common(2 * count, 4); // shift, shift, turn, scale: orthogonal about the middle
    for (Eigen::Index m = 0; m < count; ++m) {
      const Eigen::Vector2d arm = markers[static_cast<std::size_t>(m)].centre_mm - middle;
      common.middleRows<2>(2 * m) << 1.0, 0.0, -arm.y(), arm.x(), 0.0, 1.0, arm.x(), arm.y();
    }
    common.colwise().normalize();
    double size_mm = 0.0;
    for (const TableMarker& marker : markers)
      size_mm += (marker.centre_mm - middle).squaredNorm();
    layout_.scale_sigma = std::sqrt(common.col(3).dot(centres.lazyProduct(common.col(3))) / std::max(1.0, size_mm));
    const Eigen::MatrixXd own = Eigen::MatrixXd::Identity(2 * count, 2 * count) - product(common, common.transpose());
    Eigen::MatrixXd& shape = layout_.shape_covariance_mm2;
    shape = congruence(own, centres);
    layout_.sigma_mm.assign(markers.size(), 0.0);
    for (Eigen::Index m = 0; m < count; ++m)
      layout_.sigma_mm[static_cast<std::size_t>(m)] = std::sqrt(0.5 * shape.block<2, 2>(2 * m, 2 * m).trace());
  }

  const std::vector<cv::Mat>& pictures_;
  const LayoutRequest& request_;
  Layout& layout_;
  std::vector<Row> rows_;
  int spread_count_ = 0;
  double freedom_ = 0.0;
  double scale_ = 1.0;
  Eigen::MatrixXd covariance_;
};

/// Places every marker that a registered picture shows.
void placeMarkers(const std::vector<FoundMarker>& found, const TableRegistration& registration,
                  const LayoutRequest& request, std::map<int, TableMarker>& markers) {
  for (const FoundMarker& seen : found) {
    if (markers.contains(seen.id))
      continue;
    std::array<Eigen::Vector2d, 4> corners;
    bool good = true;
    for (std::size_t k = 0; k < 4 && good; ++k) {
      const auto point = registration.lens.tablePoint(registration.registration.camera_from_table.pose,
                                                      seen.corners_px[k], request.thickness_mm);
      good = point.has_value();
      if (good)
        corners[k] = *point;
    }
    if (!good)
      continue;
    const Eigen::Vector2d right = corners[1] - corners[0] + corners[2] - corners[3];
    markers[seen.id] = {seen.id, request.marker_mm, 0.25 * (corners[0] + corners[1] + corners[2] + corners[3]),
                        std::atan2(right.y(), right.x())};
  }
}

/// Moves the frame: origin in the middle of the markers, x along the first picture's right.
void centreFrame(Layout& layout) {
  Eigen::Vector2d middle = Eigen::Vector2d::Zero();
  for (const TableMarker& marker : layout.table.markers)
    middle += marker.centre_mm / static_cast<double>(layout.table.markers.size());
  const auto table_from_camera = layout.registrations[0].registration.camera_from_table.pose.inverse();
  const Eigen::Vector3d right = table_from_camera.rotation().col(0);
  const PlanarPose<TableFrame, TableFrame> old_from_new(middle, std::atan2(right.y(), right.x()));
  const auto new_from_old = old_from_new.inverse();
  const Eigen::Matrix2d turn = Eigen::Rotation2Dd(new_from_old.heading_rad()).toRotationMatrix();
  Eigen::MatrixXd& shape = layout.shape_covariance_mm2;
  for (Eigen::Index a = 0; a < shape.rows(); a += 2)
    for (Eigen::Index b = 0; b < shape.cols(); b += 2)
      shape.block<2, 2>(a, b) = (turn * shape.block<2, 2>(a, b) * turn.transpose()).eval();
  for (TableMarker& marker : layout.table.markers) {
    marker.centre_mm = (new_from_old * Point2<TableFrame>{marker.centre_mm}).xy;
    marker.heading_rad = wrapAngle(marker.heading_rad + new_from_old.heading_rad());
  }
  for (TableRegistration& registration : layout.registrations) {
    auto& pose = registration.registration.camera_from_table.pose;
    pose = pose * old_from_new.lifted();
  }
}

Result<void> applyDistance(const LayoutRequest::Distance& distance, const LayoutSolver& solver, Layout& layout) {
  const TableMarker* ends[2] = {nullptr, nullptr};
  for (const TableMarker& marker : layout.table.markers) {
    if (marker.id == distance.from_id)
      ends[0] = &marker;
    if (marker.id == distance.to_id)
      ends[1] = &marker;
  }
  if (ends[0] == nullptr || ends[1] == nullptr || ends[0] == ends[1] || !(distance.mm > 0.0))
    return fail("The measured distance must name two different markers that the pictures show, and be more than 0 mm.");
  const double scale = distance.mm / (ends[0]->centre_mm - ends[1]->centre_mm).norm();
  if (std::abs(scale - 1.0) > 0.1)
    return fail(
        "The measured distance differs by more than 10 % from what the marker size gives; check both with a ruler.");
  const TableMarker* first = layout.table.markers.data();
  layout.scale_sigma =
      solver.distanceSigma(static_cast<std::size_t>(ends[0] - first), static_cast<std::size_t>(ends[1] - first));
  for (TableMarker& marker : layout.table.markers) {
    marker.centre_mm *= scale;
    marker.size_mm *= scale;
  }
  for (double& sigma : layout.sigma_mm)
    sigma *= scale;
  layout.shape_covariance_mm2 *= scale * scale;
  return {};
}

void sortById(Layout& layout) {
  const Layout old = layout;
  std::map<int, std::size_t> sorted;
  for (std::size_t i = 0; i < old.table.markers.size(); ++i)
    sorted[old.table.markers[i].id] = i;
  std::size_t at = 0;
  for (const auto& [id, from] : sorted) {
    layout.table.markers[at] = old.table.markers[from];
    layout.sigma_mm[at] = old.sigma_mm[from];
    Eigen::Index column = 0;
    for (const auto& [other, other_from] : sorted) {
      layout.shape_covariance_mm2.block<2, 2>(2 * static_cast<Eigen::Index>(at), column) =
          old.shape_covariance_mm2.block<2, 2>(2 * static_cast<Eigen::Index>(from),
                                               2 * static_cast<Eigen::Index>(other_from));
      column += 2;
    }
    ++at;
  }
}

Result<Layout> startLayout(const std::vector<cv::Mat>& pictures, const LayoutRequest& request) {
  std::vector<std::vector<FoundMarker>> found;
  for (const cv::Mat& picture : pictures)
    found.push_back(findMarkers(picture, request.dictionary, MarkerSearch::thorough));
  std::map<int, int> seen_in;
  for (const auto& list : found)
    for (const FoundMarker& marker : list)
      ++seen_in[marker.id];
  std::erase_if(seen_in, [&](const auto& entry) {
    return entry.second < static_cast<int>(std::min<std::size_t>(2, pictures.size()));
  });
  if (seen_in.size() < 2)
    return fail("Fewer than two markers of " + request.dictionary +
                " appear in two pictures; show all markers in every picture.");
  // Start from the marker that looks largest in the first picture.
  const FoundMarker* first = nullptr;
  double largest = 0.0;
  for (const FoundMarker& marker : found[0]) {
    const double size =
        (marker.corners_px[2] - marker.corners_px[0]).norm() * (marker.corners_px[3] - marker.corners_px[1]).norm();
    if (seen_in.contains(marker.id) && size > largest)
      largest = size, first = &marker;
  }
  if (first == nullptr)
    return fail("The first picture shows none of the markers that the others show; show all markers in every picture.");
  for (auto& list : found)
    std::erase_if(list, [&](const FoundMarker& m) { return !seen_in.contains(m.id); });
  std::map<int, TableMarker> markers;
  markers[first->id] = {first->id, request.marker_mm, Eigen::Vector2d::Zero(), 0.0};
  Layout layout;
  for (std::size_t p = 0; p < pictures.size(); ++p) {
    const std::optional<Lens> lens = request.lens ? request.lens
                                     : p == 0     ? std::nullopt
                                                  : std::optional(layout.registrations[0].lens);
    const auto registered = registerTable(pictures[p], lens, tableOf(request, markers));
    if (!registered)
      return tl::unexpected(registered.error());
    layout.registrations.push_back(*registered);
    placeMarkers(found[p], *registered, request, markers);
  }
  layout.table = tableOf(request, markers);
  std::stable_partition(layout.table.markers.begin(), layout.table.markers.end(),
                        [&](const TableMarker& m) { return m.id == first->id; });
  return layout;
}

} // namespace

Result<Layout> solveLayout(const std::vector<cv::Mat>& pictures, const LayoutRequest& request) {
  if (!dictionarySize(request.dictionary))
    return fail("Unknown marker dictionary \"" + request.dictionary +
                "\"; use one of OpenCV's names, such as DICT_4X4_50.");
  if (pictures.empty() || !(request.marker_mm > 0.0))
    return fail("The layout needs pictures of the markers and their size; give both.");
  try {
    auto layout = startLayout(pictures, request);
    if (!layout)
      return layout;
    LayoutSolver solver(pictures, request, *layout);
    if (!solver.solve())
      return fail("The pictures do not fix where the markers lie; take two from clearly different sides.");
    if (request.distance)
      if (auto done = applyDistance(*request.distance, solver, *layout); !done)
        return tl::unexpected(done.error());
    centreFrame(*layout);
    sortById(*layout);
    for (std::size_t p = 0; p < pictures.size(); ++p) {
      auto registered = registerTable(
          pictures[p], request.lens ? request.lens : std::optional(layout->registrations[0].lens), layout->table);
      if (!registered)
        return tl::unexpected(registered.error());
      layout->registrations[p] = *registered;
    }
    return layout;
  } catch (const cv::Exception& error) {
    return fail(std::string("The markers could not be measured (") + error.what() + "); take new pictures.");
  }
}

std::string layoutText(const Layout& layout) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(3) << "[markers]\ndictionary = \"" << layout.table.dictionary
      << "\"\nthickness_mm = " << layout.table.marker_thickness_mm << "\ntags = [\n";
  for (const TableMarker& m : layout.table.markers)
    out << "  { id = " << m.id << ", size_mm = " << m.size_mm << ", centre_mm = [" << m.centre_mm.x() << ", "
        << m.centre_mm.y() << "], heading_deg = " << degFromRad(m.heading_rad) << " },\n";
  out << "]\n";
  return out.str();
}

std::string withRegistration(const std::string& text, const Registration& registration) {
  // Drops an old [registration]: from its heading to the next one.
  std::istringstream in(text);
  std::ostringstream out;
  std::string line;
  bool old = false;
  while (std::getline(in, line)) {
    const std::size_t first = line.find_first_not_of(" \t");
    if (first != std::string::npos && line[first] == '[' && line.find('=') == std::string::npos) {
      const bool heading = line.find_first_of("0123456789,", first) == std::string::npos; // not a row of a matrix
      if (heading)
        old = line.compare(first, 14, "[registration]") == 0;
    }
    if (!old)
      out << line << '\n';
  }
  out << std::setprecision(12) << "[registration]\nrms_px = " << std::showpoint << registration.rms_px
      << std::noshowpoint << "\ncamera_from_table = [";
  const Eigen::Matrix4d pose = registration.camera_from_table.pose.matrix();
  for (int row = 0; row < 4; ++row)
    out << (row ? ", " : "") << '[' << pose(row, 0) << ", " << pose(row, 1) << ", " << pose(row, 2) << ", "
        << pose(row, 3) << ']';
  out << "]\ncovariance = [";
  for (int row = 0; row < 6; ++row) {
    out << (row ? ",\n  [" : "\n  [");
    for (int column = 0; column < 6; ++column)
      out << (column ? ", " : "") << registration.camera_from_table.covariance(row, column);
    out << ']';
  }
  out << "]\n";
  return out.str();
}

} // namespace linesman
