// Finding and reading boards: bench_boards MODELS_FOLDER TABLES_FOLDER [--photos FOLDER]. Milliseconds of one core's
// work (not of waiting for it): the first look at every picture of a board, and at a match's frames what following the
// board and reading again the squares that changed takes.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/core/utility.hpp>

#include "support/quantile.h"
#include "support/table_truth.h"
#include "tests/accuracy/board_reader_of.h"
#include "vision/frame_source.h"
#include "vision/large_blocks.h"
#include "vision/square_crop.h"

namespace fs = std::filesystem;
using namespace linesman;
using nlohmann::json;

namespace {

double now_ms() {
  return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

template <class Work> double milliseconds(const Work& work) {
  const double begin = now_ms();
  work();
  return now_ms() - begin;
}

struct Times {
  std::map<std::string, std::vector<double>> of;
  void add(const std::string& what, double ms) { of[what].push_back(ms); }
  void print(const std::string& title) const {
    std::printf("%s\n", title.c_str());
    for (const auto& [what, ms] : of)
      std::printf("  %-34s n %3zu  median %.1f  95%% %.1f  worst %.1f ms\n", what.c_str(), ms.size(),
                  support::quantile(ms, 0.5), support::quantile(ms, 0.95), support::quantile(ms, 1.0));
  }
};

void firstLook(BoardReader& reader, const cv::Mat& image, const BoardRequest& request, Times& times) {
  Result<FoundBoard> found = fail("");
  const double find = milliseconds([&] { found = findBoard(image, request); });
  if (!found)
    return;
  reader.squares().forget();
  const double read = milliseconds([&] { reader.read(image, *found); });
  reader.spreadBeside(true);
  reader.squares().forget();
  times.add("first look of a watched board", find + milliseconds([&] { reader.read(image, *found); }));
  reader.spreadBeside(false);
  times.add("first look, men beside it too", find + read);
  times.add("  finding the board", find);
  times.add("  reading it", read);
  std::vector<float> crops(SquareCropShape::numbers * static_cast<std::size_t>(found->view.columns * found->view.rows));
  times.add("    of this: preparing the picture", milliseconds([&] { prepareCrops(image, found->view); }));
  times.add("    of this: cropping", milliseconds([&] {
              const CropSource source = prepareCrops(image, found->view);
              for (int k = 0; k < found->view.columns * found->view.rows; ++k)
                cropColumn(source, found->view.centre_mm(k % found->view.columns, k / found->view.columns),
                           crops.data() + static_cast<std::size_t>(k) * SquareCropShape::numbers);
            }));
  times.add("    of this: squares one by one, rings", milliseconds([&] {
              reader.squares().forget();
              reader.squares().readChanged(image, found->view);
            }));
  reader.read(image, *found); // the squares are all new since the measuring above
  times.add("the same picture again", milliseconds([&] { reader.read(image, *found); }));
}

void tables(BoardReader& reader, const fs::path& folder) {
  Times times;
  for (const fs::path& file : support::truthFilesIn(folder.string(), {"/chess_"})) {
    const json truth = support::readJson(file);
    reader.useCities(citiesOf(truth));
    firstLook(reader, *readImage(support::pictureOf(file)), boardRequestOf(truth), times);
  }
  reader.useCities({});
  times.print("rendered tables");
}

/// The frames of a match, one after the other: hands come and go, men move.
void frames(BoardReader& reader, const fs::path& folder) {
  Times times;
  std::optional<FoundBoard> board;
  bool hand_before = false;
  reader.squares().forget();
  for (const fs::path& file : support::picturesIn(folder)) {
    const cv::Mat image = *readImage(file.string());
    const json truth = support::readJson(fs::path(file).replace_extension(".json"));
    const BoardRequest request = boardRequestOf(truth);
    const bool hand = truth["sequence"]["phase"] == "hand", calm = !std::exchange(hand_before, hand) && !hand;
    Result<FoundBoard> found = fail("");
    const bool followed = board.has_value();
    const double follow = milliseconds([&] {
      found = followed ? followBoard(image, request, *board) : findBoard(image, request);
      if (!found && followed)
        found = findBoard(image, request);
    });
    if (!found)
      continue;
    board = *found;
    const double read = milliseconds([&] { reader.read(image, *found); });
    if (!followed)
      continue;
    const int changed = reader.squares().reread();
    times.add("  following the board", follow);
    times.add("  reading what changed", read);
    times.add(calm ? "a frame, no hand in it or before it" : "a frame with a hand or after one", follow + read);
    times.add(calm ? "  squares looked at, no hand" : "  squares looked at, hand", changed);
  }
  if (!times.of.empty())
    times.print(folder.filename().string() + ", frame after frame");
}

void photos(BoardReader& reader, const fs::path& folder) {
  Times times;
  const json manifest = support::readJson(folder / "manifest.json");
  for (const json& entry : manifest["images"]) {
    if (!entry["label"].contains("fen") || !entry["label"].contains("corners"))
      continue;
    const auto image = readImage((folder / entry["file"].get<std::string>()).string());
    BoardRequest request;
    request.known.coordinates = "a1";
    if (image)
      firstLook(reader, *image, request, times);
  }
  times.print("photographs");
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 3 || !fs::is_directory(argv[2])) {
    std::fprintf(stderr, "usage: bench_boards MODELS_FOLDER TABLES_FOLDER [--photos FOLDER]\n");
    return 2;
  }
  keepLargeBlocks();
  cv::setNumThreads(1);
  auto reader = boardReaderOf(argv[1]);
  if (!reader) {
    std::fprintf(stderr, "%s\n", reader.error().sentence.c_str());
    return 1;
  }
  tables(*reader, argv[2]);
  frames(*reader, fs::path(argv[2]) / "match_chess");
  if (argc > 4 && std::string(argv[3]) == "--photos")
    photos(*reader, argv[4]);
  return 0;
}
