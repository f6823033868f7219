#pragma once
#include <vector>

#include <QWidget>

#include "app/window/side_panel.h"
#include "app/window/table_pane.h"

class QHBoxLayout;
class QPushButton;
class QStackedWidget;
class QVBoxLayout;

namespace linesman::app {

class MatchDesk;
class MatchPanel;
class TurnBand;

/// The table with what stands beside it: the verdict and the calls of the picture, and in a match the turn across the
/// top, the match's own panels, and the board of a game on squares.
class GamePage : public QWidget {
  Q_OBJECT

public:
  explicit GamePage(ClauseText clause_text, QWidget* parent = nullptr);

  TablePane* table() const { return table_; }
  SidePanel* side() const { return side_; }
  /// From now on a match is refereed; `desk` outlives the page.
  void beginMatch(MatchDesk* desk);
  /// No match any more: as the page was before.
  void endMatch();
  TurnBand* band() const { return band_; }
  MatchPanel* panel() const { return panel_; }
  /// Nothing but the table from now on, for a mixing program.
  void showTableAlone();
  /// Brings a panel of the column to the front.
  void showPanel(int panel);

protected:
  void resizeEvent(QResizeEvent* event) override;

private:
  void addPanel(const QString& title, const char* name, QWidget* panel);
  void fitBand();
  /// The board as the referee has it, with the squares of the last ruling.
  void showBoard();

  TablePane* table_;
  SidePanel* side_;
  MatchDesk* desk_ = nullptr; ///< none: no match
  TurnBand* band_ = nullptr;
  MatchPanel* panel_ = nullptr;
  QVBoxLayout* column_;
  QWidget* beside_;
  bool table_alone_ = false;
  QWidget* tab_row_;
  QHBoxLayout* tabs_;
  QStackedWidget* panels_;
  std::vector<QPushButton*> tab_buttons_;
};

} // namespace linesman::app
