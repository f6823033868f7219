#include "app/window/replay_page.h"

#include <algorithm>

#include <QButtonGroup>
#include <QCheckBox>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QVBoxLayout>

#include "app/law_words.h"
#include "app/player_names.h"
#include "app/record/clip.h"
#include "app/record/html_report.h"
#include "app/record/pdf_report.h"
#include "app/record/shown_event.h"
#include "app/theme.h"
#include "app/time_text.h"
#include "app/window/cards.h"
#include "app/window/labels.h"
#include "app/window/prompt_button.h"
#include "app/window/return_key.h"
#include "app/window/save_dialog.h"
#include "app/window/table_pane.h"
#include "app/window/timeline.h"
#include "models/text_file.h"
#include "rules/registry.h"

namespace linesman::app {

namespace {

/// What is chosen stays in sight when the ruling above takes more room.
class EventList : public QListWidget {
protected:
  void resizeEvent(QResizeEvent* event) override {
    QListWidget::resizeEvent(event);
    if (currentItem() != nullptr)
      scrollToItem(currentItem());
  }
};

QPushButton* barButton(const QString& text, const QString& tip, const char* name) {
  auto* button = new PromptButton(text);
  button->setProperty("quiet", true);
  button->setToolTip(tip);
  button->setObjectName(QString::fromLatin1(name));
  return button;
}

QString answersText(const std::vector<Event>& events, const MatchSetup& setup) {
  QStringList lines;
  for (const Event& event : events)
    if (event.kind == "verdict")
      lines << shownWord(describeMoment(event, setup).word) + QStringLiteral("  ") + shownSentence(marginText([&] {
                 rules::Verdict verdict;
                 if (event.body.contains("margin_mm") && event.body["margin_mm"].is_number())
                   verdict.margin_mm = event.body["margin_mm"].get<double>();
                 if (event.body.contains("sigma_mm") && event.body["sigma_mm"].is_number())
                   verdict.sigma_mm = event.body["sigma_mm"].get<double>();
                 return verdict;
               }()));
  return lines.join(QStringLiteral("; "));
}

} // namespace

ReplayPage::ReplayPage(MatchStory story, ClauseText clause_text, bool closable, QWidget* parent)
    : QWidget(parent), story_(std::move(story)), game_(story_.contents().setup.game), table_(new TablePane),
      timeline_(new Timeline) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);
  column->addWidget(makeHeader(closable));
  auto* split = new QSplitter(Qt::Horizontal);
  split->addWidget(table_);
  split->addWidget(makeSide(std::move(clause_text)));
  split->setStretchFactor(0, 1);
  split->setHandleWidth(12);
  split->setChildrenCollapsible(false);
  split->setSizes({10000, qRound(380 * typeScale())});
  column->addWidget(split, 1);
  column->addWidget(timeline_);
  column->addWidget(makeBar());
  timeline_->setMoments(story_.moments(), story_.contents().setup);
  table_->setRegions(false);
  connect(timeline_, &Timeline::chosen, this, &ReplayPage::go);
  connect(all_, &QCheckBox::toggled, this, &ReplayPage::fillList);
  connect(list_, &QListWidget::currentRowChanged, this, [this](int row) {
    if (row >= 0)
      go(rows_[static_cast<std::size_t>(row)]);
  });
  fillList();
  if (story_.moments().empty()) {
    card_->clear(tr("Nothing has happened yet in this match."));
    table_->showWaiting();
  } else {
    const auto first = std::find_if(story_.moments().begin(), story_.moments().end(),
                                    [](const Moment& moment) { return isRuling(moment.event); });
    go(first == story_.moments().end() ? 0 : static_cast<std::size_t>(first - story_.moments().begin()));
  }
  say(shownSentence(story_.contents().lost), story_.contents().damaged);
}

ReplayPage::~ReplayPage() = default;

QWidget* ReplayPage::makeHeader(bool closable) {
  auto* header = new QWidget;
  auto* row = new QHBoxLayout(header);
  row->setContentsMargins(2, 0, 2, 0);
  if (closable) {
    auto* back = barButton(tr("‹ Back"), tr("Leave the replay (Esc)"), "replay_back");
    row->addWidget(back);
    connect(back, &QPushButton::clicked, this, &ReplayPage::closed);
  }
  auto* name = new QLabel(tr("Replay"));
  styleLabel(name, 17, QFont::Bold, theme().text);
  auto* title = new QLabel;
  title->setObjectName(QStringLiteral("replay_title"));
  const QStringList players = listedPlayers(story_.contents().setup);
  const auto game = rules::Registry::instance().make(game_);
  title->setText(QString::fromStdString(game ? (*game)->title() : game_) +
                 (players.isEmpty() ? QString() : QStringLiteral("  ·  ") + players.join(QStringLiteral(", "))) +
                 QStringLiteral("  ·  ") + QString::fromStdString(story_.name()));
  title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  styleLabel(title, 14, QFont::Normal, theme().dim);
  row->addWidget(name);
  row->addSpacing(10);
  row->addWidget(title, 1);
  auto* views = new QButtonGroup(this);
  const std::pair<QString, TablePane::Mode> modes[] = {{tr("Camera"), TablePane::Mode::camera},
                                                       {tr("Above"), TablePane::Mode::map},
                                                       {tr("Both"), TablePane::Mode::both}};
  int key = Qt::Key_1;
  for (const auto& [text, mode] : modes) {
    auto* button = barButton(text, {}, "");
    button->setCheckable(true);
    button->setChecked(mode == TablePane::Mode::camera);
    button->setShortcut(QKeySequence(key++));
    views->addButton(button);
    row->addWidget(button);
    connect(button, &QPushButton::clicked, table_, [this, mode = mode] { table_->setMode(mode); });
  }
  return header;
}

