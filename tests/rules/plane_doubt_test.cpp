// Sigmas against sampling: the margin is asked again at 10,000 perturbed tables.
#include "tests/rules/plane_support.h"

#include "rules/normal_draws.h"
#include "rules/plane_doubt.h"
#include "rules/reach_map.h"

namespace linesman::rules::testing {
namespace {

class Sampler {
public:
  explicit Sampler(const Eigen::MatrixXd& covariance) : factor_(covariance.llt().matrixL()) {}
  Eigen::VectorXd next() {
    Eigen::VectorXd z(factor_.rows());
    for (Eigen::Index i = 0; i < z.size(); ++i)
      z(i) = normal_(random_);
    return factor_ * z;
  }

private:
  Eigen::MatrixXd factor_;
  std::mt19937 random_{7};
  std::normal_distribution<double> normal_;
};

ShipPose shifted(const ShipPose& pose, const Eigen::VectorXd& by, Eigen::Index at) {
  return {pose.x_mm() + by(at), pose.y_mm() + by(at + 1), pose.heading_rad() + by(at + 2)};
}

double deviation(const std::vector<double>& values) {
  double mean = 0.0;
  for (const double v : values)
    mean += v / static_cast<double>(values.size());
  double variance = 0.0;
  for (const double v : values)
    variance += (v - mean) * (v - mean) / static_cast<double>(values.size() - 1);
  return std::sqrt(variance);
}

Eigen::Matrix3d cov(double sigma_mm, double sigma_deg) {
  return Eigen::Vector3d(sigma_mm * sigma_mm, sigma_mm * sigma_mm, std::pow(radFromDeg(sigma_deg), 2)).asDiagonal();
}

/// An observed step beside an enemy hull and an island near the edge: joint, turn, contact and edge all in play.
PlaneTable harbour() {
  PlaneTable table;
  table.objects = {ship("r1", "red", PyramidSize::large, 0, 0, 90),
                   ship("b1", "blue", PyramidSize::large, 24.5, 66, 280),
                   disc("rock", Terrain::island, -32, 80, 10, 50)};
  for (PlaneObject& object : table.objects)
    object.covariance = cov(0.3, 0.4);
  table.area.kind = PlaneArea::Kind::polygon;
  table.area.polygon_mm = {{-200, -200}, {200, -200}, {200, 96}, {-200, 96}};
  return table;
}

TEST(PlaneDoubt, StepSigmasMatchSampling) {
  const PlaneTable table = harbour();
  const PlaneLaw rules = law();
  const std::vector<ShipPose> seen = {ShipPose(3.0, 50.2, radFromDeg(95))};
  // Old ship, gauge and neighbours share errors: a joint covariance with correlation between all of them.
  Eigen::MatrixXd joint = Eigen::MatrixXd::Zero(12, 12);
  for (Eigen::Index i = 0; i < 4; ++i)
    for (Eigen::Index k = 0; k < 4; ++k)
      joint.block<3, 3>(3 * i, 3 * k) = cov(0.3, 0.4) * (i == k ? 1.0 : 0.4);
  for (const bool shared : {false, true}) {
    const StepVerdict verdict =
        judgeSteps(table, rules, "r1", seen, true, {cov(0.3, 0.4)}, shared ? joint : Eigen::MatrixXd());
    ASSERT_EQ(verdict.components.size(), 5u);
    Eigen::MatrixXd used = joint;
    if (!shared)
      for (Eigen::Index i = 0; i < 4; ++i)
        for (Eigen::Index k = 0; k < 4; ++k)
          if (i != k)
            used.block<3, 3>(3 * i, 3 * k).setZero();
    Sampler sampler(used);
    std::vector<std::vector<double>> margins(5);
    for (int n = 0; n < 10000; ++n) {
      const Eigen::VectorXd by = sampler.next();
      PlaneTable moved = table;
      moved.objects[0].pose = shifted(table.objects[0].pose, by, 0);
      moved.objects[1].pose = shifted(table.objects[1].pose, by, 6);
      moved.objects[2].pose = shifted(table.objects[2].pose, by, 9);
      const auto components =
          stepComponents({moved, rules.options, moved.objects[0], {shifted(seen[0], by, 3)}, true}, true);
      for (std::size_t i = 0; i < 5; ++i)
        margins[i].push_back(components[i].margin_mm);
    }
    for (std::size_t i = 0; i < 5; ++i)
      EXPECT_NEAR(verdict.components[i].sigma_mm / deviation(margins[i]), 1.0, 0.05)
          << verdict.components[i].label() << " shared " << shared;
  }
}

/// What moves all pieces alike says nothing of margins between them, and all of those to what the table file places; an
/// error that differs between them counts by its difference.
TEST(PlaneDoubt, WhatPiecesShareCancelsBetweenThemOnly) {
  PlaneTable table = harbour();
  const PlaneLaw rules = law();
  const std::vector<ShipPose> seen = {ShipPose(3.0, 50.2, radFromDeg(95))};
  for (PlaneObject& object : table.objects)
    object.covariance = object.kind == PlaneKind::terrain ? Eigen::Matrix3d::Zero().eval() : cov(0.3, 0.4);
  const auto sigmas = [&](const SharedError& of_ships, const SharedError& of_gauge) {
    for (PlaneObject& object : table.objects)
      if (object.isShip())
        object.shared_error = of_ships;
    std::map<std::string, double> out;
    for (const Component& c : judgeSteps(table, rules, "r1", seen, true, {{cov(0.3, 0.4), of_gauge}}).components)
      out[c.label()] = c.sigma_mm;
    return out;
  };
  const auto none = sigmas({}, {});
  const SharedError shift = Eigen::Vector3d(3.0, 4.0, 0.0);
  const auto moved = sigmas(shift, shift);
  ASSERT_EQ(none.size(), 5u);
  for (const char* label : {"joint#1", "turn#1", "object:b1#1"})
    EXPECT_NEAR(moved.at(label), none.at(label), 1e-6) << label;
  EXPECT_NEAR(moved.at("area#1"), std::hypot(none.at("area#1"), 4.0), 1e-3) << "the edge runs along x";
  EXPECT_GT(moved.at("object:rock#1"), 2.0);
  const auto apart = sigmas(shift, 1.5 * shift);
  EXPECT_NEAR(apart.at("turn#1"), none.at("turn#1"), 1e-6) << "headings are the same";
  EXPECT_GT(apart.at("object:b1#1"), 0.5);
}

/// Closed Jacobians against differences of the same margins, on random tables with everything that can stand on them.
TEST(PlaneDoubt, ClosedJacobiansAreThoseOfDifferences) {
  std::mt19937 random(11);
  const auto between = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  int rows = 0, off = 0;
  for (int n = 0; n < 300; ++n) {
    PlaneTable table;
    const auto size = [&] { return static_cast<PyramidSize>(random() % 3); };
    table.objects = {ship("r1", "red", size(), between(-5, 5), between(-5, 5), between(-180, 180)),
                     ship("b1", "blue", size(), between(-70, 70), between(-70, 70), between(-180, 180)),
                     upright("u1", size(), between(-70, 70), between(-70, 70)),
                     disc("d1", Terrain::island, between(-70, 70), between(-70, 70), between(3, 25), between(0, 30))};
    PlaneObject rock = disc("p1", Terrain::island, between(-70, 70), between(-70, 70), 0, between(1, 30));
    rock.disc = false;
    for (const Eigen::Vector2d& corner : {Eigen::Vector2d(-9, -6), {10, -7}, {8, 9}, {-3, 12}})
      rock.polygon_mm.push_back(rock.pose.origin_mm() + corner);
    table.objects.push_back(rock);
    for (PlaneObject& object : table.objects)
      object.covariance = cov(0.3, 0.4);
    table.area.kind = n % 2 == 0 ? PlaneArea::Kind::circle : PlaneArea::Kind::polygon;
    table.area.radius_mm = 90;
    table.area.polygon_mm = {{-90, -95}, {85, -90}, {95, 80}, {-80, 90}};
    PlaneOptions options;
    options.contact_model = static_cast<HullModel>(n % 3);
    const bool observed = n % 4 != 0;
    const PlaneObject& mover = table.objects[0];
    auto placements =
        placementsOf(mover.pose, table.shapes[mover.size],
                     {mover.pose.heading_rad() + between(-1, 1), mover.pose.heading_rad() + between(-1, 1)});
    if (observed)
      for (ShipPose& p : placements)
        p = ShipPose(p.x_mm() + between(-1, 1), p.y_mm() + between(-1, 1), p.heading_rad());
    const auto components = stepComponents({table, options, mover, placements, observed}, true);
    const UncertainPoses at = posesOfSteps(table, 0, placements, observed, {cov(0.3, 0.4), cov(0.3, 0.4)});
    const auto closed = stepJacobian(components, table, options, 0, placements, observed, at);
    const auto differences = stepJacobian(components, table, options, 0, placements, observed, at, false);
    for (Eigen::Index row = 0; row < closed.rows(); ++row) {
      ++rows;
      off += (closed.row(row) - differences.row(row)).cwiseAbs().maxCoeff() > 1e-3;
    }
  }
  EXPECT_GT(rows, 5000);
  EXPECT_LE(off, rows / 1000) << "only differences across a kink may disagree";
}

TEST(PlaneDoubt, HeadingsCarryTheDoubtOfTheStart) {
  PlaneTable table = harbour();
  const PlaneLaw rules = law();
  const auto path = placementsOf(table.objects[0].pose, table.shapes[PyramidSize::large], {radFromDeg(100)});
  const StepVerdict verdict = judgeSteps(table, rules, "r1", path, false);
  // The bow's lever: sigma of the turn is that of the start's heading alone.
  const Component& turn = verdict.components[0];
  EXPECT_NEAR(turn.angle_sigma_rad, radFromDeg(0.4), 1e-6);
  EXPECT_GT(verdict.components[1].sigma_mm, std::hypot(0.3, 0.3));
}

void expectShotSigma(const PlaneTable& table, const PlaneLaw& rules, int samples, double tolerance) {
  const ShotVerdict verdict = judgeShot(table, rules, "r1", "b1", Side::starboard);
  ASSERT_TRUE(verdict.verdict.sigma_mm);
  std::vector<double> margins;
  Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(9, 9);
  for (Eigen::Index i = 0; i < 3; ++i)
    covariance.block<3, 3>(3 * i, 3 * i) = table.objects[static_cast<std::size_t>(i)].covariance;
  Sampler sampler(covariance);
  for (int n = 0; n < samples; ++n) {
    const Eigen::VectorXd by = sampler.next();
    PlaneTable moved = table;
    for (Eigen::Index i = 0; i < 3; ++i)
      moved.objects[static_cast<std::size_t>(i)].pose =
          shifted(table.objects[static_cast<std::size_t>(i)].pose, by, 3 * i);
    const auto side = firingSide(moved.objects[0], Side::starboard, moved.shapes, rules.options);
    margins.push_back(shotFrom(moved, rules.options, moved.objects[0], moved.objects[1], *side).margin_mm());
  }
  EXPECT_NEAR(*verdict.verdict.sigma_mm / deviation(margins), 1.0, tolerance);
}

TEST(PlaneDoubt, RangeSigmaMatchesSampling) {
  PlaneTable table;
  table.objects = {ship("r1", "red", PyramidSize::large, 0, 0, 90),
                   ship("b1", "blue", PyramidSize::medium, 84.76, 44.67, 195.36),
                   ship("r9", "red", PyramidSize::small, 300, 300, 0)};
  for (PlaneObject& object : table.objects)
    object.covariance = cov(0.2, 0.3);
  expectShotSigma(table, law(), 10000, 0.05);
}

TEST(PlaneDoubt, SightSigmaMatchesSampling) {
  PlaneTable table;
  table.objects = {ship("r1", "red", PyramidSize::medium, 0, 0, 90), ship("b1", "blue", PyramidSize::small, 44, 20, 0),
                   ship("r2", "red", PyramidSize::large, 24, -8, 75)};
  for (PlaneObject& object : table.objects)
    object.covariance = cov(0.1, 0.1);
  expectShotSigma(table, law(), 10000, 0.05);
}

TEST(PlaneDoubt, RulingsOfOneCondition) {
  Component range;
  range.kind = Component::Kind::range;
  range.sigma_mm = 0.4;
  range.margin_mm = 0.3;
  EXPECT_EQ(rulingOf(range, 0.0, true), Ruling::unclear);
  EXPECT_EQ(tooClose(range), "Too close to call: margin 0.3 mm, sigma 0.4 (the range), so the answer is No.");
  range.margin_mm = 0.81;
  EXPECT_EQ(rulingOf(range, 0.0, true), Ruling::legal);
  range.margin_mm = -0.81;
  EXPECT_EQ(rulingOf(range, 0.0, true), Ruling::illegal);
  Component turn;
  turn.angle_rad = radFromDeg(0.9);
  turn.margin_mm = 0.2;
  turn.angle_sigma_rad = radFromDeg(0.05);
  EXPECT_EQ(rulingOf(turn, radFromDeg(1.0), true), Ruling::unclear) << "the turn has a guard of its own";
  EXPECT_EQ(rulingOf(turn, radFromDeg(1.0), false), Ruling::legal) << "exact poses leave no doubt";
  EXPECT_NEAR(normalProbability(0.0), 0.5, 1e-15);
  EXPECT_NEAR(normalProbability(1.959964), 0.975, 1e-6);
}

TEST(PlaneDoubt, ReachMapOfOneStepIsAnArc) {
  PlaneTable table;
  table.objects = {ship("r1", "red", PyramidSize::large, 0, 0, 90)};
  const ReachMap map = reachMap(table, law({}, "armada2k"), "r1", 1);
  EXPECT_EQ(map.poses, 29) << "5 degree turns to 70 on both sides";
  ASSERT_FALSE(map.bow_mm.empty());
  for (const TablePolygon& polygon : map.bow_mm)
    for (const Eigen::Vector2d& corner : polygon)
      EXPECT_NEAR((corner - Eigen::Vector2d(0, 46.229)).norm(), 46.229, 3.0);
}

TEST(PlaneDoubt, ReachMapFindsTargetsAndPaths) {
  PlaneTable table;
  table.objects = {ship("r1", "red", PyramidSize::small, 0, 0, 90), ship("b1", "blue", PyramidSize::small, 60, 110, 0),
                   ship("b2", "blue", PyramidSize::small, 400, 400, 0), disc("rock", Terrain::island, 0, 55, 12, 50)};
  const PlaneLaw rules = law();
  const ReachMap map = reachMap(table, rules, "r1", 4);
  ASSERT_EQ(map.targets.size(), 1u);
  const auto& path = map.paths_rad.at("b1");
  ASSERT_FALSE(path.empty());
  const auto placements = placementsOf(table.objects[0].pose, table.shapes[PyramidSize::small], path);
  EXPECT_EQ(judgeSteps(table, rules, "r1", placements, false).verdict.ruling, Ruling::legal);
  table.objects[0].pose = placements.back();
  EXPECT_EQ(judgeShot(table, rules, "r1", "b1").verdict.ruling, Ruling::legal);
}

} // namespace
} // namespace linesman::rules::testing
