#include "app/window/tell_panel.h"

#include <algorithm>

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>
#include <QSpinBox>
#include <QVBoxLayout>

#include "app/theme.h"
#include "app/window/labels.h"
#include "app/window/match_desk.h"
#include "rules/registry.h"

namespace linesman::app {

namespace {

constexpr int columns = 3;

void replaceOnce(std::string& text, const std::string& blank, const std::string& by) {
  if (const auto at = text.find(blank); at != std::string::npos)
    text.replace(at, blank.size(), by);
}

/// Fills a list anew, keeping what is chosen.
void refill(QComboBox* box, const QStringList& entries) {
  QStringList now;
  for (int i = 0; i < box->count(); ++i)
    now << box->itemText(i);
  if (now == entries)
    return;
  const QString chosen = box->currentText();
  box->clear();
  box->addItems(entries);
  box->setCurrentIndex(std::max(0, box->findText(chosen)));
}

QString nameOf(const rules::SpokenWord& word) {
  return word.id == "done" ? QStringLiteral("match_done") : QString::fromStdString("tell_" + word.id);
}

bool anyHas(const std::vector<rules::SpokenWord>& words, const char* blank) {
  return std::any_of(words.begin(), words.end(),
                     [blank](const rules::SpokenWord& word) { return word.say.find(blank) != std::string::npos; });
}

} // namespace

TellPanel::TellPanel(MatchDesk* desk, QWidget* parent)
    : QWidget(parent), desk_(desk), speaker_(new QComboBox), line_(new QLineEdit) {
  if (const auto game = rules::Registry::instance().make(desk->setup().game))
    words_ = rules::spokenWords((*game)->book(), desk->setup().options);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  makeSpeaker(column);
  if (anyHas(words_, "<ship>"))
    makeShips(column);
  makeButtons(column);
  line_->setObjectName(QStringLiteral("match_say"));
  line_->setPlaceholderText(onSquares(desk->setup().game) ? tr("or type what was said: draw?")
                                                          : tr("or type what was said: fire r1 b2"));
  line_->setFocusPolicy(Qt::StrongFocus);
  auto* row = new QHBoxLayout;
  row->addWidget(line_, 1);
  if (anyHas(words_, "<n>")) {
    number_ = new QSpinBox;
    number_->setObjectName(QStringLiteral("tell_number"));
    number_->setRange(1, 6);
    number_->setPrefix(tr("no. "));
    number_->setAccessibleName(tr("Number"));
    number_->setFocusPolicy(Qt::StrongFocus);
    row->addWidget(number_);
  }
  column->addLayout(row);
  connect(line_, &QLineEdit::returnPressed, this, [this] {
    const std::string words = line_->text().trimmed().toStdString();
    line_->clear();
    if (!words.empty())
      say(words);
  });
  connect(desk_, &MatchDesk::changed, this, &TellPanel::refresh);
  connect(speaker_, &QComboBox::activated, this, &TellPanel::refresh); // his ships are offered
  refresh();
}

TellPanel::~TellPanel() {
  for (QShortcut* shortcut : shortcuts_)
    delete shortcut; // wherever it is heard
}

void TellPanel::makeSpeaker(QLayout* column) {
  auto* row = new QHBoxLayout;
  auto* said = new QLabel(tr("Said by"));
  styleLabel(said, 13, QFont::Normal, theme().dim);
  said->setBuddy(speaker_);
  speaker_->setObjectName(QStringLiteral("tell_speaker"));
  speaker_->setFocusPolicy(Qt::StrongFocus);
  speaker_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  speaker_->setMinimumContentsLength(12);
  row->addWidget(said);
  row->addWidget(speaker_, 1);
  static_cast<QVBoxLayout*>(column)->addLayout(row);
}

void TellPanel::makeShips(QLayout* column) {
  auto* row = new QHBoxLayout;
  auto* at = new QLabel(tr("at"));
  styleLabel(at, 13, QFont::Normal, theme().dim);
  ship_ = new QComboBox;
  target_ = new QComboBox;
  ship_->setObjectName(QStringLiteral("tell_ship"));
  target_->setObjectName(QStringLiteral("tell_target"));
  ship_->setAccessibleName(tr("Ship"));
  target_->setAccessibleName(tr("Target"));
  for (QComboBox* box : {ship_, target_})
    box->setFocusPolicy(Qt::StrongFocus);
  row->addWidget(ship_, 1);
  row->addWidget(at);
  row->addWidget(target_, 1);
  static_cast<QVBoxLayout*>(column)->addLayout(row);
}

QPushButton* TellPanel::makeButton(const rules::SpokenWord& word) {
  auto* button = new QPushButton(shownButton(word.button));
  const QKeySequence key(QString::fromStdString(word.key));
  button->setObjectName(nameOf(word));
  button->setToolTip(
      tr("Says \"%1\" (%2)").arg(QString::fromStdString(word.say), key.toString(QKeySequence::NativeText)));
  button->setFocusPolicy(Qt::TabFocus);
  button->setProperty("compact", true);
  if (word.id == "done")
    button->setProperty("primary", true);
  auto* shortcut = new QShortcut(key, this);
  shortcut->setAutoRepeat(false); // a key that is held down says nothing twice, nor that one is sure
  connect(shortcut, &QShortcut::activated, this, [this, word, button] { pressKey(word, button); });
  shortcuts_.emplace_back(shortcut);
  keys_.insert(key);
  connect(button, &QPushButton::clicked, this, [this, word, button] { press(word, button); });
  return button;
}

void TellPanel::makeButtons(QLayout* column) {
  auto* often = new QGridLayout;
  auto* seldom = new QGridLayout;
  for (QGridLayout* grid : {often, seldom}) {
    grid->setSpacing(4);
    grid->setContentsMargins(0, 0, 0, 0);
    for (int i = 0; i < columns; ++i)
      grid->setColumnStretch(i, 1);
  }
  const auto add = [](QGridLayout* grid, QPushButton* button) {
    const int place = grid->count();
    grid->addWidget(button, place / columns, place % columns);
  };
  for (const rules::SpokenWord& word : words_)
    add(word.seldom ? seldom : often, makeButton(word));
  auto* list = static_cast<QVBoxLayout*>(column);
  list->addLayout(often);
  seldom_ = new QWidget;
  seldom_->setLayout(seldom);
  list->addWidget(seldom_);
  if (seldom->count() == 0)
    return seldom_->hide();
  more_ = new QPushButton;
  more_->setObjectName(QStringLiteral("tell_more"));
  more_->setFocusPolicy(Qt::TabFocus);
  more_->setProperty("compact", true);
  more_->setProperty("quiet", true);
  more_->setToolTip(tr("Words that are seldom said; their keys work all the same"));
  add(often, more_);
  connect(more_, &QPushButton::clicked, this, [this] {
    chosen_ = true;
    showSeldom(seldom_->isHidden());
  });
  showSeldom(false);
}

void TellPanel::showSeldom(bool shown) {
  seldom_->setVisible(shown);
  more_->setText(shown ? tr("Fewer") : tr("More …"));
}

void TellPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const bool room = window()->height() >= qRound(860 * typeScale()); // for them and a ruling with its clauses
  if (more_ != nullptr && !chosen_ && room == seldom_->isHidden())
    showSeldom(room);
}

