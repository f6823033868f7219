#include "vision/pyramid_search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include <opencv2/core/hal/intrin.hpp>
#include <opencv2/imgproc.hpp>

#include "models/units.h"

namespace linesman {

namespace {

constexpr double cell_mm = 5.0;
constexpr int tile_cells = 10;         ///< perspective is taken as constant over so many cells
constexpr double turn_rad = pi / 18.0; ///< 10 degrees
constexpr float least_score = 0.66F;
constexpr double widest_mm = 1200.0; ///< the table is searched no farther than this from its origin
constexpr std::size_t most_guesses = 2000;
// Print and clutter look like pyramids in many ways at once. So many guesses are kept of one place, that those of a
// fainter piece elsewhere are not crowded out.
constexpr double place_mm = 50.0;
constexpr std::size_t most_per_place = 30;

/// A direction and the two beside it.
constexpr auto tolerant = [] {
  std::array<std::uint16_t, EdgeField::direction_count> masks{};
  for (unsigned b = 0; b < masks.size(); ++b)
    masks[b] = static_cast<std::uint16_t>((1U << b) | (1U << ((b + 1) % 16)) | (1U << ((b + 15) % 16)));
  return masks;
}();

/// A solid turned to one heading, relative to its middle on the table.
struct TurnedSolid {
  double heading_rad = 0.0;
  Eigen::Vector2d origin_mm; ///< of the piece, from the middle
  std::array<Eigen::Vector3d, 5> corners_mm;
  std::array<Eigen::Vector3d, 5> normals;
  std::array<double, 5> offsets; ///< a face is seen when normal . eye > offset
};

struct SolidToSearch {
  const PyramidSolid* solid = nullptr;
  double width_mm = 0.0;
  std::vector<TurnedSolid> turns;
};

SolidToSearch prepare(const PyramidSolid& solid) {
  SolidToSearch out{&solid, (solid.corners_mm()[0] - solid.corners_mm()[1]).norm(), {}};
  const int count = static_cast<int>(std::lround(solid.period_rad() / turn_rad));
  for (int i = 0; i < count; ++i) {
    TurnedSolid turned;
    turned.heading_rad = i * turn_rad;
    const Eigen::Matrix3d turn = Eigen::AngleAxisd(turned.heading_rad, Eigen::Vector3d::UnitZ()).toRotationMatrix();
    const Eigen::Vector3d middle(solid.middle_mm().x(), solid.middle_mm().y(), 0.0);
    turned.origin_mm = -(turn * middle).head<2>();
    for (std::size_t c = 0; c < 5; ++c) {
      turned.corners_mm[c] = turn * (solid.corners_mm()[c] - middle);
      turned.normals[c] = turn * solid.normals()[c];
      turned.offsets[c] = solid.normals()[c].dot(solid.pointOfFace(static_cast<int>(c)) - middle);
    }
    out.turns.push_back(turned);
  }
  return out;
}

/// Projection into reduced pixels around one place of the table: exact perspective, distortion to first order.
struct PlaceView {
  Eigen::Matrix3d rotation;
  Eigen::Vector3d at;         ///< the place in the camera frame
  Eigen::Vector2d normalised; ///< its normalised image point
  Eigen::Vector2d pixel;      ///< reduced px
  Eigen::Matrix2d bend;       ///< reduced px per normalised unit
  Eigen::Vector3d eye;        ///< from the place, table axes

