#include "calibration/lens_calibration.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>
#include <utility>

#include <Eigen/Dense>

#include "calibration/lens_advice.h"
#include "calibration/lens_bundle.h"
#include "models/dense.h"
#include "models/median.h"
#include "models/units.h"

namespace linesman {
namespace {

using CameraFromTarget = Pose<CameraFrame, TableFrame>;

struct Model {
  const char* name;
  LensChoice free;
};

/// Simplest first. What is known of any webcam's lens holds k2, p1 and p2 where the views do not show them; without
/// them the covariance would know nothing of what was left out.
const std::vector<Model>& models() {
  static const std::vector<Model> list = {{"k1 k2 p1 p2", {0, 1, 2, 3, 4, 5, 6, 7}},
                                          {"k1 k2 p1 p2 k3", {0, 1, 2, 3, 4, 5, 6, 7, 8}},
                                          {"rational", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}}};
  return list;
}

/// What a print may differ by, tried on top of the lens model.
const std::vector<Model>& printModels() {
  static const std::vector<Model> list = {
      {"stretched", {12}}, {"bowed", {13, 14, 15}}, {"stretched and bowed", {12, 13, 14, 15}}};
  return list;
}

const LensChoice first_choice = {0, 1, 2, 3, 4, 5};

struct Work {
  std::vector<TargetView> views;
  std::vector<std::size_t> origin; ///< of each view in the caller's list
  Lens start;
  std::vector<CameraFromTarget> poses;
};

/// Drops the view at `v`.
void drop(Work& work, std::size_t v) {
  const auto at = static_cast<std::ptrdiff_t>(v);
  work.views.erase(work.views.begin() + at);
  work.origin.erase(work.origin.begin() + at);
  work.poses.erase(work.poses.begin() + at);
}

bool solve(const Work& work, const Model& model, LensBundle& solved) {
  Lens start = work.start;
  for (int i = 4; i < 12; ++i) // terms that the model lacks are zero
    if (std::find(model.free.begin(), model.free.end(), i) == model.free.end())
      start.distortion[static_cast<std::size_t>(i - 4)] = 0.0;
  return solveBundle(work.views, model.free, start, work.poses, solved);
}

/// First lens: the focal length that serves a simple model best.
bool findStart(Work& work) {
  const TargetView& first = work.views.front();
  double best = 1e300;
  LensBundle best_bundle;
  for (const double share : {1.0, 0.7, 1.4, 0.5, 2.0}) {
    Lens guess = guessLens(first.width_px, first.height_px);
    guess.fx_px = guess.fy_px = share * guess.fx_px;
    std::vector<CameraFromTarget> poses(work.views.size());
    bool good = true;
    for (std::size_t v = 0; v < work.views.size() && good; ++v)
      good = startPose(work.views[v], guess, poses[v]);
    LensBundle solved;
    if (good && solveBundle(work.views, first_choice, guess, poses, solved) && solved.scale < best) {
      best = solved.scale;
      best_bundle = solved;
    }
    if (best < 4.0)
      break;
  }
  work.start = best_bundle.lens;
  work.poses = best_bundle.poses;
  return best < 1e299;
}

/// How far the solution puts a point of the view `v` from where it was seen.
double missed_px(const TargetPoint& point, const LensBundle& solved, std::size_t v) {
  const Eigen::Vector3d place_mm = point.place_mm() + solved.shape.byTerms(point.target_mm) * solved.shape.terms;
  return (solved.lens.project(solved.poses[v] * Point3<TableFrame>{place_mm}).xy - point.px).norm();
}

/// How far each view's points lie from their prediction.
std::vector<std::vector<double>> missedInViews_px(const Work& work, const LensBundle& solved) {
  std::vector<std::vector<double>> away_px(work.views.size());
  for (std::size_t v = 0; v < work.views.size(); ++v)
    for (const TargetPoint& point : work.views[v].points)
      away_px[v].push_back(missed_px(point, solved, v));
  return away_px;
}

/// Points far off their view's fit are misread corners. Far is told by the middle distance, which a few of them leave
/// as it is; their mean square would hide them where one view is all there is.
void dropPoints(Work& work, const LensBundle& solved) {
  const auto away_px = missedInViews_px(work, solved);
  std::vector<double> all_px;
  for (const auto& of_view : away_px)
    all_px.insert(all_px.end(), of_view.begin(), of_view.end());
  constexpr double far = 4.8; // medians: 5.7 standard deviations of a coordinate
  const double gate_px = std::max(far * medianOf(all_px), 0.3);
  for (std::size_t v = 0; v < work.views.size(); ++v)
    std::erase_if(work.views[v].points,
                  [&](const TargetPoint& point) { return missed_px(point, solved, v) > gate_px; });
}

/// Middle distance of each view's points from their prediction: a few misread points do not make a view bad.
std::vector<double> viewMedians(const Work& work, const LensBundle& solved) {
  std::vector<double> medians;
  for (const auto& away_px : missedInViews_px(work, solved))
    medians.push_back(medianOf(away_px));
  return medians;
}

/// Leaves out views that fit far worse than the others (moved during the exposure, bent, another target).
void dropViews(Work& work, LensBundle& solved, std::vector<ViewReport>& reports) {
  for (int turn = 0; turn < 10 && work.views.size() > 3; ++turn) {
    const std::vector<double> medians = viewMedians(work, solved);
    const auto worst = static_cast<std::size_t>(std::max_element(medians.begin(), medians.end()) - medians.begin());
    if (medians[worst] < std::max(0.2, 3.5 * medianOf(medians)))
      return;
    ViewReport& report = reports[work.origin[worst]];
    report.used = false;
    report.rms_px = solved.view_rms_px[worst];
    report.reason = "its points lie far off what the other views say (moved, bent or misread)";
    drop(work, worst);
    if (!solve(work, models()[0], solved))
      return;
  }
}

/// Rms error of points that the fit did not see: each fold's views are left out of the lens, half of their points give
/// the pose, the other half are predicted.
std::vector<double> crossValidate(const Work& work, const Model& model, int folds) {
  std::vector<double> squares;
  for (int fold = 0; fold < folds; ++fold) {
    Work rest;
    rest.start = work.start;
    std::vector<std::size_t> held;
    for (std::size_t v = 0; v < work.views.size(); ++v)
      if (static_cast<int>(v) % folds == fold) {
        held.push_back(v);
      } else {
        rest.views.push_back(work.views[v]);
        rest.poses.push_back(work.poses[v]);
      }
    LensBundle solved;
    if (!solve(rest, model, solved))
      return {};
    for (const std::size_t v : held) {
      std::vector<bool> even, odd;
      for (const TargetPoint& point : work.views[v].points) {
        even.push_back(point.index % 2 == 0);
        odd.push_back(point.index % 2 != 0);
      }
      CameraFromTarget pose = work.poses[v];
      const TargetView view = shaped({work.views[v]}, solved.shape)[0];
      if (!solveView(view, solved.lens, even, pose))
        return {};
      squares.push_back(std::pow(viewRms_px(view, solved.lens, pose, odd), 2));
    }
  }
  return squares;
}

double mean(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values)
    sum += value;
  return sum / static_cast<double>(values.size());
}

