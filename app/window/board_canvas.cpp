#include "app/window/board_canvas.h"

#include <algorithm>
#include <utility>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "app/theme.h"

namespace linesman::app {

namespace {
constexpr double handle_px = 11.0;
constexpr double snap_px = 10.0;
constexpr int blank_px = 1000; ///< side of the sheet when there is no photograph

QPointF toPoint(const Eigen::Vector2d& p) {
  return {p.x(), p.y()};
}
} // namespace

QColor colourOfKind(const std::string& kind) {
  switch (kind.empty() ? '.' : kind[0]) {
  case '#':
    return {150, 112, 70};
  case 'C':
    return {204, 121, 167};
  case 'n':
  case 'e':
  case 's':
  case 'w':
    return {230, 170, 200};
  case 'S':
    return {213, 94, 0};
  case 'I':
    return {0, 114, 178};
  case 'R':
    return {0, 158, 115};
  case 'p':
    return {240, 228, 66};
  case 'h':
    return {86, 180, 233};
  case 'x':
    return {20, 20, 20};
  default:
    return {255, 255, 255};
  }
}

QString signOfKind(const std::string& kind) {
  if (kind == ".." || kind.empty())
    return {};
  if (kind == "##")
    return QStringLiteral("▲");
  if (kind == "xx")
    return QStringLiteral("×");
  const QString rest = QString::fromStdString(kind.substr(1));
  switch (kind[0]) {
  case 'n':
    return QStringLiteral("↑") + rest;
  case 'e':
    return QStringLiteral("→") + rest;
  case 's':
    return QStringLiteral("↓") + rest;
  case 'w':
    return QStringLiteral("←") + rest;
  default:
    return QString::fromStdString(kind);
  }
}

BoardCanvas::BoardCanvas(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setMinimumSize(320, 240);
  setMouseTracking(true);
  setAccessibleName(tr("The board"));
  setPhoto({});
}

void BoardCanvas::setPhoto(const QImage& photo) {
  photo_ = photo;
  const double w = photo_.isNull() ? blank_px : photo_.width();
  const double h = photo_.isNull() ? blank_px : photo_.height();
  const double in = photo_.isNull() ? 0.04 : 0.15;
  setCorners({QPointF(in * w, h - in * h), QPointF(w - in * w, h - in * h), QPointF(w - in * w, in * h),
              QPointF(in * w, in * h)});
}

void BoardCanvas::setPlan(const BoardPlan* plan) {
  plan_ = plan;
  cursor_ = std::min(cursor_, count() > 0 ? count() - 1 : 0);
  update();
}

void BoardCanvas::setTool(Tool tool) {
  tool_ = tool;
  outline_mm_.clear();
  link_from_.reset();
  update();
}

void BoardCanvas::setCorners(const std::array<QPointF, 4>& corners_px) {
  corners_px_ = corners_px;
  update();
}

std::size_t BoardCanvas::count() const {
  return plan_ == nullptr ? 0 : plan_->free_form ? plan_->areas.size() : plan_->kinds.size();
}

QTransform BoardCanvas::viewFromPhoto() const {
  const double w = photo_.isNull() ? blank_px : photo_.width();
  const double h = photo_.isNull() ? blank_px : photo_.height();
  const double s = std::min(width() / w, height() / h);
  QTransform transform;
  transform.translate((width() - s * w) / 2.0, (height() - s * h) / 2.0);
  transform.scale(s, s);
  return transform;
}

QTransform BoardCanvas::viewFromBoard() const {
  QTransform photo_from_board;
  if (plan_ == nullptr)
    return {};
  const double w = plan_->width_mm(), h = plan_->height_mm();
  const QPolygonF board{{0, 0}, {w, 0}, {w, h}, {0, h}};
  const QPolygonF photo{corners_px_[0], corners_px_[1], corners_px_[2], corners_px_[3]};
  if (!QTransform::quadToQuad(board, photo, photo_from_board))
    return {};
  return photo_from_board * viewFromPhoto();
}

QPolygonF BoardCanvas::outlineOf(std::size_t field) const {
  QPolygonF outline;
  if (plan_->free_form) {
    for (const Eigen::Vector2d& p : plan_->areas[field].corners_mm)
      outline << toPoint(p);
    return outline;
  }
  const double s = plan_->square_mm;
  const double x = static_cast<double>(static_cast<int>(field) % plan_->columns) * s;
  const double y = static_cast<double>(static_cast<int>(field) / plan_->columns) * s;
  return QPolygonF{{x, y}, {x + s, y}, {x + s, y + s}, {x, y + s}};
}

std::optional<std::size_t> BoardCanvas::fieldAt(const QPointF& at) const {
  if (plan_ == nullptr)
    return std::nullopt;
  const QPointF board_mm = viewFromBoard().inverted().map(at);
  for (std::size_t i = 0; i < count(); ++i)
    if (outlineOf(i).containsPoint(board_mm, Qt::OddEvenFill))
      return i;
  return std::nullopt;
}

FieldLook BoardCanvas::lookOf(std::size_t field) const {
  if (look_)
    return look_(field);
  const std::string& kind = plan_->free_form ? plan_->areas[field].kind : plan_->kinds[field];
  QColor fill = colourOfKind(kind);
  fill.setAlpha(kind == ".." ? 18 : kind == "xx" ? 190 : 120);
  return {fill, signOfKind(kind)};
}

void BoardCanvas::paintField(QPainter& painter, std::size_t field) const {
  const FieldLook look = lookOf(field);
  const QPolygonF outline = viewFromBoard().map(outlineOf(field));
  painter.setBrush(look.fill);
  const bool in_hand = (hasFocus() && tool_ == Tool::paint && field == cursor_) || link_from_ == field;
  painter.setPen(QPen(QColor(10, 14, 20, 160), 2.6));
  painter.drawPolygon(outline);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(in_hand ? QColor(255, 255, 255) : QColor(255, 255, 255, 120), in_hand ? 3.0 : 1.0));
  painter.drawPolygon(outline);
  const QRectF box = outline.boundingRect();
  QFont font = painter.font();
  const auto put = [&](const QString& text, double size, int flags) {
    font.setPixelSize(std::max(8, qRound(size)));
    font.setBold(true);
    painter.setFont(font);
    painter.setPen(QColor(0, 0, 0, 200));
    painter.drawText(box.adjusted(4, 4, -2, -2).translated(1, 1), flags, text);
    painter.setPen(Qt::white);
    painter.drawText(box.adjusted(4, 4, -2, -2), flags, text);
  };
  const double size = std::min(box.width(), box.height());
  if (look.man_of_white) {
    painter.setPen(QPen(*look.man_of_white ? Qt::black : Qt::white, 1.2));
    painter.setBrush(*look.man_of_white ? QColor(250, 248, 240) : QColor(20, 20, 24));
    painter.drawEllipse(box.center(), 0.34 * size, 0.34 * size);
    font.setPixelSize(std::max(8, qRound(0.36 * size)));
    font.setBold(true);
    painter.setFont(font);
    painter.setPen(*look.man_of_white ? Qt::black : Qt::white);
    painter.drawText(box, Qt::AlignCenter, look.sign);
  } else if (!look.sign.isEmpty()) {
    put(look.sign, size * 0.34, Qt::AlignCenter);
  }
  if (plan_->free_form || field % static_cast<std::size_t>(plan_->columns) == 0 ||
      field < static_cast<std::size_t>(plan_->columns)) {
    const QString name = plan_->free_form ? QString::fromStdString(plan_->areas[field].name)
                                          : QStringLiteral("%1%2")
                                                .arg(QChar('a' + static_cast<int>(field) % plan_->columns))
                                                .arg(static_cast<int>(field) / plan_->columns + 1);
    put(name, std::clamp(std::min(box.width(), box.height()) * 0.2, 8.0, 13.0), Qt::AlignLeft | Qt::AlignBottom);
  }
}

