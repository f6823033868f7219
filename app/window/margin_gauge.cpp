#include "app/window/margin_gauge.h"

#include <algorithm>
#include <cmath>

#include <QPainter>
#include <QPainterPath>

#include "app/figures.h"
#include "app/theme.h"

namespace linesman::app {

MarginGauge::MarginGauge(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void MarginGauge::setMargin(std::optional<double> margin_mm, std::optional<double> sigma_mm) {
  margin_mm_ = margin_mm;
  sigma_mm_ = sigma_mm;
  setAccessibleName(!margin_mm ? tr("no margin")
                               : tr("margin %1 millimetres").arg(shownFigure(*margin_mm, 2)) +
                                     (sigma_mm ? tr(", sigma %1").arg(shownFigure(*sigma_mm, 2)) : QString()));
  update();
}

QSize MarginGauge::sizeHint() const {
  return {280, qRound(84 * typeScale())};
}

double MarginGauge::halfSpan_mm() const {
  const double need_mm = std::abs(margin_mm_.value_or(0.0)) + 3.5 * sigma_mm_.value_or(0.0);
  for (const double nice_mm : {0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0})
    if (need_mm <= nice_mm)
      return nice_mm;
  return 1000.0;
}

double MarginGauge::x_px(const QRectF& plot, double mm) const {
  return plot.center().x() + std::clamp(mm / halfSpan_mm(), -1.0, 1.0) * plot.width() / 2.0;
}

void MarginGauge::paintBell(QPainter& painter, const QRectF& plot) const {
  const double sigma_mm = std::max(*sigma_mm_, halfSpan_mm() * 0.004);
  QPolygonF bell;
  bell << QPointF(plot.left(), plot.bottom());
  for (double x = plot.left(); x <= plot.right(); x += 1.0) {
    const double mm = (x - plot.center().x()) / (plot.width() / 2.0) * halfSpan_mm();
    const double z = (mm - *margin_mm_) / sigma_mm;
    bell << QPointF(x, plot.bottom() - (plot.height() - 4.0) * std::exp(-0.5 * z * z));
  }
  bell << QPointF(plot.right(), plot.bottom());
  painter.setPen(Qt::NoPen);
  for (const bool holds : {false, true}) {
    painter.save();
    painter.setClipRect(holds ? plot.adjusted(plot.width() / 2.0, -2, 0, 0)
                              : plot.adjusted(0, -2, -plot.width() / 2.0, 0));
    QColor fill = holds ? theme().yes : theme().no;
    fill.setAlpha(170);
    painter.setBrush(fill);
    painter.drawPolygon(bell);
    painter.restore();
  }
}

void MarginGauge::paintAxis(QPainter& painter, const QRectF& plot) const {
  painter.setPen(QPen(theme().line, 1.0));
  painter.drawLine(plot.bottomLeft(), plot.bottomRight());
  painter.setPen(QPen(theme().text, 1.6));
  painter.drawLine(QPointF(plot.center().x(), plot.top() - 2.0), QPointF(plot.center().x(), plot.bottom() + 4.0));
  QFont small = font();
  small.setPixelSize(qRound(11.0 * typeScale()));
  painter.setFont(small);
  painter.setPen(theme().dim);
  const double h = QFontMetricsF(small).height();
  const QRectF row(plot.left() - 14.0, plot.bottom() + 4.0, plot.width() + 28.0, h);
  painter.drawText(row, Qt::AlignHCenter | Qt::AlignTop, tr("limit"));
  painter.drawText(row, Qt::AlignLeft | Qt::AlignTop, shownFigures(QStringLiteral("−%1").arg(halfSpan_mm())));
  painter.drawText(row, Qt::AlignRight | Qt::AlignTop, shownFigures(QStringLiteral("+%1 mm").arg(halfSpan_mm())));
}

void MarginGauge::paintEvent(QPaintEvent*) {
  if (!margin_mm_)
    return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const double axis = 18.0 * typeScale();
  const double head = 22.0 * typeScale();
  const QRectF plot = QRectF(rect()).adjusted(14.0, head, -14.0, -axis - 4.0);
  QColor side = theme().no;
  side.setAlpha(22);
  painter.fillRect(plot.adjusted(0, 0, -plot.width() / 2.0, 0), side);
  side = theme().yes;
  side.setAlpha(22);
  painter.fillRect(plot.adjusted(plot.width() / 2.0, 0, 0, 0), side);
  if (sigma_mm_ && *sigma_mm_ > 0.0)
    paintBell(painter, plot);
  paintAxis(painter, plot);
  const double x = x_px(plot, *margin_mm_);
  painter.setPen(QPen(theme().text, 2.0));
  painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
  QString text = QStringLiteral("%1%2")
                     .arg(*margin_mm_ < 0 ? QStringLiteral("−") : QStringLiteral("+"))
                     .arg(shownFigure(std::abs(*margin_mm_), 2));
  text += sigma_mm_ ? QStringLiteral(" ± %1 mm").arg(shownFigure(*sigma_mm_, 2)) : QStringLiteral(" mm");
  QFont figure = font();
  figure.setPixelSize(qRound(14.0 * typeScale()));
  figure.setWeight(QFont::DemiBold);
  painter.setFont(figure);
  const double w = QFontMetricsF(figure).horizontalAdvance(text) + 4.0;
  painter.drawText(QRectF(std::clamp(x - w / 2.0, 0.0, width() - w), 0.0, w, head - 3.0), Qt::AlignCenter, text);
}

} // namespace linesman::app
