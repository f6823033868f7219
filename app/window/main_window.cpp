#include "app/window/main_window.h"

#include <algorithm>
#include <utility>

#include <QApplication>
#include <QCloseEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "app/law_words.h"
#include "app/match_scene.h"
#include "app/spectators/spectator_server.h"
#include "app/theme.h"
#include "app/window/agree_page.h"
#include "app/window/calibration_pages.h"
#include "app/window/call_list.h"
#include "app/window/elided_label.h"
#include "app/window/game_page.h"
#include "app/window/guest_pages.h"
#include "app/window/labels.h"
#include "app/window/lens_page.h"
#include "app/window/match_desk.h"
#include "app/window/match_in_progress.h"
#include "app/window/match_panel.h"
#include "app/window/match_wizard.h"
#include "app/window/message_page.h"
#include "app/window/picture_view.h"
#include "app/window/side_panel.h"
#include "app/window/speaker.h"
#include "app/window/start_page.h"
#include "app/window/table_page.h"
#include "app/window/table_pane.h"
#include "app/window/tell_panel.h"
#include "app/window/transport_bar.h"
#include "app/window/view_bar.h"
#include "app/window/waiting_words.h"

namespace linesman::app {

namespace {

/// The pages begin with the camera that is in use.
void offerScene(CalibrationPages& pages, const std::vector<Scene>& scenes) {
  if (!scenes.empty())
    pages.setScene(QString::fromStdString(scenes.front().source), QString::fromStdString(scenes.front().lens_path),
                   QString::fromStdString(scenes.front().table_path));
}

} // namespace

MainWindow::MainWindow(WindowSetup setup, QWidget* parent)
    : QWidget(parent), setup_(std::move(setup)), pages_(new QStackedWidget), start_(new StartPage),
      message_(new MessagePage), calibration_(new CalibrationPages), agree_(new AgreePage), wizard_(new MatchWizard),
      game_(new GamePage(setup_.clause_text)), table_(game_->table()), side_(game_->side()),
      spectators_(new SpectatorServer(this)), speaker_(new Speaker(this)) {
  setWindowTitle(QStringLiteral("Linesman"));
  resize(1280, 720);
  auto* game = new QWidget;
  auto* game_column = new QVBoxLayout(game);
  game_column->setContentsMargins(0, 0, 0, 0);
  game_column->addWidget(game_, 1);
  transport_ = new TransportBar(table_, speaker_, setup_.speak, setup_.reach_of != nullptr);
  game_column->addWidget(transport_);
  for (QWidget* page :
       {static_cast<QWidget*>(start_), static_cast<QWidget*>(message_), game, static_cast<QWidget*>(calibration_),
        static_cast<QWidget*>(agree_), static_cast<QWidget*>(wizard_)})
    pages_->addWidget(page);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 10, 16, 10);
  column->setSpacing(8);
  header_ = makeHeader();
  column->addWidget(header_);
  column->addWidget(pages_, 1);
  guests_ = new GuestPages(start_, pages_, header_);
  connectPages();
  showPage(start_page);
  setFocusPolicy(Qt::StrongFocus);
  setFocus();
  table_->setReachSource(setup_.reach_of);
  table_->setSuppose(setup_.suppose_of);
  connect(table_, &TablePane::freezeWanted, this, [this] { setPlaying(false); });
  connect(table_, &TablePane::supposed, side_->card(), &VerdictCard::setCall);
  connect(table_, &TablePane::trialEnded, this, &MainWindow::refresh); // what was only tried out stands nowhere
  if (setup_.spectators_port >= 0)
    openSpectators();
  if (setup_.key_colour)
    showMarksAlone(*setup_.key_colour);
  offerScene(*calibration_, setup_.scenes);
  if (setup_.match)
    openMatch(*setup_.match, setup_.record);
  else if (!setup_.scenes.empty())
    openScenes(setup_.scenes, setup_.playing);
}

MainWindow::~MainWindow() = default;

/// A drawing that is in no file is asked about first; a match is in its record.
void MainWindow::closeEvent(QCloseEvent* event) {
  event->setAccepted(guests_->mayLeave());
}

