#include "app/window/board_editor.h"

#include <algorithm>

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QVBoxLayout>

#include "app/law_words.h"
#include "app/print/printable.h"
#include "app/theme.h"
#include "app/window/board_palette.h"
#include "app/window/cards.h"
#include "app/window/labels.h"
#include "app/window/length_box.h"
#include "app/window/photo_bar.h"
#include "models/text_file.h"

namespace linesman::app {

namespace {

constexpr std::size_t kept_steps = 100;

/// Between two numbers; takes no more room than it needs.
QLabel* timesSign() {
  auto* sign = new QLabel(QStringLiteral("×"));
  sign->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
  return sign;
}

} // namespace

BoardEditor::BoardEditor(QWidget* parent)
    : QWidget(parent), plan_(BoardPlan::grid(10, 10)), canvas_(new BoardCanvas), palette_(new BoardPalette),
      photo_(new PhotoBar(canvas_, tr("Drag the four yellow corners onto the board's own, then paint its fields."))) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);
  column->addWidget(makeHeader());
  column->addWidget(photo_);
  auto* row = new QHBoxLayout;
  row->setSpacing(12);
  row->addWidget(canvas_, 1);
  row->addWidget(makePanel());
  column->addLayout(row, 1);
  connect(photo_, &PhotoBar::said, this, &BoardEditor::say);
  connect(canvas_, &BoardCanvas::painted, this, &BoardEditor::paint);
  connect(canvas_, &BoardCanvas::outlined, this, &BoardEditor::addArea);
  connect(canvas_, &BoardCanvas::linked, this, &BoardEditor::toggleLink);
  connect(palette_, &BoardPalette::chosen, this, [this] {
    canvas_->setTool(BoardCanvas::Tool::paint);
    findChild<QPushButton*>(QStringLiteral("tool_paint"))->setChecked(true);
  });
  showPlan();
  changed();
}

QWidget* BoardEditor::makeHeader() {
  auto* header = new QWidget;
  auto* row = new QHBoxLayout(header);
  row->setContentsMargins(2, 0, 2, 0);
  auto* back = plainButton(tr("‹ Back"), tr("Leave the editor (Esc)"), "editor_back");
  back->setProperty("quiet", true);
  auto* title = new QLabel(tr("Board editor"));
  styleLabel(title, 17, QFont::Bold, theme().text);
  row->addWidget(back);
  row->addWidget(title);
  row->addSpacing(10);
  row->addWidget(drawnGameBox(drawn_armada_chess, this, [this](int game) { Q_EMIT gameChosen(game); }));
  row->addStretch(1);
  auto* open = plainButton(tr("Open …"), tr("A board file to go on with"), "editor_open");
  auto* undo_button = plainButton(tr("Undo"), tr("Take the last change back (Ctrl+Z)"), "editor_undo");
  undo_button->setShortcut(QKeySequence::Undo);
  for (QWidget* button : {open, undo_button})
    row->addWidget(button);
  connect(back, &QPushButton::clicked, this, &BoardEditor::closed);
  connect(undo_button, &QPushButton::clicked, this, &BoardEditor::undo);
  connect(open, &QPushButton::clicked, this, [this] {
    if (const QString path = QFileDialog::getOpenFileName(this, tr("A board file"), {}, tr("Board files (*.toml)"));
        !path.isEmpty())
      openBoard(path);
  });
  return header;
}

QWidget* BoardEditor::makePanel() {
  auto* inner = new QWidget;
  auto* column = new QVBoxLayout(inner);
  column->setContentsMargins(14, 10, 14, 10);
  column->setSpacing(8);
  for (QWidget* part : {makeShape(), static_cast<QWidget*>(palette_), makeTools()})
    column->addWidget(part);
  column->addStretch(1);
  auto* card = new QFrame;
  card->setProperty("card", true);
  card->setFixedWidth(qRound(350 * typeScale()));
  auto* outer = new QVBoxLayout(card);
  outer->setContentsMargins(1, 1, 1, 8);
  outer->addWidget(scrolled(inner), 1);
  outer->addWidget(makeState());
  return card;
}

