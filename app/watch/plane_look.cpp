#include "app/watch/plane_look.h"

#include <algorithm>
#include <cmath>

#include "app/watch/describe.h"

namespace linesman::app {

using nlohmann::json;
using rules::Ruling;

std::optional<std::size_t> PlaneLook::strangerAt(const Ship& ship, const Eigen::Vector2d& bow_mm) const {
  const auto found = std::ranges::find_if(matching.strangers, [&](std::size_t index) {
    const SeenPyramid& pyramid = state.pyramids[index];
    return ship.isLike(pyramid) && (pyramid.table_from_piece.origin_mm() - bow_mm).norm() <= step_reach_mm;
  });
  return found == matching.strangers.end() ? std::nullopt : std::optional(*found);
}

bool isLaidAlike(const SeenPose& there, const SeenPose& here) {
  return shiftBetween(there, here) <= std::max(gauge_moved_mm, noiseBetween_mm(there, here)) &&
         std::abs(turnBetween(there, here)) <= std::max(gauge_turned_rad, turnNoiseBetween_rad(there, here));
}

std::string kindOf(const SeenPyramid& pyramid) {
  return std::string(nameOf(pyramid.size)) + ' ' + std::string(nameOf(pyramid.colour));
}

std::string placeWords(const SeenPyramid& pyramid) {
  return placeWords(SeenPose::of(pyramid));
}

std::string placeWords(const SeenPose& at) {
  const auto place = at.pose.origin_mm();
  return "(" + std::to_string(std::lround(place.x())) + ", " + std::to_string(std::lround(place.y())) + ") mm";
}

std::string noSuchShip(const std::string& name) {
  return "There is no ship called " + name + " in this game.";
}

json pieceJson(const Ship& ship) {
  return {{"ship", ship.name}, {"piece", ship.name}, {"player", ship.player}, {"size", nameOf(ship.size)}};
}

json askBack(Ship& ship, const std::string& sentence) {
  ship.asked_back = true;
  return merged(pieceJson(ship), {{"residual_mm", nullptr},
                                  {"done", false},
                                  {"missing", true},
                                  {"wanted", ship.recorded.toJson()},
                                  {"sentence", sentence}});
}

rules::Verdict ruled(Ruling ruling, std::vector<std::string> clauses, std::string sentence) {
  rules::Verdict verdict;
  verdict.ruling = ruling;
  verdict.clauses = std::move(clauses);
  verdict.sentence = std::move(sentence);
  return verdict;
}

void refuse(rules::Verdict& verdict, const std::string& clause, const std::string& sentence) {
  auto highlights = std::move(verdict.highlights);
  verdict = ruled(Ruling::illegal, {clause}, sentence);
  verdict.highlights = std::move(highlights);
}

} // namespace linesman::app
