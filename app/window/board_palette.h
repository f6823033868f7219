#pragma once
#include <string>

#include <QWidget>

class QCheckBox;
class QSpinBox;

namespace linesman::app {

/// The kinds of fields to choose from.
class BoardPalette : public QWidget {
  Q_OBJECT

public:
  explicit BoardPalette(QWidget* parent = nullptr);
  /// The kind in hand, with the city's number where it has one.
  std::string kind() const;
  /// Does the square opposite get the same kind for the other side?
  bool bothSides() const;
  /// Squares opposite are known on grids only.
  void setGrid(bool grid);

Q_SIGNALS:
  void chosen();

private:
  std::string kind_ = "##";
  QSpinBox* city_;
  QCheckBox* opposite_;
};

} // namespace linesman::app