void BoardCanvas::paintLinks(QPainter& painter) const {
  const QTransform view = viewFromBoard();
  const auto middle = [&](std::size_t field) {
    QPointF sum;
    const QPolygonF outline = outlineOf(field);
    for (const QPointF& p : outline)
      sum += p;
    return view.map(sum / std::max(1.0, static_cast<double>(outline.size())));
  };
  const auto neighbours = plan_->neighbours();
  for (std::size_t i = 0; i < neighbours.size(); ++i)
    for (const auto& [direction, name] : neighbours[i])
      for (std::size_t j = 0; j < plan_->areas.size(); ++j)
        if (plan_->areas[j].name == name) {
          painter.setPen(QPen(direction.size() == 1 ? QColor(255, 255, 255, 230) : QColor(255, 255, 255, 110),
                              direction.size() == 1 ? 2.0 : 1.0, direction.size() == 1 ? Qt::SolidLine : Qt::DotLine));
          painter.drawLine(middle(i), (middle(i) + middle(j)) / 2.0);
        }
}

void BoardCanvas::paintHandles(QPainter& painter) const {
  const QTransform view = viewFromPhoto();
  const char* names[] = {"a1", "", "", ""};
  for (std::size_t i = 0; i < 4; ++i) {
    const QPointF at = view.map(corners_px_[i]);
    painter.setBrush(QColor(255, 204, 51, 200));
    painter.setPen(QPen(QColor(20, 20, 20), 2.0));
    painter.drawEllipse(at, handle_px * 0.7, handle_px * 0.7);
    painter.setPen(QColor(255, 204, 51));
    painter.drawText(at + QPointF(-24, 20), QString::fromLatin1(names[i]));
  }
}

