#pragma once
#include <QImage>
#include <QPainter>
#include <QTransform>

#include "app/overlay.h"

namespace linesman::app {

/// How thick and large marks are, in device-independent pixels of the target.
struct OverlayStyle {
  double scale = 1.0;     ///< of widths and letters
  bool fills = true;      ///< translucent insides of regions and hands
  bool on_picture = true; ///< dark halos that keep marks readable on any picture

  bool operator==(const OverlayStyle&) const = default;
};

/// Paints the marks; `view_from_image` takes pixels of the picture to the painter's coordinates. Widths do not grow
/// with the zoom, so that a magnified edge stays sharp.
void paintOverlay(QPainter& painter, const Overlay& overlay, const QTransform& view_from_image,
                  const OverlayStyle& style = {});

/// The crown of a ship that its player has marked, as large as `box`.
void paintCrown(QPainter& painter, const QRectF& box);

/// For widgets: marks and names grow with the window's type.
OverlayStyle windowStyle();

/// Colour of a player's pieces as marks are drawn, light enough for a dark picture.
QColor colourOf(Colour colour);

} // namespace linesman::app