void MainWindow::connectPages() {
  connect(table_, &TablePane::pieceClicked, this, &MainWindow::select);
  connect(side_, &SidePanel::shipClicked, this, &MainWindow::select);
  connect(side_, &SidePanel::callChosen, this, &MainWindow::choose);
  connect(transport_, &TransportBar::previousWanted, this, &MainWindow::previous);
  connect(transport_, &TransportBar::playWanted, this, &MainWindow::togglePlaying);
  connect(transport_, &TransportBar::nextWanted, this, &MainWindow::next);
  connect(agree_, &AgreePage::beginWanted, this, [this] { beginMatch(agree_->agreed()); });
  connect(wizard_, &MatchWizard::closed, this, &MainWindow::goHome);
  connect(
      wizard_, &MatchWizard::beginWanted, this, [this, asked = nlohmann::json()](const MatchProfile& profile) mutable {
        const std::string record = recordFor(profile);
        const nlohmann::json match = profile.match.toJson();
        const bool other = desk_ != nullptr && record != setup_.record && !setup_.record.empty();
        if (other && MatchRecord::exists(setup_.record) && std::exchange(asked, match) != match)
          return wizard_->complain(tr("What is played is no longer what the match that goes on has agreed: this begins "
                                      "a new one, and that one stays in %1. Begin again if that is wanted.")
                                       .arg(QString::fromStdString(setup_.record)));
        asked = nullptr;
        openProfile(profile, record);
      });
  connectStart();
  connectCalibration();
  connectMessages();
}

void MainWindow::connectStart() {
  connect(start_, &StartPage::demoWanted, this, [this] { showTables(setup_.demo_scenes); });
  connect(start_, &StartPage::demoMatchWanted, this, [this] {
    if (setup_.demo_match)
      openProfile(*setup_.demo_match, {});
  });
  connect(start_, &StartPage::tableWanted, this, [this](const Scene& scene) { showTables({scene}); });
  connect(start_, &StartPage::calibrationWanted, this, [this] {
    remedy_ = false;
    showPage(calibration_page);
  });
  connect(start_, &StartPage::matchWanted, this, [this](const MatchProfile& profile) {
    wizard_->open(profile, profile.source.empty() ? MatchWizard::game_step : MatchWizard::begin_step);
    showPage(wizard_page);
  });
  connect(start_, &StartPage::goOnWanted, this, &MainWindow::openProfile);
}

void MainWindow::connectCalibration() {
  connect(calibration_, &CalibrationPages::closed, this, [this] {
    if (remedy_ && std::exchange(remedied_, false)) // what lacked it goes on
      return openScenes(setup_.scenes, setup_.playing);
    showPage(remedy_ ? message_page : start_page);
  });
  connect(calibration_->lens(), &LensPage::savedLens, this, [this](const QString& path) {
    start_->setCameraLens(path);
    if (remedy_)
      setLens(path);
  });
  connect(calibration_->table(), &TablePage::savedTable, this, [this](const QString& path) {
    start_->setCameraTable(path);
    if (remedy_)
      setTable(path);
  });
}

void MainWindow::connectMessages() {
  connect(message_, &MessagePage::demoWanted, this, [this] { showTables(setup_.demo_scenes); });
  connect(message_, &MessagePage::homeWanted, this, &MainWindow::goHome);
  connect(message_, &MessagePage::retryWanted, this,
          [this] { setup_.scenes.empty() ? goHome() : openScenes(setup_.scenes, setup_.playing); });
  connect(message_, &MessagePage::setupWanted, this, [this] {
    session_.reset(); // its next picture would take the page away
    askForCamera();
  });
  connect(message_, &MessagePage::tableChosen, this, [this](const QString& path) {
    setTable(path);
    openScenes(setup_.scenes, setup_.playing);
  });
  connect(message_, &MessagePage::calibrationWanted, this, [this](bool of_table) {
    session_.reset();
    remedy_ = true;
    remedied_ = false;
    calibration_->open(of_table);
    showPage(calibration_page);
  });
}

/// The lens file of what is watched, or waits to be.
void MainWindow::setLens(const QString& path) {
  setup_.scenes.front().lens_path = profile_.lens = path.toStdString();
  remedied_ = true;
  rememberScene();
}

/// Its table file.
void MainWindow::setTable(const QString& path) {
  setup_.scenes.front().table_path = profile_.table = path.toStdString();
  remedied_ = true;
  rememberScene();
}

/// So that the match can be gone on with; where that cannot be written it is not offered.
void MainWindow::rememberScene() {
  const bool kept = desk_ != nullptr && !desk_->failed() && !setup_.record.empty(); // by us, and nobody else
  if (kept && setup_.scenes.size() == 1)                                            // a camera's
    (void)rememberMatch(profileOf(setup_.scenes.front(), desk_->setup()), setup_.record);
}

