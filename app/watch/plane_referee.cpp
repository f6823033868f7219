#include "app/watch/plane_referee.h"

#include <algorithm>
#include <cmath>

#include "app/watch/describe.h"

namespace linesman::app {

using nlohmann::json;
using rules::Ruling;

namespace {

constexpr double mean_reach_mm = 0.8; // a sighting further off than this does not sharpen the recorded pose
constexpr int mean_looks = 6;
constexpr double step_reach_mm = 20.0; // a gauge whose stern lies further from every bow is no step
constexpr double gauge_moved_mm = 1.5; // a gauge shifted by more is judged anew
constexpr double gauge_turned_rad = 0.07;
constexpr double laid_joint_mm = 3.0; // during the set-up, a pyramid this near to a bow is a step: the game goes on
constexpr int patient_tables = 2;     // settled tables before something inexplicable is spoken of
const std::string gauge_key = "#gauge";

json pieceJson(const Ship& ship) {
  return {{"ship", ship.name}, {"piece", ship.name}, {"player", ship.player}, {"size", nameOf(ship.size)}};
}

rules::Verdict ruled(Ruling ruling, std::vector<std::string> clauses, std::string sentence) {
  rules::Verdict verdict;
  verdict.ruling = ruling;
  verdict.clauses = std::move(clauses);
  verdict.sentence = std::move(sentence);
  return verdict;
}

} // namespace

struct PlaneReferee::Look {
  const TableState& state;
  Matching matching;
  double t_s;
  std::vector<Event> events;

  bool sees(const std::string& key) const { return matching.found.contains(key); }
  SeenPose at(const std::string& key) const { return SeenPose::of(state.pyramids[matching.found.at(key)]); }
  void say(const char* kind, json body) { events.push_back({kind, t_s, std::move(body)}); }
};

Result<std::unique_ptr<Referee>> PlaneReferee::make(const MatchSetup& setup) {
  auto law = PlaneLaw::make(setup);
  if (!law)
    return tl::unexpected(law.error());
  if (setup.pick_up && !setup.players.empty() &&
      std::none_of(setup.players.begin(), setup.players.end(),
                   [&](const Player& p) { return p.name == *setup.pick_up; }))
    return fail("The player \"" + *setup.pick_up + "\" of --pick-up is not one of table.toml's players.");
  return std::unique_ptr<Referee>(new PlaneReferee(std::move(*law), setup));
}

Ship* PlaneReferee::shipNamed(const std::string& name) {
  const auto found = std::find_if(ships_.begin(), ships_.end(), [&](const Ship& ship) { return ship.name == name; });
  return found == ships_.end() ? nullptr : &*found;
}

// --- start ----------------------------------------------------------------------------------------------------------

std::vector<Event> PlaneReferee::begin(const TableState& state) {
  std::vector<Event> events;
  std::vector<Player> players = setup_.players;
  std::vector<Ship> ships = nameShips(state, players);
  if (ships.empty())
    return events;
  setup_.players = players;
  ships_ = std::move(ships);
  ledger_ = {};
  for (const Player& player : players)
    ledger_.order.push_back(player.name);
  const std::string first = setup_.pick_up.value_or(law_.option("first_player", ""));
  const auto found = std::find(ledger_.order.begin(), ledger_.order.end(), first);
  ledger_.next = found == ledger_.order.end() ? 0 : static_cast<std::size_t>(found - ledger_.order.begin());
  setting_up_ = !setup_.pick_up;
  if (!setting_up_)
    announceStart(state.t_s, events);
  return events;
}

void PlaneReferee::announceStart(double t_s, std::vector<Event>& events) const {
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
                                    {"damage", ship.damage}},
                                   ship.recorded.toJson()));
  events.push_back({"start", t_s, std::move(body)});
}

std::vector<Event> PlaneReferee::judgeSetUp(double t_s) {
  std::vector<Event> events;
  const Judgement judgement = law_.setUp(ships_);
  events.push_back({"verdict", t_s, merged(describe(judgement.verdict), {{"action", "setup"}})});
  ready_.clear();
  if (judgement.verdict.ruling != Ruling::legal)
    return events;
  setting_up_ = false;
  announceStart(t_s, events);
  return events;
}

