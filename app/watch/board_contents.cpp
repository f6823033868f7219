#include "app/watch/board_contents.h"

#include <algorithm>
#include <cctype>

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

BoardContents fromText(const std::string& game, const std::string& position) {
  BoardContents contents;
  const std::string board = position.substr(0, position.find(' '));
  int rank = 1 + static_cast<int>(std::count(board.begin(), board.end(), '/'));
  int file = 0;
  for (std::size_t i = 0; i < board.size(); ++i) {
    const char c = board[i];
    if (c == '/') {
      --rank;
      file = 0;
    } else if (std::isdigit(static_cast<unsigned char>(c))) {
      int gap = 0;
      while (i < board.size() && std::isdigit(static_cast<unsigned char>(board[i])))
        gap = 10 * gap + (board[i++] - '0');
      --i;
      file += gap;
    } else if (c == '*')
      ++file;
    else {
      contents.men[std::string(1, static_cast<char>('a' + file)) + std::to_string(rank)] = manOf(game, c);
      ++file;
    }
  }
  return contents;
}

BoardContents fromJson(const json& position) {
  BoardContents contents;
  for (const json& piece : position.value("pieces", json::array())) {
    SquareMan man{piece.at("kind").get<std::string>(), piece.at("side") == "white" ? "light" : "dark", ""};
    if (piece.contains("rider") && piece["rider"].is_object())
      man.rider = piece["rider"].value("kind", "pawn");
    contents.men[piece.at("at").get<std::string>()] = man;
  }
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

std::string sideToMove(const json& position) {
  if (position.is_object())
    return position.value("side", "white");
  const std::string text = position.get<std::string>();
  const std::size_t gap = text.find(' ');
  return gap != std::string::npos && text.compare(gap + 1, 1, "b") == 0 ? "black" : "white";
}

} // namespace linesman::app
