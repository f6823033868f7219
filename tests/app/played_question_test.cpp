#include "app/window/played_question.h"

#include <gtest/gtest.h>

#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include "app/armada_board.h"
#include "app/window/match_desk.h"

namespace linesman::app {
namespace {

using namespace testing;

/// The Knight from c3 is gone, and so is the Pawn that may have taken him; something covers d5.
class PlayedQuestionTest : public ::testing::Test {
protected:
  PlayedQuestionTest() {
    setup_.game = "king_down";
    setup_.start = "4k3/8/2p5/1p6/8/2N5/8/4K3 w none:0,none:0 - - - - -";
    contents_ = contentsOf(setup_.game, setup_.start);
    desk_ = std::make_unique<MatchDesk>(setup_, record_);
    question_ = std::make_unique<PlayedQuestion>(desk_.get());
    see(1, false);
    contents_.men.erase("c3");
    contents_.men.erase("c6");
    see(8, true);
  }
  void see(int looks, bool covered) {
    for (int i = 0; i < looks; ++i)
      for (const bool hand : {true, false})
        for (int frame = 0; frame < 6; ++frame) {
          Snapshot snapshot;
          snapshot.state = armadaTable(contents_);
          snapshot.state.board->rows = snapshot.state.board->columns = 8;
          snapshot.state.board->square_mm = 50.0;
          if (covered)
            snapshot.state.unseen_mm = {{{-50.0, 0.0}, {0.0, 0.0}, {0.0, 50.0}, {-50.0, 50.0}}};
          if (hand)
            snapshot.state.hands_mm = {{{300, 300}, {380, 300}, {380, 380}, {300, 380}}};
          snapshot.state.t_s = snapshot.t_s = t_s_ += 0.1;
          desk_->see(snapshot);
          last_ = snapshot;
        }
  }
  QList<QPushButton*> offered() const {
    QList<QPushButton*> buttons;
    for (QPushButton* button : question_->findChildren<QPushButton*>())
      if (!button->isHidden())
        buttons << button;
    return buttons;
  }

  MatchSetup setup_;
  QTemporaryDir folder_;
  const std::string record_ = folder_.filePath(QStringLiteral("match")).toStdString();
  BoardContents contents_;
  double t_s_ = 0.0;
  Snapshot last_;
  std::unique_ptr<MatchDesk> desk_;
  std::unique_ptr<PlayedQuestion> question_;
};

TEST_F(PlayedQuestionTest, WhatMayHaveBeenPlayedIsOneClickAway) {
  ASSERT_FALSE(question_->isHidden());
  ASSERT_EQ(offered().size(), 2);
  const std::string first = offered().front()->text().toStdString();
  EXPECT_TRUE(first.starts_with("c3")) << first;
  offered().front()->click();
  EXPECT_EQ(desk_->history().back()["event"], "verdict");
  EXPECT_TRUE(question_->isHidden()) << "it was answered";
  EXPECT_TRUE(offered().empty());
}

TEST_F(PlayedQuestionTest, AMatchThatCannotGoOnAsksNothing) {
  MatchDesk other(setup_, record_); // while the first one keeps the record
  PlayedQuestion question(&other);
  other.see(last_);
  ASSERT_TRUE(other.failed());
  ASSERT_GT(other.history().size(), 1u) << "what was asked before is known";
  EXPECT_TRUE(question.isHidden());
}

} // namespace
} // namespace linesman::app
