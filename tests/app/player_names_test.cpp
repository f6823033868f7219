// In games on squares the law knows white and black; what people read has the names that they gave.
#include <filesystem>

#include <gtest/gtest.h>

#include <QLabel>

#include "app/player_names.h"
#include "app/record/export.h"
#include "app/record/html_report.h"
#include "app/record/match_story.h"
#include "app/seen_men.h"
#include "app/watch/board_contents.h"
#include "app/window/facts_panel.h"
#include "app/window/match_desk.h"
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
  EXPECT_EQ(describeMoment({"action", 0.0, {{"actor", "white"}, {"kind", "move"}, {"turn", "e2e4"}}}, setup).sentence,
            "Ann plays e2e4");
  EXPECT_EQ(describeMoment({"error", 0.0, {{"sentence", "No light."}}}, setup).word, "trouble");
  EXPECT_EQ(describeMoment({"clock", 0.0, {{"to_move", "white"}}}, setup).sentence, "to move: Ann");
  MatchRecord::Contents contents;
  contents.setup = setup;
  contents.events = {{"claim", 1.0, {{"player", "white"}, {"say", "resign"}}}, {"over", 1.0, {{"winner", "black"}}}};
  const std::string report = HtmlReport().write(contents);
  EXPECT_NE(report.find("<b>Ann</b> says: resign"), std::string::npos) << report;
  EXPECT_NE(report.find("<b>Bo</b> won."), std::string::npos) << report;
}

TEST(PlayerNames, WhoeverHasNoneIsListedAsHisSide) {
  MatchRecord::Contents contents;
  contents.setup = setupOf("king_down");
  contents.setup.players.pop_back();
  EXPECT_NE(HtmlReport().write(contents).find("Players: Ann, Black<"), std::string::npos);
  EXPECT_TRUE(pgnTranscript(contents).value().starts_with("[Game \"king_down\"]\n[White \"Ann\"]\n[Black \"?\"]\n"))
      << pgnTranscript(contents).value();
  contents.setup.players = {{"Bo \"the\" Blue", {Colour::black}}};
  EXPECT_NE(HtmlReport().write(contents).find("Players: White, Bo "), std::string::npos);
  EXPECT_NE(pgnTranscript(contents).value().find("[White \"?\"]\n[Black \"Bo \\\"the\\\" Blue\"]\n"),
            std::string::npos);
  contents.setup.players.clear();
  EXPECT_EQ(HtmlReport().write(contents).find("Players:"), std::string::npos);
}

TEST(PlayerNames, SentencesOfTheLawSayThemAndMenKeepTheirColour) {
  const MatchSetup setup = setupOf("king_down");
  const std::pair<const char*, const char*> sentences[] = {
      {"The queen on d8 takes the pawn on d5. White is in check.",
       "The queen on d8 takes the pawn on d5. Ann is in check."},
      {"It is black's turn, and the pawn on e4 belongs to White.",
       "It is Bo's turn, and the pawn on e4 belongs to Ann."},
      {"White wins: King took King.", "Ann wins: King took King."},
      {"token of white", "token of Ann"},
      {"The black rook on a8 goes nowhere.", "The black rook on a8 goes nowhere."},
      {"The man on e4 is neither white nor black.", "The man on e4 is neither white nor black."},
      {"White paper is over-exposed: lower the exposure or the light.",
       "White paper is over-exposed: lower the exposure or the light."}};
  for (const auto& [sentence, named] : sentences)
    EXPECT_EQ(withNames(sentence, setup), named);
  const json ruling = {{"event", "verdict"}, {"ruling", "illegal"}, {"sentence", "It is white's turn."}};
  EXPECT_EQ(rulingSentence(ruling, setup).toStdString(), "It is Ann's turn.");
  EXPECT_EQ(describeMoment({"verdict", 0.0, ruling}, setup).sentence, "It is Ann's turn.");
}

TEST(PlayerNames, CountersSayThem) {
  MatchSetup setup = setupOf("king_down");
  setup.start = "rnbqkalg/pppppppp/8/8/8/8/PPPPPPPP/RNBQKALG w Freeze:1,Leap:3 - - - - -";
  MatchDesk desk(setup, "");
  const FactsPanel panel(&desk);
  const BoardContents contents = contentsOf("king_down", setup.start);
  for (int i = 0; i < 20; ++i) {
    Snapshot snapshot;
    snapshot.t_s = 0.1 * i;
    snapshot.state.board = testing::boardShowing(contents);
    snapshot.state.t_s = snapshot.t_s;
    desk.see(snapshot);
  }
  const QString facts = panel.findChild<QLabel*>(QStringLiteral("match_facts"))->text();
  EXPECT_TRUE(facts.contains(QStringLiteral("Ann"))) << facts.toStdString();
  EXPECT_FALSE(facts.contains(QStringLiteral("White"))) << facts.toStdString();
}

TEST(PlayerNames, AFullStopInANameEndsNoSentence) {
  MatchSetup setup = setupOf("king_down");
  setup.players.front().name = "Dr. White";
  EXPECT_EQ(withNames("White is in check.", setup), "Dr.\u00A0White is in check.");
  setup.players.front().name = "Ann B.";
  EXPECT_EQ(withNames("White wins: King took King.", setup), "Ann B.\u00A0wins: King took King.");
  EXPECT_EQ(withNames("The pawn on e4 belongs to White.", setup), "The pawn on e4 belongs to Ann B.");
}

TEST(PlayerNames, OfShipsThePlayersAreTheLawsOwn) {
  MatchSetup setup = setupOf("armadas");
  setup.players = {{"red", {Colour::blue}}, {"blue", {Colour::red}}};
  EXPECT_EQ(setup.displayName("red"), "red");
  EXPECT_EQ(withNames("White is in check.", setup), "White is in check.");
}

} // namespace
} // namespace linesman::app
