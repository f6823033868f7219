// How often the right move is chosen when the position before it is known: from what `BoardReader` sees in one picture
// and the legal turns of King Down without powers, ranked as the referee ranks them (app/watch/board_evidence).
//   accuracy_moves MODELS_FOLDER TABLES_FOLDER [--verbose]
// Every rendered picture of an 8x8 board is the position after several made-up moves: one man at a time is put back to
// a square from which it may lawfully have come; the moves that were played in match_chess are counted separately.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <random>

#include <nlohmann/json.hpp>
#include <opencv2/core/utility.hpp>

#include "support/table_truth.h"
#include "tests/accuracy/board_reader_of.h"
#include "tests/accuracy/turn_choice.h"
#include "vision/frame_source.h"

namespace fs = std::filesystem;
using namespace linesman;
using nlohmann::json;

namespace {

/// The men on the board as letters, rank 8 first, '.' for none.
std::string lettersOf(const json& all) {
  std::string letters(64, '.');
  for (const json& o : all["objects"])
    if (o["kind"] == "piece" && o.contains("square") && o["square"].is_string() &&
        !(o.contains("on") && !o["on"].is_null())) {
      const std::string square = o["square"], type = o["type"];
      const char upper = type == "knight" ? 'N' : static_cast<char>(std::toupper(type[0]));
      letters[static_cast<std::size_t>((8 - (square[1] - '0')) * 8 + square[0] - 'a')] =
          o["side"] == "light" ? upper : static_cast<char>(std::tolower(upper));
    }
  return letters;
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: accuracy_moves MODELS_FOLDER TABLES_FOLDER [--verbose]\n";
    return 2;
  }
  cv::setNumThreads(1);
  const bool verbose = argc > 3 && std::string(argv[3]) == "--verbose";
  auto reader = boardReaderOf(argv[1]);
  if (!reader) {
    std::cerr << reader.error().sentence << "\n";
    return 1;
  }
  Choice made_up, played;
  std::mt19937 rng(7);
  std::map<std::string, TableState> match; // by frame
  for (const fs::path& file : support::truthFilesIn(argv[2], {"/chess_", "/match_chess/f"})) {
    const json all = support::readJson(file);
    const auto board =
        std::find_if(all["objects"].begin(), all["objects"].end(), [](const json& o) { return o["kind"] == "board"; });
    const bool hand =
        std::any_of(all["objects"].begin(), all["objects"].end(), [](const json& o) { return o["kind"] == "hand"; });
    if (board == all["objects"].end() || (*board)["n"] != 8)
      continue;
    const auto image = readImage(support::pictureOf(file));
    BoardRequest request;
    request.lens = support::trueLens(all);
    request.known.coordinates = "a1";
    auto found = findBoard(*image, request);
    if (!found)
      continue;
    reader->squares().forget();
    TableState seen;
    seen.board = reader->read(*image, *found);
    if (file.parent_path().filename() == "match_chess")
      match[file.stem().string()] = seen;
    if (hand)
      continue;
    app::BoardEvidence evidence; // of this picture alone
    evidence.look(seen);
    const std::string after = lettersOf(all);
    int tried = 0;
    for (int k = 0; k < 400 && tried < 8; ++k) {
      const std::size_t to = rng() % 64, from = rng() % 64;
      if (after[to] == '.' || after[from] != '.')
        continue;
      std::string before = after;
      std::swap(before[to], before[from]);
      const bool white = std::isupper(static_cast<unsigned char>(after[to])) != 0;
      const int count = made_up.all;
      choose(evidence, positionOf(before, white), positionOf(after, !white), made_up, file.stem().string(), verbose);
      tried += made_up.all - count;
    }
  }
  const fs::path events = fs::path(argv[2]) / "match_chess" / "match.json";
  if (fs::exists(events)) {
    const json game_played = support::readJson(events);
    app::BoardEvidence evidence; // with how every square looked before
    evidence.look(match["f00"]);
    const app::BoardContents start = app::contentsOf(game, game_played["initial"]["position"]);
    evidence.accept(start, start);
    for (const json& e : game_played["events"])
      if (e["kind"] == "move" || e["kind"] == "capture") {
        char name[8];
        std::snprintf(name, sizeof name, "f%02d", e["frame_after"].get<int>());
        if (!match.contains(name))
          continue;
        evidence.look(match[name]);
        choose(evidence, e["position_before"], e["position_after"], played, name, verbose);
        evidence.accept(app::contentsOf(game, e["position_before"]), app::contentsOf(game, e["position_after"]));
      }
  }
  print("made-up moves in rendered pictures", made_up);
  print("moves of match_chess", played);
  return 0;
}
