#include "vision/die_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include <opencv2/imgproc.hpp>

#include "vision/square_crop.h"

namespace linesman {

namespace {

constexpr int grid = 11, inside_count = grid * grid, side_count = 18, pattern_count = 9;
using PixelColour = Eigen::Vector3f;

/// A top face in the window: middle, edge (px) and turn (rad).
struct FacePose {
  float x = 0.0F, y = 0.0F, edge = 0.0F, turn = 0.0F;
};

/// How well a pattern fits at a pose, and what it would be.
struct PatternFit {
  float score = -9.0F;
  FacePose pose;
  float pips = 0.0F;  ///< colour distance of pips and face, grey levels
  bool print = false; ///< the surroundings have the colour of the pips: a printed sign
};

/// Where a face is sampled, in edges from its middle: over the face, and along the outside of its four sides.
struct Template {
  std::array<Eigen::Vector2f, inside_count> inside;
  std::array<std::array<Eigen::Vector2f, side_count>, 4> outside;
  std::array<int, pattern_count> face{1, 2, 2, 3, 3, 4, 5, 6, 6};
  std::array<std::array<float, inside_count>, pattern_count> pips; ///< share of pip, less its mean, of length 1
  std::array<float, pattern_count> length{}, mean{};

  Template() {
    for (int k = 0; k < inside_count; ++k)
      inside[static_cast<std::size_t>(k)] =
          Eigen::Vector2f(0.96F * ((static_cast<float>(k % grid) + 0.5F) / grid - 0.5F),
                          0.96F * ((static_cast<float>(k / grid) + 0.5F) / grid - 0.5F));
    for (int q = 0; q < 4; ++q)
      for (int k = 0; k < side_count; ++k) {
        const float along = 0.105F * static_cast<float>(k % 9 - 4), out = k < 9 ? 0.60F : 0.68F;
        const std::array<Eigen::Vector2f, 4> turned{
            Eigen::Vector2f(along, out), {-out, along}, {-along, -out}, {out, -along}};
        outside[static_cast<std::size_t>(q)][static_cast<std::size_t>(k)] = turned[static_cast<std::size_t>(q)];
      }
    constexpr float a = 0.25F;
    using Spots = std::vector<Eigen::Vector2f>;
    const Spots rising{{a, a}, {-a, -a}}, falling{{a, -a}, {-a, a}}, middle{{0, 0}}, across{{a, 0}, {-a, 0}},
        along{{0, a}, {0, -a}};
    const std::array<std::vector<Spots>, pattern_count> all{{{middle},
                                                             {rising},
                                                             {falling},
                                                             {rising, middle},
                                                             {falling, middle},
                                                             {rising, falling},
                                                             {rising, falling, middle},
                                                             {rising, falling, across},
                                                             {rising, falling, along}}};
    for (std::size_t t = 0; t < pattern_count; ++t)
      draw(t, all[t]);
  }

private:
  void draw(std::size_t t, const std::vector<std::vector<Eigen::Vector2f>>& groups) {
    constexpr float radius = 0.105F, soft = 0.03F;
    auto& share = pips[t];
    for (std::size_t k = 0; k < inside_count; ++k) {
      float nearest = 1.0F;
      for (const auto& group : groups)
        for (const Eigen::Vector2f& spot : group)
          nearest = std::min(nearest, (inside[k] - spot).norm());
      share[k] = 1.0F / (1.0F + std::exp((nearest - radius) / soft));
      mean[t] += share[k] / inside_count;
    }
    float square = 0.0F;
    for (float& v : share) {
      v -= mean[t];
      square += v * v;
    }
    length[t] = std::sqrt(square);
    for (float& v : share)
      v /= length[t];
  }
};

const Template& faceTemplate() {
  static const Template one;
  return one;
}

/// The window under a pose: samples of face and surroundings.
class FaceSamples {
public:
  FaceSamples(const cv::Mat& window, const FacePose& pose) {
    const Template& where = faceTemplate();
    const float c = std::cos(pose.turn) * pose.edge, s = std::sin(pose.turn) * pose.edge;
    const auto at = [&](const Eigen::Vector2f& p) {
      return sample(window, pose.x + c * p.x() - s * p.y(), pose.y + s * p.x() + c * p.y());
    };
    for (std::size_t k = 0; k < inside_count; ++k) {
      inside_[k] = at(where.inside[k]);
      middle_ += inside_[k] / inside_count;
    }
    for (PixelColour& v : inside_) {
      v -= middle_;
      total_ += v.squaredNorm();
    }
    for (std::size_t q = 0; q < 4; ++q) {
      outside_[q].setZero();
      for (const Eigen::Vector2f& p : where.outside[q])
        outside_[q] += at(p) / side_count;
    }
  }

