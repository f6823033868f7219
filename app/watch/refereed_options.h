#pragma once
#include <string>

namespace linesman::app {

/// Does that choice of a switch of Armadas or Armada 2K make a difference where a table is watched? What concerns
/// fleets, actions besides steps and shots, and goals for which something is marked, is people's: only
/// `rules/games/armadas_match` knows it.
bool isRefereed(const std::string& option, const std::string& value);

} // namespace linesman::app
