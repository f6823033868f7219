// How well top faces of dice are read.
//   accuracy_dice MODELS_FOLDER TABLES_FOLDER [--photos FOLDER] [--verbose]
// Rendered tables: dice on the cities of boards found without markers (at least 35 % visible), and every other square
// of the same pictures for dice that are not there; where cities are is told by the board file, as in a game.
// Photographs: dice lying about, looked at where their boxes are labelled.
#include <algorithm>
#include <filesystem>
#include <iostream>

#include <nlohmann/json.hpp>
#include <opencv2/core/utility.hpp>

#include "support/table_truth.h"
#include "tests/accuracy/board_reader_of.h"
#include "vision/frame_source.h"

namespace fs = std::filesystem;
using namespace linesman;
using nlohmann::json;

namespace {

struct Tally {
  int dice = 0, right = 0, wrong = 0, elsewhere = 0, squares = 0;
  void count(int truth, int told) {
    ++dice;
    right += told == truth ? 1 : 0;
    wrong += told > 0 && told != truth ? 1 : 0;
  }
};

void tables(BoardReader& reader, const std::string& folder, bool verbose) {
  Tally tally;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".json" && entry.path().filename().string().starts_with("chess_"))
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    const json all = support::readJson(file);
    const auto image = readImage(fs::path(file).replace_extension(".jpg").string());
    const BoardRequest request = boardRequestOf(all);
    auto found = findBoard(*image, request);
    if (!found)
      continue;
    reader.squares().forget();
    reader.useCities(citiesOf(all));
    auto dice = reader.read(*image, *found).dice;
    tally.squares += request.columns * request.rows;
    for (const json& o : all["objects"]) {
      if (o["kind"] != "die")
        continue;
      const auto told =
          std::find_if(dice.begin(), dice.end(), [&](const SeenDie& d) { return d.square == o["square"]; });
      const int face = told == dice.end() ? 0 : told->face;
      if (o.value("visible_fraction", 1.0) >= 0.35) {
        tally.count(o["value"], face);
        if (verbose && face != o["value"])
          std::cout << "  " << file.stem().string() << " " << o["square"] << " " << o["value"] << ": " << face << "\n";
      }
      if (told != dice.end())
        dice.erase(told);
    }
    tally.elsewhere += static_cast<int>(dice.size());
  }
  std::cout << "rendered tables: right " << tally.right << " of " << tally.dice << " = "
            << static_cast<double>(tally.right) / std::max(1, tally.dice) << ", another face told " << tally.wrong
            << ", dice told where none is " << tally.elsewhere << " (squares looked at " << tally.squares << ")\n";
}

void photos(const std::string& folder, bool verbose) {
  Tally tally;
  const json manifest = support::readJson(fs::path(folder) / "manifest.json");
  for (const json& entry : manifest["images"]) {
    if (entry["kind"] != "dice")
      continue;
    const auto image = readImage((fs::path(folder) / entry["file"].get<std::string>()).string());
    for (const json& d : entry["label"]["dice"]) {
      const double width = d[3], height = d[4];
      const DieReading told =
          DieReader{}.readPicture(*image, {d[1].get<double>() + 0.5 * width, d[2].get<double>() + 0.5 * height},
                                  0.75 * std::max(width, height));
      tally.count(d[0], told.face);
      if (verbose && told.face != d[0])
        std::cout << "  " << entry["file"] << " " << d << ": " << told.face << " p " << told.p << "\n";
    }
  }
  std::cout << "photographed dice: right " << tally.right << " of " << tally.dice << " = "
            << static_cast<double>(tally.right) / std::max(1, tally.dice) << ", another face told " << tally.wrong
            << "\n";
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: accuracy_dice MODELS_FOLDER TABLES_FOLDER [--photos FOLDER] [--verbose]\n";
    return 2;
  }
  cv::setNumThreads(1);
  std::string photo_folder;
  bool verbose = false;
  for (int k = 3; k < argc; ++k) {
    if (std::string(argv[k]) == "--photos" && k + 1 < argc)
      photo_folder = argv[++k];
    verbose = verbose || std::string(argv[k]) == "--verbose";
  }
  auto reader = boardReaderOf(argv[1]);
  if (!reader) {
    std::cerr << reader.error().sentence << "\n";
    return 1;
  }
  tables(*reader, argv[2], verbose);
  if (!photo_folder.empty() && fs::exists(photo_folder))
    photos(photo_folder, verbose);
  return 0;
}