void BoardCanvas::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
  const QTransform view = viewFromPhoto();
  if (photo_.isNull()) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(70, 78, 88));
    painter.drawPolygon(view.map(QPolygonF(QRectF(0, 0, blank_px, blank_px))));
  } else {
    painter.save();
    painter.setTransform(view);
    painter.drawImage(QPointF(0, 0), photo_);
    painter.restore();
  }
  if (plan_ == nullptr)
    return;
  const QTransform board = viewFromBoard();
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(QColor(255, 204, 51), 1.5, Qt::DashLine));
  painter.drawPolygon(board.map(QPolygonF(QRectF(0, 0, plan_->width_mm(), plan_->height_mm()))));
  for (std::size_t i = 0; i < count(); ++i)
    paintField(painter, i);
  if (plan_->free_form && tool_ == Tool::link)
    paintLinks(painter);
  if (!outline_mm_.isEmpty()) {
    painter.setPen(QPen(QColor(255, 255, 255), 2.0));
    painter.setBrush(Qt::white);
    QPolygonF way;
    for (const QPointF& p : outline_mm_)
      way << board.map(p);
    painter.drawPolyline(way);
    for (const QPointF& p : way)
      painter.drawEllipse(p, 4.0, 4.0);
  }
  paintHandles(painter);
}

/// Corners of other fields are met exactly, so that neighbours have an edge in common.
QPointF BoardCanvas::snapped(const QPointF& board_mm) const {
  const QTransform view = viewFromBoard();
  const QPointF here = view.map(board_mm);
  QPointF best = board_mm;
  double least = snap_px;
  for (const BoardPlan::Area& area : plan_->areas)
    for (const Eigen::Vector2d& p : area.corners_mm)
      if (const double gap = QLineF(view.map(toPoint(p)), here).length(); gap < least) {
        least = gap;
        best = toPoint(p);
      }
  return best;
}

void BoardCanvas::finishOutline() {
  if (outline_mm_.size() >= 3)
    Q_EMIT outlined(outline_mm_);
  outline_mm_.clear();
  update();
}

void BoardCanvas::mousePressEvent(QMouseEvent* event) {
  const QPointF at = event->position();
  const QTransform photo = viewFromPhoto();
  for (std::size_t i = 0; i < 4; ++i)
    if (QLineF(photo.map(corners_px_[i]), at).length() <= handle_px) {
      dragged_ = static_cast<int>(i);
      return;
    }
  if (plan_ == nullptr)
    return;
  if (tool_ == Tool::outline) {
    const QPointF board_mm = snapped(viewFromBoard().inverted().map(at));
    const bool closes =
        outline_mm_.size() >= 3 && QLineF(viewFromBoard().map(outline_mm_.first()), at).length() <= handle_px;
    if (closes || event->button() == Qt::RightButton)
      return finishOutline();
    outline_mm_ << board_mm;
    return update();
  }
  const auto field = fieldAt(at);
  if (!field)
    return;
  if (tool_ == Tool::link) {
    if (link_from_ && *link_from_ != *field)
      Q_EMIT linked(*link_from_, *field);
    link_from_ = link_from_ ? std::nullopt : field;
    return update();
  }
  cursor_ = *field;
  last_painted_ = field;
  ++stroke_;
  Q_EMIT painted(*field);
}

void BoardCanvas::mouseMoveEvent(QMouseEvent* event) {
  if (dragged_ >= 0) {
    corners_px_[static_cast<std::size_t>(dragged_)] = viewFromPhoto().inverted().map(event->position());
    update();
    return Q_EMIT cornersMoved();
  }
  if (tool_ != Tool::paint || (event->buttons() & Qt::LeftButton) == 0)
    return;
  const auto field = fieldAt(event->position());
  if (field && field != last_painted_) {
    last_painted_ = field;
    Q_EMIT painted(*field);
  }
}

void BoardCanvas::mouseReleaseEvent(QMouseEvent*) {
  if (std::exchange(dragged_, -1) >= 0)
    Q_EMIT cornersDropped();
  last_painted_.reset();
}

void BoardCanvas::keyPressEvent(QKeyEvent* event) {
  if (plan_ == nullptr || (count() == 0 && tool_ != Tool::outline))
    return QWidget::keyPressEvent(event);
  const std::size_t last = std::max<std::size_t>(1, count()) - 1;
  const auto step = static_cast<std::size_t>(plan_->free_form ? 1 : plan_->columns);
  switch (event->key()) {
  case Qt::Key_Left:
    cursor_ = cursor_ > 0 ? cursor_ - 1 : 0;
    break;
  case Qt::Key_Right:
    cursor_ = std::min(cursor_ + 1, last);
    break;
  case Qt::Key_Up:
    cursor_ = std::min(cursor_ + step, last);
    break;
  case Qt::Key_Down:
    cursor_ = cursor_ >= step ? cursor_ - step : cursor_;
    break;
  case Qt::Key_Space:
    ++stroke_;
    if (cursor_ < count())
      Q_EMIT painted(cursor_);
    break;
  case Qt::Key_Return:
    finishOutline();
    break;
  case Qt::Key_Escape:
    if (outline_mm_.isEmpty() && !link_from_)
      return QWidget::keyPressEvent(event);
    outline_mm_.clear();
    link_from_.reset();
    break;
  default:
    return QWidget::keyPressEvent(event);
  }
  update();
}

} // namespace linesman::app
