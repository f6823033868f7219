#pragma once
#include <optional>

#include <QWidget>

namespace linesman::app {

/// A verdict's margin as a small picture: the limit at 0, the measured margin, and the bell of its doubt; the part of
/// the bell on the side where the rule's condition holds is filled with the colour of yes.
class MarginGauge : public QWidget {
  Q_OBJECT

public:
  explicit MarginGauge(QWidget* parent = nullptr);
  void setMargin(std::optional<double> margin_mm, std::optional<double> sigma_mm);
  QSize sizeHint() const override;
  /// Half of the axis, mm: chosen so that both the limit and the bell are in sight.
  double halfSpan_mm() const;

protected:
  void paintEvent(QPaintEvent* event) override;

private:
  void paintBell(QPainter& painter, const QRectF& plot) const;
  void paintAxis(QPainter& painter, const QRectF& plot) const;
  double x_px(const QRectF& plot, double mm) const;

  std::optional<double> margin_mm_;
  std::optional<double> sigma_mm_;
};

} // namespace linesman::app
