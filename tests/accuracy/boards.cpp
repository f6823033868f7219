// How well boards are found and read, on rendered tables with exact truth and (optionally) on real photographs.
//   accuracy_boards TABLES_FOLDER [--photos FOLDER] [--draw FOLDER] [--only NAME] [--each]
// --each prints every pose's error (rotation vector rad, translation mm) and stated sigma.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>

#include <nlohmann/json.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "models/uncertain_pose.h"
#include "support/table_truth.h"
#include "tests/accuracy/labelled_corners.h"
#include "tests/accuracy/normalised_error.h"
#include "tests/support/quantile.h"
#include "vision/board_detector.h"
#include "vision/frame_source.h"

namespace fs = std::filesystem;
using namespace linesman;
using nlohmann::json;

namespace {

using support::quantile;

struct Options {
  std::string tables, photos, draw, only;
  bool each = false;
};

void print(const std::string& what, const std::vector<double>& v) {
  std::cout << what << ": n " << v.size() << "  median " << quantile(v, 0.5) << "  95 % " << quantile(v, 0.95)
            << "  worst " << quantile(v, 1.0) << "\n";
}

struct Truth {
  json all, board;
  Lens lens;
  Pose<CameraFrame, TableFrame> camera_from_table;
};

Truth readTruth(const fs::path& path) {
  Truth t;
  t.all = support::readJson(path);
  for (const json& o : t.all["objects"])
    if (o["kind"] == "board")
      t.board = o;
  t.lens = support::trueLens(t.all);
  t.camera_from_table = support::trueCameraPose(t.all);
  return t;
}

void drawGrid(cv::Mat& image, const BoardView& view) {
  for (int k = 0; k <= view.columns; ++k)
    for (int j = 0; j < view.rows; ++j) {
      const auto a = view.pixel(view.corner_mm(k, j)), b = view.pixel(view.corner_mm(k, j + 1));
      cv::line(image, cv::Point2d(a.x(), a.y()), cv::Point2d(b.x(), b.y()), {0, 255, 255}, 1, cv::LINE_AA);
    }
  for (int k = 0; k <= view.rows; ++k)
    for (int j = 0; j < view.columns; ++j) {
      const auto a = view.pixel(view.corner_mm(j, k)), b = view.pixel(view.corner_mm(j + 1, k));
      cv::line(image, cv::Point2d(a.x(), a.y()), cv::Point2d(b.x(), b.y()), {255, 255, 0}, 1, cv::LINE_AA);
    }
}

struct Tally {
  int pictures = 0, found = 0;
  std::vector<double> corner_px, per_picture_px, ms, sigmas;
  std::optional<accuracy::NormalisedErrors> normalised; ///< of poses: six numbers, on a known table four
};

/// camera_from_board of the truth, from the grid's corners.
Pose<CameraFrame, BoardFrame> trueBoardPose(const Truth& truth) {
  const int n = truth.board["n"];
  const auto corner = [&](int i, int j) {
    const json& xyz = truth.board["keypoints"]["g" + std::to_string(i) + "_" + std::to_string(j)]["xyz"];
    return Eigen::Vector3d(xyz[0], xyz[1], xyz[2]);
  };
  Eigen::Matrix3d axes;
  axes.col(0) = (corner(n, 0) - corner(0, 0)).normalized();
  axes.col(1) = (corner(0, n) - corner(0, 0)).normalized();
  axes.col(2) = axes.col(0).cross(axes.col(1));
  const Pose<TableFrame, BoardFrame> table_from_board{
      axes, 0.25 * (corner(0, 0) + corner(n, 0) + corner(0, n) + corner(n, n))};
  return truth.camera_from_table * table_from_board;
}

/// Residual and size of a square in the middle, which tell a board from what is none.
void printFit(const std::string& name, const FoundBoard& found) {
  const double square_px = found.view.middleSquare_px();
  std::cout << "  " << name << " rms " << found.rms_px << " px, square " << square_px << " px, share "
            << found.rms_px / square_px << "\n";
}

/// One way of looking: with the lens or not, with the table known from the truth's camera (as markers give it) or not.
void lookAt(const Truth& truth, const cv::Mat& image, bool lens, bool table, Tally& tally, const std::string& name,
            const Options& options) {
  BoardRequest request;
  request.columns = request.rows = truth.board["n"];
  if (lens)
    request.lens = truth.lens;
  if (table) {
    TableRegistration registration;
    registration.lens = truth.lens;
    registration.registration.ok = true;
    registration.registration.from = Registration::From::markers;
    registration.registration.camera_from_table.pose = truth.camera_from_table;
    request.table = registration;
  }
  request.known.square_mm = truth.board["square_mm"].get<double>();
  const auto begin = std::chrono::steady_clock::now();
  const auto found = findBoard(image, request);
  tally.ms.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
  ++tally.pictures;
  if (!found) {
    std::cout << "  " << name << ": not found\n";
    return;
  }
  const int n = truth.board["n"];
  std::vector<double> errors;
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= n; ++j) {
      const json& px = truth.board["keypoints"]["g" + std::to_string(i) + "_" + std::to_string(j)]["px"];
      errors.push_back((found->view.pixel(found->view.corner_mm(i, j)) - Eigen::Vector2d(px[0], px[1])).norm());
    }
  const double median = quantile(errors, 0.5);
  if (median < 10.0) {
    ++tally.found;
    tally.corner_px.insert(tally.corner_px.end(), errors.begin(), errors.end());
    tally.per_picture_px.push_back(median);
    const Vector6d off = errorBetween(trueBoardPose(truth), found->view.camera_from_board);
    tally.normalised->add(off, found->covariance);
    if (options.each) {
      printFit(name, *found);
      std::cout << "  " << name << " off " << off.transpose() << "\n    sigma "
                << found->covariance.diagonal().cwiseSqrt().transpose() << "\n";
    }
    for (int k = 0; k < 6; ++k)
      tally.sigmas.push_back(std::abs(off[k]) / std::sqrt(found->covariance(k, k)));
  }
  if (median > 0.7)
    std::cout << "  " << name << ": median corner error " << median << " px, rms " << found->rms_px << "\n";
  if (!options.draw.empty()) {
    cv::Mat drawn = image.clone();
    drawGrid(drawn, found->view);
    cv::imwrite(options.draw + "/" + name + (lens ? "_lens" : "") + (table ? "_table" : "") + ".png", drawn);
  }
}

