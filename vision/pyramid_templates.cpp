#include "vision/pyramid_templates.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include <opencv2/core/hal/intrin.hpp>

namespace linesman {

namespace {

/// A direction and the two beside it.
constexpr auto tolerant = [] {
  std::array<std::uint16_t, EdgeField::direction_count> masks{};
  for (unsigned b = 0; b < masks.size(); ++b)
    masks[b] = static_cast<std::uint16_t>((1U << b) | (1U << ((b + 1) % 16)) | (1U << ((b + 15) % 16)));
  return masks;
}();

cv::Rect withBorder(const cv::Rect& part) {
  return {part.x - search_border_px, part.y - search_border_px, part.width + 2 * search_border_px,
          part.height + 2 * search_border_px};
}

/// Worths of a row.
void weigh(const std::uint16_t* bits, int count, std::uint8_t* worth) {
  int x = 0;
  for (; x + 8 <= count; x += 8) {
    const cv::v_uint16x8 directions = cv::v_popcount(cv::v_load(bits + x));
    const cv::v_uint16x8 many = directions - cv::v_setall_u16(4); // 0 where they are fewer
    cv::v_pack_store(worth + x, cv::v_setall_u16(100) - many - many - many);
  }
  for (; x < count; ++x)
    worth[x] = static_cast<std::uint8_t>(100 - 3 * std::max(0, std::popcount(bits[x]) - 4));
}

} // namespace

std::optional<PlaceView> viewOf(const Eigen::Vector2d& place, const TableView& view, const EdgeField& edges) {
  const Pose<CameraFrame, TableFrame>& pose = view.cameraFromTable().pose;
  const Eigen::Vector3d on_table(place.x(), place.y(), 0.0);
  const Eigen::Vector3d at = pose.rotation() * on_table + pose.translation_mm();
  if (at.z() < 50.0)
    return std::nullopt;
  const Eigen::Vector2d normalised = at.head<2>() / at.z();
  Eigen::Matrix2d bend;
  const Eigen::Vector2d pixel = edges.toReduced(view.lens().distort(normalised, &bend));
  return PlaceView{pose.rotation(), at, normalised, pixel, bend / edges.reduction(), view.eye_mm() - on_table};
}

DirectionMap::DirectionMap(const EdgeField& edges, const cv::Rect& part)
    : first_(withBorder(part).tl()), width_(part.width + 2 * search_border_px),
      bits_(static_cast<std::size_t>(width_ * (part.height + 2 * search_border_px))), worth_(bits_.size()) {
  const cv::Rect known = withBorder(part) & cv::Rect(0, 0, edges.width(), edges.height());
  for (int y = known.y; y < known.br().y; ++y) {
    const auto* from = edges.directions().ptr<std::uint16_t>(y);
    const std::ptrdiff_t row = index(0, y);
    std::copy(from + known.x, from + known.br().x, bits_.begin() + row + known.x);
    weigh(from + known.x, known.width, worth_.data() + row + known.x);
  }
}

SolidToSearch::SolidToSearch(const PyramidSolid& solid)
    : posture(solid.posture()), width_mm((solid.corners_mm()[0] - solid.corners_mm()[1]).norm()) {
  const int count = static_cast<int>(std::lround(solid.period_rad() / heading_step_rad));
  for (int i = 0; i < count; ++i) {
    TurnedSolid turned;
    turned.heading_rad = i * heading_step_rad;
    const Eigen::Matrix3d turn = Eigen::AngleAxisd(turned.heading_rad, Eigen::Vector3d::UnitZ()).toRotationMatrix();
    const Eigen::Vector3d middle(solid.middle_mm().x(), solid.middle_mm().y(), 0.0);
    turned.origin_mm = -(turn * middle).head<2>();
    for (std::size_t c = 0; c < 5; ++c) {
      turned.corners_mm[c] = turn * (solid.corners_mm()[c] - middle);
      turned.normals[c] = turn * solid.normals()[c];
      turned.offsets[c] = solid.normals()[c].dot(solid.pointOfFace(static_cast<int>(c)) - middle);
    }
    turns.push_back(turned);
  }
}

/// What a solid at one heading looks like around one place: first one point per outline edge, which most places fail
/// at; the outline's other points and then those of creases are made when first asked for.
struct PyramidTemplates::Template {
  struct Point {
    int shift = 0; ///< in the direction map
    std::uint16_t mask = 0;
    float weight = 0.0F;
    float so_far = 0.0F; ///< sum of the weights up to and with this one
  };

