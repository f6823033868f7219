// The program as it is called from a shell: what it prints, and its exit status.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <opencv2/imgproc.hpp>

#include "app/called.h"
#include "app/record/match_record.h"
#include "models/piece_catalog.h"
#include "vision/picture_file.h"

namespace linesman::app {
namespace {

namespace fs = std::filesystem;
using testing::called;
using testing::Called;

std::ptrdiff_t countOf(const std::string& text, const std::string& part) {
  std::ptrdiff_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size()))
    ++count;
  return count;
}

/// A folder of its own with the demo's table: `good.jpg` shows it, `bad.jpg` is no picture.
class Commands : public ::testing::Test {
protected:
  Commands() {
    char name[] = "/tmp/linesman-commands-XXXXXX";
    folder_ = mkdtemp(name);
    fs::copy_file(demo_ / "pyr_07.jpg", folder_ / "good.jpg");
    std::ofstream(folder_ / "bad.jpg") << "hello";
  }
  ~Commands() override { fs::remove_all(folder_); }
  std::string path(const std::string& file) const { return (folder_ / file).string(); }
  std::string table() const { return (demo_ / "pyr_07.table.toml").string(); }

  const fs::path demo_ = fs::path(LINESMAN_TEST_DATA) / "demo";
  fs::path folder_;
};

TEST_F(Commands, RefereePassesOverATornPictureAndEndsWhereNoneCanBeRead) {
  const Called both = called({"referee", "--game", "armadas", "--source", folder_.string(), "--table", table()});
  EXPECT_EQ(both.status, 0) << both.err;
  EXPECT_EQ(countOf(both.out, "\"event\":\"error\""), 1) << both.out;
  EXPECT_NE(both.out.find("bad.jpg"), std::string::npos);
  EXPECT_NE(both.out.find("\"event\":\"settled\""), std::string::npos) << both.out;
  fs::remove(path("good.jpg"));
  for (const std::string& source : {folder_.string(), path("bad.jpg")}) {
    const Called none = called({"referee", "--game", "armadas", "--source", source, "--table", table()});
    EXPECT_EQ(none.status, 1);
    EXPECT_EQ(countOf(none.err, "\n"), 1) << none.err;
    EXPECT_NE(none.err.find("bad.jpg"), std::string::npos) << none.err;
  }
}

