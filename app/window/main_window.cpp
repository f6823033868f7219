#include "app/window/main_window.h"

#include <algorithm>

#include <QApplication>
#include <QButtonGroup>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "app/spectators/spectator_server.h"
#include "app/theme.h"
#include "app/window/call_list.h"
#include "app/window/guest_pages.h"
#include "app/window/labels.h"
#include "app/window/lens_page.h"
#include "app/window/match_desk.h"
#include "app/window/match_panel.h"
#include "app/window/message_page.h"
#include "app/window/picture_view.h"
#include "app/window/side_panel.h"
#include "app/window/speaker.h"
#include "app/window/start_page.h"
#include "app/window/table_pane.h"
#include "app/window/tool_buttons.h"

namespace linesman::app {

namespace {

constexpr std::size_t kept_pictures = 60;

QPushButton* quietButton(const QString& text, const QString& tip, const char* name) {
  auto* button = new QPushButton(text);
  button->setProperty("quiet", true);
  button->setToolTip(tip);
  button->setObjectName(QString::fromLatin1(name));
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

} // namespace

MainWindow::MainWindow(WindowSetup setup, QWidget* parent)
    : QWidget(parent), setup_(std::move(setup)), pages_(new QStackedWidget), start_(new StartPage),
      message_(new MessagePage), lens_(new LensPage), table_(new TablePane), side_(new SidePanel(setup_.clause_text)),
      spectators_(new SpectatorServer(this)), speaker_(new Speaker(this)) {
  setWindowTitle(QStringLiteral("Linesman"));
  resize(1280, 720);
  auto* game = new QWidget;
  auto* game_column = new QVBoxLayout(game);
  game_column->setContentsMargins(0, 0, 0, 0);
  auto* split = new QSplitter(Qt::Horizontal);
  split->addWidget(table_);
  split->addWidget(side_);
  split->setStretchFactor(0, 1);
  split->setStretchFactor(1, 0);
  if (setup_.match) {
    desk_ = new MatchDesk(*setup_.match, setup_.record, this);
    speaker_->follow(desk_);
    split->addWidget(new MatchPanel(desk_));
    split->widget(2)->setMinimumWidth(qRound(300 * typeScale()));
  }
  split->setHandleWidth(12);
  split->setChildrenCollapsible(false);
  side_->setMinimumWidth(qRound(300 * typeScale()));
  split->setSizes({10000, qRound(340 * typeScale()), qRound(340 * typeScale())});
  game_column->addWidget(split, 1);
  transport_ = makeTransport();
  game_column->addWidget(transport_);
  for (QWidget* page : {static_cast<QWidget*>(start_), static_cast<QWidget*>(message_), game,
                        static_cast<QWidget*>(lens_)})
    pages_->addWidget(page);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 10, 16, 10);
  column->setSpacing(8);
  header_ = makeHeader();
  column->addWidget(header_);
  column->addWidget(pages_, 1);
  connect(table_, &TablePane::pieceClicked, this, &MainWindow::select);
  connect(side_, &SidePanel::shipClicked, this, &MainWindow::select);
  connect(side_, &SidePanel::callChosen, this, &MainWindow::choose);
  connect(start_, &StartPage::demoWanted, this, [this] { openScenes(setup_.demo_scenes, true); });
  connect(start_, &StartPage::cameraWanted, this, &MainWindow::openCamera);
  connect(start_, &StartPage::picturesWanted, this, &MainWindow::openPictures);
  connect(start_, &StartPage::calibrationWanted, this, [this] { showPage(3); });
  connect(lens_, &LensPage::closed, this, [this] { showPage(0); });
  connect(message_, &MessagePage::demoWanted, this, [this] { openScenes(setup_.demo_scenes, true); });
  connect(message_, &MessagePage::retryWanted, this, [this] { openScenes(setup_.scenes, setup_.playing); });
  guests_ = new GuestPages(start_, pages_, header_, setup_.clause_text);
  connect(guests_, &GuestPages::troubled, this, &MainWindow::showTrouble);
  showPage(0);
  setFocusPolicy(Qt::StrongFocus);
  setFocus();
  table_->setReachSource(setup_.reach_of);
  table_->setSuppose(setup_.suppose_of);
  connect(table_, &TablePane::freezeWanted, this, [this] { setPlaying(false); });
  connect(table_, &TablePane::supposed, side_->card(), &VerdictCard::setCall);
  if (setup_.spectators_port >= 0)
    openSpectators();
  if (setup_.key_colour)
    showMarksAlone(*setup_.key_colour);
  if (!setup_.scenes.empty())
    openScenes(setup_.scenes, setup_.playing);
}

MainWindow::~MainWindow() = default;

QWidget* MainWindow::makeHeader() {
  auto* header = new QWidget;
  auto* row = new QHBoxLayout(header);
  row->setContentsMargins(2, 0, 2, 0);
  auto* name = new QLabel(QStringLiteral("Linesman"));
  styleLabel(name, 17, QFont::Bold, theme().text);
  scene_label_ = new QLabel;
  styleLabel(scene_label_, 14, QFont::Normal, theme().dim);
  status_ = new QLabel;
  status_->setObjectName(QStringLiteral("status"));
  styleLabel(status_, 13, QFont::Normal, theme().dim);
  row->addWidget(name);
  row->addSpacing(10);
  row->addWidget(scene_label_);
  row->addStretch(1);
  row->addWidget(status_);
  row->addSpacing(10);
  addViewButtons(row);
  return header;
}

void MainWindow::addViewButtons(QLayout* row) {
  auto* group = new QButtonGroup(this);
  const struct {
    QString text, tip;
    const char* name;
    TablePane::Mode mode;
  } modes[] = {{tr("Camera"), tr("The camera's picture (1)"), "view_camera", TablePane::Mode::camera},
               {tr("Above"), tr("From straight above, to scale (2)"), "view_map", TablePane::Mode::map},
               {tr("Both"), tr("Side by side (3)"), "view_both", TablePane::Mode::both}};
  int key = Qt::Key_1;
  for (const auto& mode : modes) {
    auto* button = quietButton(mode.text, mode.tip, mode.name);
    button->setCheckable(true);
    button->setChecked(mode.mode == TablePane::Mode::camera);
    button->setShortcut(QKeySequence(key++));
    group->addButton(button);
    view_buttons_.push_back(button);
    row->addWidget(button);
    connect(button, &QPushButton::toggled, this, [this, view = mode.mode](bool on) {
      if (on)
        table_->setMode(view);
    });
  }
}

void MainWindow::openSpectators() {
  const auto open = spectators_->listen(static_cast<quint16>(setup_.spectators_port), setup_.spectators_everywhere);
  if (!open)
    showTrouble({Trouble::Kind::other, open.error().sentence});
}

void MainWindow::showMarksAlone(const QColor& key_colour) {
  for (QWidget* part : {header_, transport_, static_cast<QWidget*>(side_)})
    part->hide();
  layout()->setContentsMargins(0, 0, 0, 0);
  table_->camera()->setKeyColour(key_colour);
}

QWidget* MainWindow::makeTransport() {
  auto* bar = new QWidget;
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(0, 4, 0, 0);
  back_ = quietButton(tr("Previous"), tr("The picture before (P)"), "previous");
  play_ = quietButton(tr("Pause"), tr("Run or stop (space)"), "play");
  forward_ = quietButton(tr("Next"), tr("The next picture (N)"), "next");
  position_ = new QLabel;
  styleLabel(position_, 13, QFont::Normal, theme().dim);
  for (QWidget* part : {static_cast<QWidget*>(back_), static_cast<QWidget*>(play_), static_cast<QWidget*>(forward_)})
    row->addWidget(part);
  row->addSpacing(8);
  row->addWidget(position_);
  row->addStretch(1);
  auto* speak = quietButton(tr("Speak"), tr("Say rulings aloud (S)"), "toggle_speech");
  speak->setCheckable(true);
  speak->setShortcut(QKeySequence(Qt::Key_S));
  connect(speak, &QPushButton::toggled, speaker_, &Speaker::setOn);
  speak->setChecked(setup_.speak);
  row->addWidget(speak);
  addToolButtons(row, table_, static_cast<bool>(setup_.reach_of));
  back_->setShortcut(QKeySequence(Qt::Key_P));
  forward_->setShortcut(QKeySequence(Qt::Key_N));
  connect(back_, &QPushButton::clicked, this, &MainWindow::previous);
  connect(play_, &QPushButton::clicked, this, &MainWindow::togglePlaying);
  connect(forward_, &QPushButton::clicked, this, &MainWindow::next);
  return bar;
}

void MainWindow::openScenes(std::vector<Scene> scenes, bool playing) {
  session_.reset();
  history_.clear();
  shown_.reset();
  at_ = 0;
  selected_ = {};
  chosen_.reset();
  finished_ = false;
  setup_.scenes = scenes;
  table_->showWaiting();
  showPage(2);
  session_ = std::make_unique<Session>(std::move(scenes), setup_.make_analyst);
  connect(session_.get(), &Session::snapshotReady, this, &MainWindow::take);
  connect(session_.get(), &Session::troubled, this, &MainWindow::showTrouble);
  connect(session_.get(), &Session::finished, this, [this] {
    finished_ = true;
    setPlaying(false);
  });
  session_->start(playing);
  setPlaying(playing);
}

void MainWindow::showPage(int page) {
  pages_->setCurrentIndex(page);
  for (QPushButton* button : view_buttons_)
    button->setVisible(page == 2);
  status_->setVisible(page == 2);
  scene_label_->setVisible(page == 2);
}

void MainWindow::take(SnapshotPtr snapshot) {
  const bool follows = history_.empty() || at_ + 1 >= history_.size();
  history_.push_back(snapshot);
  if (desk_ != nullptr)
    desk_->see(*snapshot);
  if (history_.size() > kept_pictures) {
    history_.pop_front();
    at_ = at_ > 0 ? at_ - 1 : 0;
  }
  if (!follows)
    return;
  at_ = history_.size() - 1;
  present(snapshot);
}

void MainWindow::present(SnapshotPtr snapshot) {
  const bool same_table = shown_ && shown_->scene == snapshot->scene;
  shown_ = std::move(snapshot);
  if (!same_table)
    selected_ = {};
  const auto& calls = shown_->calls;
  const auto telling = std::find_if(calls.begin(), calls.end(), [this](const Call& j) {
    return (!selected_ || j.actor == selected_) &&
           (outcomeOf(j.verdict) != Outcome::no || j.question == Call::Question::step);
  });
  chosen_ = telling == calls.end() ? std::nullopt : std::optional(static_cast<std::size_t>(telling - calls.begin()));
  if (shown_->trouble.kind != Trouble::Kind::none && shown_->trouble.kind != Trouble::Kind::registration)
    showTrouble(shown_->trouble);
  else
    showPage(2);
  refresh();
  Q_EMIT pictureShown();
}

void MainWindow::refresh() {
  if (!shown_)
    return;
  table_->setSnapshot(shown_);
  table_->setSelection(selected_, chosen_);
  if (desk_ != nullptr)
    table_->setNotes(desk_->notesFor(shown_->state));
  side_->setSnapshot(shown_, selected_, chosen_);
  scene_label_->setText(QString::fromStdString(shown_->scene));
  double total_ms = shown_->judge_ms;
  for (const auto& [stage, ms] : shown_->state.stages_ms)
    total_ms += ms;
  status_->setText(shown_->trouble.kind != Trouble::Kind::none
                       ? tr("table not found")
                       : tr("%1 pieces  ·  table fixed to %2 px  ·  %3 ms")
                             .arg(shown_->state.pyramids.size())
                             .arg(shown_->state.registration.rms_px, 0, 'f', 2)
                             .arg(total_ms, 0, 'f', 0));
  position_->setText(tr("picture %1").arg(shown_->number) + (at_ + 1 < history_.size() ? tr(", newest %1").arg(history_.back()->number) : QString()));
  if (desk_ == nullptr && chosen_)
    speaker_->tell(shown_->calls[*chosen_]);
  spectators_->publish(shown_, chosen_ ? static_cast<int>(*chosen_) : -1);
  back_->setEnabled(at_ > 0);
  forward_->setEnabled(!finished_ || at_ + 1 < history_.size());
}

void MainWindow::showTrouble(const Trouble& trouble) {
  message_->show(trouble);
  showPage(1);
  Q_EMIT pictureShown();
}

bool MainWindow::troubled() const {
  return pages_->currentIndex() == 1;
}

bool MainWindow::isStart() const {
  return session_ == nullptr;
}

void MainWindow::setView(TablePane::Mode mode) {
  const char* name = mode == TablePane::Mode::camera ? "view_camera" : mode == TablePane::Mode::map ? "view_map" : "view_both";
  findChild<QPushButton*>(QString::fromLatin1(name))->setChecked(true);
}

void MainWindow::select(PieceId ship) {
  if (!shown_)
    return;
  selected_ = ship;
  const auto& calls = shown_->calls;
  const auto own = std::find_if(calls.begin(), calls.end(), [this](const Call& j) {
    return selected_ && j.actor == selected_ && outcomeOf(j.verdict) != Outcome::no;
  });
  chosen_ = own == calls.end() ? std::nullopt : std::optional(static_cast<std::size_t>(own - calls.begin()));
  setPlaying(false);
  refresh();
}

void MainWindow::choose(std::size_t call) {
  if (!shown_ || call >= shown_->calls.size())
    return;
  chosen_ = call;
  setPlaying(false);
  refresh();
}

void MainWindow::next() {
  setPlaying(false);
  if (at_ + 1 < history_.size())
    present(history_[++at_]);
  else if (session_)
    session_->advance();
}

void MainWindow::previous() {
  setPlaying(false);
  if (at_ > 0)
    present(history_[--at_]);
}

void MainWindow::togglePlaying() {
  if (!playing_ && at_ + 1 < history_.size()) {
    at_ = history_.size() - 1;
    present(history_[at_]);
  }
  setPlaying(!playing_);
}

void MainWindow::setPlaying(bool playing) {
  playing_ = playing && !finished_;
  play_->setText(playing_ ? tr("Pause") : tr("Run"));
  play_->setEnabled(!finished_);
  if (session_)
    session_->setPlaying(playing_);
  refresh();
}

void MainWindow::openCamera() {
  const QString table = QFileDialog::getOpenFileName(this, tr("The table's file"), {}, tr("Table files (*.toml)"));
  if (table.isEmpty())
    return;
  openScenes({{"Camera", "0", "", table.toStdString()}}, true);
}

void MainWindow::openPictures() {
  const QString source = QFileDialog::getOpenFileName(this, tr("A picture or film of the table"));
  if (source.isEmpty())
    return;
  const QString table = QFileDialog::getOpenFileName(this, tr("The table's file"), {}, tr("Table files (*.toml)"));
  if (table.isEmpty())
    return;
  openScenes({{source.toStdString(), source.toStdString(), "", table.toStdString()}}, true);
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
  case Qt::Key_Space:
    return togglePlaying();
  case Qt::Key_Escape:
    return select({});
  case Qt::Key_F11:
    return isFullScreen() ? showNormal() : showFullScreen();
  default:
    QWidget::keyPressEvent(event);
  }
}

} // namespace linesman::app
