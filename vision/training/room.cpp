#include "vision/training/room.h"

#include <cmath>

#include <Eigen/Geometry>

namespace linesman::training {

Eigen::Vector3f fromRgb(double r, double g, double b) {
  return Eigen::Vector3f(static_cast<float>(b), static_cast<float>(g), static_cast<float>(r)).array().pow(2.2F);
}

Eigen::Vector3f jitter(const Eigen::Vector3f& colour, Rng& rng, double by) {
  Eigen::Vector3f out = colour * static_cast<float>(uniform(rng, 1.0 - by, 1.0 + by));
  for (int k = 0; k < 3; ++k)
    out[k] *= static_cast<float>(uniform(rng, 1.0 - 0.5 * by, 1.0 + 0.5 * by));
  return out.cwiseMin(0.95F);
}

Pose<CameraFrame, BoardFrame> cameraFromBoard(const CameraPlace& place) {
  const double tilt = place.tilt_rad, azimuth = place.azimuth_rad;
  const Eigen::Vector3d eye =
      place.target_mm + place.distance_mm * Eigen::Vector3d(std::sin(tilt) * std::sin(azimuth),
                                                            -std::sin(tilt) * std::cos(azimuth), std::cos(tilt));
  const Eigen::Vector3d forward = (place.target_mm - eye).normalized();
  const Eigen::Vector3d away(-std::sin(azimuth), std::cos(azimuth), tilt < 0.02 ? 0.0 : 1e-3);
  const Eigen::Vector3d right = forward.cross(away).normalized();
  Eigen::Matrix3d r;
  r.row(0) = right;
  r.row(1) = forward.cross(right);
  r.row(2) = forward;
  r = Eigen::AngleAxisd(place.roll_rad, Eigen::Vector3d::UnitZ()).toRotationMatrix() * r;
  return {r, -r * eye};
}

void addLamps(Scene& scene, double reach_mm, const LampRanges& ranges, Rng& rng) {
  const double power = uniform(rng, 0.5, 1.2);
  const auto warm = static_cast<float>(uniform(rng, 0.65, 1.1));
  for (int k = chance(rng, ranges.one_alone) ? 1 : whole(rng, 2, 3); k > 0; --k) {
    Light light;
    const double a = uniform(rng, 0, 6.28), reach = uniform(rng, 1.5, 6.0) * reach_mm,
                 slope = uniform(rng, ranges.least_slope_rad, ranges.most_slope_rad);
    light.place_mm =
        reach * Eigen::Vector3d(std::sin(slope) * std::cos(a), std::sin(slope) * std::sin(a), std::cos(slope));
    light.bgr = Eigen::Vector3f(warm, 0.5F + 0.5F * warm, 1.0F) * static_cast<float>(power * uniform(rng, 0.4, 1.0));
    light.softness = uniform(rng, 0.001, ranges.most_soft);
    scene.lights.push_back(light);
  }
  scene.ambient =
      Eigen::Vector3f(0.5F + 0.5F * warm, 1.0F, 1.0F) * static_cast<float>(uniform(rng, 0.12, ranges.most_sky));
}

void addHand(std::vector<Thing>& things, const Eigen::Vector3d& tip, double size_mm, double heading, int id, Rng& rng) {
  Thing skin;
  const Eigen::Vector3f tones[] = {fromRgb(0.85, 0.65, 0.53), fromRgb(0.72, 0.5, 0.38), fromRgb(0.5, 0.33, 0.23),
                                   fromRgb(0.3, 0.2, 0.15)};
  skin.material.bgr = jitter(tones[whole(rng, 0, 3)], rng, 0.1);
  skin.material.specular = 0.05F;
  const Eigen::Matrix3d turn = Eigen::AngleAxisd(heading, Eigen::Vector3d::UnitZ()).toRotationMatrix();
  const auto at = [&](double x, double y, double z) {
    return Eigen::Vector3d(tip + turn * Eigen::Vector3d(x, y, z) * size_mm);
  };
  const Eigen::Vector3d palm = at(1.0, 0.0, 0.9), wrist = at(2.2, 0.1, 1.2);
  for (int f = 0; f < 5; ++f) {
    const Eigen::Vector3d end = at(uniform(rng, -0.1, 0.4), (f - 2) * uniform(rng, 0.1, 0.35), uniform(rng, 0.0, 0.5));
    const Eigen::Vector3d knuckle = at(0.65, (f - 2) * 0.22, 0.95);
    skin.mesh.append(capsule(end, knuckle, 0.11 * size_mm, 0.13 * size_mm));
    skin.mesh.append(capsule(knuckle, palm + turn * Eigen::Vector3d(0.2, (f - 2) * 0.16, 0) * size_mm, 0.13 * size_mm,
                             0.2 * size_mm));
  }
  skin.mesh.append(capsule(palm, wrist, 0.33 * size_mm, 0.3 * size_mm));
  skin.id = id;
  Thing sleeve;
  sleeve.mesh = capsule(wrist, at(7.0, uniform(rng, -1.0, 1.0), 2.0), 0.36 * size_mm, 0.5 * size_mm);
  sleeve.material.bgr = fromRgb(uniform(rng, 0, 1), uniform(rng, 0, 1), uniform(rng, 0, 1));
  sleeve.id = id;
  things.push_back(std::move(skin));
  things.push_back(std::move(sleeve));
}

} // namespace linesman::training
