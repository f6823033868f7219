#include "app/record/match_story.h"

#include <malloc.h>

#include "tests/app/fed_match.h"

namespace linesman::app {
namespace {

class LongMatch : public testing::FedMenMatch {};

/// Beside its events and tables: 700 MB of a thousand turns were.
TEST_F(LongMatch, ItsStoryKeepsLittleWithEveryMoment) {
  MatchSetup setup;
  setup.game = "king_down";
  setup.start = testing::usual_array;
  begin(setup);
  look(board());
  const std::pair<const char*, const char*> moves[] = {{"g1", "f3"}, {"g8", "f6"}, {"f3", "g1"}, {"f6", "g8"}};
  for (std::size_t turn = 0; turn < 120; ++turn) {
    const auto& [from, to] = moves[turn % 4];
    carry(from, to);
    look(board());
  }
  const auto contents = MatchRecord::read(record());
  ASSERT_TRUE(contents);
  const auto bytesOf = [](const auto& made) {
    const std::size_t before = mallinfo2().uordblks;
    const auto held = made();
    return static_cast<double>(mallinfo2().uordblks - before);
  };
  const double events = bytesOf([&] { return contents->events; });
  const double story = bytesOf([&] { return MatchStory::open(record()).value(); });
  EXPECT_LT(story, 3.5 * events);
}

} // namespace
} // namespace linesman::app
