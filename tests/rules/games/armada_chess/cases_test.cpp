// Scenarios and turn counts that were worked out independently of this program.
#include <algorithm>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rules/games/armada_chess/position_json.h"
#include "rules/games/armada_chess/support.h"
#include "rules/registry.h"

namespace linesman::rules::armada_chess {
namespace {

using nlohmann::json;

json dataFile(const std::string& name) {
  std::ifstream file(std::string(LINESMAN_TEST_DATA) + "/armada_chess/" + name);
  return json::parse(file);
}

json pieceAt(const json& result, const json& field) {
  for (const json& piece : result.at("pieces")) {
    if (piece.at("at") == field)
      return piece;
  }
  return nullptr;
}

std::vector<std::string> sortedDumps(const json& list) {
  std::vector<std::string> dumps;
  for (const json& entry : list)
    dumps.push_back(entry.dump());
  std::sort(dumps.begin(), dumps.end());
  return dumps;
}

void compareCities(const json& wanted, const json& result, const std::string& where) {
  for (const json& city : wanted) {
    for (const json& other : result.at("cities")) {
      if (other.at("id") != city.at("id"))
        continue;
      for (const auto& [key, value] : city.items())
        EXPECT_EQ(other.at(key), value) << where << " city " << city.at("id") << " " << key;
    }
  }
}

void compareResult(const json& wanted, const json& result, const std::string& where) {
  if (wanted.is_null())
    return;
  for (const json& piece : wanted.value("pieces", json::array()))
    EXPECT_EQ(pieceAt(result, piece.at("at")), piece) << where;
  for (const json& field : wanted.value("empty", json::array()))
    EXPECT_TRUE(pieceAt(result, field).is_null()) << where << field;
  if (wanted.contains("reserve")) {
    for (const auto& [side, list] : wanted.at("reserve").items())
      EXPECT_EQ(sortedDumps(result.at("reserve").at(side)), sortedDumps(list)) << where;
  }
  if (wanted.contains("cities"))
    compareCities(wanted.at("cities"), result, where);
  if (wanted.contains("revive")) {
    for (const auto& [side, kinds] : wanted.at("revive").items()) {
      json waiting = json::array();
      for (const json& entry : result.at("revive").at(side))
        waiting.push_back(entry.at("kind"));
      EXPECT_EQ(sortedDumps(waiting), sortedDumps(kinds)) << where;
    }
  }
  if (wanted.contains("side")) {
    EXPECT_EQ(result.at("side"), wanted.at("side")) << where;
  }
  if (wanted.contains("ceasefire")) {
    for (const auto& [side, count] : wanted.at("ceasefire").items())
      EXPECT_EQ(result.at("ceasefire").at(side), count) << where;
  }
}

TEST(ArmadaChessCases, AllScenariosAgree) {
  const json file = dataFile("cases.json");
  ASSERT_GT(file.at("cases").size(), 100U);
  for (const json& scenario : file.at("cases")) {
    const std::string id = scenario.at("id");
    const auto answer = judgeScenario(scenario);
    ASSERT_TRUE(answer) << id << ": " << answer.error().sentence;
    const json& expect = scenario.at("expect");
    ASSERT_EQ(answer->at("turns").size(), expect.size()) << id << answer->dump(1);
    for (std::size_t i = 0; i < expect.size(); ++i) {
      const json& said = answer->at("turns")[i];
      const std::string where =
          id + " " + expect[i].at("turn").get<std::string>() + ": " + said.at("sentence").get<std::string>() + " ";
      EXPECT_EQ(said.at("ruling"), expect[i].at("ruling")) << where;
      for (const json& clause : expect[i].at("clauses")) {
        const json& cited = said.at("clauses");
        EXPECT_TRUE(std::find(cited.begin(), cited.end(), clause) != cited.end())
            << where << clause << " not in " << cited;
      }
      compareResult(expect[i].at("result"), said.at("result"), where);
      const json& over = expect[i].at("over");
      EXPECT_EQ(said.at("over").is_null(), over.is_null()) << where << said.at("over");
      if (over.is_null() || said.at("over").is_null())
        continue;
      EXPECT_EQ(said.at("over").at("winner"), over.at("winner")) << where;
      for (const json& clause : over.at("clauses")) {
        const json& cited = said.at("over").at("clauses");
        EXPECT_TRUE(std::find(cited.begin(), cited.end(), clause) != cited.end())
            << where << clause << " not in " << cited;
      }
    }
  }
}

void countTurns(const json& entry, const Options& options, const json& nodes, const std::string& tag) {
  const Law law{testing::boardById(entry.at("position").at("board")), options};
  const auto position = readPosition(law, entry.at("position"));
  ASSERT_TRUE(position) << position.error().sentence;
  for (const auto& [depth, count] : nodes.items())
    EXPECT_EQ(perft(law, *position, std::stoi(depth)), count.get<std::uint64_t>())
        << entry.at("name") << tag << " depth " << depth;
}

TEST(ArmadaChessCases, TurnCountsAndListsAgree) {
  const json file = dataFile("perft.json");
  for (const json& entry : file.at("positions")) {
    countTurns(entry, Options{}, entry.at("nodes"), "");
    if (entry.at("turns").is_array()) {
      const Options defaults;
      const Law law{testing::boardById(entry.at("position").at("board")), defaults};
      const auto position = readPosition(law, entry.at("position"));
      EXPECT_EQ(turnTexts(law, *position), entry.at("turns").get<std::vector<std::string>>()) << entry.at("name");
    }
    for (const auto& [name, nodes] : entry.at("option_nodes").items()) {
      const auto equals = name.find('=');
      countTurns(entry, testing::optionsWith({{name.substr(0, equals), name.substr(equals + 1)}}), nodes, name);
    }
  }
}

} // namespace
} // namespace linesman::rules::armada_chess
