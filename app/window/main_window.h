#pragma once
#include <deque>
#include <memory>
#include <optional>

#include <QColor>
#include <QWidget>

#include "app/session.h"
#include "app/watch/match_profile.h"
#include "app/window/table_pane.h"
#include "app/window/verdict_card.h"

class QLabel;
class QPushButton;
class QStackedWidget;

namespace linesman::app {

class AgreePage;
class ElidedLabel;
class GamePage;
class CalibrationPages;
class GuestPages;
class MatchWizard;
class MatchDesk;
class MessagePage;
class SpectatorServer;
class SidePanel;
class Speaker;
class StartPage;
class TransportBar;
class ViewBar;

/// What the window is to show, and with what.
struct WindowSetup {
  std::vector<Scene> scenes; ///< empty: the start page
  std::vector<Scene> demo_scenes;
  std::optional<MatchProfile> demo_match; ///< a match to see the referee at work
  Session::MakeAnalyst make_analyst;
  ClauseText clause_text;
  ReachOf reach_of;         ///< none: the referee helps no player
  SupposeOf suppose_of;     ///< none: nothing can be tried out
  int spectators_port = -1; ///< 0 takes a free one; below 0 the spectators' page is off
  bool spectators_everywhere = false;
  bool playing = true;
  bool speak = false;               ///< rulings are said aloud
  std::optional<QColor> key_colour; ///< nothing but the marks, on this colour
  std::optional<MatchSetup> match;  ///< a match to referee; none: pictures are judged one by one
  std::string record;               ///< folder that keeps the match
  /// Makes the analysts to come judge by this match's law; one sentence when they cannot.
  std::function<Result<void>(const MatchSetup&)> prepare;
};

/// Ties views to a session: which picture is in front, which ship and call are chosen. Judges nothing itself.
class MainWindow : public QWidget {
  Q_OBJECT

public:
  explicit MainWindow(WindowSetup setup, QWidget* parent = nullptr);
  ~MainWindow() override;

  SpectatorServer* spectators() const { return spectators_; }
  TablePane* table() const { return table_; }
  SidePanel* side() const { return side_; }
  Speaker* speaker() const { return speaker_; }
  GamePage* game() const { return game_; }
  MatchDesk* desk() const { return desk_; }
  SnapshotPtr shown() const { return shown_; }
  PieceId selected() const { return selected_; }
  std::optional<std::size_t> chosen() const { return chosen_; }
  bool troubled() const;
  bool isStart() const;
  /// The button of the start page that opened the page in front, where it would do so again; empty of all others.
  QString openedBy() const;
  void setView(TablePane::Mode mode);
  void openScenes(std::vector<Scene> scenes, bool playing);
  GuestPages* guests() const { return guests_; }
  /// Referees a match on the scenes; one that is recorded already goes on, for another its players agree first.
  void openMatch(const MatchSetup& match, const std::string& record);

public Q_SLOTS:
  void select(linesman::PieceId ship);
  void choose(std::size_t call);
  void next();
  void previous();
  void togglePlaying();

Q_SIGNALS:
  /// A picture has been put on screen.
  void pictureShown();

protected:
  void keyPressEvent(QKeyEvent* event) override;
  void closeEvent(QCloseEvent* event) override;

private:
  static constexpr std::size_t kept_pictures = 60; ///< to step back through
  enum Page { start_page, message_page, game_page, calibration_page, agree_page, wizard_page };
  void connectPages();
  void connectStart();
  void connectCalibration();
  void connectMessages();
  void beginMatch(const MatchSetup& match);
  /// `record`: folder that keeps the match; empty: it is not kept.
  void openProfile(const MatchProfile& profile, const std::string& record);
  void askForCamera();
  std::string recordFor(const MatchProfile& profile) const;
  void setLens(const QString& path);
  void setTable(const QString& path);
  void rememberScene();
  void keepMatchIn(const QString& folder);
  void leave();
  void goHome();
  void askHome();
  QWidget* makeHeader();
  void showTables(std::vector<Scene> scenes);
  void openSpectators();
  void showMarksAlone(const QColor& key_colour);
  bool follows() const;
  void take(SnapshotPtr snapshot);
  void present(SnapshotPtr snapshot);
  void refresh();
  /// What stands on the picture of the match: what it waits for, and what is to be put back.
  void refreshMatch();
  void setPlaying(bool playing);
  void showPage(Page page);
  void showTrouble(const Trouble& trouble);

  WindowSetup setup_;
  std::unique_ptr<Session> session_;
  std::deque<SnapshotPtr> history_; ///< newest last
  std::size_t at_ = 0;              ///< index of the picture in front
  SnapshotPtr shown_;
  PieceId selected_;
  std::optional<std::size_t> chosen_;
  MatchDesk* desk_ = nullptr; ///< none: no match
  MatchProfile profile_;      ///< of the match that was set up last, or gone on with
  bool remedy_ = false;       ///< the calibration was opened for what cannot be watched without
  bool remedied_ = false;     ///< and has saved what was lacking
  bool finished_ = false;
  bool playing_ = false;
  QString lost_;           ///< why the camera of the match that goes on gives no picture just now
  QString no_spectators_;  ///< why the page that was asked for is not served
  QStringList unreadable_; ///< a sentence for each picture of the source that was passed over

  QWidget* header_ = nullptr;
  TransportBar* transport_ = nullptr;
  QStackedWidget* pages_;
  StartPage* start_;
  MessagePage* message_;
  CalibrationPages* calibration_;
  AgreePage* agree_;
  MatchWizard* wizard_;
  GamePage* game_;
  TablePane* table_; ///< of the game page
  SidePanel* side_;  ///< of the game page
  GuestPages* guests_ = nullptr;
  SpectatorServer* spectators_;
  Speaker* speaker_;
  ViewBar* views_ = nullptr;
  QPushButton* home_ = nullptr;
  ElidedLabel* scene_label_ = nullptr;
  QLabel* status_ = nullptr;
};

} // namespace linesman::app
