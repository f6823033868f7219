#include "app/overlay.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "app/board_geometry.h"
#include "app/overlay_drawer.h"
#include "models/polygon.h"
#include "models/relative_covariance.h"
#include "rules/convex.h"

namespace linesman::app {

namespace {

using rules::Highlight;

/// A shot that misses by more than this is not worth a mark unless its ship is selected.
constexpr double near_miss_mm = 20.0;

const SeenPyramid* find(const TableState& state, PieceId id) {
  for (const SeenPyramid& pyramid : state.pyramids)
    if (pyramid.id == id)
      return &pyramid;
  return nullptr;
}

Mark shotMark(const rules::Verdict& verdict) {
  switch (outcomeOf(verdict)) {
  case Outcome::yes:
    return Mark::shot_hit;
  case Outcome::no:
    return Mark::shot_no;
  case Outcome::close:
    break;
  }
  return Mark::shot_close;
}

Mark markOf(Highlight::Role role, const rules::Verdict& verdict) {
  switch (role) {
  case Highlight::Role::limit:
    return Mark::limit;
  case Highlight::Role::nearest:
    return Mark::nearest;
  case Highlight::Role::region:
    return Mark::region;
  case Highlight::Role::shot:
    return shotMark(verdict);
  case Highlight::Role::blocker:
    return Mark::blocker;
  case Highlight::Role::ghost:
    return Mark::ghost;
  case Highlight::Role::piece:
    break;
  }
  return Mark::outline;
}

void drawHighlight(OverlayDrawer& drawer, const Highlight& highlight, Mark mark, bool strong, const TableState& state) {
  switch (highlight.kind) {
  case Highlight::Kind::point:
    for (const Eigen::Vector2d& point_mm : highlight.points_mm)
      drawer.dot(point_mm, mark, strong);
    break;
  case Highlight::Kind::segment:
    for (std::size_t i = 0; i + 1 < highlight.points_mm.size(); ++i)
      drawer.line(highlight.points_mm[i], highlight.points_mm[i + 1], mark, strong);
    break;
  case Highlight::Kind::polygon:
    drawer.polygon(highlight.points_mm, mark, strong);
    break;
  case Highlight::Kind::square:
    if (state.board)
      drawer.polygon(squareCorners(*state.board, highlight.square), mark, strong, state.board->thickness_mm);
    break;
  }
}

/// Covariance (mm^2) that the pose error of a piece gives to a table point moving with it.
Eigen::Matrix2d covarianceAt(const SeenPyramid& piece, const Eigen::Vector2d& point_mm) {
  const UncertainPlanarPose<TableFrame, PieceFrame> pose{piece.table_from_piece, piece.own_covariance};
  return pose.pointCovariance(piece.table_from_piece.inverse() * Point2<TableFrame>{point_mm});
}

/// Draws calls: every region once, then the lines that decide.
class CallArtist {
public:
  CallArtist(OverlayDrawer& drawer, const TableState& state, const OverlayContent& content)
      : drawer_(drawer), state_(state), content_(content) {}

  void draw() {
    for (std::size_t i = 0; i < content_.calls.size(); ++i)
      drawRegions(content_.calls[i], i == content_.chosen);
    for (std::size_t i = 0; i < content_.calls.size(); ++i)
      if (i != content_.chosen && !content_.chosen && worthAMark(content_.calls[i]))
        drawShot(content_.calls[i]);
    if (content_.chosen && *content_.chosen < content_.calls.size())
      drawChosen(content_.calls[*content_.chosen]);
  }

private:
  bool worthAMark(const Call& call) const {
    if (content_.selected)
      return call.actor == content_.selected;
    return outcomeOf(call.verdict) != Outcome::no || call.question == Call::Question::step ||
           call.verdict.margin_mm.value_or(-1e9) > -near_miss_mm;
  }

  void drawRegions(const Call& call, bool chosen) {
    const bool wanted =
        chosen || call.actor == content_.selected || (!content_.selected && !content_.chosen && content_.all_regions);
    if (!wanted)
      return;
    for (const Highlight& highlight : call.verdict.highlights) {
      if (highlight.role != Highlight::Role::region || highlight.points_mm.empty())
        continue;
      const Eigen::Vector2d middle = meanOf(highlight.points_mm);
      const std::array<long, 3> key{call.actor.value, std::lround(middle.x() * 10), std::lround(middle.y() * 10)};
      if (drawn_.insert(key).second)
        drawHighlight(drawer_, highlight, Mark::region, chosen || call.actor == content_.selected, state_);
    }
  }

  void drawShot(const Call& call) {
    for (const Highlight& highlight : call.verdict.highlights)
      if (highlight.role == Highlight::Role::shot || highlight.role == Highlight::Role::ghost)
        drawHighlight(drawer_, highlight, markOf(highlight.role, call.verdict), false, state_);
    markTarget(call, false);
  }

  void drawChosen(const Call& call) {
    markTarget(call, true);
    for (const Highlight& highlight : call.verdict.highlights)
      if (highlight.role != Highlight::Role::region)
        drawHighlight(drawer_, highlight, markOf(highlight.role, call.verdict), true, state_);
    for (const Highlight& highlight : call.verdict.highlights)
      if (highlight.role == Highlight::Role::nearest && !highlight.points_mm.empty())
        drawEllipse(call, highlight.points_mm.front());
  }

