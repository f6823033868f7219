#pragma once
#include <string>
#include <string_view>

#include "models/result.h"

namespace linesman {

/// Writes `bytes` as the whole of the file; the error says what to do.
Result<void> writeFile(const std::string& path, std::string_view bytes);

} // namespace linesman