/// Begins the match of a profile on its own camera; what is amiss is told on the wizard.
void MainWindow::openProfile(const MatchProfile& profile, const std::string& record) {
  if (setup_.prepare)
    if (const auto ready = setup_.prepare(profile.match); !ready) {
      start_->complain(shownSentence(ready.error().sentence)); // whichever of them is in front
      return wizard_->complain(shownSentence(ready.error().sentence));
    }
  profile_ = profile;
  setup_.scenes.clear();
  if (!profile.source.empty())
    setup_.scenes.push_back(sceneOf(profile));
  offerScene(*calibration_, setup_.scenes);
  setup_.record = record;
  message_->offerSetup(true);
  beginMatch(profile.match);
  if (profile.source.empty())
    askForCamera();
}

/// Of the match at hand, which then goes on.
void MainWindow::askForCamera() {
  wizard_->open(profile_, MatchWizard::camera_step);
  showPage(wizard_page);
}

/// A match whose camera or table alone was set up anew goes on in its record.
std::string MainWindow::recordFor(const MatchProfile& profile) const {
  const bool same = desk_ != nullptr && profile.match.toJson() == profile_.match.toJson();
  return same && !setup_.record.empty() ? setup_.record : newRecordFolder();
}

/// Leaves what is shown; a match stays in its record and can be gone on with.
void MainWindow::leave() {
  session_.reset();
  if (setup_.prepare) { // single tables are judged by the rules as they stand
    MatchSetup plain;
    plain.game = "armadas";
    (void)setup_.prepare(plain);
  }
  game_->endMatch();
  delete std::exchange(desk_, nullptr);
  views_->offerBoard(false);
  for (QWidget* bar : {header_, static_cast<QWidget*>(transport_)})
    yieldKeys(bar, {});
  transport_->setSpaceTaken(false);
  transport_->setOnSquares(false);
  message_->offerSetup(false);
  home_->setText(QStringLiteral("Linesman")); // asks no more whether to leave
}

void MainWindow::goHome() {
  leave();
  start_->refresh();
  showPage(start_page);
}

/// In a match the first click only asks.
void MainWindow::askHome() {
  const bool asked = home_->text() != QStringLiteral("Linesman");
  home_->setText(QStringLiteral("Linesman"));
  if (desk_ != nullptr && !asked)
    home_->setText(tr("Leave the match?"));
  else
    goHome();
}

QWidget* MainWindow::makeHeader() {
  auto* header = new QWidget;
  auto* row = new QHBoxLayout(header);
  row->setContentsMargins(2, 0, 2, 0);
  home_ = quietButton(QStringLiteral("Linesman"), tr("To the start page"), "home");
  QFont letters = home_->font();
  letters.setPixelSize(qRound(17 * typeScale()));
  letters.setBold(true);
  home_->setFont(letters);
  connect(home_, &QPushButton::clicked, this, &MainWindow::askHome);
  scene_label_ = new ElidedLabel;
  scene_label_->setObjectName(QStringLiteral("scene"));
  styleLabel(scene_label_, 14, QFont::Normal, theme().dim);
  status_ = new ElidedLabel;
  status_->setObjectName(QStringLiteral("status"));
  styleLabel(status_, 13, QFont::Normal, theme().dim);
  row->addWidget(home_);
  row->addSpacing(10);
  row->addWidget(scene_label_);
  row->addStretch(1);
  row->addWidget(status_);
  row->addSpacing(10);
  views_ = new ViewBar(table_);
  row->addWidget(views_);
  return header;
}

void MainWindow::openSpectators() {
  const auto open = spectators_->listen(static_cast<quint16>(setup_.spectators_port), setup_.spectators_everywhere);
  if (open)
    return;
  no_spectators_ = shownSentence(open.error().sentence); // what is opened next takes the page's place, and not this
  showTrouble({Trouble::Kind::other, open.error().sentence});
}

void MainWindow::showMarksAlone(const QColor& key_colour) {
  for (QWidget* part : {header_, static_cast<QWidget*>(transport_)})
    part->hide();
  game_->showTableAlone();
  layout()->setContentsMargins(0, 0, 0, 0);
  table_->camera()->setKeyColour(key_colour);
}

