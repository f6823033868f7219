#pragma once
#include <string>
#include <vector>

#include "app/watch/match_setup.h"

namespace linesman::app {

/// What lies on the table and is neither a ship of the match nor in its table file.
struct NotCounted {
  std::string what; ///< as a sentence says it: "the unknown thing at (-66, 62) mm"
  TablePolygon outline_mm;
};

/// Unknown things, upright pyramids and pyramids of nobody's colour: the law knows nothing of them, so no ruling that
/// they would change stands. Without players every pyramid is somebody's.
std::vector<NotCounted> notCounted(const TableState& table, const MatchSetup& setup);

nlohmann::json toJson(const NotCounted& thing);
NotCounted notCountedFrom(const nlohmann::json& json); ///< may throw nlohmann::json::exception

} // namespace linesman::app
