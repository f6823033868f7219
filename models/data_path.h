#pragma once
#include <filesystem>

#include "models/result.h"

namespace linesman {

/// Finds a data file or folder ("models/pieces/looney-pyramids.toml", "games/armadas.toml", "demo"): in $LINESMAN_DATA,
/// or in
/// ../share/linesman beside the running program's folder.
Result<std::filesystem::path> findData(const std::filesystem::path& relative);

} // namespace linesman
