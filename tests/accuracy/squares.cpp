// How well squares are read, on rendered tables with exact truth (squares at least 35 % visible) and on photographs.
//   accuracy_squares MODELS_FOLDER TABLES_FOLDER [--photos FOLDER] [--plain] [--verbose]
// --plain leaves out what the box of pieces tells. Sets are also taught from two pictures and read on the others.
// MODELS_FOLDER holds the networks and set_likeness.json (models/detectors).
#include <algorithm>
#include <cctype>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>

#include <nlohmann/json.hpp>
#include <opencv2/core/utility.hpp>
#include <opencv2/imgcodecs.hpp>

#include "support/table_truth.h"
#include "tests/accuracy/board_reader_of.h"
#include "tests/accuracy/labelled_corners.h"
#include "vision/band_reader.h"
#include "vision/frame_source.h"

namespace fs = std::filesystem;
using namespace linesman;
using nlohmann::json;

namespace {

struct Share {
  int right = 0, all = 0;
  void add(bool ok) {
    right += ok ? 1 : 0;
    ++all;
  }
};

struct Tally {
  std::map<std::string, Share> shares;
  std::map<int, Share> reliability; ///< by tenth of the claimed probability
  std::vector<double> find_ms, read_ms;
  std::vector<double> foot_off, foot_over_stated; ///< logarithm of a foot's width, and over its stated error
};

struct SquareTruth {
  std::string side, kind;
  double foot_squares = 0.0; ///< 0 where it is not told
  bool fair = true, low = false, high = false, crown = false, turned = false, rider = false, ring = false;
};

using Truth = std::map<std::pair<int, int>, SquareTruth>;

/// A picture with its board and truth: what a set is taught from or read on.
struct Case {
  std::string name;
  fs::path image;
  FoundBoard found;
  Truth truth;
  int men() const {
    return static_cast<int>(
        std::count_if(truth.begin(), truth.end(), [](const auto& t) { return !t.second.kind.empty(); }));
  }
};

std::pair<int, int> squareOf(const std::string& name) {
  return {name[0] - 'a', std::stoi(name.substr(1)) - 1};
}

Truth truthOf(const json& all, const cv::Mat& ids, const BoardView& view) {
  Truth truth;
  int board_id = 0;
  double square_mm = 1.0;
  for (const json& o : all["objects"])
    if (o["kind"] == "board") {
      board_id = o["id"];
      square_mm = o["square_mm"];
    }
  for (int rank = 0; rank < view.rows; ++rank)
    for (int file = 0; file < view.columns; ++file) {
      int seen = 0, count = 0;
      for (double dy = -0.4; dy <= 0.41; dy += 0.1)
        for (double dx = -0.4; dx <= 0.41; dx += 0.1) {
          const auto p = view.pixel(view.centre_mm(file, rank) + Eigen::Vector2d(dx, dy) * view.square_mm);
          ++count;
          const cv::Point at(cvRound(p.x()), cvRound(p.y()));
          if (at.x >= 0 && at.y >= 0 && at.x < ids.cols && at.y < ids.rows)
            seen += (ids.depth() == CV_16U ? ids.at<ushort>(at) : ids.at<uchar>(at)) == board_id ? 1 : 0;
        }
      truth[{file, rank}].fair = seen >= 0.35 * count;
    }
  for (const json& o : all["objects"]) {
    const std::string kind = o["kind"];
    if (!o.contains("square") || !o["square"].is_string())
      continue;
    SquareTruth& t = truth[squareOf(o["square"])];
    const bool seen = o.value("visible_fraction", 1.0) >= 0.35;
    if (kind == "die") {
      t.fair = seen; // accuracy_dice reads them
    } else if (kind == "loose_band") {
      t.ring = true;
    } else if (kind == "piece") {
      for (const json& band : o["bands"])
        (band["where"] == "low" ? t.low : band["where"] == "high" ? t.high : t.crown) = true;
      if (o.contains("on") && !o["on"].is_null()) {
        t.rider = true;
        continue;
      }
      t.kind = o["type"];
      t.side = o["side"];
      t.foot_squares = o["d"].get<double>() / square_mm;
      t.turned = o.value("flipped", false);
      t.fair = seen && !o.value("held", false);
    }
  }
  return truth;
}

/// How likely a man wears each band.
void printBands(const std::vector<SquareReading>& readings, const SquareReading& reading) {
  const auto& network = BandNetwork::shipped();
  if (!network)
    return;
  for (const MansTraits& man : bandTraits(readings))
    if (&readings[man.reading] == &reading) {
      const BandChances p = (*network)->chances(man);
      std::cout << "      chances of low, high, crown: " << p[0] << " " << p[1] << " " << p[2] << "\n";
    }
}

void compare(const Truth& truth, const std::vector<SquareReading>& readings, const SeenBoard& board, Tally& tally,
             const std::string& name, bool verbose) {
  bool whole = true;
  for (const SquareReading& reading : readings) {
    const SquareTruth& t = truth.at({reading.file, reading.rank});
    if (!t.fair)
      continue;
    const std::string square = squareName(reading.file, reading.rank);
    const auto seen = std::find_if(board.pieces.begin(), board.pieces.end(),
                                   [&](const SeenBoardPiece& p) { return p.square == square; });
    const bool there = seen != board.pieces.end();
    if (t.foot_squares > 0.0 && reading.width.isTold()) {
      const double off = reading.width.told - std::log(t.foot_squares);
      tally.foot_off.push_back(std::abs(off));
      tally.foot_over_stated.push_back(std::abs(off) / reading.width.sigma);
    }
    const std::string kind = there ? seen->kind : "", side = there ? seen->side : "";
    tally.shares["occupancy"].add(there == !t.kind.empty());
    tally.shares["occupancy and side"].add(side == t.side);
    tally.shares["piece and side"].add(kind == t.kind && side == t.side);
    if (!t.kind.empty())
      tally.shares["piece and side of occupied"].add(kind == t.kind && side == t.side);
    const double p = *std::max_element(reading.p.begin(), reading.p.end());
    tally.reliability[std::min(9, static_cast<int>(10 * p))].add(kind == t.kind && side == t.side);
    whole = whole && kind == t.kind && side == t.side;
    if (verbose && (kind != t.kind || side != t.side))
      std::cout << "  " << name << " " << square << ": " << t.side << " " << t.kind << " read as " << side << " "
                << kind << " p " << p << "\n";
    if (!t.kind.empty() && there) {
      const auto has = [&](const char* where) {
        return std::find(seen->bands.begin(), seen->bands.end(), where) != seen->bands.end();
      };
      const bool bands = has("low") == t.low && has("high") == t.high && has("crown") == t.crown;
      tally.shares["bands"].add(bands);
      if (t.low || t.high || t.crown)
        tally.shares["bands of banded"].add(bands);
      if (verbose && !bands) {
        const auto text = [](bool low, bool high, bool crown) {
          return std::string(low ? " low" : "") + (high ? " high" : "") + (crown ? " crown" : "");
        };
        std::cout << "  " << name << " " << square << ": bands" << text(t.low, t.high, t.crown) << " read as"
                  << text(has("low"), has("high"), has("crown")) << ", the network says " << reading.low << " "
                  << reading.high << " " << reading.crown << "\n";
        printBands(readings, reading);
      }
      if (t.kind == "rook") {
        tally.shares["turned (rooks)"].add(seen->turned == t.turned);
        tally.shares["rider (rooks)"].add(seen->rider.has_value() == t.rider);
      }
    }
    if (t.kind.empty() && board.rows == 10)
      tally.shares["rings (empty squares)"].add(
          (std::find(board.rings.begin(), board.rings.end(), square) != board.rings.end()) == t.ring);
    if (t.ring)
      tally.shares["rings found"].add(std::find(board.rings.begin(), board.rings.end(), square) != board.rings.end());
  }
  tally.shares["whole board"].add(whole);
}

/// Men beside the board: found, of the right kind and side, and those that are not there.
void compareBeside(const json& all, const FoundBoard& found, const SeenBoard& board, Tally& tally,
                   const std::string& name, bool verbose) {
  constexpr double same_man = 0.3; // squares
  const Lens lens = support::trueLens(all);
  const Pose<CameraFrame, TableFrame> camera = support::trueCameraPose(all);
  const BoardView table = found.view.lowered(found.thickness_mm);
  std::vector<bool> there(board.off_board.size(), false);
  for (const json& o : all["objects"]) {
    if (o["kind"] != "piece" || (o.contains("square") && o["square"].is_string()) || o.value("held", false) ||
        o.value("visible_fraction", 1.0) < 0.35 || o.value("in_frame_fraction", 1.0) < 0.9)
      continue;
    const Eigen::Vector2d foot_mm =
        table.point_mm(lens.project(camera * Point3<TableFrame>{{o["x"], o["y"], o.value("z", 0.0)}}).xy);
    const std::string kind = o["type"], side = o["side"];
    bool seen = false, right = false;
    for (std::size_t k = 0; k < board.off_board.size(); ++k) {
      const SeenOffBoard& man = board.off_board[k];
      const Eigen::Vector2d at_mm = (found.table_from_board.inverse() * Point2<TableFrame>{man.centre_mm}).xy;
      if ((at_mm - foot_mm).norm() > same_man * found.view.square_mm)
        continue;
      seen = there[k] = true;
      right = man.kind == kind && man.side == side;
    }
    tally.shares["men beside the board"].add(seen);
    if (seen)
      tally.shares["men beside the board, kind and side"].add(right);
    if (verbose && !right)
      std::cout << "  " << name << " beside: " << side << " " << kind << (seen ? " is another" : " is missed") << "\n";
  }
  for (std::size_t k = 0; k < there.size(); ++k) {
    tally.shares["claimed beside the board, there"].add(there[k]);
    if (verbose && !there[k])
      std::cout << "  " << name << " beside: no " << board.off_board[k].side << " " << board.off_board[k].kind << "\n";
  }
}

/// Teaches the set with the two pictures that show most men and reads the others with it.
void teach(BoardReader& reader, std::vector<Case> cases, Tally& tally, bool verbose) {
  std::stable_sort(cases.begin(), cases.end(), [](const Case& a, const Case& b) { return a.men() > b.men(); });
  if (cases.size() < 3 || cases[1].men() < 20)
    return;
  std::vector<TaughtSquare> squares;
  const auto begin = std::chrono::steady_clock::now();
  for (int k = 0; k < 2; ++k) {
    Case& lesson = cases[static_cast<std::size_t>(k)];
    std::vector<BoardMan> position;
    for (int rank = 0; rank < lesson.found.view.rows; ++rank)
      for (int file = 0; file < lesson.found.view.columns; ++file)
        position.push_back({lesson.truth[{file, rank}].kind, lesson.truth[{file, rank}].side});
    const auto shown = showSquares(reader.squares(), *readImage(lesson.image.string()), lesson.found, position, k);
    squares.insert(squares.end(), shown.begin(), shown.end());
  }
  auto set = TaughtSet::learn(squares, reader.squares().fingerprint());
  if (!set)
    return;
  tally.find_ms.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
  std::cout << "  taught with " << cases[0].name << " and " << cases[1].name << ", held out " << set->held_out()
            << "\n";
  reader.use(*set);
  for (std::size_t k = 2; k < cases.size(); ++k) {
    reader.squares().forget();
    const SeenBoard board = reader.read(*readImage(cases[k].image.string()), cases[k].found);
    compare(cases[k].truth, reader.readings(), board, tally, "taught " + cases[k].name, verbose);
  }
  reader.use(std::nullopt);
}

void print(const Tally& tally) {
  for (const auto& [what, share] : tally.shares)
    std::cout << "  " << what << ": " << share.right << " of " << share.all << " = "
              << static_cast<double>(share.right) / share.all << "\n";
  std::cout << "  reliability (claimed probability: right)";
  for (const auto& [tenth, share] : tally.reliability)
    std::cout << "  " << 0.1 * tenth << "+: " << share.right << "/" << share.all;
  std::cout << "\n";
  for (const auto& [what, values] : {std::pair{"foot's width off by (logarithm)", tally.foot_off},
                                     {"the same over what is stated", tally.foot_over_stated},
                                     {"find ms", tally.find_ms},
                                     {"read ms", tally.read_ms}})
    if (!values.empty()) {
      auto sorted = values;
      std::sort(sorted.begin(), sorted.end());
      std::cout << "  " << what << ": n " << sorted.size() << " median " << sorted[sorted.size() / 2] << " 95 % "
                << sorted[(sorted.size() - 1) * 95 / 100] << " worst " << sorted.back() << "\n";
    }
}

double since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

void tables(BoardReader& reader, const std::string& folder, bool verbose) {
  Tally tally, taught;
  std::map<std::string, std::vector<Case>> sets; // by match
  for (const fs::path& file : support::boardTruthsIn(folder)) {
    const json all = support::readJson(file);
    const auto image = readImage(support::pictureOf(file));
    const cv::Mat ids = cv::imread(fs::path(file).replace_extension(".ids.png").string(), cv::IMREAD_UNCHANGED);
    const BoardRequest request = boardRequestOf(all);
    auto begin = std::chrono::steady_clock::now();
    auto found = findBoard(*image, request);
    tally.find_ms.push_back(since(begin));
    if (!found) {
      std::cout << "  " << file.filename() << ": no board\n";
      tally.shares["whole board"].add(false);
      continue;
    }
    reader.squares().forget();
    reader.useCities(citiesOf(all));
    begin = std::chrono::steady_clock::now();
    const SeenBoard board = reader.read(*image, *found);
    tally.read_ms.push_back(since(begin));
    const Truth truth = truthOf(all, ids, found->view);
    compare(truth, reader.readings(), board, tally, file.stem().string(), verbose);
    compareBeside(all, *found, board, tally, file.stem().string(), verbose);
    if (file.parent_path().filename() == "match_chess")
      sets["match_chess"].push_back({file.stem().string(), support::pictureOf(file), *found, truth});
  }
  reader.useCities({});
  std::cout << "rendered tables, one picture each, lens known, no markers used:\n";
  print(tally);
  for (auto& [name, cases] : sets)
    teach(reader, cases, taught, verbose);
  std::cout << "rendered match, set taught with two of its pictures (times: teaching, ms):\n";
  print(taught);
}

void photos(BoardReader& reader, const std::string& folder, bool verbose) {
  Tally tally, taught;
  std::map<std::string, std::vector<Case>> sets; // by author
  const json manifest = support::readJson(fs::path(folder) / "manifest.json");
  for (const json& entry : manifest["images"]) {
    if (!entry["label"].contains("fen") || !entry["label"].contains("corners"))
      continue;
    const auto image = readImage((fs::path(folder) / entry["file"].get<std::string>()).string());
    if (!image) {
      std::cout << "  " << image.error().sentence << "\n";
      continue;
    }
    BoardRequest request;
    request.known.coordinates = "a1"; // quarter turns are settled by the labelled corners below
    auto begin = std::chrono::steady_clock::now();
    auto found = findBoard(*image, request);
    tally.find_ms.push_back(since(begin));
    const auto turn =
        found ? accuracy::turnTo(accuracy::cornersOf(entry["label"]["corners"]), *found) : accuracy::LabelledTurn{};
    const bool good = found && turn.worst_px < 0.5 * (found->view.pixel(found->view.corner_mm(4, 4)) -
                                                      found->view.pixel(found->view.corner_mm(5, 4)))
                                                         .norm();
    tally.shares["board found"].add(good);
    if (!good)
      continue;
    *found = found->turned(turn.quarters);
    reader.squares().forget();
    begin = std::chrono::steady_clock::now();
    const SeenBoard board = reader.read(*image, *found);
    tally.read_ms.push_back(since(begin));
    Truth truth;
    int file = 0, rank = 7;
    for (const char letter : entry["label"]["fen"].get<std::string>()) {
      if (letter == '/') {
        file = 0;
        --rank;
      } else if (std::isdigit(static_cast<unsigned char>(letter))) {
        for (int k = 0; k < letter - '0'; ++k)
          truth[{file++, rank}] = {};
      } else {
        const int which = static_cast<int>(std::string("kqrbnp").find(static_cast<char>(std::tolower(letter)))) +
                          (std::islower(static_cast<unsigned char>(letter)) ? 7 : 1);
        truth[{file, rank}].kind = kindOfClass(which);
        truth[{file++, rank}].side = sideOfClass(which);
      }
    }
    compare(truth, reader.readings(), board, tally, entry["file"], verbose);
    const std::string source = entry["source"];
    sets[source.substr(0, source.find(' ', source.find(' ') + 1))].push_back(
        {entry["file"], fs::path(folder) / entry["file"].get<std::string>(), *found, truth});
  }
  std::cout << "photographs (sets nobody trained on):\n";
  print(tally);
  for (auto& [name, cases] : sets)
    teach(reader, cases, taught, verbose);
  std::cout << "photographs, sets taught with two pictures (times: teaching, ms):\n";
  print(taught);
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: accuracy_squares MODELS_FOLDER TABLES_FOLDER [--photos FOLDER] [--verbose]\n";
    return 2;
  }
  cv::setNumThreads(1);
  std::string photo_folder;
  bool verbose = false, plain = false;
  for (int k = 3; k < argc; ++k) {
    const std::string word = argv[k];
    if (word == "--photos" && k + 1 < argc)
      photo_folder = argv[++k];
    verbose = verbose || word == "--verbose";
    plain = plain || word == "--plain";
  }
  auto reader = boardReaderOf(argv[1]);
  if (!reader) {
    std::cerr << reader.error().sentence << "\n";
    return 1;
  }
  if (plain)
    reader->ignoreComposition();
  tables(*reader, argv[2], verbose);
  if (!photo_folder.empty() && fs::exists(photo_folder))
    photos(*reader, photo_folder, verbose);
  return 0;
}
