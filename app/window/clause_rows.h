#pragma once
#include <functional>
#include <string>
#include <vector>

#include <QWidget>

class QVBoxLayout;

namespace linesman::app {

/// Text of a clause, empty when unknown.
using ClauseText = std::function<std::string(const std::string& id)>;

/// The clauses that a verdict rests on, each with its text.
class ClauseRows : public QWidget {
public:
  explicit ClauseRows(ClauseText clause_text, QWidget* parent = nullptr);
  /// Hidden when there are none.
  void setClauses(const std::vector<std::string>& ids);

private:
  ClauseText clause_text_;
  QVBoxLayout* rows_;
};

} // namespace linesman::app
