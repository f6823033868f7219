#include "vision/set_calibration.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "models/units.h"
#include "tests/support/render_table.h"
#include "vision/outline_samples.h"

namespace linesman {
namespace {

constexpr double levels_gamma = 2.2;   ///< of grey levels
constexpr double true_radius_mm = 0.3; ///< of the drawn pieces' edges
const cv::Scalar ground(120, 150, 170);

using Points = std::vector<Eigen::Vector2d>;

/// A piece of plastic to be drawn.
struct DrawnPiece {
  PyramidSize size;
  PlanarPose<TableFrame, PieceFrame> pose;
  cv::Scalar paint;
};

/// Draws lying pyramids whose edges are rounded: hulls of balls in their corners, and flat faces between them. Knows
/// nothing of how the program finds or fits them.
class SetPainter {
public:
  SetPainter(double distance_mm, double tilt_rad, double turn_rad) {
    camera_from_table_.pose = test::cameraOver(distance_mm, tilt_rad, turn_rad);
    camera_from_table_.covariance = Eigen::Matrix<double, 6, 6>::Identity() * 1e-10;
  }

  PyramidPicture paint(const PieceCatalog& set, const std::vector<DrawnPiece>& pieces, int seed) const {
    const TableView view(test::webcam(1280, 720), camera_from_table_);
    cv::Mat large(720 * fine, 1280 * fine, CV_8UC3, ground), image;
    for (const DrawnPiece& piece : pieces)
      draw(large, view, set.pyramid(piece.size), piece);
    large.convertTo(large, CV_32F, 1.0 / 255.0);
    cv::pow(large, levels_gamma, large); // pixels and lenses mix light, not grey levels
    cv::resize(large, image, {1280, 720}, 0.0, 0.0, cv::INTER_AREA);
    cv::GaussianBlur(image, image, {}, 0.7);
    cv::pow(image, 1.0 / levels_gamma, image);
    image *= 255.0;
    cv::Mat noise(image.size(), CV_16SC3);
    cv::RNG(static_cast<std::uint64_t>(seed)).fill(noise, cv::RNG::NORMAL, cv::Scalar::all(0.0), cv::Scalar::all(2.0));
    image.convertTo(image, CV_16SC3);
    image += noise;
    image.convertTo(image, CV_8UC3);
    return {image, view};
  }

private:
  static constexpr int fine = 4; ///< points along a pixel's side that are looked at

  /// Fills what of a convex polygon (pixels) holds the middles of fine pixels, and no more: OpenCV draws its rim too.
  static void fill(cv::Mat& large, const Points& polygon, const cv::Scalar& paint) {
    Eigen::AlignedBox2d box;
    double area = 0.0; // twice, signed
    const auto next = [&](std::size_t i) -> const Eigen::Vector2d& { return polygon[(i + 1) % polygon.size()]; };
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      box.extend(polygon[i]);
      area += polygon[i].x() * next(i).y() - polygon[i].y() * next(i).x();
    }
    const auto fine_px = [](double px) { return (px + 0.5) * fine - 0.5; };
    const cv::Rect part = cv::Rect(cv::Point(cvFloor(fine_px(box.min().x())), cvFloor(fine_px(box.min().y()))),
                                   cv::Point(cvCeil(fine_px(box.max().x())) + 1, cvCeil(fine_px(box.max().y())) + 1)) &
                          cv::Rect(0, 0, large.cols, large.rows);
    const cv::Vec3b colour(cv::saturate_cast<uchar>(paint[0]), cv::saturate_cast<uchar>(paint[1]),
                           cv::saturate_cast<uchar>(paint[2]));
    for (int y = part.y; y < part.y + part.height; ++y)
      for (int x = part.x; x < part.x + part.width; ++x) {
        const Eigen::Vector2d at((x + 0.5) / fine - 0.5, (y + 0.5) / fine - 0.5);
        bool inside = true;
        for (std::size_t i = 0; i < polygon.size() && inside; ++i) {
          const Eigen::Vector2d side = next(i) - polygon[i], to = at - polygon[i];
          inside = (side.x() * to.y() - side.y() * to.x()) * area >= 0.0;
        }
        if (inside)
          large.at<cv::Vec3b>(y, x) = colour;
      }
  }

