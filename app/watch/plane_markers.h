#pragma once
#include <string>
#include <vector>

#include "app/watch/plane_law.h"

namespace linesman::app {

/// What each player has one of by the goal of the match, as things of the table file: standing flags (A2-36) or home
/// bases (AR-47). Whose one is stands with the thing, as its "player"; so all of this is asked of the setup's terrain.
class PlaneMarkers {
public:
  explicit PlaneMarkers(const PlaneLaw& law);

  /// The class of these things in the table file: "flag", "base", or "" where the goal knows none.
  const std::string& kind() const { return kind_; }
  /// As sentences call one: "flag", "home base".
  const char* word() const;
  /// What a player says before the name of his: "flagship", "base".
  const char* verb() const;
  /// The clause by which something is marked, a ship too.
  const std::string& clause() const { return clause_; }

  bool includes(const Terrain& thing) const;
  /// Whether they are there: nobody is asked for a ship then.
  bool stand(const std::vector<Terrain>& terrain) const;
  /// The id of a player's; "": he has none.
  std::string of(const std::string& player, const std::vector<Terrain>& terrain) const;
  /// nullptr: there is none of that id.
  Terrain* named(const std::string& id, std::vector<Terrain>& terrain) const;

  /// Each that is nobody's becomes the one of the player whose fleet lies nearest to it, and who has none yet. Those
  /// that were given, the nearest first.
  std::vector<const Terrain*> giveToNearest(const std::vector<Ship>& ships, std::vector<Terrain>& terrain) const;
  /// The thing of that id becomes a player's; what he had is its owner's, if it had one.
  void giveTo(const std::string& player, const std::string& id, std::vector<Terrain>& terrain) const;
  /// The player has none any more.
  void takeFrom(const std::string& player, std::vector<Terrain>& terrain) const;

private:
  std::string kind_, clause_;
};

/// Middle of a thing of the table file, TableFrame mm.
Eigen::Vector2d middleOfThing(const Terrain& thing);

} // namespace linesman::app
