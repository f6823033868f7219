#pragma once
#include <QWidget>

namespace linesman::app {

/// What a person meets who starts the window without a source: three ways to a first verdict, and the camera's calibration.
class StartPage : public QWidget {
  Q_OBJECT

public:
  explicit StartPage(QWidget* parent = nullptr);

Q_SIGNALS:
  void demoWanted();
  void cameraWanted();
  void picturesWanted();
  void calibrationWanted();
  void replayWanted();
  void boardEditorWanted();
};

} // namespace linesman::app
