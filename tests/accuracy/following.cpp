// Are pyramids that were moved a little measured as well as in a picture of their own, and ships seen behind the gauges
// at their bows?
//   accuracy_following [MOVES] [SEED]
// Six of them lie on a drawn table; one is pushed by up to 8 mm and turned by up to 12 degrees, a hand comes between or
// not, and what is followed from the picture before is compared with the truth, and with what is found anew. Then, on
// tables of 960x540, a gauge is laid at the bow of one that points to the camera, which is taken away then, or at once.
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <random>

#include <opencv2/imgproc.hpp>

#include "calibration/table_registration.h"
#include "models/units.h"
#include "tests/accuracy/normalised_error.h"
#include "tests/support/count_of.h"
#include "tests/support/table_painter.h"
#include "vision/pyramid_detector.h"
#include "vision/pyramid_follower.h"

using namespace linesman;

namespace {

/// Errors of one way to measure.
class Errors {
public:
  void add(const std::vector<SeenPyramid>& seen, const SeenPyramid& truth) {
    const auto distance = [&](const SeenPyramid& one) {
      return (one.table_from_piece.origin_mm() - truth.table_from_piece.origin_mm()).norm();
    };
    const auto nearest = std::ranges::min_element(seen, {}, distance);
    constexpr double same_mm = 20.0;
    if (nearest == seen.end() || distance(*nearest) > same_mm || nearest->size != truth.size) {
      ++missed_;
      return;
    }
    Eigen::Vector3d error;
    error << nearest->table_from_piece.origin_mm() - truth.table_from_piece.origin_mm(),
        wrapAngle(nearest->table_from_piece.heading_rad() - truth.table_from_piece.heading_rad());
    const double chi2 = error.dot(nearest->covariance.ldlt().solve(error));
    constexpr double beyond_5_sigma = 34.6; // as improbable, of three degrees of freedom
    beyond_ += chi2 > beyond_5_sigma ? 1 : 0;
    normalised_.add(chi2);
    mm_.push_back(distance(*nearest));
  }
  void print(const char* name) {
    std::sort(mm_.begin(), mm_.end());
    if (!mm_.empty())
      std::printf("%-16s n %zu  missed %d  position median %.3f  95%% %.3f  worst %.3f mm  beyond 5 sigma %d\n", name,
                  mm_.size(), missed_, mm_[mm_.size() / 2], mm_[mm_.size() * 95 / 100], mm_.back(), beyond_);
    normalised_.print(name);
  }

private:
  std::vector<double> mm_;
  accuracy::NormalisedErrors normalised_{3};
  int missed_ = 0, beyond_ = 0;
};

bool isAmong(const std::vector<SeenPyramid>& seen, const SeenPyramid& piece) {
  return std::ranges::any_of(seen, [&](const SeenPyramid& one) {
    return one.size == piece.size && one.colour == piece.colour &&
           (one.table_from_piece.origin_mm() - piece.table_from_piece.origin_mm()).norm() < 5.0;
  });
}

/// A drawn table as it is followed from picture to picture.
class FollowedTable {
public:
  explicit FollowedTable(const test::TablePainter::Settings& settings) : painter_(settings) {}

  /// What is seen of it now; nothing where the table itself is not found.
  bool look(bool covered = false) {
    const cv::Mat image = painter_.paint(table);
    if (!view_) {
      cv::Mat grey;
      cv::cvtColor(image, grey, cv::COLOR_BGR2GRAY);
      const auto registered = registerTable(grey, painter_.lens(), painter_.table());
      if (!registered)
        return false;
      view_.emplace(registered->lens, registered->registration.camera_from_table);
    }
    seen = follower_.next(image, *view_, painter_.table(), covered);
    return true;
  }
  std::vector<SeenPyramid> foundAnew() {
    return PyramidDetector(pieces_).detect(painter_.paint(table), *view_, painter_.table());
  }
  bool sees(const SeenPyramid& piece) const { return isAmong(seen, piece); }

