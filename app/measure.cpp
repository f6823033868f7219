#include "app/measure.h"

#include <cmath>
#include <cstdio>

#include <QCoreApplication>

#include "models/relative_covariance.h"
#include "rules/convex.h"

namespace linesman::app {

namespace {

struct Measures {
  Q_DECLARE_TR_FUNCTIONS(Measures)
};

const SeenPyramid* pieceOf(const Snapshot& snapshot, PieceId id) {
  for (const SeenPyramid& pyramid : snapshot.state.pyramids)
    if (id && pyramid.id == id)
      return &pyramid;
  return nullptr;
}

/// Where a thing touches the table: a ship's contact triangle, an upright piece's base, or a point.
std::vector<Eigen::Vector2d> outlineOf(const Snapshot& snapshot, const MeasuredThing& thing) {
  const SeenPyramid* pyramid = pieceOf(snapshot, thing.piece);
  if (pyramid == nullptr)
    return {thing.point_mm};
  std::vector<Eigen::Vector2d> corners;
  const Pyramid& kind = snapshot.pieces.pyramid(pyramid->size);
  const auto add = [&](const Eigen::Vector2d& p) {
    corners.push_back((pyramid->table_from_piece * Point2<PieceFrame>{p}).xy);
  };
  if (pyramid->posture == Posture::lying)
    for (const Point2<PieceFrame>& corner : kind.footprint())
      add(corner.xy);
  else
    for (std::size_t i = 0; i < 4; ++i)
      add(kind.uprightSolid()[i].mm.head<2>());
  return corners;
}

Eigen::Matrix2d covarianceOf(const Snapshot& snapshot, const MeasuredThing& thing, const Eigen::Vector2d& at_mm) {
  const SeenPyramid* pyramid = pieceOf(snapshot, thing.piece);
  if (pyramid == nullptr)
    return thing.covariance;
  const UncertainPlanarPose<TableFrame, PieceFrame> pose{pyramid->table_from_piece, pyramid->own_covariance};
  return pose.pointCovariance(pyramid->table_from_piece.inverse() * Point2<TableFrame>{at_mm});
}

} // namespace

MeasuredThing thingAt(const Snapshot& snapshot, PieceId piece, const Eigen::Vector2d& point_mm, double px_per_mm) {
  MeasuredThing thing;
  thing.piece = piece;
  thing.point_mm = point_mm;
  const double click_mm = 0.5 / std::max(px_per_mm, 1e-6);
  thing.covariance = Eigen::Matrix2d::Identity() * click_mm * click_mm;
  const auto name = snapshot.names.find(piece);
  thing.name = name != snapshot.names.end() ? name->second
                                            : (piece ? Measures::tr("piece") : Measures::tr("point")).toStdString();
  return thing;
}

Measurement measure(const Snapshot& snapshot, const MeasuredThing& a, const MeasuredThing& b) {
  const auto first = outlineOf(snapshot, a);
  const auto second = outlineOf(snapshot, b);
  const rules::Gap gap = rules::gapBetween(first, second);
  Measurement result;
  result.distance_mm = gap.mm;
  result.from_mm = gap.on_a_mm;
  result.to_mm = gap.on_b_mm;
  const Eigen::Vector2d way = gap.on_b_mm - gap.on_a_mm;
  const Eigen::Vector2d along = way.norm() > 1e-9 ? Eigen::Vector2d(way.normalized()) : Eigen::Vector2d(1.0, 0.0);
  const SeenPyramid *piece_a = pieceOf(snapshot, a.piece), *piece_b = pieceOf(snapshot, b.piece);
  const Eigen::Matrix2d doubt = piece_a != nullptr && piece_b != nullptr
                                    ? gapCovariance(*piece_a, gap.on_a_mm, *piece_b, gap.on_b_mm)
                                    : covarianceOf(snapshot, a, gap.on_a_mm) + covarianceOf(snapshot, b, gap.on_b_mm);
  result.sigma_mm = std::sqrt(std::max(0.0, along.dot(doubt * along)));
  char text[96];
  const auto& board = snapshot.state.board;
  const bool in_squares = board && !board->square_known && board->square_mm > 0.0;
  const double unit_mm = in_squares ? board->square_mm : 1.0;
  std::snprintf(text, sizeof text, "%.2f ± %.2f %s", result.distance_mm / unit_mm, result.sigma_mm / unit_mm,
                in_squares ? Measures::tr("squares").toUtf8().constData() : "mm");
  result.text = a.name + " – " + b.name + ": " + text;
  return result;
}

} // namespace linesman::app
