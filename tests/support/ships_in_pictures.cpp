#include "tests/support/ships_in_pictures.h"

#include <algorithm>

namespace linesman::tests {

using namespace linesman::app;
using nlohmann::json;

namespace {

MatchSetup setupOf(const std::string& game, const TableFile& table) {
  MatchSetup setup;
  setup.game = game;
  setup.readTable(table);
  return setup;
}

} // namespace

ShipsInPictures::ShipsInPictures(const PictureGameOptions& options)
    : PictureGame(options, painterFor(options)), ShipPlay(setupOf(options.game, painter_.table()), *this) {}

void ShipsInPictures::draw(const std::vector<SeenPyramid>& more, const std::set<std::string>& without) {
  table_.pyramids = more;
  for (const Ship& ship : ships_)
    if (!without.contains(ship.name))
      table_.pyramids.push_back(drawn(ship));
}

bool ShipsInPictures::begin() {
  if (!fresh_ && ships_.empty())
    fresh_ = true;
  if (fresh_)
    placeFleets();
  fresh_ = false;
  for (Ship& ship : ships_)
    ship.damage = 0;
  setup_.pick_up =
      std::any_of(ships_.begin(), ships_.end(), [](const Ship& s) { return s.player == "red"; }) ? "red" : "blue";
  draw();
  if (!beginMatch(setup_))
    return false;
  handAway();
  wait(8);
  const json start = match_->refereeState()["ships"];
  if (start.size() != ships_.size()) {
    fault("the fleets of the start were not seen: " + std::to_string(start.size()) + " of " +
          std::to_string(ships_.size()));
    match_.reset();
    fresh_ = true;
    return ++failed_starts_ < 5 && begin();
  }
  for (Ship& ship : ships_) {
    double nearest_mm = 1e9;
    for (const json& seen : start) {
      const SeenPose at = SeenPose::fromJson(seen["recorded"]);
      if (const double mm = shiftBetween(at, ship.recorded); mm < nearest_mm) {
        nearest_mm = mm;
        ship.name = seen["name"];
      }
    }
  }
  said_.clear();
  startTurn(*setup_.pick_up);
  return true;
}

bool ShipsInPictures::move() {
  const auto chosen = mover();
  if (!chosen)
    return false;
  const auto& [name, steps] = *chosen;
  Ship& ship = shipNamed(name);
  for (int step = 1; step <= steps; ++step) {
    const auto to = placeFor(ship, step, false);
    if (!to)
      return step > 1;
    const SeenPyramid gauge = drawnAt(ship, *to);
    handOver(middleOf(ship));
    draw({gauge});
    if (chance() < 0.5)
      frame();
    const bool both_at_once = chance() < 0.15; // the original goes before the hand leaves
    if (both_at_once) {
      draw({gauge}, {ship.name});
      handAway();
      expect(
          {"action step placed " + ship.name, "verdict legal", "action remove original " + ship.name, "verdict legal"},
          "step and removal at once");
    } else {
      handAway();
      expect({"action step placed " + ship.name, "verdict legal"}, "step");
      if (match_ == nullptr) {
        ship.recorded = *to;
        return false;
      }
      handOver(middleOf(ship));
      draw({gauge}, {ship.name});
      handAway();
      expect({"action remove original " + ship.name, "verdict legal"}, "removal");
    }
    ship.recorded = *to;
    draw();
    if (match_ == nullptr)
      return false;
  }
  return true;
}

bool ShipsInPictures::shoot() {
  const auto fired = shot();
  if (!fired)
    return false;
  const auto& [shooter, target] = *fired;
  match_->hear({t_s_, to_move_, "fire " + shooter + " " + target});
  std::vector<std::string> wanted = {"action shot " + shooter + " " + target, "verdict legal", "counter " + target};
  const bool sunk = isSunk(shipNamed(target));
  const bool last = sunk && ofPlayer(opponent()).size() == 1;
  if (last)
    wanted.push_back("over");
  expect(wanted, "shot");
  if (sunk) {
    const Eigen::Vector2d at = middleOf(shipNamed(target));
    takeOff(target);
    if (match_ != nullptr && !last) {
      handOver(at);
      draw();
      handAway();
      expect({"action remove sunk " + target, "verdict legal"}, "sunk ship leaves");
    }
    draw();
  }
  if (last) {
    match_.reset();
    ships_.clear();
    fresh_ = true;
    return false;
  }
  return true;
}

/// Where another hand lies in this turn: over no ship, and in nobody's way ahead.
void ShipsInPictures::otherHand() {
  constexpr double aside_mm = 85.0, ahead_mm = 110.0; // from the finger tips to the middle of a ship
  stopFidgeting();
  for (int i = 0; i < 40; ++i) {
    const bool from_right = chance() < 0.5;
    const Eigen::Vector2d at_mm = from_right ? Eigen::Vector2d(between(200, 290), between(-120, 150))
                                             : Eigen::Vector2d(between(-220, 220), between(-170, -110));
    if (std::ranges::all_of(ships_, [&](const Ship& ship) {
          const Eigen::Vector2d off_mm = at_mm - middleOf(ship);
          return from_right ? std::abs(off_mm.y()) > aside_mm || off_mm.x() > ahead_mm
                            : std::abs(off_mm.x()) > aside_mm || off_mm.y() < -ahead_mm;
        })) {
      fidgetAt(at_mm, from_right, options_.fidgets_mm);
      break;
    }
  }
  wait(40);
  expect({}, "another hand");
}

void ShipsInPictures::turn() {
  if (options_.fidgets_mm > 0.0)
    otherHand();
  if (match_ == nullptr)
    return;
  const int wanted = 1 + static_cast<int>(oneOf(2));
  for (int action = 0; action < wanted && match_ != nullptr; ++action)
    if (chance() >= 0.4 || !shoot())
      if (match_ == nullptr || !move())
        break;
  if (match_ == nullptr)
    return;
  match_->hear({t_s_, to_move_, "done"});
  startTurn(opponent());
}

void ShipsInPictures::pieceMishap() {
  const auto own = ofPlayer(to_move_);
  Ship& ship = shipNamed(own[oneOf(own.size())]);
  const std::size_t kind = oneOf(3);
  if (kind == 0) { // lifted and put back
    handOver(middleOf(ship));
    draw({}, {ship.name});
    frame();
    draw();
    frame();
    handAway();
    expect({}, "lifted and put back");
  } else if (kind == 1) { // a sleeve pushes it
    const SeenPose was = ship.recorded;
    handOver(middleOf(ship));
    const double angle = between(0.0, 2.0 * pi);
    ship.recorded.pose = {was.pose.origin_mm() + between(4.0, 7.0) * Eigen::Vector2d(std::cos(angle), std::sin(angle)),
                          was.pose.heading_rad() + between(-0.1, 0.1)};
    draw();
    handAway();
    expect({"action nudge accident " + ship.name, "put_back " + ship.name + " asked"}, "nudge");
    if (match_ != nullptr)
      handOver(middleOf(ship));
    ship.recorded = was;
    draw();
    handAway();
    if (match_ != nullptr)
      expect({"action nudge put_back " + ship.name, "put_back " + ship.name + " done"}, "nudge put back");
  } else if (const auto to = placeFor(ship, 1, true)) { // a step that turns too far, taken back
    const SeenPyramid gauge = drawnAt(ship, *to);
    handOver(middleOf(ship));
    draw({drawnAt(ship, *to)});
    handAway();
    expect({"action step placed " + ship.name, "verdict illegal"}, "illegal step");
    if (match_ != nullptr)
      handOver(middleOf(ship));
    draw();
    handAway();
    if (match_ != nullptr)
      expect({"action remove spare_withdrawn " + ship.name}, "gauge withdrawn");
  }
}

} // namespace linesman::tests
