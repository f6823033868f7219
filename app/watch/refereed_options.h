#pragma once
#include <string>

namespace linesman::app {

/// Does that choice of a switch of Armadas or Armada 2K make a difference where a table is watched? Ramming, cargo, and
/// goals for which a place on the table is marked are people's: only `rules/games/armadas_match` knows them.
bool isRefereed(const std::string& option, const std::string& value);

} // namespace linesman::app
