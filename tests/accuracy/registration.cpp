// How well the table is registered:
//   accuracy_registration FOLDER [--each]    against the truth of every NAME.json beside NAME.jpg in FOLDER and its
//                                            sub-folders that shows markers
//   accuracy_registration stress FOLDER      the same with worse pictures, and with lenses and table files that are
//                                            wrong: does the residual tell them apart, does the covariance cover it?
//   accuracy_registration blurred [COUNT]    one marker alone, out of focus or moving: COUNT (200) drawn pictures a row
//   accuracy_registration resample [COUNT]   is the stated covariance true? COUNT (200) drawn tables, each with its own
//                                            lens, layout, camera pose, light and noise
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <string>

#include <Eigen/Eigenvalues>
#include <nlohmann/json.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "bent_lens.h"
#include "calibration/edge_profile.h"
#include "calibration/lens_parameters.h"
#include "calibration/marker_place.h"
#include "calibration/registration_check.h"
#include "calibration/table_registration.h"
#include "compressed.h"
#include "models/units.h"
#include "normalised_error.h"
#include "support/render_table.h"
#include "support/table_truth.h"
#include "tests/support/count_of.h"
#include "tests/support/quantile.h"

using namespace linesman;
namespace {

using support::quantile;

struct Truth {
  Lens lens;
  TableFile table;
  Pose<CameraFrame, TableFrame> camera_from_table;
  std::vector<std::array<Eigen::Vector2d, 4>> corners_px;
  std::vector<double> visible;
};

std::optional<Truth> readTruth(const std::filesystem::path& path) {
  const auto json = nlohmann::json::parse(std::ifstream(path), nullptr, false);
  if (json.is_discarded() || !json.contains("objects") || !json.contains("camera"))
    return std::nullopt;
  Truth truth;
  truth.lens = support::trueLens(json);
  truth.camera_from_table = support::trueCameraPose(json);
  truth.table.path = path.string();
  for (const auto& object : json["objects"]) {
    if (object["kind"] != "marker")
      continue;
    truth.table.dictionary = "DICT_" + object["dict"].get<std::string>();
    truth.table.markers.push_back({object["marker_id"], object["size_mm"],
                                   Eigen::Vector2d(object["x"].get<double>(), object["y"].get<double>()),
                                   radFromDeg(object["heading"].get<double>())});
    std::array<Eigen::Vector2d, 4> corners;
    for (std::size_t c = 0; c < 4; ++c) {
      const auto& px = object["keypoints"]["corner_" + std::to_string(c)]["px"];
      corners[c] = Eigen::Vector2d(px[0].get<double>(), px[1].get<double>());
    }
    truth.corners_px.push_back(corners);
    truth.visible.push_back(object["visible_fraction"]);
  }
  if (truth.table.markers.empty())
    return std::nullopt;
  return truth;
}

/// What a row of the stress table changes: the picture, the lens and the table file that the program is told of.
struct Stress {
  std::string name;
  std::function<void(cv::Mat&, Lens&, TableFile&, unsigned)> disturb;
};

std::vector<Stress> stresses() {
  using std::to_string;
  std::vector<Stress> all = {{"as it is", [](cv::Mat&, Lens&, TableFile&, unsigned) {}}};
  all.push_back({"noise 8", [](cv::Mat& grey, Lens&, TableFile&, unsigned n) {
                   cv::Mat noise(grey.size(), CV_16S), sum;
                   cv::RNG random(1000 + n);
                   random.fill(noise, cv::RNG::NORMAL, cv::Scalar(0.0), cv::Scalar(8.0));
                   grey.convertTo(sum, CV_16S);
                   sum += noise;
                   sum.convertTo(grey, CV_8U);
                 }});
  all.push_back({"blur 2 px", [](cv::Mat& grey, Lens&, TableFile&, unsigned) {
                   cv::GaussianBlur(grey, grey, cv::Size(0, 0), 2.0);
                 }});
  all.push_back({"dark", [](cv::Mat& grey, Lens&, TableFile&, unsigned) { grey *= 0.5; }});
  all.push_back({"bright", [](cv::Mat& grey, Lens&, TableFile&, unsigned) { grey *= 1.6; }});
  all.push_back({"JPEG 60", [](cv::Mat& grey, Lens&, TableFile&, unsigned) { grey = accuracy::compressed(grey, 60); }});
  for (const double px : {0.3, 0.6})
    all.push_back({"lens off by " + to_string(px).substr(0, 3) + " px",
                   [=](cv::Mat&, Lens& lens, TableFile&, unsigned n) { accuracy::bendLens(lens, px, n); }});
  for (const double factor : {1.005, 1.01, 1.02, 0.98, 1.05, 0.95, 1.1, 0.9, 1.3, 0.8, 0.6})
    all.push_back({"focal length x " + to_string(factor).substr(0, 5), [=](cv::Mat&, Lens& lens, TableFile&, unsigned) {
                     lens.fx_px *= factor;
                     lens.fy_px *= factor;
                   }});
  for (const double factor : {1.02, 1.1, 1.8})
    all.push_back({"fx x " + to_string(factor).substr(0, 4),
                   [=](cv::Mat&, Lens& lens, TableFile&, unsigned) { lens.fx_px *= factor; }});
  for (const double by_mm : {1.0, 2.0, 5.0, 10.0, 20.0})
    all.push_back({"two markers off by " + to_string(static_cast<int>(by_mm)) + " mm",
                   [=](cv::Mat&, Lens&, TableFile& table, unsigned) {
                     for (std::size_t m = 0; m < std::min<std::size_t>(2, table.markers.size()); ++m)
                       table.markers[m].centre_mm.x() += table.markers[m].centre_mm.x() > 0.0 ? by_mm : -by_mm;
                   }});
  for (const double px : {10.0, 20.0})
    all.push_back({"optical axis off by " + to_string(static_cast<int>(px)) + " px",
                   [=](cv::Mat&, Lens& lens, TableFile&, unsigned) { lens.cx_px += px; }});
  for (const double factor : {1.02, 1.05, 1.1})
    all.push_back(
        {"markers' distances x " + to_string(factor).substr(0, 4), [=](cv::Mat&, Lens&, TableFile& table, unsigned) {
           for (TableMarker& marker : table.markers)
             marker.centre_mm *= factor;
         }});
  for (const double factor : {0.97, 0.94, 1.06, 0.875, 1.1})
    all.push_back(
        {"markers' size x " + to_string(factor).substr(0, 4), [=](cv::Mat&, Lens&, TableFile& table, unsigned) {
           for (TableMarker& marker : table.markers)
             marker.size_mm *= factor;
         }});
  return all;
}

struct Tally {
  explicit Tally(std::string n) : name(std::move(n)) {}
  std::string name;
  std::vector<double> height_percent, point_mm, worst_mm, nees, ms;
  std::vector<double> inside_mm; ///< of point_mm, those within the hull of the markers that were used (three or more)
  int missed = 0;
};

/// Largest stated deviation (mm) of the markers' centres, along the table.
double statedOnTable_mm(const TableFile& table, const TableRegistration& found) {
  double most = 0.0;
  for (const TableMarker& marker : table.markers)
    most = std::max(most, std::sqrt(placedCovariance(found.registration.camera_from_table, marker.centre_mm).trace()));
  return most;
}

/// Hull of the markers that were used, in table mm; empty of fewer than three.
std::vector<cv::Point2f> hullOf(const Truth& truth, const TableRegistration& found) {
  std::vector<cv::Point2f> corners, hull;
  for (const auto& marker : truth.table.markers)
    if (std::count(found.markers_used.begin(), found.markers_used.end(), marker.id) > 0)
      corners.emplace_back(static_cast<float>(marker.centre_mm.x()), static_cast<float>(marker.centre_mm.y()));
  if (corners.size() >= 3)
    cv::convexHull(corners, hull);
  return hull;
}

/// Error of table points inside the hull of the markers' centres: where the true pixel of a point is put on the table.
void judge(const Truth& truth, const TableRegistration& found, Tally& tally, const std::string& name, bool each) {
  const auto& pose = found.registration.camera_from_table;
  const double true_height_mm = truth.camera_from_table.inverse().translation_mm().z();
  const double height_mm = pose.pose.inverse().translation_mm().z();
  const double percent = 100.0 * (height_mm / true_height_mm - 1.0);
  const Vector6d error = errorBetween(pose.pose, truth.camera_from_table);
  const double nees = error.dot(pose.covariance.ldlt().solve(error));
  double worst_mm = 0.0;
  double inside_mm = 0.0;
  double sum_mm = 0.0;
  const auto& markers = truth.table.markers;
  const auto hull = hullOf(truth, found);
  for (int i = 0; i <= 8; ++i)
    for (int k = 0; k <= 8; ++k) {
      const double u = i / 8.0, v = k / 8.0;
      const auto corner = [&](std::size_t n) { return markers[std::min(n, markers.size() - 1)].centre_mm; };
      const Eigen::Vector2d point =
          (1 - u) * (1 - v) * corner(0) + u * (1 - v) * corner(1) + u * v * corner(2) + (1 - u) * v * corner(3);
      const auto px = truth.lens.project(truth.camera_from_table * Point3<TableFrame>{{point.x(), point.y(), 0.0}});
      const auto seen = found.lens.tablePoint(pose.pose, px.xy);
      const double away_mm = seen ? (*seen - point).norm() : 1e3;
      tally.point_mm.push_back(away_mm);
      if (!hull.empty() &&
          cv::pointPolygonTest(hull, {static_cast<float>(point.x()), static_cast<float>(point.y())}, false) >= 0.0)
        tally.inside_mm.push_back(away_mm), inside_mm = std::max(inside_mm, away_mm);
      worst_mm = std::max(worst_mm, away_mm);
      sum_mm += away_mm / 81.0;
    }
  tally.height_percent.push_back(std::abs(percent));
  tally.worst_mm.push_back(worst_mm);
  tally.nees.push_back(nees);
  if (each)
    std::printf("  %-28s %-10s markers %zu apart %zu rms %.3f px misfit %.2f height %+.3f %% points mean %.3f worst "
                "%.3f (inside the hull %.3f) mm "
                "NEES %.1f f %.1f (%.1f)\n",
                name.c_str(), tally.name.c_str(), found.markers_used.size(), found.markers_apart.size(),
                found.registration.rms_px, found.misfit, percent, sum_mm, worst_mm, inside_mm, nees, found.lens.fx_px,
                truth.lens.fx_px);
}

void print(const Tally& t) {
  std::printf(
      "%-22s n %3zu missed %d | height %% median %.3f 95%% %.3f worst %.3f | points mm median %.3f 95%% %.3f worst "
      "%.3f | within the used markers' hull median %.3f 95%% %.3f worst %.3f | "
      "NEES/6 mean %.2f median %.2f 95%% %.2f | ms median %.2f\n",
      t.name.c_str(), t.nees.size(), t.missed, quantile(t.height_percent, 0.5), quantile(t.height_percent, 0.95),
      quantile(t.height_percent, 1), quantile(t.point_mm, 0.5), quantile(t.point_mm, 0.95), quantile(t.point_mm, 1),
      quantile(t.inside_mm, 0.5), quantile(t.inside_mm, 0.95), quantile(t.inside_mm, 1),
      [&] {
        double s = 0;
        for (double v : t.nees)
          s += v / 6.0 / static_cast<double>(t.nees.size());
        return s;
      }(),
      quantile(t.nees, 0.5) / 6.0, quantile(t.nees, 0.95) / 6.0, quantile(t.ms, 0.5));
}

template <class F> void timed(Tally& tally, F&& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  tally.ms.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
}

/// What 200 drawn tables say of one way to register them.
struct Resampled {
  explicit Resampled(const char* n) : name(n) {}
  const char* name;
  accuracy::NormalisedErrors pose{6}, height{1};
  std::vector<double> height_percent, sigma_percent;
  int missed = 0;

