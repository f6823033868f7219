#pragma once
#include <QFrame>

#include "app/call.h"
#include "app/window/clause_rows.h"

class QLabel;

namespace linesman::app {

class MarginGauge;

/// One call to be read from across the table: the word, why, how clear, and the law.
class VerdictCard : public QFrame {
  Q_OBJECT

public:
  explicit VerdictCard(ClauseText clause_text, QWidget* parent = nullptr);
  void setCall(const Call& call);
  /// Nothing judged; `why` says what would bring a verdict.
  void clear(const QString& why);

private:
  QLabel* title_;
  QLabel* word_;
  QLabel* sentence_;
  MarginGauge* gauge_;
  QLabel* figures_;
  ClauseRows* clauses_;
};

} // namespace linesman::app
