// How well lenses are calibrated:
//   accuracy_lens tables FOLDER            every rendered picture of a ChArUco sheet by itself, against its truth
//   accuracy_lens photos TARGET IMAGE...   a real set: rms, cross-validation, halves
//   accuracy_lens speed [COUNT]            COUNT (30) drawn pictures of 1280x720: how long it takes, and against truth
//   accuracy_lens resample [COUNT]         is the stated covariance true? COUNT (200) lenses, each from its own drawn
//                                          view, from one view's points, and from the points of ten views
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <random>

#include <nlohmann/json.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "calibration/lens_bundle.h"
#include "calibration/lens_calibration.h"
#include "compressed.h"
#include "models/units.h"
#include "normalised_error.h"
#include "support/render_table.h"
#include "support/table_truth.h"
#include "tests/support/count_of.h"

using namespace linesman;
namespace {

/// Rays of the found lens where points were seen, turned as one to fit the true ones best, projected by the true lens:
/// the greatest distance from where they were.
double worstRay_px(const Lens& truth, const LensCalibration& found) {
  std::vector<Eigen::Vector3d> mine, real;
  std::vector<Eigen::Vector2d> px;
  const auto& map = found.uncertainty;
  for (int i = 0; i < map.columns * map.rows; ++i)
    if (map.covered[static_cast<std::size_t>(i)]) {
      px.emplace_back((i % map.columns + 0.5) * truth.width_px / map.columns,
                      (i / map.columns + 0.5) * truth.height_px / map.rows);
      mine.push_back(found.lens.undistort(px.back()).homogeneous().normalized());
      real.push_back(truth.undistort(px.back()).homogeneous().normalized());
    }
  Eigen::Matrix3d sum = Eigen::Matrix3d::Zero();
  for (std::size_t i = 0; i < mine.size(); ++i)
    sum += real[i] * mine[i].transpose();
  const Eigen::JacobiSVD<Eigen::Matrix3d> svd(sum, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const Eigen::Matrix3d turn = svd.matrixU() * svd.matrixV().transpose();
  double worst_px = 0.0;
  for (std::size_t i = 0; i < mine.size(); ++i)
    worst_px = std::max(worst_px, (truth.project({turn * mine[i] * 100.0}).xy - px[i]).norm());
  return worst_px;
}

/// How large the errors that neighbours share really are, px (rms of the components of smoothComponents), and those of
/// each point by itself; `errors` n x 2.
std::pair<double, double> sharedAndOwn_px(const TargetView& view, const Eigen::MatrixXd& errors) {
  const Eigen::MatrixXd smooth = smoothComponents(view);
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> factors(smooth);
  const Eigen::MatrixXd terms = factors.solve(errors);
  const Eigen::MatrixXd left = errors - smooth * terms;
  const double own2 = left.squaredNorm() / static_cast<double>(2 * (smooth.rows() - smooth.cols()));
  const double noise2 = own2 * (smooth.transpose() * smooth).inverse().trace() / static_cast<double>(smooth.cols());
  return {std::sqrt(std::max(0.0, terms.squaredNorm() / static_cast<double>(terms.size()) - noise2)), std::sqrt(own2)};
}

struct PictureTally {
  std::vector<double> grid_px; ///< worst point of each picture's grid
  accuracy::NormalisedErrors lens{8};
};

/// A grid of points over the sheet, four to a square, wherever corners were seen around them (the hull of the corners):
/// the greatest distance in the picture of where the lens and pose found put one from where the true ones do.
double gridOnSheet_px(const nlohmann::json& json, const nlohmann::json& object, const TargetView& view,
                      const LensCalibration& found, const Lens& truth) {
  const auto camera_from_table = support::trueCameraPose(json);
  std::vector<cv::Point2f> corners, hull;
  Eigen::MatrixXd place(static_cast<Eigen::Index>(view.points.size()), 3), truly(place.rows(), 3);
  for (Eigen::Index i = 0; const TargetPoint& point : view.points) {
    double nearest = 1e9;
    for (const auto& key : object["keypoints"]) {
      const double away = (Eigen::Vector2d(key["px"][0].get<double>(), key["px"][1].get<double>()) - point.px).norm();
      if (away < nearest) {
        nearest = away;
        truly.row(i) << key["xyz"][0].get<double>(), key["xyz"][1].get<double>(), key["xyz"][2].get<double>();
      }
    }
    place.row(i++) << point.target_mm.x(), point.target_mm.y(), 1.0;
    corners.emplace_back(static_cast<float>(point.target_mm.x()), static_cast<float>(point.target_mm.y()));
  }
  const Eigen::MatrixXd table_from_sheet = place.colPivHouseholderQr().solve(truly); // 3 x 3, the sheet lies flat
  cv::convexHull(corners, hull);
  double worst_px = 0.0;
  const double step_mm = 0.5 * object["square_mm"].get<double>();
  for (int row = 0; row <= 2 * object["ny"].get<int>(); ++row)
    for (int column = 0; column <= 2 * object["nx"].get<int>(); ++column) {
      const Eigen::Vector3d mm(column * step_mm, row * step_mm, 1.0);
      if (cv::pointPolygonTest(hull, {static_cast<float>(mm.x()), static_cast<float>(mm.y())}, false) < 0.0)
        continue;
      const Eigen::Vector3d table_mm = table_from_sheet.transpose() * mm;
      const auto true_px = truth.project(camera_from_table * Point3<TableFrame>{table_mm}).xy;
      const auto put_px =
          found.lens.project(found.views[0].camera_from_target * Point3<TableFrame>{{mm.x(), mm.y(), 0.0}}).xy;
      worst_px = std::max(worst_px, (put_px - true_px).norm());
    }
  return worst_px;
}

/// Corners against truth, and the lens of this one view against truth over the cells where points were seen.
void judgePicture(const std::filesystem::path& file, PictureTally& tally) {
  const auto json = nlohmann::json::parse(std::ifstream(file));
  for (const auto& object : json["objects"]) {
    if (object["kind"] != "charuco")
      continue;
    CalibrationTarget target{CalibrationTarget::Kind::charuco,
                             object["nx"],
                             object["ny"],
                             object["square_mm"],
                             object["marker_mm"],
                             "DICT_" + object["dict"].get<std::string>(),
                             0};
    auto picture = file;
    const cv::Mat grey = cv::imread(picture.replace_extension(".jpg").string(), cv::IMREAD_GRAYSCALE);
    const auto view = findTarget(grey, target, picture.filename().string());
    if (!view) {
      std::printf("%s: %s\n", picture.filename().c_str(), view.error().sentence.c_str());
      continue;
    }
    double squares = 0, chi2 = 0, worst = 0, bias_x = 0, bias_y = 0;
    const double n = static_cast<double>(view->points.size());
    Eigen::MatrixXd errors(static_cast<Eigen::Index>(view->points.size()), 2);
    for (Eigen::Index i = 0; const TargetPoint& point : view->points) {
      Eigen::Vector2d nearest(1e9, 1e9);
      for (const auto& key : object["keypoints"]) {
        const Eigen::Vector2d px(key["px"][0].get<double>(), key["px"][1].get<double>());
        if ((px - point.px).norm() < (nearest - point.px).norm())
          nearest = px;
      }
      const Eigen::Vector2d error = point.px - nearest;
      errors.row(i++) = error.transpose();
      squares += error.squaredNorm() / n, worst = std::max(worst, error.norm()), bias_x += error.x() / n,
                                          bias_y += error.y() / n;
      chi2 += error.squaredNorm() / (point.sigma_px * point.sigma_px) / (2 * n);
    }
    std::printf("%s: %zu of %zu corners, rms %.3f px worst %.3f bias %+.3f %+.3f chi2/n %.2f",
                picture.filename().c_str(), view->points.size(), object["keypoints"].size(), std::sqrt(squares), worst,
                bias_x, bias_y, chi2);
    const auto [shared_px, own_px] = sharedAndOwn_px(*view, errors);
    std::printf(" shared %.3f own %.3f px", shared_px, own_px);
    LensCalibrationOptions options;
    options.refuse_weak = false;
    const auto result = calibrateLens({*view}, options);
    if (!result) {
      std::printf(" | %s\n", result.error().sentence.c_str());
      continue;
    }
    const Lens truth = support::trueLens(json);
    const double worst_px = worstRay_px(truth, *result);
    const double grid_px = gridOnSheet_px(json, object, *view, *result, truth);
    tally.grid_px.push_back(grid_px);
    std::printf(" | grid on the sheet worst %.3f px", grid_px);
    const LensVector apart = parametersOf(result->lens) - parametersOf(truth);
    const auto c = result->lens.parameter_covariance->topLeftCorner<8, 8>();
    const double chi2_lens = apart.head<8>().dot(c.ldlt().solve(apart.head<8>())), nees = chi2_lens / 8.0;
    tally.lens.add(chi2_lens);
    std::printf(" | rms %.3f f %+.2f %% (sigma %.2f) centre %+.1f %+.1f (%.1f) | rays worst %.2f px (stated %.2f) "
                "NEES/8 %.2f\n",
                *result->lens.rms_px, 100 * apart[0] / truth.fx_px, 100 * std::sqrt(c(0, 0)) / truth.fx_px, apart[2],
                apart[3], std::sqrt(c(2, 2)), worst_px, result->uncertainty.worst_covered_px, nees);
  }
}

int judgePhotos(int argc, char** argv) {
  const auto target = parseTarget(argv[2]);
  if (!target) {
    std::printf("%s\n", target.error().sentence.c_str());
    return 2;
  }
  const auto start = std::chrono::steady_clock::now();
  std::vector<TargetView> views;
  for (int i = 3; i < argc; ++i) {
    const auto view = findTarget(cv::imread(argv[i], cv::IMREAD_GRAYSCALE), *target,
                                 std::filesystem::path(argv[i]).filename().string());
    if (view)
      views.push_back(*view);
    else
      std::printf("%s\n", view.error().sentence.c_str());
  }
  const double found_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const auto result = calibrateLens(views);
  const double all_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!result) {
    std::printf("%s\n", result.error().sentence.c_str());
    return 1;
  }
  const auto& l = result->lens;
  std::printf(
      "%zu views: rms %.4f px model %s halves %.2f sigma worst sigma %.3f px f %.2f %.2f (%.2f) c %.2f %.2f (%.2f) d",
      views.size(), *l.rms_px, result->model.c_str(), result->halves_sigma, result->uncertainty.worst_covered_px,
      l.fx_px, l.fy_px, std::sqrt((*l.parameter_covariance)(0, 0)), l.cx_px, l.cy_px,
      std::sqrt((*l.parameter_covariance)(2, 2)));
  for (const double d : l.distortion)
    std::printf(" %.4f", d);
  if (result->print)
    std::printf("\nprint: stretched by %.3f %% (sigma %.3f), bow x %.2f (%.2f) y %.2f (%.2f) xy %.2f (%.2f) mm",
                100 * result->print->terms[0], 100 * std::sqrt(result->print->covariance(0, 0)),
                result->print->terms[1], std::sqrt(result->print->covariance(1, 1)), result->print->terms[2],
                std::sqrt(result->print->covariance(2, 2)), result->print->terms[3],
                std::sqrt(result->print->covariance(3, 3)));
  std::printf("\ntried:");
  for (const double t : result->tried_px)
    std::printf(" %.4f", t);
  std::printf("\ncorners %.1f s, all %.1f s; advice: %s\n", found_s, all_s, result->advice.c_str());
  for (const ViewReport& view : result->views)
    std::printf("  %-12s %s rms %.3f tilt %.0f points %zu %s\n", view.name.c_str(), view.used ? "used" : "left out",
                view.rms_px, degFromRad(view.tilt_rad), view.points, view.reason.c_str());
  return 0;
}

/// Wall and processor seconds since its making; another program on the machine shows only in the first.
class Stopwatch {
public:
  double wall_s() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
  double processor_s() const { return static_cast<double>(std::clock() - clock_) / CLOCKS_PER_SEC; }

private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::clock_t clock_ = std::clock();
};

/// Pictures of the A4 sheet as a webcam sees it held before it in many ways.
std::vector<cv::Mat> drawPictures(const Lens& lens, const CalibrationTarget& target, int count) {
  std::vector<cv::Mat> pictures;
  for (int i = 0; i < count; ++i) {
    const double around = 2.4 * i; // golden angle: all directions alike
    const double aside = std::sqrt((i + 0.5) / count);
    test::RenderOptions options;
    options.seed = static_cast<unsigned>(i + 1);
    const auto pose =
        test::targetBefore(380.0 + 40.0 * (i % 4), {0.55 * std::sin(around), 0.55 * std::cos(around), 0.2 * (i % 3)},
                           {0.5 * target.width_mm(), 0.5 * target.height_mm()},
                           {110.0 * aside * std::cos(1.7 * around), 55.0 * aside * std::sin(1.7 * around)});
    pictures.push_back(test::render(lens, pose, test::targetPattern(target), options));
  }
  return pictures;
}

int measureSpeed(int count) {
  const Lens truth = test::webcam(1280, 720);
  const CalibrationTarget target = sheetTarget("a4");
  const auto pictures = drawPictures(truth, target, count);
  const Stopwatch all;
  std::vector<TargetView> views;
  for (std::size_t i = 0; i < pictures.size(); ++i)
    if (auto view = findTarget(pictures[i], target, "drawn " + std::to_string(i)))
      views.push_back(std::move(*view));
  const double found_wall_s = all.wall_s(), found_s = all.processor_s();
  LensCalibrationOptions options;
  int calls = 0;
  options.progress = [&](double, const std::string&) { return ++calls > 0; };
  const auto result = calibrateLens(views, options);
  const double wall_s = all.wall_s(), processor_s = all.processor_s();
  if (!result) {
    std::printf("%s\n", result.error().sentence.c_str());
    return 1;
  }
  const LensVector apart = parametersOf(result->lens) - parametersOf(truth);
  const auto& covariance = *result->lens.parameter_covariance;
  std::printf("%d pictures, target in %zu: corners %.1f s (processor %.1f), all %.1f s (processor %.1f); progress told "
              "%d times\n",
              count, views.size(), found_wall_s, found_s, wall_s, processor_s, calls);
  std::printf("rms %.4f px, model %s, fx %+.3f px (stated %.3f), cx %+.3f (%.3f), cy %+.3f (%.3f), ray worst stated "
              "%.3f px\n",
              *result->lens.rms_px, result->model.c_str(), apart[0], std::sqrt(covariance(0, 0)), apart[2],
              std::sqrt(covariance(2, 2)), apart[3], std::sqrt(covariance(3, 3)), result->uncertainty.worst_covered_px);
  double worst_s = 0.0;
  CalibrationTarget other = *parseTarget("chessboard:9x6:25"); // another target than the one that is drawn
  for (const cv::Mat& picture : pictures) {
    cv::Mat large;
    cv::resize(picture, large, {}, 1.5, 1.5, cv::INTER_CUBIC);
    const Stopwatch one;
    (void)findTarget(large, other, "another");
    worst_s = std::max(worst_s, one.processor_s());
  }
  std::printf("a chessboard that is not there, 1920x1080: processor at most %.1f s a picture\n", worst_s);
  const Stopwatch cancelled;
  calls = 0;
  options.progress = [&](double, const std::string&) { return ++calls < 3; };
  const bool stopped = !calibrateLens(views, options);
  std::printf("cancelled at the third telling: %s after %.2f s\n", stopped ? "stopped" : "went on",
              cancelled.processor_s());
  return 0;
}

/// A lens such as the prior of the calibration expects, with a field of view that webcams have.
Lens drawLens(int width_px, int height_px, std::mt19937& random) {
  Lens lens = guessLens(width_px, height_px);
  const Eigen::LLT<LensMatrix> root(lensPrior(lens));
  std::normal_distribution<double> normal;
  const LensVector middle = parametersOf(lens);
  for (;;) {
    LensVector steps;
    for (Eigen::Index i = 0; i < 12; ++i)
      steps[i] = i < 8 ? normal(random) : 0.0;
    setParameters(lens, middle + root.matrixL() * steps);
    // One that a maker would sell: it does not fold within the picture.
    Eigen::Matrix2d by_ray;
    const Eigen::Vector2d corner(0.55 * width_px / lens.fx_px, 0.55 * height_px / lens.fx_px);
    bool sound = lens.fx_px > 0.45 * width_px && lens.fx_px < 1.2 * width_px;
    for (double share = 0.1; sound && share < 1.25; share += 0.1) {
      lens.distort(share * corner, &by_ray);
      sound =
          by_ray.determinant() > 0.5 * lens.fx_px * lens.fy_px && by_ray.determinant() < 2.0 * lens.fx_px * lens.fy_px;
    }
    if (sound)
      break;
  }
  lens.estimated = false;
  return lens;
}

/// The target in view, tilted by 20 to 45 degrees, filling a good part of the picture.
Pose<CameraFrame, TableFrame> drawPose(const Lens& lens, const CalibrationTarget& target, double aside,
                                       std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  const double tilt_rad = radFromDeg(32.5 + 12.5 * uniform(random)), around_rad = M_PI * uniform(random);
  const Eigen::Vector3d lean(tilt_rad * std::cos(around_rad), tilt_rad * std::sin(around_rad), 0.0);
  const Eigen::Vector3d turn(0.0, 0.0, M_PI * uniform(random));
  const double distance_mm = lens.fx_px * target.width_mm() / (lens.width_px * (0.5 + 0.1 * uniform(random)));
  const Eigen::Matrix3d flat = rotationFromVector(lean) * rotationFromVector(turn);
  const double reach_mm = aside * distance_mm / lens.fx_px;
  return test::targetBefore(
      distance_mm, vectorFromRotation(flat), {0.5 * target.width_mm(), 0.5 * target.height_mm()},
      {0.5 * lens.width_px * reach_mm * uniform(random), 0.5 * lens.height_px * reach_mm * uniform(random)});
}

/// The target's points without a picture, with the errors that the calibration expects of them.
TargetView drawPoints(const Lens& lens, const Pose<CameraFrame, TableFrame>& pose, const CalibrationTarget& target,
                      double sigma_px, double shared_px, std::mt19937& random) {
  std::normal_distribution<double> normal;
  TargetView view{"drawn", lens.width_px, lens.height_px, {}};
  for (int i = 0; i < (target.columns - 1) * (target.rows - 1); ++i) {
    const Eigen::Vector2d mm(target.square_mm * (i % (target.columns - 1) + 1),
                             target.square_mm * (i / (target.columns - 1) + 1));
    const Eigen::Vector2d px = lens.project(pose * Point3<TableFrame>{{mm.x(), mm.y(), 0.0}}).xy;
    if (px.x() > 5 && px.y() > 5 && px.x() < lens.width_px - 6 && px.y() < lens.height_px - 6)
      view.points.push_back({i, mm, px + sigma_px * Eigen::Vector2d(normal(random), normal(random)), sigma_px});
  }
  if (view.points.size() < 6)
    return view;
  const Eigen::MatrixXd smooth = smoothComponents(view);
  const Eigen::MatrixXd shared =
      shared_px * smooth * Eigen::MatrixXd::NullaryExpr(smooth.cols(), 2, [&] { return normal(random); });
  for (std::size_t i = 0; i < view.points.size(); ++i)
    view.points[i].px += shared.row(static_cast<Eigen::Index>(i)).transpose();
  return view;
}

/// Where the lens puts rays over what the views covered, against the truth and against what it states.
struct LensTally {
  explicit LensTally(const char* n) : name(n) {}
  const char* name;
  accuracy::NormalisedErrors lens{8}, focal{1};
  std::vector<double> focal_percent, worst_px, over_stated, halves;
  int failed = 0;

