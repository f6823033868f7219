#include "vision/pyramid_search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>

#include <opencv2/imgproc.hpp>

#include "models/units.h"

namespace linesman {

namespace {

constexpr double cell_mm = 5.0;
constexpr double turn_rad = pi / 18.0; ///< 10 degrees
constexpr float least_score = 0.70F;
constexpr double widest_mm = 1200.0; ///< the table is searched no farther than this from its origin
constexpr std::size_t most_guesses = 1500;

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
  std::array<Eigen::Vector3f, 5> corners_mm;
  std::array<Eigen::Vector3f, 5> normals;
  std::array<float, 5> offsets; ///< a face is seen when normal . eye > offset
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
      turned.corners_mm[c] = (turn * (solid.corners_mm()[c] - middle)).cast<float>();
      turned.normals[c] = (turn * solid.normals()[c]).cast<float>();
      turned.offsets[c] = static_cast<float>(solid.normals()[c].dot(solid.pointOfFace(static_cast<int>(c)) - middle));
    }
    out.turns.push_back(turned);
  }
  return out;
}

/// Projection into reduced pixels around one cell of the table: exact perspective, distortion to first order.
struct CellView {
  Eigen::Matrix3f rotation;
  Eigen::Vector3f at;         ///< the cell in the camera frame
  Eigen::Vector2f normalised; ///< its normalised image point
  Eigen::Vector2f pixel;      ///< reduced px
  Eigen::Matrix2f bend;       ///< reduced px per normalised unit
  Eigen::Vector3f eye;        ///< from the cell, table axes

  Eigen::Vector2f project(const Eigen::Vector3f& offset_mm) const {
    const Eigen::Vector3f p = rotation * offset_mm + at;
    const float inverse = 1.0F / p.z();
    return pixel + bend * (Eigen::Vector2f(p.x() * inverse, p.y() * inverse) - normalised);
  }
};

std::optional<CellView> viewOfCell(const Eigen::Vector2d& cell, const TableView& view, const EdgeField& edges) {
  const Pose<CameraFrame, TableFrame>& pose = view.cameraFromTable().pose;
  const Eigen::Vector3d on_table(cell.x(), cell.y(), 0.0);
  const Eigen::Vector3d at = pose.rotation() * on_table + pose.translation_mm();
  if (at.z() < 50.0)
    return std::nullopt;
  const Eigen::Vector2d normalised = at.head<2>() / at.z();
  Eigen::Matrix2d bend;
  const Eigen::Vector2d pixel = edges.toReduced(view.lens().distort(normalised, &bend));
  if (pixel.x() < 0.0 || pixel.y() < 0.0 || pixel.x() > edges.width() - 1.0 || pixel.y() > edges.height() - 1.0)
    return std::nullopt;
  return CellView{pose.rotation().cast<float>(), at.cast<float>(),
                  normalised.cast<float>(),      pixel.cast<float>(),
                  (bend / edges.reduction()).cast<float>(), (view.eye_mm() - on_table).cast<float>()};
}

struct ProjectedEdge {
  Eigen::Vector2f from, along;
  float length;
  bool outline;
  std::uint16_t mask;
};

unsigned bitsAt(const EdgeField& edges, const ProjectedEdge& edge, float share) {
  const Eigen::Vector2f at = edge.from + share * edge.along;
  return edges.directions(static_cast<int>(at.x() + 0.5F), static_cast<int>(at.y() + 0.5F));
}