/// A richer model must predict better by more than the scatter of the gain.
bool predictsBetter(const std::vector<double>& richer, const std::vector<double>& simpler) {
  std::vector<double> gains;
  for (std::size_t i = 0; i < richer.size(); ++i)
    gains.push_back(simpler[i] - richer[i]);
  const double gain = mean(gains);
  double spread = 0.0;
  for (const double g : gains)
    spread += (g - gain) * (g - gain);
  spread = std::sqrt(spread / static_cast<double>(gains.size() * std::max<std::size_t>(1, gains.size() - 1)));
  return gain > spread && gain > 0.01 * mean(simpler);
}

/// The lens model, then what the print may differ by, as cross-validation tells; nothing when cancelled.
std::optional<Model> chooseModel(const Work& work, LensCalibration& result,
                                 const std::function<bool(double, const std::string&)>& progress) {
  const int folds = std::min<int>(5, static_cast<int>(work.views.size()));
  Model best = models().front();
  if (folds < 4)
    return best;
  std::vector<double> best_squares = crossValidate(work, best, folds);
  if (best_squares.empty())
    return best;
  result.tried_px.push_back(std::sqrt(mean(best_squares)));
  const double tries = static_cast<double>(models().size() + printModels().size());
  double done = 1.0;
  const auto attempt = [&](const Model& model) {
    const auto squares = crossValidate(work, model, folds);
    result.tried_px.push_back(squares.empty() ? 0.0 : std::sqrt(mean(squares)));
    if (!squares.empty() && predictsBetter(squares, best_squares)) {
      best = model;
      best_squares = squares;
    }
    return !progress || progress(0.2 + 0.6 * ++done / tries, "trying lens models");
  };
  for (std::size_t m = 1; m < models().size(); ++m) {
    if (models()[m].free.size() > 9 && work.views.size() < 12)
      break; // a rational lens wants many views
    if (!attempt(models()[m]))
      return std::nullopt;
  }
  const Model lens = best;
  for (const Model& print : printModels()) {
    if (work.views.size() < 6)
      break;
    Model both = lens;
    both.name = print.name;
    both.free.insert(both.free.end(), print.free.begin(), print.free.end());
    if (!attempt(both))
      return std::nullopt;
  }
  result.model = lens.name;
  return best;
}

