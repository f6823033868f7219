#pragma once
#include <QFrame>
#include <QLayout>
#include <nlohmann/json.hpp>

#include "models/result.h"

class QLabel;
class QListWidget;
class QPushButton;
class QStackedWidget;

namespace linesman::app {

class ClockWish;
class DecisionForm;
class MatchDesk;
class RulingView;
class TellPanel;

/// The refereed match: the last ruling with its reasons, all rulings, the buttons for what must be told, and what
/// people decide themselves: challenges, overrulings, the clocks and penalties.
class MatchPanel : public QFrame {
  Q_OBJECT

public:
  explicit MatchPanel(MatchDesk* desk, QWidget* parent = nullptr);
  TellPanel* telling() const { return telling_; }
  /// What there is more than that is for the rulings.
  int heightForWidth(int width) const override { return layout()->totalMinimumHeightForWidth(width); }

Q_SIGNALS:
  /// The match, which cannot be kept where it should be, is to be kept in this folder.
  void folderChosen(const QString& folder);

private:
  void refresh();
  void showHistory();
  QWidget* makeAppeal();
  QPushButton* makeElsewhere();
  void open(DecisionForm* form);
  void nameOverruled();
  void bringUp(QWidget* page);
  /// Number of the verdict chosen in the history, or of the last one; 0: none.
  long long appealed() const;
  void challenge();
  void overrule();
  void ruleClock();
  void settle(DecisionForm* form, const Result<void>& done);

  MatchDesk* desk_;
  RulingView* ruling_ = nullptr;
  QListWidget* history_;
  TellPanel* telling_;
  ClockWish* wish_;
  DecisionForm* overruling_;
  DecisionForm* clocks_;
  QStackedWidget* desk_top_; ///< the buttons, or one of the forms in their place
  long long overruled_ = 0;  ///< number of the verdict that its form names
  QPushButton* challenge_ = nullptr;
  QPushButton* overrule_ = nullptr;
  QPushButton* elsewhere_; ///< another folder for a record that cannot be kept
  QLabel* notice_;
};

} // namespace linesman::app