  static void draw(cv::Mat& large, const TableView& view, const Pyramid& pyramid, const DrawnPiece& piece) {
    const auto sharp = pyramid.lyingSolid();
    Eigen::Vector3d middle = Eigen::Vector3d::Zero();
    for (const auto& corner : sharp)
      middle += 0.2 * corner.mm;
    // Faces lying: bottom, port, top, starboard, stern; and of every corner three that meet there.
    constexpr std::array<std::array<int, 3>, 5> faces = {{{0, 1, 2}, {1, 2, 3}, {2, 3, 4}, {2, 4, 0}, {0, 1, 3}}};
    constexpr std::array<std::array<int, 3>, 5> meeting = {{{0, 3, 4}, {0, 1, 4}, {0, 1, 3}, {1, 2, 4}, {2, 3, 4}}};
    constexpr std::array<int, 5> face_corners[5] = {
        {0, 1, 2, -1, -1}, {1, 2, 3, -1, -1}, {2, 3, 4, -1, -1}, {2, 4, 0, -1, -1}, {0, 1, 3, 4, -1}};
    std::array<Eigen::Vector3d, 5> normals, balls;
    std::array<double, 5> reach;
    for (std::size_t f = 0; f < 5; ++f) {
      const auto at = [&](int i) -> const Eigen::Vector3d& { return sharp[static_cast<std::size_t>(i)].mm; };
      normals[f] = (at(faces[f][1]) - at(faces[f][0])).cross(at(faces[f][2]) - at(faces[f][0])).normalized();
      if (normals[f].dot(middle - at(faces[f][0])) > 0.0)
        normals[f] = -normals[f];
      reach[f] = normals[f].dot(at(faces[f][0])) - true_radius_mm;
    }
    for (std::size_t c = 0; c < 5; ++c) {
      Eigen::Matrix3d planes;
      Eigen::Vector3d distances;
      for (int i = 0; i < 3; ++i) {
        const auto f = static_cast<std::size_t>(meeting[c][static_cast<std::size_t>(i)]);
        planes.row(i) = normals[f].transpose();
        distances[i] = reach[f];
      }
      balls[c] = planes.inverse() * distances;
    }
    const Pose<TableFrame, PieceFrame> lifted = piece.pose.lifted();
    const auto seen = [&](const Eigen::Vector3d& in_piece) {
      return view.pixel(lifted.rotation() * in_piece + lifted.translation_mm()).value();
    };
    std::vector<cv::Point2f> around, hull;
    for (const Eigen::Vector3d& ball : balls)
      for (int i = 0; i < 24; ++i)
        for (int k = -11; k <= 11; ++k) {
          const double turn = i * pi / 12.0, up = k * pi / 24.0;
          const Eigen::Vector3d out(std::cos(up) * std::cos(turn), std::cos(up) * std::sin(turn), std::sin(up));
          const Eigen::Vector2d p = seen(ball + true_radius_mm * out);
          around.emplace_back(static_cast<float>(p.x()), static_cast<float>(p.y()));
        }
    cv::convexHull(around, hull);
    Points outline;
    for (const cv::Point2f& p : hull)
      outline.emplace_back(p.x, p.y);
    fill(large, outline, 0.8 * piece.paint);
    const Eigen::Vector3d eye = lifted.rotation().transpose() * (view.eye_mm() - lifted.translation_mm());
    constexpr std::array<double, 5> light = {0.5, 0.75, 1.1, 0.9, 0.65};
    for (std::size_t f = 1; f < 5; ++f) {
      if (normals[f].dot(eye) <= reach[f] + true_radius_mm)
        continue;
      Points polygon;
      for (const int corner : face_corners[f])
        if (corner >= 0)
          polygon.push_back(seen(balls[static_cast<std::size_t>(corner)] + true_radius_mm * normals[f]));
      fill(large, polygon, light[f] * piece.paint);
    }
  }

  UncertainPose<CameraFrame, TableFrame> camera_from_table_;
};

const cv::Scalar red(36.0, 45.0, 170.0), blue(150.0, 60.0, 30.0), green(50.0, 120.0, 40.0);

/// Two pictures of pieces of the given sizes that lie well apart, from two sides.
std::vector<PyramidPicture> picturesOf(const PieceCatalog& set, const std::vector<PyramidSize>& sizes) {
  std::vector<PyramidPicture> pictures;
  for (int picture = 0; picture < 2; ++picture) {
    std::vector<DrawnPiece> pieces;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const double turn = 0.9 * static_cast<double>(i) + 1.7 * picture;
      const Eigen::Vector2d at(-110.0 + 75.0 * static_cast<double>(i % 4), -45.0 + 85.0 * static_cast<double>(i / 4));
      pieces.push_back({sizes[i], {at, turn}, i % 3 == 0 ? red : i % 3 == 1 ? blue : green});
    }
    pictures.push_back(SetPainter(430.0, 0.45, 0.4 * picture).paint(set, pieces, picture + 1));
  }
  return pictures;
}

/// A set that is not the published one: every size by other shares.
PieceCatalog ownSet() {
  return PieceCatalog::standard()
      .with(PyramidSize::small, Pyramid(14.9, 25.0))
      .with(PyramidSize::medium, Pyramid(20.6, 36.4))
      .with(PyramidSize::large, Pyramid(24.3, 45.8));
}

void expectNear(const std::optional<MeasuredPyramid>& measured, const Pyramid& truth) {
  ASSERT_TRUE(measured);
  EXPECT_NEAR(measured->pyramid.base_mm(), truth.base_mm(), 0.2);
  EXPECT_NEAR(measured->pyramid.height_mm(), truth.height_mm(), 0.3);
  EXPECT_NEAR(measured->pyramid.base_mm(), truth.base_mm(), 3.0 * measured->baseSigma_mm());
  EXPECT_NEAR(measured->pyramid.height_mm(), truth.height_mm(), 3.0 * measured->heightSigma_mm());
  EXPECT_LT(measured->baseSigma_mm(), 0.2);
  EXPECT_LT(measured->heightSigma_mm(), 0.4);
}

