// `detect` as it is called from a shell: what is printed, and the exit status.
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <opencv2/imgproc.hpp>

#include "app/commands.h"
#include "vision/picture_file.h"

namespace linesman::app {
namespace {

namespace fs = std::filesystem;
using testing::bytesOf;
using testing::called;
using testing::Called;
using testing::countOf;
using testing::writeScaled;

class DetectCommand : public testing::Commands {};

TEST_F(DetectCommand, AnnotatesOverNoPictureThatWasGiven) {
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
TEST_F(DetectCommand, ReadsOnWhereAnAnnotatedPictureCannotBeWritten) {
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

TEST_F(DetectCommand, SaysThatAGreyPictureHasNoColours) {
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

/// Small ones look like Medium ones there, and Medium ones like Large ones.
TEST_F(DetectCommand, TellsOfATableWhoseScaleIsFarOff) {
  writeScaled(path("far_off.toml"), 1.28);
  const Called seen = called({"detect", "--table", path("far_off.toml"), "--lens", (demo_ / "pyr_07.lens.yml").string(),
                              path("good.jpg"), path("good.jpg")});
  EXPECT_EQ(seen.status, 0);
  EXPECT_EQ(countOf(seen.err, "The pyramids look 2"), 2) << "of each picture, as it stands in each line\n" << seen.err;
  const auto line = nlohmann::json::parse(seen.out.substr(0, seen.out.find('\n')));
  EXPECT_NE(line["registration"].value("warning", "").find("larger than their set"), std::string::npos) << line;
}

TEST_F(DetectCommand, ReadsThePicturesBehindABadOne) {
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
TEST_F(DetectCommand, SaysWhereNothingTellsWhichCornerIsA1) {
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

/// A board without markers and square_mm: what is in millimetres is by an assumed square, and says so.
TEST_F(DetectCommand, AnAssumedSizeOfSquaresIsToldAndNotSaved) {
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

TEST_F(DetectCommand, ATinyPictureIsOneSentence) {
  for (const cv::Size& size : {cv::Size(1, 1), cv::Size(640, 1), cv::Size(16, 640)}) {
    ASSERT_TRUE(writeImage(path("tiny.png"), cv::Mat(size, CV_8UC3, cv::Scalar(9, 90, 9))));
    const Called answer = called({"detect", "--table", table(), path("tiny.png")});
    EXPECT_EQ(answer.status, 1);
    EXPECT_EQ(countOf(answer.err, "\n"), 1) << answer.err;
    EXPECT_NE(answer.err.find("pixels; give one of at least"), std::string::npos) << answer.err;
  }
}

TEST_F(DetectCommand, AnnotatesOverNoPictureOfTheUsers) {
  fs::create_directory(path("out"));
  fs::copy_file(path("good.jpg"), path("out/good.jpg"));
  const Called answer = called({"detect", "--table", table(), "--annotate", path("out"), path("good.jpg")});
  EXPECT_EQ(answer.status, 1);
  EXPECT_NE(answer.err.find("was not drawn by Linesman"), std::string::npos) << answer.err;
  EXPECT_EQ(bytesOf(path("out/good.jpg")), bytesOf(path("good.jpg")));
}

TEST_F(DetectCommand, WhatDetectPrintsHasNoTimesOfItsOwn) {
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

} // namespace
} // namespace linesman::app
