#pragma once
#include <set>
#include <string>

#include "calibration/table_registration.h"

namespace linesman {

/// Covariance (mm^2) of where the pixel of a table's point is put on the table, by what is stated of the camera's pose.
/// First order: an error moves the point seen from the camera, and its ray carries it back onto the table.
Eigen::Matrix2d placedCovariance(const UncertainPose<CameraFrame, TableFrame>& camera_from_table,
                                 const Eigen::Vector2d& at_mm);

/// "0, 2, 3"
std::string listOf(const std::set<int>& ids);

/// An error sentence where so many read markers lie elsewhere than the table file has them beside those that agree that
/// one that was knocked does not explain it: a wrong file, which any single marker fits alone. Two that agree to a few
/// pixels with all their corners do not do so by chance; what twice as many agree on stands against one or more that
/// were moved.
Result<void> checkAgreement(const std::set<int>& agreeing, const std::set<int>& apart, const TableFile& table);

/// The registration with what is to be said of it, and of what its misfit comes from; an error sentence when the
/// markers `apart` contradict the file, or when a misfit leaves too little to measure by (unless `any_misfit` is
/// taken).
Result<TableRegistration> settled(TableRegistration found, std::set<int> apart, const TableFile& table,
                                  bool any_misfit = false);

} // namespace linesman