  void take(const Pose<CameraFrame, TableFrame>& truth, const Result<TableRegistration>& found) {
    if (!found) {
      ++missed;
      return;
    }
    const auto& stated = found->registration.camera_from_table;
    pose.add(errorBetween(stated.pose, truth), stated.covariance);
    const auto inverse = stated.inverse();
    const double true_mm = truth.inverse().translation_mm().z();
    const double off_mm = inverse.pose.translation_mm().z() - true_mm;
    height.add(off_mm * off_mm / inverse.covariance(5, 5));
    height_percent.push_back(100.0 * std::abs(off_mm) / true_mm);
    sigma_percent.push_back(100.0 * std::sqrt(inverse.covariance(5, 5)) / true_mm);
  }

  void print() const {
    std::printf("%s: missed %d | height %% median %.3f 95%% %.3f worst %.3f, stated sigma median %.3f\n", name, missed,
                quantile(height_percent, 0.5), quantile(height_percent, 0.95), quantile(height_percent, 1),
                quantile(sigma_percent, 0.5));
    pose.print("  pose");
    height.print("  height");
  }
};

/// A draw from a normal distribution of this mean and covariance.
LensVector draw(const LensVector& mean, const LensMatrix& covariance, std::mt19937& random) {
  std::normal_distribution<double> normal;
  const Eigen::SelfAdjointEigenSolver<LensMatrix> own(covariance);
  LensVector steps;
  for (Eigen::Index i = 0; i < 12; ++i)
    steps[i] = std::sqrt(std::max(0.0, own.eigenvalues()[i])) * normal(random);
  return mean + own.eigenvectors() * steps;
}

bool wholeInView(const Lens& lens, const Pose<CameraFrame, TableFrame>& pose, const TableMarker& marker) {
  const auto corners_mm = marker.corners_mm();
  return std::all_of(corners_mm.begin(), corners_mm.end(), [&](const Eigen::Vector2d& corner) {
    const Eigen::Vector2d px = lens.project(pose * Point3<TableFrame>{{corner.x(), corner.y(), 0.0}}).xy;
    return px.x() > 10 && px.y() > 10 && px.x() < lens.width_px - 11 && px.y() < lens.height_px - 11;
  });
}

int resample(int count) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  Resampled four("four markers"), three("three markers"), two("two markers"), one("one marker"),
      calibrated("four markers, calibrated lens"), guessed("four markers, no lens"),
      taken_back("three markers and one that was measured through them in another picture");
  accuracy::NormalisedErrors place(3);
  LensVector lens_sigma = LensVector::Zero();
  lens_sigma.head<8>() << 0.3, 0.3, 1.5, 1.5, 0.004, 0.01, 0.0003, 0.0003;
  LensMatrix lens_covariance = lens_sigma.cwiseAbs2().asDiagonal();
  lens_covariance.topLeftCorner<2, 2>().array() += 1.2 * 1.2; // fx and fy mostly err alike
  for (int i = 0; i < count; ++i) {
    Lens lens = guessLens(960, 540);
    do // a webcam as the guess without a calibration expects it
      setParameters(lens, draw(parametersOf(guessLens(960, 540)), guessCovariance(lens), random));
    while (lens.fx_px < 0.45 * 960 || lens.fx_px > 960.0);
    lens.estimated = false;
    TableFile table;
    table.path = "drawn";
    table.dictionary = "DICT_4X4_50";
    const double corner_mm[4][2] = {{-150, 85}, {150, 85}, {150, -85}, {-150, -85}};
    for (int m = 0; m < 4; ++m)
      table.markers.push_back(
          {m, 36.0, Eigen::Vector2d(corner_mm[m][0] + 15 * uniform(random), corner_mm[m][1] + 15 * uniform(random)),
           M_PI * uniform(random)});
    test::RenderOptions options;
    options.blur_px = 0.8 + 0.2 * uniform(random);
    options.noise = 2.0 + uniform(random);
    options.exposure = 1.05 + 0.25 * uniform(random);
    options.slope = 0.3 * uniform(random);
    options.height_mm = table.marker_thickness_mm + 0.05 * normal(random);
    options.seed = static_cast<unsigned>(i + 1);
    const double distance_mm = lens.fx_px * (0.55 + 0.05 * uniform(random));
    const auto pose = test::cameraOver(distance_mm, 0.5 + 0.3 * uniform(random),
                                       M_PI * (uniform(random) > 0.0) + 0.3 * uniform(random));
    const cv::Mat drawn = test::render(lens, pose, test::markersPattern(table.markers, table.dictionary), options);
    const cv::Mat grey = accuracy::compressed(accuracy::unsteady(drawn, edge_floor_px, options.seed), 85);
    const auto with = [&](std::initializer_list<std::size_t> which) {
      TableFile part = table;
      part.markers.clear();
      for (const std::size_t m : which)
        part.markers.push_back(table.markers[m]);
      return registerTable(grey, lens, part);
    };
    const auto k = static_cast<std::size_t>(i);
    four.take(pose, registerTable(grey, lens, table));
    three.take(pose, with({k % 4, (k + 1) % 4, (k + 2) % 4}));
    two.take(pose, with({k % 4, (k + 2) % 4}));
    test::RenderOptions earlier = options;
    earlier.seed += 5000;
    const cv::Mat before = accuracy::compressed(
        accuracy::unsteady(test::render(lens, pose, test::markersPattern(table.markers, table.dictionary), earlier),
                           edge_floor_px, earlier.seed),
        85);
    TableFile rest = table;
    rest.markers.erase(rest.markers.begin() + static_cast<std::ptrdiff_t>(k % 4));
    if (const auto through = registerTable(before, lens, rest))
      for (const FoundMarker& seen : findMarkers(before, table.dictionary, MarkerSearch::quick))
        if (seen.id == table.markers[k % 4].id)
          if (const auto placed = placeMarker(before, seen, *through, rest, table.markers[k % 4].size_mm)) {
            rest.markers.push_back(placed->marker);
            taken_back.take(pose, registerTable(grey, lens, rest));
            Eigen::Vector3d off;
            off << placed->marker.centre_mm - table.markers[k % 4].centre_mm,
                std::remainder(placed->marker.heading_rad - table.markers[k % 4].heading_rad, 2.0 * M_PI);
            place.add(off, placed->covariance);
          }
    for (std::size_t m = k; m < k + 4; ++m) // the next that lies within the picture
      if (wholeInView(lens, pose, table.markers[m % 4])) {
        one.take(pose, with({m % 4}));
        break;
      }
    Lens off = lens;
    setParameters(off, draw(parametersOf(lens), lens_covariance, random));
    off.parameter_covariance = lens_covariance;
    calibrated.take(pose, registerTable(grey, off, table));
    guessed.take(pose, registerTable(grey, std::nullopt, table));
  }
  for (const Resampled* way : {&four, &three, &two, &one, &calibrated, &guessed, &taken_back})
    way->print();
  place.print("  that one's place");
  return 0;
}