QWidget* ReplayPage::makeSide(ClauseText clause_text) {
  auto* side = new QWidget;
  side->setMinimumWidth(qRound(320 * typeScale()));
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(10);
  card_ = new VerdictCard(std::move(clause_text));
  column->addWidget(scrolledAsNeeded(card_), 100);
  auto* events = new QFrame;
  events->setProperty("card", true);
  auto* events_column = new QVBoxLayout(events);
  events_column->setContentsMargins(14, 10, 8, 8);
  auto* heading = new QHBoxLayout;
  heading->addWidget(headingLabel(tr("Events")));
  heading->addStretch(1);
  all_ = new QCheckBox(tr("all"));
  all_->setObjectName(QStringLiteral("replay_all"));
  all_->setToolTip(tr("Also measured tables, hands, clocks and what was said"));
  heading->addWidget(all_);
  events_column->addLayout(heading);
  list_ = new EventList;
  list_->setObjectName(QStringLiteral("replay_list"));
  list_->setWordWrap(true);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  list_->setSpacing(2);
  events_column->addWidget(list_);
  column->addWidget(events, 1);
  return side;
}

QWidget* ReplayPage::makeBar() {
  auto* bar = new QWidget;
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(0, 0, 0, 0);
  previous_ = barButton(tr("Previous ruling"), tr("The ruling before (P)"), "replay_previous");
  next_ = barButton(tr("Next ruling"), tr("The next ruling (N)"), "replay_next");
  where_ = new QLabel;
  styleLabel(where_, 13, QFont::Normal, theme().dim);
  notice_ = new QLabel;
  notice_->setObjectName(QStringLiteral("replay_notice"));
  notice_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  notice_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  styleLabel(notice_, 13, QFont::Normal, theme().dim);
  auto* judge = barButton(tr("Judge again"), tr("From the measurements in the record (J)"), "replay_judge");
  auto* report = barButton(tr("Report …"), tr("A page with pictures, as PDF or HTML"), "replay_report");
  auto* clip = barButton(tr("Clip …"), tr("A film of the rulings, or a folder of pictures"), "replay_clip");
  previous_->setShortcut(QKeySequence(Qt::Key_P));
  next_->setShortcut(QKeySequence(Qt::Key_N));
  judge->setShortcut(QKeySequence(Qt::Key_J));
  row->addWidget(previous_);
  row->addWidget(next_);
  row->addSpacing(8);
  row->addWidget(where_);
  row->addWidget(notice_, 1);
  for (QWidget* button : {judge, report, clip})
    row->addWidget(button);
  for (QPushButton* button : {previous_, next_, judge, report, clip})
    button->setEnabled(!story_.moments().empty());
  connect(previous_, &QPushButton::clicked, this, &ReplayPage::previousRuling);
  connect(next_, &QPushButton::clicked, this, &ReplayPage::nextRuling);
  connect(judge, &QPushButton::clicked, this, &ReplayPage::rejudge);
  connect(report, &QPushButton::clicked, this, [this] {
    const QString path =
        askWhereToKeep(this, tr("Save the report"), QStringLiteral("match.pdf"), tr("PDF (*.pdf);;Web page (*.html)"));
    if (!path.isEmpty())
      saveReport(path);
  });
  connect(clip, &QPushButton::clicked, this, [this] {
    const QString path = askWhereToKeep(this, tr("Save the clip"), QStringLiteral("match.avi"),
                                        tr("Film (*.avi *.mp4);;Folder of pictures (*)"));
    if (!path.isEmpty())
      saveClip(path);
  });
  return bar;
}

