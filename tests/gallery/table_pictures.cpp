// Pictures of a game on squares in play, for the gallery of the window:
//   gallery_table_pictures GAME POSITION_FILE FOLDER [TURN]...
// Draws the position at rest, then a hand and the board after each turn (legal or not; the board is then as the text
// says). Writes 000.jpg .., lens.yml and table.toml. A turn is written as from which square to which, e2e4.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <nlohmann/json.hpp>

#include "app/watch/board_contents.h"
#include "calibration/lens_file.h"
#include "tests/support/table_painter.h"
#include "vision/picture_file.h"

namespace {

using namespace linesman;

test::TablePainter::Settings settingsOf(const std::string& game) {
  test::TablePainter::Settings settings;
  settings.board = game == "king_down" ? 8 : 10;
  settings.square_mm = game == "king_down" ? 48.0 : 40.0;
  settings.distance_mm = 640.0;
  settings.tilt_rad = 0.35;
  if (game == "armada_chess")
    settings.printed = "companion-10x10";
  return settings;
}

void writeTable(const TableFile& table, const std::filesystem::path& path) {
  std::ofstream out(path);
  if (!table.markers.empty()) {
    out << "[markers]\ndictionary = \"" << table.dictionary << "\"\nthickness_mm = " << table.marker_thickness_mm
        << "\ntags = [\n";
    for (const TableMarker& marker : table.markers)
      out << "  { id = " << marker.id << ", size_mm = " << marker.size_mm << ", centre_mm = [" << marker.centre_mm.x()
          << ", " << marker.centre_mm.y() << "], heading_deg = 0.0 },\n";
    out << "]\n";
  }
  const KnownBoard& board = *table.board;
  out << "[board]\ndefinition = \"" << board.definition << "\"\nsquare_mm = " << *board.square_mm
      << "\nthickness_mm = 0.0\ncoordinates = \"a1\"\n";
  if (board.centre_mm)
    out << "centre_mm = [0.0, 0.0]\nheading_deg = 0.0\n";
  out << "[pieces]\nset = \"tokens\"\n";
}

test::PaintedTable tableOf(const app::BoardContents& contents) {
  test::PaintedTable table;
  for (const auto& [square, man] : contents.men) {
    table.men[square] = {man.rider.empty() ? man.kind : man.rider, man.side};
    if (!man.rider.empty())
      table.stacked.insert(square);
  }
  return table;
}

class Pictures {
public:
  Pictures(test::TablePainter& painter, std::filesystem::path folder) : painter_(painter), folder_(std::move(folder)) {}
  void add(const test::PaintedTable& table, int times) {
    for (int i = 0; i < times; ++i) {
      char name[16];
      std::snprintf(name, sizeof name, "%03d.jpg", count_++);
      (void)writeImage((folder_ / name).string(), painter_.paint(table), 92);
    }
  }

private:
  test::TablePainter& painter_;
  std::filesystem::path folder_;
  int count_ = 0;
};

} // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: gallery_table_pictures GAME POSITION_FILE FOLDER [FROMTO]...\n");
    return 2;
  }
  std::ifstream in(argv[2]);
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  const nlohmann::json position = text.starts_with("{") ? nlohmann::json::parse(text) : nlohmann::json(text);
  app::BoardContents contents = app::contentsOf(argv[1], position);
  const auto settings = settingsOf(argv[1]);
  test::TablePainter painter(settings);
  const std::filesystem::path folder(argv[3]);
  std::filesystem::create_directories(folder);
  (void)writeLens(painter.lens(), (folder / "lens.yml").string());
  writeTable(painter.table(), folder / "table.toml");
  Pictures pictures(painter, folder);
  pictures.add(tableOf(contents), 8);
  for (int i = 4; i < argc; ++i) {
    const std::string turn = argv[i];
    const std::size_t end = turn.find_first_of("abcdefghij", 1);
    const std::string from = turn.substr(0, end), to = turn.substr(end);
    const double half = 0.5 * settings.board;
    test::PaintedTable table = tableOf(contents);
    table.hand_mm =
        settings.square_mm * Eigen::Vector2d(from[0] - 'a' + 0.5 - half, std::stoi(from.substr(1)) - 0.5 - half);
    pictures.add(table, 2);
    contents.men[to] = contents.men[from];
    contents.men.erase(from);
    pictures.add(tableOf(contents), 8);
  }
  return 0;
}
