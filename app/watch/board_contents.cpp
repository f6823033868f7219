#include "app/watch/board_contents.h"

#include <algorithm>
#include <cctype>
#include <sstream>

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

namespace {

/// Board field of a position's text, rank by rank from the top, '.' where nobody stands.
std::vector<std::string> ranksOf(const std::string& field) {
  std::vector<std::string> ranks(1);
  for (std::size_t i = 0; i < field.size(); ++i) {
    if (field[i] == '/')
      ranks.emplace_back();
    else if (std::isdigit(static_cast<unsigned char>(field[i]))) {
      std::size_t gap = 0;
      for (; i < field.size() && std::isdigit(static_cast<unsigned char>(field[i])); ++i)
        gap = 10 * gap + static_cast<std::size_t>(field[i] - '0');
      --i;
      ranks.back().append(gap, '.');
    } else
      ranks.back() += field[i];
  }
  return ranks;
}

std::string fieldOf(const std::vector<std::string>& ranks) {
  std::string field;
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    field += r == 0 ? "" : "/";
    for (std::size_t i = 0; i < ranks[r].size(); ++i) {
      std::size_t gap = 0;
      while (i + gap < ranks[r].size() && ranks[r][i + gap] == '.')
        ++gap;
      if (gap > 0)
        field += std::to_string(gap);
      i += gap;
      if (i < ranks[r].size())
        field += ranks[r][i];
    }
  }
  return field;
}

std::optional<json> carriedInText(const std::string& game, const std::string& text, const std::string& from,
                                  const std::string& to) {
  std::istringstream in(text);
  std::vector<std::string> fields;
  for (std::string field; in >> field;)
    fields.push_back(field);
  if (fields.size() < 2)
    return std::nullopt;
  std::vector<std::string> ranks = ranksOf(fields[0]);
  const auto cell = [&](const std::string& square) -> char* {
    const auto file = static_cast<std::size_t>(square[0] - 'a');
    const auto rank = static_cast<std::size_t>(std::atoi(square.c_str() + 1));
    return rank < 1 || rank > ranks.size() || file >= ranks[0].size() ? nullptr : &ranks[ranks.size() - rank][file];
  };
  char* const source = cell(from);
  char* const target = cell(to);
  if (source == nullptr || target == nullptr || *source == '.' || *source == '*' || *target == '*')
    return std::nullopt;
  const char man = *source;
  const bool white = std::isupper(static_cast<unsigned char>(man)) != 0;
  *target = man;
  *source = '.';
  fields[0] = fieldOf(ranks);
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
