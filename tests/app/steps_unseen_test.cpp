#include "tests/app/fed_match.h"

namespace linesman::app {
namespace {

using namespace testing;

/// Steps of which no picture shows a part: what is left tells them.
class StepsUnseen : public FedMatch {
protected:
  StepsUnseen() { begin(redAndBlue()); }

  void look(const std::vector<SeenPyramid>& pyramids) {
    TableState state;
    state.pyramids = pyramids;
    FedMatch::look(state);
  }
  /// "placed r1", "original r1": what was ruled legal, in order.
  void expectRuled(const std::vector<std::string>& wanted) {
    std::vector<std::string> done;
    for (const json& action : of("action"))
      done.push_back(action["what"].get<std::string>() + ' ' + action["ship"].get<std::string>());
    EXPECT_EQ(done, wanted);
    for (const json& verdict : of("verdict"))
      EXPECT_EQ(verdict["ruling"], "legal") << verdict;
    EXPECT_TRUE(of("put_back").empty()) << of("put_back").front();
    expectFold();
  }
  const SeenPyramid red_ = laid(0, 0, 0), blue_ = laid(300, 0, 180, Colour::blue);
};

TEST_F(StepsUnseen, AStepThatIsCompleteCameBeforeTheGauge) {
  const SeenPyramid gauge = laid(bow_mm, 0, 0), other = laid(10, 150, 0), gone_on = laid(10 + bow_mm, 150, 0);
  look({red_, other, blue_});
  look({gauge, red_, gone_on, blue_});
  look({gauge, gone_on, blue_});
  look({laid(2 * bow_mm, 0, 0), gauge, gone_on, blue_});
  expectRuled({"placed r2", "original r2", "placed r1", "original r1", "placed r1"});
}

TEST_F(StepsUnseen, AMoveThatWentOnFromItsGauge) {
  look({red_, blue_});
  look({red_, laid(bow_mm, 0, 0), blue_});
  look({laid(2 * bow_mm, 0, 0), blue_});
  EXPECT_NEAR(ship("r1")["recorded"]["x"].get<double>(), 2 * bow_mm, 0.1);
  expectRuled({"placed r1", "original r1", "placed r1", "original r1"});
}

TEST_F(StepsUnseen, BothStepsOfAMoveButTheLastGauge) {
  look({red_, blue_});
  look({laid(2 * bow_mm, 0, 0), laid(bow_mm, 0, 0), blue_});
  look({laid(2 * bow_mm, 0, 0), blue_});
  expectRuled({"placed r1", "original r1", "placed r1", "original r1"});
}

} // namespace
} // namespace linesman::app