/// A way in which a picture is not sharp.
struct Blur {
  const char* name;
  double blur_px, moved_px;
  bool of_light; ///< or of grey values
};

/// What a marker that is seen alone is worth in pictures that are not sharp.
struct BlurredMarkers {
  accuracy::NormalisedErrors pose{6};
  std::vector<double> nearer_percent, tipped_deg, worst_mm, worst_sigmas, stated_mm;
  int missed = 0;

  void take(const Lens& lens, const Pose<CameraFrame, TableFrame>& truth, const TableMarker& marker,
            const Result<TableRegistration>& found) {
    if (!found) {
      ++missed;
      return;
    }
    const auto& stated = found->registration.camera_from_table;
    pose.add(errorBetween(stated.pose, truth), stated.covariance);
    const Point3<TableFrame> centre{{marker.centre_mm.x(), marker.centre_mm.y(), 0.0}};
    nearer_percent.push_back(100.0 * ((truth * centre).mm.norm() / (stated.pose * centre).mm.norm() - 1.0));
    tipped_deg.push_back(
        degFromRad(std::acos(std::clamp(truth.rotation().col(2).dot(stated.pose.rotation().col(2)), -1.0, 1.0))));
    double away_mm = 0.0, sigmas = 0.0, sigma_mm = 0.0;
    for (const Eigen::Vector2d& aside : {Eigen::Vector2d(200, 120), Eigen::Vector2d(-200, 120),
                                         Eigen::Vector2d(200, -120), Eigen::Vector2d(-200, -120)}) {
      const Eigen::Vector2d at_mm = marker.centre_mm + aside;
      const auto px = lens.project(truth * Point3<TableFrame>{{at_mm.x(), at_mm.y(), 0.0}}).xy;
      const auto seen = found->lens.tablePoint(stated.pose, px);
      const Eigen::Vector2d off = seen ? Eigen::Vector2d(*seen - at_mm) : Eigen::Vector2d(1e3, 1e3);
      const Eigen::Matrix2d covariance = placedCovariance(stated, at_mm);
      away_mm = std::max(away_mm, off.norm());
      sigmas = std::max(sigmas, std::sqrt(off.dot(covariance.ldlt().solve(off))));
      sigma_mm = std::max(sigma_mm, std::sqrt(covariance.trace()));
    }
    worst_mm.push_back(away_mm);
    worst_sigmas.push_back(sigmas);
    stated_mm.push_back(sigma_mm);
  }

