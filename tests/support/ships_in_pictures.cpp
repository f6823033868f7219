#include "tests/support/ships_in_pictures.h"

#include <algorithm>

namespace linesman::tests {

using namespace linesman::app;
using nlohmann::json;

namespace {

double turnLimit_rad(PyramidSize size) {
  const double tau_deg[] = {74.85, 74.72, 74.64};
  return radFromDeg(tau_deg[static_cast<std::size_t>(size)]);
}

} // namespace

ShipsInPictures::ShipsInPictures(const PictureGameOptions& options) : PictureGame(options, painterFor(options)) {
  setup_.game = options.game;
  setup_.readTable(painter_.table());
  law_ = std::make_unique<PlaneLaw>(*PlaneLaw::make(setup_));
}

SeenPyramid ShipsInPictures::drawn(const Ship& ship) {
  SeenPyramid pyramid;
  pyramid.colour = ship.colour;
  pyramid.size = ship.size;
  pyramid.table_from_piece = ship.recorded.pose;
  return pyramid;
}

SeenPyramid ShipsInPictures::drawnAt(const Ship& ship, const SeenPose& at) {
  SeenPyramid pyramid = drawn(ship);
  pyramid.table_from_piece = at.pose;
  return pyramid;
}

Eigen::Vector2d ShipsInPictures::middleOf(const Ship& ship) {
  return ship.recorded.pose.origin_mm() + 0.5 * lengthOf(ship.size) * ship.recorded.pose.direction();
}

void ShipsInPictures::draw(const std::vector<SeenPyramid>& more, const std::set<std::string>& without) {
  table_.pyramids = more;
  for (const Ship& ship : ships_)
    if (!without.contains(ship.name))
      table_.pyramids.push_back(drawn(ship));
}

void ShipsInPictures::placeFleets() {
  ships_.clear();
  const std::vector<PyramidSize> sizes = {PyramidSize::small, PyramidSize::medium, PyramidSize::large,
                                          PyramidSize::medium};
  for (const Colour colour : {Colour::red, Colour::blue}) {
    const bool red = colour == Colour::red;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      Ship ship;
      ship.colour = colour;
      ship.size = sizes[i];
      ship.player = red ? "red" : "blue";
      ship.recorded.pose = {-165.0 + 110.0 * static_cast<double>(i) + between(-12, 12),
                            (red ? -75.0 : 95.0) + between(-8, 8),
                            (red ? 1.0 : -1.0) * (0.5 * pi + between(-0.5, 0.5))};
      ships_.push_back(ship);
    }
  }
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
  to_move_ = *setup_.pick_up;
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
  shots_.clear();
  moved_.clear();
  return true;
}

Ship& ShipsInPictures::shipNamed(const std::string& name) {
  return *std::find_if(ships_.begin(), ships_.end(), [&](const Ship& ship) { return ship.name == name; });
}

std::vector<std::string> ShipsInPictures::ofPlayer(const std::string& player) const {
  std::vector<std::string> names;
  for (const Ship& ship : ships_)
    if (ship.player == player)
      names.push_back(ship.name);
  return names;
}

std::optional<SeenPose> ShipsInPictures::placeFor(const Ship& ship, int step, bool illegal) {
  const double limit = turnLimit_rad(ship.size);
  for (int attempt = 0; attempt < 30; ++attempt) {
    const double turn = illegal ? (chance() < 0.5 ? -1.0 : 1.0) * (limit + radFromDeg(between(8.0, 14.0)))
                                : between(-0.75 * limit, 0.75 * limit);
    const double angle = between(0.0, 2.0 * pi);
    SeenPose to;
    to.pose = {law_->bowOf(ship.size, ship.recorded) +
                   between(0.0, 0.35) * Eigen::Vector2d(std::cos(angle), std::sin(angle)),
               wrapAngle(ship.recorded.pose.heading_rad() + turn)};
    const Eigen::Vector2d bow = law_->bowOf(ship.size, to);
    if (std::abs(bow.x()) > 215.0 || bow.y() < -110.0 || bow.y() > 140.0)
      continue;
    const Judgement judgement = law_->step(ships_, {}, ship, to, step);
    const rules::Verdict& verdict = judgement.verdict;
    if (illegal && verdict.ruling == rules::Ruling::illegal && verdict.limit.rfind("turn", 0) == 0)
      return to;
    // Its own joint is close by nature; everything else must be plainly allowed.
    if (illegal || verdict.ruling != rules::Ruling::legal)
      continue;
    bool clear = true;
    for (const Ship& other : ships_)
      if (other.name != ship.name)
        for (const double share : {0.0, 0.5, 1.0})
          for (const double along : {0.0, 0.5, 1.0})
            clear = clear &&
                    ((to.pose.origin_mm() + share * lengthOf(ship.size) * to.pose.direction()) -
                     (other.recorded.pose.origin_mm() + along * lengthOf(other.size) * other.recorded.pose.direction()))
                            .norm() > 24.0;
    if (clear)
      return to;
  }
  return std::nullopt;
}

bool ShipsInPictures::move() {
  std::vector<std::string> names = ofPlayer(to_move_);
  std::erase_if(names,
                [&](const std::string& name) { return std::find(moved_.begin(), moved_.end(), name) != moved_.end(); });
  if (names.empty())
    return false;
  Ship& ship = shipNamed(names[oneOf(names.size())]);
  const int most = std::min(2, law_->stepsPerMove(ship.size));
  const int steps = 1 + static_cast<int>(oneOf(static_cast<std::size_t>(most)));
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
  moved_.push_back(ship.name);
  return true;
}

bool ShipsInPictures::shoot() {
  for (int attempt = 0; attempt < 40; ++attempt) {
    const auto own = ofPlayer(to_move_), others = ofPlayer(to_move_ == "red" ? "blue" : "red");
    if (own.empty() || others.empty())
      return false;
    const Ship& ship = shipNamed(own[oneOf(own.size())]);
    Ship& target = shipNamed(others[oneOf(others.size())]);
    if (shots_[ship.name] >= law_->shotsPerTurn(ship.size))
      continue;
    const Judgement judgement = law_->shot(ships_, {}, ship, target);
    if (judgement.verdict.ruling != rules::Ruling::legal || judgement.verdict.margin_mm.value_or(0.0) < 2.5)
      continue;
    ++shots_[ship.name];
    match_->hear({t_s_, to_move_, "fire " + ship.name + " " + target.name});
    std::vector<std::string> wanted = {"action shot " + ship.name + " " + target.name, "verdict legal",
                                       "counter " + target.name};
    target.damage += 1;
    const bool sunk = target.damage >= law_->damageToSink(target);
    const bool last = sunk && others.size() == 1;
    if (last)
      wanted.push_back("over");
    expect(wanted, "shot");
    if (sunk) {
      const std::string name = target.name;
      const Eigen::Vector2d at = middleOf(target);
      std::erase_if(ships_, [&](const Ship& one) { return one.name == name; });
      if (match_ != nullptr && !last) {
        handOver(at);
        draw();
        handAway();
        expect({"action remove sunk " + name, "verdict legal"}, "sunk ship leaves");
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
  return false;
}

void ShipsInPictures::turn() {
  const int wanted = 1 + static_cast<int>(oneOf(2));
  for (int action = 0; action < wanted && match_ != nullptr; ++action)
    if (chance() >= 0.4 || !shoot())
      if (match_ == nullptr || !move())
        break;
  if (match_ == nullptr)
    return;
  match_->hear({t_s_, to_move_, "done"});
  to_move_ = to_move_ == "red" ? "blue" : "red";
  moved_.clear();
  shots_.clear();
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
