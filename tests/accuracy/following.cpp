// Are pyramids that were moved a little measured as well as in a picture of their own?
//   accuracy_following [MOVES] [SEED]
// Six of them lie on a drawn table; one is pushed by up to 8 mm and turned by up to 12 degrees, a hand comes between or
// not, and what is followed from the picture before is compared with the truth, and with what is found anew.
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

} // namespace

int main(int argc, char** argv) {
  const int moves = argc > 1 ? support::countOf(argv[1]) : 200;
  const unsigned seed = argc > 2 ? static_cast<unsigned>(support::countOf(argv[2], 0)) : 1;
  std::mt19937 random(seed);
  const auto between = [&](double least, double most) {
    return std::uniform_real_distribution<double>(least, most)(random);
  };
  const PieceCatalog pieces = PieceCatalog::standard();
  Errors followed, anew;
  for (int move = 0; move < moves; ++move) {
    test::TablePainter::Settings settings;
    settings.seed = seed + static_cast<unsigned>(move);
    settings.tilt_rad = between(0.3, 0.9);
    settings.turn_rad = between(-0.5, 0.5);
    test::TablePainter painter(settings);
    test::PaintedTable table;
    table.light = between(0.35, 1.0);
    for (int i = 0; i < 6; ++i) {
      SeenPyramid piece;
      piece.colour = i % 2 == 0 ? Colour::red : Colour::blue;
      piece.size = std::array{PyramidSize::small, PyramidSize::medium, PyramidSize::large}[random() % 3];
      piece.table_from_piece = {-150.0 + 150.0 * (i % 3) + between(-15.0, 15.0),
                                -60.0 + 130.0 * (i / 3) + between(-15.0, 15.0),
                                between(-std::numbers::pi, std::numbers::pi)};
      table.pyramids.push_back(piece);
    }
    PyramidFollower follower(pieces);
    std::vector<SeenPyramid> seen;
    std::optional<TableView> view;
    const auto look = [&](bool covered) {
      const cv::Mat image = painter.paint(table);
      if (!view) {
        cv::Mat grey;
        cv::cvtColor(image, grey, cv::COLOR_BGR2GRAY);
        const auto registered = registerTable(grey, painter.lens(), painter.table());
        if (!registered)
          return false;
        view.emplace(registered->lens, registered->registration.camera_from_table);
      }
      seen = follower.next(image, *view, painter.table(), covered);
      return true;
    };
    if (!look(false))
      continue;
    SeenPyramid& moved = table.pyramids[random() % table.pyramids.size()];
    if (move % 2 == 0) {
      table.hand_mm = moved.table_from_piece.origin_mm();
      look(true);
      table.hand_mm.reset();
    }
    const double way = between(-std::numbers::pi, std::numbers::pi), mm = between(0.0, 8.0);
    const Eigen::Vector2d to = moved.table_from_piece.origin_mm() + mm * Eigen::Vector2d(std::cos(way), std::sin(way));
    moved.table_from_piece = {to.x(), to.y(), moved.table_from_piece.heading_rad() + radFromDeg(between(-12.0, 12.0))};
    look(false);
    followed.add(seen, moved);
    anew.add(PyramidDetector(pieces).detect(painter.paint(table), *view, painter.table()), moved);
  }
  followed.print("followed");
  anew.print("found anew");
  return 0;
}
