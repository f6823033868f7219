#include "app/watch/plane_strangers.h"

#include <algorithm>

#include "app/watch/plane_look.h"

namespace linesman::app {

using nlohmann::json;

namespace {

constexpr double same_stranger_mm = 13.0; // shifted by less it is the one that was asked about

bool wasAskedAbout(const Stranger& stranger) {
  return stranger.looks >= patient_tables;
}

} // namespace

bool Stranger::is(const SeenPyramid& pyramid) const {
  return size == pyramid.size && colour == pyramid.colour && shiftBetween(at, SeenPose::of(pyramid)) < same_stranger_mm;
}

SeenPyramid Stranger::pyramid() const {
  SeenPyramid seen;
  seen.size = size;
  seen.colour = colour;
  seen.table_from_piece = at.pose;
  return seen;
}

json Stranger::toJson() const {
  return {{"size", nameOf(size)}, {"colour", nameOf(colour)}, {"at", at.toJson()}, {"looks", looks}};
}

Stranger Stranger::fromJson(const json& in) {
  return {pyramidSizeFrom(in.at("size").get<std::string>()).value_or(PyramidSize::small),
          colourFrom(in.at("colour").get<std::string>()).value_or(Colour::red), SeenPose::fromJson(in.at("at")),
          in.at("looks").get<int>()};
}

bool Strangers::holdBack() const {
  return std::ranges::any_of(all_, [](const Stranger& one) { return one.looks > 0 && !wasAskedAbout(one); });
}

Stranger Strangers::at(const SeenPyramid& pyramid) const {
  const auto before = std::ranges::find_if(all_, [&](const Stranger& one) { return one.is(pyramid); });
  return {pyramid.size, pyramid.colour, SeenPose::of(pyramid), before == all_.end() ? 0 : before->looks};
}

void Strangers::forgetGone(const TableState& state, const std::vector<std::size_t>& unexpected) {
  std::erase_if(all_, [&](const Stranger& one) {
    return std::ranges::none_of(unexpected, [&](std::size_t index) { return one.is(state.pyramids[index]); });
  });
}

void Strangers::forget(const SeenPyramid& pyramid) {
  std::erase_if(all_, [&](const Stranger& one) { return one.is(pyramid); });
}

std::vector<Event> Strangers::hear(const Claim& claim, const std::string& none, const Settling& settle) {
  std::vector<Event> told;
  std::erase_if(all_, [&](const Stranger& one) { return wasAskedAbout(one) && settle(one, told); });
  told.insert(told.begin(), answerTo(claim, !told.empty(), told.empty() ? none : ""));
  return told;
}

std::vector<NotCounted> Strangers::inTheWay(const SeenPose* gauge) const {
  std::vector<NotCounted> things;
  for (const Stranger& one : all_)
    if (wasAskedAbout(one) && (gauge == nullptr || shiftBetween(*gauge, one.at) >= same_stranger_mm))
      things.push_back(unexplained(one.pyramid()));
  return things;
}

json Strangers::toJson() const {
  json out = json::array();
  for (const Stranger& one : all_)
    out.push_back(one.toJson());
  return out;
}

Strangers Strangers::fromJson(const json& in) {
  Strangers strangers;
  for (const json& one : in)
    strangers.all_.push_back(Stranger::fromJson(one));
  return strangers;
}

} // namespace linesman::app
