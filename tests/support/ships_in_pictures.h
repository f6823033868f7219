#pragma once
// Ships of Armadas and Armada 2K in drawn pictures, moved and fired as the law allows.
#include <map>
#include <optional>
#include <set>

#include "app/watch/plane_law.h"
#include "tests/support/picture_game.h"

namespace linesman::tests {

class ShipsInPictures : public PictureGame {
public:
  explicit ShipsInPictures(const PictureGameOptions& options);

protected:
  bool begin() override;
  void turn() override;
  void pieceMishap() override;

  static SeenPyramid drawn(const app::Ship& ship);
  /// The ship's kind, lying elsewhere.
  static SeenPyramid drawnAt(const app::Ship& ship, const app::SeenPose& at);
  static Eigen::Vector2d middleOf(const app::Ship& ship);
  void draw(const std::vector<SeenPyramid>& more = {}, const std::set<std::string>& without = {});
  void placeFleets();
  app::Ship& shipNamed(const std::string& name);
  std::vector<std::string> ofPlayer(const std::string& player) const;
  /// A pose at the ship's bow that the law allows by some millimetres, or one that turns too far.
  std::optional<app::SeenPose> placeFor(const app::Ship& ship, int step, bool illegal);

  app::MatchSetup setup_;
  std::unique_ptr<app::PlaneLaw> law_;
  std::vector<app::Ship> ships_;
  bool fresh_ = true; ///< the fleets are placed anew

private:
  bool move();
  bool shoot();

  std::string to_move_;
  int failed_starts_ = 0;
  std::vector<std::string> moved_;
  std::map<std::string, int> shots_;
};

} // namespace linesman::tests
