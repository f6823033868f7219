#include "calibration/layout.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <limits>
#include <map>
#include <set>
#include <sstream>

#include <opencv2/core.hpp>

#include "calibration/changed_registration.h"
#include "calibration/layout_solver.h"
#include "calibration/marker_detection.h"
#include "calibration/registration_check.h"
#include "models/sentences.h"
#include "models/toml_file.h"
#include "models/units.h"

namespace linesman {
namespace {

constexpr double same_view_rad = radFromDeg(0.1); ///< of views that are so near to each other one is a copy

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

/// Largest angle between two pictures' lines of sight to the origin.
double largestAngle(const std::vector<TableRegistration>& registrations) {
  std::vector<Eigen::Vector3d> eyes;
  for (const TableRegistration& r : registrations)
    eyes.push_back(r.registration.camera_from_table.pose.inverse().translation_mm().normalized());
  double largest_rad = 0.0;
  for (const Eigen::Vector3d& a : eyes)
    for (const Eigen::Vector3d& b : eyes)
      largest_rad = std::max(largest_rad, std::atan2(a.cross(b).norm(), a.dot(b)));
  return largest_rad;
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

/// The id of a marker that a picture shows in two places: two prints with the same numbers.
std::optional<int> shownTwice(const std::vector<FoundMarker>& found) {
  const auto middle = [](const FoundMarker& m) -> Eigen::Vector2d {
    return 0.25 * (m.corners_px[0] + m.corners_px[1] + m.corners_px[2] + m.corners_px[3]);
  };
  for (const FoundMarker& a : found)
    for (const FoundMarker& b : found)
      if (a.id == b.id && (middle(a) - middle(b)).norm() > (a.corners_px[1] - a.corners_px[0]).norm())
        return a.id;
  return std::nullopt;
}

/// "Marker 3 is" or "Markers 1, 3 are"
std::string readOf(const std::vector<int>& ids) {
  return (ids.size() == 1 ? "Marker " : "Markers ") + listOf({ids.begin(), ids.end()}) +
         (ids.size() == 1 ? " is" : " are");
}

/// Of markers that are read, but not well enough (`why`), while the others are enough: a pattern on the table may look
/// like a marker, and `show` is what to do with one.
std::string leftOut(const std::vector<int>& ids, const std::string& why, const std::string& show) {
  return readOf(ids) + " read" + why + ", and " +
         (ids.size() == 1 ? "is left out; if it lies" : "are left out; if they lie") +
         " on the table, show every marker " + show + ".";
}

/// Of markers that only one of several pictures shows; empty where there are none.
std::string whyOnce(const std::vector<int>& ids) {
  return ids.empty() ? "" : leftOut(ids, " in one picture only", "in two pictures");
}

/// The markers that each picture shows, of those that two show (one, where it is alone); `once` are the others.
Result<std::vector<std::vector<FoundMarker>>> findAll(const std::vector<cv::Mat>& pictures,
                                                      const LayoutRequest& request, std::vector<int>& once) {
  std::vector<std::vector<FoundMarker>> found;
  for (const cv::Mat& picture : pictures)
    found.push_back(findMarkers(picture, request.dictionary, MarkerSearch::thorough));
  for (const auto& list : found)
    if (const auto id = shownTwice(list))
      return fail("Marker " + std::to_string(*id) +
                  " lies on the table twice; print the second sheet with other numbers (--first-id 4).");
  std::map<int, int> seen_in;
  for (const auto& list : found)
    for (const FoundMarker& marker : list)
      ++seen_in[marker.id];
  for (const auto& [id, count] : seen_in)
    if (count < static_cast<int>(std::min<std::size_t>(2, pictures.size())))
      once.push_back(id);
  for (const int id : once)
    seen_in.erase(id);
  if (seen_in.size() < 2)
    return fail("Fewer than two markers of " + request.dictionary +
                (pictures.size() == 1 ? " appear in the picture; show all markers"
                                      : " appear in two pictures; show all markers in every picture") +
                ", and check that the dictionary is the printed one.");
  for (auto& list : found)
    std::erase_if(list, [&](const FoundMarker& m) { return !seen_in.contains(m.id); });
  if (found[0].empty())
    return fail("The first picture shows none of the markers that the others show; show all markers in every picture.");
  return found;
}

/// Markers placed about one of them, `first`, as it shows the camera.
Result<Layout> startLayout(const std::vector<cv::Mat>& pictures, const LayoutRequest& request,
                           const std::vector<std::vector<FoundMarker>>& found, int first) {
  std::map<int, TableMarker> markers;
  markers[first] = {first, request.marker_mm, Eigen::Vector2d::Zero(), 0.0};
  Layout layout;
  for (std::size_t p = 0; p < pictures.size(); ++p) {
    const std::optional<Lens> lens = request.lens ? request.lens
                                     : p == 0     ? std::nullopt
                                                  : std::optional(layout.registrations[0].lens);
    // With places and a lens from one marker, a misfit is what the solution is to take away.
    const auto registered = registerChangedTable(pictures[p], lens, tableOf(request, markers));
    if (!registered)
      return tl::unexpected(registered.error());
    layout.registrations.push_back(*registered);
    placeMarkers(found[p], *registered, request, markers);
  }
  layout.table = tableOf(request, markers);
  std::stable_partition(layout.table.markers.begin(), layout.table.markers.end(),
                        [&](const TableMarker& m) { return m.id == first; });
  return layout;
}

/// Where no lens is given, the pictures have to tell it too: that nothing fits is then the fault of no file.
Error unsolved(const LayoutRequest& request) {
  if (request.lens)
    return {"The pictures do not fix where the markers lie; take two from clearly different sides."};
  return {
      "Without a lens these pictures do not fix where the markers lie; take two from clearly different sides, with no "
      "marker moved between them, or give the lens."};
}

/// The best of the starts from single markers, the one that looks largest first: a marker alone can be seen tipped
/// either way, which throws the others by centimetres.
Result<Layout> bestStart(const std::vector<cv::Mat>& pictures, const LayoutRequest& request,
                         const std::vector<std::vector<FoundMarker>>& found) {
  constexpr double good_px = 1.5; // of corners, which are read to about a pixel
  std::vector<FoundMarker> firsts = found[0];
  const auto size = [](const FoundMarker& m) {
    return (m.corners_px[2] - m.corners_px[0]).norm() * (m.corners_px[3] - m.corners_px[1]).norm();
  };
  std::sort(firsts.begin(), firsts.end(),
            [&](const FoundMarker& a, const FoundMarker& b) { return size(a) > size(b); });
  Result<Layout> best = tl::unexpected(unsolved(request));
  double least_px = 1e300;
  for (std::size_t i = 0; i < firsts.size() && least_px > good_px; ++i) {
    auto start = startLayout(pictures, request, found, firsts[i].id);
    if (!start) {
      if (least_px > 1e299 && request.lens)
        best = start;
      continue;
    }
    const auto misfit_px = LayoutSolver(pictures, request, *start).solveRoughly(found);
    if (misfit_px && *misfit_px < least_px)
      least_px = *misfit_px, best = start;
  }
  return best;
}

/// Of markers that are read but nowhere measured, where too few are left without them.
std::string whyUnmeasured(const std::vector<int>& ids) {
  return readOf(ids) +
         " read, but the edges cannot be measured in any picture; show every marker flat, whole and near enough.";
}

/// Takes the markers that could not be measured out of the layout; an error sentence when fewer than two remain.
Result<void> leaveOut(const std::vector<int>& ids, Layout& layout) {
  std::vector<TableMarker>& markers = layout.table.markers;
  if (markers.size() < ids.size() + 2)
    return fail(whyUnmeasured(ids));
  std::erase_if(markers, [&](const TableMarker& m) { return std::find(ids.begin(), ids.end(), m.id) != ids.end(); });
  layout.warning = leftOut(ids, ", but the edges cannot be measured in any picture", "flat, whole and near enough");
  return {};
}

/// From the camera to the nearest marker.
double distance_mm(const TableRegistration& seen, const std::vector<TableMarker>& markers) {
  double nearest_mm = std::numeric_limits<double>::infinity();
  for (const TableMarker& marker : markers) {
    const Point3<TableFrame> centre{{marker.centre_mm.x(), marker.centre_mm.y(), 0.0}};
    nearest_mm = std::min(nearest_mm, (seen.registration.camera_from_table.pose * centre).mm.norm());
  }
  return nearest_mm;
}

/// Of lengths in another unit than millimetres, which put the camera where none stands; empty where it may.
std::string whyImplausible(const Layout& layout) {
  constexpr double least_mm = 50.0, most_mm = 10000.0;
  for (const TableRegistration& seen : layout.registrations)
    if (const double away_mm = distance_mm(seen, layout.table.markers); away_mm < least_mm || away_mm > most_mm) {
      std::ostringstream out;
      out << "As told, the camera would be " << std::setprecision(2) << 1e-3 * away_mm
          << " m from the table; measure a marker's black square and what distance was told again, in millimetres.";
      return out.str();
    }
  return {};
}

/// The pictures that differ, and which of these each one is.
std::pair<std::vector<cv::Mat>, std::vector<std::size_t>> withoutCopies(const std::vector<cv::Mat>& pictures) {
  std::vector<cv::Mat> distinct;
  std::vector<std::size_t> of;
  for (const cv::Mat& picture : pictures) {
    const auto before = std::ranges::find_if(distinct, [&](const cv::Mat& one) { return isSamePicture(one, picture); });
    of.push_back(static_cast<std::size_t>(before - distinct.begin()));
    if (before == distinct.end())
      distinct.push_back(picture);
  }
  return {std::move(distinct), std::move(of)};
}

} // namespace

Result<Layout> solveLayout(const std::vector<cv::Mat>& pictures, const LayoutRequest& request) {
  if (!dictionarySize(request.dictionary))
    return fail("Unknown marker dictionary \"" + request.dictionary +
                "\"; use one of OpenCV's names, such as DICT_4X4_50.");
  if (pictures.empty() || !(request.marker_mm > 0.0))
    return fail("The layout needs pictures of the markers and their size; give both.");
  if (const auto [distinct, of] = withoutCopies(pictures); distinct.size() < pictures.size()) {
    auto layout = solveLayout(distinct, request);
    if (!layout)
      return layout;
    std::vector<TableRegistration> each;
    for (const std::size_t which : of)
      each.push_back(layout->registrations[which]);
    layout->registrations = std::move(each);
    layout->warning = sentences(layout->warning, "A picture that is given twice counts once.");
    return layout;
  }
  if (pictures.size() < 2 && !request.lens)
    return fail("One picture without a lens does not tell the lens from the layout; take a second picture from clearly "
                "another side, or give the lens.");
  try {
    std::vector<int> once;
    const auto found = findAll(pictures, request, once);
    if (!found)
      return tl::unexpected(found.error());
    auto layout = bestStart(pictures, request, *found);
    if (!layout)
      return layout;
    std::optional<LayoutSolver> solver(std::in_place, pictures, request, *layout);
    if (!solver->solve())
      return tl::unexpected(unsolved(request));
    if (const auto missing = solver->unmeasured(); !missing.empty()) {
      if (auto rest = leaveOut(missing, *layout); !rest)
        return tl::unexpected(rest.error());
      solver.emplace(pictures, request, *layout);
      if (!solver->solve())
        return tl::unexpected(unsolved(request));
    }
    if (request.distance)
      if (auto done = applyDistance(*request.distance, *solver, *layout); !done)
        return tl::unexpected(done.error());
    centreFrame(*layout);
    sortById(*layout);
    for (std::size_t p = 0; p < pictures.size(); ++p) {
      auto registered = registerTable(
          pictures[p], request.lens ? request.lens : std::optional(layout->registrations[0].lens), layout->table);
      if (!registered)
        return tl::unexpected(request.lens ? registered.error() : unsolved(request));
      layout->registrations[p] = *registered;
    }
    layout->apart_rad = largestAngle(layout->registrations);
    if (!request.lens && layout->apart_rad < same_view_rad)
      return tl::unexpected(unsolved(request));
    layout->warning = sentences(sentences(whyOnce(once), layout->warning), whyImplausible(*layout));
    return layout;
  } catch (const cv::Exception&) {
    return fail("The markers could not be measured; take new pictures.");
  }
}

bool isSamePicture(const cv::Mat& one, const cv::Mat& other) {
  return other.size() == one.size() && cv::norm(other, one, cv::NORM_INF) == 0.0;
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

namespace {

/// The lines of a table.toml without those of its [registration]: from that heading to the next one, or to what is
/// remarked before that.
std::vector<std::string> withoutRegistration(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  const toml::parse_result parsed = toml::parse(text);
  const toml::node* old = parsed ? parsed.table().get("registration") : nullptr;
  if (old == nullptr)
    return lines;
  const auto lineOf = [](const toml::node& node) { return static_cast<std::ptrdiff_t>(node.source().begin.line) - 1; };
  const std::ptrdiff_t first = lineOf(*old);
  std::ptrdiff_t end = std::ssize(lines);
  const auto endsAt = [&](const toml::node& heading) {
    if (lineOf(heading) > first)
      end = std::min(end, lineOf(heading));
  };
  for (const auto& [key, node] : parsed.table())
    if (const toml::array* several = node.as_array())
      several->for_each(endsAt);
    else
      endsAt(node);
  const auto isRemark = [&](std::ptrdiff_t line) {
    const std::string& words = lines[static_cast<std::size_t>(line)];
    const std::size_t at = words.find_first_not_of(" \t\r");
    return at == std::string::npos || words[at] == '#';
  };
  while (end < std::ssize(lines) && end > first + 1 && isRemark(end - 1))
    --end;
  lines.erase(lines.begin() + first, lines.begin() + end);
  return lines;
}

} // namespace

std::string withRegistration(const std::string& text, const Registration& registration) {
  std::ostringstream out;
  for (const std::string& line : withoutRegistration(text))
    out << line << '\n';
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