/// The bytes of a file, "" without it.
std::string bytesOf(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST_F(Commands, DetectAnnotatesOverNoPictureThatWasGiven) {
  const std::string before = bytesOf(path("good.jpg"));
  fs::create_directory(path("sub"));
  fs::copy_file(path("good.jpg"), path("sub/good.jpg"));
  const Called own = called({"detect", "--table", table(), "--annotate", path("sub/.."), path("good.jpg")});
  EXPECT_EQ(own.status, 1);
  EXPECT_NE(own.err.find("another folder"), std::string::npos) << own.err;
  const Called same =
      called({"detect", "--table", table(), "--annotate", path("out"), path("good.jpg"), path("sub/good.jpg")});
  EXPECT_EQ(same.status, 1);
  EXPECT_NE(same.err.find("same name"), std::string::npos) << same.err;
  EXPECT_FALSE(fs::exists(path("out")));
  EXPECT_EQ(bytesOf(path("good.jpg")), before);
  const Called fine = called({"detect", "--table", table(), "--annotate", path("out"), path("good.jpg")});
  EXPECT_EQ(fine.status, 0) << fine.err;
  EXPECT_FALSE(bytesOf(path("out/good.jpg")).empty());
}

/// Every picture has its line, also where one cannot be drawn on; one whose name tells no kind becomes a .jpg.
TEST_F(Commands, DetectReadsOnWhereAnAnnotatedPictureCannotBeWritten) {
  fs::copy_file(path("good.jpg"), path("nokind"));
  fs::copy_file(path("good.jpg"), path("good.odd"));
  const Called told = called(
      {"detect", "--table", table(), "--annotate", path("out"), path("good.odd"), path("nokind"), path("good.jpg")});
  EXPECT_EQ(told.status, 1);
  EXPECT_EQ(countOf(told.out, "\n"), 3) << told.out;
  EXPECT_NE(told.err.find("good.odd cannot be written"), std::string::npos) << told.err;
  EXPECT_FALSE(bytesOf(path("out/nokind.jpg")).empty());
  EXPECT_FALSE(bytesOf(path("out/good.jpg")).empty());
}

/// What stands before damage is judged again or written, and the exit status says that this is not all.
TEST_F(Commands, ReplayUsesWhatStandsBeforeDamage) {
  MatchSetup setup;
  setup.game = "king_down";
  auto record = MatchRecord::create(path("match"), setup);
  ASSERT_TRUE(record &&
              record->append({{"error", 1.0, {{"sentence", "One."}}}, {"error", 2.0, {{"sentence", "Two."}}}}));
  std::string bytes = bytesOf(path("match/match.jsonl"));
  bytes[bytes.find("Two.")] = 't';
  std::ofstream(path("match/match.jsonl")) << bytes;
  const Called again = called({"replay", path("match")});
  EXPECT_EQ(again.status, 1);
  EXPECT_NE(again.err.find("is damaged at line 3"), std::string::npos) << again.err;
  EXPECT_NE(again.err.find("1 event re-judged"), std::string::npos) << again.err;
  const Called written = called({"replay", path("match"), "--export", "text"});
  EXPECT_EQ(written.status, 1);
  EXPECT_NE(written.out.find("One."), std::string::npos) << written.out;
  EXPECT_EQ(written.out.find("wo."), std::string::npos) << written.out;
  EXPECT_NE(written.err.find("is damaged at line 3"), std::string::npos) << written.err;
}

TEST_F(Commands, DetectSaysThatAGreyPictureHasNoColours) {
  cv::Mat grey = readImage(path("good.jpg")).value_or(cv::Mat());
  cv::cvtColor(grey, grey, cv::COLOR_BGR2GRAY);
  cv::cvtColor(grey, grey, cv::COLOR_GRAY2BGR);
  ASSERT_TRUE(writeImage(path("grey.jpg"), grey, 90));
  const auto said = [&](const std::string& picture) {
    return called({"detect", "--table", table(), "--lens", (demo_ / "pyr_07.lens.yml").string(), picture}).err;
  };
  EXPECT_NE(said(path("grey.jpg")).find("colours of the pyramids are guessed"), std::string::npos);
  EXPECT_EQ(said(path("good.jpg")), "");
}

TEST_F(Commands, DetectReadsThePicturesBehindABadOne) {
  const Called answer = called({"detect", "--table", table(), path("good.jpg"), path("bad.jpg"), path("good.jpg")});
  EXPECT_EQ(answer.status, 1);
  EXPECT_EQ(countOf(answer.err, "bad.jpg"), 1) << answer.err;
  std::istringstream lines(answer.out);
  std::vector<nlohmann::json> told;
  for (std::string line; std::getline(lines, line);)
    told.push_back(nlohmann::json::parse(line));
  ASSERT_EQ(told.size(), 3U) << answer.out;
  EXPECT_TRUE(told[0]["registration"]["ok"].get<bool>());
  EXPECT_EQ(told[1]["image"], "bad.jpg");
  EXPECT_FALSE(told[1]["registration"]["ok"].get<bool>());
  const std::string warning = told[1]["registration"]["warning"];
  EXPECT_NE(warning.find("bad.jpg"), std::string::npos);
  EXPECT_NE(warning.find("save it as .jpg or .png."), std::string::npos) << warning;
  EXPECT_EQ(told[2]["pyramids"], told[0]["pyramids"]);
}

/// Squares of a board without men and print have names all the same, so who reads them must know.
TEST_F(Commands, DetectSaysWhereNothingTellsWhichCornerIsA1) {
  cv::Mat flat(880, 880, CV_8UC3, cv::Scalar(60, 90, 110)), seen;
  for (int square = 0; square < 64; ++square)
    flat({120 + 80 * (square % 8), 120 + 80 * (square / 8), 80, 80}) =
        (square % 8 + square / 8) % 2 == 0 ? cv::Scalar(200, 210, 215) : cv::Scalar(50, 70, 80);
  const std::vector<cv::Point2f> from = {{0, 0}, {880, 0}, {880, 880}, {0, 880}};
  const std::vector<cv::Point2f> to = {{330, 60}, {950, 60}, {1130, 690}, {150, 690}};
  cv::warpPerspective(flat, seen, cv::getPerspectiveTransform(from, to), {1280, 720}, cv::INTER_AREA,
                      cv::BORDER_CONSTANT, {60, 90, 110});
  ASSERT_TRUE(writeImage(path("board.png"), seen));
  for (const bool told : {false, true}) {
    std::ofstream(path("board.toml")) << "[board]\ndefinition = \"plain-8x8\"\n"
                                      << (told ? "coordinates = \"a1\"\n" : "");
    const Called answer = called({"detect", "--table", path("board.toml"), path("board.png")});
    EXPECT_EQ(answer.status, 0) << answer.err;
    EXPECT_EQ(nlohmann::json::parse(answer.out)["board"]["orientation_known"].get<bool>(), told) << answer.out;
    EXPECT_EQ(countOf(answer.err, "Nothing tells which corner"), told ? 0 : 1) << answer.err;
  }
}

TEST_F(Commands, ArmadaChessIsPlayedOnAnyBoardOfTenByTenSquares) {
  const auto refereed = [&](const char* board) {
    std::ofstream(path("squares.toml")) << "[board]\ndefinition = \"" << board << "\"\n";
    return called({"referee", "--game", "armada_chess", "--source", path("good.jpg"), "--table", path("squares.toml")});
  };
  EXPECT_NE(refereed("plain-8x8")
                .err.find("The table's board plain-8x8 has 8x8 squares, and armada_chess is played on "
                          "10x10; name another board in the table file."),
            std::string::npos);
  EXPECT_NE(refereed("plain-10x10").err.find("No board of 10x10 squares"), std::string::npos);
  EXPECT_NE(refereed("atlantis").err.find("Board 'atlantis' is not known"), std::string::npos);
}

TEST_F(Commands, RefereeLooksForAGamesUsualBoardWhereTheTableNamesNone) {
  for (const std::vector<std::string>& named : {std::vector<std::string>{}, {"--table", table()}}) {
    std::vector<std::string> words{"referee", "--game", "king_down", "--source", path("good.jpg")};
    words.insert(words.end(), named.begin(), named.end());
    const Called answer = called(words);
    EXPECT_EQ(answer.status, 1);
    EXPECT_NE(answer.err.find("No board of 8x8 squares"), std::string::npos) << answer.err;
  }
  const Called ships = called({"referee", "--game", "armadas", "--source", path("good.jpg")});
  EXPECT_NE(ships.err.find("Pictures need --table"), std::string::npos) << ships.err;
}

TEST_F(Commands, CertifyPassesOverATornPictureAndSaysSo) {
  const Called both = called({"certify", "--source", folder_.string(), "--table", table()});
  EXPECT_EQ(both.status, 0) << both.err;
  EXPECT_NE(both.out.find("bad.jpg cannot be read"), std::string::npos) << both.out;
  const Called none = called({"certify", "--source", path("bad.jpg"), "--table", table()});
  EXPECT_EQ(none.status, 1);
  EXPECT_NE(none.err.find("bad.jpg cannot be read"), std::string::npos) << none.err;
}

/// No marker and nothing saved: a board gives the frame here as it does for `detect`, if its squares give the scale.
TEST_F(Commands, CertifyTakesABoardForMarkers) {
  const std::string picture = std::string(LINESMAN_TEST_DATA) + "/tables/chess_25.jpg";
  const auto certified = [&](const std::string& square_mm) {
    std::ofstream(path("board.toml")) << "[board]\ndefinition = \"chess-8x8\"\n" << square_mm;
    return called({"certify", "--source", picture, "--table", path("board.toml")});
  };
  const Called well = certified("square_mm = 52.1\n");
  ASSERT_EQ(well.status, 0) << well.err;
  const auto json = nlohmann::json::parse(well.out);
  EXPECT_NEAR(json["points"][0]["x_mm"].get<double>(), -4 * 52.1, 1e-6) << "the board's near left corner";
  EXPECT_NEAR(json["points"][8]["y_mm"].get<double>(), 4 * 52.1, 1e-6);
  EXPECT_NEAR(json["focus"]["edge_width_px"].get<double>(), 2.1, 0.7) << "by the edges of its squares";
  EXPECT_GT(json["light"]["white"].get<double>(), json["light"]["black"].get<double>() + 50.0);
  EXPECT_EQ(json["warnings"].size(), 1u) << "that there is no lens: " << json["warnings"];
  const Called no_scale = certified("");
  EXPECT_EQ(no_scale.status, 1);
  EXPECT_EQ(no_scale.out, "");
  EXPECT_NE(no_scale.err.find("write square_mm in [board]"), std::string::npos) << no_scale.err;
  const Called no_board = called({"certify", "--source", path("good.jpg"), "--table", path("board.toml")});
  EXPECT_EQ(no_board.status, 1);
}

/// A board without markers and square_mm: what is in millimetres is by an assumed square, and says so.
TEST_F(Commands, AnAssumedSizeOfSquaresIsToldAndNotSaved) {
  const std::string picture = std::string(LINESMAN_TEST_DATA) + "/tables/chess_25.jpg";
  const auto write = [&](const std::string& square_mm) {
    std::ofstream(path("board.toml")) << "[board]\ndefinition = \"chess-8x8\"\n" << square_mm;
  };
  write("");
  const Called assumed = called({"detect", "--table", path("board.toml"), picture});
  EXPECT_EQ(nlohmann::json::parse(assumed.out)["board"]["square_known"], false);
  EXPECT_NE(assumed.err.find("Nothing tells how large the board's squares are"), std::string::npos) << assumed.err;
  const std::vector<std::string> save = {"calibrate",        "table", "--table", path("board.toml"), "-o",
                                         path("saved.toml"), picture};
  const Called refused = called(save);
  EXPECT_EQ(refused.status, 1);
  EXPECT_NE(refused.err.find("write square_mm in [board]"), std::string::npos) << refused.err;
  EXPECT_FALSE(fs::exists(path("saved.toml")));
  write("square_mm = 52.1\n");
  const Called told = called({"detect", "--table", path("board.toml"), picture});
  EXPECT_EQ(nlohmann::json::parse(told.out)["board"]["square_known"], true);
  EXPECT_EQ(told.err.find("Nothing tells how large"), std::string::npos) << told.err;
  EXPECT_EQ(called(save).status, 0);
  EXPECT_TRUE(fs::exists(path("saved.toml")));
}

TEST_F(Commands, AMistypedOptionIsNamedRatherThanTheMissingOne) {
  const Called answer = called({"detect", "--tabel", table(), path("good.jpg")});
  EXPECT_EQ(answer.status, 2);
  EXPECT_NE(answer.err.find("--tabel"), std::string::npos) << answer.err;
  const Called missing = called({"detect", path("good.jpg")});
  EXPECT_EQ(missing.status, 2);
  EXPECT_NE(missing.err.find("--table is required"), std::string::npos) << missing.err;
}

TEST_F(Commands, ATinyPictureIsOneSentence) {
  for (const cv::Size& size : {cv::Size(1, 1), cv::Size(640, 1), cv::Size(16, 640)}) {
    ASSERT_TRUE(writeImage(path("tiny.png"), cv::Mat(size, CV_8UC3, cv::Scalar(9, 90, 9))));
    const Called answer = called({"detect", "--table", table(), path("tiny.png")});
    EXPECT_EQ(answer.status, 1);
    EXPECT_EQ(countOf(answer.err, "\n"), 1) << answer.err;
    EXPECT_NE(answer.err.find("pixels; give one of at least"), std::string::npos) << answer.err;
  }
}

TEST_F(Commands, TeachWritesOverNothingButATaughtSet) {
  std::ofstream(path("table.toml")) << "[board]\ndefinition = \"chess-8x8\"\n";
  for (const char* output : {"table.toml", "good.jpg"}) {
    const std::string before = bytesOf(path(output));
    const Called answer = called({"teach", "--table", path("table.toml"), "-o", path(output), path("good.jpg")});
    EXPECT_EQ(answer.status, 1);
    EXPECT_NE(answer.err.find("is no taught set"), std::string::npos) << answer.err;
    EXPECT_EQ(bytesOf(path(output)), before);
  }
  std::ofstream(path("old.json")) << R"({"format":"linesman taught set 0"})";
  const Called anew = called({"teach", "--table", path("table.toml"), "-o", path("old.json"), path("bad.jpg")});
  EXPECT_EQ(anew.err.find("is no taught set"), std::string::npos) << anew.err;
}

/// Whatever a command writes, it writes over files of the same kind alone: a slip of the hand loses no picture.
TEST_F(Commands, NoCommandWritesOverAFileOfAnotherKind) {
  MatchSetup setup;
  setup.game = "king_down";
  auto record = MatchRecord::create(path("match"), setup);
  ASSERT_TRUE(record && record->append({{"error", 1.0, {{"sentence", "One."}}}}));
  const std::string good = path("good.jpg"), toml = path("odd.toml"), film = path("game.avi"), pdf = path("rules.pdf");
  fs::copy_file(good, toml);
  fs::copy_file(good, film);
  std::ofstream(pdf) << "%PDF-1.4\n%%EOF\nof another program";
  fs::create_directory(path("clip"));
  fs::copy_file(good, path("clip/0001.jpg"));
  struct Case {
    std::vector<std::string> words;
    std::string kept;
  };
  const std::vector<Case> cases = {
      {{"calibrate", "lens", "--target", "a4", "-o", good, good}, good},
      {{"calibrate", "table", "--table", table(), "-o", good, good}, good},
      {{"calibrate", "table", "--size", "36", "-o", good, good}, good},
      {{"calibrate", "set", "--table", table(), "-o", toml, good}, toml},
      {{"certify", "--source", good, "--table", table(), "--json", good}, good},
      {{"certify", "--source", good, "--table", table(), "--pdf", good}, good},
      {{"certify", "--source", good, "--table", table(), "--json", path("c"), "--pdf", path("c")}, ""},
      {{"print", "ruler", "-o", pdf}, pdf},
      {{"replay", path("match"), "--export", "text", "-o", good}, good},
      {{"replay", path("match"), "--export", "pgn", "-o", good}, good},
      {{"replay", path("match"), "--export", "json", "-o", good}, good},
      {{"replay", path("match"), "--export", "html", "-o", good}, good},
      {{"replay", path("match"), "--export", "pdf", "-o", pdf}, pdf},
      {{"replay", path("match"), "--dispute", "1", "-o", good}, good},
      {{"replay", path("match"), "--clip", film}, film}};
  for (const Case& one : cases) {
    const std::string before = bytesOf(one.kept), shown = one.words[0] + " " + one.words[1] + " .. " + one.kept;
    const Called answer = called(one.words);
    EXPECT_EQ(answer.status, 1) << shown;
    EXPECT_EQ(countOf(answer.err, "\n"), 1) << shown << answer.err;
    EXPECT_NE(answer.err.find(one.kept.empty() ? "name the same file" : one.kept + " exists and"), std::string::npos)
        << shown << answer.err;
    EXPECT_EQ(bytesOf(one.kept), before) << shown;
  }
}

/// What it wrote itself is written anew.
TEST_F(Commands, WhatACommandWroteItWritesAnew) {
  MatchSetup setup;
  setup.game = "king_down";
  auto record = MatchRecord::create(path("match"), setup);
  ASSERT_TRUE(record && record->append({{"error", 1.0, {{"sentence", "One."}}}}));
  const std::vector<std::vector<std::string>> all = {
      {"print", "ruler", "-o", path("ruler.pdf")},
      {"calibrate", "table", "--table", table(), "-o", path("table.toml"), path("good.jpg")},
      {"replay", path("match"), "--export", "text", "-o", path("text")},
      {"replay", path("match"), "--export", "pgn", "-o", path("pgn")},
      {"replay", path("match"), "--export", "json", "-o", path("json")},
      {"replay", path("match"), "--export", "html", "-o", path("html")},
      {"replay", path("match"), "--export", "pdf", "-o", path("report.pdf")},
      {"replay", path("match"), "--dispute", "1", "-o", path("dispute.json")},
      {"detect", "--table", table(), "--annotate", path("out"), path("good.jpg")}};
  for (int i = 0; i < 2; ++i)
    for (const std::vector<std::string>& words : all) {
      const Called answer = called(words);
      EXPECT_EQ(answer.status, 0) << words[0] << ' ' << words[1] << ' ' << answer.err;
    }
}

TEST_F(Commands, DetectAnnotatesOverNoPictureOfTheUsers) {
  fs::create_directory(path("out"));
  fs::copy_file(path("good.jpg"), path("out/good.jpg"));
  const Called answer = called({"detect", "--table", table(), "--annotate", path("out"), path("good.jpg")});
  EXPECT_EQ(answer.status, 1);
  EXPECT_NE(answer.err.find("was not drawn by Linesman"), std::string::npos) << answer.err;
  EXPECT_EQ(bytesOf(path("out/good.jpg")), bytesOf(path("good.jpg")));
}

/// A match's pictures have numbers for names, and so may others that lie there.
TEST_F(Commands, ARecordIsNotBegunAmongPicturesOfNone) {
  fs::create_directories(path("match/pictures"));
  fs::copy_file(path("good.jpg"), path("match/pictures/2.jpg"));
  const Called answer = called(
      {"referee", "--game", "armadas", "--source", path("good.jpg"), "--table", table(), "--record", path("match")});
  EXPECT_EQ(answer.status, 1);
  EXPECT_NE(answer.err.find("pictures of no record"), std::string::npos) << answer.err;
  EXPECT_FALSE(fs::exists(path("match/match.jsonl")));
}

/// The table file of good.jpg as if all on it were so many times as large.
void writeScaled(const std::string& path, double scale) {
  std::ofstream file(path);
  file << "[markers]\ndictionary = \"DICT_4X4_50\"\ntags = [\n";
  for (int id = 0; id < 4; ++id)
    file << "  { id = " << id << ", size_mm = " << 40.0 * scale << ", centre_mm = ["
         << (id == 1 || id == 2 ? 235.0 : -235.0) * scale << ", " << (id < 2 ? 120.6 : -120.6) * scale << "] },\n";
  file << "]\n";
}

/// Likewise: a match goes on for hours with every margin wrong by so much.
TEST_F(Commands, RefereeTellsOnceOfATableWhoseScaleIsOff) {
  fs::create_directory(path("match"));
  for (const char* name : {"match/0.jpg", "match/1.jpg"})
    fs::copy_file(path("good.jpg"), path(name));
  const auto told = [&](double scale) {
    writeScaled(path("scaled.toml"), scale);
    const Called answer = called({"referee", "--game", "armadas", "--source", path("match"), "--lens",
                                  (demo_ / "pyr_07.lens.yml").string(), "--table", path("scaled.toml")});
    EXPECT_NE(answer.out.find("\"settled\""), std::string::npos) << answer.out << answer.err;
    return answer.out;
  };
  const std::string off = told(1.0 / 0.97);
  EXPECT_EQ(countOf(off, "larger than their set"), 1) << off;
  EXPECT_LT(off.find("larger than their set"), off.find("\"settled\"")) << "before anything is judged";
  EXPECT_EQ(countOf(told(1.0), "their set"), 0);
}

/// Markers that were printed at 97 % with all between them, and a table file that takes them for whole: only the pieces
/// can tell, whose size is known.
TEST_F(Commands, CertifyWarnsOfATableWhoseScaleIsOff) {
  const auto certified = [&](double scale) {
    writeScaled(path("scaled.toml"), scale);
    return called({"certify", "--source", path("good.jpg"), "--lens", (demo_ / "pyr_07.lens.yml").string(), "--table",
                   path("scaled.toml")});
  };
  const Called off = certified(1.0 / 0.97);
  EXPECT_EQ(off.status, 0);
  EXPECT_NE(off.err.find("larger than their set"), std::string::npos) << off.err;
  const Called well = certified(1.0);
  EXPECT_EQ(well.status, 0);
  EXPECT_EQ(well.err.find("their set"), std::string::npos) << well.err;
}

TEST_F(Commands, TeachNamesAPositionItCannotRead) {
  std::ofstream(path("table.toml")) << "[board]\ndefinition = \"chess-8x8\"\n";
  const auto teach = [&](const std::string& game, const std::string& position) {
    return called({"teach", "--table", path("table.toml"), "--game", game, "--position", position, "-o",
                   path("set.json"), path("good.jpg")});
  };
  const Called word = teach("king_down", "hello");
  EXPECT_EQ(word.status, 1);
  EXPECT_NE(word.err.find("\"hello\" cannot be read: "), std::string::npos) << word.err;
  const Called letter = teach("king_down", "xnbqkbnr/8/8/8/8/8/8/RNBQKBNR");
  EXPECT_EQ(letter.status, 1);
  EXPECT_NE(letter.err.find("\"x\" is no man of king_down"), std::string::npos) << letter.err;
  const Called other = teach("invasion", "t7/8/8/8/8/8/8/Q7");
  EXPECT_NE(other.err.find("\"Q\" is no man of invasion"), std::string::npos) << other.err;
  EXPECT_EQ(teach("armadas", "8/8/8/8/8/8/8/8").status, 2);
  // Two positions, then two pictures: the second position does not take the pictures for more of them.
  const Called two = called({"teach", "--table", path("table.toml"), "-o", path("set.json"), "--position",
                             "8/8/8/8/8/8/8/K7", "--position", "8/8/8/8/8/8/8/Z7", path("good.jpg"), path("bad.jpg")});
  EXPECT_NE(two.err.find("\"Z\" is no man of king_down"), std::string::npos) << two.err;
}

TEST_F(Commands, TeachRefusesAnotherPositionAndCountsAPictureOnce) {
  std::ofstream(path("table.toml")) << "[board]\ndefinition = \"chess-8x8\"\n";
  const std::string tables = LINESMAN_TEST_DATA "/tables/";
  const auto teach = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"teach", "--table", path("table.toml"), "-o", path("set.json")});
    return called(words);
  };
  const Called endgame = teach({tables + "chess_41.jpg"}); // told to be the start array
  EXPECT_EQ(endgame.status, 1);
  EXPECT_NE(endgame.err.find("chess_41.jpg does not show the position told: "), std::string::npos) << endgame.err;
  EXPECT_FALSE(fs::exists(path("set.json")));
  const Called twice = teach({tables + "chess_25.jpg", tables + "chess_25.jpg"});
  EXPECT_EQ(twice.status, 0) << twice.err;
  EXPECT_NE(twice.err.find("counts once"), std::string::npos) << twice.err;
  EXPECT_EQ(twice.err.find("read rightly"), std::string::npos) << twice.err;
  EXPECT_NE(twice.err.find("12 kinds of men from 1 picture."), std::string::npos) << twice.err;
}

