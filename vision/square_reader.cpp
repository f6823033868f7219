#include "vision/square_reader.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "models/data_path.h"
#include "vision/square_crop.h"

namespace linesman {

namespace {

using Shape = SquareCropShape;
constexpr const char* kinds[] = {"king", "queen", "rook", "bishop", "knight", "pawn"};

/// Sums of a picture's or a difference's blocks of 8 x 8 pixels, by colour.
constexpr int block = 8, across = Shape::width_px / block, down = Shape::height_px / block;
using BlockSums = std::array<std::array<std::array<int, 3>, across>, down>;

/// Whether any window of 16 x 16 pixels in `part`, in steps of 8, has another mean colour than before: noise and the
/// blotches that JPEG leaves hardly move means of that size, a man who came or went moves them by ten times as much.
/// `share` of the range tells one from the other.
bool looksDifferent(const cv::Mat& now, const cv::Mat& before, const cv::Rect& part, double share) {
  const int enough = static_cast<int>(share * 255 * 4 * block * block);
  constexpr int numbers = 3 * Shape::width_px;
  BlockSums sums{};
  for (int row = 0; row < down; ++row) {
    std::array<std::int16_t, numbers> columns{}; // eight differences of bytes fit
    for (int y = row * block; y < (row + 1) * block; ++y) {
      const auto *a = now.ptr<uchar>(y), *b = before.ptr<uchar>(y);
      for (std::size_t k = 0; k < numbers; ++k)
        columns[k] = static_cast<std::int16_t>(columns[k] + a[k] - b[k]);
    }
    for (std::size_t k = 0; k < numbers; ++k)
      sums[static_cast<std::size_t>(row)][k / (3 * block)][k % 3] += columns[k];
  }
  for (std::size_t y = 0; y + 1 < down; ++y)
    for (std::size_t x = 0; x + 1 < across; ++x) {
      if (!part.contains({block * (static_cast<int>(x) + 1), block * (static_cast<int>(y) + 1)}))
        continue;
      for (std::size_t c = 0; c < 3; ++c)
        if (std::abs(sums[y][x][c] + sums[y][x + 1][c] + sums[y + 1][x][c] + sums[y + 1][x + 1][c]) > enough)
          return true;
    }
  return false;
}

/// Mean colours of nine tiles of 8 x 8 pixels around the foot: row by row, blue green red.
void describeFoot(const cv::Mat& colours, std::array<std::uint8_t, 27>& look) {
  constexpr int tile = 8;
  std::size_t at = 0;
  for (int y = Shape::foot_y_px - 2 * tile; y < Shape::foot_y_px + tile; y += tile)
    for (int x = Shape::foot_x_px - 3 * tile / 2; x < Shape::foot_x_px + 3 * tile / 2; x += tile)
      for (int c = 0; c < 3; ++c) {
        int sum = 0;
        for (int v = 0; v < tile; ++v)
          for (int u = 0; u < tile; ++u)
            sum += colours.at<cv::Vec3b>(y + v, x + u)[c];
        look[at++] = static_cast<std::uint8_t>(sum / (tile * tile));
      }
}

/// What of a square's column has to look different, and by how much of the range, before it is read again.
struct Watched {
  Upright thing;
  double enough = 0.03;
};

/// Where the last `answers` told of a man he keeps off the neighbours, and if they were sure of his kind he is no
/// taller than the tallest of it. When he leaves or another comes, that part changes by far more than by the shadows of
/// men who move nearby.
Watched watched(const std::vector<float>& answers) {
  constexpr std::array<double, 6> tallest{2.0, 1.8, 1.3, 1.5, 1.4, 1.1};
  constexpr double sure = 0.9, half_width = 0.46, more_than_shadow = 0.05;
  if (answers.empty())
    return {};
  const SquareReading reading = readingOf(answers);
  if (reading.occupied() < sure)
    return {};
  const auto best = static_cast<std::size_t>(reading.best());
  return {{reading.p[best] < sure ? Upright{}.tallest : tallest[(best - 1) % 6], half_width}, more_than_shadow};
}

double logistic(float v) {
  return 1.0 / (1.0 + std::exp(-static_cast<double>(v)));
}

/// A square that the screen found plainly empty.
SquareReading plainSquare(const Eigen::Vector2d& nominal_mm) {
  constexpr double sure = 0.9995;
  SquareReading reading;
  reading.p.fill((1.0 - sure) / (square_class_count - 1));
  reading.p[0] = sure;
  reading.seen = sure;
  reading.foot_mm = nominal_mm;
  reading.plain = true;
  return reading;
}

/// `answers`: of the network to `crop`, or none for a plain square.
SquareReading decode(const std::vector<float>& answers, const float* crop, const BoardView& view,
                     const Eigen::Vector2d& nominal_mm) {
  if (answers.empty())
    return plainSquare(nominal_mm);
  SquareReading reading = readingOf(answers);
  reading.body = bodyColour(crop, footOffset(answers));
  const Eigen::Vector2d away = (nominal_mm - view.eye_mm().head<2>()).normalized(), right(away.y(), -away.x());
  const Eigen::Vector2d offset_mm = footOffset(answers) * view.square_mm;
  reading.foot_mm = nominal_mm + right * offset_mm.x() + away * offset_mm.y();
  return reading;
}

} // namespace

Eigen::Vector2d footOffset(const std::vector<float>& answers) {
  const auto offset = [&](std::size_t k) { return std::clamp(static_cast<double>(answers[k]), -0.35, 0.35); };
  return {offset(SquareNetwork::foot), offset(SquareNetwork::foot + 1)};
}

SquareReading readingOf(const std::vector<float>& answers) {
  const float* out = answers.data();
  SquareReading reading;
  const float most = *std::max_element(out, out + square_class_count);
  double sum = 0.0;
  for (std::size_t k = 0; k < square_class_count; ++k)
    sum += reading.p[k] = std::exp(static_cast<double>(out[k] - most));
  for (double& p : reading.p)
    p /= sum;
  double* flags[] = {&reading.seen, &reading.turned, &reading.rider, &reading.low,
                     &reading.high, &reading.crown,  &reading.die,   &reading.ring};
  for (std::size_t k = 0; k < 8; ++k)
    *flags[k] = logistic(out[square_class_count + k]);
  std::copy_n(out + SquareNetwork::answers, SquareNetwork::features, reading.feature.begin());
  std::copy_n(out + SquareNetwork::answers + SquareNetwork::features, SquareNetwork::tokens, reading.token.begin());
  return reading;
}

std::string kindOfClass(int square_class) {
  return square_class <= 0 ? "" : kinds[(square_class - 1) % 6];
}

std::string sideOfClass(int square_class) {
  return square_class <= 0 ? "" : square_class <= 6 ? "light" : "dark";
}

int classOf(const std::string& side, const std::string& kind) {
  for (int k = 0; k < 6; ++k)
    if (kind == kinds[k])
      return side == "light" ? k + 1 : side == "dark" ? k + 7 : 0;
  return 0;
}

int SquareReading::best() const {
  return static_cast<int>(std::max_element(p.begin(), p.end()) - p.begin());
}

Result<SquareReader> SquareReader::load() {
  const auto path = findData("models/detectors/squares.onnx");
  if (!path)
    return tl::unexpected(path.error());
  return load(*path);
}

Result<SquareReader> SquareReader::load(const std::filesystem::path& onnx) {
  auto network = SquareNetwork::load(onnx);
  if (!network)
    return tl::unexpected(network.error());
  return SquareReader(std::move(*network));
}

std::vector<SquareReading> SquareReader::readAll(const cv::Mat& image_bgr, const BoardView& view) {
  std::vector<std::pair<int, int>> squares;
  for (int rank = 0; rank < view.rows; ++rank)
    for (int file = 0; file < view.columns; ++file)
      squares.emplace_back(file, rank);
  return read(image_bgr, view, squares);
}

std::vector<SquareReading> SquareReader::read(const cv::Mat& image_bgr, const BoardView& view,
                                              const std::vector<std::pair<int, int>>& squares) {
  std::vector<Eigen::Vector2d> feet;
  for (const auto& [file, rank] : squares)
    feet.push_back(view.centre_mm(file, rank));
  std::vector<SquareReading> readings = readAt(image_bgr, view, feet);
  for (std::size_t k = 0; k < readings.size(); ++k) {
    readings[k].file = squares[k].first;
    readings[k].rank = squares[k].second;
  }
  return readings;
}

std::vector<SquareReading> SquareReader::readAt(const cv::Mat& image_bgr, const BoardView& view,
                                                const std::vector<Eigen::Vector2d>& feet_mm) {
  const CropSource source = prepareCrops(image_bgr, view, feet_mm);
  std::vector<float> crops(feet_mm.size() * Shape::numbers);
  std::vector<const float*> pointers;
  for (std::size_t k = 0; k < feet_mm.size(); ++k) {
    cropColumn(source, feet_mm[k], crops.data() + k * Shape::numbers);
    pointers.push_back(crops.data() + k * Shape::numbers);
  }
  std::vector<SquareReading> readings;
  const auto answers = network_.readTogether(network_.readTwice(pointers));
  for (std::size_t k = 0; k < feet_mm.size(); ++k)
    readings.push_back(decode(answers[k], pointers[k], view, feet_mm[k]));
  return readings;
}

std::vector<SquareReading> SquareReader::readChanged(const cv::Mat& image_bgr, const BoardView& view) {
  const auto count = static_cast<std::size_t>(view.columns * view.rows);
  const CropSource source = prepareCrops(image_bgr, view);
  const bool fresh = last_crops_.size() != count;
  if (fresh) {
    last_crops_.assign(count, std::vector<float>(Shape::numbers));
    last_colours_.assign(count, {});
    last_answers_.assign(count, {});
    last_rings_.assign(count, {});
  }
  versions_.resize(count, 0);
  std::vector<std::size_t> changed;
  std::vector<std::array<std::uint8_t, 27>> looks(count); // as they are now, also where nothing is read again
  for (std::size_t k = 0; k < count; ++k) {
    const int at = static_cast<int>(k);
    const Eigen::Vector2d foot_mm = view.centre_mm(at % view.columns, at / view.columns);
    const cv::Mat colours = cropColours(source, foot_mm);
    describeFoot(colours, looks[k]);
    const Watched part = watched(last_answers_[k]);
    if (!fresh && !looksDifferent(colours, last_colours_[k], ownPart(source, foot_mm, part.thing), part.enough))
      continue;
    last_colours_[k] = colours;
    cropPlanes(source, foot_mm, colours, last_crops_[k].data());
    last_rings_[k].clear();
    ++versions_[k];
    changed.push_back(k);
  }
  std::vector<const float*> pointers;
  for (const std::size_t k : changed)
    pointers.push_back(last_crops_[k].data());
  const std::vector<bool> plain = screen_ ? network_.plain(pointers) : std::vector<bool>(changed.size(), false);
  std::vector<const float*> busy;
  std::vector<std::vector<float>> before;
  for (std::size_t k = 0; k < changed.size(); ++k)
    if (!plain[k]) {
      busy.push_back(pointers[k]);
      before.push_back(last_answers_[changed[k]]);
    }
  auto answers = network_.readTwice(busy, before);
  for (std::size_t k = 0, next = 0; k < changed.size(); ++k)
    last_answers_[changed[k]] = plain[k] ? std::vector<float>{} : std::move(answers[next++]);
  reread_ = static_cast<int>(changed.size());
  answers = network_.readTogether(last_answers_);
  std::vector<SquareReading> readings;
  for (std::size_t k = 0; k < count; ++k) {
    const int file = static_cast<int>(k) % view.columns, rank = static_cast<int>(k) / view.columns;
    readings.push_back(decode(answers[k], last_crops_[k].data(), view, view.centre_mm(file, rank)));
    readings.back().look = looks[k];
    readings.back().file = file;
    readings.back().rank = rank;
    readings.back().version = versions_[k];
    readings.back().rings = ringsOf(k, readings.back(), answers[k]);
  }
  return readings;
}

const std::vector<RingStep>& SquareReader::ringsOf(std::size_t square, const SquareReading& reading,
                                                   const std::vector<float>& answers) {
  constexpr double perhaps_a_man = 0.3;
  if (last_rings_[square].empty() && reading.occupied() > perhaps_a_man)
    last_rings_[square] = ringSteps(last_crops_[square].data(), footOffset(answers));
  return last_rings_[square];
}

} // namespace linesman
