#include "app/watch/plane_referee.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "app/watch/describe.h"
#include "app/watch/flagships.h"
#include "app/watch/plane_look.h"
#include "app/watch/refereed_options.h"
#include "models/sentences.h"

namespace linesman::app {

using nlohmann::json;
using rules::Ruling;

namespace {

/// What was agreed and makes no difference here is no secret.
void tellUnrefereed(const PlaneLaw& law, double t_s, std::vector<Event>& events) {
  if (const std::string sentence = unrefereedSentence(law.notRefereed()); !sentence.empty())
    events.push_back({"error", t_s, {{"what", "options"}, {"sentence", sentence}}});
}

} // namespace

Result<std::unique_ptr<Referee>> PlaneReferee::make(const MatchSetup& setup) {
  auto law = PlaneLaw::make(setup);
  if (!law)
    return tl::unexpected(law.error());
  if (setup.pick_up && !setup.players.empty() &&
      std::none_of(setup.players.begin(), setup.players.end(),
                   [&](const Player& p) { return p.name == *setup.pick_up; }))
    return fail("The player \"" + *setup.pick_up + "\" of --pick-up is not one of table.toml's players.");
  std::optional<PlaneStart> start;
  if (setup.hasPosition()) {
    auto told = PlaneStart::from(setup.start, setup.game);
    if (!told)
      return tl::unexpected(told.error());
    if (!told->to_move.empty() && !setup.players.empty() &&
        std::ranges::find(setup.players, told->to_move, &Player::name) == setup.players.end())
      return fail("\"" + told->to_move + "\", who is to move by the start, is not one of table.toml's players.");
    start = std::move(*told);
  }
  std::unique_ptr<PlaneReferee> referee(new PlaneReferee(std::move(*law), setup));
  referee->start_ = std::move(start);
  return referee;
}

Ship* PlaneReferee::shipNamed(const std::string& name) {
  const auto found = std::find_if(ships_.begin(), ships_.end(), [&](const Ship& ship) { return ship.name == name; });
  return found == ships_.end() ? nullptr : &*found;
}

// --- start ----------------------------------------------------------------------------------------------------------

std::vector<Event> PlaneReferee::begin(const TableState& state) {
  std::vector<Event> events;
  std::vector<Player> players = named_ ? setup_.players : std::vector<Player>();
  std::vector<Ship> ships = nameShips(state, players);
  if (ships.empty())
    return events;
  if (!named_)
    seatClockwise(ships, players);
  setup_.players = players;
  if (ships_.empty())
    tellUnrefereed(law_, state.t_s, events);
  std::swap(ships_, ships);
  placing_ = placing_ || (!ships.empty() && ships.size() < ships_.size());
  keepMarks(ships, ships_);
  fleet_tables_ = showsFleetsPlainly(state, setup_.players) ? 1 : 0;
  spoken_.clear();
  tellOwnerless(state, events);
  for (const auto& [ship, sentence] : doubtfulColours(state, ships_, named_))
    if (doubted_.insert(ship).second)
      events.push_back({"error", state.t_s, {{"what", "colour"}, {"sentence", sentence}}});
  ledger_ = {};
  ledger_.order = standing().turnOrder();
  if (start_) {
    for (std::string& sentence : start_->tell(ships_))
      events.push_back({"error", state.t_s, {{"what", "start"}, {"sentence", std::move(sentence)}}});
    if (!start_->to_move.empty())
      setup_.pick_up = start_->to_move;
    else if (!setup_.pick_up)
      setup_.pick_up = ledger_.order.front();
  }
  const std::string first = setup_.pick_up.value_or(law_.option("first_player", ""));
  const auto found = std::find(ledger_.order.begin(), ledger_.order.end(), first);
  ledger_.next = found == ledger_.order.end() ? 0 : static_cast<std::size_t>(found - ledger_.order.begin());
  if (setup_.pick_up && found == ledger_.order.end())
    events.push_back({"error",
                      state.t_s,
                      {{"what", "player"},
                       {"sentence", first + " has no ship on the table, so " + ledger_.player() +
                                        " is taken to be to move; begin anew with a player who has one."}}});
  setting_up_ = !setup_.pick_up;
  if (const std::string alone = whyNoGame(); !setting_up_ && !alone.empty())
    events.push_back({"error", state.t_s, {{"what", "player"}, {"sentence", alone}}});
  if (start_)
    start_->tellTurn(ships_, ledger_);
  if (!setting_up_)
    announceStart(state.t_s, events);
  return events;
}

/// The table without the gauge of a step that goes on: it is no ship. Of ships in line ahead each but the first lies as
/// a gauge does: it is one where the start has fewer of its kind, else where it is of the player to move, for ships
/// that have sailed do not touch.
TableState PlaneReferee::withoutGauge(const TableState& state) const {
  std::vector<Player> players = named_ ? setup_.players : std::vector<Player>();
  const std::vector<Ship> all = nameShips(state, players);
  const auto isTooMany = [&](const SeenPyramid& gauge) {
    const Player* owner = ownerOf(gauge.colour, players);
    if (owner == nullptr || !start_)
      return owner != nullptr && owner->name == setup_.pick_up;
    return std::ranges::count_if(all, [&](const Ship& one) {
             return one.player == owner->name && one.size == gauge.size;
           }) > start_->count(owner->name, gauge.size);
  };
  const auto isGauge = [&](const SeenPyramid& gauge) {
    return gauge.posture == Posture::lying && isTooMany(gauge) &&
           std::ranges::any_of(state.pyramids, [&](const SeenPyramid& ship) {
             return &ship != &gauge && ship.posture == Posture::lying && sameKind(ship, gauge) &&
                    (gauge.table_from_piece.origin_mm() - law_.bowOf(ship.size, SeenPose::of(ship))).norm() <=
                        laid_joint_mm;
           });
  };
  TableState fleets = state;
  const auto gauge = std::ranges::find_if(state.pyramids, isGauge);
  if (gauge != state.pyramids.end())
    fleets.pyramids.erase(fleets.pyramids.begin() + (gauge - state.pyramids.begin()));
  return fleets;
}

/// Pyramids of a colour that nobody plays, once for each.
void PlaneReferee::tellOwnerless(const TableState& state, std::vector<Event>& events) {
  std::map<std::string, int> count;
  std::string told;
  for (const SeenPyramid* pyramid : ownerless(state, setup_.players)) {
    const std::string kind = kindOf(*pyramid);
    if (doubted_.insert(kind + ' ' + std::to_string(++count[kind])).second)
      told = sentences(told, "The " + kind + " pyramid at " + placeWords(*pyramid) +
                                 " belongs to no player; name its player in the table file, or take it off the table.");
  }
  if (!told.empty())
    events.push_back({"error", state.t_s, {{"what", "no player"}, {"sentence", told}}});
}

/// By lot, where that was agreed: the places of the ships to a micrometre are the dice, so a record is asked again with
/// the same answer.
void PlaneReferee::drawFirst(double t_s, std::vector<Event>& events) {
  const auto chosen = setup_.options.find("first_player");
  if (setup_.pick_up || chosen == setup_.options.end() || chosen->second != "drawn")
    return;
  std::uint32_t seed = 0;
  for (const Ship& ship : ships_)
    for (const double mm : {ship.recorded.pose.x_mm(), ship.recorded.pose.y_mm()})
      seed = 31 * seed + static_cast<std::uint32_t>(std::llround(1000.0 * mm));
  ledger_.next = rules::drawnByLot(seed, ledger_.order.size());
  events.push_back({"error", t_s, {{"what", "player"}, {"sentence", "By lot " + ledger_.player() + " begins."}}});
}

/// No turn waits for who has no ship.
void PlaneReferee::leaveOutShipless(double t_s, std::vector<Event>& events) {
  const auto plays = [&](const std::string& player) {
    return std::ranges::any_of(ships_, [&](const Ship& ship) { return ship.player == player && ship.afloat(); });
  };
  const std::vector<std::string> seats = ledger_.order;
  if (!whyNoGame().empty() || std::ranges::none_of(seats, plays))
    return;
  std::size_t next = ledger_.next;
  while (!plays(seats[next]))
    next = (next + 1) % seats.size();
  ledger_.order.clear();
  std::ranges::copy_if(seats, std::back_inserter(ledger_.order), plays);
  ledger_.next = static_cast<std::size_t>(std::ranges::find(ledger_.order, seats[next]) - ledger_.order.begin());
  for (const std::string& player : seats)
    if (!plays(player))
      events.push_back({"error",
                        t_s,
                        {{"what", "player"},
                         {"sentence", player + " has no ship on the table, and so no turn; begin anew once " + player +
                                          "'s fleet is laid."}}});
}

/// Pyramids that stand are no ships: somebody may have meant one to be.
void PlaneReferee::tellUpright(double t_s, std::vector<Event>& events) const {
  std::vector<std::string> told;
  for (const NotCounted& thing : not_counted_)
    if (thing.upright)
      told.push_back(thing.what);
  if (told.empty() || rules::flagOption(law_.agreed(), "cargo"))
    return;
  events.push_back({"error",
                    t_s,
                    {{"what", "fleet"},
                     {"sentence", "Not counted as ships: " + joined(told) +
                                      "; lay down what is one, and begin anew, or take it off the table."}}});
}

void PlaneReferee::announceStart(double t_s, std::vector<Event>& events) {
  leaveOutShipless(t_s, events);
  drawFirst(t_s, events);
  std::vector<Event> marks;
  giveMarkers(t_s, marks);
  for (const std::string& player : ledger_.order)
    takeFlagship(player, t_s, marks);
  json body = {{"game", setup_.game},
               {"to_move", ledger_.player()},
               {"players", ledger_.order},
               {"ships", json::array()},
               {"picked_up", setup_.pick_up.has_value()}};
  for (const Ship& ship : ships_)
    body["ships"].push_back(merged({{"name", ship.name},
                                    {"player", ship.player},
                                    {"colour", nameOf(ship.colour)},
                                    {"size", nameOf(ship.size)},
                                    {"damage", ship.damage},
                                    {"flagship", ship.flagship != Marked::no}},
                                   ship.recorded.toJson()));
  events.push_back({"start", t_s, std::move(body)});
  std::ranges::move(marks, std::back_inserter(events));
  if (standing().arePointsUnknown())
    events.push_back({"error",
                      t_s,
                      {{"what", "options"},
                       {"sentence", "Of points left over nothing is known where a game is picked up; give them in its "
                                    "start, else nobody has any."}}});
  const std::string goal = law_.option("goal", "");
  if (setup_.pick_up && (goal == "more_than_half" || goal == "sink_number"))
    events.push_back({"error",
                      t_s,
                      {{"what", "options"},
                       {"sentence", "Of ships sunk before the game was picked up nothing is known; the goal counts "
                                    "those that are sunk from now on."}}});
}

/// Fleets are laid one after the other (AR-01: two or more players); a game that is picked up has them all.
std::string PlaneReferee::whyNoGame() const {
  std::set<std::string> players;
  for (const Ship& ship : ships_)
    players.insert(ship.player);
  if (players.size() != 1)
    return "";
  const std::string only =
      "Only " + *players.begin() + " has ships on the table, and the game is for two or more players; ";
  return setting_up_ ? only + "it begins when the other fleets are laid and all have said done."
                     : only + "lay the other fleets where they belong, and begin anew.";
}

/// The fleets are placed anew: nothing is left of the game that had begun.
void PlaneReferee::forgetGame() {
  pending_.reset();
  ended_.reset();
  completed_.clear();
  last_turn_.reset();
  decision_.reset();
  strangers_.clear();
  account_.beginAnew();
  at_flag_.clear();
}

std::vector<Event> PlaneReferee::judgeSetUp(double t_s) {
  std::vector<Event> events;
  Judgement judgement = law_.setUp(ships_);
  if (judgement.verdict.ruling == Ruling::legal && setup_.options.contains("fleet")) {
    std::vector<rules::FleetPlan> plans;
    for (const std::string& player : ledger_.order)
      plans.push_back(standing().fleetOf(player));
    if (rules::Verdict fleets = rules::checkFleets(law_.agreed(), plans); fleets.ruling != Ruling::legal)
      judgement.verdict = std::move(fleets);
  }
  events.push_back({"verdict", t_s, merged(describe(judgement.verdict), {{"action", "setup"}})});
  ready_.clear();
  if (judgement.verdict.ruling != Ruling::legal)
    return events;
  setting_up_ = false;
  announceStart(t_s, events);
  tellUpright(t_s, events);
  return events;
}

/// Whose ship makes a step between the fleets as they were placed so far and this table; "" when nobody's does. Where
/// ships were laid under our eyes a piece at a bow is the next one of a line, until the fleets are alike.
std::string PlaneReferee::playerWhoSteps(const TableState& state) const {
  if (placing_ && !areFleetsAlike(ships_))
    return "";
  std::vector<ExpectedPiece> expected;
  for (const Ship& ship : ships_)
    expected.push_back({ship.name, ship.colour, ship.size, {ship.seen}});
  const Matching matching = matchPieces(expected, state);
  for (const std::size_t stranger : matching.strangers) {
    const SeenPyramid& laid = state.pyramids[stranger];
    for (const Ship& ship : ships_) {
      const auto others_missing = std::count_if(matching.missing.begin(), matching.missing.end(),
                                                [&](const std::string& name) { return name != ship.name; });
      if (ship.isLike(laid) && others_missing <= 1 && // one may be overlooked
          law_.gapAtBow_mm(ship, laid) <= laid_joint_mm)
        return ship.player;
    }
  }
  return "";
}

/// The game is going on although nobody said so.
void PlaneReferee::pickUp(const std::string& player, double t_s, std::vector<Event>& events) {
  setup_.pick_up = player;
  setting_up_ = false;
  const auto found = std::find(ledger_.order.begin(), ledger_.order.end(), player);
  ledger_.next = found == ledger_.order.end() ? 0 : static_cast<std::size_t>(found - ledger_.order.begin());
  announceStart(t_s, events);
  tellUpright(t_s, events);
}

} // namespace linesman::app
