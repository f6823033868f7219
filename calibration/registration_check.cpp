#include "calibration/registration_check.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>

#include "calibration/pose_solver.h"
#include "models/pose.h"
#include "models/sentences.h"

namespace linesman {

namespace {

/// The sentence about markers that were left out; empty where there are none.
std::string leftOut(const std::set<int>& apart, const TableFile& table) {
  if (apart.empty())
    return {};
  const bool one = apart.size() == 1;
  return (one ? "Marker " : "Markers ") + listOf(apart) +
         (one ? " is left out: it does not lie where " : " are left out: they do not lie where ") + table.path +
         (one ? " has it, or something covers a part of it; put it back, uncover it"
              : " has them, or something covers parts of them; put them back, uncover them") +
         ", or measure the table anew with `linesman calibrate table`.";
}

/// Largest stated deviation of the used markers' centres, as their pixels are put on the table.
double statedOnTable_mm(const TableRegistration& found, const TableFile& table) {
  double most = 0.0;
  for (const TableMarker& marker : table.markers)
    if (found.uses(marker.id))
      most =
          std::max(most, std::sqrt(placedCovariance(found.registration.camera_from_table, marker.centre_mm).trace()));
  return most;
}

bool fitsHonestly(const TableRegistration& found) {
  return found.markers_used.size() < 2 || found.misfit <= honest_misfit;
}

std::string rounded(double value, int digits) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(digits) << value;
  return out.str();
}

/// "The markers fit .. where their edges allow ..: " of a misfit that the edges' own errors do not explain.
std::string misfitOf(const TableRegistration& found, const TableFile& table) {
  return "The markers fit " + table.path + " and the lens to " + rounded(found.registration.rms_px, 2) +
         " px only, where their edges allow " + rounded(found.registration.rms_px / std::sqrt(found.misfit), 2) + ": ";
}

bool sizesDiffer(const TableRegistration& found) {
  constexpr double worth_saying = 0.005; // a ruler's error of a fifth of a millimetre
  return std::abs(found.size_ratio - 1.0) > worth_saying;
}

/// Which sizes would fit the distances, and which distances the sizes: no picture tells which are wrong.
std::string sizesOf(const TableRegistration& found, const TableFile& table) {
  const double percent = 100.0 * std::abs(found.size_ratio - 1.0);
  const double apart_percent = 100.0 * std::abs(1.0 / found.size_ratio - 1.0);
  const double size_mm = table.markers.front().size_mm;
  const bool larger = found.size_ratio > 1.0;
  return "Beside their distances the markers look " + rounded(percent, 1) + " % " + (larger ? "larger" : "smaller") +
         " than " + table.path + " has them: a size_mm of " + rounded(size_mm * found.size_ratio, 2) + " in place of " +
         rounded(size_mm, 2) + " would fit, or centres " + rounded(apart_percent, 1) + " % " +
         (larger ? "nearer together" : "farther apart");
}

/// What to do about it.
const char* const measure_anew =
    "calibrate the lens (linesman calibrate lens), or measure the table anew with `linesman calibrate table`.";
const char* const lens_anew = "calibrate it again with `linesman calibrate lens`.";
const char* const with_a_ruler =
    "measure both with a ruler, or measure the table anew with `linesman calibrate table`.";
const char* const ruler_or_lens =
    "neither fits well, so the lens file may be wrong instead; calibrate it again with `linesman calibrate lens`, or "
    "measure both with a ruler.";

/// About sizes: what they leave of a misfit is not theirs.
std::string measureSizes(const TableRegistration& found) {
  return std::string("; ") + (fitsHonestly(found) ? with_a_ruler : ruler_or_lens);
}

/// Why nothing can be measured with markers that fit so badly.
std::string whyUseless(const TableRegistration& found, const TableFile& table) {
  if (sizesDiffer(found))
    return sizesOf(found, table) + measureSizes(found);
  if (found.cause == MisfitCause::lens)
    return misfitOf(found, table) + "the lens file does not fit this picture; " + lens_anew;
  return misfitOf(found, table) +
         "the lens, or the markers' places or sizes, are wrong; give the files of this table and this camera, " +
         measure_anew;
}

/// What is said of markers that fit badly, and can be measured with all the same.
std::string doubtOf(const TableRegistration& found, const TableFile& table) {
  if (sizesDiffer(found))
    return sizesOf(found, table) + ", and all sigmas are larger for it" + measureSizes(found);
  if (fitsHonestly(found))
    return {};
  if (found.cause == MisfitCause::lens)
    return misfitOf(found, table) + "the lens file does not fit this picture, and all sigmas are larger for it; " +
           lens_anew;
  return misfitOf(found, table) +
         "the lens, or the markers' places or sizes, are a little wrong, and all sigmas are larger for it; " +
         measure_anew;
}

/// What is said of a marker alone that may be tipped either way.
std::string tippedOf(const TableRegistration& found) {
  if (!found.tipped_either_way)
    return {};
  return "Marker " + std::to_string(found.markers_used.front()) +
         " alone is seen, and the picture does not tell which of two ways it is tipped, so that what lies away from it "
         "may be far off; uncover the others, bring the camera nearer, or wait until the picture is sharp.";
}

/// What is said of another table's markers of the same numbers.
std::string twiceOf(const TableRegistration& found) {
  if (found.markers_twice.empty())
    return {};
  return "Another table's markers have the same numbers (" +
         listOf({found.markers_twice.begin(), found.markers_twice.end()}) +
         " are read there), and the nearer table was taken; show one table only, or print markers of other numbers "
         "with --first-id.";
}

} // namespace