/// Whose ship makes a step between the fleets as they were placed so far and this table; "" when nobody's does.
std::string PlaneReferee::playerWhoSteps(const TableState& state) const {
  std::vector<ExpectedPiece> expected;
  for (const Ship& ship : ships_)
    expected.push_back({ship.name, ship.colour, ship.size, {ship.seen}});
  const Matching matching = matchPieces(expected, state);
  for (const std::size_t stranger : matching.strangers) {
    const SeenPyramid& laid = state.pyramids[stranger];
    for (const Ship& ship : ships_) {
      const auto others_missing = std::count_if(matching.missing.begin(), matching.missing.end(),
                                                [&](const std::string& name) { return name != ship.name; });
      if (ship.colour == laid.colour && ship.size == laid.size && others_missing <= 1 && // one may be overlooked
          (laid.table_from_piece.origin_mm() - bowOf(ship.size, ship.seen)).norm() <= laid_joint_mm)
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
}

// --- what is seen ---------------------------------------------------------------------------------------------------

std::vector<Event> PlaneReferee::doObserve(const SettledTable& table) {
  const TableState state = withoutImpossible(table.state);
  std::vector<Event> events;
  const std::string stepping = setting_up_ ? playerWhoSteps(state) : "";
  if (!stepping.empty())
    pickUp(stepping, state.t_s, events);
  if (ships_.empty() || setting_up_)
    return begin(state);
  std::vector<ExpectedPiece> expected;
  for (const Ship& ship : ships_) {
    if (ship.removed)
      continue;
    expected.push_back({ship.name, ship.colour, ship.size, {ship.seen}});
    if (ship.displaced || ship.missed > 0)
      expected.back().places.push_back(ship.recorded);
  }
  if (pending_) {
    const Ship& ship = *shipNamed(pending_->ship);
    expected.push_back({gauge_key, ship.colour, ship.size, {pending_->at}});
  }
  Look look{state, matchPieces(expected, state), state.t_s, std::move(events)};
  followPending(look);
  if (!wholeFleetShifted(look))
    followShips(look);
  explainStrangers(look);
  askAboutMissing(look);
  return std::move(look.events);
}

void PlaneReferee::followPending(Look& look) {
  if (!pending_)
    return;
  Ship& ship = *shipNamed(pending_->ship);
  const bool gauge = look.sees(gauge_key);
  const bool original = look.sees(ship.name);
  if (gauge && !original) {
    pending_->at = look.at(gauge_key);
    completeStep(look, "original");
    return;
  }
  if (!gauge && original) {
    look.say("action", merged({{"kind", "remove"},
                               {"what", "spare_withdrawn"},
                               {"actor", ship.player},
                               {"likelihood", 0.99},
                               {"from", pending_->at.toJson()},
                               {"to", nullptr},
                               {"clauses", json::array({law_.clause(pending_->legal ? 19 : 24)})},
                               {"sentence", "The gauge at " + ship.name + "'s bow was taken away; the ship stays."}},
                              pieceJson(ship)));
    pending_.reset();
    return;
  }
  if (!gauge || !original)
    return; // both out of sight: the table is not as it was left, so wait
  const SeenPose here = look.at(gauge_key);
  const double noise_mm = 3.0 * std::hypot(here.sigma_mm, pending_->at.sigma_mm);
  if (shiftBetween(pending_->at, here) > std::max(gauge_moved_mm, noise_mm) ||
      std::abs(turnBetween(pending_->at, here)) > gauge_turned_rad) {
    pending_.reset();
    placeStep(look, ship, here, 0.95, "gauge nudged");
  }
}

Judgement PlaneReferee::judgeStep(const Ship& ship, const SeenPose& to) const {
  const int step = ledger_.stepNumber(ship.name);
  Judgement judgement = law_.step(ships_, ship, to, step);
  rules::Verdict& verdict = judgement.verdict;
  const auto refuse = [&](int clause_number, const std::string& sentence) {
    verdict.ruling = Ruling::illegal;
    verdict.clauses = {law_.clause(clause_number)};
    verdict.sentence = sentence;
  };
  const bool goes_on = ledger_.moving == ship.name;
  if (ship.player != ledger_.player())
    refuse(14, "It is " + ledger_.player() + "'s turn; " + ship.name + " may not move.");
  else if (!goes_on && ledger_.moved.contains(ship.name))
    refuse(15, ship.name + " has moved already in this turn.");
  else if (!goes_on && static_cast<int>(ledger_.actions.size()) >= law_.actionsPerTurn())
    refuse(14, ledger_.player() + " has used all " + std::to_string(law_.actionsPerTurn()) + " actions of this turn.");
  else if (step > law_.stepsPerMove(ship.size))
    refuse(17, ship.name + " has made all " + std::to_string(law_.stepsPerMove(ship.size)) + " steps of its move.");
  return judgement;
}

void PlaneReferee::placeStep(Look& look, Ship& ship, const SeenPose& to, double likelihood,
                             const std::string& runner_up) {
  passOnIfSpent(ship.player, look.t_s, look.events);
  const Judgement judgement = judgeStep(ship, to);
  const bool legal = judgement.verdict.ruling == Ruling::legal;
  json action = merged({{"kind", "step"},
                        {"what", "placed"},
                        {"actor", ship.player},
                        {"likelihood", likelihood},
                        {"runner_up", runner_up},
                        {"from", ship.seen.toJson()},
                        {"to", to.toJson()}},
                       pieceJson(ship));
  action.update(judgement.facts);
  look.say("action", action);
  look.say("verdict",
           merged(merged(describe(judgement.verdict), {{"action", "step"}}), merged(pieceJson(ship), judgement.facts)));
  pending_ = Pending{ship.name, to, legal, ledger_.stepNumber(ship.name)};
  if (legal)
    ledger_.addStep(ship.name);
}

void PlaneReferee::completeStep(Look& look, const std::string& what) {
  Ship& ship = *shipNamed(pending_->ship);
  const json from = ship.seen.toJson();
  const bool legal = pending_->legal;
  ship.seen = pending_->at;
  if (legal) {
    ship.recorded = ship.seen;
    ship.looks = 1;
  }
  ship.displaced = !legal;
  ship.missed = 0;
  look.matching.found[ship.name] =
      look.sees(gauge_key) ? look.matching.found[gauge_key] : look.matching.found[ship.name];
  std::erase(look.matching.missing, ship.name);
  pending_.reset();
  look.say("action", merged({{"kind", "remove"},
                             {"what", what},
                             {"actor", ship.player},
                             {"likelihood", 0.99},
                             {"from", from},
                             {"to", nullptr}},
                            pieceJson(ship)));
  const rules::Verdict verdict =
      legal
          ? ruled(Ruling::legal, {law_.clause(19)}, "The step of " + ship.name + " is complete; the gauge is the ship.")
          : ruled(Ruling::illegal, {law_.clause(18)},
                  "The refused step of " + ship.name + " was carried out; put the ship back where it was.");
  look.say("verdict", merged(merged(describe(verdict), {{"action", "remove"}}), pieceJson(ship)));
  if (!legal)
    look.say("put_back", merged({{"residual_mm", shiftBetween(ship.recorded, ship.seen)},
                                 {"done", false},
                                 {"wanted", ship.recorded.toJson()}},
                                pieceJson(ship)));
}

/// When nearly everything moved the same way it was the camera or the table, not the ships.
bool PlaneReferee::wholeFleetShifted(Look& look) {
  Eigen::Vector2d sum_mm = Eigen::Vector2d::Zero();
  int shifted = 0;
  int matched = 0;
  for (const Ship& ship : ships_) {
    if (!look.sees(ship.name))
      continue;
    ++matched;
    const SeenPose here = look.at(ship.name);
    if (shiftBetween(ship.recorded, here) <= law_.optionNumber("drift_mm", 1.5) || ship.displaced)
      continue;
    ++shifted;
    sum_mm += here.pose.origin_mm() - ship.recorded.pose.origin_mm();
  }
  if (shifted < 3 || 10 * shifted < 7 * matched)
    return false;
  look.say("calibration", {{"drift_mm", sum_mm.norm() / shifted},
                           {"pieces", shifted},
                           {"ok", false},
                           {"sentence", "Nearly every piece seems to have moved: the camera or the table was shifted; "
                                        "register the table anew."}});
  return true;
}

void PlaneReferee::followShips(Look& look) {
  for (Ship& ship : ships_) {
    if (ship.removed || !look.sees(ship.name))
      continue;
    const bool was_missing = ship.missed >= patient_tables;
    ship.missed = 0;
    const SeenPyramid& pyramid = look.state.pyramids[look.matching.found.at(ship.name)];
    if (pyramid.size != ship.size || pyramid.colour != ship.colour)
      continue; // misread this once: it is there, but its pose was fitted with the wrong shape
    const SeenPose here = look.at(ship.name);
    const double residual_mm = shiftBetween(ship.recorded, here);
    const double limit_mm =
        std::max(law_.optionNumber("drift_mm", 1.5), 3.0 * std::hypot(here.sigma_mm, ship.recorded.sigma_mm));
    const bool away = residual_mm > limit_mm || std::abs(turnBetween(ship.recorded, here)) > radFromDeg(6.0);
    if (away && (!ship.displaced || shiftBetween(ship.seen, here) > limit_mm))
      noteShift(look, ship, here);
    else if (!away && (ship.displaced || was_missing)) {
      ship.seen = here;
      noteReturn(look, ship);
    }
    ship.seen = here;
    if (!ship.displaced && residual_mm < mean_reach_mm && ship.looks < mean_looks) {
      const double n = ++ship.looks;
      const PlanarPose<TableFrame, PieceFrame>& old = ship.recorded.pose;
      ship.recorded.pose = {old.origin_mm() + (here.pose.origin_mm() - old.origin_mm()) / n,
                            old.heading_rad() + turnBetween(ship.recorded, here) / n};
    }
  }
}

void PlaneReferee::noteShift(Look& look, Ship& ship, const SeenPose& here) {
  const double residual_mm = shiftBetween(ship.recorded, here);
  look.say("action", merged({{"kind", "nudge"},
                             {"what", ship.displaced ? "moved_again" : "accident"},
                             {"actor", nullptr},
                             {"likelihood", 0.95},
                             {"runner_up", "measurement error"},
                             {"shift_mm", shiftBetween(ship.seen, here)},
                             {"turn_deg", degFromRad(turnBetween(ship.seen, here))},
                             {"from", ship.seen.toJson()},
                             {"to", here.toJson()},
                             {"clauses", json::array({law_.clause(34)})},
                             {"sentence", ship.name + " was shifted; put it back."}},
                            pieceJson(ship)));
  look.say("put_back", merged({{"residual_mm", residual_mm}, {"done", false}, {"wanted", ship.recorded.toJson()}},
                              pieceJson(ship)));
  ship.displaced = true;
}

void PlaneReferee::noteReturn(Look& look, Ship& ship) {
  const double residual_mm = shiftBetween(ship.recorded, ship.seen);
  if (ship.displaced)
    look.say("action", merged({{"kind", "nudge"},
                               {"what", "put_back"},
                               {"actor", nullptr},
                               {"likelihood", 0.95},
                               {"residual_mm", residual_mm},
                               {"to", ship.seen.toJson()},
                               {"clauses", json::array({law_.clause(34)})}},
                              pieceJson(ship)));
  look.say("put_back", merged({{"residual_mm", residual_mm},
                               {"done", true},
                               {"wanted", ship.recorded.toJson()},
                               {"clauses", json::array({law_.clause(34)})}},
                              pieceJson(ship)));
  ship.displaced = false;
}

/// A lying pyramid that nobody expected: the gauge of a step, or a ship that was moved while a hand hid the gauge.
void PlaneReferee::explainStrangers(Look& look) {
  bool unexplained = false;
  for (const std::size_t index : look.matching.strangers) {
    const SeenPyramid& pyramid = look.state.pyramids[index];
    const SeenPose here = SeenPose::of(pyramid);
    std::vector<std::pair<double, Ship*>> bows;
    for (Ship& ship : ships_)
      if (!ship.sunk && ship.colour == pyramid.colour && ship.size == pyramid.size)
        bows.emplace_back((here.pose.origin_mm() - bowOf(ship.size, ship.seen)).norm(), &ship);
    std::sort(bows.begin(), bows.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    if (bows.empty() || bows.front().first > step_reach_mm || pending_) {
      unexplained = true;
      continue;
    }
    Ship& ship = *bows.front().second;
    const double rival_mm = bows.size() > 1 ? bows[1].first : 1e3;
    const double likelihood = 1.0 / (1.0 + std::exp(-(rival_mm - bows.front().first) / 3.0));
    const bool original_gone = !look.sees(ship.name);
    placeStep(look, ship, here, likelihood, bows.size() > 1 ? "step of " + bows[1].second->name : "piece laid aside");
    if (original_gone)
      completeStep(look, "original");
  }
  strange_ = unexplained ? strange_ + 1 : 0;
  if (strange_ == patient_tables)
    look.say("error", {{"what", "unexplained"},
                       {"sentence", "A piece lies on the table that no step of a ship explains; take it away or say "
                                    "what it is."}});
}

void PlaneReferee::removeSunk(Look& look, Ship& ship) {
  ship.removed = true;
  ship.missed = 0;
  look.say("action", merged({{"kind", "remove"},
                             {"what", "sunk"},
                             {"actor", ledger_.player()},
                             {"likelihood", 0.99},
                             {"from", ship.seen.toJson()},
                             {"to", nullptr}},
                            pieceJson(ship)));
  look.say("verdict", merged(merged(describe(ruled(Ruling::legal, {law_.clause(31)},
                                                   ship.name + " is sunk and leaves the table with its markers.")),
                                    {{"action", "remove"}}),
                             pieceJson(ship)));
}

void PlaneReferee::askAboutMissing(Look& look) {
  for (Ship& ship : ships_) {
    if (ship.removed || look.sees(ship.name))
      continue;
    if (ship.sunk) {
      removeSunk(look, ship);
      continue;
    }
    if (++ship.missed == patient_tables)
      look.say("put_back", merged({{"residual_mm", nullptr},
                                   {"done", false},
                                   {"missing", true},
                                   {"wanted", ship.recorded.toJson()},
                                   {"sentence", ship.name + " is not on the table; put it back where it was, or say "
                                                            "what happened."}},
                                  pieceJson(ship)));
  }
}

// --- what is said ---------------------------------------------------------------------------------------------------

std::vector<Event> PlaneReferee::doHear(const Claim& claim) {
  const auto words = [&](const char* verb) {
    const std::string start = std::string(verb) + " ";
    return claim.say.rfind(start, 0) == 0 ? claim.say.substr(start.size()) : std::string();
  };
  std::vector<Event> events;
  const auto answer = [&](bool accepted, const std::string& sentence) {
    json body = {{"player", claim.player}, {"say", claim.say}, {"accepted", accepted}};
    if (!sentence.empty())
      body["sentence"] = sentence;
    events.push_back({"claim", claim.t_s, std::move(body)});
  };
  if (ships_.empty() || over_) {
    answer(false, over_ ? "The game is over." : "No fleet has been seen yet.");
    return events;
  }
  const bool known = std::find(ledger_.order.begin(), ledger_.order.end(), claim.player) != ledger_.order.end();
  const bool on_turn = known && claim.player == ledger_.player();
  if (!known)
    answer(false, "There is no player " + claim.player + " in this game.");
  else if (setting_up_ && !words("fire").empty()) { // who fires is playing
    pickUp(claim.player, claim.t_s, events);
    for (Event& event : hearShot(claim, words("fire")))
      events.push_back(std::move(event));
  } else if (setting_up_) {
    const bool ready = claim.say == "done" || claim.say == "start";
    answer(ready, ready ? "" : "The fleets are still being placed; say done when yours is.");
    if (ready && std::find(ready_.begin(), ready_.end(), claim.player) == ready_.end())
      ready_.push_back(claim.player);
    if (ready_.size() == ledger_.order.size())
      for (Event& event : judgeSetUp(claim.t_s))
        events.push_back(std::move(event));
  } else if (!words("fire").empty())
    return hearShot(claim, words("fire"));
  else if (claim.say == "resign") {
    answer(true, "");
    ledger_.eliminate(claim.player);
    checkOver(claim.t_s, events);
  } else if (claim.say == "done" || claim.say == "pass") {
    answer(on_turn, on_turn ? "" : "It is " + ledger_.player() + "'s turn.");
    if (on_turn)
      endTurn(claim.t_s, events);
  } else if (!words("move").empty()) {
    const Ship* ship = shipNamed(words("move"));
    const bool good = ship != nullptr && on_turn && ship->player == claim.player;
    answer(good, good ? "" : "That is no ship that " + claim.player + " may move now.");
  } else if (claim.say == "adjust" || claim.say == "undo")
    answer(true, claim.say == "undo" ? "Lay everything back as it was." : "");
  else
    answer(false, "\"" + claim.say +
                      "\" is not understood; say fire SHIP TARGET, move SHIP, done, pass, undo, adjust "
                      "or resign.");
  return events;
}

std::vector<Event> PlaneReferee::hearShot(const Claim& claim, const std::string& words) {
  std::vector<Event> events;
  const std::size_t gap = words.find(' ');
  Ship* ship = shipNamed(words.substr(0, gap));
  Ship* target = gap == std::string::npos ? nullptr : shipNamed(words.substr(gap + 1));
  const bool both = ship != nullptr && target != nullptr;
  json said = {{"player", claim.player}, {"say", claim.say}, {"accepted", both}};
  if (!both)
    said["sentence"] = "Name two ships of this game: fire SHIP TARGET.";
  events.push_back({"claim", claim.t_s, std::move(said)});
  if (!both)
    return events;
  passOnIfSpent(claim.player, claim.t_s, events);
  Judgement judgement = law_.shot(ships_, *ship, *target);
  const auto refuse = [&](int clause_number, const std::string& sentence) {
    judgement.verdict.ruling = Ruling::illegal;
    judgement.verdict.clauses = {law_.clause(clause_number)};
    judgement.verdict.sentence = sentence;
  };
  if (ship->player != claim.player)
    refuse(16, ship->name + " is not " + claim.player + "'s ship.");
  else if (claim.player != ledger_.player())
    refuse(14, "It is " + ledger_.player() + "'s turn; " + ship->name + " may not fire.");
  else if (ship->sunk || target->sunk)
    refuse(31, (ship->sunk ? ship->name : target->name) + " is sunk already.");
  else if (ledger_.shots[ship->name] >= law_.shotsPerTurn(ship->size))
    refuse(27, ship->name + " has fired all its shots of this turn.");
  else if (static_cast<int>(ledger_.actions.size()) >= law_.actionsPerTurn())
    refuse(14, ledger_.player() + " has used all " + std::to_string(law_.actionsPerTurn()) + " actions of this turn.");
  json action = {{"kind", "shot"},         {"actor", claim.player},       {"ship", ship->name},
                 {"target", target->name}, {"piece", ship->name},         {"said_t_s", claim.t_s},
                 {"likelihood", 1.0},      {"from", ship->seen.toJson()}, {"to", target->seen.toJson()}};
  action.update(judgement.facts);
  events.push_back({"action", claim.t_s, action});
  json verdict = merged(describe(judgement.verdict), judgement.facts);
  verdict.update({{"action", "shot"},
                  {"ship", ship->name},
                  {"piece", ship->name},
                  {"target", target->name},
                  {"player", claim.player}});
  events.push_back({"verdict", claim.t_s, std::move(verdict)});
  if (judgement.verdict.ruling != Ruling::legal)
    return events;
  ledger_.addShot(ship->name, target->name);
  hit(claim.t_s, *target, events);
  return events;
}

void PlaneReferee::hit(double t_s, Ship& target, std::vector<Event>& events) {
  const int before = target.damage++;
  target.sunk = target.damage >= law_.damageToSink(target.size);
  events.push_back({"counter",
                    t_s,
                    {{"counter", "damage"},
                     {"ship", target.name},
                     {"piece", target.name},
                     {"player", target.player},
                     {"before", before},
                     {"after", target.damage},
                     {"damage_before", before},
                     {"damage_after", target.damage},
                     {"sunk", target.sunk}}});
  if (target.sunk && target.missed > 0) { // the hand was quicker than the word
    const TableState nothing;
    Look look{nothing, {}, t_s, {}};
    removeSunk(look, target);
    events.insert(events.end(), look.events.begin(), look.events.end());
  }
  if (target.sunk)
    checkOver(t_s, events);
}

void PlaneReferee::passOnIfSpent(const std::string& actor, double t_s, std::vector<Event>& events) {
  if (actor != ledger_.player() && static_cast<int>(ledger_.actions.size()) >= law_.actionsPerTurn())
    endTurn(t_s, events);
}

void PlaneReferee::endTurn(double t_s, std::vector<Event>& events) {
  ledger_.endTurn();
  events.push_back({"clock", t_s, {{"to_move", ledger_.player()}, {"turn", ledger_.turn}}});
}

void PlaneReferee::checkOver(double t_s, std::vector<Event>& events) {
  const std::vector<std::string> order = ledger_.order;
  for (const std::string& player : order)
    if (std::none_of(ships_.begin(), ships_.end(),
                     [&](const Ship& ship) { return ship.player == player && ship.afloat(); }))
      ledger_.eliminate(player);
  if (ledger_.order.size() > 1 || over_)
    return;
  over_ = true;
  json body = {{"clauses", json::array({law_.clause(7)})}};
  body["winner"] = ledger_.order.empty() ? json(nullptr) : json(ledger_.order.front());
  events.push_back({"over", t_s, std::move(body)});
}

// --- memory ---------------------------------------------------------------------------------------------------------

bool PlaneReferee::isWaiting() const {
  return strange_ > 0 || setting_up_ || ships_.empty() ||
         std::any_of(ships_.begin(), ships_.end(), [](const Ship& s) { return s.missed > 0 && !s.removed; });
}

json PlaneReferee::doState() const {
  json out = {{"game", setup_.game},
              {"setup", setup_.toJson()},
              {"ledger", ledger_.toJson()},
              {"setting_up", setting_up_},
              {"ready", ready_},
              {"strange", strange_},
              {"over", over_},
              {"ships", json::array()},
              {"pending", nullptr}};
  if (!ledger_.order.empty())
    out["to_move"] = ledger_.player();
  for (const Ship& ship : ships_)
    out["ships"].push_back(ship.toJson());
  if (pending_)
    out["pending"] = {
        {"ship", pending_->ship}, {"at", pending_->at.toJson()}, {"legal", pending_->legal}, {"step", pending_->step}};
  return out;
}

void PlaneReferee::doRestore(const json& in) {
  if (auto setup = MatchSetup::fromJson(in.at("setup")))
    setup_ = std::move(*setup);
  ledger_ = TurnLedger::fromJson(in.at("ledger"));
  in.at("setting_up").get_to(setting_up_);
  in.at("ready").get_to(ready_);
  in.at("strange").get_to(strange_);
  in.at("over").get_to(over_);
  ships_.clear();
  for (const json& ship : in.at("ships"))
    ships_.push_back(Ship::fromJson(ship));
  pending_.reset();
  if (const json& pending = in.at("pending"); pending.is_object())
    pending_ = Pending{pending.at("ship").get<std::string>(), SeenPose::fromJson(pending.at("at")),
                       pending.at("legal").get<bool>(), pending.at("step").get<int>()};
}

} // namespace linesman::app
