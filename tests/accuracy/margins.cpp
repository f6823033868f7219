// What a referee would say of pictures with truth: accuracy_margins [--true-pose] FOLDER_OR_TRUTH.json...
// Margins between ships (contact, step joint, cannon) from the poses seen against those from the true ones: error over
// the sigma stated from their own covariances and what they share, and how often a confident HIT or LEGAL is wrong.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <opencv2/imgcodecs.hpp>

#include "rules/armadas_table.h"
#include "rules/doubt.h"
#include "rules/hull_contact.h"
#include "tests/accuracy/pyramid_score.h"

using namespace linesman;
using namespace linesman::accuracy;
using namespace linesman::rules;

namespace {

constexpr double contact_reach_mm = 60.0; ///< between sterns' middles and so on: farther apart nobody asks
constexpr double joint_reach_mm = 6.0;    ///< gaps of bow and stern that might be a step's
constexpr double shot_reach_mm = 15.0;    ///< margins that are in question

struct Asked {
  double error_mm = 0.0, sigma_mm = 0.0;
  bool sure = false;  ///< a confident Yes: HIT, LEGAL, touching
  bool wrong = false; ///< and it is No
  std::string what;
};

/// Of one kind of question.
struct Kind {
  std::vector<Asked> asked;

  void add(double seen_mm, double sigma_mm, double true_mm, bool sure, bool truly, const std::string& what) {
    asked.push_back({seen_mm - true_mm, sigma_mm, sure, sure && !truly, what});
  }
  void print(const char* name) const {
    std::vector<double> errors, sigmas;
    int inside = 0, beyond = 0, sure = 0, wrong = 0;
    for (const Asked& one : asked) {
      errors.push_back(std::abs(one.error_mm));
      sigmas.push_back(one.sigma_mm);
      inside += std::abs(one.error_mm) < 1.96 * one.sigma_mm ? 1 : 0;
      beyond += std::abs(one.error_mm) > 5.0 * one.sigma_mm ? 1 : 0;
      sure += one.sure ? 1 : 0;
      wrong += one.wrong ? 1 : 0;
      if (one.wrong || std::abs(one.error_mm) > 5.0 * one.sigma_mm)
        std::printf("  %s: error %+.2f mm, sigma %.2f%s\n", one.what.c_str(), one.error_mm, one.sigma_mm,
                    one.wrong ? ", WRONG AND SURE" : "");
    }
    std::printf("%-10s n %5zu  error median %.3f  95%% %.3f  worst %.3f mm  stated sigma %.3f mm  within 1.96 sigma "
                "%.3f  beyond 5 sigma %d  sure of Yes %d, wrongly %d\n",
                name, asked.size(), quantile(errors, 0.5), quantile(errors, 0.95), quantile(errors, 1.0),
                quantile(sigmas, 0.5), asked.empty() ? 1.0 : inside / static_cast<double>(asked.size()), beyond, sure,
                wrong);
  }
};

struct Kinds {
  Kind contact, joint, step, shot;
};

/// The ships that were seen with their right size, as they were seen and as they are; the same ids and order.
struct Tables {
  PlaneTable seen, truth;
};

Tables tablesOf(const support::TableTruth& truth, const TableState& state) {
  Tally tally;
  compare(truth, state, false, tally);
  Tables tables;
  for (const Pair& pair : tally.pairs) {
    PlaneObject object;
    object.id = "s" + std::to_string(pair.truth.id);
    object.kind = pair.truth.posture == Posture::lying ? PlaneKind::ship : PlaneKind::upright;
    object.player = nameOf(pair.truth.colour);
    object.size = pair.truth.size;
    object.pose = pair.truth.pose;
    tables.truth.objects.push_back(object);
    object.pose = pair.seen.table_from_piece;
    object.covariance = pair.seen.own_covariance;
    object.shared_error = pair.seen.shared_error;
    tables.seen.objects.push_back(object);
  }
  return tables;
}

/// A margin of two things with its sigma.
template <class Margin>
std::pair<double, double> marginOf(const PlaneObject& a, const PlaneObject& b, const Margin& margin) {
  UncertainPoses poses;
  poses.add(a.pose, a.doubt());
  poses.add(b.pose, b.doubt());
  const auto at = [&](const std::vector<ShipPose>& moved) { return std::vector<double>{margin(moved[0], moved[1])}; };
  return {margin(a.pose, b.pose), sigmasOf(marginJacobian(poses, at, 1), poses.covariance)[0]};
}

void askContact(const Tables& tables, std::size_t i, std::size_t j, const PlaneLaw& law, const std::string& where,
                Kinds& kinds) {
  const PlaneObject &a = tables.seen.objects[i], &b = tables.seen.objects[j];
  const PlaneObject &true_a = tables.truth.objects[i], &true_b = tables.truth.objects[j];
  const auto bodyOf = [&](const PlaneObject& object, const ShipPose& pose) {
    const ShipShape& shape = tables.seen.shapes[object.size];
    return object.isShip() ? shipBody(pose, shape, law.options.contact_model)
                           : uprightBody(pose, shape, law.options.contact_model);
  };
  const auto gap = [&](const ShipPose& at_a, const ShipPose& at_b) {
    return clearance(bodyOf(a, at_a), bodyOf(b, at_b)).mm;
  };
  const double true_mm = gap(true_a.pose, true_b.pose);
  if (true_mm > contact_reach_mm)
    return;
  const auto [margin_mm, sigma_mm] = marginOf(a, b, gap);
  kinds.contact.add(margin_mm, sigma_mm, true_mm, margin_mm > 2.0 * sigma_mm, true_mm > 0.0,
                    where + " clear of contact " + a.id + " " + b.id);
}

/// `b` as the next placement of `a`: its stern on the bow, and the whole step.
void askJoint(const Tables& tables, std::size_t i, std::size_t j, const PlaneLaw& law, const std::string& where,
              Kinds& kinds) {
  const PlaneObject &a = tables.seen.objects[i], &b = tables.seen.objects[j];
  if (!a.isShip() || !b.isShip())
    return;
  const auto margin = [&](const ShipPose& from, const ShipPose& to) {
    return law.options.touch_tol_mm - (bowOf(from, tables.seen.shapes[a.size]) - to.origin_mm()).norm();
  };
  const double true_mm = margin(tables.truth.objects[i].pose, tables.truth.objects[j].pose);
  if (true_mm < -joint_reach_mm)
    return;
  const auto [margin_mm, sigma_mm] = marginOf(a, b, margin);
  kinds.joint.add(margin_mm, sigma_mm, true_mm, margin_mm > 2.0 * sigma_mm, true_mm > 0.0,
                  where + " joint " + a.id + " " + b.id);
  if (a.size != b.size)
    return;
  const auto judge = [&](PlaneTable table) {
    const PlaneObject next = table.objects[j];
    table.objects.erase(table.objects.begin() + static_cast<std::ptrdiff_t>(j));
    return judgeSteps(table, law, a.id, {next.pose}, true, {next.doubt()}).verdict;
  };
  const Verdict seen = judge(tables.seen), truly = judge(tables.truth);
  if (seen.margin_mm && truly.margin_mm && seen.limit == truly.limit)
    kinds.step.add(*seen.margin_mm, seen.sigma_mm.value_or(0.0), *truly.margin_mm, seen.ruling == Ruling::legal,
                   truly.ruling == Ruling::legal, where + " step " + a.id + " " + b.id);
}

void askShots(const Tables& tables, std::size_t i, const PlaneLaw& law, const std::string& where, Kinds& kinds) {
  const PlaneObject& gunner = tables.seen.objects[i];
  if (!gunner.isShip())
    return;
  const auto seen = judgeShots(tables.seen, law, gunner.id, true),
             truly = judgeShots(tables.truth, law, gunner.id, true);
  for (const ShotVerdict& one : seen)
    for (const ShotVerdict& other : truly)
      if (one.target == other.target && one.side == other.side && one.verdict.margin_mm && other.verdict.margin_mm &&
          std::abs(*other.verdict.margin_mm) < shot_reach_mm)
        kinds.shot.add(*one.verdict.margin_mm, one.verdict.sigma_mm.value_or(0.0), *other.verdict.margin_mm,
                       one.verdict.ruling == Ruling::legal, other.verdict.ruling == Ruling::legal,
                       where + " shot " + one.ship + " " + one.target + " (" + one.verdict.limit + ")");
}

void ask(const std::string& path, bool true_pose, const PlaneLaw& law, Kinds& kinds) {
  const support::TableTruth truth = support::readTruth(path);
  const cv::Mat image = cv::imread(support::pictureOf(path));
  Pipeline pipeline(settingsOf(truth, true_pose));
  const auto seen = pipeline.process({image, 0.0, truth.name});
  if (!seen)
    return;
  const Tables tables = tablesOf(truth, seen->state);
  for (std::size_t i = 0; i < tables.seen.objects.size(); ++i) {
    for (std::size_t j = 0; j < tables.seen.objects.size(); ++j) {
      if (i < j)
        askContact(tables, i, j, law, truth.name, kinds);
      if (i != j)
        askJoint(tables, i, j, law, truth.name, kinds);
    }
    askShots(tables, i, law, truth.name, kinds);
  }
}

} // namespace

int main(int argc, char** argv) {
  const auto law = PlaneLaw::load("armadas");
  if (!law) {
    std::fprintf(stderr, "%s\n", law.error().sentence.c_str());
    return 1;
  }
  bool true_pose = false;
  Kinds kinds;
  std::vector<std::string> folders;
  for (int i = 1; i < argc; ++i)
    if (std::string(argv[i]) == "--true-pose")
      true_pose = true;
    else
      folders.emplace_back(argv[i]);
  for (const std::string& path : truthsIn(folders, "usage: accuracy_margins [--true-pose] FOLDER_OR_TRUTH.json..."))
    ask(path, true_pose, *law, kinds);
  kinds.contact.print("contact");
  kinds.joint.print("joint");
  kinds.step.print("step");
  kinds.shot.print("shot");
  return 0;
}