TEST_F(Commands, TeachMissesTheOnlyManOfAKindAndSeesThatTwoChangedPlaces) {
  std::ofstream(path("table.toml")) << "[board]\ndefinition = \"chess-8x8\"\n";
  const auto teach = [&](const std::string& position) { // the picture shows the chess array
    return called({"teach", "--table", path("table.toml"), "--position", position, "-o", path("set.json"),
                   std::string(LINESMAN_TEST_DATA) + "/tables/chess_25.jpg"});
  };
  const Called lacking = teach("rnbqkbnr/pppppppp/8/8/4A3/8/PPPPPPPP/RNBQKBNR");
  EXPECT_EQ(lacking.status, 1);
  EXPECT_NE(lacking.err.find("does not show the position told: e4 looks empty;"), std::string::npos) << lacking.err;
  const Called pawn = teach("rnbqkbnr/pppppppp/8/8/4P3/8/PPPPPPPP/RNBQKBNR");
  EXPECT_EQ(pawn.status, 0) << pawn.err;
  EXPECT_NE(pawn.err.find("may not show the position told: e4 looks empty."), std::string::npos) << pawn.err;
  const Called exchanged = teach("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR");
  EXPECT_EQ(exchanged.status, 0) << exchanged.err;
  EXPECT_NE(exchanged.err.find("the men on d1 and e1 look like each other's"), std::string::npos) << exchanged.err;
}