// The derivatives are those of the samples that are drawn.
TEST(SampleDimensions, DerivativesAreThoseOfTheSolidsEdges) {
  UncertainPose<CameraFrame, TableFrame> camera_from_table;
  camera_from_table.pose = test::cameraOver(430.0, 0.45, 0.2);
  const TableView view(test::webcam(1280, 720), camera_from_table);
  const PlanarPose<TableFrame, PieceFrame> pose(20.0, -15.0, 0.7);
  for (const Posture posture : {Posture::lying, Posture::upright}) {
    const Pyramid pyramid(20.0, 35.0, 0.8);
    const DimensionedOutline outline = sampleDimensions(pyramid, PyramidSize::medium, posture, pose, view, 3.0, true);
    ASSERT_GT(outline.samples.size(), 30U);
    ASSERT_EQ(outline.samples.size(), outline.by_dimensions.size());
    // A larger pyramid of the same shape is the same one seen from nearer: base and height together move every point as
    // a step of the eye towards the piece's origin does. Here: by growing all lengths, seen by the same camera.
    constexpr double grown = 1.0 + 1e-4;
    const DimensionedOutline larger = sampleDimensions(Pyramid(grown * 20.0, grown * 35.0, grown * 0.8),
                                                       PyramidSize::medium, posture, pose, view, 3.0, true);
    ASSERT_EQ(larger.samples.size(), outline.samples.size());
    for (std::size_t i = 0; i < outline.samples.size(); ++i) {
      const Eigen::Vector2d told = outline.by_dimensions[i] * Eigen::Vector2d(1e-4 * 20.0, 1e-4 * 35.0);
      const Eigen::Vector2d moved = larger.samples[i].pixel - outline.samples[i].pixel;
      EXPECT_NEAR(outline.samples[i].normal.dot(told), outline.samples[i].normal.dot(moved), 2e-5);
    }
  }
}

TEST(SetCalibration, FindsEverySizesDimensionsFromPublishedOnes) {
  using enum PyramidSize;
  const PieceCatalog own = ownSet();
  const auto measured = measureSet(picturesOf(own, {small, medium, large, medium, small, large, medium, small}), {},
                                   PieceCatalog::standard());
  ASSERT_TRUE(measured) << measured.error().sentence;
  for (const PyramidSize size : {small, medium, large}) {
    SCOPED_TRACE(nameOf(size));
    expectNear((*measured)[static_cast<std::size_t>(size)], own.pyramid(size));
  }
}

TEST(SetCalibration, OneSizeIsEnoughAndOthersAreNotInvented) {
  using enum PyramidSize;
  const PieceCatalog own = PieceCatalog::standard().with(medium, Pyramid(18.9, 33.0)); // some five percent less
  const auto measured = measureSet(picturesOf(own, {medium, medium, medium}), {}, PieceCatalog::standard());
  ASSERT_TRUE(measured) << measured.error().sentence;
  expectNear((*measured)[static_cast<std::size_t>(medium)], own.pyramid(medium));
  EXPECT_FALSE((*measured)[static_cast<std::size_t>(small)]);
  EXPECT_FALSE((*measured)[static_cast<std::size_t>(large)]);
}

TEST(SetCalibration, AnEmptyTableIsSaidToBeOne) {
  const auto measured = measureSet(picturesOf(ownSet(), {}), {}, PieceCatalog::standard());
  ASSERT_FALSE(measured);
  EXPECT_NE(measured.error().sentence.find("No pyramid was found"), std::string::npos) << measured.error().sentence;
}

// Wider by more than sets differ: as if something else lay there.
TEST(SetCalibration, RefusesASetThatCannotBe) {
  using enum PyramidSize;
  const PieceCatalog huge = PieceCatalog::standard().with(large, Pyramid(1.17 * 25.4, 1.1 * 44.45));
  const auto measured = measureSet(picturesOf(huge, {large, large, large}), {}, PieceCatalog::standard());
  ASSERT_FALSE(measured);
  EXPECT_NE(measured.error().sentence.find("large pyramids come out as"), std::string::npos)
      << measured.error().sentence;
}

// Where the camera hardly knows how high it is, nobody knows how large pieces are.
TEST(SetCalibration, RefusesWhatIsSeenTooBadly) {
  std::vector<PyramidPicture> pictures = picturesOf(PieceCatalog::standard(), {PyramidSize::medium});
  for (PyramidPicture& picture : pictures) {
    UncertainPose<CameraFrame, TableFrame> camera_from_table = picture.view.cameraFromTable();
    camera_from_table.covariance(5, 5) = 40.0 * 40.0;
    picture.view = TableView(picture.view.lens(), camera_from_table);
  }
  const auto measured = measureSet(pictures, {}, PieceCatalog::standard());
  ASSERT_FALSE(measured);
  EXPECT_NE(measured.error().sentence.find("medium pyramids are seen too badly"), std::string::npos)
      << measured.error().sentence;
}

} // namespace
} // namespace linesman
