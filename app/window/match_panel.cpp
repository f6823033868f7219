#include "app/window/match_panel.h"

#include <algorithm>

#include <QFileDialog>
#include <QHBoxLayout>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

#include "app/game_clauses.h"
#include "app/law_words.h"
#include "app/theme.h"
#include "app/window/cards.h"
#include "app/window/clock_wish.h"
#include "app/window/corner_question.h"
#include "app/window/decision_form.h"
#include "app/window/flagship_question.h"
#include "app/window/labels.h"
#include "app/window/match_desk.h"
#include "app/window/played_question.h"
#include "app/window/ruling_text.h"
#include "app/window/ruling_view.h"
#include "app/window/tell_panel.h"

namespace linesman::app {

using nlohmann::json;

namespace {

QPushButton* namedButton(const QString& text, const QString& tip, const char* name) {
  auto* button = new QPushButton(text);
  button->setProperty("quiet", true);
  button->setToolTip(tip);
  button->setObjectName(QString::fromLatin1(name));
  return button;
}

} // namespace

MatchPanel::MatchPanel(MatchDesk* desk, QWidget* parent)
    : QFrame(parent), desk_(desk), history_(new QListWidget), telling_(new TellPanel(desk)), wish_(new ClockWish(desk)),
      overruling_(new DecisionForm("overrule", nullptr)), clocks_(new DecisionForm("clock", wish_)),
      desk_top_(new QStackedWidget), elsewhere_(makeElsewhere()), notice_(wrappedLabel({}, 12, theme().dim)) {
  ruling_ = new RulingView(clausesOf(desk->setup().game));
  setProperty("card", true);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 12, 16, 12);
  column->setSpacing(6);
  history_->setObjectName(QStringLiteral("match_history"));
  history_->setWordWrap(true);
  history_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  history_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  history_->setFocusPolicy(Qt::TabFocus);
  history_->setAccessibleName(tr("Rulings so far"));
  history_->setMinimumHeight(qRound(40 * typeScale()));
  QScrollArea* ruling_area = scrolledAsNeeded(ruling_);
  ruling_area->setMinimumHeight(qRound(78 * typeScale()));
  column->addWidget(ruling_area, 9);
  column->addWidget(history_, 2);
  column->addWidget(notice_); // the rulings give way to it, no button moves
  for (QWidget* page :
       {static_cast<QWidget*>(telling_), static_cast<QWidget*>(overruling_), static_cast<QWidget*>(clocks_)})
    desk_top_->addWidget(page);
  column->addWidget(elsewhere_);
  column->addWidget(new CornerQuestion(desk));
  column->addWidget(new PlayedQuestion(desk));
  column->addWidget(new FlagshipQuestion(desk));
  desk_top_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
  bringUp(telling_);
  column->addWidget(desk_top_);
  column->addWidget(makeAppeal());
  notice_->setObjectName(QStringLiteral("match_notice"));
  notice_->hide();
  showHistory();
  connect(desk_, &MatchDesk::changed, this, &MatchPanel::refresh);
  connect(history_, &QListWidget::currentRowChanged, this, [this](int row) {
    if (row >= 0 && static_cast<std::size_t>(row) < desk_->history().size())
      ruling_->setEvent(desk_->history()[desk_->history().size() - 1 - static_cast<std::size_t>(row)], desk_->setup());
  });
  refresh();
}

QWidget* MatchPanel::makeAppeal() {
  auto* box = new QWidget;
  auto* row = new QHBoxLayout(box);
  row->setContentsMargins(0, 0, 0, 0);
  challenge_ =
      namedButton(tr("Challenge"), tr("Keep everything about the chosen verdict in one file"), "match_challenge");
  overrule_ = namedButton(tr("Overrule"), tr("People decide against the chosen verdict"), "match_overrule");
  auto* clock = namedButton(tr("Clock"), tr("Give or take time, a penalty, stop the clocks"), "match_clock");
  for (QPushButton* button : {challenge_, overrule_, clock})
    row->addWidget(button);
  row->addStretch(1);
  connect(challenge_, &QPushButton::clicked, this, &MatchPanel::challenge);
  connect(overrule_, &QPushButton::clicked, this, [this] { open(overruling_); });
  connect(clock, &QPushButton::clicked, this, [this] { open(clocks_); });
  connect(overruling_, &DecisionForm::confirmed, this, &MatchPanel::overrule);
  connect(clocks_, &DecisionForm::confirmed, this, &MatchPanel::ruleClock);
  for (DecisionForm* form : {overruling_, clocks_})
    connect(form, &DecisionForm::cancelled, this, [this] { open(nullptr); });
  clocks_->setHeading(tr("Clocks and penalties"));
  return box;
}

QPushButton* MatchPanel::makeElsewhere() {
  auto* button = new QPushButton(tr("Keep it in another folder …"));
  button->setProperty("primary", true);
  button->setObjectName(QStringLiteral("match_elsewhere"));
  button->setToolTip(tr("The match begins anew, with its record there"));
  connect(button, &QPushButton::clicked, this, [this] {
    if (const QString folder = QFileDialog::getExistingDirectory(this, tr("A folder for the match's record"));
        !folder.isEmpty())
      Q_EMIT folderChosen(folder);
  });
  return button;
}