TEST_F(Commands, ASetOfAnotherGameIsSaid) {
  std::ofstream(path("table.toml")) << "[board]\ndefinition = \"chess-8x8\"\n";
  const std::string picture = std::string(LINESMAN_TEST_DATA) + "/tables/chess_25.jpg";
  const Called taught = called({"teach", "--table", path("table.toml"), "--game", "invasion", "--position",
                                "tttttttt/tttttttt/8/8/8/8/TTTTTTTT/TTTTTTTT", "-o", path("set.json"), picture});
  ASSERT_EQ(taught.status, 0) << taught.err;
  std::ofstream(path("other.toml")) << "[board]\ndefinition = \"chess-8x8\"\n[pieces]\nset = \"set.json\"\n";
  const Called seen = called({"detect", "--table", path("other.toml"), picture});
  EXPECT_EQ(seen.status, 0) << seen.err;
  EXPECT_NE(seen.err.find("holds no man of king_down (it was taught tank);"), std::string::npos) << seen.err;
  const auto referee = [&](const std::string& game) {
    return called({"referee", "--game", game, "--table", path("other.toml"), "--source", picture});
  };
  EXPECT_EQ(referee("king_down").status, 1);
  EXPECT_NE(referee("king_down").err.find("holds no man of king_down"), std::string::npos);
  EXPECT_EQ(referee("invasion").err.find("holds no man of"), std::string::npos);
}

