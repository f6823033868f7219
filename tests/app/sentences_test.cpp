#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <regex>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include <QDialogButtonBox>
#include <QFile>
#include <QFileDialog>
#include <QLibraryInfo>
#include <QPushButton>

#include "app/law_words.h"
#include "app/window/labels.h"
#include "models/data_path.h"
#include "models/toml_file.h"
#include "rules/board_game.h"
#include "rules/registry.h"
#include "tests/app/german_window.h"

namespace linesman::app {
namespace {

namespace fs = std::filesystem;

/// Whatever the law and the watch can say has to be in translations/sentences_de.toml: read off their sources, and off
/// games played at random.
class Sentences : public testing::GermanWindow {};

/// The words of a source file: its string literals, neighbouring ones joined, that hold two words or more.
std::vector<std::string> literalsOf(const fs::path& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  std::string text, line;
  while (std::getline(file, line)) {
    const auto first = line.find_first_not_of(' ');
    if (first != std::string::npos && line[first] != '#' && line.compare(first, 2, "//") != 0)
      text += line + "\n";
  }
  static const std::regex joined(R"(("(?:[^"\\\n]|\\.)*"\s*)+)"), one(R"re("((?:[^"\\\n]|\\.)*)")re"),
      words("[a-z]{2,}[ ,;:]+[a-z]{2,}");
  std::vector<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), joined), end; it != end; ++it) {
    const std::string all = it->str();
    std::string literal;
    for (std::sregex_iterator part(all.begin(), all.end(), one); part != end; ++part)
      literal += (*part)[1];
    literal = std::regex_replace(literal, std::regex(R"(\\")"), "\"");
    static const std::regex stop(R"(\. )"); // several sentences are looked up one by one
    for (std::sregex_token_iterator part(literal.begin(), literal.end(), stop, -1), last; part != last; ++part)
      if (const std::string sentence = *part; std::regex_search(sentence, words))
        found.push_back(sentence);
  }
  return found;
}

/// What stands between the blanks of every known sentence.
std::vector<std::string> knownWords() {
  std::vector<std::string> words;
  const auto file = findData("translations/sentences_de.toml");
  const auto table = readToml(file->string());
  static const std::regex blank("%[1-9]");
  for (const auto& [key, shown] : *(*table)["sentences"].as_table()) {
    const std::string sentence(key.str());
    std::copy(std::sregex_token_iterator(sentence.begin(), sentence.end(), blank, -1), std::sregex_token_iterator(),
              std::back_inserter(words));
  }
  return words;
}

/// Without what surrounds words: blanks, stops and the signs between parts, which depend on what stands beside.
std::string bare(std::string words) {
  const auto outer = [](char c) { return std::string(" .\n;:,").find(c) != std::string::npos; };
  while (!words.empty() && outer(words.back()))
    words.pop_back();
  words.erase(0, static_cast<std::size_t>(std::find_if_not(words.begin(), words.end(), outer) - words.begin()));
  return words;
}

bool known(const std::string& literal, const std::vector<std::string>& words) {
  std::string plain = bare(literal);
  std::string small = plain, large = plain;
  small[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(small[0])));
  large[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(large[0])));
  return std::any_of(words.begin(), words.end(), [&](const std::string& one) {
    return one.find(small) != std::string::npos || one.find(large) != std::string::npos;
  });
}

TEST_F(Sentences, QtsOwnDialogsSpeakTheWindowsLanguage) {
  if (!QFile::exists(QLibraryInfo::path(QLibraryInfo::TranslationsPath) + QStringLiteral("/qtbase_de.qm")))
    GTEST_SKIP() << "without qt6-translations-l10n";
  QFileDialog dialog;
  dialog.setOption(QFileDialog::DontUseNativeDialog);
  const auto* buttons = dialog.findChild<QDialogButtonBox*>();
  ASSERT_NE(buttons, nullptr);
  EXPECT_EQ(buttons->button(QDialogButtonBox::Cancel)->text().remove(QLatin1Char('&')), QStringLiteral("Abbrechen"));
}

