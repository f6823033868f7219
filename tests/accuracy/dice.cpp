// How well top faces of dice are read.
//   accuracy_dice MODELS_FOLDER TABLES_FOLDER [--photos FOLDER] [--verbose] [--windows PREFIX]
// Rendered tables: dice on the cities of boards found without markers (at least 35 % visible), and every other square
// of the same pictures for dice that are not there; where cities are is told by the board file, as in a game.
// Photographs: dice lying about, looked at where their boxes are labelled.
// MODELS_FOLDER holds the networks that read squares; dice.onnx is the program's own (LINESMAN_DATA=FOLDER for the one
// in FOLDER/models/detectors).
// --windows keeps what the die reader sees, to look at: PREFIX.dice, 144 x 144 x 3 bytes each (cities with dice, other
// squares, photographed dice), and PREFIX.txt, a line "face where" each, face 0 where no die lies.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>

#include <nlohmann/json.hpp>
#include <opencv2/core/utility.hpp>

#include "support/table_truth.h"
#include "tests/accuracy/board_reader_of.h"
#include "vision/frame_source.h"
#include "vision/square_crop.h"

namespace fs = std::filesystem;
using namespace linesman;
using nlohmann::json;

namespace {

struct Tally {
  int dice = 0, right = 0, wrong = 0, surely_wrong = 0, elsewhere = 0, squares = 0;
  void count(int truth, const SeenDie& told) {
    ++dice;
    right += told.face == truth ? 1 : 0;
    if (told.face > 0 && told.face != truth) {
      ++wrong;
      surely_wrong += told.sure() ? 1 : 0;
    }
  }
  std::string text() const {
    return "right " + std::to_string(right) + " of " + std::to_string(dice) + " = " +
           std::to_string(static_cast<double>(right) / std::max(1, dice)) + ", another face told " +
           std::to_string(wrong) + ", of these surely " + std::to_string(surely_wrong);
  }
};

struct Windows {
  std::ofstream dice, lines;
  void write(const cv::Mat& window, int face, const std::string& where) {
    if (!lines.is_open())
      return;
    dice.write(reinterpret_cast<const char*>(window.data),
               static_cast<std::streamsize>(window.total() * window.elemSize()));
    lines << face << " " << where << "\n";
  }
};

/// Windows of all squares: those of cities and those where nothing of that sort is.
void keepWindows(const cv::Mat& image, const BoardView& view, const json& all, const std::string& name, Windows& keep) {
  for (int rank = 0; rank < view.rows; ++rank)
    for (int file = 0; file < view.columns; ++file) {
      const std::string square = squareName(file, rank);
      int face = 0;
      for (const json& o : all["objects"])
        if (o["kind"] == "die" && o["square"] == square)
          face = o.value("visible_fraction", 1.0) >= 0.35 ? o["value"].get<int>() : -1;
      if (face >= 0)
        keep.write(DieReader::windowOf(image, view, view.centre_mm(file, rank)), face, name + " " + square);
    }
}

void tables(BoardReader& reader, const std::string& folder, bool verbose, Windows& keep) {
  Tally tally;
  for (const fs::path& file : support::truthFilesIn(folder, {"/chess_"})) {
    const json all = support::readJson(file);
    const auto image = readImage(support::pictureOf(file));
    const BoardRequest request = boardRequestOf(all);
    auto found = findBoard(*image, request);
    if (!found)
      continue;
    reader.squares().forget();
    reader.useCities(citiesOf(all));
    auto dice = reader.read(*image, *found).dice;
    keepWindows(*image, found->view, all, file.stem().string(), keep);
    tally.squares += request.columns * request.rows;
    for (const json& o : all["objects"]) {
      if (o["kind"] != "die")
        continue;
      const auto told =
          std::find_if(dice.begin(), dice.end(), [&](const SeenDie& d) { return d.square == o["square"]; });
      const SeenDie die = told == dice.end() ? SeenDie{} : *told;
      if (o.value("visible_fraction", 1.0) >= 0.35) {
        tally.count(o["value"], die);
        if (verbose && die.face != o["value"])
          std::cout << "  " << file.stem().string() << " " << o["square"] << " " << o["value"] << ": " << die.face
                    << " p " << die.p << "\n";
      }
      if (told != dice.end())
        dice.erase(told);
    }
    tally.elsewhere += static_cast<int>(dice.size());
    for (const SeenDie& die : dice)
      if (verbose)
        std::cout << "  " << file.stem().string() << " " << die.square << " none: " << die.face << "\n";
  }
  std::cout << "rendered tables: " << tally.text() << ", dice told where none is " << tally.elsewhere
            << " (squares looked at " << tally.squares << ")\n";
}

void photos(const std::string& folder, bool verbose, Windows& keep) {
  Tally tally;
  const json manifest = support::readJson(fs::path(folder) / "manifest.json");
  for (const json& entry : manifest["images"]) {
    if (entry["kind"] != "dice")
      continue;
    const auto image = readImage((fs::path(folder) / entry["file"].get<std::string>()).string());
    for (const json& d : entry["label"]["dice"]) {
      const double width = d[3], height = d[4];
      const Eigen::Vector2d middle(d[1].get<double>() + 0.5 * width, d[2].get<double>() + 0.5 * height);
      const double edge_px = 0.75 * std::max(width, height);
      const DieReading told = DieReader{}.readPicture(*image, middle, edge_px);
      keep.write(DieReader::windowOf(*image, middle, edge_px), d[0], entry["file"].get<std::string>() + " " + d.dump());
      tally.count(d[0], {"", told.face, told.p});
      if (verbose && told.face != d[0])
        std::cout << "  " << entry["file"] << " " << d << ": " << told.face << " p " << told.p << "\n";
    }
  }
  std::cout << "photographed dice: " << tally.text() << "\n";
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: accuracy_dice MODELS_FOLDER TABLES_FOLDER [--photos FOLDER] [--verbose] [--windows PREFIX]\n";
    return 2;
  }
  cv::setNumThreads(1);
  std::string photo_folder;
  bool verbose = false;
  Windows keep;
  for (int k = 3; k < argc; ++k) {
    if (std::string(argv[k]) == "--photos" && k + 1 < argc)
      photo_folder = argv[++k];
    if (std::string(argv[k]) == "--windows" && k + 1 < argc) {
      const std::string prefix = argv[++k];
      keep = {std::ofstream(prefix + ".dice", std::ios::binary), std::ofstream(prefix + ".txt")};
    }
    verbose = verbose || std::string(argv[k]) == "--verbose";
  }
  auto reader = boardReaderOf(argv[1]);
  if (!reader) {
    std::cerr << reader.error().sentence << "\n";
    return 1;
  }
  tables(*reader, argv[2], verbose, keep);
  if (!photo_folder.empty() && fs::exists(photo_folder))
    photos(photo_folder, verbose, keep);
  return 0;
}
