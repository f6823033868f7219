#pragma once
#include <QWidget>

#include "app/window/match_desk.h"

class QLabel;

namespace linesman::app {

class FlowRow;

/// Asks each player in turn which ship is his flagship, with a button for each of his ships; hidden otherwise.
class FlagshipQuestion : public QWidget {
  Q_OBJECT

public:
  explicit FlagshipQuestion(MatchDesk* desk, QWidget* parent = nullptr);

private:
  void refresh();
  void offer(const std::string& ship);

  MatchDesk* desk_;
  QLabel* words_;
  FlowRow* row_;
  std::optional<MatchView::Flagship> asked_;
};

} // namespace linesman::app
