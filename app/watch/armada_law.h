#pragma once
#include "app/watch/match_setup.h"
#include "rules/games/armada_chess/position.h"
#include "vision/die_places.h"

namespace linesman::app {

/// The law of a match of ArmadaChess: its board file and the switches that were chosen.
struct ArmadaLaw {
  const rules::armada_chess::Board* board = nullptr;
  rules::armada_chess::Options options;

  /// One sentence when the board file or a switch cannot be read.
  static Result<ArmadaLaw> make(const MatchSetup& setup);
  rules::armada_chess::Law law() const { return {*board, options}; }
  /// The number of the city that the square is a part of; 0 for other squares.
  int cityOn(const std::string& square) const;
};

/// Where the dice lie on the board whose file a table names; none on other boards.
std::vector<DiePlace> diePlaces(const std::string& board);

} // namespace linesman::app
