#include "app/watch/match_profile.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "models/one_line.h"
#include "models/text_file.h"
#include "models/toml_file.h"
#include "rules/registry.h"

namespace linesman::app {

namespace {

/// Text under `key`, or empty when it is left out.
Result<std::string> textOr(const toml::table& table, const std::string& path, const char* key) {
  return table.contains(key) ? textAt(table, path, key) : Result<std::string>(std::string());
}

Result<void> readOptions(const toml::table& file, const std::string& path, MatchSetup& match) {
  const auto game = rules::Registry::instance().make(match.game);
  if (!game)
    return fail(placeOf(path, *file.get("game")) + ": " + game.error().sentence);
  const toml::node* node = file.get("options");
  if (node == nullptr)
    return {};
  const toml::table* options = node->as_table();
  if (options == nullptr)
    return fail(placeOf(path, *node) + ": \"options\" must be a table of switches.");
  for (const auto& [name, value] : *options) {
    const auto text = value.value<std::string>();
    if (!text)
      return fail(placeOf(path, value) + ": the option \"" + std::string(name.str()) + "\" must be a text in quotes.");
    if (const auto good = (*game)->book().checkOption(std::string(name.str()), *text); !good)
      return fail(placeOf(path, value) + ": " + good.error().sentence);
    match.options[std::string(name.str())] = *text;
  }
  return {};
}

/// Who is meant by a name, and whose a piece is, must be told by one player alone.
Result<void> checkApart(const Player& player, const std::vector<Player>& others, const std::string& place) {
  if (player.name.find_first_not_of(' ') == std::string::npos)
    return fail(place + ": a player needs a name; write one between the quotes.");
  for (const Player& other : others) {
    if (other.name == player.name)
      return fail(place + ": two players are called " + player.name + "; give each a name of his own.");
    for (const Colour colour : player.colours)
      if (std::ranges::find(other.colours, colour) != other.colours.end())
        return fail(place + ": two players have " + std::string(nameOf(colour)) +
                    " pieces; give each colours of his own.");
  }
  return {};
}

Result<void> readPlayers(const toml::table& file, const std::string& path, MatchSetup& match) {
  const toml::node* node = file.get("player");
  if (node == nullptr)
    return {};
  const toml::array* list = node->as_array();
  if (list == nullptr)
    return fail(placeOf(path, *node) + ": write each player as [[player]] with name and colours.");
  for (const toml::node& entry : *list) {
    const toml::table* table = entry.as_table();
    if (table == nullptr)
      return fail(placeOf(path, entry) + ": write each player as [[player]] with name and colours.");
    if (auto good = checkKeys(*table, path, {"name", "colours", "flagship"}); !good)
      return good;
    const auto name = textAt(*table, path, "name");
    if (!name)
      return tl::unexpected(name.error());
    if (!isOneLine(*name))
      return fail(placeOf(path, entry) +
                  ": a player's name is one line; leave line ends and signs that are not seen out of it.");
    Player player{*name, {}};
    const toml::array* colours = (*table)["colours"].as_array();
    for (const toml::node& one : colours != nullptr ? *colours : toml::array{}) {
      const auto colour = colourFrom(one.value_or(std::string()));
      if (!colour)
        return fail(placeOf(path, one) + ": there is no colour \"" + one.value_or(std::string()) +
                    "\"; use red, yellow, green, blue, cyan, purple, pink, orange, clear, white or black.");
      player.colours.push_back(*colour);
    }
    const auto flagship = textOr(*table, path, "flagship");
    if (!flagship)
      return tl::unexpected(flagship.error());
    player.flagship = *flagship;
    if (const auto apart = checkApart(player, match.players, placeOf(path, entry)); !apart)
      return apart;
    match.players.push_back(std::move(player));
  }
  return {};
}

Result<MatchProfile> fromToml(const toml::table& file, const std::string& path) {
  if (const auto good = checkKeys(file, path,
                                  {"name", "game", "board", "start", "pick_up", "source", "lens", "table", "pieces",
                                   "fps", "begins_s", "options", "player"});
      !good)
    return tl::unexpected(good.error());
  MatchProfile profile;
  const auto game = textAt(file, path, "game");
  if (!game)
    return tl::unexpected(game.error());
  profile.match.game = *game;
  std::string board, pick_up;
  const std::pair<const char*, std::string*> texts[] = {{"name", &profile.name},     {"start", &profile.match.start},
                                                        {"board", &board},           {"pick_up", &pick_up},
                                                        {"source", &profile.source}, {"lens", &profile.lens},
                                                        {"table", &profile.table},   {"pieces", &profile.piece_set}};
  for (const auto& [key, text] : texts) {
    const auto read = textOr(file, path, key);
    if (!read)
      return tl::unexpected(read.error());
    *text = *read;
  }
  const auto fps = numberAt(file, path, "fps", 30.0);
  if (!fps)
    return tl::unexpected(fps.error());
  if (!(*fps > 0.0))
    return fail(placeOf(path, *file.get("fps")) + ": \"fps\" must be above 0.");
  profile.fps = *fps;
  const auto begins_s = numberAt(file, path, "begins_s", 0.0);
  if (!begins_s)
    return tl::unexpected(begins_s.error());
  if (!(*begins_s >= 0.0))
    return fail(placeOf(path, *file.get("begins_s")) + ": \"begins_s\" must not be negative.");
  profile.begins_s = *begins_s;
  if (!pick_up.empty())
    profile.match.pick_up = pick_up;
  if (!board.empty())
    profile.match.setBoard(board);
  if (const auto good = readOptions(file, path, profile.match); !good)
    return tl::unexpected(good.error());
  if (const auto good = readPlayers(file, path, profile.match); !good)
    return tl::unexpected(good.error());
  return profile;
}

} // namespace

Result<MatchProfile> readProfile(const std::string& path) {
  const auto file = readToml(path);
  if (!file)
    return tl::unexpected(file.error());
  return fromToml(*file, path);
}

Result<MatchProfile> parseProfile(std::string_view text, const std::string& name) {
  const auto file = parseToml(text, name);
  if (!file)
    return tl::unexpected(file.error());
  return fromToml(*file, name);
}

std::string profileText(const MatchProfile& profile) {
  std::string out = "# A match of Linesman: open it from the start page.\n";
  const auto line = [&out](const char* key, const std::string& text) {
    if (!text.empty())
      out += std::string(key) + " = " + tomlText(text) + "\n";
  };
  line("name", profile.name);
  line("game", profile.match.game);
  if (profile.match.hasPosition())
    line("start", profile.match.start);
  else
    line("board", profile.match.board());
  line("pick_up", profile.match.pick_up.value_or(""));
  line("source", profile.source);
  line("lens", profile.lens);
  line("table", profile.table);
  line("pieces", profile.piece_set);
  const auto number = [&out](const char* key, const char* format, double value) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), format, value);
    out += std::string(key) + " = " + text.data() + "\n";
  };
  number("fps", "%g", profile.fps);
  if (profile.begins_s > 0.0)
    number("begins_s", "%.3f", profile.begins_s);
  for (const Player& player : profile.match.players) {
    out += "\n[[player]]\nname = " + tomlText(player.name) + "\ncolours = [";
    for (std::size_t i = 0; i < player.colours.size(); ++i)
      out += (i > 0 ? ", " : "") + tomlText(std::string(nameOf(player.colours[i])));
    out += "]\n";
    if (!player.flagship.empty())
      out += "flagship = " + tomlText(player.flagship) + "\n";
  }
  if (!profile.match.options.empty())
    out += "\n[options]\n";
  for (const auto& [name, value] : profile.match.options)
    out += name + " = " + tomlText(value) + "\n";
  return out;
}

Result<void> writeProfile(const MatchProfile& profile, const std::string& path) {
  return writeFile(path, profileText(profile));
}

} // namespace linesman::app
