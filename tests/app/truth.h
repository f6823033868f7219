#pragma once
#include <fstream>
#include <map>
#include <string>

#include <QImage>

#include "app/ship_names.h"
#include "app/snapshot.h"
#include "models/table_state_json.h"

namespace linesman::app::testing {

/// A rendered table with its exact truth: what a perfect camera reading would say, and where key points are in the
/// picture.
struct Truth {
  TableState state;
  Lens lens;
  std::map<int, std::map<std::string, Eigen::Vector2d>> keypoints_px; ///< by piece id
  QImage picture;
};

inline Truth truth(const std::string& name) {
  const std::string data = LINESMAN_TEST_DATA;
  std::ifstream file(data + "/app/" + name + ".truth.json");
  const nlohmann::json json = nlohmann::json::parse(file);
  Truth truth;
  truth.state = *tableStateFromJson(json.at("state"));
  for (SeenPyramid& pyramid : truth.state.pyramids)
    pyramid.own_covariance = pyramid.covariance;
  const auto& lens = json.at("lens");
  const auto& k = lens.at("K");
  truth.lens.width_px = lens.at("width").get<int>();
  truth.lens.height_px = lens.at("height").get<int>();
  truth.lens.fx_px = k[0][0].get<double>();
  truth.lens.fy_px = k[1][1].get<double>();
  truth.lens.cx_px = k[0][2].get<double>();
  truth.lens.cy_px = k[1][2].get<double>();
  for (std::size_t i = 0; i < 5; ++i)
    truth.lens.distortion[i] = lens.at("distortion")[i].get<double>();
  for (const auto& [id, points] : json.at("keypoints_px").items())
    for (const auto& [key, px] : points.items())
      truth.keypoints_px[std::stoi(id)][key] = {px[0].get<double>(), px[1].get<double>()};
  truth.picture = QImage(QString::fromStdString(data + "/demo/" + name + ".jpg")).convertToFormat(QImage::Format_RGB32);
  return truth;
}

/// A shot with made-up figures: `actor` at `target`, with a region beside the actor and the nearest point at the
/// target.
inline Call madeUpShot(const TableState& state, PieceId actor, PieceId target, double margin_mm, double sigma_mm) {
  Call shot;
  shot.question = Call::Question::shot;
  shot.actor = actor;
  shot.target = target;
  const auto names = shipNames(state);
  shot.title = names.at(actor) + " fires at " + names.at(target);
  const double doubt_mm = 2.0 * sigma_mm;
  shot.verdict.ruling = margin_mm >= doubt_mm    ? rules::Ruling::legal
                        : margin_mm <= -doubt_mm ? rules::Ruling::illegal
                                                 : rules::Ruling::unclear;
  shot.verdict.clauses = {"AR-30", "AR-29"};
  shot.verdict.sentence = "Made up for the test of the window.";
  shot.verdict.margin_mm = margin_mm;
  shot.verdict.sigma_mm = sigma_mm;
  shot.verdict.probability = 0.5 * std::erfc(-margin_mm / sigma_mm / std::sqrt(2.0));
  shot.verdict.limit = "range";
  PlanarPose<TableFrame, PieceFrame> from, to;
  for (const SeenPyramid& pyramid : state.pyramids) {
    if (pyramid.id == actor)
      from = pyramid.table_from_piece;
    if (pyramid.id == target)
      to = pyramid.table_from_piece;
  }
  rules::Highlight region{rules::Highlight::Kind::polygon, rules::Highlight::Role::region, {}, {}};
  for (const Eigen::Vector2d& corner :
       {Eigen::Vector2d(0, 12.7), Eigen::Vector2d(46.2, 0), Eigen::Vector2d(47.9, 53.9), Eigen::Vector2d(24.5, 53.9)})
    region.points_mm.push_back((from * Point2<PieceFrame>{corner}).xy);
  shot.verdict.highlights = {
      region,
      {rules::Highlight::Kind::segment, rules::Highlight::Role::shot, {from.origin_mm(), to.origin_mm()}, {}},
      {rules::Highlight::Kind::segment, rules::Highlight::Role::limit, {region.points_mm[1], region.points_mm[2]}, {}},
      {rules::Highlight::Kind::point, rules::Highlight::Role::nearest, {to.origin_mm()}, {}}};
  return shot;
}

inline std::shared_ptr<Snapshot> snapshotOf(const Truth& truth) {
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->picture = truth.picture;
  snapshot->scene = "A table";
  snapshot->frame_name = truth.state.image;
  snapshot->state = truth.state;
  snapshot->lens = truth.lens;
  snapshot->names = shipNames(truth.state);
  snapshot->number = 1;
  return snapshot;
}

} // namespace linesman::app::testing
