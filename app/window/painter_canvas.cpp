#include "app/window/painter_canvas.h"

#include <QPainterPath>

namespace linesman::app {

namespace {

QColor inkColour(Ink ink) {
  return QColor::fromRgbF(static_cast<float>(ink.red), static_cast<float>(ink.green), static_cast<float>(ink.blue));
}

QPolygonF polygonOf(const std::vector<Eigen::Vector2d>& points) {
  QPolygonF polygon;
  for (const Eigen::Vector2d& p : points)
    polygon << QPointF(p.x(), p.y());
  return polygon;
}

} // namespace

void PainterCanvas::fill(const std::vector<Rect>& rects, Ink ink) {
  QPainterPath path;
  for (const Rect& rect : rects)
    path.addRect(rect.x_mm, rect.y_mm, rect.width_mm, rect.height_mm);
  painter_.fillPath(path, inkColour(ink));
}

void PainterCanvas::fill(const std::vector<Eigen::Vector2d>& polygon_mm, Ink ink) {
  painter_.setPen(Qt::NoPen);
  painter_.setBrush(inkColour(ink));
  painter_.drawPolygon(polygonOf(polygon_mm));
}

void PainterCanvas::outline(const std::vector<Eigen::Vector2d>& polygon_mm, double thickness_mm, Ink ink) {
  painter_.setPen(QPen(inkColour(ink), thickness_mm, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
  painter_.setBrush(Qt::NoBrush);
  painter_.drawPolygon(polygonOf(polygon_mm));
}

void PainterCanvas::line(const Eigen::Vector2d& from_mm, const Eigen::Vector2d& to_mm, double thickness_mm, Ink ink) {
  painter_.setPen(QPen(inkColour(ink), thickness_mm, Qt::SolidLine, Qt::FlatCap));
  painter_.drawLine(QPointF(from_mm.x(), from_mm.y()), QPointF(to_mm.x(), to_mm.y()));
}

/// As an outline: letters a few millimetres high would be laid out on whole pixels of a font that small.
void PainterCanvas::text(const Eigen::Vector2d& at_mm, double height_mm, const std::string& utf8, Align align, Ink ink,
                         bool bold) {
  constexpr int laid_out_px = 100;
  QFont font = painter_.font();
  font.setPixelSize(laid_out_px);
  font.setBold(bold);
  const QString words = QString::fromStdString(utf8);
  const double width = QFontMetricsF(font).horizontalAdvance(words);
  const double shift = align == Align::left ? 0.0 : align == Align::centre ? 0.5 : 1.0;
  QPainterPath path;
  path.addText(-shift * width, 0.0, font, words);
  const double scale = height_mm / laid_out_px;
  painter_.save();
  painter_.translate(at_mm.x(), at_mm.y());
  painter_.scale(scale, scale);
  painter_.fillPath(path, inkColour(ink));
  painter_.restore();
}

} // namespace linesman::app