/// How far the lenses of two sets of views lie apart, over what they state; 0 where one of them gives none.
double apart(const Work (&halves)[2], const Model& model) {
  LensBundle solved[2];
  for (int h = 0; h < 2; ++h)
    if (!solve(halves[h], model, solved[h]))
      return 0.0;
  const LensVector away = parametersOf(solved[0].lens) - parametersOf(solved[1].lens);
  const LensMatrix together = solved[0].covariance + solved[1].covariance;
  // Over the lens's free parameters only.
  const auto free =
      std::count_if(model.free.begin(), model.free.end(), [](int term) { return term < first_shape_term; });
  Eigen::VectorXd a(static_cast<Eigen::Index>(free));
  Eigen::MatrixXd c(a.size(), a.size());
  for (Eigen::Index i = 0; i < a.size(); ++i) {
    a[i] = away[model.free[static_cast<std::size_t>(i)]];
    for (Eigen::Index k = 0; k < a.size(); ++k)
      c(i, k) = together(model.free[static_cast<std::size_t>(i)], model.free[static_cast<std::size_t>(k)]);
  }
  return std::sqrt(a.dot(Eigen::VectorXd(solveSymmetric(c, a))) / static_cast<double>(a.size()));
}

/// Two halves of the views, each its own lens: rms of the difference of their parameters over what they state. Every
/// second view against the others, and those taken first against those taken last, between which a zoom may have
/// moved: the greater of both.
double compareHalves(const Work& work, const Model& model) {
  const std::size_t count = work.views.size();
  if (count < 4)
    return 0.0;
  double most = 0.0;
  for (const bool in_turn : {true, false}) {
    Work halves[2];
    for (std::size_t v = 0; v < count; ++v) {
      Work& half = halves[in_turn ? v % 2 : 2 * v / count];
      half.views.push_back(work.views[v]);
      half.poses.push_back(work.poses[v]);
    }
    halves[0].start = halves[1].start = work.start;
    most = std::max(most, apart(halves, model));
  }
  return most;
}

double tiltOf(const CameraFromTarget& pose) {
  return std::acos(std::clamp(std::abs(pose.rotation()(2, 2)), 0.0, 1.0));
}

/// Whether two views show the target in one and the same place: copies of a picture, or pictures between which neither
/// it nor the camera moved, tell of the lens what one of them tells.
bool showSamePlace(const TargetView& a, const TargetView& b) {
  constexpr double same_px = 0.3;
  std::vector<double> apart_px;
  for (const TargetPoint& point : a.points) {
    const auto there = std::ranges::find(b.points, point.index, &TargetPoint::index);
    if (there != b.points.end())
      apart_px.push_back((there->px - point.px).norm());
  }
  return !apart_px.empty() && medianOf(apart_px) < same_px;
}

