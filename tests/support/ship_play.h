#pragma once
// Two fleets of Armadas or Armada 2K, and what their players may do.
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/watch/plane_law.h"
#include "tests/support/chances.h"

namespace linesman::tests {

class ShipPlay {
public:
  /// Red and blue play, in the colours that the setup gives them.
  ShipPlay(app::MatchSetup setup, Chances& chances);

  static SeenPyramid drawn(const app::Ship& ship);
  /// The ship's kind, lying elsewhere.
  static SeenPyramid drawnAt(const app::Ship& ship, const app::SeenPose& at);
  static Eigen::Vector2d middleOf(const app::Ship& ship);

  /// A Small, two Mediums and a Large each, in a row.
  void placeFleets();
  app::Ship& shipNamed(const std::string& name);
  std::vector<std::string> ofPlayer(const std::string& player) const;
  const std::string& opponent() const;
  /// A pose at the ship's bow that the law allows by some millimetres, or one that turns too far.
  std::optional<app::SeenPose> placeFor(const app::Ship& ship, int step, bool illegal);
  /// Who moves next in this turn, noted, and how many steps; nobody where all have.
  std::optional<std::pair<std::string, int>> mover();
  /// A shot that plainly hits, counted: the ship and its target, which bears the damage; nothing where there is none.
  std::optional<std::pair<std::string, std::string>> shot();
  bool isSunk(const app::Ship& ship) const { return ship.damage >= rules::damageToSink(ship.size, ship.armour); }
  void takeOff(const std::string& name);
  void startTurn(const std::string& player);

protected:
  app::MatchSetup setup_;
  std::unique_ptr<app::PlaneLaw> law_;
  std::vector<app::Ship> ships_;
  std::string to_move_;

private:
  Chances& chances_;
  std::vector<std::string> moved_;
  std::map<std::string, int> shots_;
};

} // namespace linesman::tests