  /// Reduced px from the place's own pixel.
  Eigen::Vector2d project(const Eigen::Vector3d& offset_mm) const {
    const Eigen::Vector3d p = rotation * offset_mm + at;
    return bend * (p.head<2>() / p.z() - normalised);
  }
  double pxPerMm() const { return std::sqrt(std::abs(bend.determinant())) / at.z(); }
};

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

cv::Rect withBorder(const cv::Rect& part) {
  return {part.x - search_border_px, part.y - search_border_px, part.width + 2 * search_border_px,
          part.height + 2 * search_border_px};
}

/// The direction bits of a part of the picture with a border, and per pixel how much an agreement is worth, hundredths:
/// little where every direction occurs. Kept apart, because the most is asked of the bits.
class DirectionMap {
public:
  DirectionMap(const EdgeField& edges, const cv::Rect& part)
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
  int width() const { return width_; }
  /// Of a pixel; those of the pixels around it follow with the map's width.
  std::ptrdiff_t index(int x, int y) const {
    return static_cast<std::ptrdiff_t>(y - first_.y) * width_ + (x - first_.x);
  }
  const std::uint16_t* bits() const { return bits_.data(); }
  const std::uint8_t* worth() const { return worth_.data(); }

private:
  /// Worths of a row.
  static void weigh(const std::uint16_t* bits, int count, std::uint8_t* worth) {
    int x = 0;
    for (; x + 8 <= count; x += 8) {
      const cv::v_uint16x8 directions = cv::v_popcount(cv::v_load(bits + x));
      const cv::v_uint16x8 many = directions - cv::v_setall_u16(4); // 0 where they are fewer
      cv::v_pack_store(worth + x, cv::v_setall_u16(100) - many - many - many);
    }
    for (; x < count; ++x)
      worth[x] = static_cast<std::uint8_t>(100 - 3 * std::max(0, std::popcount(bits[x]) - 4));
  }

  cv::Point first_;
  int width_;
  std::vector<std::uint16_t> bits_;
  std::vector<std::uint8_t> worth_;
};

struct TemplatePoint {
  int shift = 0; ///< in the direction map
  std::uint16_t mask = 0;
  float weight = 0.0F;
  float so_far = 0.0F; ///< sum of the weights up to and with this one
};

/// An edge of a template in reduced px from the place.
struct DrawnEdge {
  Eigen::Vector2f start, along;
  std::uint16_t mask;
  int count;    ///< of points
  float weight; ///< of each

