#pragma once
#include <functional>
#include <optional>

#include <QColor>
#include <QImage>
#include <QTransform>
#include <QWidget>

#include "app/overlay_layer.h"

namespace linesman::app {

/// A picture with marks over it, to zoom (wheel, + and -, double click fits) and pan (drag, arrow keys). Without a
/// mouse: Shift with the arrows moves a pointer, Return clicks there. Knows nothing of cameras: marks come in pixels of
/// the picture.
class PictureView : public QWidget {
  Q_OBJECT

public:
  explicit PictureView(QWidget* parent = nullptr);

  void setPicture(const QImage& picture);
  void setOverlay(Overlay overlay);
  /// What stands over the picture while there is none, or beside a fault.
  void setNotice(const QString& notice);
  const QString& notice() const { return notice_; }
  /// A round inset that shows the surroundings of a point (px) `times` enlarged; nothing switches it off.
  void setMagnifier(std::optional<QPointF> centre_px, double times = 6.0);
  /// Where it stands in the widget: in the upper corner away from its centre, in the other one if it hid a note there.
  QRectF magnifierPlace() const;
  /// Marks alone on this colour, for a mixing program that cuts it out; none: on the picture.
  void setKeyColour(std::optional<QColor> colour);
  /// Text of the lower left corner.
  void setCaption(const QString& caption);
  const QString& caption() const { return caption_; }
  /// A sentence above the caption, large enough to be read in passing; empty: none.
  void setBanner(const QString& banner);
  const QString& banner() const { return banner_; }
  /// A marked length (px in the picture) in the lower right corner, for views to scale.
  void setScaleBar(double length_px, const QString& text);

  const Overlay& overlay() const { return overlay_; }
  double zoom() const { return zoom_; }
  /// Where the pointer of the keys is (widget); none: it has not been used.
  std::optional<QPointF> keyPointer() const { return key_pointer_; }
  /// Picture pixels to widget coordinates.
  QTransform viewFromImage() const;

public Q_SLOTS:
  void fit();
  void zoomBy(double factor, QPointF at = {-1.0, -1.0});

Q_SIGNALS:
  /// A click: the picture's pixel ((0,0) the centre of the first) and the piece there, if any.
  void clicked(QPointF image_px, linesman::PieceId piece);
  /// The pointer moves over the picture without a button.
  void hovered(QPointF image_px);

protected:
  void paintEvent(QPaintEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

private:
  QTransform fitted() const;
  void keepInSight();
  bool movePointer(const QKeyEvent& event);
  void clickAt(const QPointF& at);
  void paintMagnifier(QPainter& painter);
  void paintFurniture(QPainter& painter);
  void paintWords(QPainter& painter);
  void paintNotice(QPainter& painter);

  QImage picture_;
  Overlay overlay_;
  OverlayLayer layer_;
  QString notice_;
  std::optional<QColor> key_colour_;
  QString caption_;
  QString banner_;
  double scale_bar_px_ = 0.0;
  QString scale_text_;
  std::optional<QPointF> magnified_px_;
  double magnification_ = 6.0;
  double zoom_ = 1.0;
  QPointF pan_; ///< widget pixels
  std::optional<QPointF> key_pointer_;
  bool by_keys_ = false; ///< the keyboard came here by Tab: its frame shows it
  std::optional<QPointF> press_;
  QPointF press_pan_;
  bool dragged_ = false;
};

} // namespace linesman::app