TEST_F(Commands, AMatchThatDidNotBeginIsSaid) {
  std::ofstream(path("table.toml")) << "[board]\ndefinition = \"chess-8x8\"\n";
  const Called endgame = called({"referee", "--game", "king_down", "--table", path("table.toml"), "--source",
                                 std::string(LINESMAN_TEST_DATA) + "/tables/chess_41.jpg"});
  EXPECT_EQ(endgame.out.find("\"event\":\"start\""), std::string::npos) << endgame.out;
  EXPECT_NE(endgame.out.find("does not show the starting position"), std::string::npos) << endgame.out;
  EXPECT_NE(endgame.err.find("The match did not begin"), std::string::npos) << endgame.err;
  EXPECT_NE(endgame.err.find("--pick-up"), std::string::npos) << endgame.err;
  EXPECT_EQ(endgame.status, 1);
  std::ofstream(path("start.txt")) << "4k3/8/8/8/8/8/PPPPPPPP/4K3 w";
  const Called other =
      called({"referee", "--game", "king_down", "--table", path("table.toml"), "--start", path("start.txt"), "--source",
              std::string(LINESMAN_TEST_DATA) + "/tables/chess_41.jpg"});
  EXPECT_EQ(other.status, 1);
  EXPECT_NE(other.err.find("did not show the position of --start"), std::string::npos) << other.err;
  const Called no_ship = called({"referee", "--game", "armadas", "--table", table(), "--source",
                                 std::string(LINESMAN_TEST_DATA) + "/tables/chess_41.jpg"});
  EXPECT_EQ(no_ship.status, 1);
}

TEST_F(Commands, ARecordGoesOnAsItWasAgreed) {
  const std::vector<std::string> first = {"referee", "--game", "armadas",  "--source",    path("good.jpg"),
                                          "--table", table(),  "--record", path("record")};
  ASSERT_EQ(called(first).status, 0);
  const auto resumed = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = first;
    words.push_back("--resume");
    words.insert(words.end(), more.begin(), more.end());
    return called(words);
  };
  EXPECT_EQ(resumed({}).status, 0);
  for (const auto& more : {std::vector<std::string>{"--option", "los=none"}, {"--pick-up", "red"}}) {
    const Called other = resumed(more);
    EXPECT_EQ(other.status, 1);
    EXPECT_NE(other.err.find("goes on as it was agreed"), std::string::npos) << other.err;
  }
  std::vector<std::string> other_game = first;
  other_game[2] = "armada2k";
  other_game.push_back("--resume");
  EXPECT_EQ(called(other_game).status, 1);
}

TEST_F(Commands, ARecordsTimeDoesNotGoBack) {
  std::ofstream(path("states.jsonl")) << called({"detect", "--table", table(), path("good.jpg"), path("good.jpg")}).out;
  std::ofstream(path("told.jsonl")) << R"({"t_s":1.0,"player":"red","say":"draw?"})" << '\n';
  std::vector<std::string> words = {"referee",          "--game",   "armadas",     "--source", path("states.jsonl"),
                                    "--table",          table(),    "--fps",       "0.5",      "--told",
                                    path("told.jsonl"), "--record", path("record")};
  const auto timesOf = [](const std::string& told) {
    std::vector<double> times;
    std::istringstream lines(told);
    for (std::string line; std::getline(lines, line);)
      times.push_back(nlohmann::json::parse(line).at("t_s").get<double>());
    return times;
  };
  const Called first = called(words);
  const auto before = timesOf(first.out);
  ASSERT_FALSE(before.empty()) << first.err;
  EXPECT_EQ(before.back(), 2.0);
  words.push_back("--resume");
  const auto after = timesOf(called(words).out);
  ASSERT_FALSE(after.empty());
  EXPECT_GE(*std::min_element(after.begin(), after.end()), 2.0);
  EXPECT_EQ(after.back(), 4.0);
}

TEST_F(Commands, WhatDetectPrintsHasNoTimesOfItsOwn) {
  const Called seen = called({"detect", "--table", table(), path("good.jpg"), path("good.jpg")});
  ASSERT_EQ(seen.status, 0) << seen.err;
  EXPECT_FALSE(nlohmann::json::parse(seen.out.substr(0, seen.out.find('\n'))).contains("t_s"));
  std::ofstream(path("states.jsonl")) << seen.out;
  const Called watched =
      called({"referee", "--game", "armadas", "--source", path("states.jsonl"), "--table", table(), "--fps", "0.5"});
  EXPECT_NE(watched.out.find("\"t_s\":2.0"), std::string::npos) << watched.out.substr(0, 2000);
  const Called alone = called({"referee", "--game", "armadas", "--source", path("states.jsonl"), "--table", table()});
  EXPECT_EQ(countOf(alone.out, "\"event\":\"settled\""), countOf(watched.out, "\"event\":\"settled\""))
      << "single pictures are tables at rest, as those of a folder are";
}

