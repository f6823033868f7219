#pragma once
#include <nlohmann/json.hpp>

#include "models/result.h"
#include "models/table_state.h"

namespace linesman {

/// The object that `linesman detect` prints for one image; headings in (-180, 180] degrees, covariances in mm and rad.
nlohmann::json toJson(const TableState& state);
/// Reads such an object back; what it does not hold keeps its default.
Result<TableState> tableStateFromJson(const nlohmann::json& json);

} // namespace linesman
