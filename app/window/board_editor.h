#pragma once
#include "app/board_plan.h"
#include "app/window/editor_page.h"

class QCheckBox;
class QDoubleSpinBox;
class QFormLayout;
class QLineEdit;
class QSpinBox;

namespace linesman::app {

class BoardPalette;

/// Draws a board of ArmadaChess of one's own over a photograph of the real one, checks it as every board file is
/// checked, saves and prints it.
class BoardEditor : public EditorPage {
  Q_OBJECT

public:
  explicit BoardEditor(QWidget* parent = nullptr);

  const BoardPlan& plan() const { return plan_; }
  void openBoard(const QString& path) override;
  void saveBoard(const QString& path) override;
  void printBoard(const QString& path) override;

private:
  QWidget* makeShape();
  QWidget* makeTools();
  void paint(std::size_t field);
  void addArea(const QList<QPointF>& corners_mm);
  void toggleLink(std::size_t a, std::size_t b);
  void setFreeForm(bool free_form);
  void resizeGrid();
  /// From now on `plan` is drawn.
  void change(BoardPlan plan, int kind = other_change);
  /// After every change: checks the board and shows what is found.
  void changed();
  void showPlan();
  QString fileName() const override { return QString::fromStdString(plan_.id); }
  std::string drawn() const override;

  BoardPlan plan_;
  bool showing_ = false; ///< the fields are being filled from the plan

  BoardPalette* palette_;
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
};

} // namespace linesman::app
