#include "app/watch/board_contents.h"

#include <algorithm>
#include <cctype>

#include "rules/square_board.h"

namespace linesman::app {

using nlohmann::json;

namespace {

using Letters = std::vector<std::pair<char, const char*>>;

const Letters& lettersOf(const std::string& game) {
  static const Letters king_down = {{'P', "pawn"},  {'N', "knight"},  {'B', "bishop"}, {'R', "rook"},
                                    {'Q', "queen"}, {'K', "king"},    {'A', "archer"}, {'L', "paladin"},
                                    {'G', "guard"}, {'M', "maester"}, {'S', "beast"}};
  static const Letters invasion = {{'H', "headquarters"}, {'F', "flag"},        {'C', "commando"},   {'T', "tank"},
                                   {'I', "trooper"},      {'P', "paratrooper"}, {'U', "paratrooper"}};
  return game == "invasion" ? invasion : king_down;
}

/// The board of a position's text: as wide as it has ranks.
rules::SquareBoard boardOf(const std::string& field) {
  const int ranks = 1 + static_cast<int>(std::count(field.begin(), field.end(), '/'));
  return {ranks, ranks};
}

BoardContents fromText(const std::string& game, const std::string& position) {
  BoardContents contents;
  const std::string field = position.substr(0, position.find(' '));
  const rules::SquareBoard board = boardOf(field);
  if (const auto placed = rules::readBoardField(board, field))
    for (const auto& [square, letter] : *placed)
      if (letter != '*')
        contents.men[board.nameOf(square)] = manOf(game, letter);
  return contents;
}

BoardContents fromJson(const json& position) {
  BoardContents contents;
  for (const json& piece : position.value("pieces", json::array())) {
    SquareMan man{piece.at("kind").get<std::string>(), piece.at("side") == "white" ? "light" : "dark", ""};
    if (piece.contains("rider") && piece["rider"].is_object())
      man.rider = piece["rider"].value("kind", "pawn");
    const std::string square = piece.at("at").get<std::string>();
    contents.men[square] = man;
    if (piece.value("trained", false))
      contents.bands[square].insert("low");
    if (const std::string lives = piece.value("lives", "none"); lives != "none")
      contents.bands[square].insert(lives);
    if (piece.value("turned", false))
      contents.turned.insert(square);
  }
  for (const json& city : position.value("cities", json::array()))
    contents.dice[city.value("id", 0)] = city.value("destroyed", false) ? 0 : city.value("die", 0);
  return contents;
}

} // namespace

char letterOf(const std::string& game, const std::string& kind) {
  for (const auto& [letter, name] : lettersOf(game))
    if (kind == name)
      return letter;
  return 0;
}

SquareMan manOf(const std::string& game, char letter) {
  const char upper = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  for (const auto& [known, name] : lettersOf(game))
    if (known == upper)
      return {name, upper == letter ? "light" : "dark", ""};
  return {std::string(1, upper), upper == letter ? "light" : "dark", ""};
}

BoardContents contentsOf(const std::string& game, const json& position) {
  return position.is_string() ? fromText(game, position.get<std::string>()) : fromJson(position);
}

std::set<std::string> differing(const BoardContents& a, const BoardContents& b) {
  std::set<std::string> squares;
  for (const auto* one : {&a, &b})
    for (const auto& [square, man] : one->men) {
      const auto other = (one == &a ? b : a).men.find(square);
      if (other == (one == &a ? b : a).men.end() || other->second != man)
        squares.insert(square);
    }
  return squares;
}

std::string sideToMove(const json& position) {
  if (position.is_object())
    return position.value("side", "white");
  const std::string text = position.get<std::string>();
  const std::size_t gap = text.find(' ');
  return gap != std::string::npos && text.compare(gap + 1, 1, "b") == 0 ? "black" : "white";
}

} // namespace linesman::app
