// How pieces travel, capture, board and reposition themselves.
#include "rules/games/armada_chess/generator.h"

namespace linesman::rules::armada_chess {

namespace {

constexpr unsigned orthogonals = 0b01010101U;
constexpr unsigned diagonals = 0b10101010U;

unsigned slideDirections(const Piece& piece) {
  switch (piece.kind) {
  case Kind::bishop:
    return diagonals;
  case Kind::rook:
    return orthogonals;
  default:
    return orthogonals | diagonals;
  }
}

} // namespace

/// Attacks on the own King are nobody's business here: there is no check (AC-22).
void Generator::travel(Field field, const Piece& piece) {
  const std::size_t before = out_.size();
  const auto mayReposition = [&] {
    return law_.options.reposition == choice::reposition_always || out_.size() == before;
  };
  switch (piece.kind) {
  case Kind::pawn:
    pawnMoves(field, strikerOf(law_, piece), ActionType::travel, piece.start);
    break;
  case Kind::knight:
    knightLeaps(field, piece);
    if (mayReposition())
      stepsTo(field, orthogonals);
    break;
  case Kind::bishop:
    slides(field, piece, diagonals, false);
    if (mayReposition()) {
      unsigned directions = orthogonals;
      if (law_.options.bishop_reposition == choice::bishop_reposition_side_back)
        directions &= ~(1U << indexOf(law_.board.forward[indexOf(side_)]));
      stepsTo(field, directions);
    }
    break;
  case Kind::king:
    slides(field, piece, orthogonals | diagonals, piece.lives == Lives::none);
    break;
  default:
    slides(field, piece, slideDirections(piece), false);
    break;
  }
}

void Generator::riderActions(Field field, const Piece& piece) {
  if (locked(Kind::pawn) || !rule_.permits(Kind::pawn, field))
    return;
  pawnMoves(field, riderStriker(piece), ActionType::rider, no_field);
}

void Generator::pawnMoves(Field field, const Striker& pawn, ActionType type, Field pawn_start) {
  const std::size_t before = out_.size();
  pawnSteps(field, pawn, type, pawn_start);
  pawnCaptures(field, pawn, type);
  if (law_.options.reposition == choice::reposition_always || out_.size() == before)
    pawnRepositions(field, type);
  if (law_.options.boarding == choice::boarding_adjacent8)
    neighbourBoarding(field, type);
}

void Generator::pawnSteps(Field field, const Striker& pawn, ActionType type, Field pawn_start) {
  const Direction ahead = law_.board.forward[indexOf(side_)];
  const Field first = law_.board.neighbour(field, ahead);
  if (first == no_field)
    return;
  if (!pawnStep(field, first, type))
    return;
  if (!allowsDoubleStep(law_, field, side_, pawn_start))
    return;
  if (isTerrain(law_, position_, first) && !pawn.trained)
    return;
  const Field second = law_.board.neighbour(first, ahead);
  if (second != no_field && second != field)
    pawnStep(field, second, type);
}

/// Steps onto a free field or aboard an own Rook. True when `to` was free, so that the way goes on.
bool Generator::pawnStep(Field from, Field to, ActionType type) {
  if (isWall(law_, position_, to))
    return false;
  if (!position_.pieces[to].present()) {
    arrive(from, to, false, type, true);
    return true;
  }
  if (law_.options.boarding == choice::boarding_pawn_move && canBoard(to))
    out_.push_back({.type = type, .from = from, .to = to});
  return false;
}

bool Generator::canBoard(Field field) const {
  const Piece& rook = position_.pieces[field];
  return rook.kind == Kind::rook && rook.side == side_ && !rook.isUnit() && !isTerrain(law_, position_, field);
}

void Generator::pawnCaptures(Field field, const Striker& pawn, ActionType type) {
  const Direction ahead = law_.board.forward[indexOf(side_)];
  for (const int turn : {-1, 1}) {
    const Field target = law_.board.neighbour(field, turnedBy(ahead, turn));
    if (target == no_field || isWall(law_, position_, target))
      continue;
    const Piece& victim = position_.pieces[target];
    if (victim.present()) {
      if (victim.side != side_)
        strike(field, target, pawn, type);
    } else if (target == position_.en_passant && law_.options.en_passant != 0 &&
               position_.pieces[position_.en_passant_pawn].side != side_ &&
               shieldOf(law_, position_, pawn, position_.en_passant_pawn) == Shield::none) {
      arrive(field, target, true, type, true, true);
    }
  }
}

void Generator::pawnRepositions(Field field, ActionType type) {
  const Direction ahead = law_.board.forward[indexOf(side_)];
  for (const int turn : {-2, 2, 4}) {
    const Field target = law_.board.neighbour(field, turnedBy(ahead, turn));
    if (target != no_field)
      pawnStep(field, target, type);
  }
}

void Generator::neighbourBoarding(Field field, ActionType type) {
  for (const Field target : law_.board.fields[field].neighbours) {
    if (target != no_field && canBoard(target))
      out_.push_back({.type = type, .from = field, .to = target});
  }
}

void Generator::knightLeaps(Field field, const Piece& piece) {
  const Striker striker = strikerOf(law_, piece);
  for (const Field target : law_.board.fields[field].leaps) {
    if (isWall(law_, position_, target))
      continue;
    const Piece& other = position_.pieces[target];
    if (!other.present())
      arrive(field, target, false, ActionType::travel, false);
    else if (other.side != side_)
      strike(field, target, striker, ActionType::travel);
  }
}

void Generator::stepsTo(Field field, unsigned directions) {
  for (std::size_t d = 0; d < direction_count; ++d) {
    if ((directions >> d & 1U) == 0)
      continue;
    const Field target = law_.board.fields[field].neighbours[d];
    if (target == no_field || isWall(law_, position_, target) || position_.pieces[target].present())
      continue;
    arrive(field, target, false, ActionType::travel, false);
  }
}

void Generator::slides(Field field, const Piece& piece, unsigned directions, bool one_step) {
  const Striker striker = strikerOf(law_, piece);
  for (std::size_t d = 0; d < direction_count; ++d) {
    if ((directions >> d & 1U) == 0)
      continue;
    Field target = law_.board.fields[field].neighbours[d];
    // `target != field` ends the slide on boards that run round in a circle.
    for (; target != no_field && target != field; target = law_.board.fields[target].neighbours[d]) {
      if (isWall(law_, position_, target))
        break;
      const Piece& other = position_.pieces[target];
      const bool terrain = isTerrain(law_, position_, target);
      if (other.present()) {
        if (other.side != side_)
          strike(field, target, striker, ActionType::travel);
        if (!(terrain && piece.trained && law_.options.fly_over_pieces != 0))
          break;
      } else if (!(terrain && striker.unit)) {
        arrive(field, target, false, ActionType::travel, false);
      }
      if (one_step || (terrain && !piece.trained))
        break;
    }
  }
}

void Generator::strike(Field from, Field to, const Striker& striker, ActionType type) {
  if (shieldOf(law_, position_, striker, to) == Shield::none)
    arrive(from, to, true, type, type == ActionType::rider || striker.kind == Kind::pawn);
}

/// Adds the arrival, and where a pawn reaches an enemy R every promotion it may choose (AC-74).
void Generator::arrive(Field from, Field to, bool capture, ActionType type, bool pawn, bool en_passant) {
  Action action{.type = type, .from = from, .to = to, .capture = capture, .en_passant = en_passant};
  out_.push_back(action);
  const bool carried = !pawn && law_.options.promotion_from_rookpawn != 0 && position_.pieces[from].isUnit();
  if ((!pawn && !carried) || !isResourceOf(law_, to, otherSide(side_)))
    return;
  const std::size_t last = law_.options.king_from_reserve != 0 ? kind_count : kind_count - 1;
  for (std::size_t kind = indexOf(Kind::knight); kind < last; ++kind) { // another piece, so no pawn
    for (std::size_t bands = 0; bands < bands_count; ++bands) {
      if (position_.reserve[indexOf(side_)][kind][bands] == 0)
        continue;
      action.kind = static_cast<Kind>(kind);
      action.bands = static_cast<Bands>(bands);
      out_.push_back(action);
    }
  }
}

} // namespace linesman::rules::armada_chess
