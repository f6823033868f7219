#pragma once
#include <functional>
#include <string>
#include <vector>

#include "app/watch/match_setup.h"
#include "rules/verdict.h"

namespace linesman::app {

/// What lies on the table and is neither a ship of the match nor in its table file.
struct NotCounted {
  std::string what; ///< as a sentence says it: "the unknown thing at (-66, 62) mm"
  TablePolygon outline_mm;
  PieceId piece;        ///< where it is a pyramid
  bool upright = false; ///< a pyramid that stands
  bool resting = false; ///< an arm, or what else came while the table was watched: no table file names it
};

/// Unknown things, upright pyramids and pyramids of nobody's colour: the law knows nothing of them, so no ruling that
/// they would change stands. Without players every pyramid counts.
std::vector<NotCounted> notCounted(const TableState& table, const MatchSetup& setup);

/// A pyramid of a player's colour that is no ship of the match and no gauge, as such a thing.
NotCounted unexplained(const SeenPyramid& pyramid);

/// The thing as an island.
Terrain asTerrain(const NotCounted& thing);
/// The first of `things` that forbids what the law allows without it; nullptr: none. `margin_mm`: the law's answer to
/// the same question where it lies as that island.
const NotCounted* inTheWay(const std::vector<NotCounted>& things,
                           const std::function<double(const Terrain&)>& margin_mm);
/// Nothing is ruled for that reason (clause AR-33, by its id in the game), which is no in a game that goes on.
void withhold(rules::Verdict& verdict, const std::string& clause, const std::string& whether, const std::string& what,
              const std::string& remedy);
/// The same for a thing in the way, which is shown; `then`: what to do once it is taken away.
void withhold(rules::Verdict& verdict, const std::string& clause, const std::string& whether, const NotCounted& thing,
              const std::string& then = "");

nlohmann::json toJson(const NotCounted& thing);
NotCounted notCountedFrom(const nlohmann::json& json); ///< may throw nlohmann::json::exception

} // namespace linesman::app