  /// Rest of the two-colour model, contrast of pips, contrast of the outline: constants chosen on rendered dice.
  PatternFit fit(std::size_t t, const FacePose& pose) const {
    constexpr float noise = 30.0F, least_pips = 18.0F;
    const Template& where = faceTemplate();
    PixelColour along = PixelColour::Zero();
    for (std::size_t k = 0; k < inside_count; ++k)
      along += where.pips[t][k] * inside_[k];
    PatternFit fit;
    fit.pose = pose;
    fit.pips = along.norm() / where.length[t];
    if (fit.pips < least_pips)
      return fit;
    const PixelColour body = middle_ - along * (where.mean[t] / where.length[t]), pip = body + along / where.length[t];
    const float rest = (total_ - along.squaredNorm()) / (3.0F * inside_count);
    std::array<float, 4> contrast{};
    int like_pips = 0;
    for (std::size_t q = 0; q < 4; ++q) {
      contrast[q] = (outside_[q] - body).norm();
      like_pips += (outside_[q] - pip).norm() < 0.35F * fit.pips ? 1 : 0;
    }
    fit.print = like_pips >= 2;
    std::sort(contrast.begin(), contrast.end());
    fit.score = -0.5F * std::log(rest + noise) + 0.5F * std::log(1.0F + 0.5F * (contrast[0] + contrast[1]) / 12.0F) +
                0.35F * std::log(1.0F + std::min(fit.pips, 120.0F) / 15.0F);
    return fit;
  }

private:
  static PixelColour sample(const cv::Mat& window, float x, float y) {
    x = std::clamp(x, 0.0F, static_cast<float>(window.cols) - 1.001F);
    y = std::clamp(y, 0.0F, static_cast<float>(window.rows) - 1.001F);
    const int u = static_cast<int>(x), v = static_cast<int>(y);
    const float fx = x - static_cast<float>(u), fy = y - static_cast<float>(v);
    const auto colour = [&](int row, int column) {
      const auto& c = window.at<cv::Vec3f>(row, column);
      return PixelColour(c[0], c[1], c[2]);
    };
    return (1.0F - fy) * ((1.0F - fx) * colour(v, u) + fx * colour(v, u + 1)) +
           fy * ((1.0F - fx) * colour(v + 1, u) + fx * colour(v + 1, u + 1));
  }