/// Beyond it the points do not lie where the target's description has them. Real sets leave 0.15 px at 640 pixels
/// across and drawn ones 0.05; blur and motion grow with the picture.
double largestTrueRms_px(const Lens& lens) {
  return std::max(1.0, lens.width_px / 1280.0);
}

} // namespace

Result<LensCalibration> calibrateLens(const std::vector<TargetView>& views, const LensCalibrationOptions& options) {
  const auto cancelled = [&](double share, const char* what) {
    return options.progress && !options.progress(share, what);
  };
  const auto stopped = fail("The calibration was cancelled; nothing was written.");
  if (views.empty())
    return fail("No picture shows the target; take pictures with the whole target sharp and in view.");
  LensCalibration result;
  Work work;
  for (std::size_t v = 0; v < views.size(); ++v) {
    if (views[v].width_px != views[0].width_px || views[v].height_px != views[0].height_px)
      return fail(views[v].name + " has another size than " + views[0].name +
                  "; take all pictures with one camera at one resolution.");
    result.views.push_back({views[v].name, true, "", 0.0, 0.0, views[v].points.size(), {}});
    const auto before =
        std::ranges::find_if(work.views, [&](const TargetView& earlier) { return showSamePlace(views[v], earlier); });
    if (before == work.views.end()) {
      work.views.push_back(views[v]);
      work.origin.push_back(v);
      continue;
    }
    std::size_t& kept = work.origin[static_cast<std::size_t>(before - work.views.begin())];
    const std::size_t left_out = views[v].points.size() > before->points.size() ? std::exchange(kept, v) : v;
    *before = views[kept];
    result.views[left_out].used = false;
    result.views[left_out].reason = "it shows the target just where " + before->name + " does";
  }
  if (cancelled(0.0, "first solution"))
    return stopped;
  LensBundle solved;
  if (!findStart(work) || !solve(work, models()[0], solved))
    return fail("The views give no lens; check that the target's description fits the print, and take new pictures.");
  work.start = solved.lens, work.poses = solved.poses;
  dropViews(work, solved, result.views);
  work.start = solved.lens, work.poses = solved.poses;
  dropPoints(work, solved);
  if (cancelled(0.2, "choosing the lens model"))
    return stopped;
  result.model = models().front().name;
  const auto chosen = chooseModel(work, result, options.progress);
  if (!chosen || cancelled(0.8, "final solution"))
    return stopped;
  const auto unsolved = fail("The views give no lens; take new pictures of the target.");
  if (!solve(work, *chosen, solved))
    return unsolved;
  work.start = solved.lens, work.poses = solved.poses;
  dropPoints(work, solved);
  for (TargetView& view : work.views) // what the pictures weigh against what is known beforehand
    for (TargetPoint& point : view.points)
      point.sigma_px *= std::sqrt(solved.scale);
  if (!solve(work, *chosen, solved))
    return unsolved;
  if (chosen->free.back() >= first_shape_term)
    result.print = solved.shape;
  result.lens = solved.lens;
  result.lens.estimated = false;
  result.lens.parameter_covariance = solved.covariance;
  result.lens.rms_px = solved.rms_px;
  result.lens.camera = options.camera;
  result.lens.date = options.date;
  for (std::size_t v = 0; v < work.views.size(); ++v) {
    ViewReport& report = result.views[work.origin[v]];
    report.rms_px = solved.view_rms_px[v];
    report.camera_from_target = solved.poses[v];
    report.tilt_rad = tiltOf(solved.poses[v]);
    report.points = work.views[v].points.size();
  }
  result.halves_sigma = compareHalves(work, *chosen);
  if (result.contradictory()) // what the residuals hide: the poses make good most of it
    *result.lens.parameter_covariance *= result.halves_sigma * result.halves_sigma;
  result.uncertainty = projectionUncertainty(result.lens, work.views);
  if (solved.rms_px > largestTrueRms_px(result.lens))
    return fail(misfitSentence(solved.rms_px));
  bool weak = false;
  result.advice = lackOf(result, weak);
  if (weak && options.refuse_weak)
    return fail("These views cannot calibrate the lens: " + result.advice + ".");
  cancelled(1.0, "done");
  return result;
}

} // namespace linesman
