#pragma once
#include <vector>

#include <QImage>
#include <QPainter>
#include <QRect>
#include <QTransform>

#include "app/overlay_painter.h"

namespace linesman::app {

/// Paints marks again and again over moving pictures. Marks that have not changed since the last time are kept as a
/// picture of their own, of which only the parts that hold something are laid over.
class OverlayLayer {
public:
  /// Like paintOverlay(), onto `size` device-independent pixels from the painter's origin.
  void paint(QPainter& painter, const Overlay& overlay, const QTransform& view_from_image, const QSize& size,
             const OverlayStyle& style = windowStyle());

private:
  void keep(qreal ratio);

  Overlay overlay_;
  QTransform view_;
  QSize size_;
  OverlayStyle style_;
  QImage kept_;               ///< null until marks stay the same
  std::vector<QRect> filled_; ///< parts of `kept_` that are not empty, in its own pixels
};

} // namespace linesman::app
