#pragma once
#include <string>
#include <vector>

#include <Eigen/Core>

namespace linesman::app {

/// Grey or colour, each part in [0,1].
struct Ink {
  double red = 0.0, green = 0.0, blue = 0.0;
};
inline constexpr Ink black{};
inline constexpr Ink grey{0.55, 0.55, 0.55};
inline constexpr Ink white{1.0, 1.0, 1.0};

struct Rect {
  double x_mm = 0.0, y_mm = 0.0, width_mm = 0.0, height_mm = 0.0;
};

enum class Align { left, centre, right };

/// Something to draw on in millimetres, origin at the top left, y down: a printed sheet or the window.
class Canvas {
public:
  virtual ~Canvas() = default;
  /// All rectangles as one shape, so that neighbours have no seam between them.
  virtual void fill(const std::vector<Rect>& rects, Ink ink) = 0;
  virtual void fill(const std::vector<Eigen::Vector2d>& polygon_mm, Ink ink) = 0;
  virtual void outline(const std::vector<Eigen::Vector2d>& polygon_mm, double thickness_mm, Ink ink) = 0;
  virtual void line(const Eigen::Vector2d& from_mm, const Eigen::Vector2d& to_mm, double thickness_mm, Ink ink) = 0;
  /// `at_mm` is the foot of the first, middle or last letter.
  virtual void text(const Eigen::Vector2d& at_mm, double height_mm, const std::string& utf8, Align align, Ink ink,
                    bool bold) = 0;
};

} // namespace linesman::app
