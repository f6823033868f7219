#include "app/watch/ignored_things.h"

#include <algorithm>

#include "app/watch/ship.h"
#include "models/polygon.h"

namespace linesman::app {

using nlohmann::json;

namespace {

constexpr double same_thing_mm = 10.0; // between middles
constexpr int gone_tables = 3;         // in a row that do not show it: it may be overlooked in some

} // namespace

/// It may be read as another pyramid with each look.
bool IgnoredThings::isAt(const Ignored& thing, const SeenPyramid& pyramid, const IsKnown& is_known) {
  return (middleOf(pyramid) - thing.middle_mm).norm() < same_thing_mm && !is_known(pyramid);
}

void IgnoredThings::note(const TableState& state, const IsKnown& is_known) {
  for (Ignored& thing : all_) {
    const bool there =
        std::ranges::any_of(state.pyramids, [&](const SeenPyramid& one) { return isAt(thing, one, is_known); }) ||
        std::ranges::any_of(state.unseen_mm, [&](const TablePolygon& part) { return holds(part, thing.middle_mm); });
    thing.missed = there ? 0 : thing.missed + 1;
  }
  std::erase_if(all_, [](const Ignored& thing) { return thing.missed == gone_tables; });
}

void IgnoredThings::takeOutOf(TableState& state, const IsKnown& is_known) const {
  std::erase_if(state.pyramids, [&](const SeenPyramid& pyramid) {
    return std::ranges::any_of(all_, [&](const Ignored& thing) { return isAt(thing, pyramid, is_known); });
  });
}

json IgnoredThings::toJson() const {
  json out = json::array();
  for (const Ignored& thing : all_)
    out.push_back({{"x", thing.middle_mm.x()}, {"y", thing.middle_mm.y()}, {"missed", thing.missed}});
  return out;
}

IgnoredThings IgnoredThings::fromJson(const json& in) {
  IgnoredThings things;
  for (const json& one : in)
    things.all_.push_back({{one.at("x").get<double>(), one.at("y").get<double>()}, one.at("missed").get<int>()});
  return things;
}

} // namespace linesman::app
