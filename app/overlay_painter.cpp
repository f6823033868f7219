#include "app/overlay_painter.h"

#include <cmath>

#include <QFontMetricsF>
#include <QVarLengthArray>

#include "app/name_plates.h"
#include "app/theme.h"

namespace linesman::app {

namespace {

/// Ink around lines, which keeps them readable on any picture. Opaque: translucent ink is laid on pixel by pixel.
constexpr QColor halo{16, 20, 28};
constexpr double halo_width = 1.4; ///< on both sides together

/// Line, dash and fill of a mark.
struct Stroke {
  QColor line;
  double width = 1.5;
  QColor fill = Qt::transparent;
  QList<qreal> dash = {};
  bool halo = true;
  Qt::BrushStyle pattern = Qt::SolidPattern;
};

QColor withAlpha(QColor colour, int alpha) {
  colour.setAlpha(alpha);
  return colour;
}

Stroke strokeOf(const OverlayItem& item) {
  const QColor own = item.colour ? colourOf(*item.colour) : QColor(Qt::white);
  const double strong = item.strong ? 1.0 : 0.0;
  switch (item.mark) {
  case Mark::outline:
    return {own, 1.8 + strong, withAlpha(own, item.strong ? 40 : 0)};
  case Mark::footprint:
    return {withAlpha(own, 150), 1.0, Qt::transparent, {3, 2}, false};
  case Mark::heading:
    return {own, 2.0};
  case Mark::name:
  case Mark::note:
    return {Qt::white, 1.0};
  case Mark::sigma:
    return {item.strong ? QColor(Qt::white) : withAlpha(Qt::white, 170),
            item.strong ? 1.4 : 1.0,
            Qt::transparent,
            {},
            item.strong};
  case Mark::region:
    return {withAlpha(signal::region, item.strong ? 255 : 165),
            item.strong ? 1.8 : 1.0,
            withAlpha(signal::region, item.strong ? 48 : 26),
            {},
            false};
  case Mark::reach:
    return {Qt::transparent, 0.0, withAlpha(signal::reach, 70), {}, false};
  case Mark::reach_bow:
    return {Qt::transparent, 0.0, withAlpha(signal::reach, 60), {}, false};
  case Mark::shot_hit:
    return {signal::yes, 2.2 + strong};
  case Mark::shot_close:
    return {signal::close, 2.2 + strong, Qt::transparent, {3, 2}};
  case Mark::shot_no:
    return {withAlpha(signal::no, item.strong ? 255 : 200), 1.4 + strong, Qt::transparent, {1.5, 2.5}};
  case Mark::limit:
    return {Qt::white, 2.6};
  case Mark::nearest:
    return {signal::close, 2.2};
  case Mark::blocker:
    return {signal::no, 2.4, withAlpha(signal::no, 50)};
  case Mark::ghost:
    return {withAlpha(Qt::white, 220), 1.6, withAlpha(Qt::white, 30), {4, 3}};
  case Mark::chit:
    return {withAlpha(own, 220), 1.4};
  case Mark::obstacle:
    return {QColor(214, 206, 190), 1.4, withAlpha(QColor(214, 206, 190), 16), {6, 3}};
  case Mark::hand:
    return {withAlpha(QColor(240, 228, 210), 200),
            1.2,
            withAlpha(QColor(240, 228, 210), 110),
            {2, 3},
            true,
            Qt::BDiagPattern};
  case Mark::unseen:
    return {withAlpha(Qt::white, item.strong ? 160 : 0), 1.0, withAlpha(Qt::white, 90), {}, false, Qt::BDiagPattern};
  case Mark::area:
    return {withAlpha(Qt::white, 150), 1.2, Qt::transparent, {8, 5}, false};
  case Mark::measure:
    return {signal::measure, 2.0};
  case Mark::man_light:
    return {QColor(244, 240, 228)};
  case Mark::man_dark:
    return {QColor(70, 74, 84)};
  case Mark::man_doubt:
    return {signal::close};
  case Mark::square:
    return {signal::region, 2.0, withAlpha(signal::region, 40)};
  }
  return {Qt::white};
}

/// Does everything between `from` and `to` lie on the way straight from one to the other, as far as an eye can tell?
bool straight(const QPolygonF& points, qsizetype from, qsizetype to) {
  constexpr double seen_px = 0.12;
  const QPointF way = points[to] - points[from];
  const double most = seen_px * std::hypot(way.x(), way.y());
  for (qsizetype i = from + 1; i < to; ++i) {
    const QPointF p = points[i] - points[from];
    if (std::abs(way.x() * p.y() - way.y() * p.x()) > most)
      return false;
  }
  return true;
}

/// In the painter's coordinates; of the points that follow the lens only those are kept that make a difference here.
QPolygonF mapped(const OverlayItem& item, const QTransform& view_from_image) {
  QPolygonF all, kept;
  all.reserve(static_cast<qsizetype>(item.points_px.size()));
  for (const Eigen::Vector2d& p : item.points_px)
    all << view_from_image.map(QPointF(p.x() + 0.5, p.y() + 0.5)); // (0,0) is the centre of the first pixel
  if (all.size() < 3 || item.shape == OverlayItem::Shape::dot)
    return all;
  kept << all.first();
  for (qsizetype from = 0, to = 2; to < all.size(); ++to)
    if (!straight(all, from, to)) {
      from = to - 1;
      kept << all[from];
    }
  return kept << all.last();
}

QPen penOf(const Stroke& stroke, double scale) {
  QPen pen(stroke.line, stroke.width * scale, Qt::SolidLine, Qt::FlatCap, Qt::BevelJoin);
  if (!stroke.dash.isEmpty())
    pen.setDashPattern(stroke.dash);
  return pen;
}

/// A line, or the ring of a polygon, as single lines: a tenth of what a path costs. Where they overlap corners are
/// closed, which would show with ink that is not opaque: there, and at the ends of a line, they end flat.
void paintLines(QPainter& painter, const QPolygonF& points, bool closed, QPen pen) {
  QVarLengthArray<QLineF, 64> lines;
  for (qsizetype i = 0; i + 1 < points.size(); ++i)
    lines.append({points[i], points[i + 1]});
  if (closed && points.size() > 2)
    lines.append({points.last(), points.first()});
  const bool overlap = closed && pen.color().alpha() == 255 && pen.style() == Qt::SolidLine;
  pen.setCapStyle(overlap ? Qt::SquareCap : Qt::FlatCap);
  painter.setPen(pen);
  painter.drawLines(lines.data(), static_cast<int>(lines.size()));
}

void paintDot(QPainter& painter, const Stroke& stroke, const QPolygonF& points, const OverlayStyle& style) {
  painter.setBrush(stroke.line);
  painter.setPen(QPen(QColor(10, 14, 20, 200), style.scale));
  for (const QPointF& p : points)
    painter.drawEllipse(p, 3.4 * style.scale, 3.4 * style.scale);
}

void paintHeading(QPainter& painter, const Stroke& stroke, const QPolygonF& line, double scale) {
  if (line.size() < 2)
    return;
  const QLineF shaft(line.first(), line.last());
  if (shaft.length() < 1.0)
    return;
  const QPointF along = (shaft.p2() - shaft.p1()) / shaft.length();
  const QPointF aside(-along.y(), along.x());
  const double head = 6.5 * scale;
  painter.drawLine(shaft);
  painter.setPen(Qt::NoPen);
  painter.setBrush(stroke.line);
  painter.drawPolygon(QPolygonF{shaft.p2() + head * 0.6 * along, shaft.p2() - head * along + head * 0.6 * aside,
                                shaft.p2() - head * along - head * 0.6 * aside});
}

/// What a crown takes of the plate before the name (of the plate's height).
constexpr double crown_room = 1.1;

/// The plate of a name, and a line to what it names where it had to give way.
void paintName(QPainter& painter, const OverlayItem& item, const NamePlate& plate, const OverlayStyle& style) {
  const bool light = item.mark == Mark::man_light;
  const QColor own = item.colour ? colourOf(*item.colour) : strokeOf(item).line;
  painter.setPen(QPen(light ? halo : own, style.scale));
  if (!plate.box.contains(plate.at))
    painter.drawLine(plate.at, plate.box.center());
  painter.setBrush(light ? withAlpha(own, 230) : QColor(12, 16, 22, 205));
  const double round = plate.box.height() * 0.3;
  painter.drawRoundedRect(plate.box, round, round);
  QRectF text = plate.box;
  if (item.crowned) {
    const double room = crown_room * text.height(), inset = 0.18 * text.height();
    paintCrown(painter,
               QRectF(text.left() + 2.0 * inset, text.top() + inset, room - inset, text.height() - 2.0 * inset));
    text.setLeft(text.left() + room);
  }
  painter.setBrush(Qt::NoBrush);
  painter.setPen(light ? halo : item.mark == Mark::man_doubt ? own : QColor(Qt::white));
  painter.drawText(text, Qt::AlignCenter, QString::fromStdString(item.text));
}

/// Names lie on top of all lines, and none on another.
void paintNames(QPainter& painter, const Overlay& overlay, const QTransform& view_from_image,
                const OverlayStyle& style) {
  const QFontMetricsF metrics(painter.font());
  std::vector<NamePlate> plates;
  std::vector<const OverlayItem*> named;
  for (const OverlayItem& item : overlay.items)
    if (item.shape == OverlayItem::Shape::text && !item.points_px.empty()) {
      const QPointF at = view_from_image.map(QPointF(item.points_px[0].x() + 0.5, item.points_px[0].y() + 0.5));
      const double crown = item.crowned ? crown_room * metrics.height() : 0.0;
      const QSizeF size(metrics.horizontalAdvance(QString::fromStdString(item.text)) + 8.0 * style.scale + crown,
                        metrics.height());
      plates.push_back({at, QRectF(at - QPointF(size.width() / 2.0, size.height() / 2.0), size)});
      named.push_back(&item);
    }
  spreadPlates(plates);
  for (std::size_t i = 0; i < plates.size(); ++i)
    paintName(painter, *named[i], plates[i], style);
}

void paintItem(QPainter& painter, const OverlayItem& item, const QPolygonF& points, const OverlayStyle& style) {
  const Stroke stroke = strokeOf(item);
  if (item.shape == OverlayItem::Shape::dot)
    return paintDot(painter, stroke, points, style);
  painter.setBrush(Qt::NoBrush);
  const bool closed = item.shape == OverlayItem::Shape::polygon;
  if (stroke.halo && style.on_picture) {
    painter.setRenderHint(QPainter::Antialiasing, false); // a smooth one costs twice as much and looks the same
    paintLines(painter, points, closed, QPen(halo, (stroke.width + halo_width) * style.scale));
    painter.setRenderHint(QPainter::Antialiasing, true);
  }
  const QPen pen = penOf(stroke, style.scale);
  if (item.mark == Mark::heading) {
    painter.setPen(pen);
    return paintHeading(painter, stroke, points, style.scale);
  }
  if (closed && style.fills && stroke.fill.alpha() > 0) { // by itself; not smoothed where the line on its edge is
    painter.setRenderHint(QPainter::Antialiasing, stroke.line.alpha() == 0 && stroke.pattern == Qt::SolidPattern);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QBrush(stroke.fill, stroke.pattern));
    painter.drawPolygon(points);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setBrush(Qt::NoBrush);
  }
  if (stroke.line.alpha() == 0)
    return;
  constexpr qsizetype most_corners = 6; // dashes begin anew with every line
  if (stroke.dash.isEmpty() || points.size() <= most_corners)
    return paintLines(painter, points, closed, pen);
  painter.setPen(pen);
  if (closed)
    painter.drawPolygon(points);
  else
    painter.drawPolyline(points);
}

} // namespace

