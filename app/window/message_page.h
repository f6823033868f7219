#pragma once
#include <QWidget>

#include "app/snapshot.h"

class QLabel;
class QVBoxLayout;

namespace linesman::app {

/// A page that says what is wrong and what to do about it, with the buttons to do it.
class MessagePage : public QWidget {
  Q_OBJECT

public:
  explicit MessagePage(QWidget* parent = nullptr);
  void show(const Trouble& trouble);
  QString headline() const;

Q_SIGNALS:
  void retryWanted();
  void demoWanted();

private:
  QLabel* headline_;
  QLabel* sentence_;
  QLabel* advice_;
};

/// What a user can do about each kind of trouble, in a few lines.
QString headlineOf(Trouble::Kind kind);
QStringList adviceOn(Trouble::Kind kind);

} // namespace linesman::app
