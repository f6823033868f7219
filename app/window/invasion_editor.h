#pragma once
#include "app/board_plan.h"
#include "app/invasion_plan.h"
#include "app/window/editor_page.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLineEdit;
class QPushButton;

namespace linesman::app {

/// Describes one's own board of Invasion over a photograph of it: where it lies, how large it is, its grey boxes and
/// red corners, how the armies stand at the start. Kept as a match file with a table file beside it, and printed.
class InvasionEditor : public EditorPage {
  Q_OBJECT

public:
  explicit InvasionEditor(QWidget* parent = nullptr);

  const InvasionPlan& plan() const { return plan_; }
  void openBoard(const QString& path) override;
  void saveBoard(const QString& path) override;
  void printBoard(const QString& path) override;

Q_SIGNALS:
  /// A match on the board that was kept last.
  void matchWanted(const linesman::app::MatchProfile& profile);

private:
  QWidget* makeShape();
  QWidget* makeMen();
  FieldLook lookOf(std::size_t field) const;
  void place(std::size_t field);
  /// Takes what the fields say over into the plan.
  void readFields(int kind = other_change);
  /// From now on `plan` is drawn.
  void change(InvasionPlan plan, int kind = other_change);
  void changed();
  void showPlan();
  QString fileName() const override { return QString::fromStdString(plan_.name); }
  std::string drawn() const override;

  InvasionPlan plan_;
  BoardPlan grid_;       ///< where the squares lie
  char man_ = 'H';       ///< that a click sets
  bool showing_ = false; ///< the fields are being filled from the plan
  QString kept_;         ///< the match file written last, while nothing has changed

  QLineEdit* name_ = nullptr;
  QDoubleSpinBox* square_mm_ = nullptr;
  QComboBox* camp_ = nullptr;
  QComboBox* red_ = nullptr;
  QCheckBox* opposite_ = nullptr;
  QPushButton* match_;
};

} // namespace linesman::app
