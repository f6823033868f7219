#pragma once
#include <string>
#include <vector>

#include <Eigen/Core>

#include "app/print/canvas.h"
#include "models/result.h"

namespace linesman::app {

/// Vector pages in millimetres, origin at the top left corner of the page, y down, at exact scale. Writes PDF itself:
/// Qt's writer needs a GUI object for its fonts, which no headless command may create; the fonts used here are those
/// that every PDF reader brings.
class PdfSheet final : public Canvas {
public:
  PdfSheet(double width_mm, double height_mm) : width_mm_(width_mm), height_mm_(height_mm) { newPage(); }

  double width_mm() const { return width_mm_; }
  double height_mm() const { return height_mm_; }

  void newPage();
  void fill(const std::vector<Rect>& rects, Ink ink = black) override;
  void fill(const std::vector<Eigen::Vector2d>& polygon_mm, Ink ink = black) override;
  void outline(const std::vector<Eigen::Vector2d>& polygon_mm, double thickness_mm, Ink ink = black) override;
  void line(const Eigen::Vector2d& from_mm, const Eigen::Vector2d& to_mm, double thickness_mm,
            Ink ink = black) override;
  /// Letters outside Latin-1 become "?".
  void text(const Eigen::Vector2d& at_mm, double height_mm, const std::string& utf8, Align align = Align::left,
            Ink ink = black, bool bold = false) override;
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
