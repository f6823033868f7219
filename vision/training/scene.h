#pragma once
#include <array>
#include <optional>

#include "vision/training/raster.h"

namespace linesman::training {

/// What stands on one square, with the ids of its things.
struct SquareTruth {
  int kind = 0; ///< 0 empty; 1..6 light king queen rook bishop knight pawn; 7..12 dark
  int id = 0;
  bool turned = false, rider = false;
  std::array<int, 3> bands{-1, -1, -1}; ///< low, neck, crown: number of the band in the scene, or none
  int face = 0;                         ///< die's top face, 0 = no die
  double die_mm = 0.0;
  bool ring = false;
  Eigen::Vector2d offset_mm = Eigen::Vector2d::Zero(); ///< foot of the piece from the square's centre
  double diameter_mm = 0.0;                            ///< of the foot of a man who stands upright and alone
};

/// A man beside the board, on the table.
struct TakenTruth {
  int kind = 0; ///< as in SquareTruth
  int id = 0;
  Eigen::Vector2d foot_mm = Eigen::Vector2d::Zero();
  double diameter_mm = 0.0; ///< of the foot
};

struct SceneTruth {
  Scene scene;
  std::vector<SquareTruth> squares; ///< rank * columns + file
  std::vector<TakenTruth> taken;
};

/// `dice`: share of the free squares on which a die is put, besides those on cities.
SceneTruth randomScene(Rng& rng, double dice = 0.0);
/// The same board twice, without a hand. In between some men were taken in hand and put back a little beside and
/// turned, some of them with bands put on or taken off, and some were taken away.
std::array<SceneTruth, 2> randomLooks(Rng& rng);
/// Lens blur, exposure, noise, sharpening, JPEG: what a webcam makes of the linear picture. Lots alike make the same
/// webcam; `grain_moved`: which part of its noise lies on the picture.
cv::Mat develop(const cv::Mat& linear, Rng& rng, unsigned grain_moved = 0);

} // namespace linesman::training
