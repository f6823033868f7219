#pragma once
#include <QWidget>

namespace linesman::app {

/// What a person meets who starts the window without a source: three ways to a first verdict.
class StartPage : public QWidget {
  Q_OBJECT

public:
  explicit StartPage(QWidget* parent = nullptr);

Q_SIGNALS:
  void demoWanted();
  void cameraWanted();
  void picturesWanted();
};

} // namespace linesman::app
