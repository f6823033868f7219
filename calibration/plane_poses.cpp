#include "calibration/plane_poses.h"

#include <opencv2/calib3d.hpp>

namespace linesman {

std::vector<Pose<CameraFrame, TableFrame>> posesOfPlane(const std::vector<PlanePoint>& points, const Lens& lens) {
  std::vector<cv::Point3d> places;
  std::vector<cv::Point2d> rays;
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();
  for (const PlanePoint& point : points) {
    places.emplace_back(point.on_plane_mm.x(), point.on_plane_mm.y(), 0.0);
    const Eigen::Vector2d ray = lens.undistort(point.px);
    rays.emplace_back(ray.x(), ray.y());
    middle.head<2>() += point.on_plane_mm / static_cast<double>(points.size());
  }
  std::vector<cv::Mat> turns, shifts;
  std::vector<Pose<CameraFrame, TableFrame>> poses;
  try {
    cv::solvePnPGeneric(places, rays, cv::Mat::eye(3, 3, CV_64F), cv::noArray(), turns, shifts, false,
                        cv::SOLVEPNP_IPPE);
  } catch (const cv::Exception&) {
    return poses;
  }
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const Eigen::Map<const Eigen::Vector3d> turn(turns[i].ptr<double>());
    const Eigen::Map<const Eigen::Vector3d> shift(shifts[i].ptr<double>());
    if (!turn.allFinite() || !shift.allFinite())
      continue;
    const Pose<CameraFrame, TableFrame> pose(rotationFromVector(turn), shift);
    if ((pose * Point3<TableFrame>{middle}).mm.z() > 0.0)
      poses.push_back(pose);
  }
  return poses;
}

} // namespace linesman
