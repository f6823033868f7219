#include "app/window/match_panel.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/theme.h"
#include "app/window/labels.h"
#include "app/window/match_desk.h"
#include "app/window/tell_panel.h"

namespace linesman::app {

using nlohmann::json;

namespace {

QString textOf(const json& event, const char* key) {
  return event.contains(key) && event[key].is_string() ? QString::fromStdString(event[key].get<std::string>())
                                                       : QString();
}

QString wordOf(const json& event) {
  const QString kind = textOf(event, "event");
  if (kind == u"verdict")
    return textOf(event, "ruling") == u"legal"     ? MatchPanel::tr("LEGAL")
           : textOf(event, "ruling") == u"unclear" ? MatchPanel::tr("TOO CLOSE: NO")
                                                   : MatchPanel::tr("ILLEGAL");
  if (kind == u"put_back")
    return event.value("done", false) ? MatchPanel::tr("put back") : MatchPanel::tr("PUT BACK");
  if (kind == u"over")
    return MatchPanel::tr("OVER");
  if (kind == u"overrule")
    return MatchPanel::tr("overruled");
  if (kind == u"retract")
    return MatchPanel::tr("RETRACTED");
  if (kind == u"challenge")
    return MatchPanel::tr("challenged");
  return kind == u"coverage" ? MatchPanel::tr("view") : kind == u"claim" ? MatchPanel::tr("refused") : kind;
}

QString sentenceOf(const json& event) {
  const QString kind = textOf(event, "event");
  if (kind == u"overrule")
    return MatchPanel::tr("No. %1 by %2: %3")
        .arg(event.value("of", 0LL))
        .arg(textOf(event, "who"), textOf(event, "why"));
  if (kind == u"challenge")
    return MatchPanel::tr("No. %1, kept in a file of its own").arg(event.value("of", 0LL));
  if (kind == u"over")
    return textOf(event, "winner").isEmpty() ? MatchPanel::tr("Nobody wins.")
                                             : MatchPanel::tr("%1 wins.").arg(textOf(event, "winner"));
  if (const QString sentence = textOf(event, "sentence"); !sentence.isEmpty())
    return sentence;
  if (kind == u"put_back")
    return event.value("done", false) ? MatchPanel::tr("%1 is back in its place.").arg(textOf(event, "piece"))
                                      : MatchPanel::tr("Put %1 back where it was.").arg(textOf(event, "piece"));
  return kind == u"coverage" ? MatchPanel::tr("The whole table is in sight again.") : QString();
}

QString clausesOf(const json& event) {
  QStringList ids;
  for (const json& id : event.value("clauses", json::array()))
    ids << QString::fromStdString(id.get<std::string>());
  return ids.join(QStringLiteral(", "));
}

QPushButton* namedButton(const QString& text, const QString& tip, const char* name) {
  auto* button = new QPushButton(text);
  button->setProperty("quiet", true);
  button->setToolTip(tip);
  button->setObjectName(QString::fromLatin1(name));
  return button;
}

QLabel* namedLabel(const char* name, int size_px, QFont::Weight weight, const QColor& colour) {
  auto* label = new QLabel;
  label->setObjectName(QString::fromLatin1(name));
  label->setWordWrap(true);
  styleLabel(label, size_px, weight, colour);
  return label;
}

QLineEdit* namedField(const char* name, const QString& hint) {
  auto* field = new QLineEdit;
  field->setObjectName(QString::fromLatin1(name));
  field->setPlaceholderText(hint);
  field->setFocusPolicy(Qt::StrongFocus);
  return field;
}

} // namespace

MatchPanel::MatchPanel(MatchDesk* desk, QWidget* parent)
    : QFrame(parent), desk_(desk), word_(namedLabel("match_word", 26, QFont::Bold, theme().dim)),
      sentence_(namedLabel("match_sentence", 14, QFont::Normal, theme().text)), history_(new QListWidget),
      telling_(new TellPanel(desk)), notice_(namedLabel("match_notice", 12, QFont::Normal, theme().dim)) {
  setProperty("card", true);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 12, 16, 12);
  column->setSpacing(6);
  history_->setObjectName(QStringLiteral("match_history"));
  history_->setWordWrap(true);
  history_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  history_->setFocusPolicy(Qt::TabFocus);
  column->addWidget(word_);
  column->addWidget(sentence_);
  column->addWidget(history_, 1);
  column->addWidget(telling_);
  column->addWidget(makeAppeal());
  column->addWidget(notice_);
  notice_->hide();
  history_->setMinimumHeight(qRound(54 * typeScale()));
  showHistory();
  connect(desk_, &MatchDesk::changed, this, &MatchPanel::refresh);
  connect(history_, &QListWidget::currentRowChanged, this, [this](int row) {
    if (row >= 0 && static_cast<std::size_t>(row) < desk_->history().size())
      showRuling(desk_->history()[desk_->history().size() - 1 - static_cast<std::size_t>(row)]);
  });
  refresh();
}

