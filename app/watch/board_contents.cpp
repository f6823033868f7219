#include "app/watch/board_contents.h"

#include <algorithm>
#include <cctype>
#include <cmath>

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

constexpr double unseen_man = 0.02;   // that the camera overlooks a man
constexpr double imagined_man = 0.01; // that it sees one on an empty square
constexpr double least = 1e-3;
constexpr double sure_of_kind = 0.8;

double probabilityOf(const SeenBoardPiece& seen, const SquareMan& man) {
  const bool rider_fits = seen.rider.value_or("") == man.rider;
  double p = least;
  if (seen.kind == man.kind && seen.side == man.side)
    p = seen.p;
  else if (const auto other = seen.alternatives.find(man.side + " " + man.kind); other != seen.alternatives.end())
    p = other->second;
  else if (seen.side == man.side)
    p = (1.0 - seen.p) / 10.0;
  return std::max(least, p) * (rider_fits ? 1.0 : 0.1);
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

double logLikelihood(const SeenBoard& seen, const BoardContents& contents) {
  double sum = 0.0;
  std::set<std::string> looked;
  for (const SeenBoardPiece& piece : seen.pieces) {
    looked.insert(piece.square);
    const auto man = contents.men.find(piece.square);
    sum += std::log(man == contents.men.end() ? imagined_man : probabilityOf(piece, man->second));
  }
  for (const auto& [square, man] : contents.men)
    if (!looked.contains(square))
      sum += std::log(unseen_man);
  return sum;
}

std::set<std::string> mismatches(const SeenBoard& seen, const BoardContents& contents, bool kinds) {
  std::set<std::string> squares;
  std::set<std::string> looked;
  for (const SeenBoardPiece& piece : seen.pieces) {
    looked.insert(piece.square);
    const auto man = contents.men.find(piece.square);
    if (man == contents.men.end() || man->second.side != piece.side || man->second.rider != piece.rider.value_or("") ||
        (kinds && man->second.kind != piece.kind && piece.p > sure_of_kind))
      squares.insert(piece.square);
  }
  for (const auto& [square, man] : contents.men)
    if (!looked.contains(square))
      squares.insert(square);
  return squares;
}

} // namespace linesman::app
