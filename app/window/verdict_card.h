#pragma once
#include <functional>

#include <QFrame>

#include "app/call.h"

class QLabel;
class QVBoxLayout;

namespace linesman::app {

class MarginGauge;

/// Text of a clause, empty when unknown.
using ClauseText = std::function<std::string(const std::string& id)>;

/// One call to be read from across the table: the word, why, how clear, and the law.
class VerdictCard : public QFrame {
  Q_OBJECT

public:
  explicit VerdictCard(ClauseText clause_text, QWidget* parent = nullptr);
  void setCall(const Call& call);
  /// Nothing judged; `why` says what would bring a verdict.
  void clear(const QString& why);

private:
  void setClauses(const std::vector<std::string>& ids);

  ClauseText clause_text_;
  QLabel* title_;
  QLabel* word_;
  QLabel* sentence_;
  MarginGauge* gauge_;
  QLabel* figures_;
  QWidget* clauses_;
  QVBoxLayout* clause_rows_;
};

} // namespace linesman::app
