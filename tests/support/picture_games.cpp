#include "tests/support/picture_games.h"

#include "tests/support/men_in_pictures.h"
#include "tests/support/ships_in_pictures.h"

namespace linesman::tests {

PictureGameScore playInPictures(const PictureGameOptions& options) {
  if (options.game == "armadas" || options.game == "armada2k")
    return ShipsInPictures(options).play();
  return MenInPictures(options).play();
}

} // namespace linesman::tests
