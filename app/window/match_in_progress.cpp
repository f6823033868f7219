#include "app/window/match_in_progress.h"

#include <filesystem>
#include <fstream>

#include "app/record/match_record.h"
#include "app/window/match_wizard.h"
#include "models/text_file.h"

namespace linesman::app {

namespace fs = std::filesystem;

namespace {

/// A file with the path of the last match's record.
fs::path pointer() {
  return fs::path(profileFolder()).parent_path() / "last_match";
}

/// Found again from whatever folder the program is started in next; cameras and URLs stay as they are.
void makeAbsolute(std::string& path) {
  std::error_code ignored;
  if (!path.empty() && fs::exists(path, ignored))
    path = fs::absolute(path, ignored).string();
}

} // namespace

Result<void> rememberMatch(MatchProfile profile, const std::string& record) {
  for (std::string* path : {&profile.source, &profile.lens, &profile.table})
    makeAbsolute(*path);
  std::error_code ignored;
  const fs::path folder = fs::absolute(record, ignored);
  fs::create_directories(folder, ignored);
  fs::create_directories(pointer().parent_path(), ignored);
  if (auto written = writeProfile(profile, (folder / "profile.toml").string()); !written)
    return written;
  return writeFile(pointer().string(), folder.string() + "\n");
}

std::optional<MatchInProgress> matchInProgress() {
  std::ifstream file(pointer());
  std::string folder;
  if (!std::getline(file, folder) || !MatchRecord::exists(folder))
    return std::nullopt;
  const auto glance = MatchRecord::glance(folder);
  if (!glance || !glance->begun || glance->over)
    return std::nullopt;
  auto profile = readProfile((fs::path(folder) / "profile.toml").string());
  if (!profile)
    return std::nullopt;
  profile->match = glance->setup; // with the players that the table file named
  return MatchInProgress{std::move(*profile), folder};
}

} // namespace linesman::app
