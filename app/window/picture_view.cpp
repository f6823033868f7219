#include "app/window/picture_view.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QWheelEvent>

#include "app/overlay_painter.h"
#include "app/theme.h"
#include "app/window/fitted_text.h"

namespace linesman::app {

namespace {
constexpr double corner_radius = 10.0;
constexpr double max_zoom = 24.0;
constexpr double drag_start_px = 4.0;
constexpr double words_gap_px = 6.0; // between plates of words

/// A cross in white on black, seen on any ground.
void paintPointer(QPainter& painter, const QPointF& at) {
  for (const QPen& pen : {QPen(Qt::black, 4.0), QPen(Qt::white, 1.6)}) {
    painter.setPen(pen);
    painter.drawLine(at - QPointF(14.0, 0.0), at + QPointF(14.0, 0.0));
    painter.drawLine(at - QPointF(0.0, 14.0), at + QPointF(0.0, 14.0));
  }
}

/// The ground of words on a picture; leaves the pen that writes on it.
void paintPlate(QPainter& painter, const QRectF& box) {
  painter.setPen(Qt::NoPen);
  painter.setBrush(QColor(12, 16, 22, 190));
  painter.drawRoundedRect(box, 6.0, 6.0);
  painter.setPen(QColor(240, 244, 248));
}

} // namespace

PictureView::PictureView(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setMinimumSize(160, 120);
  setCursor(Qt::CrossCursor);
  setMouseTracking(true);
}

void PictureView::setPicture(const QImage& picture) {
  const bool other_size = picture.size() != picture_.size();
  picture_ = picture;
  if (other_size)
    fit();
  update();
}

void PictureView::setOverlay(Overlay overlay) {
  overlay_ = std::move(overlay);
  update();
}

void PictureView::setNotice(const QString& notice) {
  notice_ = notice;
  update();
}

void PictureView::setMagnifier(std::optional<QPointF> centre_px, double times) {
  magnified_px_ = centre_px;
  magnification_ = times;
  update();
}

void PictureView::setKeyColour(std::optional<QColor> colour) {
  key_colour_ = colour;
  update();
}

void PictureView::setCaption(const QString& caption) {
  caption_ = caption;
  update();
}

void PictureView::setBanner(const QString& banner) {
  banner_ = banner;
  update();
}

void PictureView::setScaleBar(double length_px, const QString& text) {
  scale_bar_px_ = length_px;
  scale_text_ = text;
  update();
}

QTransform PictureView::fitted() const {
  if (picture_.isNull())
    return {};
  const double s =
      std::min(width() / static_cast<double>(picture_.width()), height() / static_cast<double>(picture_.height()));
  QTransform transform;
  transform.translate((width() - s * picture_.width()) / 2.0, (height() - s * picture_.height()) / 2.0);
  transform.scale(s, s);
  return transform;
}

QTransform PictureView::viewFromImage() const {
  const QPointF middle(width() / 2.0, height() / 2.0);
  QTransform zoomed;
  zoomed.translate(middle.x() + pan_.x(), middle.y() + pan_.y());
  zoomed.scale(zoom_, zoom_);
  zoomed.translate(-middle.x(), -middle.y());
  return fitted() * zoomed;
}

void PictureView::fit() {
  zoom_ = 1.0;
  pan_ = {};
  update();
}

void PictureView::zoomBy(double factor, QPointF at) {
  if (at.x() < 0.0)
    at = QPointF(width() / 2.0, height() / 2.0);
  const QPointF kept = viewFromImage().inverted().map(at);
  zoom_ = std::clamp(zoom_ * factor, 1.0, max_zoom);
  pan_ += at - viewFromImage().map(kept);
  keepInSight();
  update();
}

/// The picture may not be dragged out of the view.
void PictureView::keepInSight() {
  const QRectF shown = viewFromImage().mapRect(QRectF(picture_.rect()));
  const auto correction = [](double low, double high, double size) {
    if (high - low <= size)
      return size / 2.0 - (low + high) / 2.0;
    return low > 0.0 ? -low : high < size ? size - high : 0.0;
  };
  pan_ += QPointF(correction(shown.left(), shown.right(), width()), correction(shown.top(), shown.bottom(), height()));
}

namespace {

/// On a small picture names and lines are finer: at full size they would hide the pieces that they name.
OverlayStyle styleFor(double shown_width_px) {
  constexpr double full_width_px = 480.0, finest = 0.7;
  OverlayStyle style = windowStyle();
  style.scale *= std::clamp(shown_width_px / (full_width_px * typeScale()), finest, 1.0);
  return style;
}

} // namespace

void PictureView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
  const QTransform view = viewFromImage();
  QPainterPath frame;
  frame.addRoundedRect(QRectF(rect()).intersected(view.mapRect(QRectF(picture_.rect()))), corner_radius, corner_radius);
  if (picture_.isNull()) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme().panel);
    painter.drawRoundedRect(rect(), corner_radius, corner_radius);
    paintNotice(painter);
    return by_keys_ ? paintFocus(painter, rect()) : void();
  }
  if (key_colour_) {
    painter.fillRect(rect(), *key_colour_);
    OverlayStyle style = windowStyle();
    style.on_picture = false; // no halos: half-transparent edges would keep the key colour
    return paintOverlay(painter, overlay_, view, style);
  }
  painter.setClipPath(frame);
  painter.save();
  painter.setTransform(view, true);
  painter.drawImage(QPointF(0.0, 0.0), picture_);
  painter.restore();
  layer_.paint(painter, overlay_, view, size(), styleFor(view.mapRect(QRectF(picture_.rect())).width()));
  painter.setClipping(false);
  if (magnified_px_)
    paintMagnifier(painter);
  paintFurniture(painter);
  paintNotice(painter);
  if (by_keys_)
    paintFocus(painter, rect());
  if (key_pointer_)
    paintPointer(painter, *key_pointer_);
}

