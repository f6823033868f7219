#include "app/table_notes.h"

#include <cstdio>

#include "app/law_words.h"
#include "app/watch/board_contents.h"
#include "app/watch/ship.h"
#include "app/watch/turn_text.h"

namespace linesman::app {

using nlohmann::json;

namespace {

/// A pyramid this near to where the match last saw a ship of its kind is that ship.
constexpr double same_place_mm = 6.0;
/// A ship that was not found on so many settled tables is asked for.
constexpr int missed_tables = 2;

const SeenPyramid* nearestOf(const Ship& ship, const TableState& state) {
  const SeenPyramid* nearest = nullptr;
  double least_mm = same_place_mm;
  for (const SeenPyramid& pyramid : state.pyramids) {
    const double gap_mm = (pyramid.table_from_piece.origin_mm() - ship.seen.pose.origin_mm()).norm();
    if (pyramid.colour == ship.colour && pyramid.size == ship.size && gap_mm < least_mm) {
      nearest = &pyramid;
      least_mm = gap_mm;
    }
  }
  return nearest;
}

/// An illegal turn that still stands on the board.
void noteRefusedTurn(const json& referee, TableNotes& notes) {
  const std::vector<std::string> squares = squaresOf(referee.value("refused_turn", ""));
  if (squares.size() < 2 || !referee.contains("position"))
    return;
  const BoardContents contents = contentsOf(referee.value("game", ""), referee["position"]);
  const std::string &home = squares.front(), &now = squares.back();
  notes.squares = {home, now};
  if (const auto mover = contents.men.find(home); mover != contents.men.end())
    notes.men_back.push_back({mover->second.kind, now, home});
  if (const auto taken = contents.men.find(now); taken != contents.men.end())
    notes.men_back.push_back({taken->second.kind, "", now});
}

} // namespace

TableNotes notesOf(const json& referee, const TableState& state) {
  TableNotes notes;
  noteRefusedTurn(referee, notes);
  for (const json& entry : referee.value("ships", json::array())) {
    const Ship ship = Ship::fromJson(entry);
    if (ship.removed)
      continue;
    const SeenPyramid* seen = nearestOf(ship, state);
    if (seen != nullptr) {
      notes.names[seen->id] = ship.name;
      if (ship.damage > 0)
        notes.damage[seen->id] = ship.damage;
      if (ship.flagship != Marked::no)
        notes.flagships.insert(seen->id);
    }
    if (!ship.afloat() || !(ship.displaced || ship.missed >= missed_tables))
      continue;
    PutBack wanted{ship.name, ship.size, ship.recorded.pose, {}};
    if (ship.displaced && ship.missed == 0) {
      const SeenPose now = seen != nullptr ? SeenPose::of(*seen) : ship.seen;
      wanted.seen_mm = now.pose.origin_mm();
      wanted.residual_mm = shiftBetween(ship.recorded, now);
      const double turn_rad = std::abs(turnBetween(ship.recorded, now));
      if (turn_rad * lengthOf(ship.size) > wanted.residual_mm)
        wanted.turn_deg = degFromRad(turn_rad);
    }
    notes.put_back.push_back(std::move(wanted));
  }
  return notes;
}

void addNotes(OverlayContent& content, const TableNotes& notes, const PieceCatalog& pieces) {
  for (const auto& [id, name] : notes.names)
    content.names[id] = name;
  for (const auto& [id, damage] : notes.damage)
    content.damage[id] = damage;
  content.flagships.insert(notes.flagships.begin(), notes.flagships.end());
  for (const PutBack& piece : notes.put_back) {
    rules::Highlight ghost{rules::Highlight::Kind::polygon, rules::Highlight::Role::ghost, {}, {}};
    for (const Point2<PieceFrame>& corner : pieces.pyramid(piece.size).silhouette())
      ghost.points_mm.push_back((piece.wanted * corner).xy);
    content.extra.push_back(std::move(ghost));
    char off[48];
    if (piece.turn_deg > 0.0)
      std::snprintf(off, sizeof off, ": turned by %.0f degrees", piece.turn_deg);
    else
      std::snprintf(off, sizeof off, ": %.1f mm off", piece.residual_mm);
    const std::string text = piece.name + (piece.seen_mm ? off : " is missing");
    const Eigen::Vector2d to_mm = piece.wanted.origin_mm();
    content.measures.push_back({piece.seen_mm.value_or(to_mm), to_mm, shownSentence(text).toStdString()});
  }
  for (const std::string& square : notes.squares)
    content.extra.push_back({rules::Highlight::Kind::square, rules::Highlight::Role::ghost, {}, square});
}

} // namespace linesman::app
