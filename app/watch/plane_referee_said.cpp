#include <algorithm>
#include <sstream>

#include "app/watch/describe.h"
#include "app/watch/flagships.h"
#include "app/watch/plane_look.h"
#include "app/watch/plane_referee.h"
#include "app/watch/turn_text.h"
#include "rules/games/armadas_standing.h"

namespace linesman::app {

using nlohmann::json;
using rules::Ruling;

namespace {

std::string spentWords(const TurnLedger& ledger) {
  return ledger.player() + " has used all " + std::to_string(ledger.actionsAllowed()) +
         " actions of this turn; say done.";
}

} // namespace

std::vector<Event> PlaneReferee::doHear(const Claim& said) {
  Claim claim = said; // "Fire b1 y2" and "Done" are said at the keyboard too
  const std::size_t verb_end = std::min(claim.say.find(' '), claim.say.size());
  claim.say.replace(0, verb_end, lower(claim.say.substr(0, verb_end)));
  const auto words = [&](const char* verb) {
    const std::string start = std::string(verb) + " ";
    return claim.say.rfind(start, 0) == 0 ? claim.say.substr(start.size()) : std::string();
  };
  std::istringstream said_words(claim.say);
  for (std::string word; said_words >> word;)
    noteNamed(word);
  std::vector<Event> events;
  const auto answer = [&](bool accepted, const std::string& sentence) {
    events.push_back(answerTo(claim, accepted, sentence));
  };
  if (ships_.empty() || over_) {
    answer(false, over_ ? "The game is over." : "No fleet has been seen yet.");
    return events;
  }
  const bool known = ledger_.plays(claim.player);
  const bool on_turn = known && claim.player == ledger_.player();
  if (!known)
    answer(false, std::ranges::count(setup_.players, claim.player, &Player::name) > 0
                      ? claim.player + " is out of the game."
                      : "There is no player " + claim.player + " in this game.");
  else if (!words("ignore").empty())
    hearNoShip(claim, words("ignore"), events);
  else if (marksShips(law_) && !words("flagship").empty())
    hearFlagship(claim, words("flagship"), events);
  else if (markers_.kind() == "base" && !words("base").empty())
    hearMarker(claim, words("base"), events);
  else if (rules::flagOption(law_.agreed(), "armour") && !words("armour").empty())
    hearArmour(claim, words("armour"), events);
  else if (setting_up_ && !words("fire").empty() && whyNoGame().empty()) { // who fires is playing
    std::vector<Event> begun;
    if (const auto [ship, target] = shipsOfShot(words("fire")); ship != nullptr && target != nullptr)
      pickUp(claim.player, claim.t_s, begun);
    events = hearShot(claim, words("fire"));
    events.insert(events.begin() + 1, begun.begin(), begun.end()); // behind the claim
  } else if (setting_up_) {
    const bool ready = claim.say == "done" || claim.say == "start";
    answer(ready, ready ? "" : "The fleets are still being placed; say done when yours is.");
    if (ready && std::find(ready_.begin(), ready_.end(), claim.player) == ready_.end()) {
      ready_.push_back(claim.player);
      askForFlagship(claim.player, claim.t_s, events);
    }
    const bool all_ready = std::ranges::all_of(
        ledger_.order, [&](const std::string& player) { return std::ranges::count(ready_, player) > 0; });
    if (const std::string alone = whyNoGame(); ready && !alone.empty())
      events.push_back({"error", claim.t_s, {{"what", "player"}, {"sentence", alone}}});
    else if (ready && all_ready)
      for (Event& event : judgeSetUp(claim.t_s))
        events.push_back(std::move(event));
  } else if (!words("fire").empty())
    return hearShot(claim, words("fire"));
  else if (claim.say == "resign") {
    answer(true, "");
    hearResignation(claim, events);
  } else if (claim.say == "done" || claim.say == "pass") {
    const std::string refusal = on_turn ? standing().whyNotDone() : "It is " + ledger_.player() + "'s turn.";
    answer(refusal.empty(), refusal);
    if (refusal.empty())
      endTurn(claim.t_s, events);
  } else if (!words("move").empty()) {
    const Ship* ship = shipNamed(words("move"));
    const bool own = ship != nullptr && on_turn && ship->player == claim.player;
    const bool goes_on = own && ship->name == ledger_.moving;
    const std::string refusal = ship == nullptr   ? noSuchShip(words("move"))
                                : !own            ? "That is no ship that " + claim.player + " may move now."
                                : !ship->afloat() ? ship->name + " is not afloat any more."
                                : !goes_on && ledger_.moved.contains(ship->name)
                                    ? ship->name + " has moved already in this turn."
                                : !goes_on && ledger_.isSpent() ? spentWords(ledger_)
                                                                : "";
    if (refusal.empty())
      ledger_.declared = ship->name;
    const bool stuck = refusal.empty() && rules::isStuck(law_.agreed(), standing().state(), ship->name); // AR-25
    answer(refusal.empty(),
           stuck ? ship->name + " has no valid step and is stuck for now; it may still fire." : refusal);
  } else if (claim.say == "undo")
    hearUndo(claim, events);
  else if (claim.say == "count")
    hearCount(claim, events);
  else if (claim.say == "ignore")
    hearIgnore(claim, events);
  else if (claim.say == "adjust")
    answer(true, "");
  else if (!hearAgreed(claim, events))
    answer(false, "\"" + claim.say +
                      "\" is not understood; say fire SHIP TARGET, move SHIP, done, pass, undo, adjust, "
                      "count, ignore, draw? or resign.");
  return events;
}

/// The newest step of the Move going on is taken back, and then the one before: each may be until the next action.
void PlaneReferee::hearUndo(const Claim& claim, std::vector<Event>& events) {
  const auto answer = [&](bool accepted, const std::string& sentence) {
    events.push_back(answerTo(claim, accepted, sentence));
  };
  if (claim.player != ledger_.player()) {
    answer(false, "It is " + ledger_.player() + "'s turn.");
    return;
  }
  if (law_.option("takeback", "true") != "true") {
    answer(false, "It was not agreed that steps may be taken back; what is ruled wrongly can be overruled.");
    return;
  }
  if (pending_ && shipNamed(pending_->ship)->player == claim.player) { // taken away, it was no step
    answer(true, "Take the gauge at " + pending_->ship + "'s bow away; the ship stays.");
    return;
  }
  const auto newest = completed_.find(ledger_.moving, ledger_.stepsOf(ledger_.moving), ledger_.turn);
  Ship* ship = newest ? shipNamed(newest->ship) : nullptr;
  const bool declared_since = ship != nullptr && !ledger_.declared.empty() && ledger_.declared != ship->name;
  if (pending_ || ship == nullptr || ship->removed || declared_since) {
    answer(false, claim.player + " has no step that can be taken back now; overrule a verdict that is wrong, and say "
                                 "adjust to lay a piece right.");
    return;
  }
  answer(true, "");
  ledger_.dropSteps(ship->name, newest->step - 1);
  completed_.drop(*newest);
  ended_.reset();
  events.push_back({"retract", claim.t_s,
                    merged({{"sentence", claim.player + " takes the newest step of " + ship->name + " back."},
                            {"step", newest->step}},
                           pieceJson(*ship))});
  wantAt(claim.t_s, *ship, newest->from, events);
}

Judgement PlaneReferee::judgeShot(const std::string& shooter, const Ship& ship, const Ship& target) const {
  Judgement judgement = law_.shot(ships_, thingsBeside(), ship, target);
  const auto refuseBy = [&](const std::string& clause, const std::string& sentence) {
    app::refuse(judgement.verdict, clause, sentence);
    judgement.facts = json::object();
  };
  const auto refuse = [&](int number, const std::string& sentence) { refuseBy(law_.clause(number), sentence); };
  if (ship.player != shooter)
    refuse(16, ship.name + " is not " + shooter + "'s ship.");
  else if (shooter != ledger_.player())
    refuse(14, "It is " + ledger_.player() + "'s turn; " + ship.name + " may not fire.");
  else if (&ship == &target)
    refuse(16, ship.name + " cannot fire at itself.");
  else if (const Ship& gone = ship.afloat() ? target : ship; gone.sunk)
    refuse(31, gone.name + " is sunk already.");
  else if (gone.withdrawn)
    refuseBy(standing().clauseOfLeaving(gone), gone.name + " is out of the game with its fleet.");
  else if (ledger_.shotsOf(ship.name) >= rules::shotsPerTurn(ship.size))
    refuse(27, ship.name + " has fired all its shots of this turn.");
  else if (ledger_.isSpent())
    refuse(14, spentWords(ledger_));
  else if (judgement.verdict.ruling == Ruling::legal && pending_ && gaugeMatters(ship, target))
    withhold(judgement.verdict, law_.clause(33), ship.name + " hits " + target.name,
             "the gauge at " + pending_->ship + "'s bow still lies there",
             "take that gauge or " + pending_->ship + " away, and fire again");
  return judgement;
}

/// Does the gauge that lies at a bow make a difference to a hit: of a ship of this shot, or in its way?
bool PlaneReferee::gaugeMatters(const Ship& ship, const Ship& target) const {
  if (pending_->ship == ship.name || pending_->ship == target.name)
    return true;
  std::vector<Ship> stepped = ships_;
  std::ranges::find(stepped, pending_->ship, &Ship::name)->recorded = pending_->at;
  return law_.shot(stepped, {}, ship, target).verdict.ruling != Ruling::legal;
}

/// Ship and target of the words behind "fire"; nullptr where no ship has that name.
std::pair<Ship*, Ship*> PlaneReferee::shipsOfShot(const std::string& words) {
  const std::size_t gap = words.find(' ');
  return {shipNamed(words.substr(0, gap)), gap == std::string::npos ? nullptr : shipNamed(words.substr(gap + 1))};
}

std::vector<Event> PlaneReferee::hearShot(const Claim& claim, const std::string& words) {
  std::vector<Event> events;
  const std::pair<Ship*, Ship*> named = shipsOfShot(words);
  Ship *ship = named.first, *target = named.second;
  const bool both = ship != nullptr && target != nullptr;
  const std::size_t gap = words.find(' ');
  events.push_back(answerTo(claim, both,
                            both ? ""
                            : gap == std::string::npos
                                ? "Name two ships of this game: fire SHIP TARGET."
                                : noSuchShip(ship == nullptr ? words.substr(0, gap) : words.substr(gap + 1))));
  if (!both)
    return events;
  const Judgement judgement = judgeActionOf(
      claim.player, claim.t_s, [&] { return judgeShot(claim.player, *ship, *target); }, events);
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
                  {"player", claim.player},
                  {"in_turn", ledger_.turn}});
  events.push_back({"verdict", claim.t_s, std::move(verdict)});
  if (judgement.verdict.ruling != Ruling::legal)
    return events;
  ledger_.addShot(ship->name, target->name);
  hit(claim.t_s, claim.player, *target, events);
  return events;
}

