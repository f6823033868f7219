#pragma once
#include <QImage>

#include "app/projector.h"

namespace linesman::app {

/// The table from straight above and to scale.
struct BirdsEye {
  QImage picture;    ///< RGB32; what the camera does not see is dark
  Projector project; ///< table mm to its pixels
  double px_per_mm = 1.0;
  Eigen::Vector2d origin_mm = Eigen::Vector2d::Zero(); ///< left, top

  Eigen::Vector2d tablePoint(const Eigen::Vector2d& px) const {
    return {origin_mm.x() + px.x() / px_per_mm, origin_mm.y() - px.y() / px_per_mm};
  }
  /// The right, bottom corner.
  Eigen::Vector2d end_mm() const {
    return tablePoint({static_cast<double>(picture.width()), static_cast<double>(picture.height())});
  }
};

/// Looks through the lens at every point of the part in view, and of the playing area where that goes beyond it;
/// `grid_mm` > 0 draws a grid of that spacing. `height_mm`: of the plane that is to scale, over the table: what lies
/// lower or higher is shown displaced.
BirdsEye makeBirdsEye(const QImage& picture, const Lens& lens, const Pose<CameraFrame, TableFrame>& camera_from_table,
                      double grid_mm, const TablePolygon& area_mm = {}, double height_mm = 0.0);

} // namespace linesman::app
