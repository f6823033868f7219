#include "app/window/agree_list.h"

#include <algorithm>
#include <filesystem>
#include <memory>

#include <QFileDialog>
#include <QGridLayout>
#include <QVBoxLayout>

#include "app/law_words.h"
#include "app/theme.h"
#include "app/window/elided_box.h"
#include "app/window/labels.h"
#include "models/data_path.h"
#include "rules/games/armada_chess/board_file.h"
#include "rules/registry.h"

namespace linesman::app {

namespace {

constexpr const char* another_file = "?"; // stands for a choice that opens the file dialog

void clear(QLayout* layout) {
  while (QLayoutItem* item = layout->takeAt(0)) {
    delete item->widget();
    delete item;
  }
}

} // namespace

std::vector<BoardChoice> shippedBoards() {
  std::vector<BoardChoice> boards;
  const auto folder = findData("models/boards");
  if (!folder)
    return boards;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(*folder, ignored))
    if (entry.path().extension() == ".toml")
      if (const auto board = rules::armada_chess::loadBoard(entry.path().stem().string()))
        boards.push_back({(*board)->id, (*board)->name});
  std::sort(boards.begin(), boards.end(), [](const BoardChoice& a, const BoardChoice& b) { return a.id < b.id; });
  return boards;
}

AgreeList::AgreeList(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
}

void AgreeList::setSetup(const MatchSetup& setup) {
  rows_.clear();
  clear(layout());
  const auto game = rules::Registry::instance().make(setup.game);
  if (!game)
    return;
  for (const rules::RiskyDefault& risky : rules::riskyDefaults((*game)->book()))
    layout()->addWidget(makeRow(risky, setup));
}

QWidget* AgreeList::makeRow(const rules::RiskyDefault& risky, const MatchSetup& setup) {
  auto* row = new QWidget;
  auto* grid = new QGridLayout(row);
  grid->setContentsMargins(0, 6, 0, 6);
  grid->setHorizontalSpacing(16);
  grid->setVerticalSpacing(2);
  auto* question = new QLabel(shownSentence(risky.question));
  question->setWordWrap(true);
  styleLabel(question, 14, QFont::Normal, theme().text);
  auto* answers = new ElidedBox;
  answers->setObjectName(QString::fromStdString("agree_" + risky.gap));
  answers->setAccessibleName(question->text());
  answers->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  answers->setMinimumContentsLength(20);
  question->setBuddy(answers);
  auto* behind = new QLabel;
  behind->setObjectName(QString::fromStdString("switch_" + risky.gap));
  behind->setWordWrap(true);
  styleLabel(behind, 12, QFont::Normal, theme().dim);
  grid->addWidget(question, 0, 0, 2, 1);
  grid->addWidget(answers, 0, 1);
  grid->addWidget(behind, 1, 1);
  grid->setColumnStretch(0, 11);
  grid->setColumnStretch(1, 10);
  rows_.push_back({risky, answers});
  if (risky.option.empty())
    fillBoards(answers, setup);
  else
    fillAnswers(answers, risky, setup);
  const auto tell = [this, behind, risky, answers] {
    const QString value = answers->currentData().toString();
    const QString gap = QString::fromStdString(risky.gap);
    if (risky.option.empty())
      behind->setText(tr("%1 · board file %2").arg(gap, value));
    else
      behind->setText(tr("%1 · switch %2 = %3").arg(gap, QString::fromStdString(risky.option), value));
    Q_EMIT changed();
  };
  connect(answers, &QComboBox::currentIndexChanged, this, tell);
  tell();
  return row;
}

void AgreeList::fillAnswers(QComboBox* answers, const rules::RiskyDefault& risky, const MatchSetup& setup) const {
  std::vector<std::string> values{risky.chosen};
  values.insert(values.end(), risky.others.begin(), risky.others.end());
  for (const std::string& value : values) {
    const auto meaning = risky.meaning.find(value);
    const QString words = shownSentence(meaning == risky.meaning.end() ? value : meaning->second);
    answers->addItem(value == risky.chosen ? tr("%1 (default)").arg(words) : words, QString::fromStdString(value));
    answers->setItemData(answers->count() - 1, words, Qt::ToolTipRole);
  }
  const auto chosen = setup.options.find(risky.option);
  if (chosen != setup.options.end())
    answers->setCurrentIndex(std::max(0, answers->findData(QString::fromStdString(chosen->second))));
}

void AgreeList::fillBoards(QComboBox* answers, const MatchSetup& setup) {
  const rules::RiskyDefault& risky = rows_.back().risky;
  for (const BoardChoice& board : shippedBoards()) {
    const QString name = QString::fromStdString(board.name);
    answers->addItem(board.id == risky.chosen ? tr("%1, ours (default)").arg(name) : tr("%1, ours").arg(name),
                     QString::fromStdString(board.id));
  }
  const QString chosen = QString::fromStdString(setup.board().empty() ? risky.chosen : setup.board());
  if (answers->findData(chosen) < 0)
    answers->addItem(chosen, chosen);
  answers->addItem(tr("A board file of your own …"), QString::fromLatin1(another_file));
  answers->setCurrentIndex(answers->findData(chosen));
  const auto last = std::make_shared<QString>(chosen); // stays where no file is chosen
  answers->setEnabled(!setup.hasPosition());           // a given position names its board
  connect(answers, &QComboBox::activated, this, [this, answers, last] {
    if (answers->currentData() == QLatin1String(another_file)) {
      const QString file = QFileDialog::getOpenFileName(this, tr("The board file"), {}, tr("Board files (*.toml)"));
      if (!file.isEmpty() && answers->findData(file) < 0)
        answers->insertItem(answers->count() - 1, file, file);
      answers->setCurrentIndex(answers->findData(file.isEmpty() ? *last : file));
    }
    *last = answers->currentData().toString();
  });
}

bool AgreeList::showOnly(const std::function<bool(const std::string&, const std::string&)>& fits) {
  bool any = false;
  for (const Row& row : rows_) {
    const bool shown = fits(row.risky.option, row.risky.question);
    row.answers->parentWidget()->setVisible(shown);
    any = any || shown;
  }
  setVisible(any);
  return any;
}

void AgreeList::apply(MatchSetup& setup) const {
  for (const Row& row : rows_) {
    const std::string value = row.answers->currentData().toString().toStdString();
    if (!row.risky.option.empty()) {
      if (value == row.risky.chosen)
        setup.options.erase(row.risky.option);
      else
        setup.options[row.risky.option] = value;
    } else if (row.answers->isEnabled() && (value != row.risky.chosen || !setup.board().empty())) {
      setup.setBoard(value);
    }
  }
}

} // namespace linesman::app
