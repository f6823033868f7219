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

/// Whether any window of 16 x 16 pixels, in steps of 8, has another mean colour than before: noise and the blotches
/// that JPEG leaves hardly move means of that size, a man who came or went moves them by ten times as much.
bool looksDifferent(const float* a, const float* b) {
  constexpr int block = 8, across = Shape::width_px / block, down = Shape::height_px / block;
  constexpr float enough = 0.03F * 4 * block * block;
  std::array<std::array<float, across>, down> sums{};
  for (int plane = 0; plane < 3; ++plane) {
    for (auto& row : sums)
      row.fill(0.0F);
    const std::size_t start = static_cast<std::size_t>(plane) * Shape::height_px * Shape::width_px;
    const float *p = a + start, *q = b + start;
    for (std::size_t y = 0; y < Shape::height_px; ++y)
      for (std::size_t x = 0; x < across; ++x)
        for (int u = 0; u < block; ++u)
          sums[y / block][x] += *p++ - *q++;
    for (std::size_t y = 0; y + 1 < down; ++y)
      for (std::size_t x = 0; x + 1 < across; ++x)
        if (std::abs(sums[y][x] + sums[y][x + 1] + sums[y + 1][x] + sums[y + 1][x + 1]) > enough)
          return true;
  }
  return false;
}

/// Mean colours of nine tiles of 8 x 8 pixels around the foot, in 256 steps: row by row, blue green red.
void describeFoot(const float* crop, std::array<std::uint8_t, 27>& look) {
  constexpr int tile = 8;
  std::size_t at = 0;
  for (int y = Shape::foot_y_px - 2 * tile; y < Shape::foot_y_px + tile; y += tile)
    for (int x = Shape::foot_x_px - 3 * tile / 2; x < Shape::foot_x_px + 3 * tile / 2; x += tile)
      for (int plane = 0; plane < 3; ++plane) {
        float sum = 0.0F;
        for (int v = 0; v < tile; ++v)
          for (int u = 0; u < tile; ++u)
            sum += crop[(plane * Shape::height_px + y + v) * Shape::width_px + x + u];
        look[at++] = static_cast<std::uint8_t>(std::clamp(255.0F * sum / (tile * tile), 0.0F, 255.0F));
      }
}

double logistic(float v) {
  return 1.0 / (1.0 + std::exp(-static_cast<double>(v)));
}

/// Where a man stands off the square's middle, squares across and along the line of sight.
Eigen::Vector2d footOffset(const float* out) {
  const auto offset = [&](int k) { return std::clamp(static_cast<double>(out[k]), -0.35, 0.35); };
  return {offset(21), offset(22)};
}

SquareReading decode(const float* out, const BoardView& view, const Eigen::Vector2d& nominal_mm) {
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
  const Eigen::Vector2d away = (nominal_mm - view.eye_mm().head<2>()).normalized(), right(away.y(), -away.x());
  const Eigen::Vector2d offset_mm = footOffset(out) * view.square_mm;
  reading.foot_mm = nominal_mm + right * offset_mm.x() + away * offset_mm.y();
  std::copy_n(out + SquareNetwork::answers, SquareNetwork::features, reading.feature.begin());
  std::copy_n(out + SquareNetwork::answers + SquareNetwork::features, SquareNetwork::tokens, reading.token.begin());
  return reading;
}

} // namespace

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
  const CropSource source = prepareCrops(image_bgr, view);
  std::vector<float> crops(feet_mm.size() * Shape::numbers);
  std::vector<const float*> pointers;
  for (std::size_t k = 0; k < feet_mm.size(); ++k) {
    cropColumn(source, feet_mm[k], crops.data() + k * Shape::numbers);
    pointers.push_back(crops.data() + k * Shape::numbers);
  }
  std::vector<SquareReading> readings;
  const auto answers = network_.readTogether(network_.readAlone(pointers));
  for (std::size_t k = 0; k < feet_mm.size(); ++k)
    readings.push_back(decode(answers[k].data(), view, feet_mm[k]));
  return readings;
}

std::vector<SquareReading> SquareReader::readChanged(const cv::Mat& image_bgr, const BoardView& view) {
  const auto count = static_cast<std::size_t>(view.columns * view.rows);
  const CropSource source = prepareCrops(image_bgr, view);
  const bool fresh = last_crops_.size() != count;
  if (fresh) {
    last_crops_.assign(count, {});
    last_answers_.assign(count, {});
    last_rings_.assign(count, {});
  }
  versions_.resize(count, 0);
  std::vector<std::size_t> changed;
  std::vector<std::array<std::uint8_t, 27>> looks(count); // as they are now, also where nothing is read again
  std::vector<float> crop(Shape::numbers);
  for (std::size_t k = 0; k < count; ++k) {
    const int at = static_cast<int>(k);
    cropColumn(source, view.centre_mm(at % view.columns, at / view.columns), crop.data());
    describeFoot(crop.data(), looks[k]);
    if (!fresh && !looksDifferent(crop.data(), last_crops_[k].data()))
      continue;
    last_crops_[k] = crop;
    last_rings_[k].clear();
    ++versions_[k];
    changed.push_back(k);
  }
  std::vector<const float*> pointers;
  for (const std::size_t k : changed)
    pointers.push_back(last_crops_[k].data());
  auto answers = network_.readAlone(pointers);
  for (std::size_t k = 0; k < changed.size(); ++k)
    last_answers_[changed[k]] = std::move(answers[k]);
  reread_ = static_cast<int>(changed.size());
  answers = network_.readTogether(last_answers_);
  std::vector<SquareReading> readings;
  for (std::size_t k = 0; k < count; ++k) {
    const int file = static_cast<int>(k) % view.columns, rank = static_cast<int>(k) / view.columns;
    readings.push_back(decode(answers[k].data(), view, view.centre_mm(file, rank)));
    readings.back().look = looks[k];
    readings.back().file = file;
    readings.back().rank = rank;
    readings.back().version = versions_[k];
    readings.back().rings = ringsOf(k, readings.back(), answers[k].data());
  }
  return readings;
}

const std::vector<RingStep>& SquareReader::ringsOf(std::size_t square, const SquareReading& reading,
                                                   const float* answers) {
  constexpr double perhaps_a_man = 0.3;
  if (last_rings_[square].empty() && reading.occupied() > perhaps_a_man)
    last_rings_[square] = ringSteps(last_crops_[square].data(), footOffset(answers));
  return last_rings_[square];
}

} // namespace linesman
