#pragma once
#include <optional>

#include <opencv2/core/mat.hpp>

#include "calibration/table_registration.h"

namespace linesman {

/// As registerTable() for a camera whose zoom may have changed or whose markers may have been pushed since `lens` and
/// `table` were true, to find out which, or for a lens and a table that are first guesses: no misfit is refused,
/// however large the covariance it leaves.
Result<TableRegistration> registerChangedTable(const cv::Mat& grey, const std::optional<Lens>& lens,
                                               const TableFile& table);

} // namespace linesman
