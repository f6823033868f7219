#include "vision/taught_set.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace linesman {
namespace {

/// Squares whose features tell men apart in a way of their own; the network calls every man a pawn.
TaughtSquare taughtSquare(int man, int picture, int variation) {
  static const char* kinds[] = {"", "archer", "queen", "beast"};
  TaughtSquare square;
  square.kind = kinds[man];
  square.side = man == 0 ? "" : man == 3 ? "dark" : "light";
  square.picture = picture;
  square.reading.p[man == 0 ? 0 : 6] = 0.9;
  square.reading.p[man == 0 ? 6 : 0] = 0.1;
  for (std::size_t f = 0; f < 64; ++f)
    square.reading.feature[f] = (f % 4 == static_cast<std::size_t>(man) ? 1.0F : 0.0F) +
                                0.2F * static_cast<float>(std::sin(7.0 * variation + 3.0 * static_cast<double>(f)));
  return square;
}

/// Eighty of them, as many of each man.
std::vector<TaughtSquare> taughtSquares() {
  std::vector<TaughtSquare> squares;
  for (int k = 0; k < 80; ++k)
    squares.push_back(taughtSquare(k % 4, (k / 4) % 2, k));
  return squares;
}

TEST(TaughtSet, LearnsMenTheNetworkDoesNotKnowAndIsReadBack) {
  const auto set = TaughtSet::learn(taughtSquares(), "network");
  ASSERT_TRUE(set.has_value());
  EXPECT_EQ(set->men().size(), 4U);
  EXPECT_GT(set->held_out(), 0.95);
  const auto path = (std::filesystem::temp_directory_path() / "linesman_taught.json").string();
  ASSERT_TRUE(set->save(path).has_value());
  const auto again = TaughtSet::load(path, "network");
  ASSERT_TRUE(again.has_value()) << again.error().sentence;
  for (int man = 0; man < 4; ++man) {
    const TaughtSquare fresh = taughtSquare(man, 0, 1000 + man);
    const TaughtChances told = again->chances(fresh.reading);
    const auto best = std::max_element(told.begin(), told.end()) - told.begin();
    EXPECT_EQ(again->men()[static_cast<std::size_t>(best)].kind, fresh.kind);
    EXPECT_NEAR(told[static_cast<std::size_t>(best)], set->chances(fresh.reading)[static_cast<std::size_t>(best)],
                1e-9);
  }
  const auto other = TaughtSet::load(path, "another network");
  ASSERT_FALSE(other.has_value());
  EXPECT_NE(other.error().sentence.find("teach the set again"), std::string::npos);
  EXPECT_TRUE(TaughtSet::isIn(path));
  std::filesystem::resize_file(path, 200);
  EXPECT_FALSE(TaughtSet::load(path, "network").has_value());
  EXPECT_FALSE(TaughtSet::isIn(path));
  std::filesystem::remove(path);
  const std::string folder = std::filesystem::temp_directory_path().string();
  const auto none = TaughtSet::load(folder, "network");
  ASSERT_FALSE(none.has_value());
  EXPECT_EQ(none.error().sentence, folder + " is a folder; name the file in it.");
  EXPECT_FALSE(TaughtSet::isIn(folder));
}

/// A light pawn and a dark king on every second picture, whom the network takes for what they are or for each other.
std::vector<TaughtSquare> chessmen(bool known) {
  std::vector<TaughtSquare> squares;
  for (int k = 0; k < 80; ++k) {
    TaughtSquare square = taughtSquare(k % 4 == 3 ? 2 : k % 4, (k / 4) % 2, k);
    if (!square.kind.empty()) {
      const bool pawn = square.kind == "archer";
      square.kind = pawn ? "pawn" : "king";
      square.side = pawn ? "light" : "dark";
      square.reading.p = {};
      square.reading.p[static_cast<std::size_t>(pawn == known ? classOf("light", "pawn") : classOf("dark", "king"))] =
          1.0;
    }
    squares.push_back(square);
  }
  return squares;
}

TEST(TaughtSet, LooksLikeASetOfChessmenWhenTheNetworkNamedItsMenBeforeItWasTaught) {
  const auto known = TaughtSet::learn(chessmen(true), "network");
  const auto miniatures = TaughtSet::learn(chessmen(false), "network");
  const auto others = TaughtSet::learn(taughtSquares(), "network");
  ASSERT_TRUE(known.has_value() && miniatures.has_value() && others.has_value());
  EXPECT_TRUE(known->staunton() && known->looksStaunton());
  EXPECT_TRUE(miniatures->staunton());
  EXPECT_FALSE(miniatures->looksStaunton());
  EXPECT_FALSE(others->looksStaunton());
  const auto path = (std::filesystem::temp_directory_path() / "linesman_taught_looks.json").string();
  ASSERT_TRUE(known->save(path).has_value());
  EXPECT_TRUE(TaughtSet::load(path, "network")->looksStaunton());
  std::ifstream in(path);
  nlohmann::json older = nlohmann::json::parse(in);
  older.erase("named_alone");
  std::ofstream(path) << older;
  EXPECT_FALSE(TaughtSet::load(path, "network")->looksStaunton()); // as it was read before
  std::filesystem::remove(path);
}

TEST(TaughtSet, NumbersThatNoReadingHasAreRefused) {
  const auto set = TaughtSet::learn(taughtSquares(), "network");
  ASSERT_TRUE(set.has_value());
  const auto path = (std::filesystem::temp_directory_path() / "linesman_taught_far.json").string();
  for (const char* which : {"mean", "scale", "weights", "trust", "temperature"}) {
    ASSERT_TRUE(set->save(path).has_value());
    EXPECT_EQ(TaughtSet::menIn(path).size(), 3U);
    std::ifstream in(path);
    nlohmann::json all = nlohmann::json::parse(in);
    auto& number = all[which].is_array() ? (all[which][0].is_array() ? all[which][0][0] : all[which][0]) : all[which];
    number = 1e300;
    std::ofstream(path) << all;
    const auto damaged = TaughtSet::load(path, "network");
    ASSERT_FALSE(damaged.has_value()) << which;
    EXPECT_NE(damaged.error().sentence.find("is damaged"), std::string::npos) << damaged.error().sentence;
  }
  std::filesystem::remove(path);
}

TEST(TaughtSet, AKeyThatIsGivenTwiceIsRefused) {
  const auto set = TaughtSet::learn(taughtSquares(), "network");
  ASSERT_TRUE(set.has_value());
  const auto path = (std::filesystem::temp_directory_path() / "linesman_taught_twice.json").string();
  ASSERT_TRUE(set->save(path).has_value());
  std::ifstream in(path);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  std::ofstream(path) << "{\"trust\": 0.5," << text.substr(text.find('{') + 1);
  const auto damaged = TaughtSet::load(path, "network");
  ASSERT_FALSE(damaged.has_value());
  EXPECT_NE(damaged.error().sentence.find("has \"trust\" twice"), std::string::npos) << damaged.error().sentence;
  std::filesystem::remove(path);
}

TEST(TaughtSet, NothingShownIsRefused) {
  EXPECT_FALSE(TaughtSet::learn({taughtSquare(0, 0, 1)}, "network").has_value());
}

TEST(TaughtSet, SaysNothingAboutAPlainSquare) {
  const auto set = TaughtSet::learn(taughtSquares(), "network");
  ASSERT_TRUE(set.has_value());
  SquareReading reading;
  reading.p.fill(0.0005 / 12);
  reading.p[0] = 0.9995;
  reading.plain = true;
  set->apply(reading);
  EXPECT_DOUBLE_EQ(reading.p[0], 0.9995);
  for (std::size_t m = 0; m < set->men().size(); ++m)
    EXPECT_EQ(reading.taught[m] > 0.99, set->men()[m].kind.empty()) << m;
}

} // namespace
} // namespace linesman