  void print(const char* name) const {
    constexpr double beyond = 5.36, tipped = 10.0; // as improbable of two numbers as 5 sigma of one; degrees
    const auto count = [](const std::vector<double>& of, double bound) {
      return std::count_if(of.begin(), of.end(), [bound](double value) { return value > bound; });
    };
    std::printf(
        "%s: read %zu, missed %d | looks nearer by %% 5%% %.2f median %.2f 95%% %.2f | tipped by more than %.0f "
        "deg %td | 230 mm away: mm median %.2f 95%% %.2f worst %.1f, stated median %.2f 95%% %.2f, beyond 5 "
        "sigma %td\n",
        name, worst_mm.size(), missed, quantile(nearer_percent, 0.05), quantile(nearer_percent, 0.5),
        quantile(nearer_percent, 0.95), tipped, count(tipped_deg, tipped), quantile(worst_mm, 0.5),
        quantile(worst_mm, 0.95), quantile(worst_mm, 1.0), quantile(stated_mm, 0.5), quantile(stated_mm, 0.95),
        count(worst_sigmas, beyond));
    pose.print("  pose");
  }
};

int blurred(int count) {
  const TableFile table = [] {
    TableFile one;
    one.path = "drawn";
    one.dictionary = "DICT_4X4_50";
    one.markers.push_back({1, 36.0, Eigen::Vector2d(0, 0), 0.0});
    return one;
  }();
  for (const Blur& row :
       {Blur{"sharp", 0.7, 0, false}, Blur{"blur 1 px", 1, 0, true}, Blur{"blur 2 px", 2, 0, true},
        Blur{"blur 3 px", 3, 0, true}, Blur{"moved by 4 px", 0.7, 4, true}, Blur{"moved by 8 px", 0.7, 8, true},
        Blur{"grey blur 2 px", 2, 0, false}, Blur{"grey blur 3 px", 3, 0, false}}) {
    std::mt19937 random(11);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform(-1.0, 1.0);
    BlurredMarkers all;
    for (int i = 0; i < count; ++i) {
      const Lens lens = test::webcam(640, 480);
      test::RenderOptions options;
      options.blur_px = row.blur_px;
      options.moved_px = row.moved_px;
      options.moved_rad = M_PI * uniform(random);
      options.blurs_light = row.of_light;
      options.noise = 2.0 + uniform(random);
      options.exposure = 1.05 + 0.25 * uniform(random);
      options.slope = 0.3 * uniform(random);
      options.height_mm = table.marker_thickness_mm + 0.05 * normal(random);
      options.seed = static_cast<unsigned>(i + 1);
      const double side_px = 60.0 * std::exp(0.6 * uniform(random)); // 33 to 109
      const double distance_mm = lens.fx_px * table.markers[0].size_mm / side_px;
      const double reach_mm = 150.0 * distance_mm / lens.fx_px;
      const auto pose = test::cameraOver(distance_mm, 0.55 + 0.4 * uniform(random), M_PI * uniform(random),
                                         {reach_mm * uniform(random), reach_mm * uniform(random)});
      const cv::Mat drawn = test::render(lens, pose, test::markersPattern(table.markers, table.dictionary), options);
      const cv::Mat grey = accuracy::compressed(accuracy::unsteady(drawn, edge_floor_px, options.seed), 85);
      all.take(lens, pose, table.markers[0], registerTable(grey, lens, table));
    }
    all.print(row.name);
    std::fflush(stdout);
  }
  return 0;
}

