#include "app/table_drawing.h"

#include <algorithm>
#include <cmath>

#include <QPainter>

#include "app/annotate.h"
#include "app/board_geometry.h"
#include "app/overlay_painter.h"
#include "app/projector.h"
#include "models/board_men.h"

namespace linesman::app {

namespace {

constexpr int width_px = 1280;
constexpr int height_px = 720;
constexpr double camera_height_mm = 4000.0; // far enough that solids hardly lean outwards
constexpr double margin_mm = 40.0;
constexpr double grid_mm = 50.0;
const QColor cloth(36, 46, 54);

struct Extent {
  Eigen::Vector2d low_mm = Eigen::Vector2d::Constant(1e9);
  Eigen::Vector2d high_mm = Eigen::Vector2d::Constant(-1e9);
  void add(const Eigen::Vector2d& p) {
    low_mm = low_mm.cwiseMin(p);
    high_mm = high_mm.cwiseMax(p);
  }
};

Extent extentOf(const TableState& state, const TablePolygon& area_mm) {
  Extent extent;
  for (const SeenPyramid& pyramid : state.pyramids)
    extent.add(pyramid.table_from_piece.origin_mm());
  for (const SeenObstacle& obstacle : state.obstacles)
    for (const Eigen::Vector2d& p : obstacle.polygon_mm)
      extent.add(p);
  for (const Eigen::Vector2d& p : area_mm)
    extent.add(p);
  if (state.board) {
    for (const Eigen::Vector2d& p : boardCorners(*state.board))
      extent.add(p);
    for (const SeenOffBoard& piece : state.board->off_board)
      extent.add(piece.centre_mm);
  }
  if (extent.low_mm.x() > extent.high_mm.x())
    extent = {{-200.0, -120.0}, {200.0, 120.0}};
  return extent;
}

QPolygonF polygonOf(const std::vector<Eigen::Vector3d>& points_mm, const Projector& project) {
  QPolygonF polygon;
  for (const Eigen::Vector3d& p_mm : points_mm)
    if (const auto px = project(p_mm))
      polygon << QPointF(px->x() + 0.5, px->y() + 0.5);
  return polygon;
}

void drawGrid(QPainter& painter, const Projector& project, const Extent& extent) {
  painter.setPen(QPen(QColor(255, 255, 255, 20), 1.0));
  const auto line = [&](const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
    painter.drawPolyline(polygonOf({a, b}, project));
  };
  const double reach_mm = 4.0 * (extent.high_mm - extent.low_mm).norm();
  const Eigen::Vector2d middle = 0.5 * (extent.low_mm + extent.high_mm);
  for (double x = std::ceil((middle.x() - reach_mm) / grid_mm) * grid_mm; x < middle.x() + reach_mm; x += grid_mm)
    line({x, middle.y() - reach_mm, 0.0}, {x, middle.y() + reach_mm, 0.0});
  for (double y = std::ceil((middle.y() - reach_mm) / grid_mm) * grid_mm; y < middle.y() + reach_mm; y += grid_mm)
    line({middle.x() - reach_mm, y, 0.0}, {middle.x() + reach_mm, y, 0.0});
}

/// The faces of the solid that can be seen from above, lighter where they are level.
void drawPyramid(QPainter& painter, const SeenPyramid& pyramid, const PieceCatalog& pieces, const Projector& project) {
  const Pyramid& kind = pieces.pyramid(pyramid.size);
  const bool lying = pyramid.posture == Posture::lying;
  std::vector<Eigen::Vector3d> corners_mm;
  for (const Point3<PieceFrame>& corner : lying ? kind.lyingSolid() : kind.uprightSolid())
    corners_mm.push_back((pyramid.table_from_piece.lifted() * corner).mm);
  using Face = std::vector<std::size_t>;
  const std::vector<Face> faces = lying ? std::vector<Face>{{0, 1, 3, 4}, {0, 4, 2}, {1, 2, 3}, {4, 3, 2}}
                                        : std::vector<Face>{{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}};
  const QColor own = colourOf(pyramid.colour);
  int shade = 150;
  for (const Face& face : faces) {
    std::vector<Eigen::Vector3d> points_mm;
    for (const std::size_t i : face)
      points_mm.push_back(corners_mm[i]);
    painter.setPen(QPen(own.darker(260), 1.0));
    painter.setBrush(own.darker(shade));
    painter.drawPolygon(polygonOf(points_mm, project));
    shade = std::max(115, shade - 12);
  }
}

void drawMan(QPainter& painter, const QPointF& at, double radius_px, const std::string& kind, const std::string& side) {
  const bool light = side == "light";
  painter.setPen(QPen(light ? QColor(60, 60, 60) : QColor(230, 230, 230), 1.5));
  painter.setBrush(light ? QColor(245, 240, 228) : QColor(34, 36, 40));
  painter.drawEllipse(at, radius_px, radius_px);
  QFont font = painter.font();
  font.setPixelSize(std::max(7, qRound(radius_px * 1.15)));
  font.setBold(true);
  painter.setFont(font);
  painter.setPen(light ? QColor(30, 30, 30) : QColor(240, 240, 240));
  painter.drawText(QRectF(at.x() - radius_px, at.y() - radius_px, 2.0 * radius_px, 2.0 * radius_px), Qt::AlignCenter,
                   QString::fromStdString(manLetter(kind)));
}

QPointF middleOf(const QPolygonF& polygon) {
  QPointF sum;
  for (const QPointF& p : polygon)
    sum += p;
  return polygon.isEmpty() ? sum : sum / static_cast<double>(polygon.size());
}

void drawBoard(QPainter& painter, const SeenBoard& board, const Projector& project) {
  const auto squareAt = [&](const std::string& name) {
    std::vector<Eigen::Vector3d> corners_mm;
    for (const Eigen::Vector2d& p : squareCorners(board, name))
      corners_mm.push_back({p.x(), p.y(), board.thickness_mm});
    return polygonOf(corners_mm, project);
  };
  double radius_px = 8.0;
  QFont font = painter.font();
  for (int row = 0; row < board.rows; ++row)
    for (int column = 0; column < board.columns; ++column) {
      const std::string name = static_cast<char>('a' + column) + std::to_string(row + 1);
      const QPolygonF square = squareAt(name);
      painter.setPen(Qt::NoPen);
      painter.setBrush((row + column) % 2 == 0 ? QColor(122, 142, 158) : QColor(198, 206, 212));
      painter.drawPolygon(square);
      const QRectF box = square.boundingRect();
      radius_px = 0.38 * std::min(box.width(), box.height());
      font.setPixelSize(std::max(7, qRound(radius_px * 0.5)));
      painter.setFont(font);
      painter.setPen(QColor(40, 48, 56));
      if (row == 0 || column == 0)
        painter.drawText(box.adjusted(3, 2, -3, -2), Qt::AlignLeft | Qt::AlignBottom, QString::fromStdString(name));
    }
  for (const SeenBoardPiece& piece : board.pieces)
    drawMan(painter, middleOf(squareAt(piece.square)), radius_px, piece.kind, piece.side);
  for (const SeenOffBoard& piece : board.off_board)
    if (const auto px = project({piece.centre_mm.x(), piece.centre_mm.y(), 0.0}))
      drawMan(painter, {px->x(), px->y()}, radius_px * 0.8, piece.kind, piece.side);
  for (const SeenDie& die : board.dice) {
    const QPointF at = middleOf(squareAt(die.square));
    const QRectF box(at.x() - radius_px * 0.6, at.y() - radius_px * 0.6, radius_px * 1.2, radius_px * 1.2);
    painter.setPen(QPen(QColor(40, 40, 40), 1.2));
    painter.setBrush(Qt::white);
    painter.drawRoundedRect(box, 3.0, 3.0);
    painter.drawText(box, Qt::AlignCenter, QString::fromStdString(die.text()));
  }
}

} // namespace

DrawnTable drawTable(const TableState& state, const PieceCatalog& pieces, const TablePolygon& area_mm) {
  ensureLetters();
  const Extent extent = extentOf(state, area_mm);
  const Eigen::Vector2d size_mm = (extent.high_mm - extent.low_mm).array() + 2.0 * margin_mm;
  const Eigen::Vector2d middle_mm = 0.5 * (extent.low_mm + extent.high_mm);
  const double px_per_mm = std::min(width_px / size_mm.x(), height_px / size_mm.y());
  DrawnTable drawn;
  drawn.lens.width_px = width_px;
  drawn.lens.height_px = height_px;
  drawn.lens.fx_px = drawn.lens.fy_px = px_per_mm * camera_height_mm;
  drawn.lens.cx_px = (width_px - 1) / 2.0;
  drawn.lens.cy_px = (height_px - 1) / 2.0;
  const Eigen::Matrix3d looking_down = Eigen::Vector3d(1.0, -1.0, -1.0).asDiagonal();
  drawn.camera_from_table = {looking_down,
                             looking_down * -Eigen::Vector3d(middle_mm.x(), middle_mm.y(), camera_height_mm)};
  drawn.picture = QImage(width_px, height_px, QImage::Format_RGB32);
  drawn.picture.fill(cloth);
  QPainter painter(&drawn.picture);
  painter.setRenderHint(QPainter::Antialiasing);
  const Projector project = cameraProjector(drawn.lens, drawn.camera_from_table);
  drawGrid(painter, project, extent);
  if (state.board)
    drawBoard(painter, *state.board, project);
  for (const SeenObstacle& obstacle : state.obstacles) {
    std::vector<Eigen::Vector3d> corners_mm;
    for (const Eigen::Vector2d& p : obstacle.polygon_mm)
      corners_mm.push_back({p.x(), p.y(), 0.0});
    painter.setPen(QPen(QColor(150, 140, 120), 1.0));
    painter.setBrush(QColor(110, 102, 86));
    painter.drawPolygon(polygonOf(corners_mm, project));
  }
  for (const SeenPyramid& pyramid : state.pyramids)
    drawPyramid(painter, pyramid, pieces, project);
  return drawn;
}

} // namespace linesman::app
