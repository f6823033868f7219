// A margin that is the least of several, where two of them are equal or nearly so: what is told of it against the same
// scenario asked again at thousands of exact poses.
#include <array>

#include "rules/normal_draws.h"
#include "tests/rules/plane_support.h"

namespace linesman::rules::testing {
namespace {

using nlohmann::json;

/// A scenario of measured poses, asked as it is and at draws of them.
class Measured {
public:
  explicit Measured(json whole) : whole_(std::move(whole)) {}

  json told() const { return judged(whole_); }

  struct Share {
    double held = 0.0;   ///< of the draws, in which the rule's conditions held
    double rms_mm = 0.0; ///< of the margin's change
  };
  Share sampled(int draws, unsigned seed) const {
    std::mt19937 random(seed);
    const double told_mm = told().at("margin_mm").get<double>();
    Share share;
    for (int i = 0; i < draws; ++i) {
      json one = whole_;
      for (json& object : one["objects"])
        shift(object, random);
      if (one["query"].contains("poses"))
        for (json& pose : one["query"]["poses"])
          shift(pose, random);
      const json answer = judged(one);
      share.held += (answer.at("verdict").get<bool>() ? 1.0 : 0.0) / draws;
      share.rms_mm += std::pow(answer.at("margin_mm").get<double>() - told_mm, 2) / draws;
    }
    share.rms_mm = std::sqrt(share.rms_mm);
    return share;
  }

private:
  static void shift(json& at, std::mt19937& random) {
    if (!at.contains("stern"))
      return;
    std::normal_distribution<double> normal;
    const double mm = at.value("sigma_mm", 0.0), deg = at.value("sigma_deg", 0.0);
    at["stern"] = {at["stern"][0].get<double>() + mm * normal(random),
                   at["stern"][1].get<double>() + mm * normal(random)};
    at["heading"] = at["heading"].get<double>() + deg * normal(random);
    at.erase("sigma_mm");
    at.erase("sigma_deg");
  }

