#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace linesman {

/// Every kind of man of the games on squares, in the order that printed tokens are numbered by: never reordered, only
/// added to.
inline constexpr std::array<const char*, 18> board_men = {
    "king",    "queen", "rook",         "bishop", "knight",   "pawn",        "archer", "paladin", "guard",
    "maester", "beast", "headquarters", "flag",   "commando", "paratrooper", "tank",   "trooper", "bomb"};

/// A man of one side ("light" or "dark").
struct BoardMan {
  std::string kind;
  std::string side;
  friend bool operator==(const BoardMan&, const BoardMan&) = default;
};

/// What is printed on a man's token: his capital, but "N" of a knight, "L" of a paladin, "S" of a beast, "I" of a
/// trooper, and "*" of a bomb. No two men of a game share one.
std::string manLetter(const std::string& kind);
/// Of "light pawn", as the other readings of a SeenBoardPiece are called.
BoardMan manNamed(const std::string& name);

/// Tokens: discs with a letter and a marker of this dictionary. Its first fifty numbers are DICT_4X4_50, which tables
/// use for their corners; tokens begin after them.
inline constexpr const char* token_dictionary = "DICT_4X4_100";
std::optional<int> tokenId(const BoardMan& man); ///< marker of a man's token
std::optional<BoardMan> manOfToken(int id);      ///< nothing for markers that are no token's

/// Shares of a token's diameter: side of the marker's black square, and how far its centre lies below the disc's
/// centre.
inline constexpr double token_marker_share = 0.42;
inline constexpr double token_marker_drop = 0.07;

/// Men of one side that a game begins with or may have: what a sheet of tokens holds.
struct MenCount {
  std::string kind;
  int count = 0;
};
/// Of king_down, invasion or armada_chess; empty for other names.
std::vector<MenCount> menOf(const std::string& game);

} // namespace linesman
