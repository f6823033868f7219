#pragma once
#include <vector>

#include <QWidget>

#include "app/board_plan.h"
#include "app/window/board_canvas.h"

class QCheckBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLayout;
class QLineEdit;
class QSpinBox;

namespace linesman::app {

class BoardPalette;
class PhotoBar;

/// Draws a board of ArmadaChess of one's own over a photograph of the real one, checks it as every board file is
/// checked, saves and prints it.
class BoardEditor : public QWidget {
  Q_OBJECT

public:
  explicit BoardEditor(QWidget* parent = nullptr);

  const BoardPlan& plan() const { return plan_; }
  BoardCanvas* canvas() const { return canvas_; }
  /// Each says in the page how it went.
  PhotoBar* photoBar() const { return photo_; }
  void openBoard(const QString& path);
  void saveBoard(const QString& path);
  void printBoard(const QString& path);

public Q_SLOTS:
  void undo();

Q_SIGNALS:
  void closed();
  /// The boards of another game are to be drawn.
  void gameChosen(int game);

protected:
  void keyPressEvent(QKeyEvent* event) override;

private:
  QWidget* makeHeader();
  QWidget* makePanel();
  QWidget* makeShape();
  QWidget* makeTools();
  QWidget* makeState();
  void paint(std::size_t field);
  void addArea(const QList<QPointF>& corners_mm);
  void toggleLink(std::size_t a, std::size_t b);
  void setFreeForm(bool free_form);
  void resizeGrid();
  void keepForUndo();
  /// After every change: checks the board and shows what is found.
  void changed();
  void showPlan();
  void say(const QString& text, bool trouble = false);

  BoardPlan plan_;
  std::vector<BoardPlan> before_; ///< for undo, newest last
  bool showing_ = false;          ///< the fields are being filled from the plan

  BoardCanvas* canvas_;
  BoardPalette* palette_;
  PhotoBar* photo_;
  QLineEdit* name_ = nullptr;
  QSpinBox* columns_ = nullptr;
  QSpinBox* rows_ = nullptr;
  QDoubleSpinBox* square_mm_ = nullptr;
  QDoubleSpinBox* width_mm_ = nullptr;
  QDoubleSpinBox* height_mm_ = nullptr;
  QCheckBox* free_ = nullptr;
  QFormLayout* shape_ = nullptr;
  QWidget* grid_fields_ = nullptr;
  QWidget* free_fields_ = nullptr;
  QWidget* tools_ = nullptr;
  QLabel* state_ = nullptr;
  QLabel* notice_ = nullptr;
};

} // namespace linesman::app