  std::array<PixelColour, inside_count> inside_;
  std::array<PixelColour, 4> outside_;
  PixelColour middle_ = PixelColour::Zero();
  float total_ = 0.0F;
};

constexpr float least_edge = 19.5F, most_edge = 33.0F; // px of the window

/// The best coarse pose of every pattern.
std::array<PatternFit, pattern_count> searchCoarsely(const cv::Mat& window) {
  std::array<PatternFit, pattern_count> best;
  constexpr float middle = 0.5F * (DieReader::window_px - 1);
  for (float y = -18.0F; y <= 18.0F; y += 3.0F)
    for (float x = -18.0F; x <= 18.0F; x += 3.0F)
      for (const float edge : {20.5F, 24.0F, 28.0F})
        for (int turn = 0; turn < 6; ++turn) {
          const FacePose pose{middle + x, middle + y, edge, static_cast<float>(turn * std::numbers::pi / 12.0)};
          const FaceSamples samples(window, pose);
          for (std::size_t t = 0; t < pattern_count; ++t)
            if (const PatternFit fit = samples.fit(t, pose); fit.score > best[t].score)
              best[t] = fit;
        }
  return best;
}

/// Small steps around a pose, ever smaller.
PatternFit refine(const cv::Mat& window, std::size_t t, const PatternFit& coarse) {
  PatternFit best = coarse;
  float step = 1.6F, edge_step = 1.6F, turn_step = 0.13F;
  for (int round = 0; round < 4; ++round, step *= 0.5F, edge_step *= 0.5F, turn_step *= 0.5F) {
    const FacePose from = best.pose;
    for (int k = 0; k < 81; ++k) {
      const FacePose pose{from.x + step * static_cast<float>(k % 3 - 1),
                          from.y + step * static_cast<float>(k / 3 % 3 - 1),
                          std::clamp(from.edge + edge_step * static_cast<float>(k / 9 % 3 - 1), least_edge, most_edge),
                          from.turn + turn_step * static_cast<float>(k / 27 - 1)};
      if (const PatternFit fit = FaceSamples(window, pose).fit(t, pose); fit.score > best.score)
        best = fit;
    }
  }
  return best;
}

} // namespace

DieReading DieReader::readWindow(const cv::Mat& window_bgr) const {
  // A single pip is what many prints and knobs look like too: it has to stand out further.
  constexpr float least_pips = 40.0F, least_lead = 0.2F, least_lead_of_one = 0.47F;
  cv::Mat window;
  window_bgr.convertTo(window, CV_32FC3);
  const auto coarse = searchCoarsely(window);
  std::array<PatternFit, 7> faces;
  for (std::size_t t = 0; t < pattern_count; ++t) {
    auto& face = faces[static_cast<std::size_t>(faceTemplate().face[t])];
    if (coarse[t].score > -9.0F)
      if (const PatternFit fit = refine(window, t, coarse[t]); fit.score > face.score)
        face = fit;
  }
  const auto best = std::max_element(faces.begin() + 1, faces.end(),
                                     [](const PatternFit& a, const PatternFit& b) { return a.score < b.score; });
  float second = -9.0F;
  for (auto face = faces.begin() + 1; face != faces.end(); ++face)
    if (face != best)
      second = std::max(second, face->score);
  const float lead = best->score - second;
  const int face = static_cast<int>(best - faces.begin());
  if (best->print || best->pips < least_pips || lead < (face == 1 ? least_lead_of_one : least_lead))
    return {};
  return {face, 1.0 / (1.0 + std::exp(-(static_cast<double>(lead) - 0.1) / 0.06))};
}

DieReading DieReader::read(const cv::Mat& image_bgr, const BoardView& view, const Eigen::Vector2d& centre_mm) const {
  constexpr double usual_height = 0.3, window_squares = 1.2;
  return readWindow(cropTopDown(image_bgr, view, centre_mm, usual_height * view.square_mm, window_squares, window_px));
}

DieReading DieReader::readPicture(const cv::Mat& image_bgr, const Eigen::Vector2d& centre_px, double edge_px) const {
  const double scale = edge_px / 24.0;
  const cv::Matx23d picture_from_window(scale, 0.0, centre_px.x() - 0.5 * scale * (window_px - 1), 0.0, scale,
                                        centre_px.y() - 0.5 * scale * (window_px - 1));
  cv::Mat soft = image_bgr, window;
  if (scale > 1.0) // pixels are dropped: blur first
    cv::GaussianBlur(image_bgr, soft, {}, 0.45 * scale);
  cv::warpAffine(soft, window, picture_from_window, {window_px, window_px}, cv::INTER_LINEAR | cv::WARP_INVERSE_MAP,
                 cv::BORDER_REPLICATE);
  return readWindow(window);
}

} // namespace linesman
