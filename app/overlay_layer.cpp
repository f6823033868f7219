#include "app/overlay_layer.h"

#include <algorithm>

namespace linesman::app {

namespace {

constexpr int tile_px = 32;

bool empty(const QImage& picture, const QRect& part) {
  for (int y = part.top(); y <= part.bottom(); ++y) {
    const auto* line = reinterpret_cast<const QRgb*>(picture.constScanLine(y)) + part.left();
    if (std::any_of(line, line + part.width(), [](QRgb pixel) { return pixel != 0; }))
      return false;
  }
  return true;
}

/// Tiles that hold something; neighbours in a row are one.
std::vector<QRect> filledParts(const QImage& picture) {
  std::vector<QRect> parts;
  for (int y = 0; y < picture.height(); y += tile_px)
    for (int x = 0; x < picture.width(); x += tile_px) {
      const QRect tile = QRect(x, y, tile_px, tile_px).intersected(picture.rect());
      if (empty(picture, tile))
        continue;
      if (!parts.empty() && parts.back().top() == tile.top() && parts.back().right() + 1 == tile.left())
        parts.back().setRight(tile.right());
      else
        parts.push_back(tile);
    }
  return parts;
}

} // namespace

void OverlayLayer::paint(QPainter& painter, const Overlay& overlay, const QTransform& view_from_image,
                         const QSize& size, const OverlayStyle& style) {
  const qreal ratio = painter.device()->devicePixelRatioF();
  const bool same = size == size_ && view_from_image == view_ && overlay == overlay_ && style == style_ &&
                    (kept_.isNull() || kept_.devicePixelRatio() == ratio);
  if (!same) { // marks that change with every picture are not worth keeping
    overlay_ = overlay;
    view_ = view_from_image;
    size_ = size;
    style_ = style;
    kept_ = {};
    return paintOverlay(painter, overlay, view_from_image, style);
  }
  if (kept_.isNull())
    keep(ratio);
  for (const QRect& part : filled_)
    painter.drawImage(QRectF(part.x() / ratio, part.y() / ratio, part.width() / ratio, part.height() / ratio), kept_,
                      part);
}

void OverlayLayer::keep(qreal ratio) {
  kept_ = QImage((QSizeF(size_) * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
  kept_.setDevicePixelRatio(ratio);
  kept_.fill(Qt::transparent);
  QPainter painter(&kept_);
  paintOverlay(painter, overlay_, view_, style_);
  painter.end();
  filled_ = filledParts(kept_);
}

} // namespace linesman::app
