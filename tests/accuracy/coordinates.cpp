// How often the coordinates printed around a board tell where a1 is, on rendered tables with exact truth and
// (optionally) on photographs, whose a1 is where the men stand: a board may lie the other way round.
//   accuracy_coordinates NETWORK TABLES_FOLDER [--photos FOLDER] [--only NAME] [--reduce FACTOR] [--each]
// --reduce: of smaller pictures, whose lens is not known.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include <opencv2/imgproc.hpp>

#include "models/median.h"
#include "support/table_truth.h"
#include "tests/accuracy/labelled_corners.h"
#include "vision/board_detector.h"
#include "vision/frame_source.h"
#include "vision/printed_coordinates.h"

namespace fs = std::filesystem;
using namespace linesman;
using nlohmann::json;

namespace {

struct Tally {
  int pictures = 0, told = 0, wrong = 0;
  std::vector<double> ms;
};

struct Options {
  std::string photos, only;
  double reduce = 1.0;
  bool each = false;
};

void look(const SignNetwork& network, const std::string& name, cv::Mat image, BoardRequest request,
          accuracy::LabelledCorners corners, Tally& tally, const Options& options) {
  if (options.reduce != 1.0) {
    cv::resize(image, image, {}, options.reduce, options.reduce, cv::INTER_AREA);
    for (Eigen::Vector2d& corner : corners)
      corner *= options.reduce;
    request.lens.reset();
  }
  const auto found = findBoard(image, request);
  if (!found) {
    std::cout << "  " << name << ": no board\n";
    return;
  }
  const auto begin = std::chrono::steady_clock::now();
  const auto chances = readCoordinates(network, image, *found);
  tally.ms.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
  const auto told = surelyTold(chances);
  const int truth = accuracy::turnTo(corners, *found).quarters;
  ++tally.pictures;
  tally.told += told ? 1 : 0;
  tally.wrong += told && *told != truth ? 1 : 0;
  if (options.each || (told && *told != truth))
    std::printf("  %s: %s, chances from the true corner on %.5f %.5f %.5f %.5f\n", name.c_str(),
                !told            ? "nothing told"
                : *told == truth ? "right"
                                 : "OTHERWISE",
                chances.as_seen[static_cast<std::size_t>(truth)],
                chances.as_seen[static_cast<std::size_t>((truth + 1) % 4)],
                chances.as_seen[static_cast<std::size_t>((truth + 2) % 4)],
                chances.as_seen[static_cast<std::size_t>((truth + 3) % 4)]);
}

void print(const std::string& what, Tally& tally) {
  std::cout << what << ": n " << tally.pictures << ", told " << tally.told << ", of these other than the truth has it "
            << tally.wrong;
  if (!tally.ms.empty())
    std::cout << "; time ms median " << medianOf(tally.ms) << " worst "
              << *std::max_element(tally.ms.begin(), tally.ms.end());
  std::cout << "\n";
}

} // namespace

int main(int argc, char** argv) {
  std::string network_file, tables;
  Options options;
  for (int k = 1; k < argc; ++k) {
    const std::string word = argv[k];
    if (word == "--photos" && k + 1 < argc)
      options.photos = argv[++k];
    else if (word == "--only" && k + 1 < argc)
      options.only = argv[++k];
    else if (word == "--reduce" && k + 1 < argc)
      options.reduce = std::atof(argv[++k]);
    else if (word == "--each")
      options.each = true;
    else
      (network_file.empty() ? network_file : tables) = word;
  }
  if (tables.empty()) {
    std::cerr << "usage: accuracy_coordinates NETWORK TABLES_FOLDER [--photos FOLDER] [--only NAME] [--reduce FACTOR] "
                 "[--each]\n";
    return 2;
  }
  const auto network = SignNetwork::load(network_file);
  if (!network) {
    std::cerr << network.error().sentence << "\n";
    return 2;
  }
  Tally drawn, photographed;
  for (const fs::path& file : support::truthFilesIn(tables, {options.only})) {
    const json all = support::readJson(file);
    if (!all.contains("objects"))
      continue;
    for (const json& board : all["objects"])
      if (board["kind"] == "board") {
        BoardRequest request;
        request.lens = support::trueLens(all);
        request.columns = request.rows = board["n"];
        const std::string n = std::to_string(request.columns);
        json corners = json::array();
        for (const std::string& name : {"g0_" + n, "g" + n + "_" + n, "g" + n + "_0", std::string("g0_0")})
          corners.push_back(board["keypoints"][name]["px"]);
        const auto image = readImage(support::pictureOf(file));
        if (image)
          look(*network, file.parent_path().filename().string() + "/" + file.stem().string(), *image, request,
               accuracy::cornersOf(corners), drawn, options);
      }
  }
  print("tables", drawn);
  if (!options.photos.empty()) {
    const json manifest = support::readJson(fs::path(options.photos) / "manifest.json");
    for (const json& entry : manifest["images"]) {
      const std::string kind = entry["kind"], file = entry["file"];
      if ((kind.rfind("chess", 0) != 0 && kind != "board-empty") || !entry["label"].contains("corners") ||
          file.find(options.only) == std::string::npos)
        continue;
      if (const auto image = readImage((fs::path(options.photos) / file).string()))
        look(*network, file, *image, {}, accuracy::cornersOf(entry["label"]["corners"]), photographed, options);
    }
    print("photographs", photographed);
  }
  return 0;
}
