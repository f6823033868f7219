// `calibrate` and `certify` as they are called from a shell: what is printed, and the exit status.
#include <fstream>
#include <optional>
#include <pty.h>
#include <regex>
#include <unistd.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <opencv2/core.hpp>

#include "app/commands.h"
#include "models/piece_catalog.h"
#include "vision/picture_file.h"

namespace linesman::app {
namespace {

namespace fs = std::filesystem;
using testing::bytesOf;
using testing::called;
using testing::Called;
using testing::countOf;
using testing::writeScaled;

class CalibrateCommand : public testing::Commands {};

/// What the program says where standard error is a terminal; nothing where there is none to be had. No more than its
/// buffer holds, some thousand signs.
std::optional<std::string> onTerminal(std::vector<std::string> words) {
  words.insert(words.begin(), "linesman");
  std::vector<char*> argv;
  for (std::string& word : words)
    argv.push_back(word.data());
  int reader = -1, terminal = -1;
  if (openpty(&reader, &terminal, nullptr, nullptr, nullptr) != 0)
    return std::nullopt;
  const int before = dup(STDERR_FILENO);
  dup2(terminal, STDERR_FILENO);
  close(terminal);
  (void)runCli(static_cast<int>(argv.size()), argv.data());
  dup2(before, STDERR_FILENO); // the terminal's last
  close(before);
  std::string said;
  char some[256];
  for (ssize_t n = 0; (n = read(reader, some, sizeof some)) > 0;)
    said.append(some, static_cast<std::size_t>(n));
  close(reader);
  return said;
}

TEST_F(CalibrateCommand, CertifyPassesOverATornPictureAndSaysSo) {
  const Called both = called({"certify", "--source", folder_.string(), "--table", table()});
  EXPECT_EQ(both.status, 0) << both.err;
  EXPECT_NE(both.out.find("bad.jpg cannot be read"), std::string::npos) << both.out;
  const Called none = called({"certify", "--source", path("bad.jpg"), "--table", table()});
  EXPECT_EQ(none.status, 1);
  EXPECT_NE(none.err.find("bad.jpg cannot be read"), std::string::npos) << none.err;
}

/// A bar is drawn for who watches; a file that takes the words gets sentences alone.
TEST_F(CalibrateCommand, ABarIsDrawnOnATerminalAlone) {
  const std::vector<std::string> words = {"calibrate", "lens",           "--target",    "a4",
                                          "-o",        path("lens.yml"), path("no.jpg")};
  const Called kept = called(words);
  EXPECT_EQ(kept.status, 1);
  EXPECT_TRUE(kept.err.starts_with("linesman: The picture ")) << kept.err;
  EXPECT_EQ(kept.err.find('\r'), std::string::npos) << kept.err;
  const std::optional<std::string> watched = onTerminal(words);
  if (!watched)
    GTEST_SKIP() << "this machine has no pseudo-terminals";
  EXPECT_TRUE(watched->starts_with("\r[")) << *watched;
  EXPECT_NE(watched->find("\nlinesman: The picture "), std::string::npos) << "behind the bar: " << *watched;
}

/// No marker and nothing saved: a board gives the frame here as it does for `detect`, if its squares give the scale.
TEST_F(CalibrateCommand, CertifyTakesABoardForMarkers) {
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

/// Markers that were printed at 97 % with all between them, and a table file that takes them for whole: only the pieces
/// can tell, whose size is known.
TEST_F(CalibrateCommand, CertifyWarnsOfATableWhoseScaleIsOff) {
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

TEST_F(CalibrateCommand, CalibrateSaysWhatIsWrongBeforeItWorks) {
  const std::string lens_file = path("lens.yml"), table_file = path("table.toml");
  const Called nowhere =
      called({"calibrate", "lens", "--quiet", "--target", "a4", "-o", path("none/lens.yml"), path("no.jpg")});
  EXPECT_EQ(nowhere.status, 1);
  EXPECT_EQ(nowhere.err.find("linesman: Cannot write "), 0u) << nowhere.err;
  const Called missing = called({"calibrate", "lens", "--target", "a4", "-o", lens_file, path("no.jpg")});
  EXPECT_NE(missing.err.find("linesman: The picture "), std::string::npos) << missing.err;
  EXPECT_EQ(called({"calibrate", "lens", "--target", "a4", "--focus", "-3", "-o", lens_file, path("no.jpg")}).status,
            2);
  const auto layout = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {"calibrate", "table", "--size", "40", "-o", table_file, path("good.jpg")};
    words.insert(words.end(), more.begin(), more.end());
    return called(words).err;
  };
  EXPECT_NE(layout({path("good.jpg")}).find("One picture without a lens"), std::string::npos);
  const std::string other = layout({"--lens", (demo_ / "pyr_07.lens.yml").string(), "--dictionary", "DICT_6X6_50"});
  EXPECT_NE(other.find("appear in the picture; show all markers, and check that the dictionary"), std::string::npos)
      << other;
  EXPECT_FALSE(fs::exists(table_file));
}

// Several demo tables at once: their pieces have the published dimensions, and the table file may name what is written.
TEST_F(CalibrateCommand, CalibrateSetWritesASetThatTheTableFileMayName) {
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

/// Sizes are taken for others there, and what is measured of them would be nothing's.
TEST_F(CalibrateCommand, CalibrateSetRefusesATableWhoseScaleIsFarOff) {
  writeScaled(path("far_off.toml"), 1.28);
  const Called measured = called({"calibrate", "set", "--table", path("far_off.toml"), "--lens",
                                  (demo_ / "pyr_07.lens.yml").string(), "-o", path("set.toml"), path("good.jpg")});
  EXPECT_EQ(measured.status, 1);
  EXPECT_NE(measured.err.find("larger than their set"), std::string::npos) << measured.err;
  EXPECT_FALSE(fs::exists(path("set.toml")));
}

TEST_F(CalibrateCommand, ARegistrationSavedWithoutALensIsSaidToNeedOne) {
  const Called bare = called({"calibrate", "table", "--table", table(), "-o", path("table.toml"), path("good.jpg")});
  EXPECT_EQ(bare.status, 0) << bare.err;
  EXPECT_NE(bare.err.find("serves with a lens only"), std::string::npos) << bare.err;
  const std::string lens = (demo_ / "pyr_07.lens.yml").string();
  const Called known =
      called({"calibrate", "table", "--lens", lens, "--table", table(), "-o", path("table.toml"), path("good.jpg")});
  EXPECT_EQ(known.status, 0) << known.err;
  EXPECT_EQ(known.err.find("serves with a lens only"), std::string::npos) << known.err;
}

TEST_F(CalibrateCommand, CalibrateSetSaysWhyItCannot) {
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
