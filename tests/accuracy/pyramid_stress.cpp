// Where the pyramid detector breaks when pictures get worse: accuracy_pyramid_stress [--only NAME]
// FOLDER_OR_TRUTH.json... Every picture is disturbed in one way at a time (noise, blur, sharpening, light, colour,
// JPEG, a covered marker, a wrong lens, a wrong table height) and seen anew. One row each: does the stated sigma grow
// with the error?
#include <functional>
#include <random>

#include <opencv2/imgcodecs.hpp>

#include "tests/accuracy/bent_lens.h"
#include "tests/accuracy/hardly_changed.h"
#include "tests/accuracy/pyramid_score.h"
#include "vision/linear_light.h"

using namespace linesman;
using namespace linesman::accuracy;

namespace {

/// A picture and what the program is told of it; a disturbance changes either.
struct Scene {
  support::TableTruth truth;
  cv::Mat image;
  PipelineSettings settings;
  unsigned number = 0; ///< of the picture, seeds its disturbance
};

struct Disturbance {
  std::string name;
  std::function<void(Scene&)> disturb;
};

/// The other way than linearLight.
double levelOf(double linear) {
  const double v = std::clamp(linear, 0.0, 1.0);
  return 255.0 * (v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1.0 / 2.4) - 0.055);
}

/// The light of each channel times a gain, clipped as a camera clips it.
void gain(cv::Mat& image, const cv::Vec3d& of_bgr) {
  cv::Mat table(1, 256, CV_8UC3), out;
  for (int level = 0; level < 256; ++level)
    for (int c = 0; c < 3; ++c)
      table.at<cv::Vec3b>(0, level)[c] = cv::saturate_cast<uchar>(levelOf(of_bgr[c] * linearLight(level)));
  cv::LUT(image, table, out);
  image = out;
}

void exposure(cv::Mat& image, double stops) {
  gain(image, cv::Vec3d::all(std::exp2(stops)));
}

void blur(cv::Mat& image, double sigma_px) {
  cv::GaussianBlur(image, image, cv::Size(0, 0), sigma_px);
}

/// What cameras make of edges: light and dark rims along them, `amount` of the difference from the smoothed picture.
void sharpen(cv::Mat& image, double amount) {
  cv::Mat smooth;
  cv::GaussianBlur(image, smooth, cv::Size(0, 0), 1.2);
  cv::addWeighted(image, 1.0 + amount, smooth, -amount, 0.0, image);
}

/// A sheet of grey card over one marker and its white rim.
void coverMarker(Scene& scene) {
  if (scene.truth.table.markers.empty())
    return;
  TableMarker marker = scene.truth.table.markers[scene.number % scene.truth.table.markers.size()];
  marker.size_mm *= 1.5;
  const TableView view(scene.truth.lens, {scene.truth.camera_from_table, {}});
  std::vector<cv::Point> corners;
  for (const Eigen::Vector2d& corner : marker.corners_mm())
    if (const auto pixel = view.pixel({corner.x(), corner.y(), 0.0}))
      corners.emplace_back(cvRound(pixel->x()), cvRound(pixel->y()));
  cv::fillConvexPoly(scene.image, corners, cv::Scalar(120, 125, 130), cv::LINE_AA);
}

/// The playing surface lies `height_mm` above the plane that the program measures in.
void raiseTable(Scene& scene, double height_mm) {
  scene.settings = settingsOf(scene.truth, true);
  auto& pose = scene.settings.table.saved->camera_from_table.pose;
  pose = {pose.rotation(), pose.translation_mm() - height_mm * pose.rotation().col(2)};
}

std::vector<Disturbance> disturbances() {
  std::vector<Disturbance> all = {{"as it is", [](Scene&) {}}};
  for (const PictureChange& change : hardlyAnyChanges())
    all.push_back({"hardly: " + change.name, [=](Scene& scene) { change.apply(scene.image, scene.number); }});
  all.push_back({"no colours named", [](Scene& scene) { scene.settings.table.players.clear(); }});
  for (const int levels : {2, 4, 8})
    all.push_back({"noise " + std::to_string(levels) + " levels",
                   [=](Scene& scene) { addNoise(scene.image, levels, scene.number); }});
  for (const double sigma_px : {0.5, 1.0, 2.0})
    all.push_back(
        {"blur " + std::to_string(sigma_px).substr(0, 3) + " px", [=](Scene& scene) { blur(scene.image, sigma_px); }});
  for (const double amount : {0.7, 1.5})
    all.push_back(
        {"sharpened by " + std::to_string(amount).substr(0, 3), [=](Scene& scene) { sharpen(scene.image, amount); }});
  for (const double stops : {-1.5, -0.75, 0.75, 1.5})
    all.push_back({"exposure " + std::to_string(stops).substr(0, stops < 0.0 ? 5 : 4) + " stops",
                   [=](Scene& scene) { exposure(scene.image, stops); }});
  all.push_back({"warm cast", [](Scene& scene) { gain(scene.image, {0.75, 1.0, 1.3}); }});
  all.push_back({"cold cast", [](Scene& scene) { gain(scene.image, {1.3, 1.0, 0.75}); }});
  all.push_back({"JPEG 60", [](Scene& scene) { jpeg(scene.image, 60); }});
  all.push_back({"one marker covered", coverMarker});
  all.push_back({"lens off by 0.3 px", [](Scene& scene) { bendLens(*scene.settings.lens, 0.3, scene.number); }});
  all.push_back({"true camera pose", [](Scene& scene) { scene.settings = settingsOf(scene.truth, true); }});
  all.push_back({"the same, table +1 mm", [](Scene& scene) { raiseTable(scene, 1.0); }});
  all.push_back({"the same, said to be unknown by 1 mm", [](Scene& scene) {
                   raiseTable(scene, 1.0);
                   scene.settings.table.surface_height_sigma_mm = 1.0;
                 }});
  return all;
}

