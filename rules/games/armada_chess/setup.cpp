#include "rules/games/armada_chess/setup.h"

#include <algorithm>

#include "rules/games/armada_chess/facts.h"

namespace linesman::rules::armada_chess {

namespace {

std::string whose(Side side) {
  return std::string(titleOf(side)) + "'s ";
}

class SetupJudge {
public:
  explicit SetupJudge(const Law& law) : law_(law) {
    verdict_.position = emptyPosition(law);
    verdict_.position.king_begins = startPosition(law).king_begins;
  }

  SetupVerdict run(const std::vector<SetupPiece>& seen) {
    for (const Side side : {Side::white, Side::black})
      checkKingFirst(side, seen);
    for (std::size_t index = 0; index < seen.size(); ++index)
      place(index, seen[index]);
    for (const Side side : {Side::white, Side::black})
      loseUnseen(side, seen);
    return std::move(verdict_);
  }

private:
  void find(std::initializer_list<int> clauses, Side side, const std::string& sentence, bool warning) {
    verdict_.findings.push_back({clauses, sentence, warning, side});
  }

  void checkKingFirst(Side side, const std::vector<SetupPiece>& seen) {
    const auto first =
        std::find_if(seen.begin(), seen.end(), [&](const SetupPiece& piece) { return piece.side == side; });
    if (first == seen.end() || first->kind == Kind::king)
      return;
    const auto rule = law_.options.king_first;
    if (rule != choice::king_first_warn && rule != choice::king_first_enforce)
      return;
    find({11}, side, whose(side) + titleOf(first->kind) + " was set before the King; the King comes first.",
         rule == choice::king_first_warn);
  }

  void lose(Side side, Kind kind, const std::string& why) {
    if (kind == Kind::king) {
      find({13, 121}, side, whose(side) + "King " + why + ": he is gone, without a moral fall, and the game goes on.",
           false);
      return;
    }
    const bool reserve = law_.options.setup_lost == choice::setup_lost_reserve;
    find({13}, side,
         whose(side) + titleOf(kind) + " " + why + ": it goes " + (reserve ? "to the reserve." : "out of the game."),
         false);
    if (reserve)
      ++verdict_.position.reserve[indexOf(side)][indexOf(kind)][0];
  }

  void place(std::size_t index, const SetupPiece& piece) {
    if (!piece.touches)
      return lose(piece.side, piece.kind, "did not touch the board at zero");
    const auto against =
        piece.field
            ? checkPlacement(law_, verdict_.position, piece.kind, piece.side, *piece.field)
            : SetupFinding{{10}, whose(piece.side) + titleOf(piece.kind) + " stands on no field.", false, piece.side};
    if (!against) {
      Piece& there = verdict_.position.pieces[*piece.field];
      there.kind = piece.kind;
      there.side = piece.side;
      if (piece.kind == Kind::pawn)
        there.start = *piece.field;
      return;
    }
    if (law_.options.setup_misplaced == choice::setup_misplaced_lost)
      return lose(piece.side, piece.kind, "stands on a wrong field");
    find({10, 13}, piece.side,
         against->sentence +
             " It touches the board and is kept; put it on a free field of its kind before the first move.",
         false);
    verdict_.to_correct.push_back(index);
  }

  void loseUnseen(Side side, const std::vector<SetupPiece>& seen) {
    for (std::size_t kind = 0; kind < kind_count; ++kind) {
      const auto count = std::count_if(seen.begin(), seen.end(), [&](const SetupPiece& piece) {
        return piece.side == side && indexOf(piece.kind) == kind;
      });
      for (auto missing = law_.board.army[kind] - count; missing > 0; --missing)
        lose(side, static_cast<Kind>(kind), "was not seen on the board at zero");
    }
  }

  const Law& law_;
  SetupVerdict verdict_;
};

} // namespace

/// One window for both sides at once (AC-12), or one after the other under `setup=in_turn`.
double setupTimeLeft(const Law& law, Side side, double elapsed_s) {
  const double window_s = law.board.setup_seconds;
  double begins_s = 0.0;
  if (law.options.setup == choice::setup_in_turn && side != emptyPosition(law).side)
    begins_s = window_s;
  if (elapsed_s < begins_s)
    return 0.0;
  return std::max(0.0, begins_s + window_s - elapsed_s);
}

std::optional<SetupFinding> checkPlacement(const Law& law, const Position& so_far, Kind kind, Side side, Field field) {
  const FieldInfo& info = law.board.fields[field];
  const std::string who = whose(side) + titleOf(kind);
  if (so_far.at(field).present())
    return SetupFinding{{10, 20}, who + " is set on " + info.name + ", which is taken.", false, side};
  const Owners zone = kind == Kind::pawn ? info.pawn_start : info.heavy_start;
  if ((zone & ownerBit(side)) == 0) {
    const std::string wanted = kind == Kind::pawn ? "pawn start field" : "heavy start field";
    return SetupFinding{
        {10}, who + " is set on " + info.name + ", which is no " + wanted + " of " + titleOf(side) + ".", false, side};
  }
  return std::nullopt;
}

SetupVerdict judgeSetup(const Law& law, const std::vector<SetupPiece>& seen) {
  return SetupJudge(law).run(seen);
}

} // namespace linesman::rules::armada_chess
