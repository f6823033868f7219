#include "app/watch/ship.h"

#include <cmath>

#include "models/matrix_json.h"
#include "models/pyramid_middle.h"
#include "rules/scenario_doubt.h"

namespace linesman::app {

using nlohmann::json;

namespace {

constexpr double noise_sigmas = 3.0;

/// Of x, y and heading, what errors of lens and camera leave between two looks.
Eigen::Vector3d sharedVariance(const SeenPose& a, const SeenPose& b) {
  if (areShared(a.shared, b.shared))
    return (a.shared - b.shared).rowwise().squaredNorm();
  return a.shared.rowwise().squaredNorm() + b.shared.rowwise().squaredNorm();
}

/// The weight of one more look beside the mean of so many.
double shareOf(double mean_sigma, int looks, double sigma) {
  const double known = mean_sigma * mean_sigma / looks, whole = known + sigma * sigma;
  return whole > 0.0 ? known / whole : 1.0 / (looks + 1.0);
}

} // namespace

SeenPose SeenPose::of(const SeenPyramid& pyramid) {
  const Eigen::Matrix3d& covariance = pyramid.own_covariance;
  const bool good = covariance.allFinite() && (covariance.diagonal().array() >= 0.0).all();
  return {pyramid.table_from_piece, good ? covariance : Eigen::Matrix3d::Zero().eval(), pyramid.shared_error};
}

double SeenPose::sigma_mm() const {
  return std::sqrt((covariance(0, 0) + covariance(1, 1)) / 2.0);
}

double SeenPose::sigma_rad() const {
  return std::sqrt(covariance(2, 2));
}

json SeenPose::toJson() const {
  json out = {{"x", pose.x_mm()},
              {"y", pose.y_mm()},
              {"heading", degFromRad(pose.heading_rad())},
              {"sigma_mm", sigma_mm()},
              {"sigma_deg", degFromRad(sigma_rad())},
              {"covariance", matrixJson(covariance)}};
  if (shared.cols() > 0)
    out["shared_error"] = matrixJson(shared);
  return out;
}

SeenPose SeenPose::fromJson(const json& in) {
  return {{in.at("x").get<double>(), in.at("y").get<double>(), radFromDeg(in.at("heading").get<double>())},
          rules::covarianceFrom(in, "a pose").value_or(std::nullopt).value_or(Eigen::Matrix3d::Zero()),
          rules::sharedErrorFrom(in).value_or(SharedError())};
}

double shiftBetween(const SeenPose& a, const SeenPose& b) {
  return (b.pose.origin_mm() - a.pose.origin_mm()).norm();
}

double noiseBetween_mm(const SeenPose& a, const SeenPose& b) {
  const double shared_mm2 = 0.5 * sharedVariance(a, b).head<2>().sum(); // of each coordinate
  return noise_sigmas * std::sqrt(std::pow(a.sigma_mm(), 2) + std::pow(b.sigma_mm(), 2) + shared_mm2);
}

double turnNoiseBetween_rad(const SeenPose& a, const SeenPose& b) {
  return noise_sigmas * std::sqrt(a.covariance(2, 2) + b.covariance(2, 2) + sharedVariance(a, b).z());
}

SeenPose meanWith(const SeenPose& mean, int looks, const SeenPose& here) {
  const Eigen::Vector2d shift_mm = here.pose.origin_mm() - mean.pose.origin_mm();
  const double place = shareOf(mean.sigma_mm(), looks, here.sigma_mm());
  const double heading = shareOf(mean.sigma_rad(), looks, here.sigma_rad());
  const Eigen::Array3d share(place, place, heading);
  const Eigen::Vector3d old_root = (1.0 - share).sqrt(), new_root = share.sqrt();
  SeenPose both = mean;
  both.pose = {mean.pose.origin_mm() + place * shift_mm, mean.pose.heading_rad() + heading * turnBetween(mean, here)};
  both.covariance = old_root.asDiagonal() * mean.covariance * old_root.asDiagonal();
  both.covariance += new_root.asDiagonal() * here.covariance * new_root.asDiagonal();
  return both;
}

double turnBetween(const SeenPose& a, const SeenPose& b) {
  return wrapAngle(b.pose.heading_rad() - a.pose.heading_rad());
}

json Ship::toJson() const {
  json out = {{"name", name},
              {"player", player},
              {"colour", nameOf(colour)},
              {"size", nameOf(size)},
              {"recorded", recorded.toJson()},
              {"seen", seen.toJson()},
              {"looks", looks},
              {"score", score},
              {"damage", damage},
              {"armour", armour},
              {"sunk", sunk},
              {"removed", removed},
              {"displaced", displaced},
              {"missed", missed},
              {"asked_back", asked_back},
              {"otherwise", otherwise},
              {"left", left},
              {"hidden", hidden},
              {"chits", chits},
              {"asked_chits", asked_chits}};
  if (!hit_by.empty())
    out["hit_by"] = hit_by;
  if (!sunk_by.empty())
    out["sunk_by"] = sunk_by;
  if (flagship != Marked::no)
    out["flagship"] = flagship == Marked::said ? "said" : "taken";
  if (withdrawn)
    out["withdrawn"] = true;
  if (held > 0)
    out["held"] = held;
  if (chits_since_s)
    out["chits_since_s"] = *chits_since_s;
  return out;
}

Ship Ship::fromJson(const json& in) {
  Ship ship;
  ship.name = in.at("name").get<std::string>();
  ship.player = in.at("player").get<std::string>();
  ship.colour = colourFrom(in.at("colour").get<std::string>()).value_or(Colour::red);
  ship.size = pyramidSizeFrom(in.at("size").get<std::string>()).value_or(PyramidSize::small);
  ship.recorded = SeenPose::fromJson(in.at("recorded"));
  ship.seen = SeenPose::fromJson(in.at("seen"));
  ship.looks = in.at("looks").get<int>();
  ship.score = in.value("score", 1.0);
  ship.damage = in.at("damage").get<int>();
  ship.armour = in.value("armour", 0);
  ship.sunk = in.at("sunk").get<bool>();
  ship.hit_by = in.value("hit_by", "");
  ship.sunk_by = in.value("sunk_by", "");
  if (const std::string mark = in.value("flagship", ""); !mark.empty())
    ship.flagship = mark == "said" ? Marked::said : Marked::taken;
  ship.withdrawn = in.value("withdrawn", false);
  ship.removed = in.at("removed").get<bool>();
  ship.displaced = in.at("displaced").get<bool>();
  ship.missed = in.at("missed").get<int>();
  ship.held = in.value("held", 0);
  ship.asked_back = in.value("asked_back", false);
  ship.otherwise = in.value("otherwise", 0);
  ship.left = in.value("left", 0);
  ship.hidden = in.value("hidden", false);
  ship.chits = in.value("chits", 0);
  ship.asked_chits = in.value("asked_chits", 0);
  if (in.contains("chits_since_s"))
    ship.chits_since_s = in["chits_since_s"].get<double>();
  return ship;
}

namespace {

const PieceCatalog& usualSet() {
  static const PieceCatalog catalog = PieceCatalog::standard();
  return catalog;
}

} // namespace

Eigen::Vector2d middleOf(const SeenPyramid& pyramid) {
  return middleOf(pyramid, usualSet());
}

Eigen::Vector2d middleOf(const Ship& ship) {
  return (ship.seen.pose * usualSet().pyramid(ship.size).middle()).xy;
}

double lengthOf(PyramidSize size) {
  return usualSet().pyramid(size).slant_mm();
}

} // namespace linesman::app
