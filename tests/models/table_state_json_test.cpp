#include "models/table_state_json.h"

#include <gtest/gtest.h>

#include "models/json_line.h"
#include "models/matrix_json.h"

namespace linesman {
namespace {

double writtenHeading_deg(Posture posture, double heading_deg) {
  TableState state;
  SeenPyramid& pyramid = state.pyramids.emplace_back();
  pyramid.posture = posture;
  pyramid.table_from_piece = {1.0, 2.0, radFromDeg(heading_deg)};
  return toJson(state)["pyramids"][0]["heading_deg"].get<double>();
}

TEST(TableStateJson, an_upright_pyramids_heading_is_told_modulo_a_quarter_turn) {
  for (const auto& [given_deg, told_deg] :
       {std::pair{0.0, 0.0}, {33.0, 33.0}, {-0.5, 89.5}, {90.5, 0.5}, {-91.0, 89.0}, {179.0, 89.0}, {-179.0, 1.0}})
    EXPECT_NEAR(writtenHeading_deg(Posture::upright, given_deg), told_deg, 1e-9) << given_deg;
  for (const double given_deg : {90.0, -90.0, 180.0, -1e-15, -1e-300}) {
    const double told_deg = writtenHeading_deg(Posture::upright, given_deg);
    EXPECT_TRUE(told_deg >= 0.0 && told_deg < 90.0) << given_deg << " " << told_deg;
  }
  EXPECT_NEAR(writtenHeading_deg(Posture::lying, -120.0), -120.0, 1e-9);
}

TEST(TableStateJson, APyramidOfNoKnownSizeOrColourIsNoneOfTheSmallRedOnes) {
  const nlohmann::json good = {
      {"size", "small"}, {"colour", "red"}, {"x_mm", 0.0}, {"y_mm", 0.0}, {"heading_deg", 0.0}};
  EXPECT_TRUE(tableStateFromJson({{"pyramids", {good}}}));
  for (const auto& [key, value] : {std::pair{"size", "huge"}, {"colour", "mauve"}}) {
    nlohmann::json bad = good;
    bad[key] = value;
    EXPECT_FALSE(tableStateFromJson({{"pyramids", {bad}}})) << value;
  }
}

/// Readers know `markers` and `board`; a saved frame is that of markers, and where none is known no word is said.
TEST(TableStateJson, TheFrameIsFromMarkersOrABoard) {
  using enum Registration::From;
  for (const auto& [from, word] : {std::pair{markers, "markers"}, {board, "board"}, {saved, "markers"}}) {
    TableState state;
    state.registration.ok = true;
    state.registration.from = from;
    const nlohmann::json json = toJson(state);
    EXPECT_EQ(json["registration"]["from"], word);
    EXPECT_EQ(json["registration"].contains("saved"), from == saved);
    EXPECT_EQ(tableStateFromJson(json)->registration.from, from);
  }
  EXPECT_FALSE(toJson(TableState())["registration"].contains("from"));
  nlohmann::json old = toJson(TableState());
  old["registration"] = {
      {"ok", true}, {"from", "saved"}, {"camera_from_table", matrixJson(Eigen::Matrix4d::Identity())}};
  EXPECT_EQ(tableStateFromJson(old)->registration.from, saved) << "as earlier records have it";
}

TEST(TableStateJson, ASquareOfAssumedSizeIsTold) {
  TableState state;
  state.board.emplace().square_known = false;
  const nlohmann::json json = toJson(state);
  EXPECT_EQ(json["board"]["square_known"], false);
  EXPECT_FALSE(tableStateFromJson(json)->board->square_known);
}

/// As `detect`'s format is promised, and as records have it that were made of such states.
TEST(TableStateJson, ABoardWhosePlaceIsLeftOutLiesInTheMiddleOfTheTable) {
  for (const char* place : {"", R"("centre_mm":[null,null],"heading_deg":null,)"}) {
    const auto state = tableStateFromJson(nlohmann::json::parse(
        R"({"board":{)" + std::string(place) +
        R"("rows":8,"columns":8,"square_mm":45.0,"pieces":[{"square":"e4","kind":"pawn","side":"light","p":0.9}]}})"));
    ASSERT_TRUE(state) << state.error().sentence;
    const auto again = tableStateFromJson(nlohmann::json::parse(toJson(*state).dump()));
    ASSERT_TRUE(again) << "a record could not be gone on with: " << again.error().sentence;
    EXPECT_EQ(again->board->table_from_board.x_mm(), 0.0);
    EXPECT_EQ(again->board->table_from_board.heading_rad(), 0.0);
  }
}

TEST(TableStateJson, APicturesNameThatIsNoTextIsToldNevertheless) {
  TableState state;
  state.image = "bad\xff\xfename.jpg";
  EXPECT_NE(jsonLine(toJson(state)).find("bad\uFFFD\uFFFDname.jpg"), std::string::npos);
  state.image = "Küche.jpg";
  EXPECT_NE(jsonLine(toJson(state)).find("Küche.jpg"), std::string::npos);
}

TEST(TableStateJson, CovariancesAreSymmetricToTheLastDigit) {
  TableState state;
  SeenPyramid piece;
  piece.own_covariance << 0.1, 0.01, 0.001, 0.01, 0.2, 0.002, 0.001, 0.002, 1e-5;
  piece.own_covariance(0, 1) += 1e-17; // as reckoning rounds
  piece.own_covariance(2, 1) -= 4e-19;
  piece.covariance = piece.own_covariance;
  state.pyramids = {piece};
  state.registration.ok = true;
  state.registration.camera_from_table.covariance.setIdentity();
  state.registration.camera_from_table.covariance(0, 5) += 1e-17;
  ASSERT_NE(piece.covariance, piece.covariance.transpose());
  const nlohmann::json written = toJson(state);
  const auto expect_symmetric = [](const nlohmann::json& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t k = 0; k < i; ++k)
        EXPECT_EQ(rows[i][k].get<double>(), rows[k][i].get<double>()) << i << ' ' << k;
  };
  for (const char* key : {"covariance", "own_covariance", "relative_covariance"})
    expect_symmetric(written["pyramids"][0][key]);
  expect_symmetric(written["registration"]["covariance"]);
}

} // namespace
} // namespace linesman
