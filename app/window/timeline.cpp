#include "app/window/timeline.h"

#include <algorithm>
#include <cmath>

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include "app/law_words.h"
#include "app/theme.h"
#include "app/time_text.h"
#include "app/window/labels.h"

namespace linesman::app {

namespace {
constexpr double side_px = 14.0;
constexpr double time_share = 0.5; // half by time, half by number: long waits do not squeeze busy turns together
} // namespace

Timeline::Timeline(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setFixedHeight(qRound(46 * typeScale()));
  setCursor(Qt::PointingHandCursor);
  setAccessibleName(tr("Timeline of the match"));
}

void Timeline::setMoments(std::vector<Moment> moments, const MatchSetup& setup) {
  moments_ = std::move(moments);
  setup_ = setup;
  places_.clear();
  const double last_s = moments_.empty() ? 0.0 : moments_.back().event.t_s;
  const double first_s = moments_.empty() ? 0.0 : moments_.front().event.t_s;
  const auto count = static_cast<double>(std::max<std::size_t>(2, moments_.size()) - 1);
  for (std::size_t i = 0; i < moments_.size(); ++i) {
    const double by_time = last_s > first_s ? (moments_[i].event.t_s - first_s) / (last_s - first_s) : 0.0;
    const double by_number = static_cast<double>(i) / count;
    places_.push_back(last_s > first_s ? time_share * by_time + (1.0 - time_share) * by_number : by_number);
  }
  current_ = 0;
  update();
}

void Timeline::setCurrent(std::size_t moment) {
  current_ = moment;
  update();
}

double Timeline::xOf(std::size_t moment) const {
  return side_px + places_[moment] * (width() - 2.0 * side_px);
}

std::size_t Timeline::nearest(double x) const {
  std::size_t best = 0;
  for (std::size_t i = 0; i < moments_.size(); ++i)
    if (std::abs(xOf(i) - x) < std::abs(xOf(best) - x))
      best = i;
  return best;
}

void Timeline::paintMark(QPainter& painter, const Moment& moment, double x) const {
  const double y = height() / 2.0;
  const std::string ruling = moment.event.body.value("ruling", "");
  painter.setBrush(Qt::NoBrush);
  if (moment.event.kind == "verdict" && ruling == "legal") {
    painter.setPen(QPen(theme().yes, 2.5));
    painter.drawLine(QPointF(x, y - 11), QPointF(x, y + 11));
  } else if (moment.event.kind == "verdict" && ruling == "illegal") {
    painter.setPen(QPen(theme().no, 2.5));
    painter.drawLine(QPointF(x - 5, y - 6), QPointF(x + 5, y + 6));
    painter.drawLine(QPointF(x - 5, y + 6), QPointF(x + 5, y - 6));
  } else if (moment.event.kind == "verdict") {
    painter.setPen(QPen(theme().close, 2.0));
    painter.drawPolygon(QPolygonF{{x, y - 8}, {x + 6, y}, {x, y + 8}, {x - 6, y}});
  } else if (moment.event.kind == "put_back") {
    painter.setPen(QPen(theme().dim, 2.0));
    painter.drawEllipse(QPointF(x, y), 4.5, 4.5);
  } else {
    painter.setPen(QPen(theme().line, 1.5));
    painter.drawLine(QPointF(x, y - 4), QPointF(x, y + 4));
  }
}

void Timeline::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme().panel);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8.0, 8.0);
  if (hasFocus()) {
    painter.setPen(QPen(theme().accent, 2.0));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 8.0, 8.0);
  }
  painter.setPen(QPen(theme().line, 2.0));
  painter.drawLine(QPointF(side_px, height() / 2.0), QPointF(width() - side_px, height() / 2.0));
  if (moments_.empty())
    return;
  for (const bool rulings : {false, true})
    for (std::size_t i = 0; i < moments_.size(); ++i)
      if ((moments_[i].event.kind == "verdict") == rulings)
        paintMark(painter, moments_[i], xOf(i));
  const double x = xOf(current_);
  painter.setPen(QPen(theme().text, 2.0));
  painter.drawLine(QPointF(x, 5), QPointF(x, height() - 5));
  painter.setBrush(theme().text);
  painter.setPen(Qt::NoPen);
  painter.drawPolygon(QPolygonF{{x - 6, 2}, {x + 6, 2}, {x, 10}});
}

void Timeline::mousePressEvent(QMouseEvent* event) {
  if (!moments_.empty())
    Q_EMIT chosen(nearest(event->position().x()));
}

void Timeline::mouseMoveEvent(QMouseEvent* event) {
  if (!moments_.empty() && (event->buttons() & Qt::LeftButton) != 0)
    Q_EMIT chosen(nearest(event->position().x()));
}

void Timeline::keyPressEvent(QKeyEvent* event) {
  if (moments_.empty())
    return QWidget::keyPressEvent(event);
  switch (event->key()) {
  case Qt::Key_Left:
    return Q_EMIT chosen(current_ > 0 ? current_ - 1 : 0);
  case Qt::Key_Right:
    return Q_EMIT chosen(std::min(current_ + 1, moments_.size() - 1));
  case Qt::Key_Home:
    return Q_EMIT chosen(0);
  case Qt::Key_End:
    return Q_EMIT chosen(moments_.size() - 1);
  default:
    QWidget::keyPressEvent(event);
  }
}

bool Timeline::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip && !moments_.empty()) {
    auto* help = static_cast<QHelpEvent*>(event);
    const Moment& moment = moments_[nearest(help->pos().x())];
    const MomentText text = describeMoment(moment.event, setup_);
    QToolTip::showText(help->globalPos(),
                       QStringLiteral("%1  %2\n%3")
                           .arg(QString::fromStdString(timeText(moment.event.t_s)))
                           .arg(shownWord(text.word), shownSentence(text.sentence)),
                       this);
    return true;
  }
  return QWidget::event(event);
}

} // namespace linesman::app
