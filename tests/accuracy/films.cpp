// How a real game that was filmed is read: the squares of its still frames, and the turn chosen among all lawful ones
// when the position before it is known, ranked as the referee ranks them (app/watch/board_evidence).
//   accuracy_films MODELS_FOLDER PHOTOS_FOLDER [--verbose]
// PHOTOS_FOLDER/manifest.json names films (kind video-game) with still frames and the position in each. No lens, no
// markers; the first still's position tells which corner is a1. Stills more than one turn apart are looked at, but no
// turn is chosen between them.
#include <filesystem>

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

/// "rnbqkbnr/8/..." as letters, rank 8 first, '.' for none.
std::string lettersOf(const std::string& fen) {
  std::string letters;
  for (const char c : fen)
    if (c >= '1' && c <= '8')
      letters.append(static_cast<std::size_t>(c - '0'), '.');
    else if (c != '/')
      letters += c;
  return letters;
}

std::string lettersOf(const SeenBoard& board) {
  std::string letters(64, '.');
  for (const SeenBoardPiece& piece : board.pieces) {
    const char upper = piece.kind == "knight" ? 'N' : static_cast<char>(std::toupper(piece.kind[0]));
    letters[static_cast<std::size_t>((8 - (piece.square[1] - '0')) * 8 + piece.square[0] - 'a')] =
        piece.side == "light" ? upper : static_cast<char>(std::tolower(upper));
  }
  return letters;
}

int equal(const std::string& a, const std::string& b) {
  int count = 0;
  for (std::size_t k = 0; k < a.size(); ++k)
    count += a[k] == b[k] ? 1 : 0;
  return count;
}

Eigen::Vector2d cornerA1(const FoundBoard& found) {
  return found.view.pixel(found.view.corner_mm(0, 0));
}

/// The board of one still, found anew. `a1`: pixel of a1's corner, once the first still has told it.
std::optional<SeenBoard> readStill(BoardReader& reader, const cv::Mat& image, const std::string& letters,
                                   std::optional<Eigen::Vector2d>& a1) {
  BoardRequest request;
  request.known.coordinates = "a1"; // turned below
  const auto found = findBoard(image, request);
  if (!found)
    return std::nullopt;
  std::vector<FoundBoard> turned;
  for (int quarters = 0; quarters < 4; ++quarters)
    turned.push_back(found->turned(quarters));
  const auto read = [&](FoundBoard& board) {
    reader.squares().forget();
    return reader.read(image, board);
  };
  if (!a1) {
    auto best = std::max_element(turned.begin(), turned.end(), [&](FoundBoard& a, FoundBoard& b) {
      return equal(lettersOf(read(a)), letters) < equal(lettersOf(read(b)), letters);
    });
    a1 = cornerA1(*best);
  }
  const auto nearest = std::min_element(turned.begin(), turned.end(), [&](const FoundBoard& a, const FoundBoard& b) {
    return (cornerA1(a) - *a1).norm() < (cornerA1(b) - *a1).norm();
  });
  return read(*nearest);
}

/// Frames of a film by number.
std::map<int, cv::Mat> framesOf(const fs::path& film, const json& stills) {
  std::map<int, cv::Mat> frames;
  auto source = openSource(film.string());
  for (int number = 0; source; ++number) {
    auto frame = (*source)->next();
    if (!frame || !*frame)
      break;
    for (const json& still : stills)
      if (still[0] == number)
        frames[number] = (*frame)->image.clone();
  }
  return frames;
}

void watch(BoardReader& reader, const fs::path& film, const json& stills, bool verbose) {
  auto frames = framesOf(film, stills);
  std::optional<Eigen::Vector2d> a1;
  app::BoardEvidence evidence;
  Choice turns;
  int right = 0, squares = 0, whole = 0, boards = 0;
  std::string before;
  bool white = true; // who is to move
  for (const json& still : stills) {
    const std::string letters = lettersOf(still[1].get<std::string>());
    const auto board = frames.contains(still[0]) ? readStill(reader, frames[still[0]], letters, a1) : std::nullopt;
    if (!board) {
      std::cout << "  frame " << still[0] << ": no board\n";
      continue;
    }
    const int equals = equal(lettersOf(*board), letters);
    right += equals;
    squares += 64;
    ++boards;
    whole += equals == 64 ? 1 : 0;
    if (verbose)
      std::cout << "  frame " << still[0] << ": " << equals << " of 64 squares\n    read " << lettersOf(*board)
                << "\n    true " << letters << "\n";
    TableState state;
    state.board = *board;
    evidence.look(state);
    const std::string was = before.empty() ? letters : before;
    const bool one_turn = !before.empty() && 64 - equal(was, letters) == 2;
    if (one_turn) {
      choose(evidence, positionOf(was, white), positionOf(letters, !white), turns, "frame " + still[0].dump(), verbose);
      white = !white;
    }
    evidence.accept(app::contentsOf(game, positionOf(was, white)), app::contentsOf(game, positionOf(letters, white)));
    before = letters;
  }
  std::cout << film.filename().string() << ": stills with a board " << boards << " of " << stills.size()
            << ", squares right " << right << " of " << squares << ", whole boards " << whole << "\n";
  print("  turns", turns);
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: accuracy_films MODELS_FOLDER PHOTOS_FOLDER [--verbose]\n";
    return 2;
  }
  cv::setNumThreads(1);
  auto reader = boardReaderOf(argv[1]);
  if (!reader) {
    std::cerr << reader.error().sentence << "\n";
    return 1;
  }
  const json manifest = support::readJson(fs::path(argv[2]) / "manifest.json");
  bool any = false;
  for (const json& entry : manifest["images"])
    if (entry["kind"] == "video-game") {
      any = true;
      watch(*reader, fs::path(argv[2]) / entry["file"].get<std::string>(), entry["label"]["still_frames"],
            argc > 3 && std::string(argv[3]) == "--verbose");
    }
  if (any)
    return 0;
  std::cerr << argv[2] << "/manifest.json names no film (kind video-game), so nothing was read.\n";
  return 1;
}
