#pragma once
#include <algorithm>
#include <cctype>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rules/board_game.h"

namespace linesman::rules::testing {

inline nlohmann::json readJson(const std::string& name) {
  std::ifstream file(std::string(LINESMAN_TEST_DATA) + "/" + name);
  return nlohmann::json::parse(file);
}

/// The switches of a case, as the option texts that the game reads.
inline OptionValues optionsOf(const nlohmann::json& a_case) {
  OptionValues options;
  const auto rules = a_case.value("rules", nlohmann::json::object());
  for (const auto& [name, value] : rules.items())
    options[name] = value.is_string() ? value.get<std::string>() : value.dump();
  return options;
}

/// Opens a match that must open.
inline std::unique_ptr<BoardMatch> openMatch(const BoardGame& game, const std::string& position,
                                             const OptionValues& options = {}) {
  auto match = game.open(position, options);
  EXPECT_TRUE(match) << position << ": " << (match ? "" : match.error().sentence);
  return match ? std::move(*match) : nullptr;
}

/// The error sentence of a position that must be refused.
inline std::string refusal(const BoardGame& game, const std::string& position, const OptionValues& options = {}) {
  const auto match = game.open(position, options);
  EXPECT_FALSE(match) << position << " was accepted";
  return match ? "" : match.error().sentence;
}

/// Counts and lists of a perft file.
inline void checkPerft(const BoardGame& game, const std::string& file, std::uint64_t most_nodes) {
  const auto cases = readJson(file);
  for (const auto& a_case : cases["positions"]) {
    SCOPED_TRACE(a_case["name"].get<std::string>());
    const auto match = openMatch(game, a_case["position"], optionsOf(a_case));
    ASSERT_NE(match, nullptr);
    for (const auto& [depth, nodes] : a_case["perft"].items())
      if (nodes.get<std::uint64_t>() <= most_nodes) {
        EXPECT_EQ(match->perft(std::stoi(depth)), nodes.get<std::uint64_t>()) << "depth " << depth;
      }
    if (a_case.contains("turns")) {
      EXPECT_EQ(match->turns(), a_case["turns"].get<std::vector<std::string>>());
    }
  }
}

/// One worked example: verdict, result and that every clause it names is among those of the answer.
inline void checkExample(const BoardGame& game, const nlohmann::json& example) {
  const auto match = openMatch(game, example["position"], optionsOf(example));
  ASSERT_NE(match, nullptr);
  const auto& computed = example["computed"];
  const bool over_before = match->turns().empty();
  EXPECT_EQ(over_before, computed["status_before"] == "mate" || computed["status_before"] == "stalemate");
  if (!example.contains("turn"))
    return;
  const auto answer = match->play(example["turn"]);
  EXPECT_EQ(answer.legal, computed["legal"].get<bool>()) << answer.sentence;
  EXPECT_FALSE(answer.sentence.empty());
  if (answer.legal) {
    EXPECT_EQ(match->position(), computed["position_after"]);
  }
  std::istringstream ids(example["clauses"].get<std::string>());
  for (std::string id; ids >> id;)
    EXPECT_NE(std::find(answer.clauses.begin(), answer.clauses.end(), id), answer.clauses.end())
        << id << " is not cited: " << answer.sentence;
}

/// One case of ours for the clauses in "tests": verdict, winner, and that the clauses are cited (unless "silent").
inline void checkClauseCase(const BoardGame& game, const nlohmann::json& a_case) {
  const auto match = openMatch(game, a_case["position"], optionsOf(a_case));
  ASSERT_NE(match, nullptr);
  const auto before = match->position();
  const auto answer = match->play(a_case["turn"]);
  EXPECT_EQ(answer.legal, a_case["legal"].get<bool>()) << answer.sentence;
  EXPECT_EQ(answer.over ? answer.over->winner : "", a_case.value("over", "")) << answer.sentence;
  EXPECT_TRUE(answer.sentence.ends_with(".")) << answer.sentence;
  if (!answer.legal) {
    EXPECT_EQ(match->position(), before);
  }
  if (a_case.value("silent", false))
    return;
  std::istringstream ids(a_case["tests"].get<std::string>());
  for (std::string id; ids >> id;)
    EXPECT_NE(std::find(answer.clauses.begin(), answer.clauses.end(), id), answer.clauses.end())
        << id << " is not cited: " << answer.sentence;
}

/// "KDC_012_KD_10": a test name from an id and the clauses.
inline std::string caseName(const nlohmann::json& a_case) {
  std::string name =
      a_case["id"].get<std::string>() + "_" + a_case.value(a_case.contains("tests") ? "tests" : "clauses", "");
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0)
      c = '_';
  return name;
}

} // namespace linesman::rules::testing
