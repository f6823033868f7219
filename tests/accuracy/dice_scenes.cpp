// Dice on the squares of fresh boards, read as the program does where every square may be a city:
//   accuracy_dice_scenes MODELS_FOLDER SCENES SEED
// Asked are dice of which two fifths are seen, 3.5 px wide or more, and squares without one.
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include <opencv2/core/utility.hpp>

#include "tests/accuracy/board_reader_of.h"
#include "tests/support/count_of.h"
#include "vision/training/scene.h"

using namespace linesman;
using namespace linesman::training;

namespace {

constexpr double least_seen = 0.4, least_px = 3.5; ///< share and width of a die that is asked about
constexpr int least_drawn_px = 20;
constexpr double border_px = 15.0; ///< squares whose middles lie nearer to the picture's border are not asked about
constexpr double with_dice = 0.2;

struct Tally {
  int dice = 0, right = 0, wrong = 0, surely_wrong = 0;
  int bare = 0, told_on_bare = 0, surely_on_bare = 0;

  void add(int face, const SeenDie& told) {
    const bool is_told = told.face > 0;
    if (face == 0) {
      ++bare;
      told_on_bare += is_told ? 1 : 0;
      surely_on_bare += is_told && told.sure() ? 1 : 0;
      return;
    }
    const bool is_wrong = is_told && told.face != face;
    ++dice;
    right += told.face == face ? 1 : 0;
    wrong += is_wrong ? 1 : 0;
    surely_wrong += is_wrong && told.sure() ? 1 : 0;
  }
};

/// Pixels of each thing of a scene that are seen.
std::vector<int> seenPixels(const Rendered& rendered) {
  std::vector<int> seen(rendered.whole_px.size(), 0);
  for (int y = 0; y < rendered.ids.rows; ++y)
    for (int x = 0; x < rendered.ids.cols; ++x)
      ++seen[static_cast<std::size_t>(rendered.ids.at<short>(y, x))];
  return seen;
}

bool isReadable(const BoardView& view, const Eigen::Vector2d& middle_mm, double die_mm, double share_seen) {
  const auto width_px = [&](const Eigen::Vector2d& half_mm) {
    return (view.pixel(middle_mm + half_mm, die_mm) - view.pixel(middle_mm - half_mm, die_mm)).norm();
  };
  const double half_mm = 0.5 * die_mm;
  return share_seen >= least_seen && width_px({half_mm, 0.0}) > least_px && width_px({0.0, half_mm}) > least_px;
}

void ask(BoardReader& reader, Rng& rng, Tally& tally) {
  const SceneTruth truth = randomScene(rng, with_dice);
  const BoardView& view = truth.scene.view;
  const Rendered rendered = render(truth.scene, rng);
  const cv::Mat image = develop(rendered.image, rng);
  const std::vector<int> seen_px = seenPixels(rendered);
  std::vector<CityPlace> everywhere;
  for (int rank = 0; rank < view.rows; ++rank)
    for (int file = 0; file < view.columns; ++file)
      everywhere.push_back({file, rank, Eigen::Vector2d::Zero()});
  reader.squares().forget();
  reader.useCities(everywhere);
  FoundBoard found;
  found.view = view;
  found.orientation_known = true;
  const SeenBoard board = reader.read(image, found);
  for (int rank = 0; rank < view.rows; ++rank)
    for (int file = 0; file < view.columns; ++file) {
      const Eigen::Vector2d px = view.pixel(view.centre_mm(file, rank));
      if (px.x() < border_px || px.y() < border_px || px.x() > image.cols - border_px ||
          px.y() > image.rows - border_px)
        continue;
      const auto& square = truth.squares[static_cast<std::size_t>(rank * view.columns + file)];
      if (square.face > 0) {
        const auto id = static_cast<std::size_t>(square.id);
        const double share =
            rendered.whole_px[id] > least_drawn_px ? static_cast<double>(seen_px[id]) / rendered.whole_px[id] : 0.0;
        if (!isReadable(view, view.centre_mm(file, rank) + square.offset_mm, square.die_mm, share))
          continue;
      }
      SeenDie told;
      for (const SeenDie& die : board.dice)
        if (die.square == squareName(file, rank))
          told = die;
      tally.add(square.face, told);
    }
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "usage: accuracy_dice_scenes MODELS_FOLDER SCENES SEED\n";
    return 2;
  }
  cv::setNumThreads(1);
  auto reader = boardReaderOf(argv[1]);
  if (!reader) {
    std::cerr << reader.error().sentence << '\n';
    return 1;
  }
  Rng rng(static_cast<unsigned>(support::countOf(argv[3], 0)));
  const int scenes = support::countOf(argv[2]);
  Tally tally;
  for (int n = 0; n < scenes; ++n)
    ask(*reader, rng, tally);
  std::cout << "dice " << tally.dice << ": right " << tally.right << ", another face told " << tally.wrong
            << ", of these surely " << tally.surely_wrong << "; squares without one " << tally.bare << ": one told on "
            << tally.told_on_bare << ", surely on " << tally.surely_on_bare << '\n';
  return 0;
}
