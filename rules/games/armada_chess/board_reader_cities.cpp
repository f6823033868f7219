// Cities of a board file: their exits, arrows and the squares a Knight leaps at.
#include <algorithm>

#include "rules/games/armada_chess/board_reader.h"

namespace linesman::rules::armada_chess {

void BoardReader::readCities() {
  const toml::array* cities = file_.get_as<toml::array>("city");
  if (cities == nullptr)
    return complain(1, "a board needs a list of [[city]].");
  for (const toml::node& node : *cities) {
    const toml::table* table = tableOf(node, "[[city]]");
    if (table == nullptr)
      return;
    adopt(checkKeys(*table, path_, {"id", "name", "owner", "die", "die_anchor_mm", "trojan_targets", "exits"}));
    CitySite city;
    city.id = whole(*table, "id", 0, 1, 99);
    if (city.id == 0)
      return complain(lineOf(*table), "a city needs an \"id\" of its own, a whole number from 1.");
    if (board_.cityWithId(city.id))
      return complain(lineOf(*table),
                      "there are two cities with id " + std::to_string(city.id) + "; number them apart.");
    if (board_.cities.size() == max_cities)
      return complain(lineOf(*table), "a board may have at most " + std::to_string(max_cities) + " cities.");
    city.name = text(*table, "name", "C" + std::to_string(city.id));
    if (!table->contains("owner"))
      complain(lineOf(*table), "the city needs an \"owner\", \"white\" or \"black\".");
    city.owner = side(*table, "owner", Side::white);
    city.start_die = whole(*table, "die", 1, 1, 6);
    if (const toml::node* anchor = table->get("die_anchor_mm")) {
      const auto pair = numbersAt(*table, path_, "die_anchor_mm", 2);
      if (!pair)
        return complain(lineOf(*anchor), "\"die_anchor_mm\" must be [x, y] in millimetres.");
      city.die_anchor = BoardPoint{(*pair)[0], (*pair)[1]};
    }
    board_.cities.push_back(std::move(city));
    lines_.cities.push_back(lineOf(*table));
  }
}

void BoardReader::readExits() {
  const toml::array& cities = *file_.get_as<toml::array>("city");
  for (std::size_t index = 0; index < cities.size() && !failed(); ++index) {
    const toml::node* exits = cities.get(index)->as_table()->get("exits");
    if (exits == nullptr)
      continue;
    if (!exits->is_array())
      return complain(lineOf(*exits), "\"exits\" must be a list of tables.");
    for (const toml::node& node : *exits->as_array()) {
      if (const toml::table* table = tableOf(node, "an exit"))
        readOneExit(*table, static_cast<CityIndex>(index));
      if (failed())
        return;
    }
  }
}

void BoardReader::readOneExit(const toml::table& table, CityIndex city) {
  adopt(checkKeys(table, path_, {"field", "arrow", "in", "out", "remote", "behind"}));
  const toml::node* where = table.get("field");
  const toml::node* arrow = table.get("arrow");
  if (where == nullptr || arrow == nullptr)
    return complain(lineOf(table), "an exit needs a \"field\" and an \"arrow\" that points away from the city.");
  CityExit exit;
  exit.field = fieldAt(*where);
  exit.arrow = direction(*arrow);
  exit.in = flag(table, "in", true);
  exit.out = flag(table, "out", true);
  exit.remote = flag(table, "remote", false);
  if (const toml::node* behind = table.get("behind"))
    exit.behind = fieldAt(*behind);
  if (failed())
    return;
  std::vector<CityExit>& exits = board_.cities[city].exits;
  std::erase_if(exits, [&](const CityExit& other) { return other.field == exit.field; });
  exits.push_back(exit);
}

/// Finds the city square behind each arrow, where the file does not name it.
void BoardReader::completeExits() {
  for (std::size_t index = 0; index < board_.cities.size(); ++index) {
    for (CityExit& exit : board_.cities[index].exits) {
      if (exit.behind != no_field)
        continue;
      const Field behind = board_.neighbour(exit.field, turnedBy(exit.arrow, 4));
      if (behind != no_field && board_.fields[behind].city == index)
        exit.behind = behind;
    }
  }
}

void BoardReader::readTrojanTargets() {
  const toml::array& cities = *file_.get_as<toml::array>("city");
  for (std::size_t index = 0; index < cities.size() && !failed(); ++index) {
    CitySite& city = board_.cities[index];
    city.trojan_targets = city.footprint;
    const toml::node* targets = cities.get(index)->as_table()->get("trojan_targets");
    if (targets == nullptr)
      continue;
    if (!targets->is_array())
      return complain(lineOf(*targets), "\"trojan_targets\" must be a list of fields.");
    city.trojan_targets.clear();
    for (const toml::node& node : *targets->as_array()) {
      const Field field = fieldAt(node);
      if (failed())
        return;
      if (board_.fields[field].city != index)
        return complain(lineOf(node), board_.nameOf(field) + " is no square of city " + std::to_string(city.id) + ".");
      city.trojan_targets.push_back(field);
    }
  }
}

} // namespace linesman::rules::armada_chess
