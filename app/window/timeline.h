#pragma once
#include <vector>

#include <QWidget>

#include "app/record/match_story.h"

namespace linesman::app {

/// A match from left to right in time: rulings as marks (bars for legal, crosses for illegal, diamonds for too close),
/// what was asked back, and where one stands. Click, drag or the arrow keys go to a moment.
class Timeline : public QWidget {
  Q_OBJECT

public:
  explicit Timeline(QWidget* parent = nullptr);
  /// `setup` says what the players are called.
  void setMoments(std::vector<Moment> moments, const MatchSetup& setup);
  void setCurrent(std::size_t moment);

  QSize sizeHint() const override { return {600, 46}; }

Q_SIGNALS:
  void chosen(std::size_t moment);

protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;

private:
  double xOf(std::size_t moment) const;
  std::size_t nearest(double x) const;
  void paintMark(QPainter& painter, const Moment& moment, double x) const;

  std::vector<Moment> moments_;
  MatchSetup setup_;
  std::vector<double> places_; ///< [0,1] along the line; in time, but never two rulings on one spot
  std::size_t current_ = 0;
};

} // namespace linesman::app
