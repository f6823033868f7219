#include "app/window/fleet_panel.h"

#include <algorithm>
#include <utility>

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include "app/overlay_painter.h"
#include "app/theme.h"
#include "app/window/cards.h"
#include "app/window/labels.h"

namespace linesman::app {

namespace {

QColor surfaceColour(Colour colour) {
  const QColor bright = colourOf(colour);
  return theme().dark ? bright : bright.darker(colour == Colour::white || colour == Colour::clear ? 150 : 120);
}

} // namespace

FleetPanel::FleetPanel(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("Fleets"));
  setFocusPolicy(Qt::StrongFocus);
}

void FleetPanel::setSnapshot(const Snapshot& snapshot, PieceId selected) {
  fleets_.clear();
  const bool other = std::exchange(selected_, selected) != selected;
  std::map<Colour, std::vector<Ship>> by_colour;
  const std::map<PieceId, int> damage = damageOf(snapshot);
  for (const SeenPyramid& pyramid : snapshot.state.pyramids) {
    if (pyramid.posture != Posture::lying)
      continue;
    const auto name = snapshot.names.find(pyramid.id);
    const auto taken = damage.find(pyramid.id);
    const Ship ship{pyramid.id,
                    pyramid.size,
                    name == snapshot.names.end() ? QString() : QString::fromStdString(name->second),
                    taken == damage.end() ? 0 : taken->second,
                    damageToSink(snapshot, pyramid),
                    snapshot.flagships.contains(pyramid.id),
                    {}};
    by_colour[pyramid.colour].push_back(ship);
  }
  for (auto& [colour, ships] : by_colour) {
    std::sort(ships.begin(), ships.end(), [](const Ship& a, const Ship& b) {
      return a.size != b.size ? a.size > b.size : a.name.localeAwareCompare(b.name) < 0;
    });
    const auto player = snapshot.table.players.find(colour);
    const std::string title = player == snapshot.table.players.end() ? std::string(nameOf(colour)) : player->second;
    fleets_.push_back({colour, shownPlayer(title), std::move(ships), {}});
  }
  arrange();
  updateGeometry();
  update();
  for (const Fleet& fleet : fleets_)
    for (const Ship& ship : fleet.ships)
      if (other && ship.id == selected_)
        showInList(this, ship.box.toRect());
}

/// Rows of ships that wrap at the panel's width.
void FleetPanel::arrange() {
  const double s = typeScale();
  const double cell_w = 46.0 * s;
  const double cell_h = 58.0 * s;
  constexpr double edge = 6.0; // room for the frame of what has the keys
  double y = 0.0;
  for (Fleet& fleet : fleets_) {
    fleet.title = QRectF(edge, y, width() - 2.0 * edge, 22.0 * s);
    y += 24.0 * s;
    double x = edge;
    for (Ship& ship : fleet.ships) {
      if (x > edge && x + cell_w > width() - edge) {
        x = edge;
        y += cell_h + 2.0;
      }
      ship.box = QRectF(x, y, cell_w, cell_h);
      x += cell_w + 2.0;
    }
    y += cell_h + 10.0;
  }
  height_ = y;
}

QSize FleetPanel::sizeHint() const {
  return {280, static_cast<int>(height_)};
}

QSize FleetPanel::minimumSizeHint() const {
  return {120, static_cast<int>(height_)};
}

void FleetPanel::resizeEvent(QResizeEvent*) {
  arrange();
  updateGeometry();
}

