#pragma once
// Men of King Down, Invasion and ArmadaChess in drawn pictures: printed tokens, dice and bands, moved as the law
// allows.
#include "app/watch/board_contents.h"
#include "rules/board_game.h"
#include "tests/support/picture_game.h"

namespace linesman::tests {

class MenInPictures : public PictureGame {
public:
  explicit MenInPictures(const PictureGameOptions& options);

protected:
  bool begin() override;
  void turn() override;
  void pieceMishap() override;

  void draw();
  Eigen::Vector2d centreOf(const std::string& square) const;
  int boardSize() const { return options_.game == "king_down" ? 8 : 10; }

  std::unique_ptr<rules::BoardGame> game_;
  std::unique_ptr<rules::BoardMatch> law_;
  app::BoardContents contents_; ///< what stands on the table

private:
  /// The position from which the game is watched.
  void open();
  std::string choose(app::BoardContents& next);
  /// How much players who are eager for promotion and captures like a turn.
  double eagerness(const std::string& turn, const app::BoardContents& after) const;
  void tellVerbs(const std::string& turn);
  void tell(const std::string& turn);
  void putSigns();
  void showBySign(const std::string& turn);

  int failed_starts_ = 0;
};

} // namespace linesman::tests
