#pragma once
#include <string>

#include "app/watch/match_setup.h"

namespace linesman::app {

/// Everything a match is begun with, kept in a file so that it can be begun again: the game as agreed, and the camera.
struct MatchProfile {
  std::string name; ///< as its players call it
  MatchSetup match;
  std::string source;    ///< camera number, film, folder, URL
  std::string lens;      ///< lens.yml; empty: the focal length is estimated
  std::string table;     ///< table.toml; may be empty for games on squares
  std::string piece_set; ///< empty: as the table file says
  double fps = 30.0;     ///< of folders
  double begins_s = 0.0; ///< when the source began, by the match's clock; above 0 where it took another one's place
};

/// Reads a profile (TOML). Unknown keys, unknown games, options or values are errors: one sentence with file and line.
Result<MatchProfile> readProfile(const std::string& path);
/// The same from text; `name` stands for the file in sentences.
Result<MatchProfile> parseProfile(std::string_view text, const std::string& name);
std::string profileText(const MatchProfile& profile);
Result<void> writeProfile(const MatchProfile& profile, const std::string& path);

} // namespace linesman::app