QRectF PictureView::magnifierPlace() const {
  const QTransform view = viewFromImage();
  const QPointF centre = view.map(*magnified_px_ + QPointF(0.5, 0.5));
  const double size = 2.0 * std::clamp(std::min(width(), height()) * 0.19, 70.0, 200.0), edge = 16.0;
  const QRectF left(edge, edge, size, size), right(width() - edge - size, edge, size, size);
  const QFontMetricsF letters(font());
  const auto hides = [&](const QRectF& place) {
    return std::ranges::any_of(overlay_.items, [&](const OverlayItem& item) {
      if (item.mark != Mark::note || item.shape != OverlayItem::Shape::text || item.points_px.empty())
        return false;
      QRectF words(QPointF(), QSizeF(letters.horizontalAdvance(QString::fromStdString(item.text)), letters.height()));
      words.moveCenter(view.map(QPointF(item.points_px.front().x(), item.points_px.front().y())));
      return words.intersects(place);
    });
  };
  const bool on_left = centre.x() < width() / 2.0;
  const QRectF usual = on_left ? right : left, other = on_left ? left : right;
  return hides(usual) && !hides(other) && !other.contains(centre) ? other : usual;
}

void PictureView::paintMagnifier(QPainter& painter) {
  const QTransform view = viewFromImage();
  const QPointF centre = view.map(*magnified_px_ + QPointF(0.5, 0.5));
  const QRectF place = magnifierPlace();
  const QPointF inset = place.center();
  const double radius = 0.5 * place.width();
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(QColor(255, 255, 255, 150), 1.2, Qt::DashLine));
  const double ring = radius / magnification_;
  painter.drawEllipse(centre, ring, ring);
  const QLineF lead(centre, inset);
  painter.drawLine(lead.pointAt(ring / lead.length()), lead.pointAt(1.0 - radius / lead.length()));
  painter.save();
  QPainterPath round;
  round.addEllipse(inset, radius, radius);
  painter.setClipPath(round);
  QTransform near;
  near.translate(inset.x(), inset.y());
  near.scale(magnification_, magnification_);
  near.translate(-centre.x(), -centre.y());
  painter.save();
  painter.setTransform(view * near, true);
  painter.drawImage(QPointF(0.0, 0.0), picture_);
  painter.restore();
  paintOverlay(painter, overlay_, view * near, windowStyle());
  painter.restore();
  painter.setPen(QPen(QColor(255, 255, 255), 2.5));
  painter.drawEllipse(inset, radius, radius);
}

