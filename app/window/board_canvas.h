#pragma once
#include <array>
#include <functional>
#include <optional>

#include <QBrush>
#include <QImage>
#include <QTransform>
#include <QWidget>

#include "app/board_plan.h"

namespace linesman::app {

/// How a field looks: a colour over the photograph with a sign on it, or a man.
struct FieldLook {
  QBrush fill;
  QString sign;
  std::optional<bool> man_of_white = std::nullopt; ///< the sign is on a disc of that side
};

/// The photograph of a board with the plan drawn over it in perspective: four corners to drag onto the board's own,
/// fields to paint by click or drag, and on a free-form board corners of a field to set one after another. Arrow keys
/// move the square in hand, space paints it.
class BoardCanvas : public QWidget {
  Q_OBJECT

public:
  enum class Tool { paint, outline, link };

  explicit BoardCanvas(QWidget* parent = nullptr);

  /// The board lies where its corners are: a1's outer corner, then counter-clockwise seen from above.
  void setPhoto(const QImage& photo);
  const QImage& photo() const { return photo_; }
  void setPlan(const BoardPlan* plan);
  const BoardPlan* plan() const { return plan_; }
  /// How fields look where they are not those of a board of ArmadaChess.
  void setLook(std::function<FieldLook(std::size_t field)> look) { look_ = std::move(look); }
  void setTool(Tool tool);
  const std::array<QPointF, 4>& corners_px() const { return corners_px_; }
  void setCorners(const std::array<QPointF, 4>& corners_px);
  /// A number for all that is painted from one press of the button to its release.
  int stroke() const { return stroke_; }
  /// Board mm to widget coordinates.
  QTransform viewFromBoard() const;
  /// The field at a point of the widget: index into kinds or areas.
  std::optional<std::size_t> fieldAt(const QPointF& at) const;

Q_SIGNALS:
  void painted(std::size_t field);
  void cornersMoved();   ///< by hand, while it drags
  void cornersDropped(); ///< and when it lets go
  void outlined(QList<QPointF> corners_mm);
  void linked(std::size_t a, std::size_t b);

protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

private:
  QTransform viewFromPhoto() const;
  QPolygonF outlineOf(std::size_t field) const;
  QPointF snapped(const QPointF& board_mm) const;
  std::size_t count() const;
  void finishOutline();
  FieldLook lookOf(std::size_t field) const;
  void paintField(QPainter& painter, std::size_t field) const;
  void paintLinks(QPainter& painter) const;
  void paintHandles(QPainter& painter) const;

  const BoardPlan* plan_ = nullptr;
  std::function<FieldLook(std::size_t)> look_;
  QImage photo_;
  std::array<QPointF, 4> corners_px_; ///< in pixels of the photograph
  Tool tool_ = Tool::paint;
  int dragged_ = -1; ///< corner in hand
  std::optional<std::size_t> last_painted_;
  int stroke_ = 0;
  std::optional<std::size_t> link_from_;
  std::size_t cursor_ = 0;    ///< field that the keys are at
  QList<QPointF> outline_mm_; ///< of the field being outlined
};

/// How a kind of field is drawn: colour and sign.
QColor colourOfKind(const std::string& kind);
QString signOfKind(const std::string& kind);

} // namespace linesman::app
