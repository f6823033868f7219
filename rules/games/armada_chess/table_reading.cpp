#include "rules/games/armada_chess/table_reading.h"

#include <algorithm>

#include "rules/games/armada_chess/facts.h"

namespace linesman::rules::armada_chess {

namespace {

/// "training 2" is the word training with a number that the count will check.
std::pair<std::string, std::string> wordAndNumber(const std::string& said) {
  const auto space = said.find(' ');
  if (space == std::string::npos)
    return {said, ""};
  return {said.substr(0, space), said.substr(space)};
}

/// The lifts that this field and piece allow, in the order in which they win.
std::vector<std::pair<std::string, std::string>> liftsOn(const Law& law, const Position& position, Field field) {
  const Piece& piece = position.at(field);
  const FieldInfo& info = law.board.fields[field];
  const std::string name = law.board.nameOf(field);
  std::vector<std::pair<std::string, std::string>> lifts;
  const bool enemy_exit = std::any_of(info.exits.begin(), info.exits.end(), [&](const auto& exit) {
    const CityState& city = position.cities[exit.first];
    return !city.destroyed && city.controller != piece.side;
  });
  if (piece.kind == Kind::king && enemy_exit)
    lifts.emplace_back("artillery", "artillery " + name);
  if (piece.turned && info.city != no_city && position.cities[info.city].destroyed)
    lifts.emplace_back("rebuild", "rebuild " + name);
  if (isUpgradeField(law, field, piece.side) && piece.lives != Lives::high)
    lifts.emplace_back("upgrade", "upgrade " + name);
  if (isTerrain(law, position, field) && !piece.trained)
    lifts.emplace_back("training", "train " + name);
  return lifts;
}

} // namespace

Reading readLift(const Law& law, const Position& position, Field field, const std::string& said) {
  const auto [word, number] = wordAndNumber(said);
  Reading reading;
  if (word == "adjust")
    return reading;
  const auto lifts = liftsOn(law, position, field);
  for (const auto& [name, text] : lifts) {
    if (name != word)
      continue;
    reading.turn = text + (word == "artillery" ? "" : number);
    return reading;
  }
  if (lifts.empty() && word.empty())
    return reading;
  for (const auto& [name, text] : lifts)
    reading.possible.push_back(text);
  const std::string where = law.board.nameOf(field);
  if (word.empty())
    reading.question = "The piece on " + where + " was lifted and set back: was it an action, or only adjusted?";
  else
    reading.question = "\"" + word + "\" does not fit the piece on " + where + "; what was meant?";
  return reading;
}

Reading readCityEntry(const Law& law, const Position& position, Field field, CityIndex city, const std::string& word,
                      const SeenSite& seen) {
  const CityState& state = position.cities[city];
  const Piece& piece = position.at(field);
  const bool own = state.controller == piece.side;
  const std::string places = law.board.nameOf(field) + " C" + std::to_string(law.board.cities[city].id);
  const std::string spares = own ? "enter " + places : "attack " + places + " occupy";
  const std::string ruins = own ? "burn " + places : "attack " + places + " destroy";
  Reading reading;
  if (!own && piece.value() <= state.die) {
    reading.turn = "attack " + places;
    return reading;
  }
  const bool saw_ruins = !seen.die && seen.piece_on_site;
  const bool saw_city = seen.die && !seen.piece_on_site;
  const bool said_spares = word == "reinforce" || word == "occupy", said_ruins = word == "burn" || word == "destroy";
  reading.possible = {spares, ruins};
  if ((said_spares && saw_ruins) || (said_ruins && saw_city)) {
    reading.question = "\"" + word + "\" was said, but the table shows the other; which of the two is meant?";
    return reading;
  }
  if (said_spares || said_ruins || saw_city || saw_ruins) {
    reading.turn = said_ruins || saw_ruins ? ruins : spares;
    reading.possible.clear();
    return reading;
  }
  reading.question = own ? "Does the piece reinforce the city, or burn it?" : "Is the city occupied or destroyed?";
  return reading;
}

std::vector<DieMismatch> compareDice(const Law& law, Position& position,
                                     const std::vector<std::pair<CityIndex, int>>& seen) {
  std::vector<DieMismatch> mismatches;
  for (const auto& [city, face] : seen) {
    CityState& state = position.cities[city];
    if (state.destroyed || state.die == face || face < 1 || face > 6)
      continue;
    mismatches.push_back({city, state.die, face});
    if (law.options.die_mismatch == choice::die_mismatch_accept)
      state.die = static_cast<std::uint8_t>(face);
  }
  return mismatches;
}

std::string sentenceOf(const Law& law, const DieMismatch& mismatch) {
  return "C" + std::to_string(law.board.cities[mismatch.city].id) + " should show " + std::to_string(mismatch.counted) +
         ", not " + std::to_string(mismatch.seen) + ": please turn the die.";
}

} // namespace linesman::rules::armada_chess
