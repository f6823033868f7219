#pragma once
// Ships of Armadas and Armada 2K in drawn pictures, moved and fired as the law allows.
#include <set>

#include "tests/support/picture_game.h"
#include "tests/support/ship_play.h"

namespace linesman::tests {

class ShipsInPictures : public PictureGame, protected ShipPlay {
public:
  explicit ShipsInPictures(const PictureGameOptions& options);

protected:
  bool begin() override;
  void turn() override;
  void pieceMishap() override;

  void draw(const std::vector<SeenPyramid>& more = {}, const std::set<std::string>& without = {});

  bool fresh_ = true; ///< the fleets are placed anew

private:
  bool move();
  bool shoot();
  void otherHand();

  int failed_starts_ = 0;
};

} // namespace linesman::tests
