#pragma once
#include <set>
#include <string>

#include "calibration/table_registration.h"

namespace linesman {

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
