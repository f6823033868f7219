// What a turn changed of the counters that no man carries on his square.
#include <sstream>

#include "app/watch/board_signs.h"
#include "rules/square_board.h"

namespace linesman::app {

using nlohmann::json;

namespace {

json counter(const char* what, json before, json after, json more) {
  more.update({{"counter", what}, {"before", std::move(before)}, {"after", std::move(after)}});
  return more;
}

void addCities(const json& before, const json& after, std::vector<json>& found) {
  const json was = before.value("cities", json::array()), is = after.value("cities", json::array());
  for (std::size_t i = 0; i < was.size() && i < is.size(); ++i) {
    const json more = {{"city", "C" + std::to_string(is[i].value("id", 0))}};
    const auto face = [](const json& city) { return city.value("destroyed", false) ? 0 : city.value("die", 0); };
    if (face(was[i]) != face(is[i]))
      found.push_back(counter("die", face(was[i]), face(is[i]), more));
    if (was[i].value("rebuild", 0) != is[i].value("rebuild", 0))
      found.push_back(counter("rebuild", was[i].value("rebuild", 0), is[i].value("rebuild", 0), more));
  }
}

/// Training and upgrades of men that stayed where they were, or began there anew.
void addLifts(const json& before, const json& after, std::vector<json>& found) {
  std::map<std::string, const json*> was;
  const json old = before.value("pieces", json::array());
  for (const json& piece : old)
    was[piece.at("at").get<std::string>()] = &piece;
  for (const json& piece : after.value("pieces", json::array())) {
    const auto same = was.find(piece.at("at").get<std::string>());
    if (same == was.end() || same->second->at("kind") != piece.at("kind") ||
        same->second->at("side") != piece.at("side"))
      continue;
    const json more = {{"square", piece["at"]}, {"piece", piece["kind"]}, {"player", piece["side"]}};
    for (const char* what : {"training", "upgrade"})
      if (same->second->value(what, 0) != piece.value(what, 0))
        found.push_back(counter(what, same->second->value(what, 0), piece.value(what, 0), more));
    if (same->second->value("trained", false) != piece.value("trained", false))
      found.push_back(counter("trained", false, true, more));
    if (same->second->value("lives", "none") != piece.value("lives", "none"))
      found.push_back(counter("lives", same->second->value("lives", "none"), piece.value("lives", "none"), more));
  }
}

void addCeasefires(const json& before, const json& after, std::vector<json>& found) {
  const json was = before.value("ceasefire", json::object()), is = after.value("ceasefire", json::object());
  for (const char* player : {"white", "black"})
    if (was.value(player, 0) != is.value(player, 0))
      found.push_back(counter("cease-fire", was.value(player, 0), is.value(player, 0), {{"player", player}}));
}

/// The two sides' parts of a field "white,black" of a position's text; of "Freeze:2" the number.
std::vector<std::string> partsOf(const std::string& position, std::size_t field) {
  const std::vector<std::string> fields = rules::fieldsOf(position);
  std::vector<std::string> parts;
  std::istringstream in(field < fields.size() ? fields[field] : "");
  for (std::string part; std::getline(in, part, ',');)
    parts.push_back(part.substr(part.find(':') == std::string::npos ? 0 : part.find(':') + 1));
  return parts;
}

} // namespace

std::vector<json> countersBetween(const std::string& game, const json& before, const json& after) {
  std::vector<json> found;
  if (before.is_object() && after.is_object()) {
    addCities(before, after, found);
    addLifts(before, after, found);
    addCeasefires(before, after, found);
  } else if (before.is_string() && after.is_string()) {
    const auto was = partsOf(before.get<std::string>(), 2), is = partsOf(after.get<std::string>(), 2);
    for (std::size_t side = 0; side < std::min<std::size_t>({2, was.size(), is.size()}); ++side)
      if (was[side] != is[side])
        found.push_back(counter(game == "invasion" ? "bomb" : "token", was[side], is[side],
                                {{"player", side == 0 ? "white" : "black"}}));
  }
  return found;
}

} // namespace linesman::app
