#include "app/window/board_editor.h"

#include <algorithm>

#include <QButtonGroup>
#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
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
#include "models/text_file.h"

namespace linesman::app {

namespace {

/// Between two numbers; takes no more room than it needs.
QLabel* timesSign() {
  auto* sign = new QLabel(QStringLiteral("×"));
  sign->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
  return sign;
}

} // namespace

BoardEditor::BoardEditor(QWidget* parent)
    : EditorPage(drawn_armada_chess,
                 {tr("Drag the four yellow corners onto the board's own, then paint its fields."),
                  tr("A board file to go on with"), tr("As a board file"), tr("To scale, as PDF"), tr("A board file"),
                  tr("Board files (*.toml)")},
                 parent),
      plan_(BoardPlan::grid(10, 10)), palette_(new BoardPalette) {
  addPanel({makeShape(), palette_, makeTools()});
  connect(canvas_, &BoardCanvas::painted, this, &BoardEditor::paint);
  connect(canvas_, &BoardCanvas::outlined, this, &BoardEditor::addArea);
  connect(canvas_, &BoardCanvas::linked, this, &BoardEditor::toggleLink);
  connect(palette_, &BoardPalette::chosen, this, [this] {
    canvas_->setTool(BoardCanvas::Tool::paint);
    findChild<QPushButton*>(QStringLiteral("tool_paint"))->setChecked(true);
  });
  plan_.rename(tr("My board").toStdString());
  showPlan();
  changed();
  noteKept();
}

std::string BoardEditor::drawn() const {
  return plan_.toToml();
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
  columns_->setAccessibleName(tr("Columns"));
  rows_->setAccessibleName(tr("Rows"));
  square_mm_ = lengthBox(50.0, 500.0, "editor_square");
  square_mm_->setAccessibleName(tr("Side of a square"));
  for (QWidget* part : {static_cast<QWidget*>(columns_), static_cast<QWidget*>(timesSign()),
                        static_cast<QWidget*>(rows_), static_cast<QWidget*>(square_mm_)})
    grid_row->addWidget(part);
  form->addRow(tr("Squares"), grid_fields_);
  free_fields_ = new QWidget;
  auto* free_row = new QHBoxLayout(free_fields_);
  free_row->setContentsMargins(0, 0, 0, 0);
  width_mm_ = lengthBox(500.0, 3000.0, "editor_width");
  height_mm_ = lengthBox(500.0, 3000.0, "editor_height");
  width_mm_->setAccessibleName(tr("Width"));
  height_mm_->setAccessibleName(tr("Height"));
  for (QWidget* part :
       {static_cast<QWidget*>(width_mm_), static_cast<QWidget*>(timesSign()), static_cast<QWidget*>(height_mm_)})
    free_row->addWidget(part);
  form->addRow(tr("Size"), free_fields_);
  free_fields_->setToolTip(tr("Between the corners of the board"));
  connect(name_, &QLineEdit::editingFinished, this, [this] {
    const std::string name = name_->text().trimmed().toStdString();
    if (showing_ || name.empty() || name == plan_.name)
      return;
    BoardPlan renamed = plan_;
    renamed.rename(name);
    change(std::move(renamed));
  });
  connect(free_, &QCheckBox::toggled, this, &BoardEditor::setFreeForm);
  connect(columns_, &QSpinBox::valueChanged, this, &BoardEditor::resizeGrid);
  connect(rows_, &QSpinBox::valueChanged, this, &BoardEditor::resizeGrid);
  int kind = length_change;
  for (QDoubleSpinBox* length : {square_mm_, width_mm_, height_mm_})
    connect(length, &QDoubleSpinBox::valueChanged, this, [this, kind = kind++] {
      if (showing_)
        return;
      BoardPlan measured = plan_;
      measured.square_mm = square_mm_->value();
      measured.size_mm = {width_mm_->value(), height_mm_->value()};
      change(std::move(measured), kind);
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

void BoardEditor::paint(std::size_t field) {
  BoardPlan painted = plan_;
  if (!painted.paint(field, palette_->kind(), palette_->bothSides()))
    return;
  change(std::move(painted), stroke_change + canvas_->stroke());
}

void BoardEditor::addArea(const QList<QPointF>& corners_mm) {
  std::vector<Eigen::Vector2d> corners;
  for (const QPointF& p : corners_mm)
    corners.emplace_back(p.x(), p.y());
  BoardPlan plan = plan_;
  plan.addArea(std::move(corners));
  change(std::move(plan));
}

void BoardEditor::toggleLink(std::size_t a, std::size_t b) {
  BoardPlan plan = plan_;
  plan.toggleLink(a, b);
  change(std::move(plan));
}

void BoardEditor::setFreeForm(bool free_form) {
  if (showing_ || plan_.free_form == free_form)
    return;
  BoardPlan plan = plan_;
  plan.size_mm = {plan.columns * plan.square_mm, plan.rows * plan.square_mm};
  plan.free_form = free_form;
  change(std::move(plan));
}

void BoardEditor::resizeGrid() {
  if (showing_)
    return;
  BoardPlan plan = plan_;
  plan.resize(rows_->value(), columns_->value());
  change(std::move(plan), grid_change);
}

void BoardEditor::change(BoardPlan plan, int kind) {
  changes().push(new PlanChange<BoardPlan>(plan_, std::move(plan), kind, [this](const BoardPlan& drawn) {
    plan_ = drawn;
    showPlan();
    changed();
  }));
}

void BoardEditor::changed() {
  noteChanged();
  canvas_->setPlan(&plan_);
  const auto found = plan_.check();
  const bool good = found && found->empty();
  styleLabel(state_, 13, QFont::DemiBold, !found ? theme().no : good ? theme().yes : theme().close);
  state_->setText(!found ? tr("Not yet: %1").arg(shownSentence(found.error().sentence))
                  : good ? tr("This board may be played on.")
                         : tr("May be played on. %1").arg(shownSentence(found->front())));
}

void BoardEditor::showPlan() {
  showing_ = true;
  name_->setText(QString::fromStdString(plan_.name));
  showValue(columns_, plan_.columns);
  showValue(rows_, plan_.rows);
  showValue(square_mm_, plan_.square_mm);
  showValue(width_mm_, plan_.size_mm.x());
  showValue(height_mm_, plan_.size_mm.y());
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
  change(std::move(*plan));
  noteKept();
  say(lost.empty() ? QString() : tr("Not kept by the editor: %1").arg(shownSentence(lost.front())), !lost.empty());
}

void BoardEditor::saveBoard(const QString& path) {
  const std::string file =
      (path.endsWith(QStringLiteral(".toml")) ? path : path + QStringLiteral(".toml")).toStdString();
  if (!writeFile(file, plan_.toToml()))
    return say(cannotWrite(QString::fromStdString(file)), true);
  noteKept();
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
  const auto written = writeSheet("board", options, path.toStdString());
  written ? say(tr("Kept in %1").arg(path)) : say(shownSentence(written.error().sentence), true);
}

} // namespace linesman::app
