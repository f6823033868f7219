#include "app/window/start_page.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/theme.h"
#include "app/window/labels.h"

namespace linesman::app {

namespace {

/// A card with a title, a line of explanation and the button that does it.
QFrame* choiceCard(const QString& title, const QString& text, QPushButton* button) {
  auto* card = new QFrame;
  card->setProperty("card", true);
  auto* column = new QVBoxLayout(card);
  column->setContentsMargins(22, 20, 22, 20);
  column->setSpacing(10);
  auto* heading = new QLabel(title);
  styleLabel(heading, 17, QFont::DemiBold, theme().text);
  auto* line = new QLabel(text);
  line->setWordWrap(true);
  styleLabel(line, 14, QFont::Normal, theme().dim);
  column->addWidget(heading);
  column->addWidget(line);
  column->addStretch(1);
  column->addWidget(button, 0, Qt::AlignLeft);
  card->setMinimumWidth(180);
  card->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  card->setMinimumHeight(qRound(190 * typeScale()));
  return card;
}

} // namespace

StartPage::StartPage(QWidget* parent) : QWidget(parent) {
  auto* page = new QVBoxLayout(this);
  page->setContentsMargins(40, 30, 40, 30);
  auto* title = new QLabel(tr("A referee at your table"));
  styleLabel(title, 30, QFont::Bold, theme().text);
  auto* subtitle = new QLabel(tr("Linesman watches the game through a camera, measures where pieces lie and says what the rules say, "
                                 "with the margin and how sure it is."));
  styleLabel(subtitle, 15, QFont::Normal, theme().dim);
  subtitle->setWordWrap(true);
  auto* demo = new QPushButton(tr("Watch the demo"));
  demo->setProperty("primary", true);
  demo->setObjectName(QStringLiteral("start_demo"));
  auto* camera = new QPushButton(tr("Open the camera"));
  camera->setObjectName(QStringLiteral("start_camera"));
  auto* pictures = new QPushButton(tr("Choose pictures …"));
  pictures->setObjectName(QStringLiteral("start_pictures"));
  auto* cards = new QHBoxLayout;
  cards->setSpacing(16);
  cards->addWidget(choiceCard(tr("See it work"), tr("Ten tables and a ship's step come with the program. No camera needed."), demo), 1);
  cards->addWidget(choiceCard(tr("Referee a table"), tr("Lay the printed corner markers on the table and point a camera at it."), camera), 1);
  cards->addWidget(choiceCard(tr("Judge pictures"), tr("A film, or a folder of pictures of your table with its table file."), pictures), 1);
  page->addStretch(2);
  page->addWidget(title);
  page->addWidget(subtitle);
  page->addSpacing(22);
  page->addLayout(cards);
  auto* lens = new QPushButton(tr("Calibrate a camera …"));
  lens->setObjectName(QStringLiteral("start_calibration"));
  lens->setProperty("quiet", true);
  lens->setToolTip(tr("Once for each camera: margins become several times sharper"));
  auto* replay = new QPushButton(tr("Replay a match …"));
  replay->setObjectName(QStringLiteral("start_replay"));
  replay->setProperty("quiet", true);
  replay->setToolTip(tr("A recorded match or a dispute file: step to any event, judge again, keep a report"));
  auto* editor = new QPushButton(tr("Draw a board …"));
  editor->setObjectName(QStringLiteral("start_editor"));
  editor->setProperty("quiet", true);
  editor->setToolTip(tr("Your own board of ArmadaChess, over a photograph of it"));
  page->addSpacing(14);
  auto* more = new QHBoxLayout;
  for (QPushButton* button : {lens, replay, editor})
    more->addWidget(button);
  more->addStretch(1);
  page->addLayout(more);
  connect(replay, &QPushButton::clicked, this, &StartPage::replayWanted);
  connect(editor, &QPushButton::clicked, this, &StartPage::boardEditorWanted);
  page->addStretch(3);
  setFocusProxy(demo);
  connect(demo, &QPushButton::clicked, this, &StartPage::demoWanted);
  connect(camera, &QPushButton::clicked, this, &StartPage::cameraWanted);
  connect(pictures, &QPushButton::clicked, this, &StartPage::picturesWanted);
  connect(lens, &QPushButton::clicked, this, &StartPage::calibrationWanted);
}

} // namespace linesman::app
