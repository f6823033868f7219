#pragma once
#include <QWidget>

class QLabel;
class QLineEdit;

namespace linesman::app {

/// A decision of people: what it is, who decides and why, and nothing is kept before both are said.
class DecisionForm : public QWidget {
  Q_OBJECT

public:
  /// `name`: of the form's fields and buttons, as in "overrule_who". `what`: stands above who and why; may be none.
  DecisionForm(const char* name, QWidget* what, QWidget* parent = nullptr);
  void setHeading(const QString& heading);
  QString who() const;
  QString why() const;
  /// It is recorded: the reason is forgotten, who decides is kept for the next time.
  void clear();

Q_SIGNALS:
  void confirmed();
  void cancelled();

private:
  QLabel* heading_;
  QLineEdit* who_;
  QLineEdit* why_;
};

} // namespace linesman::app
