#include "rules/games/armada_chess/board.h"

namespace linesman::rules::armada_chess {

std::optional<Field> Board::fieldNamed(std::string_view text) const {
  const auto found = field_by_name.find(text);
  if (found == field_by_name.end())
    return std::nullopt;
  return found->second;
}

std::optional<CityIndex> Board::cityWithId(int city_id) const {
  for (std::size_t index = 0; index < cities.size(); ++index) {
    if (cities[index].id == city_id)
      return static_cast<CityIndex>(index);
  }
  return std::nullopt;
}

const CityExit* Board::exitOn(CityIndex city, Field field) const {
  for (const CityExit& exit : cities[city].exits) {
    if (exit.field == field)
      return &exit;
  }
  return nullptr;
}

void Board::finish() {
  field_by_name.clear();
  for (std::size_t side = 0; side < 2; ++side) {
    sabotage_fields[side].clear();
    intelligence_fields[side].clear();
    resource_fields[side].clear();
  }
  for (std::size_t index = 0; index < fields.size(); ++index) {
    const auto field = static_cast<Field>(index);
    fields[index].exits.clear();
    field_by_name.emplace(fields[index].name, field);
    for (const Side side : {Side::white, Side::black}) {
      const Owners bit = ownerBit(side);
      if ((fields[index].sabotage & bit) != 0)
        sabotage_fields[indexOf(side)].push_back(field);
      if ((fields[index].intelligence & bit) != 0)
        intelligence_fields[indexOf(side)].push_back(field);
      if ((fields[index].resource & bit) != 0)
        resource_fields[indexOf(side)].push_back(field);
    }
  }
  for (std::size_t city = 0; city < cities.size(); ++city) {
    for (std::size_t exit = 0; exit < cities[city].exits.size(); ++exit) {
      fields[cities[city].exits[exit].field].exits.emplace_back(static_cast<CityIndex>(city),
                                                                static_cast<std::uint8_t>(exit));
    }
  }
}

} // namespace linesman::rules::armada_chess
