// Lists the legal actions of the side to move.
#pragma once

#include <vector>

#include "rules/games/armada_chess/action.h"
#include "rules/games/armada_chess/facts.h"
#include "rules/games/armada_chess/slot.h"

namespace linesman::rules::armada_chess {

/// Writes every legal action of one slot into a list. This is the only place that decides legality.
class Generator {
public:
  /// `out` is filled, not cleared. With `first_only` the search stops at the first action found.
  Generator(const Law& law, const Position& position, const SlotRule& rule, std::vector<Action>& out,
            bool first_only = false);

  void actions();
  /// Only travel, capture, repositioning, boarding and jumping off (switch mobility=travel_only).
  void travelOnly();
  /// Open second lives that may be set down now (AC-57).
  static void revivals(const Law& law, const Position& position, Side side, std::vector<Action>& out);

private:
  void pieceActions(Field field, bool travel_only);
  void travel(Field field, const Piece& piece);
  void riderActions(Field field, const Piece& piece);
  void pawnMoves(Field field, const Striker& pawn, ActionType type, Field pawn_start);
  void pawnSteps(Field field, const Striker& pawn, ActionType type, Field pawn_start);
  void pawnCaptures(Field field, const Striker& pawn, ActionType type);
  bool pawnStep(Field from, Field to, ActionType type);
  void pawnRepositions(Field field, ActionType type);
  void neighbourBoarding(Field field, ActionType type);
  void knightLeaps(Field field, const Piece& piece);
  void stepsTo(Field field, unsigned directions);
  void slides(Field field, const Piece& piece, unsigned directions, bool one_step);
  void strike(Field from, Field to, const Striker& striker, ActionType type);
  void arrive(Field from, Field to, bool capture, ActionType type, bool pawn, bool en_passant = false);
  void lifts(Field field, const Piece& piece);
  void latePromotion(Field field);
  void artillery(Field field);
  void cityActions(Field field, const Piece& piece);
  void enterCity(Field field, const Piece& piece, CityIndex city);
  void attackCity(Field field, const Piece& piece, CityIndex city);
  void exits();
  void exitsOf(CityIndex city);
  void exitPiece(CityIndex city, Field field, Kind kind, Bands bands);
  void blockades();
  bool canTrain(Field field, const Piece& piece) const;
  bool canRebuild(Field field, const Piece& piece) const;
  bool canBoard(Field field) const;
  bool full() const { return first_only_ && !out_.empty(); }
  bool locked(Kind kind) const { return (locked_ & bitOf(kind)) != 0; }

  const Law& law_;
  const Position& position_;
  const SlotRule& rule_;
  std::vector<Action>& out_;
  const Side side_;
  const KindSet locked_;
  const bool first_only_;
};

/// The piece that must act because of touch-move or because the King begins; no_field when any may.
Field boundPiece(const Law& law, const Position& position);

/// Would burning `city` hand the opponent the victory over all cities (switch scorched_last)?
bool burnLosesLastCity(const Law& law, const Position& position, CityIndex city);

} // namespace linesman::rules::armada_chess