/// What the help shows can be judged as it stands.
TEST_F(Commands, JudgesHelpShowsScenariosThatAreAnswered) {
  const Called help = called({"judge", "--help"});
  EXPECT_EQ(help.status, 0);
  std::vector<std::string> scenarios;
  std::istringstream lines(help.out.substr(help.out.find("  {\"id\":1")));
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("  {\"id\""))
      scenarios.push_back(line);
    else if (line.starts_with("   ") && !scenarios.empty())
      scenarios.back() += line;
  EXPECT_EQ(scenarios.size(), 4u) << help.out;
  std::ofstream all(path("all.json"));
  for (const std::string& scenario : scenarios)
    all << scenario << '\n';
  all.close();
  EXPECT_EQ(countOf(called({"judge", path("all.json")}).out, "\n"), 4) << "one behind the other, as it shows them";
  for (const std::string& scenario : scenarios) {
    std::ofstream(path("shown.json"), std::ios::trunc) << scenario;
    const Called answer = called({"judge", path("shown.json")});
    EXPECT_EQ(answer.status, 0) << scenario << answer.err;
    EXPECT_EQ(answer.out.find("illegal"), std::string::npos) << answer.out;
    EXPECT_NE(answer.out.find("legal"), std::string::npos) << answer.out;
  }
}

TEST_F(Commands, JudgeSaysInWhichLineAFileIsTorn) {
  for (const auto& [text, line] : {std::pair("{\"id\":1,\n\"game\" 5}\n", ", line 2, "), std::pair("", ", line 1, "),
                                   std::pair("{\"cases\":[]}\n\n{\"id\":", ", line 3, "),
                                   std::pair("{\"id\":1,\n\"x\":1e400}\n\n", ", line 2, has a number that is too")}) {
    std::ofstream(path("torn.json"), std::ios::trunc) << text;
    const Called answer = called({"judge", path("torn.json")});
    EXPECT_EQ(answer.status, 1);
    EXPECT_NE(answer.err.find(line), std::string::npos) << answer.err;
  }
}

TEST_F(Commands, JudgeAnswersBehindABadScenarioAndABadFile) {
  std::ofstream(path("bad.json")) << R"({"cases":[{"id":7,"ruleset":"armadas"}]})";
  std::ofstream(path("good.json"))
      << R"({"id":"g","game":"king_down","position":"4k3/8/8/8/8/8/8/4K3 w none:0,none:0 - - - - -","turns":["e1e2"]})";
  std::ofstream(path("deep.json")) << std::string(200000, '[');
  const Called answered = called({"judge", path("bad.json"), path("deep.json"), path("good.json")});
  EXPECT_EQ(answered.status, 1);
  EXPECT_NE(answered.err.find("The scenario 7 is not understood"), std::string::npos) << answered.err;
  EXPECT_NE(answered.err.find("nested"), std::string::npos) << answered.err;
  EXPECT_NE(answered.out.find("\"legal\""), std::string::npos) << answered.out;
}

/// A mistyped key is not judged as if it had been left out.
TEST_F(Commands, JudgeNamesAKeyItDoesNotKnow) {
  const std::string ship = R"({"id":"r1","kind":"ship","player":"red","size":"S","stern":[0,0],"heading":0)";
  const std::string query = R"(,"query":{"type":"setup"}})";
  const std::string board =
      R"({"game":"king_down","position":"4k3/8/8/8/8/8/8/4K3 w none:0,none:0 - - - - -","turns":[])";
  const std::string plane = R"({"id":1,"title":"t","note":"n","expect":{},"ruleset":"armadas")";
  const std::pair<std::string, const char*> cases[] = {
      {plane + R"(,"objects":[)" + ship + R"(,"damge":1}])" + query, "The key \"damge\" of r1 is unknown; known: "},
      {plane + R"(,"objekts":[])" + query, "The scenario's key \"objekts\" is unknown; known: "},
      {plane + R"(,"option":{},"objects":[])" + query, "The scenario's key \"option\" is unknown; known: "},
      {board + R"(,"option":{}})", "The scenario's key \"option\" is unknown; known: "}};
  for (const auto& [scenario, said] : cases) {
    std::ofstream(path("case.json")) << scenario;
    const Called answer = called({"judge", path("case.json")});
    EXPECT_EQ(answer.status, 1) << scenario;
    EXPECT_NE(answer.err.find(said), std::string::npos) << answer.err;
  }
  for (const std::string& scenario : {plane + R"(,"objects":[)" + ship + "}]" + query, board + "}"}) {
    std::ofstream(path("case.json")) << scenario;
    EXPECT_EQ(called({"judge", path("case.json")}).status, 0) << scenario;
  }
}

TEST_F(Commands, DrawTakesNoSeedBelowNought) {
  EXPECT_EQ(called({"draw", "--game", "king_down", "--seed", "7"}).status, 0);
  for (const char* name : {"--seed", "--number"}) {
    const Called answer = called({"draw", "--game", "king_down", name, "-1"});
    EXPECT_NE(answer.status, 0);
    EXPECT_NE(answer.err.find("must be a whole number, 0 or more"), std::string::npos) << answer.err;
    EXPECT_EQ(answer.out, "");
  }
}

TEST_F(Commands, ADisputeIsExportedAsARecordIs) {
  const Called watched = called(
      {"referee", "--game", "armadas", "--source", path("good.jpg"), "--table", table(), "--record", path("match")});
  ASSERT_EQ(watched.status, 0) << watched.err;
  const std::string file = path("dispute.json");
  ASSERT_EQ(called({"replay", path("match"), "--dispute", "1", "-o", file}).status, 0);
  const Called page = called({"replay", file, "--export", "html", "-o", path("x.html")});
  EXPECT_EQ(page.status, 0) << page.err;
  EXPECT_TRUE(fs::exists(path("x.html")));
  const Called text = called({"replay", file, "--export", "text"});
  EXPECT_EQ(text.out.substr(0, 16), "Match of armadas") << text.out;
  const Called list = called({"replay", file, "--export", "json"});
  EXPECT_EQ(nlohmann::json::parse(list.out)["events"][0]["seq"],
            nlohmann::json::parse(std::ifstream(file))["events"][0]["seq"]);
  for (const auto& [words, said] :
       {std::pair(std::vector<std::string>{"--export", "pgn"}, "is not played on squares"),
        std::pair(std::vector<std::string>{"--dispute", "2", "-o", path("y.json")}, "is a dispute file already")}) {
    std::vector<std::string> all = {"replay", file};
    all.insert(all.end(), words.begin(), words.end());
    const Called refused = called(all);
    EXPECT_EQ(refused.status, 1);
    EXPECT_NE(refused.err.find(said), std::string::npos) << refused.err;
  }
  const Called unsaid = called({"replay", file, "-o", path("y.json")});
  EXPECT_EQ(unsaid.status, 2);
  EXPECT_NE(unsaid.err.find("is not said"), std::string::npos) << unsaid.err;
  EXPECT_FALSE(fs::exists(path("y.json")));
}

/// The library's own numbers say nothing to people.
TEST_F(Commands, WhatIsWrongWithADisputeFileIsSaidInWords) {
  MatchSetup setup;
  setup.game = "armadas";
  std::ofstream(path("d.json")) << nlohmann::json{
      {"record", "linesman dispute"}, {"setup", setup.toJson()}, {"events", 5}};
  const Called answer = called({"replay", path("d.json")});
  EXPECT_EQ(answer.status, 1);
  EXPECT_NE(answer.err.find("cannot be understood"), std::string::npos) << answer.err;
  EXPECT_EQ(answer.err.find("exception"), std::string::npos) << answer.err;
}