  json whole_;
};

json large(const char* id, const char* player, double x, double y, double heading, double sigma_mm, double sigma_deg) {
  return {{"id", id},        {"kind", "ship"},     {"player", player},     {"size", "L"},
          {"stern", {x, y}}, {"heading", heading}, {"sigma_mm", sigma_mm}, {"sigma_deg", sigma_deg}};
}

json boxArea(double left, double right) {
  return {{"type", "polygon"}, {"points", {{left, -900}, {right, -900}, {right, 900}, {left, 900}}}};
}

json asked(const json& objects, const json& query, const json& options = json::object()) {
  return {{"id", "k"}, {"ruleset", "armadas"}, {"options", options}, {"objects", objects}, {"query", query}};
}

constexpr double slant_mm = 46.2287;     // of a Large
constexpr double bow_half_deg = 15.3614; // between its keel and its long side

json stepTo(double x, double y, double heading, double sigma_mm, double sigma_deg) {
  json query = {{"type", "step"}, {"ship", "m"}};
  query["poses"] = {{{"stern", {x, y}}, {"heading", heading}, {"sigma_mm", sigma_mm}, {"sigma_deg", sigma_deg}}};
  return query;
}

/// A Large laid with its long side `off_deg` from parallel to the table's edge, `gap_mm` away from it.
json besideEdge(double off_deg, double gap_mm, double sigma_deg) {
  json whole = asked(json::array({large("m", "red", 0, -slant_mm, 90, 0.03, 0.1)}),
                     stepTo(0, 0, 90 - bow_half_deg + off_deg, 0.03, sigma_deg));
  whole["area"] = boxArea(-900, 12.7 * std::cos(radFromDeg(bow_half_deg)) + gap_mm);
  return whole;
}

void expectTold(const char* name, const json& whole, int draws) {
  const Measured measured(whole);
  const json told = measured.told();
  const auto sampled = measured.sampled(draws, 3);
  EXPECT_NEAR(told.at("probability").get<double>(), sampled.held, 0.03) << name << ' ' << told;
  EXPECT_NEAR(told.at("sigma_mm").get<double>() / sampled.rms_mm, 1.0, 0.1) << name << ' ' << told;
  if (sampled.held > 0.05 && sampled.held < 0.95) {
    EXPECT_EQ(told.at("ruling"), "unclear") << name << ' ' << told;
  }
}

TEST(MarginKinks, SternsThatFaceEachOtherSquarely) {
  expectTold("sterns",
             asked(json::array({large("a", "red", 0, 0, -90, 0, 0.5), large("b", "blue", 0, 304.9, 90, 0, 0.5)}),
                   {{"type", "setup"}}),
             3000);
}

TEST(MarginKinks, ShipInTheMiddleOfACorridor) {
  json placed = asked(json::array({large("a", "red", 0, 0, -90, 0.3, 0), large("b", "blue", 0, 500, 90, 0, 0)}),
                      {{"type", "setup"}});
  placed["area"] = boxArea(-13, 13);
  expectTold("placed", placed, 3000);
  json swept = asked(json::array({large("m", "red", 0, 0, 90, 0.3, 0)}), stepTo(0, slant_mm, 90, 0.3, 0),
                     {{"sweep", "hull"}, {"touch_tol_mm", 9}});
  swept["area"] = boxArea(-13, 13);
  expectTold("swept", swept, 3000);
}

TEST(MarginKinks, SternAlongAnIsland) {
  json island = {{"id", "i"}, {"kind", "terrain"}, {"class", "island"}, {"shape", "polygon"}, {"height", 60}};
  island["points"] = {{-50, -50}, {50, -50}, {50, -0.1}, {-50, -0.1}};
  const json whole = asked(json::array({large("a", "red", 0, 0, 90, 0, 0.8), island}),
                           {{"type", "contact"}, {"ship", "a"}, {"object", "i"}}, {{"contact_model", "footprint"}});
  expectTold("contact", whole, 3000);
}

TEST(MarginKinks, LongSideNearlyAlongTheEdge) {
  for (const double off_deg : {0.0, 0.05, 0.2, -0.2})
    expectTold("edge", besideEdge(off_deg, 0.15, 0.4), 3000);
}

/// A gauge laid exactly at the bow may be off in any direction.
TEST(MarginKinks, JointThatIsClosed) {
  expectTold("joint", asked(json::array({large("m", "red", 0, 0, 90, 0.0, 0.0)}), stepTo(0, slant_mm, 90, 0.7, 0.05)),
             4000);
}

/// A step into a gap between two neighbours, with the bow at the table's edge: all hold together less often than each
/// by itself, and how much depends on what they share.
json throughGap(double left_mm, double right_mm, double edge_mm, double sigma_mm) {
  json whole = asked(json::array({large("m", "red", 0, 0, 90, 0.02, 0.02),
                                  large("a", "blue", -19.5 - left_mm, slant_mm, 90, 0.02, 0.02),
                                  large("b", "blue", 19.5 + right_mm, 2 * slant_mm, 270, 0.02, 0.02)}),
                     stepTo(0, slant_mm, 90, sigma_mm, 0.02), {{"contact_model", "footprint"}});
  whole["area"] = {
      {"type", "polygon"},
      {"points", {{-900, -900}, {900, -900}, {900, 2 * slant_mm + edge_mm}, {-900, 2 * slant_mm + edge_mm}}}};
  return whole;
}

TEST(JointDoubt, OfSeveralConditionsIsThatTheyAllHold) {
  double apart = 0.0; // that of the least likely one alone would be
  for (const auto& [left, right, edge] :
       {std::array{0.3, 0.3, 9.0}, {0.1, 0.5, 0.3}, {0.3, 0.2, 0.2}, {0.0, 0.2, 0.6}}) {
    const json whole = throughGap(left, right, edge, 0.3);
    const Measured measured(whole);
    const json told = measured.told();
    const double held = measured.sampled(3000, 7).held;
    EXPECT_NEAR(told.at("probability").get<double>(), held, 0.03) << told;
    double least = 1.0;
    for (const double margin : {left, right, edge})
      least = std::min(least, normalProbability(margin / 0.3));
    apart = std::max(apart, least - held);
  }
  EXPECT_GT(apart, 0.15);
}

/// Whatever the place: flanks along edges, islands and other hulls, nearer to parallel than headings are known and not.
TEST(MarginKinks, RandomPlacesNearThem) {
  std::mt19937 random(19);
  const auto between = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  int coin_tosses = 0, called_clear = 0;
  double worst = 0.0;
  for (int n = 0; n < 36; ++n) {
    json whole = besideEdge(between(-0.6, 0.6), between(0.02, 0.5), between(0.1, 0.6));
    if (n % 3 == 1) { // a reef in the edge's place
      json reef = {{"id", "i"}, {"kind", "terrain"}, {"class", "reef"}, {"shape", "polygon"}, {"height", 0}};
      const double edge = whole["area"]["points"][1][0].get<double>();
      reef["points"] = {{edge, -300}, {edge + 90, -300}, {edge + 90, 300}, {edge, 300}};
      whole["objects"].push_back(reef);
      whole.erase("area");
    } else if (n % 3 == 2) { // an enemy that heads the other way
      whole.erase("area");
      whole["query"]["poses"][0]["heading"] = 90 + between(-0.5, 0.5);
      whole["objects"].push_back(large("b", "blue", 27.5 + between(-0.2, 0.3), slant_mm, 270, 0.02, between(0.1, 0.4)));
    }
    const Measured measured(whole);
    const json told = measured.told();
    const auto sampled = measured.sampled(1000, 5 + static_cast<unsigned>(n));
    const double off = std::abs(told.at("probability").get<double>() - sampled.held);
    worst = std::max(worst, off);
    const bool coin_toss = sampled.held > 0.1 && sampled.held < 0.9;
    coin_tosses += coin_toss ? 1 : 0;
    called_clear += coin_toss && told.at("ruling") != "unclear" ? 1 : 0;
    EXPECT_LT(off, 0.06) << "sampled " << sampled.held << ", told " << told << " of " << whole;
  }
  std::printf("36 places: probability off by at most %.3f, %d coin tosses, %d of them called clear\n", worst,
              coin_tosses, called_clear);
  EXPECT_GE(coin_tosses, 8);
  EXPECT_EQ(called_clear, 0);
}

} // namespace
} // namespace linesman::rules::testing
