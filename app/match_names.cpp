#include "app/match_names.h"

#include <cctype>

#include "app/watch/ship.h"

namespace linesman::app {

namespace {

constexpr double same_ship_mm = 10.0; // less than the smallest step

/// `text` with whole words replaced, all at once, so that names can change places.
std::string reworded(const std::string& text, const std::map<std::string, std::string>& words) {
  std::string out;
  std::size_t i = 0;
  const auto letter = [&text](std::size_t at) { return std::isalnum(static_cast<unsigned char>(text[at])) != 0; };
  while (i < text.size()) {
    std::size_t end = i;
    while (end < text.size() && letter(end))
      ++end;
    if (end == i) {
      out += text[i++];
      continue;
    }
    const std::string word = text.substr(i, end - i);
    const auto found = words.find(word);
    out += found == words.end() ? word : found->second;
    i = end;
  }
  return out;
}

} // namespace

std::map<PieceId, std::string> matchNames(const nlohmann::json& ships, const Snapshot& snapshot) {
  std::map<PieceId, std::string> names;
  if (ships.empty())
    return names;
  for (const nlohmann::json& entry : ships) {
    const Ship ship = Ship::fromJson(entry);
    if (ship.removed)
      continue;
    const SeenPyramid* nearest = nullptr;
    double least_mm = same_ship_mm;
    for (const SeenPyramid& seen : snapshot.state.pyramids) {
      const double away_mm = (seen.table_from_piece.origin_mm() - ship.seen.pose.origin_mm()).norm();
      if (seen.posture == Posture::lying && seen.colour == ship.colour && seen.size == ship.size &&
          away_mm < least_mm && !names.contains(seen.id)) {
        nearest = &seen;
        least_mm = away_mm;
      }
    }
    if (nearest != nullptr)
      names[nearest->id] = ship.name;
  }
  for (const auto& [id, name] : snapshot.names)
    if (!names.contains(id))
      names[id] = name.substr(0, name.find_first_of("0123456789")) + "?";
  return names;
}

void renameShips(Snapshot& snapshot, const std::map<PieceId, std::string>& names) {
  std::map<std::string, std::string> words;
  for (const auto& [id, name] : names)
    if (const auto old = snapshot.names.find(id); old != snapshot.names.end())
      words[old->second] = name;
  for (Call& call : snapshot.calls)
    for (std::string* text : {&call.title, &call.verdict.sentence, &call.verdict.limit})
      *text = reworded(*text, words);
  for (const auto& [id, name] : names)
    snapshot.names[id] = name;
}

} // namespace linesman::app
