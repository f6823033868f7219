#include "rules/games/armada_chess/position.h"

namespace linesman::rules::armada_chess {

Position emptyPosition(const Law& law) {
  Position position;
  for (std::size_t city = 0; city < law.board.cities.size(); ++city) {
    position.cities[city].controller = law.board.cities[city].owner;
    position.cities[city].die = static_cast<std::uint8_t>(law.board.cities[city].start_die);
  }
  position.clock_s = {law.options.clock_length_s, law.options.clock_length_s};
  position.side = law.options.first_mover == choice::first_mover_black ? Side::black : law.board.first_mover;
  return position;
}

Position startPosition(const Law& law) {
  Position position = emptyPosition(law);
  for (const StartPiece& start : law.board.start) {
    Piece& piece = position.pieces[start.field];
    piece.kind = start.kind;
    piece.side = start.side;
    if (start.kind == Kind::pawn)
      piece.start = start.field;
  }
  position.king_begins.fill(law.options.king_first == choice::king_first_first_move);
  return position;
}

} // namespace linesman::rules::armada_chess