TEST_F(Sentences, EverythingTheSourcesSayIsTranslated) {
  const fs::path root = fs::path(LINESMAN_TEST_DATA).parent_path().parent_path();
  std::vector<fs::path> sources = {root / "rules/turn_match.h",         root / "rules/limit_words.cpp",
                                   root / "rules/armadas_table.cpp",    root / "rules/doubt.cpp",
                                   root / "app/watch/clock_ruling.cpp", root / "app/watch/match_clock.cpp",
                                   root / "app/plane_calls.cpp",        root / "app/watch/plane_law.cpp",
                                   root / "app/watch/coverage.cpp",     root / "app/call.cpp",
                                   root / "app/watch/camera_feed.cpp",  root / "app/record/match_story.cpp",
                                   root / "calibration/drift.cpp",      root / "rules/games/invasion/game.cpp",
                                   root / "app/board_plan.cpp",         root / "rules/games/king_down/game.cpp"};
  const std::regex speaks("(explain.*|referee|narrate|match|match_talk|request|setup|power_choice|board_check)\\.cpp");
  const std::regex watches("(board_referee.*|plane_.*|flagships|ignored_things|not_counted|referee)\\.cpp");
  for (const char* folder : {"rules/games/king_down", "rules/games/invasion", "rules/games/armada_chess"})
    for (const auto& entry : fs::directory_iterator(root / folder))
      if (std::regex_match(entry.path().filename().string(), speaks))
        sources.push_back(entry.path());
  for (const auto& entry : fs::directory_iterator(root / "app/watch"))
    if (std::regex_match(entry.path().filename().string(), watches))
      sources.push_back(entry.path());
  // Whatever a camera, a file or a calibration may be told to be wrong with.
  for (const char* folder : {"vision", "models", "calibration"})
    for (const auto& entry : fs::directory_iterator(root / folder))
      if (entry.path().extension() == ".cpp" && entry.path().filename() != "view_guide.cpp")
        sources.push_back(entry.path());
  sources.push_back(root / "app/board_photo.cpp");
  const std::vector<std::string> words = knownWords();
  const std::set<std::string> no_sentences = {// words of records and of claims, formats, an assertion
                                              "claim draw",
                                              "claim promote",
                                              "gauge nudged",
                                              "put back",
                                              "gauge seen wrongly",
                                              "the first sighting",
                                              "measurement error",
                                              "piece laid aside",
                                              "nothing happened",
                                              "margin %+.2f mm, sigma %.2f mm",
                                              "Too close to call: margin %.1f mm, sigma %.1f",
                                              "the table holds no such object",
                                              "off,off",
                                              "off,off j1,a10",
                                              "linesman bands 2",
                                              "linesman set likeness 3",
                                              "linesman taught set",
                                              "linesman taught set 1",
                                              "two alike",
                                              "a colour and the one it is compared with lie four apart"};
  std::size_t checked = 0;
  for (const fs::path& source : sources)
    for (const std::string& literal : literalsOf(source)) {
      ++checked;
      EXPECT_TRUE(no_sentences.contains(bare(literal)) || known(literal, words))
          << source.filename() << ": \"" << literal << "\" is in no sentence of sentences_de.toml";
    }
  EXPECT_GT(checked, 500u);
}

TEST_F(Sentences, WhatTheGuideOfTheLensSaysIsTranslated) {
  const fs::path root = fs::path(LINESMAN_TEST_DATA).parent_path().parent_path();
  const auto said = literalsOf(root / "calibration/view_guide.cpp");
  EXPECT_GT(said.size(), 5u);
  for (std::string sentence : said) {
    if (sentence.back() != '.')
      sentence += '.'; // cut off where sentences are parted
    EXPECT_NE(shownWord(sentence).toStdString(), sentence);
  }
}

TEST_F(Sentences, EverySwitchAndItsValuesAreTranslated) {
  for (const std::string& id : rules::Registry::instance().ids()) {
    const auto game = rules::Registry::instance().make(id);
    for (const rules::Option& option : (*game)->book().options()) {
      const std::string shown = shownSentence(option.text).toStdString();
      EXPECT_TRUE(shown != option.text && untranslatedParts(option.text).empty()) << id << ": " << option.text;
      for (const std::string& value : option.values) {
        const bool figure = std::isdigit(static_cast<unsigned char>(value[0])) != 0;
        EXPECT_TRUE(figure || value == "transport" || shownOptionValue(value).toStdString() != value)
            << id << ": " << option.name << " = " << value;
      }
    }
  }
}