void printRow(const std::string& name, const Tally& tally, int unseen) {
  std::vector<double> position, heading, sigma_mm, sigma_deg;
  int place = 0, beyond = 0, beyond_relative = 0;
  for (const Pair& pair : tally.pairs) {
    position.push_back(pair.position_mm);
    heading.push_back(pair.heading_deg);
    sigma_mm.push_back(std::sqrt(pair.seen.covariance.topLeftCorner<2, 2>().trace()));
    sigma_deg.push_back(degFromRad(std::sqrt(pair.seen.covariance(2, 2))));
    place += pair.squared_place < 5.991 ? 1 : 0;
    beyond += pair.squared_place > 25.0 ? 1 : 0;
    beyond_relative += pair.squared > 25.0 ? 1 : 0;
  }
  const auto share = [](int part, int whole) { return whole > 0 ? static_cast<double>(part) / whole : 1.0; };
  std::printf("%-22s %5.3f %5.3f %5.3f | %5.3f %5.3f | %5.3f %6.3f %6.2f  %5.3f | %5.3f %6.3f %6.2f  %5.3f | %5.3f %2d "
              "%2d | %d\n",
              name.c_str(), share(tally.found, tally.wanted), share(tally.seen - tally.wrong, tally.seen),
              share(tally.colour_right, tally.found), share(tally.chits_found, tally.chits),
              share(tally.chits_seen - tally.chits_wrong, tally.chits_seen), quantile(position, 0.5),
              quantile(position, 0.95), quantile(position, 1.0), quantile(sigma_mm, 0.5), quantile(heading, 0.5),
              quantile(heading, 0.95), quantile(heading, 1.0), quantile(sigma_deg, 0.5),
              share(place, static_cast<int>(tally.pairs.size())), beyond, beyond_relative, unseen);
  std::fflush(stdout);
}

void runRow(const Disturbance& disturbance, const std::vector<std::string>& paths) {
  Tally tally;
  int unseen = 0;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    Scene scene;
    scene.truth = support::readTruth(paths[i]);
    scene.image = cv::imread(support::pictureOf(paths[i]));
    scene.settings = settingsOf(scene.truth, false);
    scene.number = static_cast<unsigned>(i);
    disturbance.disturb(scene);
    Pipeline pipeline(scene.settings);
    const auto seen = pipeline.process({scene.image, 0.0, scene.truth.name});
    if (seen)
      compare(scene.truth, seen->state, false, tally);
    else
      ++unseen; // said so: not counted as missed
  }
  printRow(disturbance.name, tally, unseen);
}

} // namespace

int main(int argc, char** argv) {
  std::string only;
  std::vector<std::string> folders;
  for (int i = 1; i < argc; ++i)
    if (std::string(argv[i]) == "--only" && i + 1 < argc) {
      only = argv[++i];
    } else {
      folders.emplace_back(argv[i]);
    }
  const std::vector<std::string> paths =
      truthsIn(folders, "usage: accuracy_pyramid_stress [--only NAME] FOLDER_OR_TRUTH.json...");
  std::printf(
      "%zu pictures; sigma: median of what is stated; beyond 5 sigma: of the place, and with the heading; refused: "
      "pictures the program says it cannot use\n",
      paths.size());
  std::printf("%-22s recall prec. colour | chits r. p. | position median 95%% worst sigma mm | heading median 95%% "
              "worst sigma deg "
              "| in 95%% ellipse, beyond | refused\n",
              "");
  for (const Disturbance& disturbance : disturbances())
    if (only.empty() || disturbance.name.find(only) != std::string::npos)
      runRow(disturbance, paths);
  return 0;
}
