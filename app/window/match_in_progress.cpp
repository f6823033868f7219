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

/// Of a file that was damaged somebody may still read where the camera and the table were.
void setAsideDamaged(const fs::path& file) {
  std::error_code ignored;
  if (!fs::exists(file, ignored) || readProfile(file.string()))
    return;
  fs::path aside = fs::path(file).replace_extension(".damaged.toml");
  for (int number = 2; fs::exists(aside, ignored); ++number)
    aside = fs::path(file).replace_extension(".damaged-" + std::to_string(number) + ".toml");
  fs::rename(file, aside, ignored);
}

} // namespace

Result<void> rememberMatch(MatchProfile profile, const std::string& record) {
  for (std::string* path : {&profile.source, &profile.lens, &profile.table})
    makeAbsolute(*path);
  std::error_code ignored;
  const fs::path folder = fs::absolute(record, ignored);
  fs::create_directories(folder, ignored);
  fs::create_directories(pointer().parent_path(), ignored);
  const fs::path file = folder / "profile.toml";
  setAsideDamaged(file);
  if (auto written = writeProfile(profile, file.string()); !written)
    return written;
  return writeFile(pointer().string(), folder.string() + "\n");
}

double sourceBegins_s(const std::string& source, const std::string& record, double now_s) {
  if (record.empty()) // else a profile in the folder the program was started in would count
    return 0.0;
  const auto kept = readProfile((fs::path(record) / "profile.toml").string());
  if (!kept || kept->source.empty()) // a record that was begun without a window names no source
    return 0.0;
  std::string here = source;
  makeAbsolute(here);
  return here == kept->source ? kept->begins_s : now_s;
}

Result<std::optional<MatchInProgress>> matchInProgress() {
  std::ifstream file(pointer());
  std::string folder;
  if (!std::getline(file, folder) || !MatchRecord::exists(folder))
    return std::nullopt;
  const auto glance = MatchRecord::glance(folder);
  if (!glance)
    return tl::unexpected(glance.error());
  if (!glance->begun || glance->over)
    return std::nullopt;
  auto profile = readProfile((fs::path(folder) / "profile.toml").string());
  MatchInProgress match{profile ? std::move(*profile) : MatchProfile(), folder,
                        profile ? "" : profile.error().sentence};
  match.profile.match = glance->setup; // with the players that the table file named
  return match;
}

} // namespace linesman::app
