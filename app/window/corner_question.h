#pragma once
#include <array>

#include <QWidget>

#include "app/watch/turned_board.h"

class QPushButton;

namespace linesman::app {

class MatchDesk;

/// Asks which corner of the board is a1 while nothing tells, the four as the camera sees them; hidden otherwise.
class CornerQuestion : public QWidget {
  Q_OBJECT

public:
  explicit CornerQuestion(MatchDesk* desk, QWidget* parent = nullptr);

private:
  void refresh();

  MatchDesk* desk_;
  std::array<QPushButton*, corner_count> buttons_{}; ///< by SeenCorner
};

} // namespace linesman::app
