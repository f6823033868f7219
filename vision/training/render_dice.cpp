// Renders boards with dice on many squares and dice lying about, and writes what the die reader learns from.
//   render_dice OUT_PREFIX SCENES SEED [PICTURE_FOLDER]
// OUT_PREFIX.dice: 144 x 144 x 3 bytes each, windows as DieReader::windowOf makes them of boards and of pictures;
// OUT_PREFIX.labels: 31 floats each: 1 for a window of a board, then for up to six dice of the window face (-1: it
// cannot be read; 0: no more dice), middle of the top face (window pixels, x and y), its edge (window pixels), share
// seen.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>

#include <opencv2/core/utility.hpp>

#include "tests/support/count_of.h"
#include "vision/die_reader.h"
#include "vision/training/dice.h"
#include "vision/training/scene.h"
#include "vision/training/scene_file.h"
#include "vision/training/written_file.h"

using namespace linesman;
using namespace linesman::training;

namespace {

constexpr double size = DieReader::fine_window_px;

/// A die of a rendered picture: the middle of its top face and the ends of a line across it as the picture shows them.
struct SeenDie {
  LooseDie die;
  std::array<Eigen::Vector2d, 5> px;
  double seen = 0.0;
  cv::Rect box;
};

class Picture {
public:
  Picture(const Scene& scene, const std::vector<LooseDie>& dice, Rng& rng) : view(scene.view) {
    const Rendered rendered = render(scene, rng);
    image = develop(rendered.image, rng);
    std::vector<int> visible(rendered.whole_px.size(), 0);
    std::vector<cv::Rect> boxes(rendered.whole_px.size());
    for (int y = 0; y < rendered.ids.rows; ++y)
      for (int x = 0; x < rendered.ids.cols; ++x) {
        const auto id = static_cast<std::size_t>(rendered.ids.at<short>(y, x));
        ++visible[id];
        boxes[id] |= cv::Rect(x, y, 1, 1);
      }
    for (const LooseDie& die : dice) {
      const auto id = static_cast<std::size_t>(die.id);
      SeenDie one{die, {}, 0.0, boxes[id]};
      const double h = 0.5 * die.size_mm;
      const std::array<Eigen::Vector2d, 5> offsets{Eigen::Vector2d(0, 0), {h, 0}, {-h, 0}, {0, h}, {0, -h}};
      for (std::size_t k = 0; k < 5; ++k)
        one.px[k] = view.pixel(die.at_mm + offsets[k], die.size_mm);
      one.seen = rendered.whole_px[id] > 20 ? static_cast<double>(visible[id]) / rendered.whole_px[id] : 0.0;
      all.push_back(one);
    }
  }
  bool shows(const Eigen::Vector2d& px, double margin) const {
    return px.x() > margin && px.y() > margin && px.x() < image.cols - margin && px.y() < image.rows - margin;
  }

  BoardView view;
  cv::Mat image;
  std::vector<SeenDie> all;
};

struct Writer {
  std::ofstream dice, labels;
  explicit Writer(const std::string& prefix)
      : dice(fileToWrite(prefix + ".dice")), labels(fileToWrite(prefix + ".labels")) {}

