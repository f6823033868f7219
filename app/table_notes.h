#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/overlay.h"

namespace linesman::app {

/// A piece that should lie elsewhere, or does not belong on the table.
struct PutBack {
  std::string name;
  PyramidSize size = PyramidSize::small;
  PlanarPose<TableFrame, PieceFrame> wanted; ///< where it belongs
  std::optional<Eigen::Vector2d> seen_mm;    ///< where it lies; nothing: it is missing
  double residual_mm = 0.0;                  ///< between the two
  double turn_deg = 0.0;                     ///< and between their headings, where that is what carried the bow away
};

/// A man of a game on squares that an illegal turn has moved: he belongs on another square.
struct ManBack {
  std::string kind;
  std::string now;  ///< where he was put; empty: beside the board
  std::string home; ///< where he belongs
};

/// What a match knows about the pieces in one picture: their names and damage in the game, and what is to be put right.
struct TableNotes {
  std::map<PieceId, std::string> names;
  std::map<PieceId, int> damage;
  std::set<PieceId> flagships;
  std::vector<PutBack> put_back;
  std::vector<std::string> squares; ///< of a board, to be looked at
  std::vector<ManBack> men_back;    ///< first the one that was moved, then the one that he took
  bool empty() const { return names.empty() && damage.empty() && put_back.empty() && squares.empty(); }
};

/// From the memory of a match's referee (Referee::state()) for what is seen in `state`.
TableNotes notesOf(const nlohmann::json& referee, const TableState& state);

/// Adds them to what is drawn: names, damage, an outline of where each piece belongs with the way to it in mm.
void addNotes(OverlayContent& content, const TableNotes& notes, const PieceCatalog& pieces);

} // namespace linesman::app
