#include "app/window/speaker.h"

#include <filesystem>

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QSignalSpy>

#include "app/language.h"
#include "app/seen_men.h"
#include "app/voice/sentence_queue.h"
#include "app/watch/board_contents.h"
#include "app/watch/told.h"
#include "app/window/labels.h"
#include "app/window/match_desk.h"
#include "models/data_path.h"
#include "rules/registry.h"
#include "support/truth.h"
#include "tests/app/both_kings.h"
#include "tests/app/german_window.h"

namespace linesman::app {
namespace {

QStringList heard(QSignalSpy& said) {
  QStringList sentences;
  for (const auto& arguments : said)
    sentences << arguments.at(0).toString();
  return sentences;
}

/// A match that is followed aloud.
struct SpokenMatch {
  explicit SpokenMatch(const MatchSetup& setup) : desk(setup, "") {
    speaker.follow(&desk);
    speaker.setOn(true);
  }
  MatchDesk desk;
  Speaker speaker;
  QSignalSpy said{&speaker, &Speaker::said};
};

TEST(Speaker, IsSilentUntilSwitchedOnAndSaysACallOnce) {
  Speaker speaker;
  QSignalSpy said(&speaker, &Speaker::said);
  Call call;
  call.title = "r1 fires at b2";
  call.verdict.ruling = rules::Ruling::legal;
  speaker.tell(call);
  EXPECT_TRUE(said.isEmpty());
  speaker.setOn(true);
  call.verdict.ruling = rules::Ruling::unclear;
  speaker.tell(call);
  speaker.tell(call);
  EXPECT_EQ(heard(said), QStringList{"r1 fires at b2: too close: no"});
}

TEST(Speaker, SaysThatATimeIsUsedUp) {
  MatchSetup setup;
  setup.game = "armada_chess";
  setup.pick_up = "white";
  setup.options = {{"clock", "per_player"}, {"clock_length", "20"}};
  SpokenMatch match(setup);
  for (int i = 0; i < 40; ++i)
    match.desk.see(testing::bothKings(1.0 * i));
  EXPECT_EQ(heard(match.said).filter("used up"), QStringList{"The time of white is used up."});
}

/// KD-63: his move gives check, so no token goes with it; he must not think that it does.
TEST(Speaker, SaysWhatWasNotApplied) {
  MatchSetup setup;
  setup.game = "king_down";
  setup.start = "4k3/3p4/8/8/8/8/8/R3K3 w Freeze:2,none:0 - - - - -";
  SpokenMatch match(setup);
  Snapshot snapshot;
  snapshot.state.board = testing::boardShowing(contentsOf(setup.game, nlohmann::json(setup.start)));
  for (int i = 0; i < 12; ++i) {
    snapshot.t_s = snapshot.state.t_s = 1.0 * i;
    match.desk.see(snapshot);
  }
  match.desk.say("Freeze@d7", "white");
  match.desk.say("a1a8", "white");
  EXPECT_TRUE(heard(match.said).contains("a1a8: legal, Freeze@d7 not applied"))
      << heard(match.said).join("; ").toStdString();
}

TEST(SentenceQueue, WhatIsSaidIsSaidToItsEndBeforeTheNext) {
  QStringList begun;
  SentenceQueue queue([&](const QString& sentence) { begun << sentence; });
  queue.add("r1: legal", 0.0);
  queue.add("blue to move", 0.0);
  EXPECT_EQ(begun, QStringList{"r1: legal"});
  queue.ended(1.2);
  EXPECT_EQ(begun, (QStringList{"r1: legal", "blue to move"}));
  queue.ended(2.0);
  queue.ended(2.1);
  EXPECT_EQ(begun.size(), 2);
}

TEST(SentenceQueue, AnEngineThatNeverTellsItsEndIsSpokenToAllTheSame) {
  QStringList begun;
  SentenceQueue queue([&](const QString& sentence) { begun << sentence; });
  queue.add("one", 0.0);
  queue.add("two", 5.0);
  EXPECT_EQ(begun.size(), 1);
  queue.add("three", 30.0);
  EXPECT_EQ(begun, (QStringList{"one", "two"}));
}

TEST(SentenceQueue, WhatIsLongAgoIsNotSaidAnyMore) {
  QStringList begun;
  SentenceQueue queue([&](const QString& sentence) { begun << sentence; });
  for (int i = 0; i < 9; ++i)
    queue.add(QString::number(i), 0.1 * i);
  for (int i = 0; i < 9; ++i)
    queue.ended(1.0 + i);
  EXPECT_EQ(begun, (QStringList{"0", "5", "6", "7", "8"}));
}

TEST(Speaker, FollowsAMatchInShortSentences) {
  MatchSetup setup;
  setup.game = "armadas";
  setup.players = {{"red", {Colour::red}}, {"blue", {Colour::blue}}};
  setup.pick_up = "red";
  SpokenMatch match(setup);
  const auto frames = tests::readTruth(std::string(LINESMAN_TEST_DATA) + "/matches/match_armadas");
  const auto told = readTold(std::string(LINESMAN_TEST_DATA) + "/matches/match_armadas/told.jsonl").value();
  std::size_t next = 0;
  for (std::size_t i = 0; i <= 16; ++i) {
    Snapshot snapshot;
    snapshot.state = tests::TruthReader().read(frames[i]);
    snapshot.t_s = snapshot.state.t_s;
    for (; next < told.size() && told[next].t_s <= snapshot.t_s; ++next)
      match.desk.say(told[next].say, told[next].player);
    match.desk.see(snapshot);
  }
  const QStringList sentences = heard(match.said);
  EXPECT_EQ(sentences.value(0), "red to move");
  EXPECT_TRUE(sentences.contains("r3: legal"));
  EXPECT_TRUE(sentences.contains("put r1 back"));
  EXPECT_TRUE(sentences.contains("r3: hit"))
      << "a shot is not legal or illegal: " << sentences.join("; ").toStdString();
  EXPECT_TRUE(sentences.contains("b4: illegal")) << sentences.join("; ").toStdString();
  for (const QString& sentence : sentences)
    EXPECT_LT(sentence.size(), 60) << sentence.toStdString();
}

TEST(Speaker, SpeaksOfSidesByThePeoplesNamesAndInTheWindowsLanguage) {
  MatchSetup setup;
  setup.game = "king_down";
  setup.start = testing::usual_array;
  setup.players = {{"Ann", {Colour::white}}};
  SpokenMatch match(setup);
  BoardContents contents = contentsOf("king_down", testing::usual_array);
  Snapshot snapshot;
  const auto see = [&] {
    for (int i = 0; i < 20; ++i) {
      snapshot.state = {};
      snapshot.state.board = testing::boardShowing(contents);
      snapshot.state.t_s = snapshot.t_s += 0.1;
      match.desk.see(snapshot);
    }
  };
  see();
  EXPECT_EQ(heard(match.said), QStringList{"Ann to move"});
  match.desk.say("resign", "black");
  EXPECT_TRUE(heard(match.said).contains("the game is over, Ann wins")) << heard(match.said).join("; ").toStdString();
}

TEST(Language, GermanIsThereAndOthersAreOneSentence) {
  if (!testing::hasGerman())
    GTEST_SKIP() << testing::no_german;
  EXPECT_FALSE(useLanguage("fr"));
  EXPECT_EQ(shownWord("LEGAL"), "LEGAL");
  {
    const testing::SpokenGerman german;
    EXPECT_EQ(shownWord("LEGAL"), "ERLAUBT");
    EXPECT_EQ(Speaker::tr("hit"), "Treffer");
    EXPECT_EQ(shownPlayer("white"), "Weiß");
    EXPECT_EQ(shownPlayer("Ann White"), "Ann White");
    for (const std::string& id : rules::Registry::instance().ids()) { // the sentences stand in the rule books
      const std::string about = (*rules::Registry::instance().make(id))->book().data()["about"].value_or(std::string());
      EXPECT_NE(shownWord(about), QString::fromStdString(about)) << about;
    }
  }
  EXPECT_EQ(shownWord("LEGAL"), "LEGAL");
}

} // namespace
} // namespace linesman::app
