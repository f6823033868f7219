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
  const auto& pose = found.registration.camera_from_table;
  double most = 0.0;
  for (const TableMarker& marker : table.markers) {
    if (std::find(found.markers_used.begin(), found.markers_used.end(), marker.id) == found.markers_used.end())
      continue;
    const Eigen::Vector3d turned =
        pose.pose.rotation() * Eigen::Vector3d(marker.centre_mm.x(), marker.centre_mm.y(), 0.0);
    Eigen::Matrix3d along = pose.pose.rotation(); // over the table, and to the camera
    along.col(2) = turned + pose.pose.translation_mm();
    Eigen::Matrix<double, 3, 6> by_pose;
    by_pose << -crossMatrix(turned), Eigen::Matrix3d::Identity();
    const Eigen::Matrix<double, 2, 6> on_table = (along.inverse() * by_pose).topRows<2>();
    most = std::max(most, std::sqrt((on_table * pose.covariance * on_table.transpose()).trace()));
  }
  return most;
}

bool fitsHonestly(const TableRegistration& found) {
  return found.markers_used.size() < 2 || found.misfit <= honest_misfit;
}

/// "The markers fit .. : the lens, or .. are" of a misfit that the edges' own errors do not explain.
std::string misfitOf(const TableRegistration& found, const TableFile& table) {
  const auto text = [](double px) {
    std::ostringstream out;
    out << std::fixed << std::setprecision(2) << px;
    return out.str();
  };
  return "The markers fit " + table.path + " and the lens to " + text(found.registration.rms_px) +
         " px only, where their edges allow " + text(found.registration.rms_px / std::sqrt(found.misfit)) +
         ": the lens, or the markers' places or sizes, are ";
}

/// What to do about it.
const char* const measure_anew =
    "calibrate the lens (linesman calibrate lens), or measure the table anew with `linesman calibrate table`.";

} // namespace

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
  const bool honest = fitsHonestly(found);
  if (!honest && !any_misfit && statedOnTable_mm(found, table) > useless_mm)
    return fail(misfitOf(found, table) + "wrong; give the files of this table and this camera, " + measure_anew);
  found.markers_apart.assign(apart.begin(), apart.end());
  found.registration.warning = leftOut(apart, table);
  if (!honest)
    found.registration.warning =
        sentences(found.registration.warning,
                  misfitOf(found, table) + "a little wrong, and all sigmas are larger for it; " + measure_anew);
  return found;
}

} // namespace linesman