/// Share of the outline's samples that have an edge of their direction nearby; 0 when it clearly fails.
float outlineScore(const PyramidSolid& solid, const TurnedSolid& turned, const CellView& cell, const EdgeField& edges) {
  std::array<bool, 5> seen;
  for (std::size_t i = 0; i < 5; ++i)
    seen[i] = turned.normals[i].dot(cell.eye) > turned.offsets[i];
  std::array<Eigen::Vector2f, 5> px;
  for (std::size_t i = 0; i < 5; ++i)
    px[i] = cell.project(turned.corners_mm[i]);
  std::array<ProjectedEdge, PyramidSolid::edge_count> list;
  std::size_t count = 0;
  int missed = 0;
  for (int e = 0; e < PyramidSolid::edge_count; ++e) {
    const auto [left, right] = PyramidSolid::faces(solid.posture(), e);
    const bool a = seen[static_cast<std::size_t>(left)], b = seen[static_cast<std::size_t>(right)];
    if (!a && !b)
      continue;
    const auto [from, to] = PyramidSolid::edge(solid.posture(), e);
    ProjectedEdge& edge = list[count];
    edge.from = px[static_cast<std::size_t>(from)];
    edge.along = px[static_cast<std::size_t>(to)] - edge.from;
    edge.length = edge.along.norm();
    edge.outline = a != b;
    if (edge.length < 4.0F)
      continue;
    const float turn = cv::fastAtan2(edge.along.x(), -edge.along.y()); // of the normal, degrees
    edge.mask = tolerant[static_cast<std::size_t>(static_cast<int>(turn * (16.0F / 180.0F) + 0.5F) % 16)];
    if (edge.outline && (bitsAt(edges, edge, 0.5F) & edge.mask) == 0 && ++missed > 1)
      return 0.0F;
    ++count;
  }
  float sum = 0.0F, total = 0.0F;
  for (std::size_t i = 0; i < count; ++i) {
    const int n = std::clamp(static_cast<int>(list[i].length / 3.0F), 3, 10);
    float hits = 0.0F;
    for (int k = 0; k < n; ++k) {
      const unsigned bits = bitsAt(edges, list[i], (static_cast<float>(k) + 0.7F) / (static_cast<float>(n) + 0.4F));
      if ((bits & list[i].mask) != 0)
        hits += 1.0F - 0.03F * static_cast<float>(std::max(0, std::popcount(bits) - 4)); // chance agreement counts less
    }
    const float weight = (list[i].outline ? 1.0F : 0.3F) * list[i].length;
    sum += weight * hits / static_cast<float>(n);
    total += weight;
  }
  return total > 0.0F ? sum / total : 0.0F;
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

/// Integral image of the thinned edges outside the excluded parts.
cv::Mat edgeCounts(const EdgeField& edges, const cv::Mat& excluded) {
  cv::Mat ones = edges.thinned() / 255, sums;
  if (!excluded.empty())
    ones.setTo(0, excluded);
  cv::integral(ones, sums, CV_32S);
  return sums;
}

int countIn(const cv::Mat& sums, int x, int y, int half) {
  const int x0 = std::clamp(x - half, 0, sums.cols - 1), x1 = std::clamp(x + half + 1, 0, sums.cols - 1);
  const int y0 = std::clamp(y - half, 0, sums.rows - 1), y1 = std::clamp(y + half + 1, 0, sums.rows - 1);
  return sums.at<int>(y1, x1) - sums.at<int>(y0, x1) - sums.at<int>(y1, x0) + sums.at<int>(y0, x0);
}

void searchCell(const Eigen::Vector2d& at, const CellView& cell, const std::vector<SolidToSearch>& solids,
                const EdgeField& edges, const cv::Mat& counts, std::vector<PyramidGuess>& guesses) {
  const float px_per_mm = std::sqrt(std::abs(cell.bend.determinant())) / cell.at.z();
  const int u = static_cast<int>(cell.pixel.x() + 0.5F), v = static_cast<int>(cell.pixel.y() + 0.5F);
  for (std::size_t k = 0; k < solids.size(); ++k) {
    const float width_px = static_cast<float>(solids[k].width_mm) * px_per_mm;
    if (static_cast<float>(countIn(counts, u, v, static_cast<int>(0.9F * width_px) + 2)) < 1.6F * width_px)
      continue;
    float best_score = least_score;
    const TurnedSolid* best = nullptr;
    for (const TurnedSolid& turned : solids[k].turns)
      if (const float score = outlineScore(*solids[k].solid, turned, cell, edges); score > best_score) {
        best_score = score;
        best = &turned;
      }
    if (best != nullptr)
      guesses.push_back({static_cast<int>(k), {at + best->origin_mm, best->heading_rad}, best_score});
  }
}

/// Best first, without those beside a better one of the same solid.
std::vector<PyramidGuess> thinned(std::vector<PyramidGuess> guesses) {
  std::sort(guesses.begin(), guesses.end(), [](const auto& a, const auto& b) { return a.score > b.score; });
  std::vector<PyramidGuess> kept;
  for (const PyramidGuess& guess : guesses) {
    const bool near_better = std::any_of(kept.begin(), kept.end(), [&](const PyramidGuess& better) {
      return better.solid == guess.solid &&
             (better.pose.origin_mm() - guess.pose.origin_mm()).squaredNorm() < 5.5 * 5.5 &&
             std::abs(wrapAngle(better.pose.heading_rad() - guess.pose.heading_rad())) < 1.5 * turn_rad;
    });
    if (!near_better)
      kept.push_back(guess);
    if (kept.size() == most_guesses)
      break;
  }
  return kept;
}

} // namespace

std::vector<PyramidGuess> searchPyramids(const EdgeField& edges, const TableView& view,
                                         const std::vector<PyramidSolid>& solids, const cv::Mat& excluded) {
  std::vector<SolidToSearch> prepared;
  for (const PyramidSolid& solid : solids)
    prepared.push_back(prepare(solid));
  std::vector<PyramidGuess> guesses;
  const Eigen::AlignedBox2d bounds = boundsOfView(view);
  const cv::Mat counts = edgeCounts(edges, excluded);
  for (double y = bounds.min().y(); y <= bounds.max().y(); y += cell_mm)
    for (double x = bounds.min().x(); x <= bounds.max().x(); x += cell_mm) {
      const auto cell = viewOfCell({x, y}, view, edges);
      if (!cell)
        continue;
      if (!excluded.empty() && excluded.at<std::uint8_t>(static_cast<int>(cell->pixel.y()), static_cast<int>(cell->pixel.x())) != 0)
        continue;
      searchCell({x, y}, *cell, prepared, edges, counts, guesses);
    }
  return thinned(std::move(guesses));
}

} // namespace linesman
