#pragma once
#include <string>

#include "vision/pipeline.h"

namespace linesman::app {

/// What the files of a lens (none: it is estimated) and a table say to a command that looks at pictures. The files that
/// the table names are not read yet (PipelineSettings::loadFiles).
Result<PipelineSettings> pictureSettings(const std::string& lens_path, const std::string& table_path);

} // namespace linesman::app