void PlaneReferee::hearResignation(const Claim& claim, std::vector<Event>& events) {
  const std::string then = ledger_.order.size() <= 2           ? "" // the game is over
                           : rules::fleetLeaves(law_.agreed()) ? " The fleet leaves the table."
                                                               : " The fleet stays where it lies.";
  events.push_back({"verdict", claim.t_s,
                    merged(describe(ruled(Ruling::legal, {law_.clause(7)}, claim.player + " resigns." + then)),
                           {{"action", "resign"}, {"player", claim.player}, {"ledger_before", ledger_.toJson()}})});
  resign(claim.player, claim.t_s, events);
}

void PlaneReferee::resign(const std::string& player, double t_s, std::vector<Event>& events) {
  const std::string to_move = ledger_.player();
  ledger_.eliminate(player);
  resigned_.push_back(player);
  withdraw(player);
  checkOver(t_s, events);
  announceNewTurn(to_move, t_s, events);
}

Judgement PlaneReferee::judgeActionOf(const std::string& actor, double t_s, const std::function<Judgement()>& judge,
                                      std::vector<Event>& events) {
  if (!ledger_.isSpent())
    return judge();
  const TurnLedger before = ledger_;
  ledger_.endTurn();
  if (ledger_.player() != actor) {
    ledger_ = before;
    return judge();
  }
  Judgement judgement = judge();
  ledger_ = before;
  if (judgement.verdict.ruling == Ruling::legal)
    endTurn(t_s, events);
  return judgement;
}

void PlaneReferee::endTurn(double t_s, std::vector<Event>& events) {
  last_turn_ = LastTurn::of(ledger_, ships_);
  std::vector<Event> passed;
  notePasses(t_s, passed);
  ledger_.endTurn();
  announceTurn(t_s, events);
  std::ranges::move(passed, std::back_inserter(events));
}

/// Where another player is to move than before.
void PlaneReferee::announceNewTurn(const std::string& to_move, double t_s, std::vector<Event>& events) const {
  if (!over_ && ledger_.player() != to_move)
    announceTurn(t_s, events);
}

void PlaneReferee::announceTurn(double t_s, std::vector<Event>& events) const {
  events.push_back({"clock", t_s, {{"to_move", ledger_.player()}, {"turn", ledger_.turn}}});
}

} // namespace linesman::app