  test::PaintedTable table;
  std::vector<SeenPyramid> seen;

private:
  PieceCatalog pieces_ = PieceCatalog::standard();
  test::TablePainter painter_;
  PyramidFollower follower_{pieces_};
  std::optional<TableView> view_;
};

class Chances {
public:
  explicit Chances(unsigned seed) : random_(seed) {}
  double between(double least, double most) { return std::uniform_real_distribution<double>(least, most)(random_); }
  std::size_t below(std::size_t count) { return random_() % count; }
  test::TablePainter::Settings camera(unsigned seed) {
    test::TablePainter::Settings settings;
    settings.seed = seed;
    settings.tilt_rad = between(0.3, 0.9);
    settings.turn_rad = between(-0.5, 0.5);
    return settings;
  }
  std::vector<SeenPyramid> sixPieces() {
    std::vector<SeenPyramid> pieces;
    for (int i = 0; i < 6; ++i) {
      SeenPyramid piece;
      piece.colour = i % 2 == 0 ? Colour::red : Colour::blue;
      piece.size = std::array{PyramidSize::small, PyramidSize::medium, PyramidSize::large}[below(3)];
      piece.table_from_piece = {-150.0 + 150.0 * (i % 3) + between(-15.0, 15.0),
                                -60.0 + 130.0 * (i / 3) + between(-15.0, 15.0),
                                between(-std::numbers::pi, std::numbers::pi)};
      pieces.push_back(piece);
    }
    return pieces;
  }

private:
  std::mt19937 random_;
};

void pushPieces(int moves, unsigned seed) {
  Chances chances(seed);
  Errors followed, anew;
  for (int move = 0; move < moves; ++move) {
    FollowedTable on(chances.camera(seed + static_cast<unsigned>(move)));
    on.table.light = chances.between(0.35, 1.0);
    on.table.pyramids = chances.sixPieces();
    if (!on.look())
      continue;
    SeenPyramid& moved = on.table.pyramids[chances.below(on.table.pyramids.size())];
    if (move % 2 == 0) {
      on.table.hand_mm = moved.table_from_piece.origin_mm();
      on.look(true);
      on.table.hand_mm.reset();
    }
    const double way = chances.between(-std::numbers::pi, std::numbers::pi), mm = chances.between(0.0, 8.0);
    const Eigen::Vector2d to = moved.table_from_piece.origin_mm() + mm * Eigen::Vector2d(std::cos(way), std::sin(way));
    moved.table_from_piece = {to.x(), to.y(),
                              moved.table_from_piece.heading_rad() + radFromDeg(chances.between(-12.0, 12.0))};
    on.look();
    followed.add(on.seen, moved);
    anew.add(on.foundAnew(), moved);
  }
  followed.print("followed");
  anew.print("found anew");
}

void layGauges(int steps, unsigned seed) {
  Chances chances(seed);
  int tables = 0, gauges = 0, ships = 0, anew = 0, after = 0, at_once = 0;
  for (int step = 0; step < steps; ++step) {
    auto camera = chances.camera(seed + static_cast<unsigned>(step));
    camera.width_px = 960;
    camera.height_px = 540;
    FollowedTable on(camera);
    on.table.pyramids = chances.sixPieces();
    on.table.pyramids.resize(3); // the nearer ones
    SeenPyramid ship = on.table.pyramids.back(), gauge = ship;
    on.table.pyramids.pop_back();
    const double towards_camera = -0.5 * std::numbers::pi + camera.turn_rad;
    ship.table_from_piece = {chances.between(-180.0, 180.0), chances.between(85.0, 150.0),
                             towards_camera + chances.between(-0.6, 0.6)};
    const auto& pose = ship.table_from_piece;
    const double length_mm = PieceCatalog::standard().pyramid(ship.size).height_mm();
    const Eigen::Vector2d bow = pose.origin_mm() + length_mm * pose.direction();
    gauge.table_from_piece = {bow.x(), bow.y(), pose.heading_rad() + chances.between(-1.0, 1.0)};
    const std::vector<SeenPyramid> others = on.table.pyramids;
    const auto look_at = [&](FollowedTable& table, const std::vector<SeenPyramid>& more) {
      table.table.pyramids = others;
      table.table.pyramids.insert(table.table.pyramids.end(), more.begin(), more.end());
      return table.look();
    };
    if (!look_at(on, {ship}) || !on.sees(ship))
      continue;
    ++tables;
    look_at(on, {ship, gauge});
    gauges += on.sees(gauge) ? 1 : 0;
    ships += on.sees(ship) ? 1 : 0;
    anew += isAmong(on.foundAnew(), ship) ? 1 : 0;
    look_at(on, {gauge});
    after += on.sees(ship) ? 1 : 0;
    FollowedTable quick(camera);
    look_at(quick, {ship});
    look_at(quick, {gauge});
    at_once += quick.sees(ship) ? 1 : 0;
  }
  std::printf(
      "gauges laid at bows: %d of %d seen; the ships behind them: %d (found anew %d); told though taken away: %d, "
      "as the gauge came: %d\n",
      gauges, tables, ships, anew, after, at_once);
}

} // namespace

int main(int argc, char** argv) {
  const int moves = argc > 1 ? support::countOf(argv[1]) : 200;
  const unsigned seed = argc > 2 ? static_cast<unsigned>(support::countOf(argv[2], 0)) : 1;
  pushPieces(moves, seed);
  layGauges(moves, seed);
  return 0;
}
