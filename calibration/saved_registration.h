#pragma once
#include "models/table_state.h"
#include "models/toml_file.h"

namespace linesman {

/// The registration that a table file keeps under [registration]: a rigid motion (rounded numbers are allowed, the
/// nearest rotation is taken) of a camera that stands over the table, with its covariance (without one half a
/// milliradian and half a millimetre are assumed). `path` is the file's, for errors.
Result<Registration> readSavedRegistration(const toml::table& saved, const std::string& path);

} // namespace linesman
