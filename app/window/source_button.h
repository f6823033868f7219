#pragma once
#include <QPushButton>

class QLineEdit;

namespace linesman::app {

/// Beside a field for a source: a menu of the cameras that are there, and dialogs for a film and for a folder.
class SourceButton : public QPushButton {
  Q_OBJECT

public:
  explicit SourceButton(QLineEdit* source, QWidget* parent = nullptr);

private:
  void fillMenu();

  QLineEdit* source_;
};

} // namespace linesman::app