QWidget* MatchPanel::makeAppeal() {
  auto* box = new QWidget;
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(0, 0, 0, 0);
  auto* row = new QHBoxLayout;
  challenge_ =
      namedButton(tr("Challenge"), tr("Keep everything about the chosen verdict in one file"), "match_challenge");
  overrule_ = namedButton(tr("Overrule"), tr("People decide against the chosen verdict"), "match_overrule");
  challenge_->setEnabled(false);
  overrule_->setEnabled(false);
  row->addWidget(challenge_);
  row->addWidget(overrule_);
  row->addStretch(1);
  column->addLayout(row);
  form_ = new QWidget;
  auto* form_column = new QVBoxLayout(form_);
  form_column->setContentsMargins(0, 0, 0, 0);
  who_ = namedField("overrule_who", tr("who decides"));
  why_ = namedField("overrule_why", tr("why"));
  auto* confirm = namedButton(tr("Record it"), tr("Write the decision into the record"), "overrule_confirm");
  for (QWidget* part : {static_cast<QWidget*>(who_), static_cast<QWidget*>(why_), static_cast<QWidget*>(confirm)})
    form_column->addWidget(part);
  form_->hide();
  column->addWidget(form_);
  connect(challenge_, &QPushButton::clicked, this, &MatchPanel::challenge);
  connect(overrule_, &QPushButton::clicked, this, [this] { form_->setVisible(!form_->isVisible()); });
  connect(confirm, &QPushButton::clicked, this, &MatchPanel::overrule);
  return box;
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
  notice_->setText(file ? tr("Kept in %1").arg(QString::fromStdString(*file))
                        : QString::fromStdString(file.error().sentence));
  notice_->show();
}

void MatchPanel::overrule() {
  const auto done =
      desk_->overrule(appealed(), who_->text().trimmed().toStdString(), why_->text().trimmed().toStdString());
  notice_->setText(done ? tr("Recorded.") : QString::fromStdString(done.error().sentence));
  notice_->show();
  if (!done)
    return;
  why_->clear();
  form_->hide();
}

void MatchPanel::refresh() {
  if (history_->count() != static_cast<int>(desk_->history().size()))
    showHistory();
}

void MatchPanel::showHistory() {
  const auto& events = desk_->history();
  history_->clear();
  for (auto event = events.rbegin(); event != events.rend(); ++event)
    history_->addItem(QStringLiteral("%1  %2").arg(wordOf(*event), sentenceOf(*event)));
  const bool any = appealed() != 0;
  challenge_->setEnabled(any);
  overrule_->setEnabled(any);
  if (events.empty()) {
    word_->hide();
    sentence_->setText(tr("No ruling yet. What the referee says stands here, with its reason."));
    return;
  }
  word_->show();
  showRuling(events.back());
}

void MatchPanel::showRuling(const json& event) {
  const QString ruling = textOf(event, "ruling");
  word_->setText(wordOf(event));
  styleLabel(word_, 26, QFont::Bold,
             ruling == u"legal"     ? theme().yes
             : ruling == u"illegal" ? theme().no
             : ruling == u"unclear" ? theme().close
                                    : theme().dim);
  const QString clauses = clausesOf(event);
  sentence_->setText(sentenceOf(event) + (clauses.isEmpty() ? QString() : QStringLiteral("  (%1)").arg(clauses)));
}

} // namespace linesman::app