void FleetPanel::paintShip(QPainter& painter, const Ship& ship, const QColor& colour) const {
  const double s = typeScale();
  if (ship.id == selected_) {
    painter.setPen(QPen(theme().accent, 1.4));
    painter.setBrush(theme().raised);
    painter.drawRoundedRect(ship.box.adjusted(1, 0, -1, -1), 7, 7);
  }
  const double base = (ship.size == PyramidSize::large ? 15.0 : ship.size == PyramidSize::medium ? 12.0 : 8.6) * s;
  const QPointF foot(ship.box.center().x(), ship.box.top() + 31.0 * s);
  painter.setPen(QPen(colour, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  QColor fill = colour;
  fill.setAlpha(60);
  painter.setBrush(fill);
  painter.drawPolygon(
      QPolygonF{foot + QPointF(-base / 2, 0), foot + QPointF(base / 2, 0), foot + QPointF(0, -1.8 * base)});
  if (ship.flagship)
    paintCrown(painter, QRectF(ship.box.right() - 16.0 * s, ship.box.top() + 3.0 * s, 12.0 * s, 9.0 * s));
  const int points = ship.sinks_at;
  const double gap = std::min(7.0 * s, ship.box.width() / (points + 1));
  for (int i = 0; i < points; ++i) {
    const QPointF at(ship.box.center().x() + (i - (points - 1) / 2.0) * gap, ship.box.top() + 37.0 * s);
    painter.setPen(QPen(i < ship.damage ? theme().no : theme().dim, 1.2));
    painter.setBrush(i < ship.damage ? QBrush(theme().no) : QBrush(Qt::NoBrush));
    painter.drawEllipse(at, 2.4 * s, 2.4 * s);
  }
  painter.setPen(theme().dim);
  painter.drawText(ship.box.adjusted(0, 41.0 * s, 0, 0), Qt::AlignHCenter | Qt::AlignTop,
                   painter.fontMetrics().elidedText(ship.name, Qt::ElideRight, qRound(ship.box.width())));
}

void FleetPanel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QFont name_font = font();
  name_font.setPixelSize(qRound(11.0 * typeScale()));
  QFont title_font = font();
  title_font.setPixelSize(qRound(13.0 * typeScale()));
  title_font.setWeight(QFont::DemiBold);
  for (const Fleet& fleet : fleets_) {
    const QColor colour = surfaceColour(fleet.colour);
    painter.setFont(title_font);
    painter.setPen(theme().text);
    int afloat = 0;
    for (const Ship& ship : fleet.ships)
      afloat += ship.damage < ship.sinks_at ? 1 : 0;
    const QString count = tr("%1 afloat").arg(afloat);
    const QFontMetricsF metrics(title_font);
    const double count_width = metrics.horizontalAdvance(count) + 8.0;
    painter.drawText(fleet.title.adjusted(0, 0, -count_width, 0), Qt::AlignVCenter,
                     metrics.elidedText(fleet.player, Qt::ElideRight, fleet.title.width() - count_width - 10.0));
    painter.setFont(name_font);
    painter.setPen(theme().dim);
    painter.drawText(fleet.title, Qt::AlignVCenter | Qt::AlignRight, count);
    for (const Ship& ship : fleet.ships)
      paintShip(painter, ship, colour);
  }
  if (hasFocus())
    paintFocus(painter, rect());
}

const FleetPanel::Ship* FleetPanel::shipAt(const QPointF& at) const {
  for (const Fleet& fleet : fleets_)
    for (const Ship& ship : fleet.ships)
      if (ship.box.contains(at))
        return &ship;
  return nullptr;
}

void FleetPanel::mousePressEvent(QMouseEvent* event) {
  if (const Ship* ship = shipAt(event->position()))
    Q_EMIT shipClicked(ship->id == selected_ ? PieceId{} : ship->id);
}

void FleetPanel::keyPressEvent(QKeyEvent* event) {
  const bool back = event->key() == Qt::Key_Left || event->key() == Qt::Key_Up;
  if (!back && event->key() != Qt::Key_Right && event->key() != Qt::Key_Down)
    return QWidget::keyPressEvent(event);
  std::vector<PieceId> ships;
  for (const Fleet& fleet : fleets_)
    for (const Ship& ship : fleet.ships)
      ships.push_back(ship.id);
  if (ships.empty())
    return;
  const auto at = std::find(ships.begin(), ships.end(), selected_);
  const std::size_t count = ships.size();
  const std::size_t now = static_cast<std::size_t>(at - ships.begin());
  const std::size_t next = at == ships.end() ? (back ? count - 1 : 0) : (now + (back ? count - 1 : 1)) % count;
  Q_EMIT shipClicked(ships[next]);
}

bool FleetPanel::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const Ship* ship = shipAt(help->pos())) {
      const QString size = ship->size == PyramidSize::large    ? tr("large")
                           : ship->size == PyramidSize::medium ? tr("medium")
                                                               : tr("small");
      const QString words = ship->flagship ? tr("%1: flagship, %2, damage %3 of %4") : tr("%1: %2, damage %3 of %4");
      QToolTip::showText(help->globalPos(), words.arg(ship->name, size).arg(ship->damage).arg(ship->sinks_at), this);
      return true;
    }
  }
  return QWidget::event(event);
}

} // namespace linesman::app