void registration(const std::vector<fs::path>& files, const Options& options) {
  for (const auto& [what, lens, table] : {std::tuple{"no markers, lens known", true, false},
                                          {"no markers, lens unknown", false, false},
                                          {"table known (as from markers)", true, true}}) {
    Tally tally;
    tally.normalised.emplace(table ? 4 : 6);
    std::cout << what << "\n";
    for (const fs::path& file : files) {
      const Truth truth = readTruth(file);
      if (truth.board.is_null())
        continue;
      const auto image = readImage(support::pictureOf(file));
      lookAt(truth, *image, lens, table, tally, file.parent_path().filename().string() + "_" + file.stem().string(),
             options);
    }
    std::cout << "  found " << tally.found << " of " << tally.pictures << "\n";
    print("  grid corner error px", tally.corner_px);
    print("  median of each picture px", tally.per_picture_px);
    std::cout << std::flush;
    tally.normalised->print("  pose against its covariance");
    std::fflush(stdout);
    print("  errors of its numbers, sigma", tally.sigmas);
    print("  time ms", tally.ms);
  }
}

std::vector<fs::path> tableFiles(const Options& options) {
  std::vector<fs::path> files = support::boardTruthsIn(options.tables);
  std::erase_if(files, [&](const fs::path& file) { return file.string().find(options.only) == std::string::npos; });
  return files;
}

void photos(const Options& options) {
  const json manifest = support::readJson(fs::path(options.photos) / "manifest.json");
  Tally tally;
  for (const json& entry : manifest["images"]) {
    const std::string kind = entry["kind"];
    if ((kind.rfind("chess", 0) != 0 && kind != "board-empty") || !entry["label"].contains("corners"))
      continue;
    const std::string file = entry["file"];
    if (!options.only.empty() && file.find(options.only) == std::string::npos)
      continue;
    const auto image = readImage((fs::path(options.photos) / file).string());
    if (!image)
      continue;
    BoardRequest request;
    const auto begin = std::chrono::steady_clock::now();
    auto found = findBoard(*image, request);
    tally.ms.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    ++tally.pictures;
    if (!found) {
      std::cout << "  " << file << ": not found\n";
      continue;
    }
    const double least = accuracy::turnTo(accuracy::cornersOf(entry["label"]["corners"]), *found).worst_px;
    const double square =
        (found->view.pixel(found->view.corner_mm(4, 4)) - found->view.pixel(found->view.corner_mm(5, 4))).norm();
    if (options.each)
      printFit(file, *found);
    tally.per_picture_px.push_back(least / square);
    if (least < 0.5 * square)
      ++tally.found;
    if (least > 0.25 * square)
      std::cout << "  " << file << " " << kind << ": worst corner " << least << " px = " << least / square
                << " squares\n";
    if (!options.draw.empty()) {
      cv::Mat drawn = image->clone();
      drawGrid(drawn, found->view);
      cv::resize(drawn, drawn, {}, 1000.0 / drawn.cols, 1000.0 / drawn.cols, cv::INTER_AREA);
      cv::imwrite(options.draw + "/photo_" + file + ".png", drawn);
    }
  }
  std::cout << "photographs: board found (worst corner within half a square) " << tally.found << " of "
            << tally.pictures << "\n";
  print("  worst corner, squares", tally.per_picture_px);
  print("  time ms", tally.ms);
}

} // namespace

int main(int argc, char** argv) {
  Options options;
  for (int k = 1; k < argc; ++k) {
    const std::string word = argv[k];
    if (word == "--photos" && k + 1 < argc)
      options.photos = argv[++k];
    else if (word == "--draw" && k + 1 < argc)
      options.draw = argv[++k];
    else if (word == "--only" && k + 1 < argc)
      options.only = argv[++k];
    else if (word == "--each")
      options.each = true;
    else
      options.tables = word;
  }
  if (options.tables.empty() && options.photos.empty()) {
    std::cerr << "usage: accuracy_boards TABLES_FOLDER [--photos FOLDER] [--draw FOLDER] [--only NAME] [--each]\n";
    return 2;
  }
  if (!options.tables.empty())
    registration(tableFiles(options), options);
  if (!options.photos.empty())
    photos(options);
  return 0;
}