void MainWindow::openScenes(std::vector<Scene> scenes, bool playing) {
  session_.reset();
  history_.clear();
  shown_.reset();
  at_ = 0;
  selected_ = {};
  chosen_.reset();
  finished_ = false;
  lost_.clear();
  unreadable_.clear();
  setup_.scenes = scenes;
  if (desk_ != nullptr && !scenes.empty())
    scenes.front().from_s = std::max(0.0, desk_->seenUntil_s() - scenes.front().begins_s);
  table_->showWaiting();
  showPage(game_page);
  session_ = std::make_unique<Session>(std::move(scenes), setup_.make_analyst);
  connect(session_.get(), &Session::snapshotReady, this, &MainWindow::take);
  connect(session_.get(), &Session::troubled, this, &MainWindow::showTrouble);
  connect(session_.get(), &Session::finished, this, [this] {
    finished_ = true;
    if (desk_ != nullptr)
      desk_->finish();
    if (!shown_) // a match that is gone on with at the end of its film
      table_->showEnded();
    setPlaying(false);
  });
  session_->start(playing);
  setPlaying(playing);
}

/// Shows tables that are no match's.
void MainWindow::showTables(std::vector<Scene> scenes) {
  leave();
  openScenes(std::move(scenes), true);
}

void MainWindow::openMatch(const MatchSetup& match, const std::string& record) {
  setup_.record = record;
  if (!AgreePage::wanted(match) || MatchRecord::exists(record))
    return beginMatch(match);
  agree_->setSetup(match);
  showPage(agree_page);
}

void MainWindow::beginMatch(const MatchSetup& match) {
  game_->endMatch();
  delete std::exchange(desk_, nullptr);
  desk_ = new MatchDesk(match, setup_.record, this);
  const MatchSetup& agreed = desk_->setup(); // also of one that is gone on with, whatever it was opened with
  if (setup_.prepare)
    (void)setup_.prepare(agreed);
  for (Scene& scene : setup_.scenes)
    scene = withMatch(std::move(scene), agreed);
  if (!setup_.scenes.empty())
    if (const Scene& scene = setup_.scenes.front(); showsFilm(scene.source, scene.fps, agreed.game))
      desk_->expectFilm();
  for (Scene& scene : setup_.scenes)
    scene.begins_s = sourceBegins_s(scene.source, setup_.record, desk_->seenUntil_s());
  rememberScene();
  speaker_->follow(desk_);
  game_->beginMatch(desk_);
  connect(desk_, &MatchDesk::changed, this, &MainWindow::refreshMatch);
  connect(game_->panel(), &MatchPanel::folderChosen, this, &MainWindow::keepMatchIn, Qt::QueuedConnection);
  views_->offerBoard(table_->board() != nullptr && !setup_.key_colour); // else nothing but the marks is shown
  for (QWidget* bar : {header_, static_cast<QWidget*>(transport_)})     // the players' words come first
    yieldKeys(bar, game_->panel()->telling()->keys());
  transport_->setSpaceTaken(game_->panel()->telling()->keys().contains(QKeySequence(Qt::Key_Space)));
  transport_->setOnSquares(onSquares(agreed.game));
  showPage(game_page);
  if (!setup_.scenes.empty())
    openScenes(setup_.scenes, setup_.playing);
}

/// The match begins anew, and its record lies in that folder. The panel that it was chosen on goes.
void MainWindow::keepMatchIn(const QString& folder) {
  setup_.record = newRecordFolder(folder);
  beginMatch(MatchSetup(desk_->setup())); // the desk goes too
}

void MainWindow::showPage(Page page) {
  const bool fresh = pages_->currentIndex() != page;
  pages_->setCurrentIndex(page);
  if (fresh && page == game_page)
    setFocus(); // the keys are the table's, and no field's that came to have them
  if (fresh && page == calibration_page)
    calibration_->setFocus();
  views_->setVisible(page == game_page);
  status_->setVisible(page == game_page);
  scene_label_->setVisible(page == game_page);
}

/// Is the next picture shown when it comes? A camera's goes on while the one in front is looked at.
bool MainWindow::follows() const {
  if (history_.empty() || troubled())
    return true;
  return at_ + 1 >= history_.size() && (playing_ || !session_->live());
}

void MainWindow::take(SnapshotPtr snapshot) {
  const bool follows = this->follows();
  lost_.clear();
  if (desk_ != nullptr) {
    desk_->see(*snapshot);
    snapshot = desk_->named(snapshot);
  }
  history_.push_back(snapshot);
  if (history_.size() > kept_pictures) {
    history_.pop_front();
    at_ = at_ > 0 ? at_ - 1 : 0;
  }
  if (!follows)
    return;
  at_ = history_.size() - 1;
  present(snapshot);
}

} // namespace linesman::app