void paintCrown(QPainter& painter, const QRectF& box) {
  const auto at = [&](double x, double y) {
    return QPointF(box.left() + x * box.width(), box.top() + y * box.height());
  };
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.setPen(QPen(halo, 0.8));
  painter.setBrush(QColor(255, 200, 40));
  painter.drawPolygon(QPolygonF{at(0.0, 0.25), at(0.25, 0.55), at(0.5, 0.0), at(0.75, 0.55), at(1.0, 0.25),
                                at(0.88, 1.0), at(0.12, 1.0)});
  painter.restore();
}

void paintOverlay(QPainter& painter, const Overlay& overlay, const QTransform& view_from_image,
                  const OverlayStyle& style) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, true);
  QFont font = painter.font();
  font.setPixelSize(std::max(8, qRound(12.0 * style.scale)));
  font.setWeight(QFont::DemiBold);
  painter.setFont(font);
  for (const OverlayItem& item : overlay.items)
    if (item.shape != OverlayItem::Shape::text)
      paintItem(painter, item, mapped(item, view_from_image), style);
  paintNames(painter, overlay, view_from_image, style);
  painter.restore();
}

OverlayStyle windowStyle() {
  OverlayStyle style;
  style.scale = typeScale();
  return style;
}

QColor colourOf(Colour colour) {
  switch (colour) {
  case Colour::red:
    return {255, 92, 92};
  case Colour::yellow:
    return {255, 214, 64};
  case Colour::green:
    return {72, 208, 120};
  case Colour::blue:
    return {92, 150, 255};
  case Colour::cyan:
    return {72, 214, 226};
  case Colour::purple:
    return {178, 126, 255};
  case Colour::pink:
    return {255, 132, 198};
  case Colour::orange:
    return {255, 152, 56};
  case Colour::clear:
    return {206, 222, 232};
  case Colour::white:
    return {248, 248, 248};
  case Colour::black:
    return {128, 136, 148};
  }
  return Qt::white;
}

} // namespace linesman::app
