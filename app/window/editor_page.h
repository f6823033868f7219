#pragma once
#include <functional>
#include <utility>

#include <QList>
#include <QUndoStack>
#include <QWidget>

#include "app/window/board_canvas.h"
#include "app/window/photo_bar.h"

class QLabel;
class QPushButton;

namespace linesman::app {

/// What the editors of boards have in common: the header, the photograph, the board with the card beside it, and where
/// it is said how something went.
class EditorPage : public QWidget {
  Q_OBJECT

public:
  BoardCanvas* canvas() const { return canvas_; }
  PhotoBar* photoBar() const { return photo_; }
  /// Each says in the page how it went.
  virtual void openBoard(const QString& path) = 0;
  virtual void saveBoard(const QString& path) = 0;
  virtual void printBoard(const QString& path) = 0;
  /// May the page be left? With a drawing that is in no file the first time only asks.
  bool mayLeave();

Q_SIGNALS:
  void closed();
  /// The boards of another game are to be drawn.
  void gameChosen(int game);

protected:
  struct Words {
    QString hint; ///< above the board
    QString open_tip, save_tip, print_tip;
    QString open_title;
    QString files; ///< kind of file, for dialogs
  };
  /// Changes of one kind that follow each other, such as the keys of one number, are taken back as one. Each length has
  /// a kind of its own, and each stroke of painting (BoardCanvas::stroke()); other changes stand alone.
  enum ChangeKind { other_change = -1, grid_change, length_change, stroke_change = length_change + 3 };
  EditorPage(DrawnGame game, Words words, QWidget* parent);

  /// The card beside the board: `parts` scroll; below them the state, what was said, the buttons and `last`, if any.
  void addPanel(const QList<QWidget*>& parts, QWidget* last = nullptr);
  /// What a file of this board is called, without its ending.
  virtual QString fileName() const = 0;
  /// What is drawn, to be compared with what was drawn before.
  virtual std::string drawn() const = 0;
  /// What is drawn now is in a file, or is what every board begins with.
  void noteKept();
  /// Something was drawn: whoever was asked whether to leave is asked anew.
  void noteChanged();
  /// What was drawn, to be taken back and done again.
  QUndoStack& changes() { return *changes_; }
  void say(const QString& text, bool trouble = false);
  void keyPressEvent(QKeyEvent* event) override;

  BoardCanvas* canvas_;
  PhotoBar* photo_;
  QLabel* state_; ///< may the board be played on?

private:
  QWidget* makeHeader(DrawnGame game);
  QPushButton* makeStep(const QString& text, const QString& tip, const char* name, const QList<QKeySequence>& keys);
  QWidget* makeState(QWidget* last);
  void leave();

  Words words_;
  QUndoStack* changes_;
  QPushButton* back_ = nullptr;
  std::string kept_drawing_;
  bool asked_ = false;
  QLabel* notice_;
};

/// Shows a number; where it is there already, what is being typed is left alone.
template <class Box, class Number> void showValue(Box* box, Number number) {
  if (box->value() != number)
    box->setValue(number);
}

/// One change of what is drawn: the whole of it before and after.
template <class Plan> class PlanChange : public QUndoCommand {
public:
  PlanChange(Plan before, Plan after, int kind, std::function<void(const Plan&)> draw)
      : before_(std::move(before)), after_(std::move(after)), kind_(kind), draw_(std::move(draw)) {}

  void undo() override { draw_(before_); }
  void redo() override { draw_(after_); }
  int id() const override { return kind_; }
  bool mergeWith(const QUndoCommand* later) override {
    after_ = static_cast<const PlanChange*>(later)->after_;
    return true;
  }

private:
  Plan before_, after_;
  int kind_;
  std::function<void(const Plan&)> draw_;
};

} // namespace linesman::app
