#include "app/window/invasion_editor.h"

#include <cctype>

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "app/law_words.h"
#include "app/print/printable.h"
#include "app/theme.h"
#include "app/window/cards.h"
#include "app/window/labels.h"
#include "app/window/length_box.h"

namespace linesman::app {

namespace {

constexpr const char* kinds = "HFCPTI"; // in the order of the rule book

QString kindOf(char man) {
  switch (std::toupper(static_cast<unsigned char>(man))) {
  case 'H':
    return InvasionEditor::tr("headquarters");
  case 'F':
    return InvasionEditor::tr("flag");
  case 'C':
    return InvasionEditor::tr("commando");
  case 'P':
    return InvasionEditor::tr("paratrooper");
  case 'T':
    return InvasionEditor::tr("tank");
  default:
    return InvasionEditor::tr("trooper");
  }
}

QString withoutEnding(const QString& path) {
  return path.endsWith(QStringLiteral(".toml")) ? path.chopped(5) : path;
}

} // namespace

InvasionEditor::InvasionEditor(QWidget* parent)
    : EditorPage(drawn_invasion,
                 {tr("Find the board or drag its corners, turn it, then set the men as yours begin."),
                  tr("A match file of Invasion to go on with"), tr("As a match file, with the table's file beside it"),
                  tr("To scale with corner markers, as PDF"), tr("A match file of Invasion"),
                  tr("Match files (*.toml)")},
                 parent),
      plan_(InvasionPlan::proposed()), grid_(BoardPlan::grid(InvasionPlan::side, InvasionPlan::side)),
      match_(plainButton(tr("New match …"), tr("On this board; keep it first"), "editor_match")) {
  addPanel({makeShape(), makeMen()}, match_);
  canvas_->setLook([this](std::size_t field) { return lookOf(field); });
  canvas_->setPlan(&grid_);
  connect(canvas_, &BoardCanvas::painted, this, &InvasionEditor::place);
  connect(photo_, &PhotoBar::moved, this, [this] {
    plan_.near_left = photo_->nearLeft();
    kept_.clear();
    match_->setEnabled(false);
  });
  connect(match_, &QPushButton::clicked, this,
          [this] { Q_EMIT matchWanted(plan_.profile(tableBeside(kept_.toStdString()))); });
  showPlan();
  changed();
  noteKept();
}

std::string InvasionEditor::drawn() const {
  std::string text = plan_.name + "\n" + plan_.array() + "\n" + plan_.tableText();
  for (const auto& [option, value] : plan_.options())
    text += option + "=" + value + "\n";
  return text;
}

QWidget* InvasionEditor::makeShape() {
  auto* box = new QWidget;
  auto* form = new QFormLayout(box);
  form->setContentsMargins(0, 0, 0, 0);
  name_ = new QLineEdit;
  name_->setObjectName(QStringLiteral("editor_name"));
  square_mm_ = lengthBox(40.0, 100.0, "editor_square");
  square_mm_->setToolTip(tr("Measure all ten and divide: that is ten times as exact"));
  camp_ = new QComboBox;
  camp_->setObjectName(QStringLiteral("editor_camp"));
  for (const int size : {3, 4, 5})
    camp_->addItem(tr("%1 × %1 squares").arg(size), size);
  camp_->setToolTip(tr("Where troopers are promoted: the corner block of the enemy"));
  red_ = new QComboBox;
  red_->setObjectName(QStringLiteral("editor_red"));
  red_->addItems({tr("the two free ones"), tr("the two homes")});
  red_->setToolTip(tr("A flag that comes to one of them arms the bomb"));
  form->addRow(tr("Name"), name_);
  form->addRow(tr("Square"), square_mm_);
  form->addRow(tr("Grey boxes"), camp_);
  form->addRow(tr("Red corners"), red_);
  connect(name_, &QLineEdit::editingFinished, this, [this] { readFields(); });
  connect(square_mm_, &QDoubleSpinBox::valueChanged, this, [this] { readFields(length_change); });
  for (QComboBox* choice : {camp_, red_})
    connect(choice, &QComboBox::activated, this, [this] { readFields(); });
  return box;
}

QWidget* InvasionEditor::makeMen() {
  auto* box = new QWidget;
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(headingLabel(tr("How the armies begin")));
  auto* grid = new QGridLayout;
  grid->setSpacing(4);
  auto* group = new QButtonGroup(this);
  const auto add = [&](char man, const QString& tip, int row, int place) {
    auto* button = new QPushButton(man == InvasionPlan::empty
                                       ? QStringLiteral("×")
                                       : QString(QChar::fromLatin1(kinds[static_cast<std::size_t>(place)])));
    button->setObjectName(QStringLiteral("man_%1").arg(QChar::fromLatin1(man)));
    button->setCheckable(true);
    button->setChecked(man == man_);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setProperty("quiet", true);
    button->setStyleSheet(QStringLiteral("QPushButton { padding: 2px; font-weight: bold; }"));
    button->setFixedSize(qRound(34 * typeScale()), qRound(34 * typeScale()));
    group->addButton(button);
    grid->addWidget(button, row, place + 1);
    connect(button, &QPushButton::clicked, this, [this, man] { man_ = man; });
  };
  for (const bool white : {true, false}) {
    const int row = white ? 0 : 1;
    grid->addWidget(new QLabel(white ? tr("White") : tr("Black")), row, 0);
    for (int i = 0; kinds[i] != '\0'; ++i) {
      const char man = white ? kinds[i] : static_cast<char>(std::tolower(static_cast<unsigned char>(kinds[i])));
      add(man, white ? tr("White: %1").arg(kindOf(man)) : tr("Black: %1").arg(kindOf(man)), row, i);
    }
  }
  add(InvasionPlan::empty, tr("Nobody stands there"), 2, 0);
  grid->addWidget(new QLabel(tr("Nobody")), 2, 0);
  grid->setColumnStretch(7, 1);
  column->addLayout(grid);
  opposite_ = new QCheckBox(tr("Also opposite, for the other side"));
  opposite_->setObjectName(QStringLiteral("editor_opposite"));
  opposite_->setChecked(true);
  column->addWidget(opposite_);
  auto* proposed = plainButton(
      tr("As proposed"), tr("The start that our rules propose: the rulebook's own is a picture"), "editor_proposed");
  connect(proposed, &QPushButton::clicked, this, [this] {
    InvasionPlan plan = plan_;
    plan.men = InvasionPlan::proposed().men;
    change(std::move(plan));
  });
  auto* row = new QHBoxLayout;
  row->addWidget(proposed);
  row->addStretch(1);
  column->addLayout(row);
  return box;
}

FieldLook InvasionEditor::lookOf(std::size_t field) const {
  const int column = static_cast<int>(field) % InvasionPlan::side, row = static_cast<int>(field) / InvasionPlan::side;
  FieldLook look{QColor(255, 255, 255, 18), {}};
  if (InvasionPlan::isSea(column, row))
    look.fill = QColor(0, 114, 178, 130);
  else if (plan_.isRed(column, row))
    look.fill = QColor(213, 94, 0, 140);
  else if (plan_.isCamp(column, row))
    look.fill = QBrush(QColor(225, 225, 225, 170), Qt::BDiagPattern); // plain grey is lost on a grey board
  if (const char man = plan_.manAt(column, row); man != InvasionPlan::empty) {
    look.sign = QChar::fromLatin1(static_cast<char>(std::toupper(static_cast<unsigned char>(man))));
    look.man_of_white = std::isupper(static_cast<unsigned char>(man)) != 0;
  }
  return look;
}

void InvasionEditor::place(std::size_t field) {
  InvasionPlan placed = plan_;
  if (!placed.place(static_cast<int>(field), man_, opposite_->isChecked()))
    return;
  change(std::move(placed), stroke_change + canvas_->stroke());
}

void InvasionEditor::readFields(int kind) {
  if (showing_)
    return;
  InvasionPlan read = plan_;
  if (!name_->text().trimmed().isEmpty())
    read.name = name_->text().trimmed().toStdString();
  read.square_mm = square_mm_->value();
  read.camp_size = camp_->currentData().toInt();
  read.red_homes = red_->currentIndex() == 1;
  if (read.name == plan_.name && read.square_mm == plan_.square_mm && read.camp_size == plan_.camp_size &&
      read.red_homes == plan_.red_homes)
    return;
  change(std::move(read), kind);
}

void InvasionEditor::change(InvasionPlan plan, int kind) {
  changes().push(new PlanChange<InvasionPlan>(plan_, std::move(plan), kind, [this](const InvasionPlan& drawn) {
    const std::string near_left = plan_.near_left; // of the photograph, which stays
    plan_ = drawn;
    plan_.near_left = near_left;
    showPlan();
    changed();
  }));
}

void InvasionEditor::changed() {
  noteChanged();
  grid_.square_mm = plan_.square_mm;
  canvas_->update();
  kept_.clear();
  match_->setEnabled(false);
  const bool cornered = plan_.home(true) && plan_.home(false);
  const auto good = plan_.check();
  if (!cornered || !good) {
    styleLabel(state_, 13, QFont::DemiBold, theme().no);
    state_->setText(tr("Not yet: %1")
                        .arg(cornered ? shownSentence(good.error().sentence)
                                      : tr("each side's headquarters stands on a corner of its own.")));
    return;
  }
  QStringList counts;
  for (const auto& difference : plan_.differences()) {
    const QString man = kindOf(difference.kind == "trooper" ? 'I' : difference.kind.front());
    const QString side = difference.white ? tr("White") : tr("Black");
    counts << (difference.more > 0 ? tr("%1: %2 too many of %3").arg(side).arg(difference.more).arg(man)
                                   : tr("%1: %2 missing of %3").arg(side).arg(-difference.more).arg(man));
  }
  styleLabel(state_, 13, QFont::DemiBold, counts.isEmpty() ? theme().yes : theme().close);
  state_->setText(counts.isEmpty() ? tr("This board may be played on.")
                                   : tr("May be played on. %1.").arg(counts.join(QStringLiteral("; "))));
}

void InvasionEditor::showPlan() {
  showing_ = true;
  name_->setText(QString::fromStdString(plan_.name));
  showValue(square_mm_, plan_.square_mm);
  camp_->setCurrentIndex(camp_->findData(plan_.camp_size));
  red_->setCurrentIndex(plan_.red_homes ? 1 : 0);
  showing_ = false;
}

void InvasionEditor::openBoard(const QString& path) {
  auto plan = InvasionPlan::read(path.toStdString());
  if (!plan)
    return say(shownSentence(plan.error().sentence), true);
  plan_.near_left = plan->near_left;
  change(std::move(*plan));
  noteKept();
  say({});
}

void InvasionEditor::saveBoard(const QString& path) {
  readFields();
  const QString file = withoutEnding(path) + QStringLiteral(".toml");
  if (!plan_.home(true) || !plan_.home(false) || !plan_.check())
    return say(tr("Only a board that may be played on can be kept."), true);
  if (!plan_.write(file.toStdString()))
    return say(cannotWrite(file), true);
  kept_ = file;
  noteKept();
  match_->setEnabled(true);
  say(tr("Kept in %1, for the camera in %2").arg(file, QString::fromStdString(tableBeside(file.toStdString()))));
}

void InvasionEditor::printBoard(const QString& path) {
  readFields();
  PrintOptions options;
  options.definition = invasion_board;
  options.invasion = plan_;
  const auto written = writeSheet("board", options, path.toStdString());
  written ? say(tr("Kept in %1").arg(path)) : say(shownSentence(written.error().sentence), true);
}

} // namespace linesman::app
