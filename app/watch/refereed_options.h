#pragma once
#include <string>
#include <vector>

namespace linesman::app {

/// Does that choice of a switch of Armadas or Armada 2K make a difference where a table is watched? Ramming, cargo, and
/// goals for which a place on the table is marked are people's: only `rules/games/armadas_match` knows them.
bool isRefereed(const std::string& option, const std::string& value);
/// The same of the games on squares, where all but the rule of the touched man are.
bool isRefereedOnSquares(const std::string& option, const std::string& value);
/// What is said of options that make no difference; empty for none.
std::string unrefereedSentence(const std::vector<std::string>& options);

} // namespace linesman::app