/// Caption and banner: below the picture where there is room, else in the lower left corner of what is shown of it.
void PictureView::paintWords(QPainter& painter) {
  const QRectF shown = QRectF(rect()).intersected(viewFromImage().mapRect(QRectF(picture_.rect())));
  struct Plate {
    QString words;
    QFont letters;
    QRectF box; // from the lower left corner of all of them
  };
  std::vector<Plate> plates; // upwards
  const auto add = [&](QString words, double size_px, int flags) {
    if (words.isEmpty())
      return;
    QFont letters = font();
    letters.setPixelSize(qRound(size_px * typeScale()));
    const QFontMetricsF metrics(letters);
    const double room = shown.width() - 36.0;
    if (flags == 0)
      words = metrics.elidedText(words, Qt::ElideMiddle, 0.6 * room);
    const QSizeF size = metrics.boundingRect(QRectF(0.0, 0.0, room, height()), flags, words).size();
    const double bottom = plates.empty() ? 0.0 : plates.back().box.top() - words_gap_px;
    const QRectF box(0.0, bottom - size.height() - 10.0, size.width() + 17.0, size.height() + 10.0);
    plates.push_back({std::move(words), letters, box});
  };
  add(caption_, 12.0, 0);
  add(banner_, 15.0, Qt::TextWordWrap);
  const double high = plates.empty() ? 0.0 : -plates.back().box.top();
  const bool below = height() - shown.bottom() >= high + 2.0 * words_gap_px;
  const QPointF corner = shown.bottomLeft() + (below ? QPointF(0.0, words_gap_px + high) : QPointF(10.0, -10.0));
  for (const Plate& plate : plates) {
    const QRectF box = plate.box.translated(corner);
    painter.setFont(plate.letters);
    paintPlate(painter, box);
    painter.drawText(box.adjusted(8.0, 0.0, -8.0, 0.0), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap,
                     plate.words);
  }
}

void PictureView::paintFurniture(QPainter& painter) {
  paintWords(painter);
  QFont small = font();
  small.setPixelSize(qRound(12.0 * typeScale()));
  painter.setFont(small);
  const QFontMetricsF metrics(small);
  if (scale_bar_px_ > 0.0) {
    const double length =
        QLineF(viewFromImage().map(QPointF(0, 0)), viewFromImage().map(QPointF(scale_bar_px_, 0))).length();
    const double text_width = metrics.horizontalAdvance(scale_text_);
    const QRectF box(width() - std::max(length, text_width) - 26.0, height() - metrics.height() - 30.0,
                     std::max(length, text_width) + 16.0, metrics.height() + 20.0);
    paintPlate(painter, box);
    painter.drawText(box.adjusted(0, 3, 0, -10), Qt::AlignCenter, scale_text_);
    painter.setPen(QPen(Qt::white, 2.0));
    painter.drawLine(QPointF(box.center().x() - length / 2.0, box.bottom() - 7.0),
                     QPointF(box.center().x() + length / 2.0, box.bottom() - 7.0));
  }
}

void PictureView::paintNotice(QPainter& painter) {
  if (notice_.isEmpty())
    return;
  const QSizeF room(std::min(516.0, width() - 52.0), height() - 40.0);
  const FittedText shown = fittedText(notice_, font(), qRound(15.0 * typeScale()), room);
  painter.setFont(shown.letters);
  QRectF text_box(QPointF(), shown.size);
  text_box.moveCenter(QPointF(width() / 2.0, height() / 2.0));
  if (!picture_.isNull()) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(12, 16, 22, 225));
    painter.drawRoundedRect(text_box.adjusted(-22, -16, 22, 16), corner_radius, corner_radius);
  }
  painter.setPen(picture_.isNull() ? theme().dim : QColor(240, 244, 248));
  painter.drawText(text_box.adjusted(-1, -1, 1, 1), Qt::AlignCenter | Qt::TextWordWrap, shown.words);
}

