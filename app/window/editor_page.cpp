#include "app/window/editor_page.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFrame>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

#include "app/theme.h"
#include "app/window/cards.h"
#include "app/window/labels.h"
#include "app/window/save_dialog.h"

namespace linesman::app {

namespace {
constexpr int most_changes = 100;
}

EditorPage::EditorPage(DrawnGame game, Words words, QWidget* parent)
    : QWidget(parent), canvas_(new BoardCanvas), photo_(new PhotoBar(canvas_, words.hint)),
      state_(wrappedLabel({}, 13, theme().text)), words_(std::move(words)), changes_(new QUndoStack(this)),
      notice_(wrappedLabel({}, 12, theme().dim)) {
  changes_->setUndoLimit(most_changes);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);
  column->addWidget(makeHeader(game));
  column->addWidget(photo_);
  connect(photo_, &PhotoBar::said, this, &EditorPage::say);
  connect(photo_, &PhotoBar::changed, this, [this](const PhotoBar::Laid& before, const PhotoBar::Laid& after) {
    changes_->push(new PlanChange<PhotoBar::Laid>(before, after, other_change,
                                                  [this](const PhotoBar::Laid& laid) { photo_->lay(laid); }));
  });
}

QWidget* EditorPage::makeHeader(DrawnGame game) {
  auto* header = new QWidget;
  auto* row = new QHBoxLayout(header);
  row->setContentsMargins(2, 0, 2, 0);
  back_ = plainButton(tr("‹ Back"), tr("Leave the editor (Esc)"), "editor_back");
  back_->setProperty("quiet", true);
  auto* title = new QLabel(tr("Board editor"));
  styleLabel(title, 17, QFont::Bold, theme().text);
  auto* open = plainButton(tr("Open …"), words_.open_tip, "editor_open");
  auto* undo = makeStep(tr("Undo"), tr("Take the last change back (Ctrl+Z)"), "editor_undo", {Qt::CTRL | Qt::Key_Z});
  auto* redo = makeStep(tr("Redo"), tr("Do what was taken back once more (Ctrl+Y, Ctrl+Shift+Z)"), "editor_redo",
                        {Qt::CTRL | Qt::Key_Y, Qt::CTRL | Qt::SHIFT | Qt::Key_Z});
  row->addWidget(back_);
  row->addWidget(title);
  row->addSpacing(10);
  row->addWidget(drawnGameBox(game, this, [this](int other) { Q_EMIT gameChosen(other); }));
  row->addStretch(1);
  row->addWidget(open);
  row->addWidget(undo);
  row->addWidget(redo);
  connect(back_, &QPushButton::clicked, this, &EditorPage::leave);
  connect(undo, &QPushButton::clicked, changes_, &QUndoStack::undo);
  connect(redo, &QPushButton::clicked, changes_, &QUndoStack::redo);
  connect(changes_, &QUndoStack::canUndoChanged, undo, [this, undo](bool can) { allow(undo, can, canvas_); });
  connect(changes_, &QUndoStack::canRedoChanged, redo, [this, redo](bool can) { allow(redo, can, canvas_); });
  connect(open, &QPushButton::clicked, this, [this] {
    if (const QString path = QFileDialog::getOpenFileName(this, words_.open_title, {}, words_.files); !path.isEmpty())
      openBoard(path);
  });
  return header;
}

/// A button that goes a step back or forth; there is none yet.
QPushButton* EditorPage::makeStep(const QString& text, const QString& tip, const char* name,
                                  const QList<QKeySequence>& keys) {
  auto* button = plainButton(text, tip, name);
  button->setEnabled(false);
  for (const QKeySequence& key : keys)
    connect(new QShortcut(key, this), &QShortcut::activated, button, &QPushButton::click);
  return button;
}

void EditorPage::addPanel(const QList<QWidget*>& parts, QWidget* last) {
  auto* inner = new QWidget;
  auto* column = new QVBoxLayout(inner);
  column->setContentsMargins(14, 10, 14, 10);
  column->setSpacing(8);
  for (QWidget* part : parts)
    column->addWidget(part);
  column->addStretch(1);
  auto* card = new QFrame;
  card->setProperty("card", true);
  card->setFixedWidth(qRound(350 * typeScale()));
  auto* outer = new QVBoxLayout(card);
  outer->setContentsMargins(1, 1, 1, 8);
  outer->addWidget(scrolled(inner), 1);
  outer->addWidget(makeState(last));
  auto* row = new QHBoxLayout;
  row->setSpacing(12);
  row->addWidget(canvas_, 1);
  row->addWidget(card);
  static_cast<QVBoxLayout*>(layout())->addLayout(row, 1);
}

QWidget* EditorPage::makeState(QWidget* last) {
  auto* box = new QWidget;
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(14, 0, 14, 4);
  state_->setObjectName(QStringLiteral("editor_state"));
  notice_->setObjectName(QStringLiteral("editor_notice"));
  auto* row = new QHBoxLayout;
  auto* save = plainButton(tr("Save …"), words_.save_tip, "editor_save");
  save->setProperty("primary", true);
  auto* print = plainButton(tr("Print …"), words_.print_tip, "editor_print");
  row->addWidget(save);
  row->addWidget(print);
  row->addStretch(1);
  column->addWidget(state_);
  column->addWidget(notice_);
  column->addLayout(row);
  if (last != nullptr)
    column->addWidget(last, 0, Qt::AlignLeft);
  connect(save, &QPushButton::clicked, this, [this] {
    if (const QString path =
            askWhereToKeep(this, tr("Save the board"), fileName() + QStringLiteral(".toml"), words_.files);
        !path.isEmpty())
      saveBoard(path);
  });
  connect(print, &QPushButton::clicked, this, [this] {
    if (const QString path =
            askWhereToKeep(this, tr("Print the board"), fileName() + QStringLiteral(".pdf"), tr("PDF (*.pdf)"));
        !path.isEmpty())
      printBoard(path);
  });
  return box;
}

void EditorPage::noteKept() {
  kept_drawing_ = drawn();
  noteChanged();
}

void EditorPage::noteChanged() {
  if (std::exchange(asked_, false))
    say({});
  back_->setText(tr("‹ Back"));
}

bool EditorPage::mayLeave() {
  if (asked_ || drawn() == kept_drawing_)
    return true;
  asked_ = true;
  back_->setText(tr("‹ Leave without saving?"));
  say(tr("What is drawn here is in no file yet. Save it, or leave once more."), true);
  return false;
}

void EditorPage::leave() {
  if (mayLeave())
    Q_EMIT closed();
}

void EditorPage::say(const QString& text, bool trouble) {
  styleLabel(notice_, 12, QFont::Normal, trouble ? theme().no : theme().dim);
  notice_->setText(text);
  notice_->setVisible(!text.isEmpty());
}

void EditorPage::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape)
    return leave();
  QWidget::keyPressEvent(event);
}

} // namespace linesman::app
