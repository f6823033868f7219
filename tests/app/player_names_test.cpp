// In games on squares the law knows white and black; what people read has the names that they gave.
#include <filesystem>

#include <gtest/gtest.h>

#include "app/record/html_report.h"
#include "app/record/match_story.h"
#include "app/window/ruling_text.h"

namespace linesman::app {
namespace {

using nlohmann::json;

MatchSetup setupOf(const char* game) {
  MatchSetup setup;
  setup.game = game;
  setup.players = {{"Ann", {Colour::white}}, {"Bo", {Colour::black}}};
  return setup;
}

TEST(PlayerNames, TheListOfRulingsSaysThem) {
  const MatchSetup setup = setupOf("king_down");
  EXPECT_EQ(rulingSentence({{"event", "over"}, {"winner", "white"}}, setup).toStdString(), "Ann wins.");
  EXPECT_EQ(rulingSentence({{"event", "clock"}, {"player", "black"}}, setup).toStdString(),
            "The time of Bo is used up.");
  const json warned = {
      {"event", "clock"}, {"decision", "warn"}, {"player", "black"}, {"who", "Cy"}, {"why", "touched"}};
  EXPECT_EQ(rulingSentence(warned, setup).toStdString(), "Cy warns Bo: touched");
  MatchSetup nameless = setup;
  nameless.players.clear();
  EXPECT_EQ(rulingSentence({{"event", "over"}, {"winner", "white"}}, nameless).toStdString(), "White wins.");
}

TEST(PlayerNames, ReplaysAndReportsSayThem) {
  const MatchSetup setup = setupOf("invasion");
  EXPECT_EQ(describeMoment({"over", 0.0, {{"winner", "black"}}}, setup).sentence, "Bo wins.");
  EXPECT_EQ(describeMoment({"claim", 0.0, {{"player", "white"}, {"say", "resign"}}}, setup).sentence, "Ann: resign");
  EXPECT_EQ(describeMoment({"clock", 0.0, {{"to_move", "white"}}}, setup).sentence, "to move: Ann");
  MatchRecord::Contents contents;
  contents.setup = setup;
  contents.events = {{"claim", 1.0, {{"player", "white"}, {"say", "resign"}}}, {"over", 1.0, {{"winner", "black"}}}};
  const std::string report = HtmlReport().write(contents);
  EXPECT_NE(report.find("<b>Ann</b> says: resign"), std::string::npos) << report;
  EXPECT_NE(report.find("<b>Bo</b> won."), std::string::npos) << report;
}

TEST(PlayerNames, OfShipsThePlayersAreTheLawsOwn) {
  MatchSetup setup = setupOf("armadas");
  setup.players = {{"red", {Colour::blue}}, {"blue", {Colour::red}}};
  EXPECT_EQ(setup.displayName("red"), "red");
}

} // namespace
} // namespace linesman::app
