#include "app/commands/picture_settings.h"

#include <utility>

#include "calibration/lens_file.h"

namespace linesman::app {

Result<PipelineSettings> pictureSettings(const std::string& lens_path, const std::string& table_path) {
  PipelineSettings settings;
  if (!lens_path.empty()) {
    auto lens = readLens(lens_path);
    if (!lens)
      return tl::unexpected(lens.error());
    settings.lens = std::move(*lens);
  }
  auto table = readTableFile(table_path);
  if (!table)
    return tl::unexpected(table.error());
  settings.table = std::move(*table);
  return settings;
}

} // namespace linesman::app
