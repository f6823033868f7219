// Renders boards with pieces and writes the crops that the square reader learns from.
//   render_boards OUT_PREFIX SCENES SEED [PICTURE_FOLDER]
// OUT_PREFIX.crops: 5 x 112 x 64 bytes each (see SquareCropShape), all squares of a picture in a row, less some of the
// empty ones; OUT_PREFIX.labels: 16 floats each: class (13 as in square_reader), share seen, turned, rider, low, high,
// crown band (share of a band that is enough to see), face of a die, ring, foot across and along the line of sight
// (squares), number of the picture, file, rank, columns, 1.
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <malloc.h>

#include <opencv2/imgcodecs.hpp>

#include "vision/square_crop.h"
#include "vision/training/scene.h"

using namespace linesman;
using namespace linesman::training;

namespace {

/// Share of the square's top face that is seen (id 0, or the die standing on it).
double groundSeen(const SceneTruth& truth, const cv::Mat& ids, int file, int rank, int own) {
  int seen = 0, all = 0;
  const BoardView& view = truth.scene.view;
  for (double dy = -0.4; dy <= 0.41; dy += 0.1)
    for (double dx = -0.4; dx <= 0.41; dx += 0.1) {
      const auto p = view.pixel(view.centre_mm(file, rank) + Eigen::Vector2d(dx, dy) * view.square_mm);
      ++all;
      if (p.x() < 0 || p.y() < 0 || p.x() >= ids.cols - 1 || p.y() >= ids.rows - 1)
        continue;
      const short id = ids.at<short>(static_cast<int>(p.y() + 0.5), static_cast<int>(p.x() + 0.5));
      seen += id == 0 || id == own ? 1 : 0;
    }
  return static_cast<double>(seen) / all;
}

struct Writer {
  std::ofstream crops, labels;
  explicit Writer(const std::string& prefix)
      : crops(prefix + ".crops", std::ios::binary), labels(prefix + ".labels", std::ios::binary) {}
};

/// 1 for a band of which enough is seen to tell it, 0 for none or one that is hidden, between them a doubtful one.
float bandSeen(int band, const Rendered& rendered, double square_px) {
  if (band < 0)
    return 0.0F;
  const double scale = SquareCropShape::square_px / square_px;
  const double seen = rendered.seen_px[static_cast<std::size_t>(band)] * scale * scale; // pixels of a crop
  return seen >= 14.0 ? 1.0F : seen >= 4.0 ? 0.5F : 0.0F;
}

void writeSquare(Writer& out, const CropSource& source, const BoardView& told, const SquareTruth& square, int picture, int file, int rank, double seen, const std::array<float, 3>& bands) {
  constexpr int area = SquareCropShape::width_px * SquareCropShape::height_px, count = SquareCropShape::planes * area;
  static std::vector<float> planes(count);
  static std::vector<unsigned char> bytes(count);
  const Eigen::Vector2d centre = told.centre_mm(file, rank);
  cropColumn(source, centre, planes.data());
  for (int k = 0; k < count; ++k) {
    const float v = k >= 3 * area && k < 4 * area ? (planes[static_cast<std::size_t>(k)] + 0.4F) / 1.4F : planes[static_cast<std::size_t>(k)];
    bytes[static_cast<std::size_t>(k)] = static_cast<unsigned char>(std::lround(255.0F * v));
  }
  const Eigen::Vector2d away = (centre - told.eye_mm().head<2>()).normalized(), right(away.y(), -away.x());
  const Eigen::Vector2d offset = square.offset_mm / told.square_mm;
  const float label[16] = {static_cast<float>(square.kind), static_cast<float>(seen), square.turned ? 1.0F : 0.0F, square.rider ? 1.0F : 0.0F,
                           bands[0], bands[1], bands[2], static_cast<float>(square.face),
                           square.ring ? 1.0F : 0.0F, static_cast<float>(offset.dot(right)), static_cast<float>(offset.dot(away)),
                           static_cast<float>(picture), static_cast<float>(file), static_cast<float>(rank), static_cast<float>(told.columns), 1};
  out.crops.write(reinterpret_cast<const char*>(bytes.data()), count);
  out.labels.write(reinterpret_cast<const char*>(label), sizeof label);
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::cerr << "usage: render_boards OUT_PREFIX SCENES SEED [PICTURE_FOLDER]\n";
    return 2;
  }
  mallopt(M_MMAP_THRESHOLD, 1 << 30); // pictures come and go: keep their memory
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  cv::setNumThreads(1);
  Writer out(argv[1]);
  Rng rng(static_cast<unsigned>(std::atoi(argv[3])));
  for (int n = 0; n < std::atoi(argv[2]); ++n) {
    const SceneTruth truth = randomScene(rng);
    const Rendered rendered = render(truth.scene, rng);
    const cv::Mat image = develop(rendered.image, rng);
    if (argc > 4)
      cv::imwrite(std::string(argv[4]) + "/scene" + std::to_string(n) + ".jpg", image);
    std::vector<int> visible(rendered.whole_px.size(), 0);
    for (int y = 0; y < rendered.ids.rows; ++y)
      for (int x = 0; x < rendered.ids.cols; ++x)
        ++visible[static_cast<std::size_t>(rendered.ids.at<short>(y, x))];
    BoardView told = truth.scene.view; // what a registration would say: a little wrong
    told.camera_from_board = {told.camera_from_board.rotation(), told.camera_from_board.translation_mm() + Eigen::Vector3d(bell(rng, 0.02), bell(rng, 0.02), bell(rng, 0.03)) * told.square_mm};
    told.lens.distortion[0] += bell(rng, 0.01);
    const CropSource source = prepareCrops(image, told);
    for (int rank = 0; rank < told.rows; ++rank)
      for (int file = 0; file < told.columns; ++file) {
        const SquareTruth& square = truth.squares[static_cast<std::size_t>(rank * told.columns + file)];
        const auto foot = told.pixel(told.centre_mm(file, rank));
        if (foot.x() < 5 || foot.y() < 5 || foot.x() > image.cols - 5 || foot.y() > image.rows - 5)
          continue;
        double seen = 0.0;
        if (square.kind != 0 && rendered.whole_px[static_cast<std::size_t>(square.id)] > 20)
          seen = static_cast<double>(visible[static_cast<std::size_t>(square.id)]) / rendered.whole_px[static_cast<std::size_t>(square.id)];
        else if (square.kind == 0)
          seen = groundSeen(truth, rendered.ids, file, rank, square.id);
        if (square.kind == 0 && square.face == 0 && !square.ring && chance(rng, 0.55))
          continue;
        const Eigen::Vector2d centre = told.centre_mm(file, rank), across(0.5 * told.square_mm, 0.0);
        const double square_px = (told.pixel(centre + across) - told.pixel(centre - across)).norm();
        std::array<float, 3> bands{};
        for (std::size_t k = 0; k < 3; ++k)
          bands[k] = bandSeen(square.bands[k], rendered, square_px);
        writeSquare(out, source, told, square, n, file, rank, seen, bands);
      }
  }
  return 0;
}
