#include "vision/square_network.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <numeric>
#include <sstream>
#include <utility>

#include <opencv2/imgproc.hpp>

#include "vision/run_network.h"
#include "vision/square_crop.h"

namespace linesman {

namespace {

using Shape = SquareCropShape;
/// More at once are no faster, and their buffers are so large that each new number of crops lets the system clear fresh
/// pages.
constexpr int batch = 8;

/// FNV-1a of the files' bytes, as hexadecimal digits.
std::string fingerprintOf(const std::vector<std::filesystem::path>& paths) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const auto& path : paths) {
    std::ifstream in(path, std::ios::binary);
    std::array<char, 4096> block{};
    while (in.read(block.data(), block.size()) || in.gcount() > 0)
      for (std::streamsize k = 0; k < in.gcount(); ++k)
        hash = (hash ^ static_cast<unsigned char>(block[static_cast<std::size_t>(k)])) * 1099511628211ULL;
  }
  std::ostringstream text;
  text << std::hex << hash;
  return text.str();
}

/// By plane, what the first network is given of a value v: scale * v + shift.
constexpr std::array<std::pair<float, float>, Shape::planes> evened{
    {{255.0F / 64.0F, -2.0F}, {255.0F / 64.0F, -2.0F}, {255.0F / 64.0F, -2.0F}, {2.0F, -1.0F}, {2.0F, -1.0F}}};
/// The screen sees crops reduced by so much.
constexpr int reduced = 3;

void evenOut(const float* crop, float* out) {
  constexpr std::size_t area = Shape::numbers / Shape::planes;
  for (const auto& [scale, shift] : evened) {
    std::transform(crop, crop + area, out, [scale = scale, shift = shift](float v) { return scale * v + shift; });
    crop += area;
    out += area;
  }
}

void reduce(const float* crop, float* out) {
  constexpr int rows = Shape::planes * Shape::height_px;
  const cv::Mat whole(rows, Shape::width_px, CV_32F, const_cast<float*>(crop)); // only read
  cv::Mat small(rows / reduced, Shape::width_px / reduced, CV_32F, out);
  cv::resize(whole, small, small.size(), 0, 0, cv::INTER_AREA);
}

/// What `net` answers to crops first..first + count, which `prepare(crop, out)` makes ready for it: planes x rows x
/// columns.
template <class Prepare>
cv::Mat answersTo(const RunNetwork& net, const std::vector<const float*>& crops, std::size_t first, int count, int rows,
                  int columns, const Prepare& prepare) {
  const int sizes[] = {count, Shape::planes, rows, columns};
  cv::Mat blob(4, sizes, CV_32F);
  for (int k = 0; k < count; ++k)
    prepare(crops[first + static_cast<std::size_t>(k)], blob.ptr<float>(k));
  return net.told(blob);
}

/// How the squares most in doubt, `most` of them, are looked at once more: in a mirror that stands along the line of
/// sight or not, colours moved by so many pixels.
struct Look {
  bool mirror;
  int right, down;
  std::size_t most;
};
/// As in training, where colours move by up to 3 and 2 pixels (train_squares.py).
constexpr std::array<Look, 3> more_looks{{{true, 2, 1, 16}, {false, -2, -1, 8}, {true, -2, 2, 8}}};

std::vector<float> seenAnew(const float* crop, const Look& look) {
  constexpr int colours = 3, width = Shape::width_px, height = Shape::height_px;
  std::vector<float> out(Shape::numbers);
  for (int row = 0; row < Shape::planes * height; ++row) {
    const int plane = row / height, y = row % height;
    const bool moves = plane < colours;
    const int from_y = moves ? std::clamp(y - look.down, 0, height - 1) : y, right = moves ? look.right : 0;
    const float* from = crop + (plane * height + from_y) * width;
    float* to = out.data() + row * width;
    for (int x = 0; x < width; ++x) {
      const int from_x = std::clamp(x - right, 0, width - 1);
      to[x] = from[look.mirror ? width - 1 - from_x : from_x];
    }
  }
  return out;
}

/// Probabilities of the classes by their logits.
void chancesOf(const float* logits, std::array<float, SquareNetwork::classes>& p) {
  const float most = *std::max_element(logits, logits + p.size());
  std::transform(logits, logits + p.size(), p.begin(), [&](float v) { return std::exp(v - most); });
  const float sum = std::accumulate(p.begin(), p.end(), 0.0F);
  for (float& v : p)
    v /= sum;
}

/// Probability of the likeliest class.
float sureness(const std::vector<float>& read) {
  std::array<float, SquareNetwork::classes> p{};
  chancesOf(read.data(), p);
  return *std::max_element(p.begin(), p.end());
}

/// The likeliest class, or -1 without an answer.
std::ptrdiff_t likeliest(const std::vector<float>& read) {
  if (read.empty())
    return -1;
  return std::max_element(read.data(), read.data() + SquareNetwork::classes) - read.data();
}

/// Of the squares `of`, those whose answers leave a doubt about what stands there, but no more than `most`: the most
/// doubtful ones.
std::vector<std::size_t> doubtful(const std::vector<std::vector<float>>& read, const std::vector<std::size_t>& of,
                                  std::size_t most) {
  constexpr float sure = 0.95F;
  std::vector<std::pair<float, std::size_t>> all;
  for (const std::size_t k : of)
    if (const float p = sureness(read[k]); p < sure)
      all.emplace_back(p, k);
  std::sort(all.begin(), all.end());
  std::vector<std::size_t> which;
  for (std::size_t k = 0; k < std::min(most, all.size()); ++k)
    which.push_back(all[k].second);
  return which;
}