  /// An edge of a template in reduced px from the place.
  struct Edge {
    Eigen::Vector2f start, along;
    std::uint16_t mask;
    int count;    ///< of points
    float weight; ///< of each

    Point point(int k, int map_width) const {
      const float share = (static_cast<float>(k) + 0.7F) / (static_cast<float>(count) + 0.4F);
      return {cvRound(start.y() + share * along.y()) * map_width + cvRound(start.x() + share * along.x()), mask, weight,
              0.0F};
    }
  };

  static constexpr int most_per_edge = 9;
  static constexpr std::size_t most_points = PyramidSolid::edge_count * most_per_edge;
  const TurnedSolid* turned = nullptr;
  std::array<Edge, PyramidSolid::edge_count> edges;
  std::size_t outlines = 0, all_edges = 0; ///< outline edges come first
  float total = 0.0F;
  std::array<Point, most_points> points;
  std::size_t count = 0;

  /// Draws the edges; nothing is drawn too close to the camera to fit.
  void draw(Posture posture, const TurnedSolid& solid, const PlaceView& place);
  /// Share of the points that meet an edge of their direction, at a pixel of the map; 0 when it cannot be more than
  /// `least`.
  float agreement(const DirectionMap& map, std::ptrdiff_t pixel, float least) const;
  /// Makes the points.
  void complete(int map_width) {
    for (std::size_t i = 0; i < outlines; ++i)
      points[count++] = edges[i].point(edges[i].count / 2, map_width);
    for (std::size_t i = 0; i < all_edges; ++i)
      for (int k = 0; k < edges[i].count; ++k)
        if (i >= outlines || k != edges[i].count / 2)
          points[count++] = edges[i].point(k, map_width);
    float sum = 0.0F;
    for (std::size_t i = 0; i < count; ++i)
      points[i].so_far = (sum += points[i].weight);
  }
};

/// The first points of a template, close together in memory.
struct PyramidTemplates::Probe {
  static constexpr std::size_t most = 6; ///< edges that an outline can have
  std::array<std::int32_t, most> shift{};
  std::array<std::uint16_t, most> mask{};
  std::uint16_t count = 0;

  Probe(const Template& shape, int map_width) : count(static_cast<std::uint16_t>(std::min(shape.outlines, most))) {
    for (std::size_t i = 0; i < count; ++i) {
      const Template::Point point = shape.edges[i].point(shape.edges[i].count / 2, map_width);
      shift[i] = point.shift;
      mask[i] = point.mask;
    }
  }
  /// Whether more than one of them misses.
  bool fails(const std::uint16_t* at) const {
    if (count < 3)
      return count == 0;
    const auto misses = [&](std::size_t i) { return (at[shift[i]] & mask[i]) == 0 ? 1 : 0; };
    int missed = misses(0) + misses(1) + misses(2); // without branches: none could be foretold
    for (std::size_t i = 3; missed < 2 && i < count; ++i)
      missed += misses(i);
    return missed > 1;
  }
};

/// The first three points of eight templates, which are asked at once.
struct PyramidTemplates::EightProbes {
  static constexpr std::size_t lanes = 8, points = 3;
  std::array<std::array<std::int32_t, lanes>, points> shift{};
  std::array<std::array<std::uint16_t, lanes>, points> mask{};
  int unasked = 0; ///< bits of those with fewer points, which do not fail