TEST_F(Commands, CalibrateSaysWhatIsWrongBeforeItWorks) {
  const std::string lens_file = path("lens.yml"), table_file = path("table.toml");
  const Called nowhere =
      called({"calibrate", "lens", "--quiet", "--target", "a4", "-o", path("none/lens.yml"), path("no.jpg")});
  EXPECT_EQ(nowhere.status, 1);
  EXPECT_EQ(nowhere.err.find("linesman: Cannot write "), 0u) << nowhere.err;
  const Called missing = called({"calibrate", "lens", "--target", "a4", "-o", lens_file, path("no.jpg")});
  EXPECT_NE(missing.err.find("\nlinesman: The picture "), std::string::npos) << missing.err;
  EXPECT_EQ(called({"calibrate", "lens", "--target", "a4", "--focus", "-3", "-o", lens_file, path("no.jpg")}).status,
            2);
  const auto layout = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {"calibrate", "table", "--size", "40", "-o", table_file, path("good.jpg")};
    words.insert(words.end(), more.begin(), more.end());
    return called(words).err;
  };
  EXPECT_NE(layout({path("good.jpg")}).find("Without a lens these pictures do not fix"), std::string::npos);
  const std::string other = layout({"--lens", (demo_ / "pyr_07.lens.yml").string(), "--dictionary", "DICT_6X6_50"});
  EXPECT_NE(other.find("appear in the picture; show all markers, and check that the dictionary"), std::string::npos)
      << other;
  EXPECT_FALSE(fs::exists(table_file));
}

TEST_F(Commands, ReplayDoesOneThingAtATime) {
  ASSERT_EQ(called({"referee", "--game", "armadas", "--source", path("good.jpg"), "--table", table(), "--record",
                    path("match")})
                .status,
            0);
  const Called none = called({"replay", path("match"), "--dispute", "0", "-o", path("d.json")});
  EXPECT_EQ(none.status, 1);
  EXPECT_NE(none.err.find("There is no event 0 in this record"), std::string::npos) << none.err;
  for (const auto& two : {std::vector<std::string>{"--export", "text", "--clip", path("clip")},
                          {"--export", "text", "--dispute", "1"},
                          {"--export", "text", "--window"},
                          {"--clip", path("clip"), "-o", path("x.html")}}) {
    std::vector<std::string> words = {"replay", path("match")};
    words.insert(words.end(), two.begin(), two.end());
    EXPECT_EQ(called(words).status, 2) << two[0] << " " << two[2];
  }
  EXPECT_FALSE(fs::exists(path("clip")));
}

TEST_F(Commands, SentencesSayWhatIsWrong) {
  std::ofstream(path("empty.toml"));
  std::ofstream(path("board.toml")) << "[board]\ndefinition = \"chess-8x8\"\n";
  std::ofstream(path("junk.avi")) << "hello";
  std::ofstream(path("set.toml")) << "[board]\ndefinition = \"chess-8x8\"\n[pieces]\nset = \"" << folder_.string()
                                  << "\"\n";
  fs::create_directory(path("states.jsonl"));
  const std::pair<std::vector<std::string>, const char*> cases[] = {
      {{"detect", "--table", path("empty.toml"), path("good.jpg")}, "empty.toml is empty;"},
      {{"detect", "--table", folder_.string(), path("good.jpg")}, " is a folder; name the file in it."},
      {{"detect", "--table", table(), folder_.string()}, " is a folder; name the pictures in it."},
      {{"detect", "--lens", folder_.string(), "--table", table(), path("good.jpg")},
       " is a folder; name the file in it."},
      {{"detect", "--table", path("set.toml"), path("good.jpg")}, " is a folder; name the file in it."},
      {{"teach", "--table", path("set.toml"), "-o", folder_.string(), path("good.jpg")}, " is a folder; name the file"},
      {{"judge", folder_.string()}, " is a folder; name the file in it."},
      {{"referee", "--game", "armadas", "--table", table(), "--source", path("good.jpg"), "--told", folder_.string()},
       " is a folder; name the file in it."},
      {{"referee", "--game", "armadas", "--table", table(), "--source", path("good.jpg"), "--start", folder_.string()},
       " is a folder; name the file in it."},
      {{"referee", "--game", "armadas", "--table", table(), "--source", path("states.jsonl")},
       " is a folder; name the file in it."},
      {{"referee", "--game", "armadas", "--table", table(), "--source", path("junk.avi")}, "it is torn, no film"},
      {{"referee", "--game", "armadas", "--table", table(), "--source", path("good.jpg"), "--start",
        path("empty.toml")},
       "is empty; give it a position"},
      {{"referee", "--game", "armadas", "--table", table(), "--source", path("good.jpg"), "--start", table()},
       "The start is no table of ships;"},
      {{"referee", "--game", "king_down", "--table", path("board.toml"), "--source", path("good.jpg"), "--pick-up",
        "red"},
       "is neither white nor black"},
      {{"referee", "--game", "invasion", "--table", path("board.toml"), "--source", path("good.jpg")},
       "has 8x8 squares, and invasion is played on 10x10;"}};
  for (const auto& [words, said] : cases) {
    const Called answer = called(words);
    EXPECT_EQ(answer.status, 1) << words.front();
    EXPECT_EQ(countOf(answer.err, "\n"), 1) << answer.err;
    EXPECT_NE(answer.err.find(said), std::string::npos) << answer.err;
  }
}