Eigen::Matrix2d placedCovariance(const UncertainPose<CameraFrame, TableFrame>& camera_from_table,
                                 const Eigen::Vector2d& at_mm) {
  const Point3<TableFrame> at{{at_mm.x(), at_mm.y(), 0.0}};
  Eigen::Matrix3d along = camera_from_table.pose.rotation(); // over the table, and to the camera
  along.col(2) = (camera_from_table.pose * at).mm;
  const Eigen::Matrix<double, 2, 3> on_table = along.inverse().topRows<2>();
  return on_table * camera_from_table.pointCovariance(at) * on_table.transpose();
}

std::string listOf(const std::set<int>& ids) {
  std::string list;
  for (const int id : ids)
    list += (list.empty() ? "" : ", ") + std::to_string(id);
  return list;
}

Result<void> checkAgreement(const std::set<int>& agreeing, const std::set<int>& apart, const TableFile& table) {
  if (apart.empty() || agreeing.size() >= std::max<std::size_t>(2, 2 * apart.size()))
    return {};
  const bool one = apart.size() == 1;
  return fail(
      (one ? "Marker " : "Markers ") + listOf(apart) + (one ? " does" : " do") + " not lie where " + table.path +
      (one ? " has it" : " has them") + " beside " + listOf(agreeing) +
      ": place, heading or size differ; give the files of this table and this camera, or measure the table anew "
      "with `linesman calibrate table`.");
}

Result<TableRegistration> settled(TableRegistration found, std::set<int> apart, const TableFile& table,
                                  bool any_misfit) {
  for (const int id : found.markers_used)
    apart.erase(id); // its place is measured, wherever a copy was read
  const std::set<int> used(found.markers_used.begin(), found.markers_used.end());
  if (const auto good = checkAgreement(used, apart, table); !good)
    return tl::unexpected(good.error());
  // A medium pyramid's base: of a table less sure than that nothing is measured. Focal lengths off by 10 % and markers
  // off by 5 mm state 26 and 44 mm in the middle case, off by 2 % and 1 mm 5 and 8 (`accuracy_registration stress`).
  constexpr double useless_mm = 20.0;
  const bool fits = fitsHonestly(found) && !sizesDiffer(found);
  if (!fits && !any_misfit && statedOnTable_mm(found, table) > useless_mm)
    return fail(whyUseless(found, table));
  found.markers_apart.assign(apart.begin(), apart.end());
  found.registration.warning =
      sentences(sentences(twiceOf(found), leftOut(apart, table)), sentences(doubtOf(found, table), tippedOf(found)));
  return found;
}

} // namespace linesman