std::string TellPanel::speaker() const {
  return speaker_->currentData().toString().toStdString();
}

std::pair<std::string, std::string> TellPanel::turn() const {
  return {desk_->view().to_move, speaker()};
}

/// Who is to move comes first: most is said by whose turn it is.
void TellPanel::listSpeakers() {
  std::vector<std::pair<QString, std::string>> speakers;
  if (const std::string to_move = desk_->view().to_move; !to_move.empty())
    speakers.emplace_back(tr("%1, to move").arg(shortName(shownPlayer(desk_->displayName(to_move)), 14)), to_move);
  for (const std::string& player : desk_->players())
    speakers.emplace_back(shortName(shownPlayer(desk_->displayName(player))), player);
  if (speakers == speakers_)
    return;
  const std::string chosen = speaker_->currentIndex() > 0 ? speaker() : std::string();
  speakers_ = std::move(speakers);
  speaker_->clear();
  for (const auto& [name, player] : speakers_) {
    speaker_->addItem(name, QString::fromStdString(player));
    if (speaker_->count() > 1 && player == chosen)
      speaker_->setCurrentIndex(speaker_->count() - 1);
  }
}

void TellPanel::takeBackSure() {
  if (sure_ != nullptr)
    sure_->setText(sure_text_);
  sure_ = nullptr;
}

void TellPanel::refresh() {
  setEnabled(!desk_->failed());
  listSpeakers();
  if (sure_ != nullptr && sure_of_ != turn())
    takeBackSure();
  if (ship_ == nullptr)
    return;
  const std::string who = speaker();
  QStringList own, other;
  for (const MatchDesk::ShipName& ship : desk_->shipsAfloat())
    (ship.player == who ? own : other) << QString::fromStdString(ship.name);
  refill(ship_, own);
  refill(target_, other);
}

std::string TellPanel::filled(const rules::SpokenWord& word) {
  std::string text = word.say;
  if (number_ != nullptr)
    replaceOnce(text, "<n>", std::to_string(number_->value()));
  if (ship_ != nullptr && !ship_->currentText().isEmpty())
    replaceOnce(text, "<ship>", ship_->currentText().toStdString());
  if (target_ != nullptr && !target_->currentText().isEmpty())
    replaceOnce(text, "<target>", target_->currentText().toStdString());
  const auto blank = text.find('<');
  if (blank == std::string::npos)
    return text;
  line_->setText(QString::fromStdString(text.substr(0, blank))); // the rest is typed
  line_->setFocus();
  return {};
}

void TellPanel::press(const rules::SpokenWord& word, QPushButton* button) {
  const bool second = sure_ == button && sure_of_ == turn();
  takeBackSure();
  if (word.confirm && !second) {
    sure_ = button;
    sure_of_ = turn();
    sure_text_ = button->text();
    button->setText(tr("Sure?")); // alone: with its word it has no room in a narrow panel
    return;
  }
  if (const std::string text = filled(word); !text.empty())
    say(text);
}

/// Of what is said while it is not seen, ships and numbers are to be looked at first.
void TellPanel::pressKey(const rules::SpokenWord& word, QPushButton* button) {
  const bool seen = isVisible();
  if (!seen)
    Q_EMIT wanted();
  if (!isVisible()) // nothing but the table is shown
    return;
  if (seen || word.say.find('<') == std::string::npos)
    button->click();
  else
    button->setFocus();
}

void TellPanel::hearKeysOn(QWidget* page) {
  for (QShortcut* shortcut : shortcuts_)
    shortcut->setParent(page);
}

void TellPanel::say(const std::string& words) {
  desk_->say(words, speaker());
  const std::vector<std::string> awaited = desk_->view().awaited; // else the next word is again of who is to move
  speaker_->setCurrentIndex(awaited.empty() ? 0 : speaker_->findData(QString::fromStdString(awaited.front())));
  refresh();
}

} // namespace linesman::app