  TemplatePoint point(int k, int map_width) const {
    const float share = (static_cast<float>(k) + 0.7F) / (static_cast<float>(count) + 0.4F);
    return {cvRound(start.y() + share * along.y()) * map_width + cvRound(start.x() + share * along.x()), mask, weight,
            0.0F};
  }
};

/// What a solid at one heading looks like around one place: first one point per outline edge, which most places fail
/// at; the outline's other points and then those of creases are made when first asked for.
struct Template {
  static constexpr int most_per_edge = 9;
  static constexpr std::size_t most_points = PyramidSolid::edge_count * most_per_edge;
  const TurnedSolid* turned = nullptr;
  std::array<DrawnEdge, PyramidSolid::edge_count> edges;
  std::size_t outlines = 0, all_edges = 0; ///< outline edges come first
  float total = 0.0F;
  std::array<TemplatePoint, most_points> points;
  std::size_t count = 0;

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
struct Probe {
  static constexpr std::size_t most = 6; ///< edges that an outline can have
  std::array<std::int32_t, most> shift{};
  std::array<std::uint16_t, most> mask{};
  std::uint16_t count = 0;

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
struct EightProbes {
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

/// The templates of one solid in one tile.
struct TemplateSet {
  int half_px = 0, least_edges = 0; ///< so many edge pixels must be around a place
  std::vector<Probe> probes;
  std::vector<EightProbes> eights; ///< the same
  std::vector<Template> templates;
};

/// Draws the edges; nothing is drawn too close to the camera to fit.
void draw(const PyramidSolid& solid, const TurnedSolid& turned, const PlaceView& place, Template& out) {
  out.turned = &turned;
  out.outlines = out.all_edges = out.count = 0;
  out.total = 0.0F;
  std::array<bool, 5> seen;
  std::array<Eigen::Vector2d, 5> px;
  for (std::size_t i = 0; i < 5; ++i) {
    seen[i] = turned.normals[i].dot(place.eye) > turned.offsets[i];
    px[i] = place.project(turned.corners_mm[i]);
    if (!(px[i].lpNorm<Eigen::Infinity>() < search_border_px - 2))
      return;
  }
  std::array<DrawnEdge, PyramidSolid::edge_count> creases;
  std::size_t crease_count = 0;
  for (int e = 0; e < PyramidSolid::edge_count; ++e) {
    const auto [left, right] = PyramidSolid::faces(solid.posture(), e);
    const bool a = seen[static_cast<std::size_t>(left)], b = seen[static_cast<std::size_t>(right)];
    const auto [from, to] = PyramidSolid::edge(solid.posture(), e);
    const Eigen::Vector2d start = px[static_cast<std::size_t>(from)];
    const Eigen::Vector2d along = px[static_cast<std::size_t>(to)] - start;
    const double length = along.norm();
    if ((!a && !b) || length < 4.0)
      continue;
    const int n = std::clamp(static_cast<int>(length / 3.0), 3, Template::most_per_edge);
    const DrawnEdge edge{start.cast<float>(), along.cast<float>(),
                         tolerant[static_cast<std::size_t>(EdgeField::directionOf(-along.y(), along.x()))], n,
                         static_cast<float>((a != b ? 1.0 : 0.3) * length / n)};
    (a != b ? out.edges[out.outlines++] : creases[crease_count++]) = edge;
    out.total += edge.weight * static_cast<float>(n);
  }
  out.all_edges = out.outlines + crease_count;
  std::copy_n(creases.begin(), crease_count, out.edges.begin() + static_cast<std::ptrdiff_t>(out.outlines));
}

Probe probeOf(const Template& shape, int map_width) {
  Probe probe;
  for (std::size_t i = 0; i < std::min(shape.outlines, Probe::most); ++i) {
    const TemplatePoint point = shape.edges[i].point(shape.edges[i].count / 2, map_width);
    probe.shift[i] = point.shift;
    probe.mask[i] = point.mask;
  }
  probe.count = static_cast<std::uint16_t>(std::min(shape.outlines, Probe::most));
  return probe;
}

/// Share of a template's points that meet an edge of their direction, at a pixel of the map; 0 when it cannot be more
/// than `least`.
float agreement(const Template& shape, const DirectionMap& map, std::ptrdiff_t pixel, float least) {
  constexpr float rounding = 0.1F;
  float sum = 0.0F;
  const float most_lost = 100.0F * (1.0F - least) * shape.total + rounding;
  const std::uint16_t* bits = map.bits() + pixel;
  const std::uint8_t* worth = map.worth() + pixel;
  for (std::size_t i = 0; i < shape.count; ++i) {
    const TemplatePoint& point = shape.points[i];
    const int all = (bits[point.shift] & point.mask) != 0 ? -1 : 0;
    const int met = all & worth[point.shift]; // without branches: none could be foretold
    sum += point.weight * static_cast<float>(met);
    if (100.0F * point.so_far - sum > most_lost)
      return 0.0F;
  }
  return shape.total > 0.0F ? 0.01F * sum / shape.total : 0.0F;
}

/// Where on the table the picture looks, as bounds of x and y.
Eigen::AlignedBox2d boundsOfView(const TableView& view) {
  Eigen::AlignedBox2d bounds;
  const double w = view.lens().width_px, h = view.lens().height_px;
  for (int i = 0; i <= 8; ++i)
    for (int j = 0; j <= 8; ++j)
      if (const auto point = view.tablePoint({w * i / 8.0, h * j / 8.0}))
        if (point->norm() < 2.0 * widest_mm)
          bounds.extend(*point);
  const Eigen::Vector2d most(widest_mm, widest_mm);
  return bounds.intersection(Eigen::AlignedBox2d(-most, most));
}

/// How many thinned edges lie around a place, without those in excluded parts.
class EdgeCounts {
public:
  EdgeCounts(const EdgeField& edges, const cv::Mat& excluded, const cv::Rect& part) : first_(part.tl()) {
    cv::Mat ones = edges.thinned()(part) & 1;
    if (!excluded.empty())
      ones.setTo(0, excluded(part));
    cv::integral(ones, sums_, CV_32S);
  }
  int around(int x, int y, int half) const {
    const int x0 = column(x - half), x1 = column(x + half + 1), y0 = row(y - half), y1 = row(y + half + 1);
    return sums_.at<int>(y1, x1) - sums_.at<int>(y0, x1) - sums_.at<int>(y1, x0) + sums_.at<int>(y0, x0);
  }

private:
  int column(int x) const { return std::clamp(x - first_.x, 0, sums_.cols - 1); }
  int row(int y) const { return std::clamp(y - first_.y, 0, sums_.rows - 1); }