QWidget* BoardEditor::makeShape() {
  auto* box = new QWidget;
  auto* form = shape_ = new QFormLayout(box);
  form->setContentsMargins(0, 0, 0, 0);
  name_ = new QLineEdit;
  name_->setObjectName(QStringLiteral("editor_name"));
  form->addRow(tr("Name"), name_);
  free_ = new QCheckBox(tr("Fields of any shape"));
  free_->setObjectName(QStringLiteral("editor_free"));
  free_->setToolTip(tr("Instead of a grid of squares: outline each field"));
  form->addRow(QString(), free_);
  grid_fields_ = new QWidget;
  auto* grid_row = new QHBoxLayout(grid_fields_);
  grid_row->setContentsMargins(0, 0, 0, 0);
  columns_ = new QSpinBox;
  columns_->setObjectName(QStringLiteral("editor_columns"));
  columns_->setRange(4, 23);
  rows_ = new QSpinBox;
  rows_->setObjectName(QStringLiteral("editor_rows"));
  rows_->setRange(4, 36);
  for (QSpinBox* count : {columns_, rows_})
    count->setButtonSymbols(QAbstractSpinBox::NoButtons);
  square_mm_ = lengthBox(50.0, 500.0, "editor_square");
  for (QWidget* part : {static_cast<QWidget*>(columns_), static_cast<QWidget*>(timesSign()),
                        static_cast<QWidget*>(rows_), static_cast<QWidget*>(square_mm_)})
    grid_row->addWidget(part);
  form->addRow(tr("Squares"), grid_fields_);
  free_fields_ = new QWidget;
  auto* free_row = new QHBoxLayout(free_fields_);
  free_row->setContentsMargins(0, 0, 0, 0);
  width_mm_ = lengthBox(500.0, 3000.0, "editor_width");
  height_mm_ = lengthBox(500.0, 3000.0, "editor_height");
  for (QWidget* part :
       {static_cast<QWidget*>(width_mm_), static_cast<QWidget*>(timesSign()), static_cast<QWidget*>(height_mm_)})
    free_row->addWidget(part);
  form->addRow(tr("Size"), free_fields_);
  free_fields_->setToolTip(tr("Between the corners of the board"));
  connect(name_, &QLineEdit::editingFinished, this, [this] {
    if (showing_ || name_->text().trimmed().isEmpty())
      return;
    plan_.rename(name_->text().trimmed().toStdString());
    changed();
  });
  connect(free_, &QCheckBox::toggled, this, &BoardEditor::setFreeForm);
  connect(columns_, &QSpinBox::valueChanged, this, &BoardEditor::resizeGrid);
  connect(rows_, &QSpinBox::valueChanged, this, &BoardEditor::resizeGrid);
  for (QDoubleSpinBox* length : {square_mm_, width_mm_, height_mm_})
    connect(length, &QDoubleSpinBox::valueChanged, this, [this] {
      if (showing_)
        return;
      plan_.square_mm = square_mm_->value();
      plan_.size_mm = {width_mm_->value(), height_mm_->value()};
      changed();
    });
  return box;
}

QWidget* BoardEditor::makeTools() {
  tools_ = new QWidget;
  auto* column = new QVBoxLayout(tools_);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(headingLabel(tr("A click")));
  auto* group = new QButtonGroup(this);
  const struct {
    QString text, tip;
    const char* name;
    BoardCanvas::Tool tool;
  } tools[] = {{tr("paints a field"), tr("With the kind chosen above"), "tool_paint", BoardCanvas::Tool::paint},
               {tr("sets a corner of a new field"), tr("Close it with its first corner, the right button or Return"),
                "tool_outline", BoardCanvas::Tool::outline},
               {tr("joins or parts two neighbours"), tr("Click one field, then the other"), "tool_link",
                BoardCanvas::Tool::link}};
  for (const auto& tool : tools) {
    auto* button = plainButton(tool.text, tool.tip, tool.name);
    button->setProperty("quiet", true);
    button->setCheckable(true);
    button->setChecked(tool.tool == BoardCanvas::Tool::paint);
    group->addButton(button);
    column->addWidget(button);
    connect(button, &QPushButton::clicked, this, [this, kind = tool.tool] { canvas_->setTool(kind); });
  }
  return tools_;
}

QWidget* BoardEditor::makeState() {
  auto* box = new QWidget;
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(14, 0, 14, 4);
  state_ = new QLabel;
  state_->setObjectName(QStringLiteral("editor_state"));
  state_->setWordWrap(true);
  notice_ = new QLabel;
  notice_->setObjectName(QStringLiteral("editor_notice"));
  notice_->setWordWrap(true);
  styleLabel(notice_, 12, QFont::Normal, theme().dim);
  auto* row = new QHBoxLayout;
  auto* save = plainButton(tr("Save …"), tr("As a board file"), "editor_save");
  save->setProperty("primary", true);
  auto* print = plainButton(tr("Print …"), tr("To scale, as PDF"), "editor_print");
  row->addWidget(save);
  row->addWidget(print);
  row->addStretch(1);
  column->addWidget(state_);
  column->addWidget(notice_);
  column->addLayout(row);
  connect(save, &QPushButton::clicked, this, [this] {
    if (const QString path = QFileDialog::getSaveFileName(
            this, tr("Save the board"), QString::fromStdString(plan_.id + ".toml"), tr("Board files (*.toml)"));
        !path.isEmpty())
      saveBoard(path);
  });
  connect(print, &QPushButton::clicked, this, [this] {
    if (const QString path = QFileDialog::getSaveFileName(this, tr("Print the board"),
                                                          QString::fromStdString(plan_.id + ".pdf"), tr("PDF (*.pdf)"));
        !path.isEmpty())
      printBoard(path);
  });
  return box;
}

