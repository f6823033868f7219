// Renders boards with pieces and writes the crops that the square reader learns from.
//   render_boards OUT_PREFIX SCENES SEED [--scenes FOLDER | [--lit FOLDER] [--pictures FOLDER] | --twice]
// --scenes writes no crops but what render_boards.py (blender) draws the scenes from, --lit takes the pictures that it
// drew of them, and leaves out scenes without. --pictures also writes the pictures, and their cameras as the truth of
// tables on which no pyramid lies. --twice writes the squares of two looks at each board, one picture after the other,
// between which men were taken in hand.
// OUT_PREFIX.crops: 5 x 168 x 96 bytes each (see SquareCropShape), all squares of a picture in a row, less some of the
// empty ones; OUT_PREFIX.labels: 17 floats each: class (13 as in square_reader), share seen, turned, rider, low, high,
// crown band (share of a band that is enough to see), face of a die, ring, foot across and along the line of sight
// (squares), number of the picture, file, rank, columns, 1, a man's foot's diameter (squares,
// 0 where not told). Places beside the board follow the squares of a picture, their file and rank -1.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <malloc.h>
#include <map>
#include <optional>
#include <string>

#include <opencv2/core/utility.hpp>

#include "tests/support/count_of.h"
#include "vision/square_crop.h"
#include "vision/training/scene.h"
#include "vision/training/scene_file.h"
#include "vision/training/written_file.h"

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
      : crops(fileToWrite(prefix + ".crops")), labels(fileToWrite(prefix + ".labels")) {}
};

/// 1 for a band of which enough is seen to tell it, 0 for none or one that is hidden, between them a doubtful one.
float bandSeen(int band, const Rendered& rendered, double square_px) {
  if (band < 0)
    return 0.0F;
  const double scale = SquareCropShape::square_px / square_px;
  const double seen = rendered.seen_px[static_cast<std::size_t>(band)] * scale * scale; // pixels of a crop
  return seen >= 32.0 ? 1.0F : seen >= 9.0 ? 0.5F : 0.0F;
}

/// What is written of a place: where it is looked for and what is there.
struct Place {
  Eigen::Vector2d centre_mm;
  int picture = 0, file = -1, rank = -1;
  double seen = 0.0;
  std::array<float, 3> bands{};
};

void writePlace(Writer& out, const CropSource& source, const BoardView& told, const SquareTruth& square,
                const Place& place) {
  constexpr int area = SquareCropShape::width_px * SquareCropShape::height_px, count = SquareCropShape::planes * area;
  static std::vector<float> planes(count);
  static std::vector<unsigned char> bytes(count);
  cropColumn(source, place.centre_mm, planes.data());
  for (int k = 0; k < count; ++k) {
    const float v = k >= 3 * area && k < 4 * area ? (planes[static_cast<std::size_t>(k)] + 0.4F) / 1.4F
                                                  : planes[static_cast<std::size_t>(k)];
    bytes[static_cast<std::size_t>(k)] = static_cast<unsigned char>(std::lround(255.0F * v));
  }
  const Eigen::Vector2d away = (place.centre_mm - told.eye_mm().head<2>()).normalized(), right(away.y(), -away.x());
  const Eigen::Vector2d offset = square.offset_mm / told.square_mm;
  const float label[17] = {static_cast<float>(square.kind),
                           static_cast<float>(place.seen),
                           square.turned ? 1.0F : 0.0F,
                           square.rider ? 1.0F : 0.0F,
                           place.bands[0],
                           place.bands[1],
                           place.bands[2],
                           static_cast<float>(square.face),
                           square.ring ? 1.0F : 0.0F,
                           static_cast<float>(offset.dot(right)),
                           static_cast<float>(offset.dot(away)),
                           static_cast<float>(place.picture),
                           static_cast<float>(place.file),
                           static_cast<float>(place.rank),
                           static_cast<float>(told.columns),
                           1,
                           static_cast<float>(square.diameter_mm / told.square_mm)};
  out.crops.write(reinterpret_cast<const char*>(bytes.data()), count);
  out.labels.write(reinterpret_cast<const char*>(label), sizeof label);
}

bool inside(const Eigen::Vector2d& pixel, const cv::Mat& image) {
  return pixel.x() >= 5 && pixel.y() >= 5 && pixel.x() <= image.cols - 5 && pixel.y() <= image.rows - 5;
}

