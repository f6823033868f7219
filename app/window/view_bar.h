#pragma once
#include <set>
#include <vector>

#include <QKeySequence>
#include <QWidget>

#include "app/window/table_pane.h"

class QPushButton;

namespace linesman::app {

constexpr int bar_gap_px = 4; ///< between the buttons of a bar

/// A plain button without a frame, as bars have them; its key stands in its tip.
QPushButton* quietButton(const QString& text, const QString& tip, const char* name, int key = 0);

/// Takes these keys away from the buttons inside `bar`, and gives those back that were taken before.
void yieldKeys(QWidget* bar, const std::set<QKeySequence>& keys);

/// The switches of what is drawn over the table, and the tools of which one is in hand. `helps`: the referee may show
/// what a player could do (reach, trying out steps); agreed before the game.
QWidget* makeToolBar(TablePane* table, bool helps);
/// Shows the tools that only ships need, or puts them out of hand and hides them: a game on squares has no ranges, but
/// men.
void offerTools(QWidget* tool_bar, bool on_squares);

/// The ways to look at the table.
class ViewBar : public QWidget {
  Q_OBJECT

public:
  explicit ViewBar(TablePane* table, QWidget* parent = nullptr);
  void setMode(TablePane::Mode mode);
  /// The table shows the board of a match, or no more.
  void offerBoard(bool offered);
  /// The board is shown from the far side; remembered for the matches to come.
  void turnBoard(bool turned);

private:
  struct View {
    TablePane::Mode mode;
    QPushButton* button;
  };
  TablePane* table_;
  std::vector<View> views_;
  QPushButton* turn_; ///< of the board
};

} // namespace linesman::app
