#pragma once
#include "app/fed_match.h"
#include "app/watch/board_contents.h"
#include "models/units.h"

namespace linesman::app::testing {

/// A board of ten by ten with these men, all read surely, and the dice, bands and turned Rooks of `contents`.
inline TableState armadaTable(const BoardContents& contents) {
  static const std::map<int, std::string> die_squares = {{1, "c1"},  {2, "e1"},  {3, "h1"},
                                                         {4, "c10"}, {5, "f10"}, {6, "h10"}};
  TableState state;
  state.board = SeenBoard();
  state.board->table_from_board = {0.0, 0.0, 0.0};
  state.board->rows = state.board->columns = 10;
  for (const auto& [square, man] : contents.men) {
    SeenBoardPiece piece;
    piece.square = square;
    piece.kind = man.kind;
    piece.side = man.side;
    piece.p = 0.97;
    piece.turned = contents.turned.contains(square);
    if (!man.rider.empty())
      piece.rider = man.rider;
    if (const auto bands = contents.bands.find(square); bands != contents.bands.end())
      piece.bands.assign(bands->second.begin(), bands->second.end());
    state.board->pieces.push_back(std::move(piece));
  }
  for (const auto& [city, face] : contents.dice)
    if (face > 0)
      state.board->dice.push_back({die_squares.at(city), face, 0.97});
  return state;
}

inline nlohmann::json armadaMan(const char* at, const char* kind, const char* side) {
  return {{"at", at}, {"kind", kind}, {"side", side}};
}

/// White to move with these men; the six cities stand, each with a three.
inline nlohmann::json armadaPosition(nlohmann::json men) {
  nlohmann::json position = {{"side", "white"}, {"pieces", std::move(men)}, {"cities", nlohmann::json::array()}};
  for (int id = 1; id <= 6; ++id)
    position["cities"].push_back({{"id", id}, {"controller", id <= 3 ? "white" : "black"}, {"die", 3}});
  return position;
}

} // namespace linesman::app::testing