/// Share of every man that is seen.
std::vector<double> sharesSeen(const Rendered& rendered) {
  std::vector<double> seen(rendered.whole_px.size(), 0.0);
  for (int y = 0; y < rendered.ids.rows; ++y)
    for (int x = 0; x < rendered.ids.cols; ++x)
      seen[static_cast<std::size_t>(rendered.ids.at<short>(y, x))] += 1.0;
  for (std::size_t k = 0; k < seen.size(); ++k)
    seen[k] = rendered.whole_px[k] > 20 ? seen[k] / rendered.whole_px[k] : 0.0;
  return seen;
}

/// Men beside the board and places without, on the table as far below the board as a registration would say.
void writeBeside(Writer& out, const CropSource& source, const BoardView& told, const SceneTruth& truth,
                 const cv::Mat& ids, const std::vector<double>& seen, int picture, Rng& rng) {
  const double square = told.square_mm, below_mm = std::max(0.0, truth.scene.thickness_mm + bell(rng, 0.03 * square));
  const CropSource table{source.image, source.view.lowered(below_mm)};
  const BoardView view = told.lowered(below_mm);
  const auto nearest = [&](const Eigen::Vector2d& at) {
    double least = 1e9;
    for (const TakenTruth& man : truth.taken)
      least = std::min(least, (man.foot_mm - at).lpNorm<Eigen::Infinity>());
    return least / square;
  };
  for (const TakenTruth& man : truth.taken) {
    SquareTruth there;
    there.kind = man.kind;
    there.diameter_mm = man.diameter_mm;
    there.offset_mm = {uniform(rng, -0.36, 0.36) * square, uniform(rng, -0.36, 0.36) * square};
    const Eigen::Vector2d at = man.foot_mm - there.offset_mm;
    if (inside(view.pixel(man.foot_mm), ids) &&
        nearest(at) * square >= there.offset_mm.lpNorm<Eigen::Infinity>() - 1e-6)
      writePlace(out, table, view, there, {at, picture, -1, -1, seen[static_cast<std::size_t>(man.id)], {}});
  }
  for (int k = whole(rng, 3, 6); k > 0; --k) { // some of them near a man
    Eigen::Vector2d at((0.5 * told.columns + truth.scene.board.margin + uniform(rng, 0.2, 2.0)) * square,
                       uniform(rng, -0.6, 0.6) * told.rows * square);
    at = Eigen::Rotation2Dd(whole(rng, 0, 3) * 1.5707963267948966) * at;
    if (!truth.taken.empty() && chance(rng, 0.5))
      at = truth.taken[static_cast<std::size_t>(whole(rng, 0, static_cast<int>(truth.taken.size()) - 1))].foot_mm +
           Eigen::Rotation2Dd(whole(rng, 0, 3) * 1.5707963267948966) *
               Eigen::Vector2d(uniform(rng, 0.6, 1.2) * square, uniform(rng, -0.6, 0.6) * square);
    if (nearest(at) > 0.58 && at.lpNorm<Eigen::Infinity>() > (0.5 * told.columns + 0.4) * square &&
        inside(view.pixel(at), ids))
      writePlace(
          out, table, view, {},
          {at,
           picture,
           -1,
           -1,
           ids.at<short>(static_cast<int>(view.pixel(at).y()), static_cast<int>(view.pixel(at).x())) == 0 ? 1.0 : 0.2,
           {}});
  }
}

/// What is written of a picture's squares, less some of the empty ones. `told`: as the program takes the board to lie.
void writeSquares(Writer& out, const CropSource& source, const BoardView& told, const SceneTruth& truth,
                  const Rendered& rendered, const std::vector<double>& seen, int picture, Rng& rng) {
  for (int rank = 0; rank < told.rows; ++rank)
    for (int file = 0; file < told.columns; ++file) {
      const SquareTruth& square = truth.squares[static_cast<std::size_t>(rank * told.columns + file)];
      const Eigen::Vector2d centre = told.centre_mm(file, rank), across(0.5 * told.square_mm, 0.0);
      if (!inside(told.pixel(centre), rendered.ids))
        continue;
      const double share = square.kind != 0 ? seen[static_cast<std::size_t>(square.id)]
                                            : groundSeen(truth, rendered.ids, file, rank, square.id);
      if (square.kind == 0 && square.face == 0 && !square.ring && chance(rng, 0.55))
        continue;
      const double square_px = (told.pixel(centre + across) - told.pixel(centre - across)).norm();
      std::array<float, 3> bands{};
      for (std::size_t k = 0; k < 3; ++k)
        bands[k] = bandSeen(square.bands[k], rendered, square_px);
      writePlace(out, source, told, square, {centre, picture, file, rank, share, bands});
    }
}

/// What a registration would say: a little wrong.
BoardView registered(BoardView view, Rng& rng) {
  view.camera_from_board = {view.camera_from_board.rotation(),
                            view.camera_from_board.translation_mm() +
                                Eigen::Vector3d(bell(rng, 0.02), bell(rng, 0.02), bell(rng, 0.03)) * view.square_mm};
  view.lens.distortion[0] += bell(rng, 0.01);
  return view;
}

