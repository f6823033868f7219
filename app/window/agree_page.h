#pragma once
#include <QWidget>

#include "app/watch/match_setup.h"

class QLabel;

namespace linesman::app {

class AgreeList;

/// Before a match begins: what its players should agree on, because the rules are silent there and the default is a
/// guess.
class AgreePage : public QWidget {
  Q_OBJECT

public:
  explicit AgreePage(QWidget* parent = nullptr);
  void setSetup(const MatchSetup& setup);
  /// The setup as agreed.
  const MatchSetup& agreed();
  /// Has the setup's game anything to agree on?
  static bool wanted(const MatchSetup& setup);

Q_SIGNALS:
  void beginWanted();

private:
  void begin();

  MatchSetup setup_;
  QLabel* title_;
  QLabel* notice_;
  AgreeList* list_;
};

} // namespace linesman::app
