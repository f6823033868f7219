#include <cmath>
#include <fstream>

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

} // namespace
} // namespace linesman::rules