void PictureView::wheelEvent(QWheelEvent* event) {
  zoomBy(std::pow(1.0015, event->angleDelta().y()), event->position());
  event->accept();
}

void PictureView::mousePressEvent(QMouseEvent* event) {
  key_pointer_.reset();
  press_ = event->position();
  press_pan_ = pan_;
  dragged_ = false;
}

void PictureView::mouseMoveEvent(QMouseEvent* event) {
  if (!press_) {
    if (!picture_.isNull())
      Q_EMIT hovered(viewFromImage().inverted().map(event->position()) - QPointF(0.5, 0.5));
    return;
  }
  const QPointF moved = event->position() - *press_;
  if (!dragged_ && moved.manhattanLength() < drag_start_px)
    return;
  dragged_ = true;
  pan_ = press_pan_ + moved;
  keepInSight();
  update();
}

void PictureView::mouseReleaseEvent(QMouseEvent* event) {
  if (press_ && !dragged_ && event->button() == Qt::LeftButton)
    clickAt(event->position());
  press_.reset();
}

void PictureView::clickAt(const QPointF& at) {
  if (picture_.isNull())
    return;
  const QPointF px = viewFromImage().inverted().map(at) - QPointF(0.5, 0.5);
  Q_EMIT clicked(px, pieceAt(overlay_, {px.x(), px.y()}));
}

/// With Ctrl by single pixels. False: not a key of the pointer.
bool PictureView::movePointer(const QKeyEvent& event) {
  const bool arrow = event.key() >= Qt::Key_Left && event.key() <= Qt::Key_Down;
  if (picture_.isNull() || !arrow || (event.modifiers() & Qt::ShiftModifier) == 0)
    return false;
  const double step = (event.modifiers() & Qt::ControlModifier) != 0 ? 1.0 : 12.0;
  QPointF at = key_pointer_.value_or(QPointF(width() / 2.0, height() / 2.0));
  at += event.key() == Qt::Key_Left    ? QPointF(-step, 0.0)
        : event.key() == Qt::Key_Right ? QPointF(step, 0.0)
        : event.key() == Qt::Key_Up    ? QPointF(0.0, -step)
                                       : QPointF(0.0, step);
  key_pointer_ = QPointF(std::clamp(at.x(), 0.0, width() - 1.0), std::clamp(at.y(), 0.0, height() - 1.0));
  Q_EMIT hovered(viewFromImage().inverted().map(*key_pointer_) - QPointF(0.5, 0.5));
  update();
  return true;
}

void PictureView::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  by_keys_ = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason ||
             event->reason() == Qt::ShortcutFocusReason;
  update();
}

void PictureView::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  key_pointer_.reset();
  by_keys_ = false;
  update();
}

void PictureView::mouseDoubleClickEvent(QMouseEvent*) {
  fit();
}

void PictureView::keyPressEvent(QKeyEvent* event) {
  const double step = 60.0;
  if (movePointer(*event))
    return;
  switch (event->key()) {
  case Qt::Key_Return:
  case Qt::Key_Enter:
    return key_pointer_ ? clickAt(*key_pointer_) : QWidget::keyPressEvent(event);
  case Qt::Key_Plus:
  case Qt::Key_Equal:
    return zoomBy(1.25);
  case Qt::Key_Minus:
    return zoomBy(0.8);
  case Qt::Key_0:
    return fit();
  case Qt::Key_Left:
    pan_.rx() += step;
    break;
  case Qt::Key_Right:
    pan_.rx() -= step;
    break;
  case Qt::Key_Up:
    pan_.ry() += step;
    break;
  case Qt::Key_Down:
    pan_.ry() -= step;
    break;
  default:
    return QWidget::keyPressEvent(event);
  }
  keepInSight();
  update();
}

void PictureView::resizeEvent(QResizeEvent*) {
  keepInSight();
}

} // namespace linesman::app
