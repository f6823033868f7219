#include "app/watch/match_profile.h"

#include <cstdio>

#include <gtest/gtest.h>

namespace linesman::app {
namespace {

MatchProfile example() {
  MatchProfile profile;
  profile.name = "Friday, \"the\" league \\ two";
  profile.match.game = "armadas";
  profile.match.players = {{"Ann Överström", {Colour::red, Colour::pink}}, {"Bo", {Colour::blue}}};
  profile.match.options = {{"contact_model", "solid"}, {"touch_tol_mm", "2"}};
  profile.source = "0";
  profile.lens = "/home/ann/my lens.yml";
  profile.table = "table.toml";
  profile.fps = 7.5;
  profile.begins_s = 83.25;
  return profile;
}

TEST(MatchProfile, comesBackAsItWasWritten) {
  const std::string path = ::testing::TempDir() + "/linesman_profile.toml";
  ASSERT_TRUE(writeProfile(example(), path));
  const auto read = readProfile(path);
  std::remove(path.c_str());
  ASSERT_TRUE(read) << read.error().sentence;
  EXPECT_EQ(profileText(*read), profileText(example()));
  EXPECT_EQ(read->name, example().name);
  EXPECT_EQ(read->match.players[0].name, "Ann Överström");
  EXPECT_EQ(read->match.players[0].colours, (std::vector{Colour::red, Colour::pink}));
  EXPECT_EQ(read->match.options, example().match.options);
  EXPECT_EQ(read->lens, "/home/ann/my lens.yml");
  EXPECT_DOUBLE_EQ(read->fps, 7.5);
  EXPECT_DOUBLE_EQ(read->begins_s, 83.25);
}

TEST(MatchProfile, keepsBoardOrPosition) {
  MatchProfile profile;
  profile.match.game = "armada_chess";
  profile.match.setBoard("skirmish-8x10");
  auto read = parseProfile(profileText(profile), "p");
  ASSERT_TRUE(read) << read.error().sentence;
  EXPECT_EQ(read->match.board(), "skirmish-8x10");
  EXPECT_FALSE(read->match.hasPosition());
  profile.match.game = "king_down";
  profile.match.start = "8/8/8/8/8/8/8/8 w none:0,none:0 - - - - -";
  read = parseProfile(profileText(profile), "p");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->match.start, profile.match.start);
  EXPECT_TRUE(read->match.hasPosition());
}

TEST(MatchProfile, faultsAreOneSentenceWithFileAndLine) {
  const auto sentence = [](const std::string& text) {
    const auto read = parseProfile(text, "mine.toml");
    return read ? std::string() : read.error().sentence;
  };
  EXPECT_NE(sentence("gme = \"armadas\"\n").find("mine.toml:1"), std::string::npos);
  EXPECT_NE(sentence("name = \"x\"\n").find("game"), std::string::npos);
  EXPECT_NE(sentence("game = \"chess\"\n").find("mine.toml:1: "), std::string::npos);
  EXPECT_NE(sentence("game = \"armadas\"\n[options]\nsweep = \"sideways\"\n").find("mine.toml:3: "), std::string::npos);
  EXPECT_NE(sentence("game = \"armadas\"\n[options]\nno_such = \"1\"\n").find("no_such"), std::string::npos);
  EXPECT_NE(sentence("game = \"armadas\"\n[[player]]\nname = \"A\\nB\"\n").find("is one line"), std::string::npos);
  EXPECT_NE(sentence("game = \"armadas\"\n[[player]]\nname = \"A\"\ncolours = [\"mauve\"]\n").find("mauve"),
            std::string::npos);
  for (const char* game : {"armadas", "king_down"}) {
    const std::string one = "game = \"" + std::string(game) + "\"\n[[player]]\nname = \"Ann\"\ncolours = [\"white\"]\n";
    EXPECT_EQ(sentence(one + "[[player]]\nname = \"Bo\"\ncolours = [\"black\"]\n"), "");
    EXPECT_NE(sentence(one + "[[player]]\nname = \"Ann\"\ncolours = [\"black\"]\n").find("mine.toml:5: two players"),
              std::string::npos);
    EXPECT_NE(
        sentence(one + "[[player]]\nname = \" \"\ncolours = [\"black\"]\n").find("mine.toml:5: a player needs a name"),
        std::string::npos);
    EXPECT_NE(sentence(one + "[[player]]\nname = \"Bo\"\ncolours = [\"white\"]\n").find("mine.toml:5: two players"),
              std::string::npos);
  }
  EXPECT_NE(sentence("game = \"armadas\"\nfps = 0\n").find("above 0"), std::string::npos);
  EXPECT_NE(sentence("game = \"armadas\"\nbegins_s = -1\n").find("mine.toml:2: \"begins_s\""), std::string::npos);
  EXPECT_FALSE(readProfile("/nowhere/at/all.toml"));
}

} // namespace
} // namespace linesman::app
