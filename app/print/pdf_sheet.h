#pragma once
#include <string>
#include <vector>

#include <Eigen/Core>

#include "models/result.h"

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

/// Vector pages in millimetres, origin at the top left corner of the page, y down, at exact scale. Writes PDF itself:
/// Qt's writer needs a GUI object for its fonts, which no headless command may create; the fonts used here are those
/// that every PDF reader brings.
class PdfSheet {
public:
  PdfSheet(double width_mm, double height_mm) : width_mm_(width_mm), height_mm_(height_mm) { newPage(); }

  double width_mm() const { return width_mm_; }
  double height_mm() const { return height_mm_; }

  void newPage();
  /// All rectangles as one shape, so that neighbours have no seam between them.
  void fill(const std::vector<Rect>& rects, Ink ink = black);
  void fill(const std::vector<Eigen::Vector2d>& polygon_mm, Ink ink = black);
  void outline(const std::vector<Eigen::Vector2d>& polygon_mm, double thickness_mm, Ink ink = black);
  void line(const Eigen::Vector2d& from_mm, const Eigen::Vector2d& to_mm, double thickness_mm, Ink ink = black);
  /// `at_mm` is the foot of the first, middle or last letter; letters outside Latin-1 become "?".
  void text(const Eigen::Vector2d& at_mm, double height_mm, const std::string& utf8, Align align = Align::left,
            Ink ink = black, bool bold = false);
  /// Everything until unclip() shows inside `window` only.
  void clip(const Rect& window);
  void unclip();
  /// A JPEG picture (its bytes, its size in pixels) into `place`.
  void picture(const Rect& place, const std::string& jpeg, int width_px, int height_px);

  /// The whole file.
  std::string pdf() const;
  Result<void> write(const std::string& path) const;

private:
  std::string x(double mm) const;
  std::string y(double mm) const;

  struct Picture {
    std::string jpeg;
    int width_px, height_px;
  };
  double width_mm_;
  double height_mm_;
  std::vector<std::string> pages_;
  std::vector<Picture> pictures_;
};

} // namespace linesman::app
