#pragma once
#include <vector>

#include <QWidget>

#include "app/board_plan.h"
#include "app/invasion_plan.h"
#include "app/window/board_canvas.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace linesman::app {

class PhotoBar;

/// Describes one's own board of Invasion over a photograph of it: where it lies, how large it is, its grey boxes and
/// red corners, how the armies stand at the start. Kept as a match file with a table file beside it, and printed.
class InvasionEditor : public QWidget {
  Q_OBJECT

public:
  explicit InvasionEditor(QWidget* parent = nullptr);

  const InvasionPlan& plan() const { return plan_; }
  BoardCanvas* canvas() const { return canvas_; }
  PhotoBar* photoBar() const { return photo_; }
  /// Each says in the page how it went.
  void openBoard(const QString& path);
  void saveBoard(const QString& path);
  void printBoard(const QString& path);

public Q_SLOTS:
  void undo();

Q_SIGNALS:
  void closed();
  void gameChosen(int game);
  /// A match on the board that was kept last.
  void matchWanted(const linesman::app::MatchProfile& profile);

protected:
  void keyPressEvent(QKeyEvent* event) override;

private:
  QWidget* makeHeader();
  QWidget* makePanel();
  QWidget* makeShape();
  QWidget* makeMen();
  QWidget* makeState();
  FieldLook lookOf(std::size_t field) const;
  void place(std::size_t field);
  /// Takes what the fields say over into the plan.
  void readFields();
  void keepForUndo();
  void changed();
  void showPlan();
  void say(const QString& text, bool trouble = false);

  InvasionPlan plan_;
  std::vector<InvasionPlan> before_; ///< for undo, newest last
  BoardPlan grid_;                   ///< where the squares lie
  char man_ = 'H';                   ///< that a click sets
  bool showing_ = false;             ///< the fields are being filled from the plan
  QString kept_;                     ///< the match file written last, while nothing has changed

  BoardCanvas* canvas_;
  PhotoBar* photo_;
  QLineEdit* name_ = nullptr;
  QDoubleSpinBox* square_mm_ = nullptr;
  QComboBox* camp_ = nullptr;
  QComboBox* red_ = nullptr;
  QCheckBox* opposite_ = nullptr;
  QPushButton* match_ = nullptr;
  QLabel* state_ = nullptr;
  QLabel* notice_ = nullptr;
};

} // namespace linesman::app