  cv::Point first_;
  cv::Mat sums_; ///< integral image of a part
};

/// Around all that is not excluded.
cv::Rect partOf(const EdgeField& edges, const cv::Mat& excluded) {
  return excluded.empty() ? cv::Rect(0, 0, edges.width(), edges.height()) : cv::boundingRect(excluded == 0);
}

/// Edges to search among.
struct SearchedEdges {
  EdgeCounts counts;
  DirectionMap map;
};

/// What all stripes of a search look at.
struct SearchedPicture {
  const EdgeField& picture; ///< for its size and place
  const TableView& view;
  const cv::Mat &excluded, &taken;
  cv::Rect part;
  std::vector<SearchedEdges> edges; ///< maps of the same size
  std::vector<SolidToSearch> solids;

  SearchedPicture(const std::vector<const EdgeField*>& fields, const TableView& seen_from,
                  const std::vector<PyramidSolid>& wanted, const cv::Mat& not_there, const cv::Mat& no_middle)
      : picture(*fields.front()), view(seen_from), excluded(not_there), taken(no_middle),
        part(partOf(picture, not_there)) {
    edges.reserve(fields.size());
    for (const EdgeField* field : fields)
      edges.push_back({EdgeCounts(*field, not_there, part), DirectionMap(*field, part)});
    for (const PyramidSolid& solid : wanted)
      solids.push_back(prepare(solid));
  }
};

class Searcher {
public:
  explicit Searcher(const SearchedPicture& picture)
      : guesses(picture.edges.size()), picture_(picture), templates_(picture.solids.size()),
        by_size_(picture.solids.size()), enough_edges_(picture.solids.size()) {
    std::iota(by_size_.begin(), by_size_.end(), std::size_t{0});
    std::stable_sort(by_size_.begin(), by_size_.end(), [&](std::size_t a, std::size_t b) {
      return picture.solids[a].width_mm > picture.solids[b].width_mm;
    });
  }

  void searchTile(const Eigen::Vector2d& corner) {
    const double half_mm = 0.5 * cell_mm * (tile_cells - 1);
    const Eigen::Vector2d middle(half_mm, half_mm);
    const auto place = viewOf(corner + middle, picture_.view, picture_.picture);
    if (!place)
      return;
    const cv::Rect& part = picture_.part;
    const double margin_px = 1.6 * half_mm * place->pxPerMm();
    const Eigen::Vector2d& at = place->pixel;
    if (at.x() < part.x - margin_px || at.y() < part.y - margin_px || at.x() > part.br().x + margin_px ||
        at.y() > part.br().y + margin_px)
      return;
    int widest_px = 0, least_edges = std::numeric_limits<int>::max();
    for (std::size_t k = 0; k < templates_.size(); ++k) {
      templates_[k].probes.clear();
      const double width_px = picture_.solids[k].width_mm * place->pxPerMm();
      templates_[k].half_px = static_cast<int>(0.9 * width_px) + 2;
      templates_[k].least_edges = static_cast<int>(std::ceil(1.8 * width_px));
      widest_px = std::max(widest_px, templates_[k].half_px);
      least_edges = std::min(least_edges, templates_[k].least_edges);
    }
    const int around_px = static_cast<int>(std::ceil(2.0 * margin_px)) + widest_px;
    if (std::none_of(picture_.edges.begin(), picture_.edges.end(), [&](const SearchedEdges& edges) {
          return edges.counts.around(cvRound(at.x()), cvRound(at.y()), around_px) >= least_edges;
        }))
      return;
    for (int i = 0; i < tile_cells; ++i)
      for (int j = 0; j < tile_cells; ++j) {
        const Eigen::Vector2d in_tile = cell_mm * Eigen::Vector2d(j, i);
        if (const auto pixel = picture_.view.pixel({corner.x() + in_tile.x(), corner.y() + in_tile.y(), 0.0}))
          searchCell(corner + in_tile, picture_.picture.toReduced(*pixel), *place);
      }
  }

