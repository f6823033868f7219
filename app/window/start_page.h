#pragma once
#include <QWidget>

#include "app/analyst.h"
#include "app/camera_list.h"
#include "app/watch/match_profile.h"

class QComboBox;
class QLabel;
class QVBoxLayout;

namespace linesman::app {

/// What a person meets who starts the window without a source: a match, a first look, the camera's calibration, and
/// what is missing for each.
class StartPage : public QWidget {
  Q_OBJECT

public:
  explicit StartPage(QWidget* parent = nullptr);
  /// Looks again for cameras and kept matches.
  void refresh();
  /// Cameras to choose from: the one chosen before, else the first. With none, number 0 is tried.
  void offerCameras(const std::vector<FoundCamera>& cameras);
  /// What a calibration has found: the camera is opened with it.
  void setCameraLens(const QString& path) { camera_scene_.lens_path = path.toStdString(); }
  void setCameraTable(const QString& path) { camera_scene_.table_path = path.toStdString(); }

  /// Says what could not be opened, until the next thing is.
  void complain(const QString& sentence);

Q_SIGNALS:
  void demoWanted();
  void demoMatchWanted();
  /// A table is to be judged without a match; nothing is said of its files.
  void tableWanted(const linesman::app::Scene& scene);
  void calibrationWanted();
  /// Of a record or a dispute file.
  void replayWanted(const std::string& path);
  void boardEditorWanted();
  /// A match is to be set up: a new one, or one that was kept.
  void matchWanted(const linesman::app::MatchProfile& profile);
  /// The match that was left or cut off goes on.
  void goOnWanted(const linesman::app::MatchProfile& profile, const std::string& record);

private:
  QWidget* makeMatchCard();
  QWidget* makeGoOn();
  void offerGoingOn();
  void openProfile(const std::string& path);
  void chooseProfile();
  QPushButton* makeReplayButton();

  QVBoxLayout* kept_;
  QWidget* go_on_ = nullptr; ///< hidden when no match waits
  QLabel* waiting_;
  QComboBox* cameras_; ///< hidden where there is nothing to choose
  QLabel* camera_;
  Scene camera_scene_; ///< to be judged without a match
  QLabel* fault_;
};

} // namespace linesman::app