/// Texts of turns: legal ones of other positions, and ones that no position allows.
std::vector<std::string> textsOf(const std::string& game, rules::BoardMatch& match, std::mt19937& random) {
  const auto square = [&](int size) {
    return std::string(1, static_cast<char>('a' + random() % static_cast<unsigned>(size))) +
           std::to_string(1 + random() % static_cast<unsigned>(size));
  };
  const int size = game == "king_down" ? 8 : 10;
  std::vector<std::string> texts = {"", "nonsense", "draw?", "no", "yes", "claim draw"};
  const std::vector<std::string> king_down = {"", "x", "*", "<>"}, invasion = {"", "x", "^", "*"}, armada = {"", "x"};
  const auto& signs = game == "king_down" ? king_down : game == "invasion" ? invasion : armada;
  const std::vector<std::string> legal = match.turns();
  for (int i = 0; i < 6 && !legal.empty(); ++i) {
    const std::string& one = legal[random() % legal.size()];
    for (const std::string& sign : signs) // the right man, a wrong way
      texts.push_back(one.substr(0, one.find_first_of("x*^<, =") == 2 ? 2 : std::min<std::size_t>(2, one.size())) +
                      sign + square(size));
    texts.push_back(square(size) + signs[random() % signs.size()] + square(size));
  }
  if (game == "king_down")
    for (const char* power : {"Strike", "Haste", "Flight", "Sacrifice", "March", "Leap"})
      texts.push_back(power + (":" + square(size)) + square(size));
  if (game == "king_down")
    for (const char* mark : {"Freeze@", "Ice Wall@"})
      texts.push_back((legal.empty() ? "e2e4" : legal[random() % legal.size()]) + "+" + mark + square(size));
  if (game == "invasion")
    texts.push_back("Bomb@" + square(size));
  if (game == "armada_chess") {
    const std::string city = " C" + std::to_string(1 + random() % 6);
    for (const char* verb : {"fort ", "train ", "upgrade ", "rebuild ", "artillery "})
      texts.push_back(verb + square(size));
    for (const char* verb : {"enter ", "burn ", "attack "})
      texts.push_back(verb + square(size) + city);
    texts.push_back("exit" + city + " " + "PNBRQK"[random() % 6] + " " + square(size));
    texts.push_back("attack " + square(size) + city + " destroy");
    texts.push_back(std::string("revive ") + "PNBRQ"[random() % 5] + " " + square(size));
    texts.insert(texts.end(), {"ceasefire?", "extend 2", "yes 3", "claim e2e4", "blockade" + city});
  }
  return texts;
}

void playAtRandom(const std::string& id, const nlohmann::json& start, int turns, std::set<std::string>& said) {
  std::mt19937 random(7);
  const auto game = rules::makeBoardGame(id);
  ASSERT_TRUE(game) << game.error().sentence;
  auto match = (*game)->open(start, {});
  ASSERT_TRUE(match) << match.error().sentence;
  for (int turn = 0; turn < turns; ++turn) {
    for (const std::string& text : textsOf(id, **match, random)) {
      const auto trial = (*game)->open((*match)->position(), {});
      said.insert((*trial)->play(text).sentence);
    }
    const std::vector<std::string> legal = (*match)->turns();
    if (legal.empty())
      return;
    const auto answer = (*match)->play(legal[random() % legal.size()]);
    said.insert(answer.sentence);
    if (answer.over)
      match = (*game)->open(start, {});
  }
}

TEST_F(Sentences, WhatIsSaidInGamesPlayedAtRandomIsTranslatedToItsEnd) {
  std::set<std::string> said;
  playAtRandom("king_down", "rnbqkalg/pppppppp/8/8/8/8/PPPPPPPP/RNBQKALG w Freeze:2,Leap:3 - - - - -", 60, said);
  playAtRandom("king_down", "rnbqkams/pppppppp/8/8/8/8/PPPPPPPP/RNBQKAMS w Haste:1,Strike:1 - - - - -", 60, said);
  playAtRandom("king_down", "rnbqkams/pppppppp/8/8/8/8/PPPPPPPP/RNBQKAMS w Darkness:0,March:3 - - - - -", 60, said);
  playAtRandom("invasion", "start", 80, said);
  playAtRandom("armada_chess", nlohmann::json::object(), 60, said);
  EXPECT_GT(said.size(), 500u);
  for (const std::string& sentence : said)
    for (const std::string& part : untranslatedParts(sentence))
      ADD_FAILURE() << "\"" << part << "\" of \"" << sentence << "\" -> \"" << shownSentence(sentence).toStdString()
                    << "\"";
}

} // namespace
} // namespace linesman::app
