#pragma once
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/reach_map.h"
#include "app/snapshot.h"
#include "rules/armadas_table.h"
#include "rules/rule_book.h"

namespace linesman::app {

/// What the law says of steps that were drawn, not made.
struct Supposed {
  Call step;
  std::vector<PlanarPose<TableFrame, PieceFrame>> placements; ///< after each step
  std::vector<std::string> targets;                           ///< ships it could hit from the last one
  int steps_left = 0;
};

/// Puts the questions that a table of ships raises to the law of its game: every shot that each ship could fire, and a
/// step where a gauge has been laid at a ship's bow. Remembers the ships of the table before, so feed it one scene in
/// order.
class PlaneCaller {
public:
  /// `game`: "armadas" or "armada2k".
  static Result<PlaneCaller> make(const std::string& game, const std::map<std::string, std::string>& options = {});

  std::vector<Call> operator()(const Snapshot& snapshot);
  /// The calls of a snapshot once more, now that its match has said where the ships belong.
  std::vector<Call> again(const Snapshot& snapshot) const;
  /// Where a ship of this snapshot can get to in one move.
  Result<ReachShown> reach(const Snapshot& snapshot, PieceId ship) const;
  /// Steps of a ship of this snapshot with these headings (rad), each stern exactly on the bow before it.
  Result<Supposed> suppose(const Snapshot& snapshot, PieceId ship, const std::vector<double>& headings_rad) const;
  std::string clauseText(const std::string& id) const { return law_.book->clauseText(id); }

private:
  using Step = std::pair<const SeenPyramid*, const SeenPyramid*>; ///< a ship, and the gauge at its bow

  explicit PlaneCaller(rules::PlaneLaw law) : law_(std::move(law)) {}
  std::vector<Call> judged(const Snapshot& snapshot, const std::vector<Step>& steps) const;
  bool wasThere(const SeenPyramid& ship) const;
  /// The ship at whose bow this newcomer lies; a step's gauge is one of its size and colour.
  const SeenPyramid* stepperOf(const SeenPyramid& newcomer, const Snapshot& snapshot) const;

  rules::PlaneLaw law_;
  std::optional<std::vector<SeenPyramid>> ships_; ///< of the table before
};

} // namespace linesman::app
