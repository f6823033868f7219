#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "app/command.h"
#include "app/commands/output_file.h"
#include "app/watch/board_contents.h"
#include "calibration/layout.h"
#include "calibration/lens_file.h"
#include "calibration/table_registration.h"
#include "models/board_size.h"
#include "models/text_file.h"
#include "rules/square_board.h"
#include "vision/board_detector.h"
#include "vision/frame_source.h"
#include "vision/taught_set.h"

namespace linesman::app {

namespace {

struct Options {
  std::string lens, table, game = "king_down", output;
  std::vector<std::string> positions, images;
};

constexpr const char* start_position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

bool isLetter(const std::string& game, char letter) {
  return letterOf(game, manOf(game, letter).kind) != 0;
}

/// Men by square, rank by rank from a1. A text that is no position of this board, or a letter that the game does not
/// have, is one sentence.
Result<std::vector<BoardMan>> menBySquare(const std::string& game, const std::string& position, int columns, int rows) {
  const auto bad = [&](const std::string& why) {
    return fail("The position \"" + position + "\" cannot be read: " + why + ".");
  };
  const auto placed = rules::readBoardField({columns, rows}, position.substr(0, position.find(' ')));
  if (!placed)
    return bad(placed.error().sentence);
  std::vector<BoardMan> men(static_cast<std::size_t>(columns * rows));
  for (const auto& [square, letter] : *placed) {
    if (letter == '*') // a mark on the board, no man
      continue;
    if (!isLetter(game, letter)) {
      std::string letters;
      for (char c = 'A'; c <= 'Z'; ++c)
        letters += isLetter(game, c) ? std::string(" ") + c : "";
      return bad(std::string("\"") + letter + "\" is no man of " + game + ", whose letters are" + letters +
                 " (small ones for the dark side)");
    }
    const SquareMan man = manOf(game, letter);
    men[static_cast<std::size_t>(square)] = {man.kind, man.side};
  }
  return men;
}

/// "a1, b1 and 14 more look empty"
std::string namesOf(const std::vector<std::string>& squares, const char* looks) {
  constexpr std::size_t most = 6;
  std::string names;
  for (std::size_t k = 0; k < std::min(most, squares.size()); ++k)
    names += (k == 0 ? "" : ", ") + squares[k];
  if (squares.size() > most)
    names += " and " + std::to_string(squares.size() - most) + " more";
  return names + (squares.size() == 1 ? " looks " : " look ") + looks;
}

/// A set is not learnt from a picture of another position: it would misread everything. Nor from a square that lacks
/// the only man of a kind, who would be taught as an empty square. What may be right is named.
Result<void> checkTold(const std::string& picture, const std::vector<TaughtSquare>& squares) {
  constexpr std::size_t too_many = 4; // the network errs about empty or occupied on one square in a thousand
  const ToldOtherwise otherwise = toldOtherwise(squares);
  for (const auto& [a, b] : otherwise.exchanged)
    std::cerr << picture << ": the men on " << a << " and " << b
              << " look like each other's; if they have changed places, put them right and teach the set again.\n";
  std::string what = otherwise.empty.empty() ? "" : namesOf(otherwise.empty, "empty");
  if (!otherwise.occupied.empty())
    what += (what.empty() ? "" : ", ") + namesOf(otherwise.occupied, "occupied");
  if (otherwise.count() >= too_many || !otherwise.only.empty())
    return fail(picture + " does not show the position told: " + what +
                "; say with --position what stands there, or give another picture.");
  if (!what.empty())
    std::cerr << picture << " may not show the position told: " << what << ".\n";
  return {};
}

/// The first of `images` with the same pixels as `image`, or their number.
std::size_t sameAs(const cv::Mat& image, const std::vector<cv::Mat>& images) {
  const auto same =
      std::find_if(images.begin(), images.end(), [&](const cv::Mat& other) { return isSamePicture(image, other); });
  return static_cast<std::size_t>(same - images.begin());
}

/// What the pictures show of the set.
struct Shown {
  std::vector<TaughtSquare> squares;
  int pictures = 0; ///< one given twice counts once
};

Result<Shown> showPictures(const Options& options, const std::optional<Lens>& lens, const TableFile& table,
                           const std::pair<int, int>& size, const std::vector<std::vector<BoardMan>>& told,
                           SquareReader& reader) {
  Shown all;
  std::vector<cv::Mat> images; // an empty one where a picture was given before
  for (std::size_t k = 0; k < options.images.size(); ++k) {
    const std::string& path = options.images[k];
    const auto image = readImage(path);
    if (!image)
      return tl::unexpected(image.error());
    const std::size_t first = sameAs(*image, images);
    images.push_back(first < k ? cv::Mat() : *image);
    if (first < k) {
      std::cerr << path << " is the same picture as " << options.images[first] << " and counts once.\n";
      continue;
    }
    if (lens)
      if (const auto fits = checkLensSize(*lens, "The lens file", image->cols, image->rows); !fits)
        return fail(path + ": " + fits.error().sentence);
    cv::Mat grey;
    cv::cvtColor(*image, grey, cv::COLOR_BGR2GRAY);
    BoardRequest request{lens, std::nullopt, *table.board, size.first, size.second};
    if (auto registered = registerTable(grey, lens, table))
      request.table = std::move(*registered);
    auto found = findBoard(*image, request);
    if (!found)
      return fail(path + ": " + found.error().sentence);
    const auto squares = showSquares(reader, *image, *found, told[told.size() == 1 ? 0 : k], static_cast<int>(k));
    if (const auto good = checkTold(path, squares); !good)
      return tl::unexpected(good.error());
    all.squares.insert(all.squares.end(), squares.begin(), squares.end());
    ++all.pictures;
  }
  return all;
}

int run(const Options& options) {
  if (const auto kept = checkOutput(options.output, OutputKind::taught_set); !kept)
    return complain(kept.error().sentence);
  std::optional<Lens> lens;
  if (!options.lens.empty()) {
    auto read = readLens(options.lens);
    if (!read)
      return complain(read.error().sentence);
    lens = std::move(*read);
  }
  const auto table = readTableFile(options.table);
  if (!table)
    return complain(table.error().sentence);
  if (!table->board)
    return complain(options.table + " has no [board]; say which board the set stands on.");
  const auto size = boardSize(table->board->definition);
  if (!size)
    return complain(size.error().sentence);
  if (options.positions.empty() && *size != std::pair{8, 8})
    return complain("The start position is known on 8x8 boards only; give --position for this board.");
  if (options.positions.size() > 1 && options.positions.size() != options.images.size())
    return complain("Give one --position for all pictures, or one for each in their order.");
  std::vector<std::vector<BoardMan>> told;
  for (const std::string& position :
       options.positions.empty() ? std::vector<std::string>{start_position} : options.positions) {
    auto men = menBySquare(options.game, position, size->first, size->second);
    if (!men)
      return complain(men.error().sentence);
    told.push_back(std::move(*men));
  }
  auto reader = SquareReader::load();
  if (!reader)
    return complain(reader.error().sentence);
  const auto shown = showPictures(options, lens, *table, *size, told, *reader);
  if (!shown)
    return complain(shown.error().sentence);
  const auto set = TaughtSet::learn(shown->squares, reader->fingerprint());
  if (!set)
    return complain(set.error().sentence);
  if (const auto saved = set->save(options.output); !saved)
    return complain(saved.error().sentence);
  std::cerr << options.output << ": " << set->men().size() - 1 << " kinds of men from " << shown->pictures
            << (shown->pictures == 1 ? " picture" : " pictures");
  if (set->held_out() > 0.0)
    std::cerr << "; taught by the others, " << std::lround(100.0 * set->held_out())
              << " % of each picture's squares were read rightly";
  std::cerr << ". In " << options.table << ": [pieces] set = \"" << nameFromTable(options.output, options.table)
            << "\"\n";
  return 0;
}

} // namespace

Command teachCommand() {
  return {"teach", "Learns a set of pieces from pictures of a known position",
          [](CLI::App& sub) -> std::function<int()> {
            auto options = std::make_shared<Options>();
            sub.add_option("--lens", options->lens, "lens.yml of the camera; without it the focal length is estimated");
            sub.add_option("--table", options->table, "table.toml with the board")->required();
            sub.add_option("--game", options->game, "whose letters --position is written in: king_down or invasion")
                ->check(CLI::IsMember({"king_down", "invasion"}))
                ->capture_default_str();
            sub.add_option("--position", options->positions,
                           "what stands on the board, first field of a position's text (repeatable, one a picture); "
                           "the chess array when left out")
                ->allow_extra_args(false);
            sub.add_option("-o,--output", options->output, "the file to write")->required();
            sub.add_option("images", options->images, "pictures")->required();
            return [options] { return run(*options); };
          }};
}

} // namespace linesman::app
