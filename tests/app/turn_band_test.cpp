#include <cmath>

#include <gtest/gtest.h>

#include "app/theme.h"
#include "app/time_text.h"
#include "app/window/match_desk.h"
#include "app/window/turn_band.h"
#include "app/window/waiting_words.h"
#include "models/units.h"
#include "tests/app/both_kings.h"

namespace linesman::app {
namespace {

using testing::bothKings;

/// ISO 9241-303 wants figures of at least 16 minutes of arc, better 20 to 22.
double heightAt3m_px(double minutes_of_arc) {
  constexpr double screen_mm = 24.0 * 25.4, diagonal_px = 2202.9; // a 24-inch screen of 1920x1080
  return 3000.0 * std::tan(radFromDeg(minutes_of_arc / 60.0)) * diagonal_px / screen_mm;
}

MatchSetup twoClocks() {
  MatchSetup setup;
  setup.game = "armada_chess";
  setup.pick_up = "white";
  setup.options = {{"clock", "per_player"}, {"clock_length", "7200"}};
  return setup;
}

TEST(TurnBandTest, AMatchThatCannotBeginIsSaid) {
  MatchSetup setup;
  setup.game = "armadas";
  setup.players = {{"red", {Colour::red}}};
  setup.pick_up = "green";
  MatchDesk desk(setup, "");
  TurnBand band(&desk);
  EXPECT_FALSE(desk.failed());
  const Snapshot snapshot;
  desk.see(snapshot);
  EXPECT_TRUE(desk.failed());
  EXPECT_TRUE(band.accessibleName().contains(QStringLiteral("cannot begin"))) << band.accessibleName().toStdString();
  EXPECT_TRUE(waitingWords(desk, snapshot).isEmpty());
  ASSERT_EQ(desk.history().size(), 1u);
  EXPECT_NE(desk.history()[0]["sentence"].get<std::string>().find("green"), std::string::npos);
}

TEST(TimeText, HoursAreHoursAndNothingIsLessThanZero) {
  for (const auto& [seconds, text] : {std::pair(0.0, "0:00"),
                                      {59.97, "0:59"},
                                      {65.0, "1:05"},
                                      {3599.9, "59:59"},
                                      {36'000.0, "10:00:00"},
                                      {-0.4, "0:00"},
                                      {-3671.0, "-1:01:11"}})
    EXPECT_EQ(timeText(seconds), text);
}

TEST(TurnBandTest, AClockShowsNothingLeftWhenNothingIs) {
  MatchDesk desk(twoClocks(), "");
  TurnBand band(&desk);
  for (int i = 0; i < 5; ++i)
    desk.see(bothKings(1.0 * i));
  const auto taken = [&](double seconds) {
    EXPECT_TRUE(desk.rule({ClockRuling::What::take, "white", seconds, "Ann", "noise"}));
    return band.clocks().join(u' ');
  };
  const double left_s = desk.view().clocks.front().left_s.value();
  EXPECT_TRUE(taken(left_s - 0.4).contains("0:01")) << "a part of a second is left";
  EXPECT_TRUE(taken(1.0).contains(" 0:00")) << "not -0:00";
  EXPECT_TRUE(taken(1.0).contains("-0:01")) << band.clocks().join(u' ').toStdString();
}

/// On a full screen of 1920x1080 the band is a sixth of the height.
TEST(TurnBandTest, ClocksAreReadFromThreeMetres) {
  MatchDesk desk(twoClocks(), "");
  TurnBand band(&desk);
  band.resize(1880, 180);
  EXPECT_EQ(band.digits_px(), 0.0) << "no clock runs yet";
  for (int i = 0; i < 5; ++i)
    desk.see(bothKings(1.0 * i));
  ASSERT_TRUE(desk.rule({ClockRuling::What::give, "black", 1.0, "Ann", "so that both clocks are shown"}));
  ASSERT_EQ(band.clocks().size(), 2);
  EXPECT_TRUE(band.clocks()[0].contains(QStringLiteral("1:59:")) || band.clocks()[0].contains(QStringLiteral("2:00:")));
  EXPECT_GE(band.digits_px(), heightAt3m_px(20.0));
  RecordProperty("digits_px", std::to_string(band.digits_px()));
  RecordProperty("minutes_of_arc", std::to_string(20.0 * band.digits_px() / heightAt3m_px(20.0)));
}

TEST(TurnBandTest, TheLineUnderAClockIsSeenWhateverItsPlayersColour) {
  MatchDesk desk(twoClocks(), "");
  TurnBand band(&desk);
  band.resize(1880, 180);
  for (int i = 0; i < 5; ++i)
    desk.see(bothKings(1.0 * i));
  ASSERT_TRUE(desk.rule({ClockRuling::What::give, "black", 1.0, "Ann", "so that both clocks are shown"}));
  const QImage image = band.grab().toImage();
  int lines = 0;
  bool on_line = false;
  for (int x = image.width() / 2; x < image.width() - 4; ++x) {
    const QColor pixel = image.pixelColor(x, image.height() - 7);
    const bool seen = std::abs(pixel.lightnessF() - theme().panel.lightnessF()) > 0.1F;
    lines += seen && !on_line ? 1 : 0;
    on_line = seen;
  }
  EXPECT_EQ(lines, 3) << "the end of the block of whose turn it is, and a line under each clock";
}

} // namespace
} // namespace linesman::app
