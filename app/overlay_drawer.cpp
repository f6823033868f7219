#include "app/overlay_drawer.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>

#include "app/board_geometry.h"
#include "models/board_men.h"
#include "models/dense.h"
#include "rules/convex.h"

namespace linesman::app {

namespace {

/// Lens distortion bends a straight line by far less than a pixel over this length.
constexpr double piece_mm = 12.0;

Eigen::Vector3d lifted(const Eigen::Vector2d& p, double z_mm = 0.0) {
  return {p.x(), p.y(), z_mm};
}

/// Appends the way from `a` (without it) to `b`, cut into short pieces.
void appendWay(std::vector<Eigen::Vector3d>& way, const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  const int count = std::clamp(static_cast<int>(std::ceil((b - a).norm() / piece_mm)), 1, 64);
  for (int i = 1; i <= count; ++i)
    way.push_back(a + (b - a) * (static_cast<double>(i) / count));
}

std::vector<Eigen::Vector3d> ring(const std::vector<Eigen::Vector2d>& corners_mm, double z_mm) {
  std::vector<Eigen::Vector3d> way;
  for (std::size_t i = 0; i < corners_mm.size(); ++i)
    appendWay(way, lifted(corners_mm[i], z_mm), lifted(corners_mm[(i + 1) % corners_mm.size()], z_mm));
  return way;
}

/// Pairs of corners that an edge of the solid joins.
using Edges = std::vector<std::pair<std::size_t, std::size_t>>;

const Edges& edgesOf(Posture posture) {
  static const Edges lying{{0, 1}, {1, 3}, {3, 4}, {4, 0}, {2, 0}, {2, 1}, {2, 3}, {2, 4}};
  static const Edges upright{{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 0}, {4, 1}, {4, 2}, {4, 3}};
  return posture == Posture::lying ? lying : upright;
}

/// Men less likely than this are shown with their likeliest other reading.
constexpr double sure_man = 0.9;

/// What else is written on boards, for the translators.
[[maybe_unused]] constexpr const char* mark_words[] = {
    QT_TRANSLATE_NOOP("Marks", "die"), QT_TRANSLATE_NOOP("Marks", "ring"), QT_TRANSLATE_NOOP("Marks", "turned"),
    QT_TRANSLATE_NOOP("Marks", "low"), QT_TRANSLATE_NOOP("Marks", "high"), QT_TRANSLATE_NOOP("Marks", "crown")};

/// "R", "R turned", "P low", "Q? K": the man, what he wears, and what he may be instead.
std::string lettersOf(const SeenBoardPiece& piece) {
  std::string text = manLetter(piece.kind);
  if (piece.rider)
    text += "+" + manLetter(*piece.rider);
  if (piece.turned)
    text += " " + markWord("turned");
  for (const std::string& band : piece.bands)
    text += " " + markWord(band.c_str());
  if (piece.p >= sure_man || piece.alternatives.empty())
    return text;
  const auto other = std::max_element(piece.alternatives.begin(), piece.alternatives.end(),
                                      [](const auto& a, const auto& b) { return a.second < b.second; });
  if (other->first == "empty")
    return text + "? –";
  const BoardMan man = manNamed(other->first);
  return text + "? " + (man.kind == piece.kind ? man.side : manLetter(man.kind));
}

} // namespace

std::string markWord(const char* word) {
  return QCoreApplication::translate("Marks", word).toStdString();
}

Eigen::Vector2d meanOf(const std::vector<Eigen::Vector2d>& points) {
  Eigen::Vector2d sum = Eigen::Vector2d::Zero();
  for (const Eigen::Vector2d& p : points)
    sum += p;
  return points.empty() ? sum : Eigen::Vector2d(sum / static_cast<double>(points.size()));
}

void OverlayDrawer::add(OverlayItem::Shape shape, Mark mark, const Points3& points_mm, bool strong,
                        const SeenPyramid* piece) {
  OverlayItem item;
  item.shape = shape;
  item.mark = mark;
  item.strong = strong;
  for (const Eigen::Vector3d& p_mm : points_mm)
    if (const auto p_px = project_(p_mm))
      item.points_px.push_back(*p_px);
  if (item.points_px.empty())
    return;
  if (piece != nullptr) {
    item.colour = piece->colour;
    item.piece = piece->id;
  }
  overlay_.items.push_back(std::move(item));
}

void OverlayDrawer::dot(const Eigen::Vector2d& at_mm, Mark mark, bool strong, double z_mm) {
  add(OverlayItem::Shape::dot, mark, {lifted(at_mm, z_mm)}, strong, nullptr);
}

void OverlayDrawer::line(const Eigen::Vector2d& from_mm, const Eigen::Vector2d& to_mm, Mark mark, bool strong,
                         double from_z_mm, double to_z_mm) {
  Points3 way{lifted(from_mm, from_z_mm)};
  appendWay(way, lifted(from_mm, from_z_mm), lifted(to_mm, to_z_mm));
  add(OverlayItem::Shape::line, mark, way, strong, nullptr);
}

void OverlayDrawer::polygon(const std::vector<Eigen::Vector2d>& corners_mm, Mark mark, bool strong, double z_mm) {
  add(OverlayItem::Shape::polygon, mark, ring(corners_mm, z_mm), strong, nullptr);
}

void OverlayDrawer::disc(const Eigen::Vector2d& centre_mm, double radius_mm, Mark mark, Colour colour) {
  Points3 way;
  for (int i = 0; i < 24; ++i)
    way.push_back(lifted(centre_mm + radius_mm * Eigen::Rotation2Dd(2.0 * pi * i / 24).toRotationMatrix().col(0)));
  const std::size_t before = overlay_.items.size();
  add(OverlayItem::Shape::polygon, mark, way, false, nullptr);
  if (overlay_.items.size() > before)
    overlay_.items.back().colour = colour;
}

void OverlayDrawer::prism(const TablePolygon& corners_mm, double height_mm, Mark mark) {
  polygon(corners_mm, mark, false);
  if (height_mm >= 1.0)
    polygon(corners_mm, mark, false, height_mm);
}

OverlayDrawer::Points3 OverlayDrawer::solid_mm(const SeenPyramid& pyramid) const {
  const Pyramid& kind = pieces_.pyramid(pyramid.size);
  const auto table_from_piece = pyramid.table_from_piece.lifted();
  Points3 corners_mm;
  for (const Point3<PieceFrame>& corner : pyramid.posture == Posture::lying ? kind.lyingSolid() : kind.uprightSolid())
    corners_mm.push_back((table_from_piece * corner).mm);
  return corners_mm;
}

std::vector<Eigen::Vector2d> OverlayDrawer::outline_px(const SeenPyramid& pyramid) const {
  const Points3 corners_mm = solid_mm(pyramid);
  std::vector<Eigen::Vector2d> points_px;
  for (const auto& [from, to] : edgesOf(pyramid.posture)) {
    Points3 way{corners_mm[from]};
    appendWay(way, corners_mm[from], corners_mm[to]);
    for (const Eigen::Vector3d& p_mm : way)
      if (const auto p_px = project_(p_mm))
        points_px.push_back(*p_px);
  }
  return rules::convexHull(std::move(points_px));
}

void OverlayDrawer::pyramid(const SeenPyramid& pyramid, bool strong) {
  if (pyramid.posture == Posture::lying)
    footprintAndHeading(pyramid, strong);
  OverlayItem outline{
      // last: nothing of its own lies over it
      OverlayItem::Shape::polygon, Mark::outline, outline_px(pyramid), {}, pyramid.colour, strong, pyramid.id};
  if (outline.points_px.size() >= 3)
    overlay_.items.push_back(std::move(outline));
}

void OverlayDrawer::footprintAndHeading(const SeenPyramid& pyramid, bool strong) {
  const Pyramid& kind = pieces_.pyramid(pyramid.size);
  std::vector<Eigen::Vector2d> base_mm;
  for (const Point2<PieceFrame>& corner : kind.footprint())
    base_mm.push_back((pyramid.table_from_piece * corner).xy);
  add(OverlayItem::Shape::polygon, Mark::footprint, ring(base_mm, 0.0), strong, &pyramid);
  const Eigen::Vector2d bow_mm = (pyramid.table_from_piece * Point2<PieceFrame>{{kind.slant_mm(), 0.0}}).xy;
  const Eigen::Vector2d ahead_mm = bow_mm + 0.3 * kind.slant_mm() * pyramid.table_from_piece.direction();
  add(OverlayItem::Shape::line, Mark::heading, {lifted(bow_mm), lifted(ahead_mm)}, strong, &pyramid);
}

void OverlayDrawer::label(const SeenPyramid& pyramid, const std::string& name, int damage, bool crowned) {
  if (name.empty() && damage == 0)
    return;
  const Pyramid& kind = pieces_.pyramid(pyramid.size);
  const double ahead_mm = pyramid.posture == Posture::lying ? kind.slant_mm() * 0.3 : 0.0;
  const auto at_px = project_(lifted((pyramid.table_from_piece * Point2<PieceFrame>{{ahead_mm, 0.0}}).xy,
                                     pyramid.posture == Posture::lying ? kind.raisedHeight_mm() * 0.6 : 0.0));
  if (!at_px)
    return;
  std::string text = name;
  for (int i = 0; i < damage; ++i)
    text += i == 0 ? " •" : "•";
  overlay_.items.push_back(
      {OverlayItem::Shape::text, Mark::name, {*at_px}, std::move(text), pyramid.colour, false, pyramid.id, crowned});
}

void OverlayDrawer::man(const SeenBoard& board, const SeenBoardPiece& piece) {
  const Mark mark = piece.p < sure_man ? Mark::man_doubt : piece.side == "dark" ? Mark::man_dark : Mark::man_light;
  dot(piece.centre_mm, mark, false, board.thickness_mm);
  note(board, piece.square, lettersOf(piece), mark);
}

void OverlayDrawer::man(const SeenBoard& board, const SeenOffBoard& piece) {
  const Mark mark = piece.side == "dark" ? Mark::man_dark : Mark::man_light;
  const double half_mm = 0.45 * board.square_mm;
  std::vector<Eigen::Vector2d> corners_mm;
  for (const auto& [x, y] : {std::pair{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}})
    corners_mm.push_back(piece.centre_mm + half_mm * (board.table_from_board.rotation() * Eigen::Vector2d(x, y)));
  dot(piece.centre_mm, mark, false);
  before(corners_mm, 0.0, manLetter(piece.kind), mark);
}

void OverlayDrawer::note(const SeenBoard& board, const std::string& square, const std::string& text, Mark mark) {
  before(squareCorners(board, square), board.thickness_mm, text, mark);
}

void OverlayDrawer::before(const std::vector<Eigen::Vector2d>& corners_mm, double z_mm, const std::string& text,
                           Mark mark) {
  std::optional<Eigen::Vector2d> lowest_px;
  for (std::size_t i = 0; i < corners_mm.size(); ++i) {
    const Eigen::Vector2d edge_mm = 0.5 * (corners_mm[i] + corners_mm[(i + 1) % corners_mm.size()]);
    if (const auto px = project_(lifted(edge_mm, z_mm)); px && (!lowest_px || px->y() > lowest_px->y()))
      lowest_px = px;
  }
  if (lowest_px)
    overlay_.items.push_back({OverlayItem::Shape::text, mark, {*lowest_px}, text, {}, false, {}});
}

void OverlayDrawer::targetRing(const SeenPyramid& pyramid, Mark mark, bool strong) {
  std::vector<Eigen::Vector2d> points_px = outline_px(pyramid);
  if (points_px.size() < 3)
    return;
  const Eigen::Vector2d middle = meanOf(points_px);
  for (Eigen::Vector2d& p : points_px)
    p += 4.0 * (p - middle).normalized(); // px beside the ship's own outline, so that both stay visible
  overlay_.items.push_back({OverlayItem::Shape::polygon, mark, std::move(points_px), {}, {}, strong, {}});
}

void OverlayDrawer::measure(const OverlayMeasure& measure) {
  line(measure.from_mm, measure.to_mm, Mark::measure, true, measure.from_height_mm, measure.to_height_mm);
  dot(measure.from_mm, Mark::measure, true, measure.from_height_mm);
  dot(measure.to_mm, Mark::measure, true, measure.to_height_mm);
  const auto at_px =
      project_(lifted(0.5 * (measure.from_mm + measure.to_mm), 0.5 * (measure.from_height_mm + measure.to_height_mm)));
  if (at_px && !measure.text.empty())
    overlay_.items.push_back(
        {OverlayItem::Shape::text, Mark::note, {*at_px + Eigen::Vector2d(0.0, -18.0)}, measure.text, {}, true, {}});
}

void OverlayDrawer::ellipse(const Eigen::Vector2d& centre_mm, const Eigen::Matrix2d& covariance, double sigmas,
                            bool strong) {
  const PrincipalAxes axes = principalAxes(covariance);
  if (!(axes.values(1) > 0.0))
    return;
  const Eigen::Vector2d radii_mm = sigmas * axes.values.cwiseMax(0.0).cwiseSqrt();
  const Eigen::Matrix2d along = axes.vectors;
  Points3 way;
  for (int i = 0; i < 24; ++i) {
    const double angle_rad = 2.0 * pi * i / 24;
    way.push_back(lifted(
        centre_mm + along * Eigen::Vector2d(radii_mm.x() * std::cos(angle_rad), radii_mm.y() * std::sin(angle_rad))));
  }
  add(OverlayItem::Shape::polygon, Mark::sigma, way, strong, nullptr);
}

} // namespace linesman::app