CropSource sourceOf(const cv::Mat& image, const BoardView& told, const SceneTruth& truth) {
  const double reach_mm = (0.5 * told.columns + truth.scene.board.margin + 2.0) * told.square_mm;
  std::vector<Eigen::Vector2d> beside;
  for (const double x : {-1.0, 0.0, 1.0})
    for (const double y : {-1.0, 0.0, 1.0})
      beside.emplace_back(reach_mm * x, reach_mm * y);
  return prepareCrops(image, told, beside);
}

/// The squares of two looks at one board, by the same webcam in the same light, as pictures 2 n and 2 n + 1.
void writeTwice(Writer& out, int n, Rng& rng) {
  constexpr unsigned other_grain = 7919;
  const auto looks = randomLooks(rng);
  const BoardView told = registered(looks[0].scene.view, rng);
  for (const int k : {0, 1}) {
    const SceneTruth& truth = looks[static_cast<std::size_t>(k)];
    Rng same = rng;
    const Rendered rendered = render(truth.scene, same);
    const cv::Mat image = develop(rendered.image, same, static_cast<unsigned>(k) * other_grain);
    writeSquares(out, sourceOf(image, told, truth), told, truth, rendered, sharesSeen(rendered), 2 * n + k, same);
  }
}

/// What was asked for besides prefix, count and seed.
struct Asked {
  bool twice = false;
  std::map<std::string, std::string> folders; ///< by option
};

/// Nothing where it was something else.
std::optional<Asked> askedOf(int argc, char** argv) {
  Asked asked;
  if (argc == 5 && argv[4] == std::string("--twice")) {
    asked.twice = true;
    return asked;
  }
  auto& folders = asked.folders;
  for (int i = 4; i + 1 < argc; i += 2)
    folders[argv[i]] = argv[i + 1];
  const auto is_known = [](const auto& one) {
    return one.first == "--pictures" || one.first == "--scenes" || one.first == "--lit";
  };
  if (argc < 4 || argc % 2 != 0 || !std::ranges::all_of(folders, is_known) ||
      (folders.contains("--scenes") && folders.size() > 1))
    return std::nullopt;
  return asked;
}

} // namespace

int main(int argc, char** argv) {
  const auto asked = askedOf(argc, argv);
  if (!asked) {
    std::cerr << "usage: render_boards OUT_PREFIX SCENES SEED "
                 "[--scenes FOLDER | [--lit FOLDER] [--pictures FOLDER] | --twice]\n";
    return 2;
  }
  const auto& folders = asked->folders;
  for (const auto& [option, folder] : folders)
    std::filesystem::create_directories(folder);
  const bool lit = folders.contains("--lit"), pictures = folders.contains("--pictures"),
             scenes = folders.contains("--scenes");
  const auto prefix_of = [&](const char* option, int n) { return folders.at(option) + "/" + std::to_string(n); };
  setenv("OPENCV_IO_ENABLE_OPENEXR", "1", 1); // before OpenCV asks
  mallopt(M_MMAP_THRESHOLD, 1 << 30);         // pictures come and go: keep their memory
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  cv::setNumThreads(1);
  const int count = support::countOf(argv[2]);
  std::optional<Writer> files;
  if (!scenes)
    files.emplace(argv[1]);
  const auto seed = static_cast<unsigned>(support::countOf(argv[3], 0));
  for (int n = 0; n < count; ++n) {
    Rng rng(seed + static_cast<unsigned>(n) * 1000003U); // a scene does not depend on those before it
    if (asked->twice) {
      writeTwice(*files, n, rng);
      continue;
    }
    const SceneTruth truth = randomScene(rng);
    if (scenes) {
      writeScene(truth.scene, prefix_of("--scenes", n));
      continue;
    }
    const Rendered rendered = render(truth.scene, rng);
    const cv::Mat light = lit ? readLight(truth.scene.view, prefix_of("--lit", n)) : rendered.image;
    if (light.empty())
      continue;
    const cv::Mat image = develop(light, rng);
    if (pictures)
      writePicture(image, truth.scene.view, prefix_of("--pictures", n));
    const std::vector<double> shares = sharesSeen(rendered);
    const BoardView told = registered(truth.scene.view, rng);
    const CropSource source = sourceOf(image, told, truth);
    writeSquares(*files, source, told, truth, rendered, shares, n, rng);
    writeBeside(*files, source, told, truth, rendered.ids, shares, n, rng);
  }
  return 0;
}
