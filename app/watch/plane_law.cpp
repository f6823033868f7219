#include "app/watch/plane_law.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>

#include "app/watch/fleet.h"
#include "app/watch/refereed_options.h"
#include "models/matrix_json.h"
#include "models/polygon_json.h"
#include "models/pyramid.h"
#include "models/sentences.h"
#include "rules/hull_contact.h"
#include "rules/limit_words.h"
#include "rules/plane_options.h"
#include "rules/plane_scenario.h"
#include "rules/registry.h"

namespace linesman::app {

namespace {

using nlohmann::json;
using rules::Ruling;

const char* letterOf(PyramidSize size) {
  return size == PyramidSize::small ? "S" : size == PyramidSize::medium ? "M" : "L";
}

json poseJson(const SeenPose& at) {
  return {{"stern", {at.pose.x_mm(), at.pose.y_mm()}}, {"heading", degFromRad(at.pose.heading_rad())}};
}

std::string text(const char* format, double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

bool isYes(const json& answer) {
  return answer.contains("verdict") && answer["verdict"].is_boolean() && answer["verdict"].get<bool>();
}

double numberOf(const json& answer, const char* key) {
  return answer.contains(key) && answer[key].is_number() ? answer[key].get<double>() : 0.0;
}

void readNumbers(const json& answer, rules::Verdict& verdict) {
  const auto read = [&](const char* key, std::optional<double>& into) {
    if (answer.contains(key) && answer[key].is_number())
      into = answer[key].get<double>();
  };
  read("margin_mm", verdict.margin_mm);
  read("sigma_mm", verdict.sigma_mm);
  read("probability", verdict.probability);
  if (answer.contains("limit") && answer["limit"].is_string())
    verdict.limit = answer["limit"].get<std::string>();
}

Ruling rulingOf(const json& answer) {
  const std::string ruling = answer.value("ruling", isYes(answer) ? "legal" : "illegal");
  return ruling == "legal" ? Ruling::legal : ruling == "unclear" ? Ruling::unclear : Ruling::illegal;
}

void addOnce(std::vector<std::string>& clauses, const std::string& clause) {
  if (std::find(clauses.begin(), clauses.end(), clause) == clauses.end())
    clauses.push_back(clause);
}

/// Why the law refuses a shot that it does not measure, or cannot be asked.
std::string whyRefused(const json& answer) {
  if (answer.contains("error"))
    return answer["error"].get<std::string>();
  const std::string reason = answer.value("reason", std::string());
  return reason == "own ship" ? "it is a ship of its own side" : reason;
}

/// What is wrong with a step that fails by this limit.
std::string whatStepDoes(const std::string& limit, double turn_deg, double gap_mm) {
  const auto is = [&](const char* kind) { return limit.rfind(kind, 0) == 0; };
  if (is("turn"))
    return "turns " + text("%.1f", std::abs(turn_deg)) + " degrees, more than its hull allows";
  if (is("joint"))
    return "starts " + text("%.1f", gap_mm) + " mm off the bow";
  if (is("area"))
    return "crosses the edge of the playing surface";
  const auto colon = limit.find(':');
  return "touches " +
         (colon == std::string::npos ? "another object" : limit.substr(colon + 1, limit.find('#') - colon - 1));
}

auto footprintOf(const rules::ShipShape& shape) {
  return Pyramid(shape.base_mm, shape.height_mm).footprint();
}

} // namespace

Result<PlaneLaw> PlaneLaw::make(const MatchSetup& setup) {
  auto game = rules::Registry::instance().make(setup.game);
  if (!game)
    return tl::unexpected(game.error());
  const auto options = rules::PlaneOptions::from((*game)->book(), setup.options);
  if (!options)
    return tl::unexpected(options.error());
  PlaneLaw law;
  law.agreed_ = {std::make_shared<const rules::RuleBook>((*game)->book()), *options, setup.options};
  law.game_ = std::move(*game);
  law.setup_ = setup;
  law.ideal_bow_ = options->ideal_bow;
  const auto table = law.tableOf({});
  if (!table)
    return tl::unexpected(table.error());
  law.area_ = table->area;
  law.shapes_ = table->shapes;
  return law;
}

std::string PlaneLaw::clause(int number) const {
  return agreed_.clause("AR-" + std::string(number < 10 ? "0" : "") + std::to_string(number));
}

std::string PlaneLaw::option(const std::string& name, const std::string& fallback) const {
  const std::string value = agreed_.option(name);
  return value.empty() ? fallback : value;
}

std::vector<std::string> PlaneLaw::notRefereed() const {
  std::vector<std::string> chosen;
  for (const auto& [name, value] : setup_.options) {
    const rules::Option* known = game_->book().option(name);
    if (!isRefereed(name, value) && known != nullptr && known->default_value != value)
      chosen.push_back(name + "=" + value);
  }
  return chosen;
}

double PlaneLaw::optionNumber(const std::string& name, double fallback) const {
  const std::string value = option(name, "");
  return value.empty() ? fallback : std::strtod(value.c_str(), nullptr);
}

int PlaneLaw::stepsPerMove(PyramidSize size) const {
  return agreed_.options.max_steps[rules::indexOf(size)];
}

json PlaneLaw::scenario(const std::vector<Ship>& ships, bool with_sigma) const {
  json out = {{"id", "match"}, {"ruleset", setup_.game}, {"options", setup_.options}, {"objects", setup_.terrain}};
  if (!setup_.area.is_null())
    out["area"] = setup_.area;
  if (!setup_.pieces.is_null())
    out["options"]["pieces"] = setup_.pieces;
  for (const Ship& ship : ships) {
    if (!ship.afloat())
      continue;
    json object = poseJson(ship.recorded);
    object["id"] = ship.name;
    object["kind"] = "ship";
    object["player"] = ship.player;
    object["size"] = letterOf(ship.size);
    object["damage"] = ship.damage;
    object["armour"] = ship.armour;
    if (with_sigma) {
      object["covariance"] = matrixJson(ship.recorded.covariance);
      if (ship.seen.shared.cols() > 0)
        object["shared_error"] = matrixJson(ship.seen.shared);
    }
    out["objects"].push_back(std::move(object));
  }
  return out;
}

Result<rules::PlaneTable> PlaneLaw::tableOf(const std::vector<Ship>& ships) const {
  return rules::planeTableFromJson(scenario(ships, true), ideal_bow_);
}

json PlaneLaw::ask(json scenario) const {
  const auto answer = game_->judge(scenario);
  return answer ? *answer : json{{"verdict", false}, {"error", answer.error().sentence}};
}

std::vector<std::string> PlaneLaw::clausesOfLimit(const std::string& limit) const {
  const auto starts = [&](const char* word) { return limit.rfind(word, 0) == 0; };
  if (starts("turn"))
    return {clause(24), clause(18)};
  if (starts("joint"))
    return {clause(18)};
  if (starts("area"))
    return {clause(23), clause(22)};
  if (starts("steps"))
    return {clause(17)};
  const bool shallow = std::ranges::any_of(setup_.terrain, [&](const Terrain& thing) {
    return thing.value("class", "") == "shallow" && limit.starts_with("object:" + thing.value("id", "") + "#");
  });
  return {clause(shallow ? 45 : 22)};
}

/// What says from where and how far the shot of this answer may be.
std::vector<std::string> PlaneLaw::clausesOfRange(const json& answer) const {
  if (answer.value("side", "") == "stern")
    return {clause(49)};
  return {clause(28), clause(agreed_.options.range == rules::RangeBy::own ? 48 : 29)};
}

const Ship* PlaneLaw::strayed(const std::vector<Ship>& ships, const json& query, const Ship* mover) const {
  for (const Ship& stray : ships) {
    if (!stray.displaced || !stray.afloat() || &stray == mover)
      continue;
    std::vector<Ship> with_it = ships;
    with_it[static_cast<std::size_t>(&stray - ships.data())].recorded = stray.seen;
    json as_seen = scenario(with_it, false);
    as_seen["query"] = query;
    if (!isYes(ask(std::move(as_seen))))
      return &stray;
  }
  return nullptr;
}

const NotCounted* PlaneLaw::inTheWayOf(const json& scenario, const std::vector<NotCounted>& things) const {
  return inTheWay(things, [&](const Terrain& thing) {
    json with_it = scenario;
    with_it["objects"].push_back(thing);
    return numberOf(ask(std::move(with_it)), "margin_mm");
  });
}

/// `measured`: the answer about the poses and their sigmas, `others`: the same whatever the joint.
void PlaneLaw::refuseStep(rules::Verdict& verdict, const Ship& ship, const json& measured, const json& others,
                          double turn_deg, double gap_mm) const {
  const bool unclear = verdict.ruling == Ruling::unclear;
  const std::string limit = unclear ? (isYes(measured) ? others : measured).value("doubtful", "") : verdict.limit;
  for (const std::string& id : clausesOfLimit(limit))
    addOnce(verdict.clauses, id);
  const bool joint_fails = numberOf(measured, "margin_mm") < 0.0 && verdict.limit.rfind("joint", 0) == 0;
  if (!isYes(others) && !joint_fails && others.contains("limit") && others["limit"].is_string())
    for (const std::string& id : clausesOfLimit(others["limit"].get<std::string>()))
      addOnce(verdict.clauses, id);
  if (gap_mm > optionNumber("touch_tol_mm", 1.5))
    addOnce(verdict.clauses, clause(18));
  const std::string what = whatStepDoes(limit, turn_deg, gap_mm);
  verdict.sentence = measured.contains("error") ? measured["error"].get<std::string>()
                     : unclear
                         ? "Too close to call, so no: " + ship.name + " perhaps " + what + "; lay it clearly."
                         : ship.name + " may not step there: it " + what + "; take the gauge away and lay it anew.";
}

Judgement PlaneLaw::step(const std::vector<Ship>& ships, const std::vector<NotCounted>& things, const Ship& ship,
                         const SeenPose& to, int step) const {
  const SeenPose& from = ship.recorded;
  json query = {{"type", "step"}, {"ship", ship.name}, {"poses", json::array({poseJson(to)})}};
  query["poses"][0]["covariance"] = matrixJson(to.covariance);
  json exact = scenario(ships, false);
  exact["query"] = query;
  json doubted = scenario(ships, true);
  if (to.shared.cols() > 0)
    query["poses"][0]["shared_error"] = matrixJson(to.shared);
  doubted["query"] = query;
  const json measured = ask(doubted);
  // The touch tolerance is already the allowance for a hand and a camera, so a joint within it is believed as measured;
  // every other limit of the step is held to the doubt rule, and so is what is measured beyond it.
  doubted["options"]["touch_tol_mm"] = 1000.0;
  const json others = ask(doubted);

  Judgement judgement;
  rules::Verdict& verdict = judgement.verdict;
  readNumbers(measured, verdict);
  const double gap_mm = (to.pose.origin_mm() - bowOf(ship.size, from)).norm();
  const double turn_deg = degFromRad(turnBetween(from, to));
  judgement.facts = {{"turn_deg", turn_deg}, {"joint_gap_mm", gap_mm}, {"step", step}, {"size", nameOf(ship.size)}};
  verdict.ruling = rulingOf(isYes(measured) ? others : measured);
  if (measured.contains("error"))
    verdict.ruling = Ruling::unclear;
  if (verdict.ruling == Ruling::legal) {
    for (const int number : {18, 21, 22})
      verdict.clauses.push_back(clause(number));
    for (const int number : step == 1 ? std::vector<int>{15} : std::vector<int>{20, 17})
      verdict.clauses.push_back(clause(number));
    verdict.sentence = ship.name + " may make this step: " + text("%.1f mm", *verdict.margin_mm) + " to spare.";
    if (const NotCounted* thing = inTheWayOf(exact, things))
      withhold(verdict, clause(33), ship.name + " may make this step", *thing);
    else if (const Ship* stray = strayed(ships, exact["query"], &ship))
      withhold(verdict, clause(33), ship.name + " may make this step", stray->name + " does not lie where it belongs",
               "put it back");
  } else {
    refuseStep(verdict, ship, measured, others, turn_deg, gap_mm);
  }
  verdict.highlights.push_back(outline(ship, from, rules::Highlight::Role::piece));
  verdict.highlights.push_back(outline(ship, to, rules::Highlight::Role::ghost));
  return judgement;
}

void PlaneLaw::refuseShot(rules::Verdict& verdict, const Ship& ship, const Ship& target, const json& answer) const {
  const std::string deciding = answer.value("doubtful", verdict.limit);
  if (deciding.empty()) { // whatever was measured, the law asks for no more, or was not asked
    verdict.clauses = answer.value("clauses", std::vector<std::string>());
    verdict.sentence = ship.name + " cannot hit " + target.name + ": " + whyRefused(answer) + ".";
    return;
  }
  const bool range = deciding == "range";
  verdict.clauses = clausesOfRange(answer);
  if (!range)
    verdict.clauses = {clause(30), verdict.clauses.back()};
  if (verdict.ruling == Ruling::unclear) {
    verdict.clauses.push_back(clause(33));
    verdict.sentence = "Too close to call, so no: " + ship.name + " perhaps misses " + target.name + "; in doubt is " +
                       rules::limitWords(deciding) + ".";
    return;
  }
  const std::string why =
      range ? "it lies outside the area its cannon reach" : deciding.substr(deciding.find(':') + 1) + " is in the way";
  verdict.sentence = ship.name + " cannot hit " + target.name + ": " + why + ".";
}

Judgement PlaneLaw::shot(const std::vector<Ship>& ships, const std::vector<NotCounted>& things, const Ship& ship,
                         const Ship& target) const {
  json asked = scenario(ships, true);
  asked["query"] = {{"type", "fire"}, {"ship", ship.name}, {"target", target.name}};
  const json answer = ask(asked);
  Judgement judgement;
  rules::Verdict& verdict = judgement.verdict;
  readNumbers(answer, verdict);
  verdict.ruling = answer.contains("error") ? Ruling::unclear : rulingOf(answer);
  for (const char* key : {"side", "reason", "witness"})
    if (answer.contains(key))
      judgement.facts[key] = answer[key];
  if (verdict.ruling == Ruling::legal) {
    verdict.clauses = clausesOfRange(answer);
    verdict.clauses.insert(verdict.clauses.begin(), clause(16));
    verdict.clauses.push_back(clause(30));
    verdict.sentence = ship.name + " hits " + target.name + " from its " + answer.value("side", std::string("long")) +
                       " side, " + text("%.1f mm", *verdict.margin_mm) + " inside.";
    const std::string whether = ship.name + " hits " + target.name;
    json exact = scenario(ships, false);
    exact["query"] = asked["query"];
    const auto gone = [](const Ship& one) { return one.missed > 0; };
    const bool sinks =
        target.damage + 1 >=
        rules::damageToSink(target.size, target.armour); // it may have been taken off before that was said
    if (const Ship* hidden = ship.hidden ? &ship : target.hidden ? &target : nullptr)
      withhold(verdict, clause(33), whether, hidden->name + " lies where the table cannot be seen",
               "uncover it and fire again");
    else if (const Ship* away = gone(ship) ? &ship : gone(target) && !sinks ? &target : nullptr)
      withhold(verdict, clause(33), whether, away->name + " is not seen where it belongs",
               "put it back and fire again");
    else if (const Ship* stray = strayed(ships, asked["query"]))
      withhold(verdict, clause(33), whether, stray->name + " does not lie where it belongs",
               "put it back and fire again");
    else if (const NotCounted* thing = inTheWayOf(exact, things))
      withhold(verdict, clause(33), whether, *thing, ", and fire again");
  } else {
    refuseShot(verdict, ship, target, answer);
  }
  verdict.highlights.push_back(outline(ship, ship.recorded, rules::Highlight::Role::piece));
  verdict.highlights.push_back(outline(target, target.recorded, rules::Highlight::Role::nearest));
  return judgement;
}

rules::Highlight PlaneLaw::outline(const Ship& ship, const SeenPose& at, rules::Highlight::Role role) const {
  rules::Highlight highlight;
  highlight.kind = rules::Highlight::Kind::polygon;
  highlight.role = role;
  for (const Point2<PieceFrame>& corner : footprintOf(shapes_[ship.size]))
    highlight.points_mm.push_back((at.pose * corner).xy);
  return highlight;
}

double PlaneLaw::gapAtBow_mm(const Ship& ship, const SeenPyramid& gauge) const {
  return (gauge.table_from_piece.origin_mm() - bowOf(ship.size, ship.seen)).norm();
}

double PlaneLaw::driftAllowed_mm() const {
  return optionNumber("drift_mm", 1.5);
}

bool PlaneLaw::liesOff(const Ship& ship, const SeenPose& from, const SeenPose& there) const {
  const double turn_noise_mm = lengthOf(ship.size) * turnNoiseBetween_rad(from, there);
  const double stern_noise_mm = noiseBetween_mm(from, there);
  const double bow_mm = (bowOf(ship.size, there) - bowOf(ship.size, from)).norm();
  return shiftBetween(from, there) > std::max(driftAllowed_mm(), stern_noise_mm) ||
         bow_mm > std::max(driftAllowed_mm(), std::hypot(stern_noise_mm, turn_noise_mm));
}

TableState PlaneLaw::withoutAside(const TableState& state) const {
  constexpr double aside_mm = 10.0; // nearer to the edge, the law has to say that a ship lies outside
  TableState kept = state;
  if (area_.kind == rules::PlaneArea::Kind::none)
    return kept;
  std::erase_if(kept.pyramids, [&](const SeenPyramid& pyramid) {
    const auto corners = footprintOf(shapes_[pyramid.size]);
    return std::ranges::all_of(corners, [&](const Point2<PieceFrame>& corner) {
      const Eigen::Vector2d at_mm = (pyramid.table_from_piece * corner).xy;
      return rules::insideArea(rules::Corners(&at_mm, 1), area_).mm < -aside_mm;
    });
  });
  return kept;
}

/// Of fleets that differ though none were agreed (AR-03), and of what the law only warns of (a surface that is too
/// small by AR-06; in Armada 2K enemies nearer than twelve inches), it is only told: people play with what they have.
void PlaneLaw::tellUnusual(const std::vector<Ship>& ships, const std::vector<std::string>& warnings,
                           rules::Verdict& verdict) const {
  if (!setup_.options.contains("fleet") && !areFleetsAlike(ships))
    verdict.sentence = sentences(verdict.sentence, "The fleets are not alike; see to it that this was agreed.");
  for (const std::string& warning : warnings)
    verdict.sentence = sentences(verdict.sentence, warning);
}

Judgement PlaneLaw::setUp(const std::vector<Ship>& ships) const {
  json asked = scenario(ships, true);
  asked["query"] = {{"type", "setup"}};
  const json answer = ask(asked);
  Judgement judgement;
  rules::Verdict& verdict = judgement.verdict;
  readNumbers(answer, verdict);
  verdict.ruling = answer.contains("error") ? Ruling::unclear : rulingOf(answer);
  const std::string reason = answer.value("reason", std::string());
  if (answer.contains("clauses") && answer["clauses"].is_array())
    verdict.clauses = answer["clauses"].get<std::vector<std::string>>();
  if (verdict.clauses.empty())
    for (const int number : {10, 11, 12, 13})
      verdict.clauses.push_back(clause(number));
  verdict.sentence =
      verdict.ruling == Ruling::legal ? "The fleets are placed as the rules demand; the game begins."
      : answer.contains("doubtful")
          ? "Too close to call, so no: the fleets are perhaps not placed as the rules demand (" +
                rules::limitWords(answer["doubtful"].get<std::string>()) + "); correct it and say done again."
          : "The fleets are not placed as the rules demand (" +
                (answer.contains("error") ? answer["error"].get<std::string>() : rules::faultWords(reason)) +
                "); correct it and say done again.";
  if (verdict.ruling == Ruling::legal)
    tellUnusual(ships, answer.value("warnings", std::vector<std::string>()), verdict);
  return judgement;
}

} // namespace linesman::app
