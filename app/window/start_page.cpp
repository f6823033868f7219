#include "app/window/start_page.h"

#include <algorithm>

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/law_words.h"
#include "app/player_names.h"
#include "app/theme.h"
#include "app/window/cards.h"
#include "app/window/elided_button.h"
#include "app/window/flow_row.h"
#include "app/window/labels.h"
#include "app/window/match_in_progress.h"
#include "app/window/match_wizard.h"
#include "rules/registry.h"

namespace linesman::app {

namespace {

/// A folder for a dialog to begin in; one that is not there would be taken for a name.
QString ifThere(const std::string& folder) {
  const QString path = QString::fromStdString(folder);
  return QDir(path).exists() ? path : QString();
}

/// A card with a title, a line of explanation and the buttons that do it.
QFrame* choiceCard(const QString& title, const QString& text, const std::vector<QWidget*>& buttons) {
  auto* card = new QFrame;
  card->setProperty("card", true);
  auto* column = new QVBoxLayout(card);
  column->setContentsMargins(22, 20, 22, 20);
  column->setSpacing(10);
  auto* heading = new QLabel(title);
  heading->setWordWrap(true);
  styleLabel(heading, 17, QFont::DemiBold, theme().text);
  auto* line = new QLabel(text);
  line->setWordWrap(true);
  styleLabel(line, 14, QFont::Normal, theme().dim);
  column->addWidget(heading);
  column->addWidget(line);
  column->addStretch(1);
  auto* row = new FlowRow;
  for (QWidget* button : buttons)
    row->addWidget(button);
  column->addLayout(row);
  card->setMinimumWidth(180);
  card->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  card->setMinimumHeight(qRound(190 * typeScale()));
  return card;
}

} // namespace

StartPage::StartPage(QWidget* parent)
    : QWidget(parent), kept_(new QVBoxLayout), waiting_(new QLabel), cameras_(new QComboBox),
      camera_(new QLabel), camera_scene_{tr("Camera").toStdString(), "0", "", ""}, fault_(new QLabel) {
  auto* inner = new QWidget;
  auto* page = new QVBoxLayout(inner);
  page->setContentsMargins(40, 20, 40, 20);
  auto* title = new QLabel(tr("A referee at your table"));
  styleLabel(title, 30, QFont::Bold, theme().text);
  auto* subtitle = new QLabel(
      tr("Linesman watches the game through a camera, measures where pieces lie and says what the rules say, "
         "with the margin and how sure it is."));
  styleLabel(subtitle, 15, QFont::Normal, theme().dim);
  subtitle->setWordWrap(true);
  auto* demo = new QPushButton(tr("Watch the demo"));
  demo->setProperty("primary", true);
  demo->setObjectName(QStringLiteral("start_demo"));
  auto* sample = new QPushButton(tr("Referee a sample"));
  sample->setObjectName(QStringLiteral("start_sample"));
  auto* camera = new QPushButton(tr("Open the camera"));
  camera->setObjectName(QStringLiteral("start_camera"));
  cameras_->setObjectName(QStringLiteral("start_camera_choice"));
  cameras_->setAccessibleName(tr("Camera"));
  cameras_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  cameras_->setMinimumContentsLength(12);
  connect(cameras_, &QComboBox::currentIndexChanged, this, [this] {
    if (cameras_->currentIndex() >= 0)
      camera_scene_.source = cameras_->currentData().toString().toStdString();
  });
  auto* pictures = new QPushButton(tr("Choose pictures …"));
  pictures->setObjectName(QStringLiteral("start_pictures"));
  auto* cards = new QHBoxLayout;
  cards->setSpacing(16);
  cards->addWidget(choiceCard(tr("See it work"),
                              tr("Tables and the first steps of a match come with the program. No camera needed."),
                              {demo, sample}),
                   3);
  cards->addWidget(makeMatchCard(), 3);
  cards->addWidget(
      choiceCard(tr("Judge a table"),
                 tr("Without a match: every shot and step on a table of Armadas, from the camera, a film or pictures."),
                 {camera, cameras_, pictures}),
      3);
  page->addStretch(2);
  page->addWidget(title);
  page->addWidget(subtitle);
  page->addSpacing(22);
  page->addWidget(makeGoOn());
  page->addLayout(cards);
  page->addSpacing(14);
  camera_->setObjectName(QStringLiteral("start_cameras"));
  camera_->setWordWrap(true);
  styleLabel(camera_, 14, QFont::Normal, theme().dim);
  auto* lens = new QPushButton(tr("Calibrate a camera and a table …"));
  lens->setObjectName(QStringLiteral("start_calibration"));
  lens->setToolTip(tr(
      "Once for each camera and table: margins become several times sharper; and what they are worth before a match"));
  QPushButton* replay = makeReplayButton();
  auto* editor = new QPushButton(tr("Draw a board …"));
  editor->setObjectName(QStringLiteral("start_editor"));
  editor->setToolTip(tr("Your own board of ArmadaChess or Invasion, over a photograph of it"));
  connect(editor, &QPushButton::clicked, this, &StartPage::boardEditorWanted);
  page->addWidget(camera_); // beside the buttons a small window has no room for it
  auto* foot = new FlowRow;
  for (QPushButton* button : {replay, editor, lens})
    foot->addWidget(button);
  page->addLayout(foot);
  fault_->setObjectName(QStringLiteral("start_fault"));
  fault_->setWordWrap(true);
  styleLabel(fault_, 14, QFont::Normal, theme().no);
  page->addWidget(fault_);
  page->addStretch(3);
  auto* scroll = scrolled(inner); // large type in a low window
  scroll->setFocusPolicy(Qt::NoFocus);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->addWidget(scroll);
  setFocusProxy(demo);
  connect(demo, &QPushButton::clicked, this, &StartPage::demoWanted);
  connect(sample, &QPushButton::clicked, this, &StartPage::demoMatchWanted);
  connect(camera, &QPushButton::clicked, this, [this] { Q_EMIT tableWanted(camera_scene_); });
  connect(pictures, &QPushButton::clicked, this, [this] {
    const QString source = QFileDialog::getOpenFileName(this, tr("A picture or film of the table"));
    if (!source.isEmpty())
      Q_EMIT tableWanted({source.toStdString(), source.toStdString(), "", ""});
  });
  connect(lens, &QPushButton::clicked, this, &StartPage::calibrationWanted);
  refresh();
}

QPushButton* StartPage::makeReplayButton() {
  auto* button = new QPushButton(tr("Replay a match …"));
  button->setObjectName(QStringLiteral("start_replay"));
  button->setToolTip(tr("A recorded match or a dispute file: step to any event, judge again, keep a report"));
  button->setMenu(new QMenu(button));
  const auto offer = [this, button](const QString& title, auto ask) {
    connect(button->menu()->addAction(title), &QAction::triggered, this, [this, ask] {
      complain({});
      if (const QString path = ask(ifThere(matchesFolder())); !path.isEmpty())
        Q_EMIT replayWanted(path.toStdString());
    });
  };
  offer(tr("The folder of its record …"), [this](const QString& kept) {
    return QFileDialog::getExistingDirectory(this, tr("The folder of a recorded match"), kept);
  });
  offer(tr("The file of its record, or a dispute file …"), [this](const QString& kept) {
    return QFileDialog::getOpenFileName(this, tr("The file of a recorded match, or a dispute file"), kept,
                                        tr("Records and dispute files (match.jsonl *.json);;All files (*)"));
  });
  return button;
}

QWidget* StartPage::makeMatchCard() {
  auto* fresh = new QPushButton(tr("New match …"));
  fresh->setObjectName(QStringLiteral("start_match"));
  fresh->setProperty("primary", true);
  auto* open = new QPushButton(tr("Open a match file …"));
  open->setObjectName(QStringLiteral("start_open_match"));
  connect(fresh, &QPushButton::clicked, this, [this] { Q_EMIT matchWanted({}); });
  connect(open, &QPushButton::clicked, this, &StartPage::chooseProfile);
  QFrame* card =
      choiceCard(tr("Referee a match"),
                 tr("Choose the game, its rules and the camera once; begin it again with one click."), {fresh, open});
  kept_->setSpacing(2);
  static_cast<QVBoxLayout*>(card->layout())->insertLayout(2, kept_);
  return card;
}

QWidget* StartPage::makeGoOn() {
  auto* card = new QFrame;
  card->setProperty("card", true);
  auto* row = new QHBoxLayout(card);
  row->setContentsMargins(22, 12, 22, 12);
  waiting_->setObjectName(QStringLiteral("start_waiting"));
  waiting_->setWordWrap(true);
  styleLabel(waiting_, 15, QFont::Normal, theme().text);
  auto* button = new QPushButton(tr("Go on with it"));
  button->setObjectName(QStringLiteral("start_go_on"));
  button->setProperty("primary", true);
  row->addWidget(waiting_, 1);
  row->addWidget(button);
  connect(button, &QPushButton::clicked, this, [this] {
    if (const auto match = matchInProgress(); match && *match)
      Q_EMIT goOnWanted((*match)->profile, (*match)->record);
    else
      refresh(); // it is over by now, or its folder is gone
  });
  go_on_ = new QWidget; // with as much room below as there is between the cards
  auto* column = new QVBoxLayout(go_on_);
  column->setContentsMargins(0, 0, 0, 10);
  column->addWidget(card);
  return go_on_;
}

void StartPage::offerGoingOn() {
  const auto waiting = matchInProgress();
  go_on_->setVisible(waiting && waiting->has_value());
  complain(waiting ? QString() : shownSentence(waiting.error().sentence));
  if (!waiting || !*waiting)
    return;
  const MatchInProgress& match = **waiting;
  const QStringList players = listedPlayers(match.profile.match);
  const auto game = rules::Registry::instance().make(match.profile.match.game);
  const QString title = QString::fromStdString(game ? (*game)->title() : match.profile.match.game);
  const QString words = players.isEmpty() && match.profile.name.empty()
                            ? tr("A match of %1 is not over. Every ruling is kept.").arg(title)
                            : tr("A match of %1 is not over: %2. Every ruling is kept.")
                                  .arg(title, players.isEmpty() ? QString::fromStdString(match.profile.name)
                                                                : players.join(QStringLiteral(", ")));
  waiting_->setText(match.fault.empty()
                        ? words
                        : tr("%1 Its camera is asked for again, for the file that names it is damaged: %2")
                              .arg(words, shownSentence(match.fault)));
}

void StartPage::refresh() {
  offerGoingOn(); // or complains why not
  while (QLayoutItem* item = kept_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  constexpr std::size_t most_shown = 3;
  const auto profiles = keptProfiles();
  for (std::size_t i = 0; i < std::min(most_shown, profiles.size()); ++i) {
    auto* button = new ElidedButton(shownPlayer(profiles[i].first));
    button->setObjectName(QStringLiteral("start_kept_%1").arg(i));
    button->setProperty("quiet", true);
    button->setStyleSheet(QStringLiteral("text-align: left"));
    connect(button, &QPushButton::clicked, this, [this, path = profiles[i].second] { openProfile(path); });
    kept_->addWidget(button);
  }
  offerCameras(findCameras());
}

void StartPage::offerCameras(const std::vector<FoundCamera>& cameras) {
  const std::string chosen = camera_scene_.source;
  QStringList names;
  cameras_->clear();
  for (const FoundCamera& camera : cameras) {
    names << QString::fromStdString(camera.name);
    cameras_->addItem(QString::fromStdString(titleOf(camera)), QString::fromStdString(camera.source));
  }
  if (const int known = cameras_->findData(QString::fromStdString(chosen)); known >= 0)
    cameras_->setCurrentIndex(known);
  cameras_->setVisible(cameras.size() > 1);
  camera_->setText(names.isEmpty() ? tr("No camera is plugged in: a match needs one, or a film or a phone camera's "
                                        "URL. The demo and pictures work without.")
                                   : tr("Camera found: %1. Calibrate it once; without, margins are wider.")
                                         .arg(names.join(QStringLiteral(", "))));
}

void StartPage::complain(const QString& sentence) {
  fault_->setText(sentence);
}

void StartPage::openProfile(const std::string& path) {
  const auto profile = readProfile(path);
  complain(profile ? QString() : shownSentence(profile.error().sentence));
  if (profile)
    Q_EMIT matchWanted(*profile);
}

void StartPage::chooseProfile() {
  const QString file =
      QFileDialog::getOpenFileName(this, tr("The match file"), ifThere(profileFolder()), tr("Match files (*.toml)"));
  if (!file.isEmpty())
    openProfile(file.toStdString());
}

} // namespace linesman::app