  EightProbes(const Probe* probes, std::size_t count) { // what is missing to eight always fails
    for (std::size_t k = 0; k < count; ++k) {
      if (probes[k].count > 0 && probes[k].count < points)
        unasked |= 1 << k;
      for (std::size_t i = 0; i < points; ++i) {
        shift[i][k] = probes[k].shift[i];
        mask[i][k] = probes[k].mask[i];
      }
    }
  }
  /// Bits of the templates of which at most one point misses.
  int passing(const std::uint16_t* at) const {
    const auto missed = [&](std::size_t i) {
      return (cv::v_lut(at, shift[i].data()) & cv::v_load(mask[i].data())) == cv::v_setzero_u16();
    };
    const cv::v_uint16x8 first = missed(0), second = missed(1), both = first & second;
    if (cv::v_check_all(both)) // most often, where few edges are
      return unasked;
    return cv::v_signmask(cv::v_reinterpret_as_s16(~(both | ((first | second) & missed(2))))) | unasked;
  }
};

void PyramidTemplates::Template::draw(Posture posture, const TurnedSolid& solid, const PlaceView& place) {
  turned = &solid;
  outlines = all_edges = count = 0;
  total = 0.0F;
  std::array<bool, 5> seen;
  std::array<Eigen::Vector2d, 5> px;
  for (std::size_t i = 0; i < 5; ++i) {
    seen[i] = solid.normals[i].dot(place.eye) > solid.offsets[i];
    px[i] = place.project(solid.corners_mm[i]);
    if (!(px[i].lpNorm<Eigen::Infinity>() < search_border_px - 2))
      return;
  }
  std::array<Edge, PyramidSolid::edge_count> creases;
  std::size_t crease_count = 0;
  for (int e = 0; e < PyramidSolid::edge_count; ++e) {
    const auto [left, right] = PyramidSolid::faces(posture, e);
    const bool a = seen[static_cast<std::size_t>(left)], b = seen[static_cast<std::size_t>(right)];
    const auto [from, to] = PyramidSolid::edge(posture, e);
    const Eigen::Vector2d start = px[static_cast<std::size_t>(from)];
    const Eigen::Vector2d along = px[static_cast<std::size_t>(to)] - start;
    const double length = along.norm();
    if ((!a && !b) || length < 4.0)
      continue;
    const int n = std::clamp(static_cast<int>(length / 3.0), 3, Template::most_per_edge);
    const Edge edge{start.cast<float>(), along.cast<float>(),
                    tolerant[static_cast<std::size_t>(EdgeField::directionOf(-along.y(), along.x()))], n,
                    static_cast<float>((a != b ? 1.0 : 0.3) * length / n)};
    (a != b ? edges[outlines++] : creases[crease_count++]) = edge;
    total += edge.weight * static_cast<float>(n);
  }
  all_edges = outlines + crease_count;
  std::copy_n(creases.begin(), crease_count, edges.begin() + static_cast<std::ptrdiff_t>(outlines));
}

float PyramidTemplates::Template::agreement(const DirectionMap& map, std::ptrdiff_t pixel, float least) const {
  constexpr float rounding = 0.1F;
  float sum = 0.0F;
  const float most_lost = 100.0F * (1.0F - least) * total + rounding;
  const std::uint16_t* bits = map.bits() + pixel;
  const std::uint8_t* worth = map.worth() + pixel;
  for (std::size_t i = 0; i < count; ++i) {
    const Point& point = points[i];
    const int all = (bits[point.shift] & point.mask) != 0 ? -1 : 0;
    const int met = all & worth[point.shift]; // without branches: none could be foretold
    sum += point.weight * static_cast<float>(met);
    if (100.0F * point.so_far - sum > most_lost)
      return 0.0F;
  }
  return total > 0.0F ? 0.01F * sum / total : 0.0F;
}

PyramidTemplates::PyramidTemplates(const SolidToSearch& solid) : solid_(solid) {}
PyramidTemplates::~PyramidTemplates() = default;
PyramidTemplates::PyramidTemplates(PyramidTemplates&&) noexcept = default;

void PyramidTemplates::clear() {
  probes_.clear();
}

std::optional<PyramidTemplates::Match> PyramidTemplates::best(const PlaceView& place, const DirectionMap& map,
                                                              std::ptrdiff_t pixel, float least) {
  if (probes_.empty())
    draw(place, map.width());
  Match best{nullptr, least};
  const std::uint16_t* here = map.bits() + pixel;
  for (std::size_t e = 0; e < eights_.size(); ++e)
    for (auto passing = static_cast<unsigned>(eights_[e].passing(here)); passing != 0; passing &= passing - 1) {
      const std::size_t t = e * EightProbes::lanes + static_cast<std::size_t>(std::countr_zero(passing));
      if (probes_[t].fails(here))
        continue;
      Template& shape = templates_[t];
      if (shape.count == 0)
        shape.complete(map.width());
      if (const float score = shape.agreement(map, pixel, best.score); score > best.score)
        best = {shape.turned, score};
    }
  return best.turned != nullptr ? std::optional(best) : std::nullopt;
}

void PyramidTemplates::draw(const PlaceView& place, int map_width) {
  templates_.resize(solid_.turns.size());
  for (std::size_t t = 0; t < solid_.turns.size(); ++t) {
    templates_[t].draw(solid_.posture, solid_.turns[t], place);
    probes_.emplace_back(templates_[t], map_width);
  }
  eights_.clear();
  for (std::size_t first = 0; first < probes_.size(); first += EightProbes::lanes)
    eights_.emplace_back(probes_.data() + first, std::min(EightProbes::lanes, probes_.size() - first));
}

} // namespace linesman
