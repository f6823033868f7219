#pragma once
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/watch/match_setup.h"

namespace linesman::app {

/// A heading with lines of a name and what is to be said of it.
struct FactGroup {
  std::string title;
  std::vector<std::pair<std::string, std::string>> lines;
};

/// What a position holds besides the men on the board: cities, counters, tokens, reserves. Empty for plane games and
/// before the start.
std::vector<FactGroup> positionFacts(const std::string& game, const nlohmann::json& position);

/// A switch of the rules as the match has it.
struct OptionInForce {
  std::string name;
  std::string value;
  std::string text;
  bool usual = true; ///< the default
};

/// All switches of the setup's game, those that differ from the default first.
std::vector<OptionInForce> optionsInForce(const MatchSetup& setup);

} // namespace linesman::app
