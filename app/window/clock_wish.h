#pragma once
#include <QWidget>

#include "app/watch/clock_ruling.h"

class QComboBox;
class QSpinBox;

namespace linesman::app {

class MatchDesk;

/// What is to be done with the clocks, or held against a player: give or take time, warn, stop, let run.
class ClockWish : public QWidget {
  Q_OBJECT

public:
  explicit ClockWish(MatchDesk* desk, QWidget* parent = nullptr);
  /// Without who and why.
  ClockRuling ruling() const;
  /// Offers the players as they are now, the one to move first.
  void refresh();

private:
  void follow();

  MatchDesk* desk_;
  QComboBox* what_;
  QComboBox* player_;
  QSpinBox* minutes_;
  QSpinBox* seconds_;
  QWidget* time_;
};

} // namespace linesman::app