/// A row for each way in which picture, lens or table file are worse than the program may hope.
int stress(const char* folder) {
  const auto files = support::truthFilesIn(folder, {""});
  std::printf("%-28s  n  refused warned | misfit least median 95 %% most | rms px median most | within the hull mm "
              "median 95 %% most | stated at the markers mm median 95 %% most | NEES/6 median 95 %% most\n",
              "");
  for (const Stress& row : stresses()) {
    Tally tally(row.name);
    std::vector<double> misfit, rms_px, inside_mm, stated_mm;
    int warned = 0;
    unsigned number = 0;
    for (const auto& file : files) {
      const auto truth = readTruth(file);
      cv::Mat grey = truth ? cv::imread(support::pictureOf(file), cv::IMREAD_GRAYSCALE) : cv::Mat();
      if (grey.empty())
        continue;
      Lens lens = truth->lens;
      TableFile table = truth->table;
      row.disturb(grey, lens, table, number++);
      const auto found = registerTable(grey, lens, table);
      if (!found) {
        ++tally.missed;
        continue;
      }
      tally.inside_mm.clear();
      judge(*truth, *found, tally, row.name, false);
      inside_mm.push_back(quantile(tally.inside_mm, 1.0));
      misfit.push_back(found->misfit);
      rms_px.push_back(found->registration.rms_px);
      stated_mm.push_back(statedOnTable_mm(truth->table, *found));
      warned += found->registration.warning.empty() ? 0 : 1;
    }
    std::printf("%-28s %3zu %3d %3d | %5.1f %5.1f %6.1f %7.1f | %5.3f %5.3f | %6.3f %6.3f %6.3f | %6.3f %6.3f "
                "%6.3f | %6.2f %7.2f %8.2f\n",
                row.name.c_str(), misfit.size(), tally.missed, warned, quantile(misfit, 0.0), quantile(misfit, 0.5),
                quantile(misfit, 0.95), quantile(misfit, 1.0), quantile(rms_px, 0.5), quantile(rms_px, 1.0),
                quantile(inside_mm, 0.5), quantile(inside_mm, 0.95), quantile(inside_mm, 1.0), quantile(stated_mm, 0.5),
                quantile(stated_mm, 0.95), quantile(stated_mm, 1.0), quantile(tally.nees, 0.5) / 6.0,
                quantile(tally.nees, 0.95) / 6.0, quantile(tally.nees, 1.0) / 6.0);
    std::fflush(stdout);
  }
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr,
                 "usage: accuracy_registration FOLDER [--each] | stress FOLDER | blurred [COUNT] | resample [COUNT]\n");
    return 2;
  }
  if (std::string(argv[1]) == "stress" && argc > 2)
    return stress(argv[2]);
  if (std::string(argv[1]) == "blurred")
    return blurred(argc > 2 ? support::countOf(argv[2]) : 200);
  if (std::string(argv[1]) == "resample")
    return resample(argc > 2 ? support::countOf(argv[2]) : 200);
  const bool each = argc > 2;
  const auto files = support::truthFilesIn(argv[1], {""});
  Tally with_lens("lens"), covered("one covered"), half("one half covered"), follow("followed"), without("no lens"),
      one("one marker");
  for (const auto& file : files) {
    const auto truth = readTruth(file);
    const cv::Mat grey = cv::imread(support::pictureOf(file), cv::IMREAD_GRAYSCALE);
    if (!truth || grey.empty())
      continue;
    const std::string name = std::filesystem::relative(file, argv[1]).string();
    const auto attempt = [&](Tally& tally, const cv::Mat& image, const std::optional<Lens>& lens,
                             const TableFile& table) {
      std::optional<TableRegistration> found;
      timed(tally, [&] {
        if (auto r = registerTable(image, lens, table))
          found = *r;
      });
      if (found)
        judge(*truth, *found, tally, name, each);
      else
        ++tally.missed;
      return found;
    };
    const auto first = attempt(with_lens, grey, truth->lens, truth->table);
    if (first) {
      std::optional<TableRegistration> again;
      timed(follow, [&] { again = reregisterTable(grey, *first, truth->table); });
      if (again)
        judge(*truth, *again, follow, name, each);
      else
        ++follow.missed;
    }
    attempt(without, grey, std::nullopt, truth->table);
    for (std::size_t m = 0; m < truth->corners_px.size(); ++m) {
      if (truth->visible[m] < 0.9)
        continue;
      cv::Mat image = grey.clone();
      const auto& c = truth->corners_px[m];
      const auto paint = [&](bool whole) {
        std::vector<cv::Point> area;
        const Eigen::Vector2d middle = 0.25 * (c[0] + c[1] + c[2] + c[3]);
        for (const Eigen::Vector2d& p :
             {Eigen::Vector2d(middle + 1.6 * (c[0] - middle)),
              whole ? Eigen::Vector2d(middle + 1.6 * (c[1] - middle)) : Eigen::Vector2d(0.5 * (c[0] + c[1])),
              whole ? Eigen::Vector2d(middle + 1.6 * (c[2] - middle)) : Eigen::Vector2d(0.5 * (c[2] + c[3])),
              Eigen::Vector2d(middle + 1.6 * (c[3] - middle))})
          area.emplace_back(static_cast<int>(p.x()), static_cast<int>(p.y()));
        cv::fillConvexPoly(image, area, cv::Scalar(90));
      };
      paint(false);
      attempt(half, image, truth->lens, truth->table);
      paint(true);
      attempt(covered, image, truth->lens, truth->table);
      TableFile single = truth->table;
      single.markers = {truth->table.markers[m]};
      if (auto found = registerTable(grey, truth->lens, single))
        judge(*truth, *found, one, name, each);
      else
        ++one.missed;
    }
  }
  for (const Tally* tally : {&with_lens, &follow, &half, &covered, &one, &without})
    print(*tally);
  return 0;
}
