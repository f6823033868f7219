#include "models/relative_covariance.h"

#include <random>

#include <gtest/gtest.h>

#include "models/table_state_json.h"

namespace linesman {
namespace {

SeenPyramid pieceAt(double x_mm, double y_mm, const SharedError& shared) {
  SeenPyramid piece;
  piece.table_from_piece = {x_mm, y_mm, 0.3};
  piece.own_covariance = Eigen::Vector3d(0.01, 0.02, 1e-5).asDiagonal();
  piece.shared_error = shared;
  piece.covariance = piece.own_covariance + shared * shared.transpose();
  return piece;
}

/// A table that is seen too large by `share`, one standard deviation.
SeenPyramid inScaledTable(double x_mm, double y_mm, double share) {
  return pieceAt(x_mm, y_mm, share * SharedError(Eigen::Vector3d(x_mm, y_mm, 0.0)));
}

TEST(RelativeCovariance, a_motion_of_the_whole_table_leaves_each_piece_its_own) {
  std::vector<SeenPyramid> pieces;
  for (const auto& [x, y] : {std::pair{-150.0, 20.0}, std::pair{90.0, 60.0}, std::pair{10.0, -120.0}}) {
    SharedError moved(3, 2);
    moved << 3.0, -0.02 * y, -2.0, 0.02 * x, 0.0, 0.02; // shifted; turned about the origin
    pieces.push_back(pieceAt(x, y, moved));
  }
  for (const Eigen::Matrix3d& relative : relativeCovariances(pieces))
    EXPECT_LT((relative - pieces[0].own_covariance).norm(), 1e-9);
}

TEST(RelativeCovariance, of_two_pieces_holds_a_wrong_scale_exactly) {
  const std::vector<SeenPyramid> pieces = {inScaledTable(40.0, 10.0, 0.01), inScaledTable(140.0, 10.0, 0.01)};
  const auto relative = relativeCovariances(pieces);
  EXPECT_NEAR(relative[0](0, 0) + relative[1](0, 0), 0.02 + 1.0, 1e-9) << "100 mm apart, to a hundredth";
  const Eigen::Matrix2d gap = gapCovariance(pieces[0], {40.0, 10.0}, pieces[1], {140.0, 10.0});
  EXPECT_NEAR(gap(0, 0), 0.02 + 1.0, 1e-9);
  EXPECT_NEAR(gap(1, 1), 0.04, 1e-9) << "the scale does not move them across";
}

TEST(RelativeCovariance, of_any_two_pieces_together_is_never_less_than_that_of_their_gap) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> place_mm(-200.0, 200.0);
  std::normal_distribution<double> normal;
  for (int table = 0; table < 20; ++table) {
    std::vector<SeenPyramid> pieces;
    for (int i = 0; i < 6; ++i) {
      SharedError shared = SharedError::Zero(3, 5).unaryExpr([&](double) { return normal(random); });
      shared.row(2) *= 0.01;
      pieces.push_back(pieceAt(place_mm(random), place_mm(random), shared));
    }
    const auto relative = relativeCovariances(pieces);
    for (std::size_t i = 0; i < pieces.size(); ++i)
      for (std::size_t k = 0; k < i; ++k) {
        const Eigen::Vector2d a = pieces[i].table_from_piece.origin_mm(), b = pieces[k].table_from_piece.origin_mm();
        const Eigen::Vector2d along = (b - a).normalized();
        const double gap = along.dot(gapCovariance(pieces[i], a, pieces[k], b) * along);
        const double bound = along.dot((relative[i] + relative[k]).topLeftCorner<2, 2>() * along);
        EXPECT_GE(bound, gap - 1e-9);
      }
  }
}

TEST(RelativeCovariance, pieces_of_two_cameras_share_nothing) {
  const SeenPyramid a = inScaledTable(100.0, 0.0, 0.01);
  SeenPyramid b = inScaledTable(200.0, 0.0, 0.01);
  b.shared_error.conservativeResize(3, 2);
  b.shared_error.col(1).setZero();
  EXPECT_NEAR(gapCovariance(a, {100.0, 0.0}, b, {200.0, 0.0})(0, 0), 0.02 + 1.0 + 4.0, 1e-9);
}

TEST(RelativeCovariance, states_keep_what_is_shared) {
  TableState state;
  state.pyramids = {inScaledTable(40.0, 10.0, 0.01), inScaledTable(140.0, 10.0, 0.01)};
  const nlohmann::json written = toJson(state);
  EXPECT_NEAR(written["pyramids"][0]["relative_covariance"][0][0].get<double>(), 0.01 + 0.5, 1e-9);
  const auto read = tableStateFromJson(written);
  ASSERT_TRUE(read) << read.error().sentence;
  EXPECT_EQ(read->pyramids[1].shared_error, state.pyramids[1].shared_error);
  EXPECT_EQ(read->pyramids[1].own_covariance, state.pyramids[1].own_covariance);
  nlohmann::json older = written;
  for (const char* key : {"own_covariance", "shared_error"})
    older["pyramids"][0].erase(key);
  const auto read_older = tableStateFromJson(older);
  ASSERT_TRUE(read_older);
  EXPECT_NEAR(read_older->pyramids[0].own_covariance(0, 0), 0.01 + 0.5, 1e-9);
  EXPECT_EQ(read_older->pyramids[0].shared_error.cols(), 0);
}

} // namespace
} // namespace linesman