/// Puts a form in the place of the buttons, or the buttons back.
void MatchPanel::open(DecisionForm* form) {
  notice_->hide();
  if (form == nullptr || desk_top_->currentWidget() == form) {
    bringUp(telling_);
    return window()->setFocus(); // no list has the space bar, which is the players'
  }
  if (form == overruling_)
    nameOverruled();
  wish_->refresh();
  bringUp(form);
  form->setFocus();
  for (QWidget* above = parentWidget(); above != nullptr; above = above->parentWidget())
    if (auto* area = qobject_cast<QScrollArea*>(above)) // in a low window: as far as its last button
      return QTimer::singleShot(0, form, [area, form] { area->ensureWidgetVisible(form, 0, 0); });
}

/// The form is about the verdict that is chosen now, whatever is ruled before it is filled in.
void MatchPanel::nameOverruled() {
  overruled_ = appealed();
  for (const json& event : desk_->history())
    if (event.value("seq", 0LL) == overruled_)
      overruling_->setHeading(
          tr("Overrule no. %1: %2")
              .arg(overruled_)
              .arg(rulingWord(event) + QStringLiteral(" – ") + rulingSentence(event, desk_->setup())));
}

/// The room that the page needs, not the largest one behind it.
void MatchPanel::bringUp(QWidget* page) {
  for (int i = 0; i < desk_top_->count(); ++i) {
    const bool front = desk_top_->widget(i) == page;
    desk_top_->widget(i)->setSizePolicy(QSizePolicy::Preferred, front ? QSizePolicy::Preferred : QSizePolicy::Ignored);
  }
  desk_top_->setCurrentWidget(page);
}

long long MatchPanel::appealed() const {
  const auto& events = desk_->history();
  const int row = history_->currentRow();
  if (row >= 0 && static_cast<std::size_t>(row) < events.size())
    if (const json& event = events[events.size() - 1 - static_cast<std::size_t>(row)]; event["event"] == "verdict")
      return event.value("seq", 0LL);
  for (auto event = events.rbegin(); event != events.rend(); ++event)
    if ((*event)["event"] == "verdict")
      return event->value("seq", 0LL);
  return 0;
}

void MatchPanel::challenge() {
  const auto file = desk_->challenge(appealed());
  notice_->setText(file ? tr("Kept in %1").arg(QString::fromStdString(*file)) : shownSentence(file.error().sentence));
  notice_->show();
}

void MatchPanel::overrule() {
  settle(overruling_, desk_->overrule(overruled_, overruling_->who().toStdString(), overruling_->why().toStdString()));
}

void MatchPanel::ruleClock() {
  ClockRuling ruling = wish_->ruling();
  ruling.who = clocks_->who().toStdString();
  ruling.why = clocks_->why().toStdString();
  settle(clocks_, desk_->rule(ruling));
}

void MatchPanel::settle(DecisionForm* form, const Result<void>& done) {
  if (done) {
    form->clear();
    open(nullptr);
  }
  notice_->setText(done ? tr("Recorded.") : shownSentence(done.error().sentence));
  notice_->show();
}

void MatchPanel::refresh() {
  elsewhere_->setVisible(desk_->recordRefused());
  if (history_->count() != static_cast<int>(desk_->history().size()))
    showHistory();
}

/// What is chosen stays so until there is a new ruling to look at; who reads an old one keeps his place in the list.
void MatchPanel::showHistory() {
  const auto& events = desk_->history();
  const auto fresh = events.begin() + history_->count();
  const bool ruled = std::any_of(fresh, events.end(), [](const json& event) { return event["event"] == "verdict"; });
  const int chosen = ruled ? -1 : history_->currentRow();
  const QListWidgetItem* read = history_->verticalScrollBar()->value() > 0 ? history_->itemAt(0, 0) : nullptr;
  const int at_px = read == nullptr ? 0 : history_->visualItemRect(read).top();
  QStringList words; // the newest first
  for (auto event = events.end(); event != fresh;) {
    --event;
    words << QStringLiteral("%1  %2").arg(rulingWord(*event), rulingSentence(*event, desk_->setup()));
  }
  history_->insertItems(0, words);
  if (chosen < 0)
    history_->setCurrentRow(-1);
  if (read != nullptr) {
    history_->doItemsLayout();
    QScrollBar* bar = history_->verticalScrollBar();
    bar->setValue(bar->value() + history_->visualItemRect(read).top() - at_px);
  }
  const bool any = appealed() != 0 && !desk_->failed();
  challenge_->setEnabled(any);
  overrule_->setEnabled(any);
  if (events.empty())
    ruling_->clear();
  else if (chosen < 0)
    ruling_->setEvent(events.back(), desk_->setup());
}

} // namespace linesman::app