void ReplayPage::fillList() {
  const QSignalBlocker quiet(list_);
  list_->clear();
  rows_.clear();
  for (std::size_t i = 0; i < story_.moments().size(); ++i) {
    const Event& event = story_.moments()[i].event;
    if (!all_->isChecked() && !isRuling(event))
      continue;
    const MomentText text = describeMoment(event, story_.contents().setup);
    list_->addItem(
        QStringLiteral("%1  %2  %3")
            .arg(QString::fromStdString(timeText(event.t_s)), shownWord(text.word), shownSentence(text.sentence)));
    rows_.push_back(i);
  }
  if (!story_.moments().empty())
    showMoment(current_);
}

void ReplayPage::go(std::size_t moment) {
  current_ = std::min(moment, story_.moments().size() - 1);
  say({});
  showMoment(current_);
}

void ReplayPage::showMoment(std::size_t moment) {
  const SnapshotPtr shown = story_.look(moment);
  table_->setSnapshot(shown);
  table_->setNotes(story_.notes(moment));
  const auto ruling = story_.rulingAt(moment);
  table_->setSelection({}, ruling ? std::optional<std::size_t>(0) : std::nullopt);
  if (ruling)
    card_->setCall(shown->calls.front());
  else
    card_->clear(shownSentence(describeMoment(story_.moments()[moment].event, story_.contents().setup).sentence));
  timeline_->setCurrent(moment);
  where_->setText(tr("event %1 of %2").arg(story_.moments()[moment].seq).arg(story_.moments().back().seq));
  const QSignalBlocker quiet(list_);
  auto row = std::find(rows_.begin(), rows_.end(), moment);
  if (row == rows_.end()) // of what was done, its ruling stands in front
    row = std::find(rows_.begin(), rows_.end(), ruling.value_or(moment));
  list_->setCurrentRow(row == rows_.end() ? -1 : static_cast<int>(row - rows_.begin()));
  allow(previous_, rulingBefore().has_value(), timeline_);
  allow(next_, rulingBehind().has_value(), timeline_);
}

std::optional<std::size_t> ReplayPage::rulingBehind() const {
  for (std::size_t i = current_ + 1; i < story_.moments().size(); ++i)
    if (isRuling(story_.moments()[i].event))
      return i;
  return std::nullopt;
}

std::optional<std::size_t> ReplayPage::rulingBefore() const {
  for (std::size_t i = current_; i-- > 0;)
    if (isRuling(story_.moments()[i].event))
      return i;
  return std::nullopt;
}

void ReplayPage::nextRuling() {
  if (const auto ruling = rulingBehind())
    go(*ruling);
}

void ReplayPage::previousRuling() {
  if (const auto ruling = rulingBefore())
    go(*ruling);
}

void ReplayPage::rejudge() {
  if (story_.moments().empty())
    return;
  const auto again = story_.rejudge(current_);
  if (!again)
    return say(shownSentence(again.error().sentence), true);
  if (again->differences.empty()) {
    const QString answers = answersText(again->now, story_.contents().setup);
    return say(answers.isEmpty() ? tr("Judged again: the same.") : tr("Judged again: the same. %1").arg(answers));
  }
  say(tr("Judged again: %1 instead of %2")
              .arg(answersText(again->now, story_.contents().setup),
                   answersText(again->recorded, story_.contents().setup)) +
          QStringLiteral("  (") + QString::fromStdString(again->differences.front()) + QStringLiteral(")"),
      true);
}

void ReplayPage::saveReport(const QString& path) {
  const QString ending = QFileInfo(path).suffix().toLower();
  const bool web = ending == QStringLiteral("html") || ending == QStringLiteral("htm");
  if (!web && ending != QStringLiteral("pdf"))
    return say(tr("A report is a PDF or a web page; end its name in .pdf or .html."), true);
  const std::string page = matchReport(story_);
  const auto written =
      web ? writeFile(path.toStdString(), page) : writePdfReport(page, "Match of " + game_, path.toStdString());
  written ? say(tr("Kept in %1").arg(path)) : say(cannotWrite(path), true);
}

void ReplayPage::saveClip(const QString& path) {
  QGuiApplication::setOverrideCursor(Qt::WaitCursor);
  const auto written = writeClip(story_, 0, story_.moments().size(), path.toStdString());
  QGuiApplication::restoreOverrideCursor();
  written ? say(tr("%1 rulings kept in %2").arg(*written).arg(path))
          : say(shownSentence(written.error().sentence), true);
}

void ReplayPage::say(const QString& text, bool trouble) {
  styleLabel(notice_, 13, QFont::Normal, trouble ? theme().no : theme().dim);
  notice_->setText(text);
  notice_->setToolTip(text);
}

/// By hand and not as a proxy, with which Tab would come from the page to the timeline and never round.
void ReplayPage::focusInEvent(QFocusEvent* event) {
  timeline_->setFocus(event->reason());
}

void ReplayPage::keyPressEvent(QKeyEvent* event) {
  if (pressedByReturn(event))
    return;
  if (event->key() == Qt::Key_Escape)
    return Q_EMIT closed();
  QWidget::keyPressEvent(event);
}

} // namespace linesman::app