  void take(const Lens& truth, const std::vector<TargetView>& views) {
    LensCalibrationOptions options;
    options.refuse_weak = false;
    const auto result = calibrateLens(views, options);
    if (!result) {
      ++failed;
      return;
    }
    const LensVector apart = parametersOf(result->lens) - parametersOf(truth);
    const LensMatrix& covariance = *result->lens.parameter_covariance;
    lens.add(apart.head<8>(), covariance.topLeftCorner<8, 8>());
    focal.add(apart[0] * apart[0] / covariance(0, 0));
    focal_percent.push_back(100.0 * std::abs(apart[0]) / truth.fx_px);
    worst_px.push_back(worstRay_px(truth, *result));
    over_stated.push_back(worst_px.back() / result->uncertainty.worst_covered_px);
    halves.push_back(result->halves_sigma);
  }

  void print() const {
    const auto at = [](std::vector<double> values, double share) {
      std::sort(values.begin(), values.end());
      return values.empty() ? NAN : values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
    };
    std::printf("%s: failed %d | focal length off %% median %.2f 95%% %.2f worst %.2f | worst ray px median %.2f 95%% "
                "%.2f, over stated median %.2f 95%% %.2f | halves apart by median %.2f worst %.2f\n",
                name, failed, at(focal_percent, 0.5), at(focal_percent, 0.95), at(focal_percent, 1.0),
                at(worst_px, 0.5), at(worst_px, 0.95), at(over_stated, 0.5), at(over_stated, 0.95), at(halves, 0.5),
                at(halves, 1.0));
    lens.print("  lens");
    focal.print("  focal length");
  }
};

int resample(int count) {
  const CalibrationTarget target = *parseTarget("charuco:7x5:36:27:DICT_5X5_100");
  std::mt19937 random(11);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  LensTally pictures("one drawn picture"), points("one view's points"), set("ten views' points");
  for (int i = 0; i < count; ++i) {
    const Lens lens = drawLens(960, 540, random);
    const auto pose = drawPose(lens, target, 0.3, random);
    constexpr double sigma_px = 0.05;
    std::normal_distribution<double> normal;
    const auto drawShared_px = [&] { // as it is expected to differ from set to set
      return sigma_px * shared_error_share *
             std::exp(shared_error_log_sigma * (normal(random) - shared_error_log_sigma));
    };
    points.take(lens, {drawPoints(lens, pose, target, sigma_px, drawShared_px(), random)});
    const double set_shared_px = drawShared_px();
    std::vector<TargetView> views;
    while (views.size() < 10)
      if (auto view = drawPoints(lens, drawPose(lens, target, 0.6, random), target, sigma_px, set_shared_px, random);
          view.points.size() >= 12)
        views.push_back(std::move(view));
    set.take(lens, views);
    test::RenderOptions options;
    options.blur_px = 0.8 + 0.2 * uniform(random);
    options.noise = 2.5 + 1.5 * uniform(random);
    options.exposure = 1.0 + 0.25 * uniform(random);
    options.slope = 0.4 * uniform(random);
    options.seed = static_cast<unsigned>(i + 1);
    const auto found = findTarget(
        accuracy::compressed(test::render(lens, pose, test::targetPattern(target), options), 85), target, "drawn");
    if (found)
      pictures.take(lens, {*found});
    else
      ++pictures.failed;
  }
  for (const LensTally* tally : {&points, &set, &pictures})
    tally->print();
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "photos" && argc > 3)
    return judgePhotos(argc, argv);
  if (what == "resample")
    return resample(argc > 2 ? support::countOf(argv[2]) : 200);
  if (what == "speed")
    return measureSpeed(argc > 2 ? support::countOf(argv[2], 3) : 30);
  if (what != "tables" || argc < 3) {
    std::fprintf(stderr,
                 "usage: accuracy_lens tables FOLDER | photos TARGET IMAGE... | speed [COUNT] | resample [COUNT]\n");
    return 2;
  }
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(argv[2]))
    if (entry.path().extension() == ".json")
      files.push_back(entry.path());
  if (files.empty())
    support::noTruth(argv[2]);
  std::sort(files.begin(), files.end());
  PictureTally tally;
  for (const auto& file : files)
    judgePicture(file, tally);
  std::sort(tally.grid_px.begin(), tally.grid_px.end());
  if (!tally.grid_px.empty())
    std::printf("grid on the sheet: within 0.3 px in %td of %zu pictures, worst point median %.3f worst %.3f px\n",
                std::upper_bound(tally.grid_px.begin(), tally.grid_px.end(), 0.3) - tally.grid_px.begin(),
                tally.grid_px.size(), tally.grid_px[tally.grid_px.size() / 2], tally.grid_px.back());
  tally.lens.print("lens from each picture alone");
  return 0;
}
