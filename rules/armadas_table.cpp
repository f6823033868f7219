#include "rules/armadas_table.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdio>

#include "rules/plane_doubt.h"
#include "rules/rule_book.h"

namespace linesman::rules {

namespace {

using Eigen::Vector2d;

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

/// Why a condition fails, as a sentence without its full stop.
std::string whyNot(const Component& c, const PlaneOptions& options) {
  const std::string step = "step " + std::to_string(c.step);
  const double short_mm = -c.margin_mm;
  switch (c.kind) {
  case Component::Kind::joint:
    return "the stern of " + step + " lies " + number(options.touch_tol_mm - c.margin_mm) +
           " mm from the bow before it; at most " + number(options.touch_tol_mm) + " mm counts as touching";
  case Component::Kind::turn:
    return "the turn of " + step + " is " + number(degFromRad(-c.angle_rad)) + " degrees past the limit";
  case Component::Kind::object:
    return step + " would touch " + c.object + ", " + number(short_mm) + " mm deep";
  case Component::Kind::area:
    return (c.step > 0 ? step + " would cross" : c.object + " lies over") + " the edge of the playing surface by " +
           number(short_mm) + " mm";
  case Component::Kind::range:
    return "the target lies " + number(short_mm) + " mm outside the firing region";
  case Component::Kind::sight:
    return c.object + " is in the way: the best line of fire cuts " + number(short_mm) + " mm into it";
  case Component::Kind::overlap:
    return c.object + " and " + c.other + " overlap by " + number(short_mm) + " mm";
  case Component::Kind::separation:
    return c.object + " and " + c.other + " are " + number(short_mm) + " mm too close to each other";
  case Component::Kind::contact:
    return "there is no contact with " + c.object + ": " + number(short_mm) + " mm are missing";
  }
  return {};
}

Highlight segment(Highlight::Role role, const Vector2d& a, const Vector2d& b) {
  return {Highlight::Kind::segment, role, {a, b}, {}};
}

/// Margin, sigma, probability, ruling, limit and sentence of a verdict from its conditions. Returns the one that
/// decides.
const Component& conclude(Verdict& verdict, const std::vector<Component>& components, const PlaneOptions& options,
                          bool measured, const std::string& yes) {
  const Component& least = tightest(components);
  verdict.margin_mm = least.margin_mm;
  verdict.limit = least.label();
  const Conclusion conclusion = conclusionOf(components, radFromDeg(options.turn_margin_deg), measured);
  const Component* doubtful = conclusion.doubtful;
  verdict.ruling = conclusion.ruling;
  if (measured) {
    verdict.sigma_mm = least.sigma_mm;
    verdict.probability = conclusion.probability;
  }
  if (verdict.ruling == Ruling::legal)
    verdict.sentence =
        yes + "; the tightest condition is " + least.words() + " with " + number(least.margin_mm) + " mm.";
  else if (verdict.ruling == Ruling::illegal)
    verdict.sentence = "No: " + whyNot(least, options) + ".";
  else
    verdict.sentence = tooClose(*doubtful);
  if (verdict.ruling != Ruling::unclear)
    return least;
  verdict.doubtful = doubtful->label();
  return *doubtful;
}

/// Armadas number of the clause that a failed condition breaks.
std::string clauseOf(const Component& c, const PlaneTable& table) {
  switch (c.kind) {
  case Component::Kind::joint:
    return "AR-18";
  case Component::Kind::turn:
    return "AR-24";
  case Component::Kind::object: {
    const PlaneObject* object = table.find(c.object);
    if (object != nullptr && object->kind == PlaneKind::terrain && object->terrain == Terrain::shallow)
      return "AR-45";
    return "AR-22";
  }
  case Component::Kind::area:
    return c.step > 0 ? "AR-23" : "AR-10";
  case Component::Kind::range:
    return "AR-29";
  case Component::Kind::sight:
    return "AR-30";
  case Component::Kind::overlap:
    return "AR-12";
  case Component::Kind::separation:
    return "AR-13";
  case Component::Kind::contact:
    return "AR-22";
  }
  return {};
}

bool anyDoubt(const PlaneTable& table) {
  return std::any_of(table.objects.begin(), table.objects.end(),
                     [](const PlaneObject& object) { return object.doubt().any(); });
}

} // namespace

Result<PlaneLaw> PlaneLaw::load(const std::string& game, const std::map<std::string, std::string>& options) {
  auto book = RuleBook::load(game == "armada2k" ? "armada_2k" : game);
  if (!book)
    return tl::unexpected(book.error());
  auto chosen = PlaneOptions::from(*book, options);
  if (!chosen)
    return tl::unexpected(chosen.error());
  return PlaneLaw{std::make_shared<const RuleBook>(std::move(*book)), *chosen, options};
}

std::string PlaneLaw::clause(const std::string& armadas_id) const {
  if (const toml::table* names = book->data()["clause_of"].as_table())
    if (const auto own = (*names)[armadas_id].value<std::string>())
      return *own;
  return armadas_id;
}

std::string PlaneLaw::option(const std::string& name) const {
  if (const auto found = chosen.find(name); found != chosen.end())
    return found->second;
  const Option* known = book->option(name);
  return known == nullptr ? std::string() : known->default_value;
}

namespace {

std::size_t indexIn(const PlaneTable& table, const std::string& id) {
  for (std::size_t i = 0; i < table.objects.size(); ++i)
    if (table.objects[i].id == id)
      return i;
  assert(false && "the table holds no such object");
  return 0;
}

Verdict refusal(const PlaneLaw& law, const std::string& clause, const std::string& sentence, const std::string& limit) {
  Verdict verdict;
  verdict.ruling = Ruling::illegal;
  verdict.clauses = {law.clause(clause)};
  verdict.sentence = sentence;
  verdict.limit = limit;
  return verdict;
}

} // namespace

StepVerdict judgeSteps(const PlaneTable& table, const PlaneLaw& law, const std::string& ship,
                       const std::vector<ShipPose>& placements, bool observed,
                       const std::vector<PoseDoubt>& placement_doubts, const Eigen::MatrixXd& joint_covariance) {
  const std::size_t index = indexIn(table, ship);
  const PlaneObject& mover = table.objects[index];
  StepVerdict result{ship, placements, {}, {}};
  const int most = law.options.max_steps[indexOf(mover.size)];
  const int count = static_cast<int>(placements.size());
  if (mover.sunk()) {
    result.verdict = refusal(law, "AR-31", "No: " + ship + " is sunk.", "ship is sunk");
    return result;
  }
  if (mover.moved) {
    result.verdict = refusal(law, "AR-15", "No: " + ship + " has moved already this turn.", "already moved");
    return result;
  }
  if (count < 1 || count > most) {
    const std::string reason = std::to_string(count) + " steps, limit " + std::to_string(most);
    result.verdict = refusal(law, count < 1 ? "AR-20" : "AR-17", "No: " + reason + ".", reason);
    return result;
  }
  bool measured = anyDoubt(table) || joint_covariance.size() > 0;
  for (const PoseDoubt& doubt : placement_doubts)
    measured = measured || doubt.any();
  result.components = stepComponents({table, law.options, mover, placements, observed}, measured);
  if (measured)
    doubtSteps(result.components, table, law.options, index, placements, observed, placement_doubts, joint_covariance);
  const Component& deciding = conclude(result.verdict, result.components, law.options, measured, "The move is legal");
  const Component& least = tightest(result.components);
  result.verdict.clauses = {law.clause(clauseOf(deciding, table))};
  if (result.verdict.ruling == Ruling::legal)
    result.verdict.clauses = {law.clause("AR-18"), law.clause("AR-17")};
  else if (result.verdict.ruling == Ruling::unclear)
    result.verdict.clauses.insert(result.verdict.clauses.begin(), law.clause("AR-33"));
  for (const ShipPose& placement : placements) {
    PlaneObject ghost = mover;
    ghost.pose = placement;
    result.verdict.highlights.push_back(
        {Highlight::Kind::polygon, Highlight::Role::ghost, hullOutline(table, ghost, HullModel::footprint), {}});
  }
  result.verdict.highlights.push_back(segment(Highlight::Role::limit, least.from_mm, least.to_mm));
  result.verdict.highlights.push_back({Highlight::Kind::point, Highlight::Role::nearest, {least.to_mm}, {}});
  return result;
}

namespace {

/// Range and line of fire of one shot as conditions.
std::vector<Component> shotComponents(const Shot& shot) {
  Component range;
  range.kind = Component::Kind::range;
  range.margin_mm = shot.range_mm;
  range.from_mm = shot.range_from_mm;
  range.to_mm = shot.range_to_mm;
  std::vector<Component> components = {range};
  if (shot.inRange() && shot.los_mm) {
    Component sight;
    sight.kind = Component::Kind::sight;
    sight.object = shot.blocker;
    sight.margin_mm = *shot.los_mm;
    if (shot.line) {
      sight.from_mm = shot.line->first;
      sight.to_mm = shot.line->second;
    }
    components.push_back(sight);
  }
  return components;
}

/// The edge of the region nearest to a point: what the overlay draws as the limit.
Highlight limitingEdge(const TablePolygon& region, const Vector2d& point_mm) {
  double least = std::numeric_limits<double>::infinity();
  Highlight edge = segment(Highlight::Role::limit, point_mm, point_mm);
  for (std::size_t i = 0; i < region.size(); ++i) {
    const Vector2d& a = region[i];
    const Vector2d& b = region[(i + 1) % region.size()];
    const double distance = (nearestOnSegment(a, b, point_mm) - point_mm).norm();
    if (distance < least) {
      least = distance;
      edge.points_mm = {a, b};
    }
  }
  return edge;
}

ShotVerdict verdictOf(const PlaneTable& table, const PlaneLaw& law, std::size_t ship, std::size_t target,
                      const FiringSide& side, const Shot& shot) {
  const PlaneObject& gunner = table.objects[ship];
  ShotVerdict result{gunner.id, table.objects[target].id, shot.side, {}, shot};
  Verdict& verdict = result.verdict;
  const TablePolygon region = side.regionOnTable();
  verdict.highlights.push_back({Highlight::Kind::polygon, Highlight::Role::region, region, {}});
  if (!shot.refusal.empty()) {
    const std::string clause = shot.refusal == "no shots left" ? "AR-27" : "AR-16";
    const auto highlights = verdict.highlights;
    verdict = refusal(law, clause, "No: " + shot.refusal + ".", shot.refusal);
    verdict.highlights = highlights;
    return result;
  }
  std::vector<Component> components = shotComponents(shot);
  const bool measured = anyDoubt(table);
  if (measured)
    doubtShot(components, table, law.options, gunner, table.objects[target], shot);
  const Component& deciding = conclude(verdict, components, law.options, measured, "A hit on " + result.target);
  const std::string range_clause = shot.side == Side::stern            ? "AR-49"
                                   : law.options.range == RangeBy::own ? "AR-48"
                                                                       : "AR-29";
  if (verdict.ruling == Ruling::legal)
    verdict.clauses = {law.clause("AR-30"), law.clause(range_clause)};
  else
    verdict.clauses = {law.clause(deciding.kind == Component::Kind::range ? range_clause : "AR-30")};
  if (verdict.ruling == Ruling::unclear)
    verdict.clauses.insert(verdict.clauses.begin(), law.clause("AR-33"));
  if (shot.line)
    verdict.highlights.push_back(segment(Highlight::Role::shot, shot.line->first, shot.line->second));
  verdict.highlights.push_back(limitingEdge(region, shot.range_to_mm));
  verdict.highlights.push_back({Highlight::Kind::point, Highlight::Role::nearest, {shot.range_from_mm}, {}});
  if (!shot.blocker.empty())
    if (const PlaneObject* blocker = table.find(shot.blocker);
        blocker != nullptr && blocker->kind != PlaneKind::terrain)
      verdict.highlights.push_back(
          {Highlight::Kind::polygon, Highlight::Role::blocker, hullOutline(table, *blocker, HullModel::footprint), {}});
  return result;
}

} // namespace

ShotVerdict judgeShot(const PlaneTable& table, const PlaneLaw& law, const std::string& ship, const std::string& target,
                      std::optional<Side> side) {
  const std::size_t from = indexIn(table, ship);
  const std::size_t to = indexIn(table, target);
  std::vector<FiringSide> sides;
  for (const FiringSide& fire : firingSides(table.objects[from], table.shapes, law.options))
    if (!side || fire.side == *side)
      sides.push_back(fire);
  const Shot shot = bestShot(table, law.options, table.objects[from], table.objects[to], sides);
  if (sides.empty()) {
    ShotVerdict none{ship, target, side.value_or(Side::port), {}, shot};
    none.verdict = refusal(law, side == Side::stern ? "AR-49" : "AR-28", "No: " + shot.refusal + ".", shot.refusal);
    return none;
  }
  const auto used =
      std::find_if(sides.begin(), sides.end(), [&](const FiringSide& fire) { return fire.side == shot.side; });
  return verdictOf(table, law, from, to, *used, shot);
}

std::vector<ShotVerdict> judgeShots(const PlaneTable& table, const PlaneLaw& law, const std::string& ship, bool own) {
  std::vector<ShotVerdict> verdicts;
  const std::size_t from = indexIn(table, ship);
  const PlaneObject& gunner = table.objects[from];
  const std::vector<FiringSide> sides = firingSides(gunner, table.shapes, law.options);
  for (std::size_t to = 0; to < table.objects.size(); ++to) {
    const PlaneObject& target = table.objects[to];
    if (to == from || !target.isShip() || (!own && target.player == gunner.player))
      continue;
    for (const FiringSide& side : sides)
      verdicts.push_back(
          verdictOf(table, law, from, to, side, shotFrom(table, law.options, gunner, target, side, {true, {}})));
  }
  return verdicts;
}

TablePolygon hullOutline(const PlaneTable& table, const PlaneObject& object, HullModel model) {
  const Outline outline = object.isShip() ? shipOutline(object.pose, table.shapes[object.size], model)
                                          : uprightOutline(object.pose, table.shapes[object.size]);
  return {outline.begin(), outline.end()};
}

namespace {

/// "r", "bl": the shortest beginning of a colour that no other colour on the table shares.
std::string shortName(Colour colour, const std::vector<Colour>& present) {
  const std::string name(nameOf(colour));
  for (std::size_t length = 1; length < name.size(); ++length) {
    const std::string start = name.substr(0, length);
    if (std::none_of(present.begin(), present.end(), [&](Colour other) {
          return other != colour && std::string(nameOf(other)).substr(0, length) == start;
        }))
      return start;
  }
  return name;
}

} // namespace

PlaneTable planeTableFrom(const TableState& seen, const std::map<Colour, std::string>& players,
                          const std::map<int, std::string>& names, const PieceCatalog& pieces) {
  PlaneTable table;
  table.shapes = ShipShapes(pieces);
  std::vector<Colour> present;
  for (const SeenPyramid& pyramid : seen.pyramids)
    if (std::find(present.begin(), present.end(), pyramid.colour) == present.end())
      present.push_back(pyramid.colour);
  std::vector<const SeenPyramid*> order;
  for (const SeenPyramid& pyramid : seen.pyramids)
    order.push_back(&pyramid);
  std::stable_sort(order.begin(), order.end(), [](const SeenPyramid* a, const SeenPyramid* b) {
    return a->table_from_piece.x_mm() < b->table_from_piece.x_mm();
  });
  std::map<std::string, int> counts;
  for (const SeenPyramid* pyramid : order) {
    PlaneObject object;
    const std::string start = shortName(pyramid->colour, present);
    const auto kept = names.find(pyramid->id.value);
    object.id = kept != names.end() ? kept->second : start + std::to_string(++counts[start]);
    object.kind = pyramid->posture == Posture::lying ? PlaneKind::ship : PlaneKind::upright;
    const auto player = players.find(pyramid->colour);
    object.player = player != players.end() ? player->second : std::string(nameOf(pyramid->colour));
    object.size = pyramid->size;
    object.pose = pyramid->table_from_piece;
    object.covariance = pyramid->own_covariance;
    object.shared_error = pyramid->shared_error;
    table.objects.push_back(object);
  }
  return table;
}

} // namespace linesman::rules
