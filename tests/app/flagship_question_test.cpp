#include "app/window/flagship_question.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "app/table_notes.h"
#include "app/window/speaker.h"
#include "app/window/tell_panel.h"
#include "tests/app/fed_match.h"

namespace linesman::app {
namespace {

using namespace testing;

/// Red and blue with three ships, as the window sees them.
class FlagshipQuestionTest : public ::testing::Test {
protected:
  void begin(const std::string& goal) {
    desk_ = std::make_unique<MatchDesk>(redAndBlue({{"goal", goal}}), record_);
    question_ = std::make_unique<FlagshipQuestion>(desk_.get());
    snapshot_.state.pyramids = {laid(0, 0, 0), laid(0, 100, 0), laid(300, 0, 180, Colour::blue)};
    int id = 0;
    for (SeenPyramid& pyramid : snapshot_.state.pyramids)
      pyramid.id = PieceId{++id};
    snapshot_.state.t_s = snapshot_.t_s = 1.0;
    desk_->see(snapshot_);
  }
  QPushButton* button(const char* name) const { return question_->findChild<QPushButton*>(QLatin1String(name)); }
  QString asks() const {
    return question_->isHidden() ? QString() : question_->findChild<QLabel*>(QStringLiteral("flagship_words"))->text();
  }

  QTemporaryDir folder_;
  const std::string record_ = folder_.filePath(QStringLiteral("match")).toStdString();
  Snapshot snapshot_;
  std::unique_ptr<MatchDesk> desk_;
  std::unique_ptr<FlagshipQuestion> question_;
};

TEST_F(FlagshipQuestionTest, AsksOnePlayerAfterTheOther) {
  begin("flagship");
  EXPECT_EQ(asks(), QStringLiteral("Which ship is red's flagship?"));
  ASSERT_NE(button("flagship_r1"), nullptr);
  ASSERT_NE(button("flagship_r2"), nullptr);
  EXPECT_NE(button("flagship_r1")->isChecked(), button("flagship_r2")->isChecked()) << "one is taken so far";
  EXPECT_EQ(button("flagship_b1"), nullptr) << "it is not his";
  button("flagship_r2")->click();
  EXPECT_EQ(asks(), QStringLiteral("Which ship is blue's flagship?"));
  button("flagship_b1")->click();
  EXPECT_EQ(asks(), QString());
  const TableNotes notes = desk_->notesFor(snapshot_.state);
  EXPECT_EQ(notes.flagships.size(), 2u);
  for (const PieceId id : notes.flagships)
    EXPECT_TRUE(notes.names.at(id) == "r2" || notes.names.at(id) == "b1") << "they have the crowns";
  OverlayContent content;
  addNotes(content, notes, snapshot_.pieces);
  EXPECT_EQ(content.flagships, notes.flagships);
  EXPECT_EQ(desk_->named(std::make_shared<Snapshot>(snapshot_))->flagships, notes.flagships) << "in the list of fleets";
}

TEST_F(FlagshipQuestionTest, WhatTheWindowTriesOutKnowsTheFlags) {
  begin("capture_flag");
  button("flagship_r2")->click();
  const auto shown = desk_->named(std::make_shared<Snapshot>(snapshot_));
  ASSERT_TRUE(shown->recorded);
  std::map<std::string, bool> flags;
  for (const rules::PlaneObject& object : shown->recorded->objects)
    flags[object.id] = object.flag;
  EXPECT_EQ(flags, (std::map<std::string, bool>{{"r1", false}, {"r2", true}, {"b1", true}}));
}

TEST_F(FlagshipQuestionTest, IsHiddenWhereNothingIsMarked) {
  begin("last_fleet");
  EXPECT_EQ(asks(), QString());
  EXPECT_TRUE(desk_->notesFor(snapshot_.state).flagships.empty());
}

TEST_F(FlagshipQuestionTest, TheWordHasAButtonWhereItMeansSomething) {
  for (const bool means : {true, false}) {
    begin(means ? "flagship" : "last_fleet");
    const TellPanel panel(desk_.get());
    EXPECT_EQ(panel.findChild<QPushButton*>(QStringLiteral("tell_flagship")) != nullptr, means);
    question_.reset();
    desk_.reset();
    QDir(QString::fromStdString(record_)).removeRecursively();
  }
}

TEST_F(FlagshipQuestionTest, WhatPlayersAgreeOnIsSaidAloud) {
  begin("flagship");
  Speaker speaker;
  speaker.follow(desk_.get());
  speaker.setOn(true);
  QSignalSpy said(&speaker, &Speaker::said);
  button("flagship_r2")->click();
  desk_->say("draw?", "blue");
  ASSERT_EQ(said.size(), 2);
  EXPECT_EQ(said[0][0].toString(), QStringLiteral("r2 is red's flagship."));
  EXPECT_EQ(said[1][0].toString().toLower(), QStringLiteral("blue offers a draw."));
}

} // namespace
} // namespace linesman::app