  /// `place`: from a pixel of the picture to the window's.
  void write(const cv::Mat& window, bool board, const std::vector<SeenDie>& all,
             const std::function<Eigen::Vector2d(const Eigen::Vector2d&)>& place) {
    constexpr double readable_share = 0.4, readable_edge = 7.0, outside = size / 8.0;
    std::array<float, 31> label{};
    label[0] = board ? 1.0F : 0.0F;
    std::size_t n = 0;
    for (const SeenDie& die : all) {
      std::array<Eigen::Vector2d, 5> p;
      for (std::size_t k = 0; k < 5; ++k)
        p[k] = place(die.px[k]);
      if (n == 6 || !(p[0].minCoeff() > -outside) || !(p[0].maxCoeff() < size + outside))
        continue;
      const double edge = 0.5 * ((p[1] - p[2]).norm() + (p[3] - p[4]).norm());
      const bool readable = die.seen >= readable_share && (die.px[3] - die.px[4]).norm() > readable_edge * 0.5 &&
                            (die.px[1] - die.px[2]).norm() > readable_edge * 0.5;
      const float numbers[5] = {readable ? static_cast<float>(die.die.face) : -1.0F, static_cast<float>(p[0].x()),
                                static_cast<float>(p[0].y()), static_cast<float>(edge), static_cast<float>(die.seen)};
      std::copy(numbers, numbers + 5, label.begin() + 1 + 5 * static_cast<std::ptrdiff_t>(n++));
    }
    dice.write(reinterpret_cast<const char*>(window.data),
               static_cast<std::streamsize>(window.total() * window.elemSize()));
    labels.write(reinterpret_cast<const char*>(label.data()), sizeof label);
  }
};

void boardScene(Writer& out, Rng& rng, const std::string& picture_prefix) {
  const SceneTruth truth = randomScene(rng, 0.6);
  const BoardView& view = truth.scene.view;
  std::vector<LooseDie> dice;
  for (std::size_t k = 0; k < truth.squares.size(); ++k)
    if (const SquareTruth& square = truth.squares[k]; square.face > 0)
      dice.push_back(
          {square.face, square.id, square.die_mm,
           Eigen::Vector2d(view.centre_mm(static_cast<int>(k) % view.columns, static_cast<int>(k) / view.columns) +
                           square.offset_mm)});
  const Picture picture(truth.scene, dice, rng);
  if (!picture_prefix.empty())
    writePicture(picture.image, view, picture_prefix);
  BoardView told = view; // what a registration would say: a little wrong
  told.camera_from_board = {told.camera_from_board.rotation(),
                            told.camera_from_board.translation_mm() +
                                Eigen::Vector3d(bell(rng, 0.02), bell(rng, 0.02), bell(rng, 0.03)) * told.square_mm};
  constexpr double px_per_square = size / 1.2, height = 0.3;
  for (int rank = 0; rank < told.rows; ++rank)
    for (int file = 0; file < told.columns; ++file) {
      const SquareTruth& square = truth.squares[static_cast<std::size_t>(rank * told.columns + file)];
      const Eigen::Vector2d centre =
          told.centre_mm(file, rank) + Eigen::Vector2d(bell(rng, 0.06), bell(rng, 0.06)) * told.square_mm;
      if (!picture.shows(told.pixel(centre), 15.0) || (square.face == 0 && !chance(rng, square.kind > 0 ? 0.3 : 0.2)))
        continue;
      out.write(DieReader::windowOf(picture.image, told, centre), true, picture.all, [&](const Eigen::Vector2d& px) {
        const Eigen::Vector2d off =
            (told.point_mm(px, height * told.square_mm) - centre) * (px_per_square / told.square_mm);
        return Eigen::Vector2d(0.5 * size - 0.5 + off.x(), 0.5 * size - 0.5 - off.y());
      });
    }
}

void looseScene(Writer& out, Rng& rng, const std::string& picture_prefix) {
  const DiceScene truth = randomDice(rng);
  const Picture picture(truth.scene, truth.dice, rng);
  if (!picture_prefix.empty())
    writePicture(picture.image, truth.scene.view, picture_prefix);
  const auto write = [&](const Eigen::Vector2d& middle, double edge_px) {
    const double scale = edge_px / (0.25 * size);
    out.write(DieReader::windowOf(picture.image, middle, edge_px), false, picture.all, [&](const Eigen::Vector2d& px) {
      return Eigen::Vector2d((px - middle) / scale + Eigen::Vector2d::Constant(0.5 * size - 0.5));
    });
  };
  for (const SeenDie& die : picture.all) {
    if (die.box.area() < 60 || !picture.shows(die.px[0], 4.0) || die.seen < 0.4)
      continue;
    const double box = std::max(die.box.width, die.box.height);
    const Eigen::Vector2d middle(die.box.x + 0.5 * die.box.width + bell(rng, 0.07 * box),
                                 die.box.y + 0.5 * die.box.height + bell(rng, 0.07 * box));
    write(middle, 0.75 * box * std::exp(uniform(rng, -0.2, 0.65))); // boxes are often drawn too large
  }
  for (int k = 0; k < 3; ++k)
    write({uniform(rng, 20.0, picture.image.cols - 20.0), uniform(rng, 20.0, picture.image.rows - 20.0)},
          uniform(rng, 15.0, 60.0));
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::cerr << "usage: render_dice OUT_PREFIX SCENES SEED [PICTURE_FOLDER]\n";
    return 2;
  }
  cv::setNumThreads(1);
  const int count = support::countOf(argv[2]);
  Writer out(argv[1]);
  Rng rng(static_cast<unsigned>(support::countOf(argv[3], 0)));
  for (int n = 0; n < count; ++n) {
    const std::string picture = argc > 4 ? std::string(argv[4]) + "/dice" + std::to_string(n) : "";
    if (n % 3 == 0)
      boardScene(out, rng, picture);
    else
      looseScene(out, rng, picture);
  }
  return 0;
}
