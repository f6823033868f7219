// A marker carried away in play and laid down elsewhere: named, left out, measured anew, and the table handed on.
#include "app/watch/drift_guard.h"

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "support/render_table.h"

namespace linesman::app {
namespace {

TableFile tableOfFour() {
  TableFile table;
  table.path = "table.toml";
  table.dictionary = "DICT_4X4_50";
  table.markers = {
      {0, 40, {-160, 95}, 0.2}, {1, 40, {155, 100}, 1.4}, {2, 40, {150, -90}, -2.0}, {3, 40, {-150, -105}, 3.0}};
  return table;
}

cv::Mat drawn(const std::vector<TableMarker>& lie, unsigned seed) {
  test::RenderOptions options;
  options.height_mm = 0.1;
  options.seed = seed;
  cv::Mat image;
  cv::cvtColor(
      test::render(test::webcam(), test::cameraOver(430, 0.5, 0.1), test::markersPattern(lie, "DICT_4X4_50"), options),
      image, cv::COLOR_GRAY2BGR);
  return image;
}

/// Without a lens file nothing else tells, and the shift looks like the camera's or like nothing at all.
TEST(DriftGuard, PicturesOfAnotherSizeAreToldOnceAndWatchedFromThen) {
  const TableFile table = tableOfFour();
  const cv::Mat two[] = {drawn(table.markers, 1), drawn(table.markers, 2)};
  DriftGuard guard;
  double t_s = 0.0;
  const auto said = [&](const cv::Rect& part) {
    std::vector<std::string> sentences;
    for (int i = 0; i < 30; ++i, t_s += 0.1)
      if (std::string one = guard.check(two[i % 2](part), t_s, std::nullopt, table); !one.empty())
        sentences.push_back(std::move(one));
    return sentences;
  };
  const cv::Rect whole({0, 0}, two[0].size());
  const cv::Rect part(whole.width / 16, 0, whole.width * 14 / 16, whole.height);
  EXPECT_TRUE(said(whole).empty());
  const std::string sentence = "The camera's pictures have " + std::to_string(part.width) + " x " +
                               std::to_string(part.height) + " pixels now, and had " + std::to_string(whole.width) +
                               " x " + std::to_string(whole.height) +
                               ": let it keep one size for the whole match; the table is registered anew.";
  EXPECT_EQ(said(part), std::vector{sentence});
  EXPECT_EQ(said(whole).size(), 1u);
}

TEST(DriftGuard, AMarkerCarriedAwayIsNamedAndServesAgainWhereItIsLaidDown) {
  TableFile table = tableOfFour();
  std::vector<TableMarker> without = table.markers, elsewhere = table.markers;
  without.pop_back();
  elsewhere[3].centre_mm += Eigen::Vector2d(25.0, 12.0);
  elsewhere[3].heading_rad -= 0.4;

  DriftGuard guard;
  double t_s = 0.0;
  std::vector<std::string> said;
  /// Ten pictures a second of a table that lies so, its changes taken over as the pipeline does.
  const auto watch = [&](const std::vector<TableMarker>& lie, int pictures) {
    const cv::Mat two[] = {drawn(lie, 1), drawn(lie, 2)};
    for (int i = 0; i < pictures; ++i, t_s += 0.1) {
      const std::string sentence = guard.check(two[i % 2], t_s, test::webcam(), table);
      if (!sentence.empty() && (said.empty() || said.back() != sentence))
        said.push_back(sentence);
      if (auto change = guard.takeChange())
        table = change->table;
    }
  };
  watch(table.markers, 5);
  EXPECT_TRUE(said.empty());
  watch(without, 60);
  ASSERT_EQ(said.size(), 1u);
  EXPECT_EQ(said[0].rfind("Marker 3 is no longer on the table", 0), 0u) << said[0];
  EXPECT_EQ(table.markers.size(), 3u);
  watch(elsewhere, 60);
  ASSERT_EQ(said.size(), 2u) << said.back();
  EXPECT_EQ(said[1], "Marker 3 lies still again; it was measured there and serves again.");
  ASSERT_EQ(table.markers.size(), 4u);
  EXPECT_LT((table.markers[3].centre_mm - elsewhere[3].centre_mm).norm(), 0.2);
  watch(elsewhere, 20);
  EXPECT_EQ(said.size(), 2u) << said.back();
}

} // namespace
} // namespace linesman::app