/// What no file can make right is told from work that could not be done.
TEST_F(Commands, WordsThatCannotBeMeantAreWrongUsage) {
  const std::string kings = "4k3/8/8/8/8/8/8/4K3 w", lens = path("lens.yml"), sheet = path("u.pdf"), game = "--game";
  const std::pair<std::vector<std::string>, const char*> cases[] = {
      {{"--source", path("good.jpg"), game, "chess"}, "The game \"chess\" is unknown"},
      {{"--language", "xx"}, "does not speak \"xx\""},
      {{"--chroma-key", "bogus"}, "no colour \"bogus\""},
      {{"demo", "--headless", "--source", path("good.jpg"), "--table", table(), game, "armadas"},
       "linesman referee --game armadas"},
      {{"rules", "chess"}, "The game \"chess\" is unknown"},
      {{"print", "board", "-o", sheet, "--square", "nan"}, "nan is no number from 10 to 100"},
      {{"moves", "armadas", kings}, "not played on squares"},
      {{"moves", "king_down", kings, "--option", "castling=maybe"}, "give true or false"},
      {{"perft", "king_down", kings, "1", "--option", "castling"}, "key=value"},
      {{"draw", game, "chess"}, "The game \"chess\" is unknown"},
      {{"draw", game, "king_down", "--powers", "Foo,Bar"}, "\"Foo\" is no power"},
      {{"referee", game, "chess", "--source", folder_.string()}, "The game \"chess\" is unknown"},
      {{"referee", game, "armadas", "--source", folder_.string()}, "Pictures need --table"},
      {{"referee", game, "armadas", "--source", folder_.string(), "--table", table(), "--option", "a=b"}, "\"a\" is"},
      {{"calibrate", "lens", "--target", "foo", "-o", lens, path("good.jpg")}, "The target \"foo\""},
      {{"calibrate", "lens", "--target", "chessboard:900x6:25", "-o", lens, path("good.jpg")}, "from 1 to 200"},
      {{"certify", "--source", folder_.string(), "--table", table(), "--seconds", "1e9"}, "1e9 is too large"},
      {{"calibrate", "lens", "--target", "a4", "--ruler", "3", "-o", lens, path("good.jpg")}, "cannot measure 3 mm"},
      {{"calibrate", "table", "--size", "9", "--dictionary", "foo", "-o", lens, path("good.jpg")}, "no dictionary foo"},
      {{"calibrate", "table", "--size", "9", "--distance", "foo", "-o", lens, path("good.jpg")},
       "The distance \"foo\""},
      {{"calibrate", "table", "--size", "3600", "-o", lens, path("good.jpg")}, "3600 is no number from 5"},
      {{"print", "foo", "-o", sheet}, "Cannot print \"foo\""},
      {{"print", "target", "--paper", "foo", "-o", sheet}, "Unknown paper \"foo\""},
      {{"print", "markers", "--size", "-3", "-o", sheet}, "10 to 60 mm"},
      {{"print", "board", "--definition", "companion-10x10", "--square", "20", "-o", sheet}, "--square is for"},
      {{"print", "tokens", "--first-id", "9", "-o", sheet}, "--first-id changes nothing of what"},
      {{"print", "ruler", "--dictionary", "DICT_5X5_50", "-o", sheet}, "leave it out, or print markers or board."},
      {{"print", "gauges", "-o", path("u.png")}, "end the name in .pdf."}};
  for (const auto& [words, said] : cases) {
    const Called answer = called(words);
    EXPECT_EQ(answer.status, 2) << words.front() << ' ' << words.back();
    EXPECT_NE(answer.err.find(said), std::string::npos) << answer.err;
  }
  for (const std::string& file : {lens, sheet, path("u.png")})
    EXPECT_FALSE(fs::exists(file)) << file;
}

/// A game's switches are taken in its own spelling, also where they are only looked at before anything is opened.
TEST_F(Commands, SwitchesAreReadAsTheGameReadsThem) {
  const std::string kings = "4k3/8/8/8/8/8/8/4K2R w";
  for (const char* option : {"castling=false", "castling=off", "kd.castling=no"})
    EXPECT_EQ(called({"moves", "king_down", kings, "--option", option}).status, 0) << option;
}

// Several demo tables at once: their pieces have the published dimensions, and the table file may name what is written.
TEST_F(Commands, CalibrateSetWritesASetThatTheTableFileMayName) {
  const auto demo = [&](const std::string& file) { return (demo_ / file).string(); };
  const Called done =
      called({"calibrate", "set", "--lens", demo("pyr_20.lens.yml"), "--table", demo("pyr_20.table.toml"),
              demo("pyr_20.jpg"), "--name", "Ours", "-o", path("ours.toml")});
  ASSERT_EQ(done.status, 0) << done.err;
  EXPECT_NE(done.err.find("[pieces] set = \"" + path("ours.toml") + "\""), std::string::npos)
      << "it lies elsewhere than the table file: " << done.err;
  const auto set = PieceCatalog::load(path("ours.toml"));
  ASSERT_TRUE(set) << set.error().sentence;
  EXPECT_EQ(set->name(), "Ours");
  for (const PyramidSize size : {PyramidSize::small, PyramidSize::medium, PyramidSize::large}) {
    const Pyramid truth = PieceCatalog::standard().pyramid(size);
    EXPECT_NEAR(set->pyramid(size).base_mm() / truth.base_mm(), 1.0, 0.03);
    EXPECT_NEAR(set->pyramid(size).height_mm() / truth.height_mm(), 1.0, 0.03);
  }
  std::string text = bytesOf(demo("pyr_20.table.toml"));
  text = std::regex_replace(text, std::regex("set = \"[^\"]*\""), "set = \"ours.toml\"");
  std::ofstream(path("table.toml")) << text;
  const Called seen =
      called({"detect", "--lens", demo("pyr_20.lens.yml"), "--table", path("table.toml"), demo("pyr_20.jpg")});
  EXPECT_EQ(seen.status, 0) << seen.err;
  EXPECT_NE(seen.out.find("\"size\""), std::string::npos) << seen.out;
}

TEST_F(Commands, ARegistrationSavedWithoutALensIsSaidToNeedOne) {
  const Called bare = called({"calibrate", "table", "--table", table(), "-o", path("table.toml"), path("good.jpg")});
  EXPECT_EQ(bare.status, 0) << bare.err;
  EXPECT_NE(bare.err.find("serves with a lens only"), std::string::npos) << bare.err;
  const std::string lens = (demo_ / "pyr_07.lens.yml").string();
  const Called known =
      called({"calibrate", "table", "--lens", lens, "--table", table(), "-o", path("table.toml"), path("good.jpg")});
  EXPECT_EQ(known.status, 0) << known.err;
  EXPECT_EQ(known.err.find("serves with a lens only"), std::string::npos) << known.err;
}

TEST_F(Commands, CalibrateSetSaysWhyItCannot) {
  const auto refused = [&](const std::vector<std::string>& words, const std::string& why) {
    std::vector<std::string> all{"calibrate", "set"};
    all.insert(all.end(), words.begin(), words.end());
    const Called program = called(all);
    EXPECT_EQ(program.status, 1);
    EXPECT_EQ(countOf(program.err, "\n"), 1) << program.err;
    EXPECT_NE(program.err.find(why), std::string::npos) << program.err;
    EXPECT_FALSE(fs::exists(path("ours.toml")));
  };
  const std::string lens = (demo_ / "pyr_07.lens.yml").string();
  refused({"--lens", lens, "--table", table(), path("good.jpg"), "-o", path("ours")}, "must end in .toml");
  refused({"--lens", lens, "--table", table(), path("good.jpg"), "--name", "a\"b", "-o", path("ours.toml")}, "name");
  refused({"--lens", lens, "--table", table(), path("good.jpg"), "--name", " ", "-o", path("ours.toml")}, "not blank");
  refused({"--lens", lens, "--table", path("none.toml"), path("good.jpg"), "-o", path("ours.toml")}, "none.toml");
  refused({"--lens", lens, "--table", table(), path("bad.jpg"), "-o", path("ours.toml")}, "bad.jpg");
  const cv::Mat bare(720, 1280, CV_8UC3, cv::Scalar(120, 150, 170));
  ASSERT_TRUE(writeImage(path("bare.png"), bare));
  refused({"--lens", lens, "--table", table(), path("bare.png"), "-o", path("ours.toml")}, "bare.png");
  // Registered once for all, and nothing lies there.
  std::ofstream(path("saved.toml"))
      << "[registration]\nrms_px = 0.1\ncamera_from_table = [[1, 0, 0, 0], [0, -1, 0, 0], "
         "[0, 0, -1, 500], [0, 0, 0, 1]]\n";
  refused({"--lens", lens, "--table", path("saved.toml"), path("bare.png"), "-o", path("ours.toml")},
          "No pyramid was found");
}

} // namespace
} // namespace linesman::app
