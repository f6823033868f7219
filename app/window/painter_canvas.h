#pragma once
#include <QPainter>

#include "app/print/canvas.h"

namespace linesman::app {

/// A painter as a canvas: its transform must map millimetres to the device.
class PainterCanvas final : public Canvas {
public:
  explicit PainterCanvas(QPainter& painter) : painter_(painter) {}

  void fill(const std::vector<Rect>& rects, Ink ink) override;
  void fill(const std::vector<Eigen::Vector2d>& polygon_mm, Ink ink) override;
  void outline(const std::vector<Eigen::Vector2d>& polygon_mm, double thickness_mm, Ink ink) override;
  void line(const Eigen::Vector2d& from_mm, const Eigen::Vector2d& to_mm, double thickness_mm, Ink ink) override;
  void text(const Eigen::Vector2d& at_mm, double height_mm, const std::string& utf8, Align align, Ink ink,
            bool bold) override;

private:
  QPainter& painter_;
};

} // namespace linesman::app
