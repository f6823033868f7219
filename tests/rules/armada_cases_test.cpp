#include <cmath>
#include <fstream>
#include <random>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rules/registry.h"

namespace linesman::rules {
namespace {

nlohmann::json readCases() {
  std::ifstream file(LINESMAN_TEST_DATA "/rules/armada_cases.json");
  return nlohmann::json::parse(file).at("cases");
}

/// The worked scenarios: every verdict that is not close to its limit, and every margin to 0.05 mm (0.2 mm where the
/// best line of fire is searched).
TEST(ArmadaCases, AllAgree) {
  for (const nlohmann::json& scenario : readCases()) {
    const auto& expect = scenario.at("expect");
    const auto answer = judgeScenario(scenario);
    ASSERT_TRUE(answer) << answer.error().sentence;
    SCOPED_TRACE(answer->dump());
    EXPECT_EQ(answer->at("id"), scenario.at("id"));
    if (!expect.at("close").get<bool>()) {
      EXPECT_EQ(answer->at("verdict"), expect.at("verdict"));
      EXPECT_EQ(answer->at("reason"), expect.at("reason"));
    }
    EXPECT_EQ(answer->at("close"), expect.at("close"));
    EXPECT_FALSE(answer->at("clauses").empty());
    ASSERT_TRUE(answer->contains("limit")) << "promised of every answer, and null where nothing is the tightest";
    if (expect.contains("limit") && answer->at("id") != "G13") { // of which two islands lie equally near
      EXPECT_EQ(answer->at("limit"), expect["limit"]);
    }
    if (expect.at("margin_mm").is_null()) {
      EXPECT_TRUE(answer->at("margin_mm").is_null());
    } else {
      const bool searched = expect.contains("witness") && expect["witness"].contains("gun");
      EXPECT_NEAR(answer->at("margin_mm").get<double>(), expect["margin_mm"].get<double>(), searched ? 0.2 : 0.05);
    }
    for (const char* key : {"side", "damage_after", "sunk", "steps"})
      if (expect.contains(key)) {
        EXPECT_EQ(answer->at(key), expect[key]) << key;
      }
    if (expect.contains("headings")) {
      for (std::size_t i = 0; i < expect["headings"].size(); ++i)
        EXPECT_NEAR(answer->at("headings")[i].get<double>(), expect["headings"][i].get<double>(), 0.05);
    }
  }
}

/// One Large of red and one Small of blue in a square, and what is asked; `more` replaces keys.
nlohmann::json asked(const nlohmann::json& query, const nlohmann::json& more = nlohmann::json::object()) {
  nlohmann::json scenario = nlohmann::json::parse(R"({"id":"t","ruleset":"armadas",
    "area":{"type":"polygon","points":[[-400,-400],[400,-400],[400,400],[-400,400]]},
    "objects":[{"id":"r1","kind":"ship","player":"red","size":"L","stern":[0,0],"heading":90},
               {"id":"b1","kind":"ship","player":"blue","size":"S","stern":[30,10],"heading":90}]})");
  scenario["query"] = query;
  scenario.update(more);
  return scenario;
}

nlohmann::json parsed(const char* text) {
  return nlohmann::json::parse(text);
}

TEST(ArmadaCases, WhatIsMistypedAnywhereIsNotJudgedAsIfItWereLeftOut) {
  const nlohmann::json setup = {{"type", "setup"}};
  const nlohmann::json fire = {{"type", "fire"}, {"ship", "r1"}, {"target", "b1"}};
  ASSERT_TRUE(judgeScenario(asked(fire)));
  const auto terrain = [](const char* passable) {
    return parsed((R"({"objects":[{"id":"x","kind":"terrain","class":"shallow","centre":[0,0],"radius":5,"passable":)" +
                   std::string(passable) + "}]}")
                      .c_str());
  };
  const std::vector<std::pair<nlohmann::json, std::string>> wrong = {
      {asked(parsed(R"({"type":"fire","ship":"r1","target":"b1","sid":"port"})")), "The key \"sid\" of \"query\""},
      {asked(parsed(R"({"type":"fire","ship":"r1","target":"b1","side":5})")), "The side 5 is unknown"},
      {asked(parsed(R"({"type":"reach","ship":"r1","stern":[0,46],"heading":90,"max_step":1})")), "\"max_step\""},
      {asked(parsed(R"({"type":"reach","ship":"r1","stern":[0,46],"heading":90,"steps":1.5})")), "a whole number"},
      {asked(parsed(R"({"type":"step","ship":"r1","poses":[{"stern":[0,46],"heading":90,"haeding":1}]})")),
       "The key \"haeding\" of a pose"},
      {asked(parsed(R"({"type":"step","ship":"r1","poses":[{"stern":[0,46],"heading":90,"sigma_mm":-1}]})")),
       "must not be negative"},
      {asked(parsed(R"({"type":"contact","ship":"r1","object":"r1"})")), "are the same"},
      {asked(parsed(R"({"type":"step","ship":"r1"})")),
       "is not understood: key 'heading' not found; `linesman judge --help`"},
      {asked(parsed(R"({"type":"sink"})")), "The query type \"sink\" is unknown"},
      {asked("setup"), "must be an object"},
      {asked(setup, parsed(R"({"area":{"type":"circle","centre":[0,0],"radius":300,"diameter":9}})")), "\"diameter\""},
      {asked(setup, parsed(R"({"area":{"type":"circle","centre":[0,0],"radius":-300}})")), "more than 0"},
      {asked(setup, parsed(R"({"area":{"type":"polygon","points":[[0,0],[400,0],[100,100],[0,400]]}})")),
       "must be convex"},
      {asked(setup, parsed(R"({"area":[[0,0],[1,0],[1,1]]})")), "must be an object"},
      {asked(setup, parsed(R"({"sigma":{"r9":{"sigma_mm":1}}})")), "The key \"r9\" of \"sigma\""},
      {asked(setup, parsed(R"({"sigma":{"r1":{"sigma":1}}})")), "must be an object"},
      {asked(setup, parsed(R"({"sigma":{"r1":{"sigmamm":1}}})")), "The key \"sigmamm\" of the \"sigma\" of r1"},
      {asked(setup, parsed(R"({"sigma":{"r1":1}})")), "must be an object"},
      {asked(setup, parsed(R"({"sigma":1})")), "must be an object"},
      {asked(setup, parsed(R"({"options":{"pieces":{"S":{"base":14}}}})")), "The key \"base\" of the piece S"},
      {asked(setup, parsed(R"({"options":{"pieces":{"S":14}}})")), "needs numbers b and h"},
      {asked(setup, terrain("\"S\"")), "must be a list of S, M and L"},
      {asked(setup, terrain("[\"X\"]")), "must be a list of S, M and L"},
      {asked(setup, parsed(R"({"objects":[{"id":"r1","player":3,"size":"L","stern":[0,0],"heading":90}]})")),
       "The player of r1"}};
  for (const auto& [scenario, sentence] : wrong) {
    const auto answer = judgeScenario(scenario);
    ASSERT_FALSE(answer) << answer->dump();
    EXPECT_NE(answer.error().sentence.find(sentence), std::string::npos) << answer.error().sentence;
  }
}

TEST(ArmadaCases, APoseMayBringItsCovariance) {
  const auto pose = [](const char* doubt) {
    return asked(
        parsed((R"({"type":"step","ship":"r1","poses":[{"stern":[0,46.2],"heading":90)" + std::string(doubt) + "}]}")
                   .c_str()));
  };
  const auto by_sigma = judgeScenario(pose(R"(,"sigma_mm":2)"));
  const auto by_covariance = judgeScenario(pose(R"(,"covariance":[[4,0,0],[0,4,0],[0,0,0]])"));
  ASSERT_TRUE(by_sigma && by_covariance);
  EXPECT_EQ(by_sigma->at("ruling"), "unclear");
  EXPECT_EQ(*by_covariance, *by_sigma);
  EXPECT_EQ(by_sigma->at("doubtful"), "joint#1");
}

/// Where sigmas are given every answer has a ruling: also one that counts decide, and one about exact objects.
TEST(ArmadaCases, WhereSigmasAreGivenEveryAnswerIsRuledOn) {
  const char* queries[] = {R"({"type":"step","ship":"r1","heading":100})",
                           R"({"type":"move","ship":"r1","headings":[90,90,90,90,90]})",
                           R"({"type":"reach","ship":"r1","stern":[0,92.5],"heading":90})",
                           R"({"type":"reach","ship":"r1","stern":[300,300],"heading":90})",
                           R"({"type":"fire","ship":"r1","target":"b1"})",
                           R"({"type":"targets","ship":"r1"})",
                           R"({"type":"damage","hits":["b1"]})",
                           R"({"type":"contact","ship":"r1","object":"b1"})",
                           R"({"type":"setup"})"};
  for (const double sigma_mm : {0.3, 0.0})
    for (const char* query : queries) {
      const auto plain = judgeScenario(asked(parsed(query)));
      const auto answer = judgeScenario(asked(parsed(query), {{"sigma", {{"sigma_mm", sigma_mm}}}}));
      ASSERT_TRUE(plain && answer) << query;
      SCOPED_TRACE(answer->dump());
      EXPECT_FALSE(plain->contains("ruling"));
      EXPECT_EQ(answer->at("sigma_mm").is_null(), answer->at("margin_mm").is_null());
      const bool holds = answer->at("verdict") != false;
      if (answer->at("ruling") != "unclear" && !answer->contains("targets")) {
        EXPECT_EQ(answer->at("ruling"), holds ? "legal" : "illegal");
        EXPECT_NEAR(answer->at("probability").get<double>(), holds ? 1.0 : 0.0, 0.023);
      }
      EXPECT_TRUE(sigma_mm > 0.0 || answer->at("ruling") != "unclear");
    }
}

/// The middle heading of two steps to a pose changes with where the ship was measured, and the margin with it.
TEST(ArmadaCases, AWayToAPoseIsAsSureAsTheShip) {
  const auto reach = [](double x_mm, double y_mm, double heading_deg, bool measured) {
    nlohmann::json scenario =
        asked(parsed(R"({"type":"reach","ship":"r1","stern":[30,81.4],"heading":-10,"steps":2})"));
    scenario["objects"][0].update({{"stern", {x_mm, y_mm}}, {"heading", heading_deg}});
    if (measured)
      scenario["objects"][0].update({{"sigma_mm", 0.3}, {"sigma_deg", 0.4}});
    const auto answer = judgeScenario(scenario);
    EXPECT_TRUE(answer) << answer.error().sentence;
    return answer.value_or(nlohmann::json());
  };
  const nlohmann::json stated = reach(0, 0, 90, true);
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  double sum = 0.0, squares = 0.0;
  constexpr int draws = 400;
  for (int i = 0; i < draws; ++i) {
    const double x_mm = 0.3 * normal(random), y_mm = 0.3 * normal(random), turn_deg = 0.4 * normal(random);
    const double margin_mm = reach(x_mm, y_mm, 90 + turn_deg, false).at("margin_mm");
    sum += margin_mm;
    squares += margin_mm * margin_mm;
  }
  const double sampled_mm = std::sqrt(squares / draws - std::pow(sum / draws, 2));
  EXPECT_GT(sampled_mm, 0.05);
  EXPECT_NEAR(stated.at("sigma_mm").get<double>(), sampled_mm, 0.12 * sampled_mm) << stated.dump();
}

TEST(ArmadaCases, ASetUpInDoubtNamesWhatIsInDoubt) {
  const auto answer =
      judgeScenario(asked(parsed(R"({"type":"setup"})"), parsed(R"({"sigma":{"b1":{"sigma_mm":1}},"objects":[
        {"id":"r1","kind":"ship","player":"red","size":"S","stern":[0,-200],"heading":90},
        {"id":"r2","kind":"ship","player":"red","size":"S","stern":[14.6,-200],"heading":90},
        {"id":"b1","kind":"ship","player":"blue","size":"S","stern":[0,158.37],"heading":270}]})")));
  ASSERT_TRUE(answer) << answer.error().sentence;
  EXPECT_EQ(answer->at("ruling"), "unclear") << answer->dump();
  EXPECT_EQ(answer->at("limit"), "overlap:r1/r2") << "known exactly";
  EXPECT_EQ(answer->at("doubtful"), "separation:r1/b1");
  EXPECT_NE(answer->at("sentence").get<std::string>().find("(the separation of r1 and b1)"), std::string::npos);
}

} // namespace
} // namespace linesman::rules
