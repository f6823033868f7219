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

namespace {

std::optional<json> carriedInText(const std::string& game, const std::string& text, const std::string& from,
                                  const std::string& to) {
  std::vector<std::string> fields = rules::fieldsOf(text);
  if (fields.size() < 2)
    return std::nullopt;
  const rules::SquareBoard board = boardOf(fields[0]);
  const auto placed = rules::readBoardField(board, fields[0]);
  const auto source = board.squareNamed(from);
  const auto target = board.squareNamed(to);
  if (!placed || !source || !target)
    return std::nullopt;
  std::string letters(static_cast<std::size_t>(board.squares()), '.');
  for (const auto& [square, letter] : *placed)
    letters[static_cast<std::size_t>(square)] = letter;
  char& left = letters[static_cast<std::size_t>(*source)];
  char& reached = letters[static_cast<std::size_t>(*target)];
  if (left == '.' || left == '*' || reached == '*')
    return std::nullopt;
  const char man = left;
  const bool white = std::isupper(static_cast<unsigned char>(man)) != 0;
  reached = man;
  left = '.';
  fields[0] = rules::writeBoardField(board, letters);
  if (white == (fields[1] == "w"))
    fields[1] = white ? "b" : "w";
  if (game == "king_down" && fields.size() == 8) {
    fields[3] = fields[4] = fields[7] = "-"; // frozen, walled, en passant: of one turn only
    const char kind = static_cast<char>(std::toupper(static_cast<unsigned char>(man)));
    if (kind == 'K' || kind == 'R' || fields[6].find(to) != std::string::npos)
      fields[6] = "-";
  }
  std::string out;
  for (const std::string& field : fields)
    out += (out.empty() ? "" : " ") + field;
  return out;
}

} // namespace

std::optional<json> carried(const std::string& game, const json& position, const std::string& from,
                            const std::string& to) {
  if (position.is_string())
    return carriedInText(game, position.get<std::string>(), from, to);
  json out = position;
  json pieces = json::array();
  std::string side;
  for (json piece : position.value("pieces", json::array())) {
    if (piece.at("at") == from) {
      piece["at"] = to;
      side = piece.at("side").get<std::string>();
    } else if (piece.at("at") == to)
      continue;
    pieces.push_back(std::move(piece));
  }
  if (side.empty())
    return std::nullopt;
  out["pieces"] = std::move(pieces);
  if (side == sideToMove(position))
    out["side"] = side == "white" ? "black" : "white";
  return out;
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
