#include "tests/support/ship_play.h"

#include <algorithm>

namespace linesman::tests {

using namespace linesman::app;

namespace {

double turnLimit_rad(PyramidSize size) {
  const double tau_deg[] = {74.85, 74.72, 74.64};
  return radFromDeg(tau_deg[static_cast<std::size_t>(size)]);
}

} // namespace

ShipPlay::ShipPlay(MatchSetup setup, Chances& chances)
    : setup_(std::move(setup)), law_(std::make_unique<PlaneLaw>(*PlaneLaw::make(setup_))), chances_(chances) {}

SeenPyramid ShipPlay::drawn(const Ship& ship) {
  SeenPyramid pyramid;
  pyramid.colour = ship.colour;
  pyramid.size = ship.size;
  pyramid.table_from_piece = ship.recorded.pose;
  return pyramid;
}

SeenPyramid ShipPlay::drawnAt(const Ship& ship, const SeenPose& at) {
  SeenPyramid pyramid = drawn(ship);
  pyramid.table_from_piece = at.pose;
  return pyramid;
}

Eigen::Vector2d ShipPlay::middleOf(const Ship& ship) {
  return ship.recorded.pose.origin_mm() + 0.5 * lengthOf(ship.size) * ship.recorded.pose.direction();
}

void ShipPlay::placeFleets() {
  ships_.clear();
  const std::vector<PyramidSize> sizes = {PyramidSize::small, PyramidSize::medium, PyramidSize::large,
                                          PyramidSize::medium};
  for (const std::string player : {"red", "blue"}) {
    const bool red = player == "red";
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      Ship ship;
      ship.colour = std::ranges::find(setup_.players, player, &Player::name)->colours.front();
      ship.size = sizes[i];
      ship.player = player;
      ship.recorded.pose = {-165.0 + 110.0 * static_cast<double>(i) + chances_.between(-12, 12),
                            (red ? -75.0 : 95.0) + chances_.between(-8, 8),
                            (red ? 1.0 : -1.0) * (0.5 * pi + chances_.between(-0.5, 0.5))};
      ships_.push_back(ship);
    }
  }
}

Ship& ShipPlay::shipNamed(const std::string& name) {
  return *std::find_if(ships_.begin(), ships_.end(), [&](const Ship& ship) { return ship.name == name; });
}

std::vector<std::string> ShipPlay::ofPlayer(const std::string& player) const {
  std::vector<std::string> names;
  for (const Ship& ship : ships_)
    if (ship.player == player)
      names.push_back(ship.name);
  return names;
}

std::optional<SeenPose> ShipPlay::placeFor(const Ship& ship, int step, bool illegal) {
  const double limit = turnLimit_rad(ship.size);
  for (int attempt = 0; attempt < 30; ++attempt) {
    const double turn = illegal
                            ? (chances_.chance() < 0.5 ? -1.0 : 1.0) * (limit + radFromDeg(chances_.between(8.0, 14.0)))
                            : chances_.between(-0.75 * limit, 0.75 * limit);
    const double angle = chances_.between(0.0, 2.0 * pi);
    SeenPose to;
    to.pose = {law_->bowOf(ship.size, ship.recorded) +
                   chances_.between(0.0, 0.35) * Eigen::Vector2d(std::cos(angle), std::sin(angle)),
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

const std::string& ShipPlay::opponent() const {
  static const std::string red = "red", blue = "blue";
  return to_move_ == red ? blue : red;
}

std::optional<std::pair<std::string, int>> ShipPlay::mover() {
  std::vector<std::string> names = ofPlayer(to_move_);
  std::erase_if(names, [&](const std::string& name) { return std::ranges::find(moved_, name) != moved_.end(); });
  if (names.empty())
    return std::nullopt;
  const std::string& name = names[chances_.oneOf(names.size())];
  moved_.push_back(name);
  const int most = std::min(2, law_->stepsPerMove(shipNamed(name).size));
  return std::pair(name, 1 + static_cast<int>(chances_.oneOf(static_cast<std::size_t>(most))));
}

std::optional<std::pair<std::string, std::string>> ShipPlay::shot() {
  const auto own = ofPlayer(to_move_), others = ofPlayer(opponent());
  if (own.empty() || others.empty())
    return std::nullopt;
  for (int attempt = 0; attempt < 40; ++attempt) {
    const Ship& ship = shipNamed(own[chances_.oneOf(own.size())]);
    Ship& target = shipNamed(others[chances_.oneOf(others.size())]);
    if (shots_[ship.name] >= rules::shotsPerTurn(ship.size))
      continue;
    const Judgement judgement = law_->shot(ships_, {}, ship, target);
    if (judgement.verdict.ruling != rules::Ruling::legal || judgement.verdict.margin_mm.value_or(0.0) < 2.5)
      continue;
    ++shots_[ship.name];
    ++target.damage;
    return std::pair(ship.name, target.name);
  }
  return std::nullopt;
}

void ShipPlay::takeOff(const std::string& name) {
  std::erase_if(ships_, [&](const Ship& ship) { return ship.name == name; });
}

void ShipPlay::startTurn(const std::string& player) {
  to_move_ = player;
  moved_.clear();
  shots_.clear();
}

} // namespace linesman::tests
