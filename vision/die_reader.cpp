#include "vision/die_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include <opencv2/imgproc.hpp>

#include "vision/die_network.h"
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
    for (int row = 0; row < grid; ++row)
      for (int column = 0; column < grid; ++column)
        inside[static_cast<std::size_t>(row * grid + column)] =
            Eigen::Vector2f(0.96F * ((static_cast<float>(column) + 0.5F) / grid - 0.5F),
                            0.96F * ((static_cast<float>(row) + 0.5F) / grid - 0.5F));
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

/// Edges to begin with, each a sixth longer than the last.
std::vector<float> coarseEdges(const DieSearch& search) {
  std::vector<float> edges;
  for (double edge = 1.05 * search.least_edge_px; edge <= search.most_edge_px; edge *= 1.17)
    edges.push_back(static_cast<float>(edge));
  if (edges.empty())
    edges.push_back(static_cast<float>(0.5 * (search.least_edge_px + search.most_edge_px)));
  return edges;
}

/// The best coarse pose of every pattern.
std::array<PatternFit, pattern_count> searchCoarsely(const cv::Mat& window, const DieSearch& search) {
  std::array<PatternFit, pattern_count> best;
  constexpr float middle = 0.5F * (DieReader::window_px - 1);
  for (const float edge : coarseEdges(search)) {
    constexpr float aside = 18.0F;
    const float step = 0.14F * edge; // half a pip
    for (float y = -aside; y <= aside; y += step)
      for (float x = -aside; x <= aside; x += step)
        for (int turn = 0; turn < 6; ++turn) {
          const FacePose pose{middle + x, middle + y, edge, static_cast<float>(turn * std::numbers::pi / 12.0)};
          const FaceSamples samples(window, pose);
          for (std::size_t t = 0; t < pattern_count; ++t)
            if (const PatternFit fit = samples.fit(t, pose); fit.score > best[t].score)
              best[t] = fit;
        }
  }
  return best;
}

/// Small steps around a pose, ever smaller: place and size-and-turn in turns.
PatternFit refine(const cv::Mat& window, std::size_t t, const PatternFit& coarse, const DieSearch& search) {
  PatternFit best = coarse;
  float step = 1.6F, edge_step = 1.6F, turn_step = 0.13F;
  const auto least = static_cast<float>(search.least_edge_px), most = static_cast<float>(search.most_edge_px);
  const auto trial = [&](const FacePose& pose) {
    if (const PatternFit fit = FaceSamples(window, pose).fit(t, pose); fit.score > best.score)
      best = fit;
  };
  for (int round = 0; round < 4; ++round, step *= 0.5F, edge_step *= 0.5F, turn_step *= 0.5F)
    for (int sweep = 0; sweep < 2; ++sweep) {
      FacePose from = best.pose;
      for (const float dy : {-step, 0.0F, step})
        for (const float dx : {-step, 0.0F, step})
          trial({from.x + dx, from.y + dy, from.edge, from.turn});
      from = best.pose;
      for (const float turn : {-turn_step, 0.0F, turn_step})
        for (const float wider : {-edge_step, 0.0F, edge_step})
          trial({from.x, from.y, std::clamp(from.edge + wider, least, most), from.turn + turn});
    }
  return best;
}

/// How far the best face has to be ahead of the second. Where nothing says that dice lie there a single pip, which is
/// what many prints and knobs look like too, has to stand out further. Chosen on rendered dice (render_dice) and on the
/// tables.
float leastLead(int face, DieSearch::Place place) {
  constexpr float usual = 0.2F, of_one = 0.47F, of_one_likely = 0.55F;
  if (face != 1 || place == DieSearch::Place::certain)
    return usual;
  return place == DieSearch::Place::anywhere ? of_one : of_one_likely;
}

/// Chance that the face is right by its lead: 0.89 of those between 0.2 and 0.3 were on rendered dice, 0.95 up to 0.45,
/// 0.97 beyond.
double chanceOf(float lead) {
  return std::min(0.97, 1.0 / (1.0 + std::exp(-(0.7 + 6.0 * static_cast<double>(lead)))));
}