  /// The doubt of both ships together, at the point that decides.
  void drawEllipse(const Call& call, const Eigen::Vector2d& point_mm) {
    const SeenPyramid *actor = find(state_, call.actor), *target = find(state_, call.target);
    Eigen::Matrix2d covariance = Eigen::Matrix2d::Zero();
    if (actor != nullptr && target != nullptr)
      covariance = gapCovariance(*actor, point_mm, *target, point_mm);
    else if (actor != nullptr || target != nullptr)
      covariance = covarianceAt(actor != nullptr ? *actor : *target, point_mm);
    drawer_.ellipse(point_mm, covariance, content_.sigmas, true);
  }

  void markTarget(const Call& call, bool strong) {
    const SeenPyramid* target = find(state_, call.target);
    if (target == nullptr)
      return;
    const Mark mark = shotMark(call.verdict);
    if (!strong && !content_.selected && mark == Mark::shot_no)
      return; // a near miss keeps its line but its target stays unmarked: many ships are missed by somebody
    drawer_.targetRing(*target, mark, strong);
  }

  OverlayDrawer& drawer_;
  const TableState& state_;
  const OverlayContent& content_;
  std::set<std::array<long, 3>> drawn_;
};

void drawSurroundings(OverlayDrawer& drawer, const TableState& state, const OverlayContent& content) {
  if (content.area_mm.size() >= 3)
    drawer.polygon(content.area_mm, Mark::area, false);
  for (const SeenObstacle& obstacle : state.obstacles)
    drawer.prism(obstacle.polygon_mm, obstacle.height_mm, Mark::obstacle);
  for (const TablePolygon& area_mm : content.reach)
    drawer.polygon(area_mm, Mark::reach, false);
  for (const TablePolygon& area_mm : content.reach_bows)
    drawer.polygon(area_mm, Mark::reach_bow, false);
  for (const TablePolygon& unseen : state.unseen_mm)
    if (state.board) // squares, on top of it
      drawer.polygon(unseen, Mark::unseen, true, state.board->thickness_mm);
    else if (content.from_above)
      drawer.polygon(unseen, Mark::unseen, false);
  for (const TablePolygon& hand : state.hands_mm)
    drawer.polygon(hand, Mark::hand, false);
}

void drawBoard(OverlayDrawer& drawer, const SeenBoard& board) {
  drawer.polygon(boardCorners(board), Mark::area, false, board.thickness_mm);
  std::map<std::string, std::string> marks;
  for (const SeenDie& die : board.dice)
    marks[die.square] = markWord("die") + " " + die.text();
  for (const std::string& square : board.rings)
    marks[square] += (marks[square].empty() ? "" : ", ") + markWord("ring");
  for (const auto& [square, text] : marks)
    drawer.note(board, square, text, Mark::note);
  for (const SeenBoardPiece& piece : board.pieces)
    drawer.man(board, piece);
  for (const SeenOffBoard& piece : board.off_board)
    drawer.man(board, piece);
}

void drawPieces(OverlayDrawer& drawer, const TableState& state, const OverlayContent& content) {
  for (const SeenPyramid& pyramid : state.pyramids) {
    const auto name = content.names.find(pyramid.id);
    const auto damage = content.damage.find(pyramid.id);
    drawer.pyramid(pyramid, pyramid.id == content.selected);
    drawer.label(pyramid, name == content.names.end() ? "" : name->second,
                 damage == content.damage.end() ? 0 : damage->second, content.flagships.contains(pyramid.id));
    drawer.ellipse(pyramid.table_from_piece.origin_mm(), pyramid.covariance.topLeftCorner<2, 2>(), content.sigmas,
                   false);
  }
  for (const SeenChit& chit : state.chits)
    drawer.disc(chit.centre_mm, 4.0, Mark::chit, chit.colour);
}

} // namespace

Overlay makeOverlay(const TableState& state, const OverlayContent& content, const PieceCatalog& pieces,
                    const Projector& project) {
  Overlay overlay;
  OverlayDrawer drawer(overlay, pieces, project);
  drawSurroundings(drawer, state, content);
  CallArtist artist(drawer, state, content);
  if (content.men && state.board)
    drawBoard(drawer, *state.board);
  drawPieces(drawer, state, content);
  artist.draw();
  for (const rules::Highlight& highlight : content.extra)
    drawHighlight(drawer, highlight, markOf(highlight.role, {}), true, state);
  for (const OverlayMeasure& measure : content.measures)
    drawer.measure(measure);
  return overlay;
}

PieceId pieceAt(const Overlay& overlay, const Eigen::Vector2d& point_px) {
  PieceId found;
  double least = 1e300;
  for (const OverlayItem& item : overlay.items) {
    if (item.mark != Mark::outline || !item.piece || item.points_px.size() < 3 || !holds(item.points_px, point_px))
      continue;
    if (const double area = std::abs(signedArea(item.points_px)); area < least) {
      least = area;
      found = item.piece;
    }
  }
  return found;
}

} // namespace linesman::app
