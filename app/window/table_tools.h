#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "app/overlay.h"
#include "app/plane_calls.h"

namespace linesman::app {

/// What the law says of drawn steps, or nothing where it cannot.
using SupposeOf =
    std::function<std::optional<Supposed>(const Snapshot&, PieceId, const std::vector<double>& headings_rad)>;

/// Things that are laid on the picture by hand, not on the table: a gauge to place and turn, and steps of the selected
/// ship to try out. Works in table millimetres; knows no widget.
class TableTools {
public:
  enum class Tool { none, gauge, what_if };

  void use(Tool tool);
  Tool tool() const { return tool_; }
  void setSuppose(SupposeOf suppose) { suppose_ = std::move(suppose); }
  /// Another picture or ship: what was tried out is forgotten; the gauge stays where it was laid.
  void setShip(SnapshotPtr snapshot, PieceId ship);

  /// A click on the table. Gauge: lays its stern there (on a ship: on its bow, straight ahead), the next click turns
  /// it. What-if: fixes the step that follows the pointer.
  void click(const Eigen::Vector2d& at_mm, PieceId piece);
  /// The pointer moved: what is being turned turns to it. True when something is to be drawn anew.
  bool hover(const Eigen::Vector2d& at_mm);
  /// Turns the gauge or the last step, counter-clockwise, rad.
  void turn(double angle_rad);
  /// The gauge's next size.
  void nextSize();
  /// Takes the last fixed step back; true when there was one.
  bool back();

  const std::optional<Supposed>& supposed() const { return supposed_; }
  void addTo(OverlayContent& content) const;

private:
  const SeenPyramid* seen(PieceId piece) const;
  Eigen::Vector2d lastBow_mm() const;
  void start();
  void judge();

  Tool tool_ = Tool::none;
  SnapshotPtr snapshot_;
  PieceId ship_;
  SupposeOf suppose_;

  std::optional<PlanarPose<TableFrame, PieceFrame>> gauge_;
  PyramidSize gauge_size_ = PyramidSize::large; ///< ranges are measured with a Large
  bool gauge_turning_ = false;

  std::vector<double> fixed_rad_;   ///< headings of the steps that were clicked
  std::optional<double> loose_rad_; ///< of the one that follows the pointer
  std::optional<Supposed> supposed_;
};

} // namespace linesman::app
