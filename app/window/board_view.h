#pragma once
#include <optional>
#include <vector>

#include <QWidget>

#include "app/position_drawing.h"

namespace linesman::app {

/// The board of the match with what stands on it by the referee's position, drawn to fit.
class BoardView : public QWidget {
  Q_OBJECT

public:
  explicit BoardView(QWidget* parent = nullptr);
  void setDrawing(std::optional<PositionDrawing> drawing, std::vector<MarkedField> marks = {});
  /// Shows it from the far side.
  void setTurned(bool turned);
  bool turned() const { return turned_; }
  /// What stands there while no board can be drawn.
  void setNotice(const QString& notice);
  const std::optional<PositionDrawing>& drawing() const { return drawing_; }
  const std::vector<MarkedField>& marks() const { return marks_; }
  /// What the field under this point of the widget holds, in words.
  QString wordsAt(const QPointF& at) const;

protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

private:
  /// Millimetres of the drawing to the widget.
  QTransform widgetFromBoard() const;

  std::optional<PositionDrawing> drawing_;
  std::vector<MarkedField> marks_;
  QString notice_;
  bool turned_ = false;
};

} // namespace linesman::app