  std::vector<std::vector<PyramidGuess>> guesses; ///< of each of the picture's edges

private:
  void searchCell(const Eigen::Vector2d& at, const Eigen::Vector2d& reduced, const PlaceView& place) {
    const cv::Point pixel(cvRound(reduced.x()), cvRound(reduced.y()));
    if (!picture_.part.contains(pixel) ||
        (!picture_.excluded.empty() && picture_.excluded.at<std::uint8_t>(pixel) != 0) ||
        (!picture_.taken.empty() && picture_.taken.at<std::uint8_t>(pixel) != 0))
      return;
    for (std::size_t e = 0; e < picture_.edges.size(); ++e) {
      const SearchedEdges& edges = picture_.edges[e];
      countEdges(edges.counts, pixel);
      for (std::size_t k = 0; k < picture_.solids.size(); ++k)
        if (enough_edges_[k])
          searchSolid(k, at, place, edges.map, edges.map.index(pixel.x, pixel.y), guesses[e]);
    }
  }

  /// From the largest solid on: around a smaller one are no more edges, which most often tells that they are too few.
  void countEdges(const EdgeCounts& counts, const cv::Point& pixel) {
    int half_px = 0, count = std::numeric_limits<int>::max(); // of the last that were counted
    for (const std::size_t k : by_size_) {
      const TemplateSet& set = templates_[k];
      if (set.half_px != half_px && count >= set.least_edges) {
        half_px = set.half_px;
        count = counts.around(pixel.x, pixel.y, half_px);
      }
      enough_edges_[k] = set.half_px == half_px && count >= set.least_edges;
    }
  }

  void searchSolid(std::size_t k, const Eigen::Vector2d& at, const PlaceView& place, const DirectionMap& map,
                   std::ptrdiff_t here, std::vector<PyramidGuess>& found) {
    const TemplateSet& set = templatesOf(k, place);
    float best_score = least_score;
    const TurnedSolid* best = nullptr;
    const auto look = [&](std::size_t t) {
      if (set.probes[t].fails(map.bits() + here))
        return;
      Template& shape = templates_[k].templates[t];
      if (shape.count == 0)
        shape.complete(mapWidth());
      if (const float score = agreement(shape, map, here, best_score); score > best_score) {
        best_score = score;
        best = shape.turned;
      }
    };
    for (std::size_t e = 0; e < set.eights.size(); ++e)
      for (auto passing = static_cast<unsigned>(set.eights[e].passing(map.bits() + here)); passing != 0;
           passing &= passing - 1)
        look(e * EightProbes::lanes + static_cast<std::size_t>(std::countr_zero(passing)));
    if (best != nullptr)
      found.push_back({static_cast<int>(k), {at + best->origin_mm, best->heading_rad}, best_score});
  }

  int mapWidth() const { return picture_.edges.front().map.width(); }

  /// Of the tile at hand, made when first needed.
  const TemplateSet& templatesOf(std::size_t k, const PlaceView& place) {
    TemplateSet& set = templates_[k];
    if (!set.probes.empty())
      return set;
    const SolidToSearch& searched = picture_.solids[k];
    set.templates.resize(searched.turns.size());
    for (std::size_t t = 0; t < searched.turns.size(); ++t) {
      draw(*searched.solid, searched.turns[t], place, set.templates[t]);
      set.probes.push_back(probeOf(set.templates[t], mapWidth()));
    }
    set.eights.clear();
    for (std::size_t first = 0; first < set.probes.size(); first += EightProbes::lanes)
      set.eights.emplace_back(set.probes.data() + first, std::min(EightProbes::lanes, set.probes.size() - first));
    return set;
  }