DieReading readShape(const cv::Mat& window_bgr, const DieSearch& search) {
  constexpr float least_pips = 40.0F;
  cv::Mat window;
  window_bgr.convertTo(window, CV_32FC3);
  const auto coarse = searchCoarsely(window, search);
  std::array<PatternFit, 7> faces;
  for (std::size_t t = 0; t < pattern_count; ++t) {
    auto& face = faces[static_cast<std::size_t>(faceTemplate().face[t])];
    if (coarse[t].score > -9.0F)
      if (const PatternFit fit = refine(window, t, coarse[t], search); fit.score > face.score)
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
  const bool sign = best->print && search.place == DieSearch::Place::anywhere;
  if (sign || best->pips < least_pips || lead < leastLead(face, search.place))
    return {};
  return {face, chanceOf(lead), static_cast<double>(best->pose.edge)};
}

/// The likeliest face of what the network says alone, or with what the shape does. The shape's chances count by their
/// square root: it errs where the network does, and oftener than it says on real dice and on those drawn by Cycles.
/// `doubted`: so do the network's, where it saw no die for sure: it looked at another place now and then.
DieReading decide(const DieGuess& guess, const DieReading& by_shape, bool doubted = false) {
  std::array<double, 6> p = guess.p;
  if (doubted)
    for (double& one : p)
      one = std::sqrt(one);
  double sum = 0.0;
  for (std::size_t f = 0; f < p.size(); ++f) {
    if (by_shape.face > 0)
      p[f] *= std::sqrt(static_cast<int>(f) + 1 == by_shape.face ? by_shape.p : (1.0 - by_shape.p) / 5.0);
    sum += p[f];
  }
  const auto best = std::max_element(p.begin(), p.end());
  const int face = 1 + static_cast<int>(best - p.begin());
  return {face, std::min(0.999, *best / sum), face == by_shape.face ? by_shape.edge_px : guess.edge_px};
}

/// The network tells the edges of a die that it reads in doubt to a tenth, the median of surer ones is nearer.
DieNetwork::Edges edgesToLookFor(const DieSearch& search) {
  constexpr double share = 0.03;
  const double edge_px = std::sqrt(search.least_edge_px * search.most_edge_px);
  return search.sizeKnown() ? DieNetwork::Edges{(1.0 - share) * edge_px, (1.0 + share) * edge_px} : DieNetwork::Edges{};
}

} // namespace

DieReader DieReader::byShape() {
  DieReader reader;
  reader.shape_alone_ = true;
  return reader;
}

DieReading DieReader::readWindow(const cv::Mat& window_bgr, const DieSearch& search) const {
  constexpr double die_there = 0.9, perhaps_there = 0.5;         // men's heads and printed signs may look like one pip
  constexpr double sure = 0.98, told = 0.5, most_doubted = 0.89; // no ruling rests on less than 0.9
  if (shape_alone_ || !DieNetwork::shipped())
    return readShape(reduced(window_bgr), search);
  const DieNetwork& network = **DieNetwork::shipped();
  const DieGuess guess = network.read(window_bgr, edgesToLookFor(search));
  if (guess.there < perhaps_there && search.place != DieSearch::Place::certain)
    return {};
  const DieReading alone = decide(guess, {});
  if (guess.there < die_there && search.place != DieSearch::Place::certain) { // the shape must tell the same die
    const DieReading by_shape = readShape(reduced(window_bgr), search);
    if (by_shape.face == alone.face)
      return decide(guess, by_shape);
    DieReading doubted = decide(guess, {}, true);
    doubted.p = std::min(doubted.p, most_doubted);
    return search.place == DieSearch::Place::seen && doubted.p >= told ? doubted : DieReading{};
  }
  if (alone.p >= sure)
    return alone;
  const DieReading both =
      decide(guess, readShape(reduced(window_bgr), search)); // fitting takes longer than the network
  return both.p >= told || search.place == DieSearch::Place::certain ? both : DieReading{};
}

cv::Mat DieReader::reduced(const cv::Mat& window_bgr) {
  if (window_bgr.cols == window_px)
    return window_bgr;
  cv::Mat window;
  cv::resize(window_bgr, window, {window_px, window_px}, 0.0, 0.0, cv::INTER_AREA);
  return window;
}

cv::Mat DieReader::windowOf(const cv::Mat& image_bgr, const BoardView& view, const Eigen::Vector2d& centre_mm) {
  constexpr double usual_height = 0.3, window_squares = 1.2;
  return cropTopDown(image_bgr, view, centre_mm, usual_height * view.square_mm, window_squares, fine_window_px);
}

cv::Mat DieReader::windowOf(const cv::Mat& picture_bgr, const Eigen::Vector2d& centre_px, double edge_px) {
  const double scale = edge_px / (0.25 * fine_window_px), middle = 0.5 * (fine_window_px - 1);
  const cv::Matx23d picture_from_window(scale, 0.0, centre_px.x() - scale * middle, 0.0, scale,
                                        centre_px.y() - scale * middle);
  cv::Mat soft, window; // `soft` is of its own: OpenCV would blur into what a copy shares
  if (scale > 1.0)      // pixels are dropped: blur first
    cv::GaussianBlur(picture_bgr, soft, {}, 0.45 * scale);
  cv::warpAffine(soft.empty() ? picture_bgr : soft, window, picture_from_window, {fine_window_px, fine_window_px},
                 cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_REPLICATE);
  return window;
}

DieReading DieReader::read(const cv::Mat& image_bgr, const BoardView& view, const Eigen::Vector2d& centre_mm,
                           const DieSearch& search) const {
  return readWindow(windowOf(image_bgr, view, centre_mm), search);
}

DieReading DieReader::readPicture(const cv::Mat& image_bgr, const Eigen::Vector2d& centre_px, double edge_px) const {
  return readWindow(windowOf(image_bgr, centre_px, edge_px), {DieSearch::Place::certain, 13.5, 33.0});
}

} // namespace linesman