void BoardEditor::paint(std::size_t field) {
  BoardPlan painted = plan_;
  if (!painted.paint(field, palette_->kind(), palette_->bothSides()))
    return;
  keepForUndo();
  plan_ = std::move(painted);
  changed();
}

void BoardEditor::addArea(const QList<QPointF>& corners_mm) {
  keepForUndo();
  std::vector<Eigen::Vector2d> corners;
  for (const QPointF& p : corners_mm)
    corners.emplace_back(p.x(), p.y());
  plan_.addArea(std::move(corners));
  changed();
}

void BoardEditor::toggleLink(std::size_t a, std::size_t b) {
  keepForUndo();
  plan_.toggleLink(a, b);
  changed();
}

void BoardEditor::setFreeForm(bool free_form) {
  if (showing_ || plan_.free_form == free_form)
    return;
  keepForUndo();
  plan_.size_mm = {plan_.columns * plan_.square_mm, plan_.rows * plan_.square_mm};
  plan_.free_form = free_form;
  showPlan();
  changed();
}

void BoardEditor::resizeGrid() {
  if (showing_)
    return;
  keepForUndo();
  plan_.resize(rows_->value(), columns_->value());
  changed();
}

void BoardEditor::keepForUndo() {
  before_.push_back(plan_);
  if (before_.size() > kept_steps)
    before_.erase(before_.begin());
}

void BoardEditor::undo() {
  if (before_.empty())
    return;
  plan_ = std::move(before_.back());
  before_.pop_back();
  showPlan();
  changed();
}

void BoardEditor::changed() {
  canvas_->setPlan(&plan_);
  const auto found = plan_.check();
  const bool good = found && found->empty();
  styleLabel(state_, 13, QFont::DemiBold, !found ? theme().no : good ? theme().yes : theme().close);
  state_->setText(!found ? tr("Not yet: %1").arg(shownSentence(found.error().sentence))
                  : good ? tr("This board may be played on.")
                         : tr("May be played on. %1").arg(QString::fromStdString(found->front())));
}

void BoardEditor::showPlan() {
  showing_ = true;
  name_->setText(QString::fromStdString(plan_.name));
  columns_->setValue(plan_.columns);
  rows_->setValue(plan_.rows);
  square_mm_->setValue(plan_.square_mm);
  width_mm_->setValue(plan_.size_mm.x());
  height_mm_->setValue(plan_.size_mm.y());
  free_->setChecked(plan_.free_form);
  shape_->setRowVisible(grid_fields_, !plan_.free_form);
  shape_->setRowVisible(free_fields_, plan_.free_form);
  tools_->setVisible(plan_.free_form);
  palette_->setGrid(!plan_.free_form);
  if (!plan_.free_form)
    canvas_->setTool(BoardCanvas::Tool::paint);
  showing_ = false;
}

void BoardEditor::openBoard(const QString& path) {
  std::vector<std::string> lost;
  auto plan = BoardPlan::read(path.toStdString(), lost);
  if (!plan)
    return say(shownSentence(plan.error().sentence), true);
  keepForUndo();
  plan_ = std::move(*plan);
  showPlan();
  changed();
  say(lost.empty() ? QString() : tr("Not kept by the editor: %1").arg(shownSentence(lost.front())), !lost.empty());
}

void BoardEditor::saveBoard(const QString& path) {
  const std::string file =
      (path.endsWith(QStringLiteral(".toml")) ? path : path + QStringLiteral(".toml")).toStdString();
  if (!writeFile(file, plan_.toToml()))
    return say(cannotWrite(QString::fromStdString(file)), true);
  say(plan_.check()
          ? tr("Kept in %1").arg(QString::fromStdString(file))
          : tr("Kept in %1, to be gone on with: it may not be played on yet.").arg(QString::fromStdString(file)));
}

void BoardEditor::printBoard(const QString& path) {
  if (const auto found = plan_.check(); !found)
    return say(tr("Only a board that may be played on can be printed. %1").arg(shownSentence(found.error().sentence)),
               true);
  // The sheet is made from a board file, as for `print board`; a new name each time, for board files are read once and
  // kept.
  QTemporaryDir folder;
  const QString file = folder.filePath(QString::fromStdString(plan_.id + ".toml"));
  if (!writeFile(file.toStdString(), plan_.toToml()))
    return say(cannotWrite(file), true);
  PrintOptions options;
  options.definition = file.toStdString();
  const auto sheet = makeSheet("board", options);
  const auto written = sheet ? sheet->write(path.toStdString()) : tl::unexpected(sheet.error());
  written ? say(tr("Kept in %1").arg(path)) : say(shownSentence(written.error().sentence), true);
}

void BoardEditor::say(const QString& text, bool trouble) {
  styleLabel(notice_, 12, QFont::Normal, trouble ? theme().no : theme().dim);
  notice_->setText(text);
  notice_->setVisible(!text.isEmpty());
}

void BoardEditor::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape)
    return Q_EMIT closed();
  QWidget::keyPressEvent(event);
}

} // namespace linesman::app
