#pragma once
#include <string>

#include "calibration/table_file.h"
#include "models/result.h"

namespace linesman::app {

/// Fails where the table's pieces are a taught set that holds no man of the game: one sentence that names both.
Result<void> checkTaughtMen(const TableFile& table, const std::string& game);
/// The same for the game whose usual board the table's is; nothing is said of other boards.
Result<void> checkTaughtMen(const TableFile& table);

} // namespace linesman::app