/// Calls with(first crop, number of crops) for one batch after the other.
template <class With> void inBatches(std::size_t crops, const With& with) {
  for (std::size_t first = 0; first < crops; first += batch)
    with(first, static_cast<int>(std::min<std::size_t>(batch, crops - first)));
}

} // namespace

struct SquareNetwork::Nets {
  RunNetwork alone, together, screen;
};

SquareNetwork::SquareNetwork(std::unique_ptr<Nets> nets, std::string fingerprint)
    : nets_(std::move(nets)), fingerprint_(std::move(fingerprint)) {}
SquareNetwork::~SquareNetwork() = default;
SquareNetwork::SquareNetwork(SquareNetwork&&) noexcept = default;
SquareNetwork& SquareNetwork::operator=(SquareNetwork&&) noexcept = default;

Result<SquareNetwork> SquareNetwork::load(const std::filesystem::path& first) {
  const auto beside = [&](const char* what) {
    return first.parent_path() / (first.stem().string() + what + first.extension().string());
  };
  constexpr int glances = static_cast<int>(1 + classes + std::tuple_size<decltype(SquareGlance::flags)>());
  const std::filesystem::path second = beside("_together"), small = beside("_screen");
  auto alone = RunNetwork::load(first, {1, Shape::planes, Shape::height_px, Shape::width_px},
                                {1, static_cast<int>(answers + features + tokens)});
  if (!alone)
    return tl::unexpected(alone.error());
  auto together = RunNetwork::load(second, {1, static_cast<int>(answers + tokens)}, {1, static_cast<int>(answers)});
  if (!together)
    return tl::unexpected(together.error());
  auto screen =
      RunNetwork::load(small, {1, Shape::planes, Shape::height_px / reduced, Shape::width_px / reduced}, {1, glances});
  if (!screen)
    return tl::unexpected(screen.error());
  return SquareNetwork(std::make_unique<Nets>(Nets{std::move(*alone), std::move(*together), std::move(*screen)}),
                       fingerprintOf({first, second}));
}

std::vector<std::vector<float>> SquareNetwork::readAlone(const std::vector<const float*>& crops) {
  std::vector<std::vector<float>> out;
  inBatches(crops.size(), [&](std::size_t first, int count) {
    const cv::Mat read = answersTo(nets_->alone, crops, first, count, Shape::height_px, Shape::width_px, evenOut);
    for (int k = 0; k < count; ++k)
      out.emplace_back(read.ptr<float>(k), read.ptr<float>(k) + answers + features + tokens);
  });
  return out;
}

std::vector<std::vector<float>> SquareNetwork::readCarefully(const std::vector<const float*>& crops,
                                                             const std::vector<std::vector<float>>& before) {
  auto out = readAlone(crops);
  std::vector<std::size_t> asked;
  for (std::size_t k = 0; k < out.size(); ++k)
    if (before.empty() || likeliest(before[k]) != likeliest(out[k]))
      asked.push_back(k);
  float looks = 1.0F;
  for (const Look& look : more_looks) {
    asked = doubtful(out, asked, look.most);
    std::vector<std::vector<float>> anew;
    std::vector<const float*> pointers;
    anew.reserve(asked.size());
    pointers.reserve(asked.size());
    for (const std::size_t k : asked)
      anew.push_back(seenAnew(crops[k], look));
    for (const auto& crop : anew)
      pointers.push_back(crop.data());
    auto again = readAlone(pointers);
    looks += 1.0F;
    for (std::size_t n = 0; n < asked.size(); ++n) {
      again[n][foot] -= static_cast<float>(look.right) / static_cast<float>(Shape::square_px);
      if (look.mirror)
        again[n][foot] *= -1.0F;
      for (std::size_t number = 0; number < again[n].size(); ++number)
        out[asked[n]][number] += (again[n][number] - out[asked[n]][number]) / looks;
    }
  }
  return out;
}

std::vector<SquareGlance> SquareNetwork::glance(const std::vector<const float*>& crops) {
  std::vector<SquareGlance> out;
  inBatches(crops.size(), [&](std::size_t first, int count) {
    const cv::Mat told =
        answersTo(nets_->screen, crops, first, count, Shape::height_px / reduced, Shape::width_px / reduced, reduce);
    for (int k = 0; k < count; ++k) {
      const float* row = told.ptr<float>(k);
      SquareGlance glance;
      glance.plain = *row++;
      chancesOf(row, glance.p);
      row += classes;
      std::transform(row, row + glance.flags.size(), glance.flags.begin(),
                     [](float v) { return 1.0F / (1.0F + std::exp(-v)); });
      out.push_back(glance);
    }
  });
  return out;
}

std::vector<std::vector<float>> SquareNetwork::readTogether(std::vector<std::vector<float>> alone) {
  std::vector<std::vector<float>*> read;
  for (auto& one : alone)
    if (!one.empty())
      read.push_back(&one);
  if (read.empty())
    return alone;
  cv::Mat squares(static_cast<int>(read.size()), static_cast<int>(answers + tokens), CV_32F);
  for (std::size_t k = 0; k < read.size(); ++k) {
    auto* row = squares.ptr<float>(static_cast<int>(k));
    for (std::size_t a = 0; a < answers; ++a)
      row[a] = 0.25F * std::clamp((*read[k])[a], -12.0F, 12.0F);
    std::copy_n(read[k]->data() + answers + features, tokens, row + answers);
  }
  const cv::Mat better = nets_->together.told(squares);
  for (std::size_t k = 0; k < read.size(); ++k)
    for (std::size_t a = 0; a < answers; ++a)
      (*read[k])[a] += better.ptr<float>(static_cast<int>(k))[a];
  return alone;
}

} // namespace linesman