  const SearchedPicture& picture_;
  std::vector<TemplateSet> templates_;
  std::vector<std::size_t> by_size_; ///< solids, the largest first
  std::vector<char> enough_edges_;   ///< around the place at hand, for each solid
};

/// Best first, without those beside a better one of the same solid, and not too many of one place: where all are too
/// many, the places give up their worst alike, so that one full of print leaves room to the others.
std::vector<PyramidGuess> thinned(std::vector<PyramidGuess> guesses) {
  std::sort(guesses.begin(), guesses.end(), [](const auto& a, const auto& b) { return a.score > b.score; });
  using Place = std::pair<int, int>;
  const auto place_of = [](const PyramidGuess& guess) {
    const Eigen::Vector2d place = (guess.pose.origin_mm() / place_mm).array().floor();
    return Place(static_cast<int>(place.x()), static_cast<int>(place.y()));
  };
  const auto is_beside = [](const PyramidGuess& a, const PyramidGuess& b) {
    return a.solid == b.solid && (a.pose.origin_mm() - b.pose.origin_mm()).squaredNorm() < 5.5 * 5.5 &&
           std::abs(wrapAngle(a.pose.heading_rad() - b.pose.heading_rad())) < 1.5 * turn_rad;
  };
  std::map<Place, std::vector<const PyramidGuess*>> kept;
  std::vector<std::pair<const PyramidGuess*, std::size_t>> all; ///< with the rank in their place
  for (const PyramidGuess& guess : guesses) {
    const Place place = place_of(guess);
    std::vector<const PyramidGuess*>& here = kept[place];
    if (here.size() == most_per_place)
      continue;
    bool near_better = false;
    for (int dx = -1; dx <= 1 && !near_better; ++dx)
      for (int dy = -1; dy <= 1 && !near_better; ++dy)
        if (const auto beside = kept.find({place.first + dx, place.second + dy}); beside != kept.end())
          near_better = std::any_of(beside->second.begin(), beside->second.end(),
                                    [&](const PyramidGuess* better) { return is_beside(*better, guess); });
    if (near_better)
      continue;
    all.emplace_back(&guess, here.size());
    here.push_back(&guess);
  }
  if (all.size() > most_guesses) {
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    all.resize(most_guesses);
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  }
  std::vector<PyramidGuess> out;
  out.reserve(all.size());
  for (const auto& [guess, rank] : all)
    out.push_back(*guess);
  return out;
}

} // namespace

std::vector<PyramidGuess> searchPyramids(const std::vector<const EdgeField*>& fields, const TableView& view,
                                         const std::vector<PyramidSolid>& solids, const cv::Mat& excluded,
                                         const cv::Mat& taken) {
  if (fields.empty() || partOf(*fields.front(), excluded).empty())
    return {};
  const Eigen::AlignedBox2d bounds = boundsOfView(view);
  const double tile_mm = cell_mm * tile_cells;
  const Eigen::Array2i tiles = ((bounds.max() - bounds.min()) / tile_mm).array().floor().cast<int>() + 1;
  const int columns = tiles.x(), rows = std::max(0, tiles.y());
  // Stripes of rows in parallel, joined in their order, so that the answer does not depend on the number of cores.
  const int stripes = std::clamp(rows, 1, 8);
  const SearchedPicture picture(fields, view, solids, excluded, taken);
  std::vector<Searcher> searchers(static_cast<std::size_t>(stripes), Searcher(picture));
  cv::parallel_for_(cv::Range(0, stripes), [&](const cv::Range& range) {
    for (int stripe = range.start; stripe < range.end; ++stripe)
      for (int row = stripe * rows / stripes; row < (stripe + 1) * rows / stripes; ++row)
        for (int column = 0; column < columns; ++column)
          searchers[static_cast<std::size_t>(stripe)].searchTile(bounds.min() + tile_mm * Eigen::Vector2d(column, row));
  });
  std::vector<PyramidGuess> all;
  for (std::size_t e = 0; e < fields.size(); ++e) {
    std::vector<PyramidGuess> guesses;
    for (const Searcher& searcher : searchers)
      guesses.insert(guesses.end(), searcher.guesses[e].begin(), searcher.guesses[e].end());
    guesses = thinned(std::move(guesses));
    all.insert(all.end(), guesses.begin(), guesses.end());
  }
  return all;
}

} // namespace linesman
