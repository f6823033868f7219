// Unknown things on the table against the truth: accuracy_obstacles FOLDER_OR_TRUTH.json... Per picture the pixels of
// mugs, books, discs, papers and hands (NAME.ids.png) near the pieces that the outlines of unknown things and of arms
// hold, and the pixels of table in those of things that show none.
#include <cstdio>

#include <opencv2/imgcodecs.hpp>

#include "tests/accuracy/pyramid_score.h"

using namespace linesman;
using namespace linesman::accuracy;

namespace {

/// Kinds of truth that are obstacles; small or thin ones (coins, pens) may be missed and count for nothing.
bool isObstacle(const std::string& kind) {
  return kind == "mug" || kind == "book" || kind == "cd" || kind == "paper" || kind == "hand";
}

void fill(cv::Mat& mask, const TablePolygon& polygon, const TableView& view, int value) {
  std::vector<cv::Point> points;
  for (const Eigen::Vector2d& point : polygon)
    if (const auto pixel = view.pixel({point.x(), point.y(), 0.0}))
      points.emplace_back(cvRound(pixel->x()), cvRound(pixel->y()));
  if (points.size() >= 3)
    cv::fillPoly(mask, std::vector<std::vector<cv::Point>>{points}, cv::Scalar(value));
}

struct Sums {
  int things = 0, found = 0, wrong = 0;
  std::vector<double> covered;
  double wrong_share = 0.0;
};

void compareObstacles(const std::string& path, Sums& sums) {
  const support::TableTruth truth = support::readTruth(path);
  const auto stem = std::filesystem::path(path).replace_extension().string();
  const cv::Mat image = cv::imread(stem + ".jpg"), ids = cv::imread(stem + ".ids.png", cv::IMREAD_UNCHANGED);
  Pipeline pipeline(settingsOf(truth, false));
  const auto seen = pipeline.process({image, 0.0, truth.name});
  if (!seen || ids.empty())
    return;
  const TableView view(seen->lens, seen->state.registration.camera_from_table);
  cv::Mat said = cv::Mat::zeros(image.size(), CV_8U), any = cv::Mat::zeros(image.size(), CV_8U), ids16;
  ids.convertTo(ids16, CV_16U);
  for (const SeenObstacle& obstacle : seen->state.obstacles)
    fill(said, obstacle.polygon_mm, view, 255);
  for (const TablePolygon& arm : seen->state.hands_mm)
    fill(said, arm, view, 255);
  const nlohmann::json json = support::readJson(path);
  std::string line;
  for (const auto& object : json["objects"]) {
    const cv::Mat here = ids16 == object["id"].get<int>();
    any.setTo(255, here);
    const std::string kind = object["kind"];
    const int whole = cv::countNonZero(here), inside = cv::countNonZero(here & said);
    if (!isObstacle(kind) || whole < 400)
      continue;
    const double share = static_cast<double>(inside) / whole;
    ++sums.things;
    sums.found += share > 0.5 ? 1 : 0;
    sums.covered.push_back(share);
    line += " " + kind + " " + std::to_string(share).substr(0, 4);
  }
  for (const SeenObstacle& obstacle : seen->state.obstacles) {
    cv::Mat one = cv::Mat::zeros(image.size(), CV_8U);
    fill(one, obstacle.polygon_mm, view, 255);
    const double of_things = static_cast<double>(cv::countNonZero(one & any)) / std::max(1, cv::countNonZero(one));
    sums.wrong += of_things < 0.3 ? 1 : 0;
    if (of_things < 0.3)
      line += " NOTHING at " + std::to_string(cvRound(obstacle.polygon_mm[0].x())) + " " +
              std::to_string(cvRound(obstacle.polygon_mm[0].y()));
  }
  std::printf("%s: %zu outlines, %zu unseen parts, %.1f ms;%s\n", truth.name.c_str(), seen->state.obstacles.size(),
              seen->state.unseen_mm.size(), seen->state.stages_ms.at("obstacles"), line.c_str());
}

} // namespace

int main(int argc, char** argv) {
  Sums sums;
  for (const std::string& path : truthsIn({argv + 1, argv + argc}, "usage: accuracy_obstacles FOLDER_OR_TRUTH.json..."))
    compareObstacles(path, sums);
  std::printf("things n %d, found (more than half inside an outline) %d; share inside: median %.3f, lowest 5%% %.3f; "
              "outlines where nothing lies: %d\n",
              sums.things, sums.found, quantile(sums.covered, 0.5), quantile(sums.covered, 0.05), sums.wrong);
  return 0;
}
