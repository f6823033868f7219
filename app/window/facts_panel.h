#pragma once
#include <QFrame>

class QLabel;

namespace linesman::app {

class MatchDesk;

/// What the board does not show of a match, and the options in force: those that players chose first.
class FactsPanel : public QFrame {
  Q_OBJECT

public:
  explicit FactsPanel(MatchDesk* desk, QWidget* parent = nullptr);

private:
  void refresh();
  QString rules() const;

  MatchDesk* desk_;
  QLabel* facts_;
  QLabel* rules_;
};

} // namespace linesman::app
