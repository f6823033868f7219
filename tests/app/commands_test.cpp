// The program as it is called from a shell: what all commands have in common.
#include <fstream>

#include <gtest/gtest.h>

#include "app/commands.h"
#include "app/record/match_record.h"

namespace linesman::app {
namespace {

namespace fs = std::filesystem;
using testing::bytesOf;
using testing::called;
using testing::Called;
using testing::countOf;

using testing::Commands;

TEST_F(Commands, AMistypedOptionIsNamedRatherThanTheMissingOne) {
  const Called answer = called({"detect", "--tabel", table(), path("good.jpg")});
  EXPECT_EQ(answer.status, 2);
  EXPECT_NE(answer.err.find("--tabel"), std::string::npos) << answer.err;
  const Called missing = called({"detect", path("good.jpg")});
  EXPECT_EQ(missing.status, 2);
  EXPECT_NE(missing.err.find("--table is required"), std::string::npos) << missing.err;
}

/// As an unset variable of a shell leaves it: a match is not watched without the record that was asked for.
TEST_F(Commands, AnOptionWithoutAValueIsNotTakenForLeftOut) {
  const std::string good = path("good.jpg");
  std::vector<std::vector<std::string>> all;
  for (const char* option : {"--record", "--told", "--start", "--lens", "--pick-up", "--option"})
    all.push_back({"referee", "--game", "armadas", "--source", good, "--table", table(), option, ""});
  for (const char* option : {"--annotate", "--lens", "--empty"})
    all.push_back({"detect", good, "--table", table(), option, ""});
  for (const char* option : {"--pdf", "--json", "--lens"})
    all.push_back({"certify", "--source", good, "--table", table(), option, ""});
  all.push_back({"print", "target", "-o", path("target.pdf"), "--target", ""});
  all.push_back({"calibrate", "table", good, "--size", "36", "-o", path("table.toml"), "--lens", ""});
  all.push_back({"calibrate", "table", good, "--table", table(), "--output", ""});
  all.push_back({"replay", path("match"), "--clip", ""});
  all.push_back({"demo", "--headless", "--out", ""});
  all.push_back({"--source", good, "--table", ""});
  for (const std::vector<std::string>& words : all) {
    const Called answer = called(words);
    const std::string& option = words[words.size() - 2];
    EXPECT_EQ(answer.status, 2) << words[0] << ' ' << option;
    EXPECT_EQ(answer.out, "") << words[0] << ' ' << option;
    EXPECT_NE(answer.err.find(option + " was given without a value;"), std::string::npos) << words[0] << answer.err;
  }
  EXPECT_FALSE(fs::exists(path("target.pdf")));
}

TEST_F(Commands, AnEmptyFileNameSaysWhichArgumentIsEmpty) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> all = {
      {{"judge", ""}, "files"},
      {{"detect", "", "--table", table()}, "images"},
      {{"detect", path("good.jpg"), "", "--table", table()}, "images"},
      {{"replay", ""}, "record"},
      {{"moves", "king_down", ""}, "position"}};
  for (const auto& [words, argument] : all) {
    const Called answer = called(words);
    EXPECT_EQ(answer.status, 2) << words[0];
    EXPECT_EQ(answer.out, "") << words[0];
    EXPECT_NE(answer.err.find(argument + " was given without a value;"), std::string::npos) << words[0] << answer.err;
  }
}

TEST_F(Commands, AFileCalledDashIsNotWrittenByMistake) {
  for (const char* option : {"-o", "--output"}) {
    const Called answer = called({"print", "tokens", "--game", "king_down", option, "-"});
    EXPECT_EQ(answer.status, 2);
    EXPECT_EQ(answer.out, "");
    EXPECT_NE(answer.err.find("--output writes no standard output; name a file"), std::string::npos) << answer.err;
  }
  EXPECT_FALSE(fs::exists("-"));
}

TEST_F(Commands, ASwitchOfTheRulesHasOneValue) {
  const std::string kings = "4k3/8/8/8/8/8/8/4K3 w";
  const auto moves = [&](const std::string& first, const std::string& second) {
    return called({"moves", "king_down", kings, "--option", first, "--option", second});
  };
  for (const char* other : {"castling=false", "kd.castling=false"}) {
    const Called answer = moves("castling=true", other);
    EXPECT_EQ(answer.status, 2) << other;
    EXPECT_EQ(answer.out, "") << other;
    EXPECT_NE(answer.err.find("castling is given as true and as false; leave one of them out."), std::string::npos)
        << answer.err;
  }
  EXPECT_EQ(moves("castling=true", "kd.castling=true").status, 0);
}

/// A report called .jpg is taken for a picture by whatever opens it.
TEST_F(Commands, WhatIsWrittenHasItsOwnEnding) {
  MatchSetup setup;
  setup.game = "king_down";
  auto record = MatchRecord::create(path("match"), setup);
  ASSERT_TRUE(record && record->append({{"error", 1.0, {{"sentence", "One."}}}}));
  const std::vector<std::vector<std::string>> all = {
      {"print", "ruler", "-o", path("ruler.jpg")},
      {"certify", "--source", path("good.jpg"), "--table", table(), "--pdf", path("certificate.jpg")},
      {"replay", path("match"), "--export", "pdf", "-o", path("report.jpg")},
      {"replay", path("match"), "--export", "html", "-o", path("report.txt")}};
  for (const std::vector<std::string>& words : all) {
    const Called answer = called(words);
    EXPECT_EQ(answer.status, 2) << words[0] << answer.err;
    EXPECT_EQ(countOf(answer.err, "\n"), 1) << answer.err;
    EXPECT_NE(answer.err.find(words.back() + " is written as"), std::string::npos) << answer.err;
    EXPECT_FALSE(fs::exists(words.back())) << words.back();
  }
  for (const char* name : {"page.html", "page.HTM", "page"})
    EXPECT_EQ(called({"replay", path("match"), "--export", "html", "-o", path(name)}).status, 0) << name;
}

/// Pictures of a clip would stand among those that the match was judged by.
TEST_F(Commands, AClipDoesNotMixItsPicturesWithThoseOfItsRecord) {
  MatchSetup setup;
  setup.game = "king_down";
  auto record = MatchRecord::create(path("match"), setup);
  ASSERT_TRUE(record && record->append({{"error", 1.0, {{"sentence", "One."}}}}));
  fs::create_directory(path("match/pictures"));
  fs::create_directory_symlink(path("match"), path("link"));
  for (const char* folder : {"match", "match/", "match/pictures", "link/pictures"}) {
    const Called answer = called({"replay", path("match"), "--clip", path(folder)});
    EXPECT_EQ(answer.status, 1) << folder;
    EXPECT_NE(answer.err.find(path(folder) + " is the record's own;"), std::string::npos) << answer.err;
  }
  const Called elsewhere = called({"replay", path("match/match.jsonl"), "--clip", path("clip")});
  EXPECT_NE(elsewhere.err.find("Nothing was ruled"), std::string::npos) << elsewhere.err;
}

TEST_F(Commands, PaperIsNamedInCapitalsToo) {
  for (const char* paper : {"A4", "Letter"})
    EXPECT_EQ(called({"print", "ruler", "-o", path("ruler.pdf"), "--paper", paper}).status, 0) << paper;
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

TEST_F(Commands, ATerminalTakesNoNameForACommand) {
  const std::string red = "\x1B[31mgood\xE2\x80\xAE.jpg", bell = "no\a\xC2\x9B.toml";
  std::filesystem::copy_file(path("bad.jpg"), path(red));
  const Called detected = called({"detect", "--table", table(), path(red)});
  EXPECT_EQ(detected.status, 1);
  EXPECT_NE(detected.err.find("<U+001B>[31mgood<U+202E>.jpg"), std::string::npos) << detected.err;
  EXPECT_EQ(detected.err.find('\x1B'), std::string::npos);
  const Called missing = called({"detect", "--table", path(bell), path("good.jpg")});
  EXPECT_NE(missing.err.find("no<U+0007><U+009B>.toml"), std::string::npos) << missing.err;
  std::ofstream(path("case.json")) << R"({"id":"\u202e\u009b1","game":"king_down","position":"x","turns":[]})";
  const Called judged = called({"judge", path("case.json")});
  EXPECT_NE(judged.out.find(R"(\u202E\u009B1)"), std::string::npos) << judged.out;
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

TEST_F(Commands, SentencesSayWhatIsWrong) {
  std::ofstream(path("empty.toml"));
  chessTable("board.toml");
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
      {{"moves", "armada_chess", R"({"board":"companion-10x10"})", "--board", "other.toml"}, "leave one of them out"},
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
      {{"print", "markers", "--size", "-3", "-o", sheet}, "10 to 54 mm"},
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

} // namespace
} // namespace linesman::app
