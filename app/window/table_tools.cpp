#include "app/window/table_tools.h"

#include <cmath>
#include <cstdio>

#include <QCoreApplication>
#include <QStringList>

#include "app/window/labels.h"

namespace linesman::app {

namespace {

struct Tools {
  Q_DECLARE_TR_FUNCTIONS(Tools)
};

constexpr double least_way_mm = 2.0; // nearer to its stern the pointer tells no direction

rules::Highlight ghostOf(const PlanarPose<TableFrame, PieceFrame>& pose, const Pyramid& kind,
                         rules::Highlight::Role role) {
  rules::Highlight ghost{rules::Highlight::Kind::polygon, role, {}, {}};
  for (const Point2<PieceFrame>& corner : kind.silhouette())
    ghost.points_mm.push_back((pose * corner).xy);
  return ghost;
}

std::string degrees(double angle_rad) {
  char text[24];
  std::snprintf(text, sizeof text, "%.1f°", degFromRad(angle_rad));
  return text;
}

} // namespace

void TableTools::use(Tool tool) {
  tool_ = tool;
  gauge_turning_ = false;
  if (tool != Tool::gauge)
    gauge_.reset();
  start();
}

/// The first step to try out goes straight ahead.
void TableTools::start() {
  fixed_rad_.clear();
  loose_rad_.reset();
  if (const SeenPyramid* ship = seen(ship_); ship != nullptr && tool_ == Tool::what_if)
    loose_rad_ = ship->table_from_piece.heading_rad();
  judge();
}

void TableTools::setShip(SnapshotPtr snapshot, PieceId ship) {
  if (snapshot == snapshot_ && ship == ship_)
    return;
  snapshot_ = std::move(snapshot);
  ship_ = ship;
  start();
}

const SeenPyramid* TableTools::seen(PieceId piece) const {
  if (snapshot_ && piece)
    for (const SeenPyramid& pyramid : snapshot_->state.pyramids)
      if (pyramid.id == piece && pyramid.posture == Posture::lying)
        return &pyramid;
  return nullptr;
}

Eigen::Vector2d TableTools::lastBow_mm() const {
  const SeenPyramid* ship = seen(ship_);
  const double length_mm = snapshot_->pieces.pyramid(ship->size).slant_mm();
  Eigen::Vector2d bow_mm = (ship->table_from_piece * Point2<PieceFrame>{{length_mm, 0.0}}).xy;
  for (const double heading_rad : fixed_rad_)
    bow_mm += length_mm * Eigen::Vector2d(std::cos(heading_rad), std::sin(heading_rad));
  return bow_mm;
}

void TableTools::click(const Eigen::Vector2d& at_mm, PieceId piece) {
  if (tool_ == Tool::what_if) {
    hover(at_mm);
    if (loose_rad_ && supposed_) {
      fixed_rad_.push_back(*loose_rad_);
      loose_rad_.reset();
      judge();
    }
    return;
  }
  if (tool_ != Tool::gauge)
    return;
  if (gauge_turning_) {
    hover(at_mm);
    gauge_turning_ = false;
    return;
  }
  if (const SeenPyramid* ship = seen(piece)) {
    const double length_mm = snapshot_->pieces.pyramid(ship->size).slant_mm();
    gauge_.emplace((ship->table_from_piece * Point2<PieceFrame>{{length_mm, 0.0}}).xy,
                   ship->table_from_piece.heading_rad());
  } else {
    gauge_.emplace(at_mm, gauge_ ? gauge_->heading_rad() : 0.0);
  }
  gauge_turning_ = true;
}

bool TableTools::hover(const Eigen::Vector2d& at_mm) {
  if (tool_ == Tool::gauge && gauge_ && gauge_turning_) {
    const Eigen::Vector2d way = at_mm - gauge_->origin_mm();
    if (way.norm() >= least_way_mm)
      gauge_.emplace(gauge_->origin_mm(), std::atan2(way.y(), way.x()));
    return true;
  }
  if (tool_ != Tool::what_if || seen(ship_) == nullptr)
    return false;
  const Eigen::Vector2d way = at_mm - lastBow_mm();
  if (way.norm() >= least_way_mm)
    loose_rad_ = std::atan2(way.y(), way.x());
  judge();
  return true;
}

void TableTools::turn(double angle_rad) {
  if (gauge_)
    gauge_.emplace(gauge_->origin_mm(), gauge_->heading_rad() + angle_rad);
  if (tool_ == Tool::what_if && seen(ship_) != nullptr) {
    const double before_rad = fixed_rad_.empty() ? seen(ship_)->table_from_piece.heading_rad() : fixed_rad_.back();
    loose_rad_ = wrapAngle(loose_rad_.value_or(before_rad) + angle_rad);
    judge();
  }
}

void TableTools::nextSize() {
  gauge_size_ = static_cast<PyramidSize>((static_cast<int>(gauge_size_) + 1) % 3);
}

bool TableTools::back() {
  if (fixed_rad_.empty())
    return false;
  loose_rad_ = fixed_rad_.back();
  fixed_rad_.pop_back();
  judge();
  return true;
}

void TableTools::judge() {
  supposed_.reset();
  if (tool_ != Tool::what_if || !suppose_ || seen(ship_) == nullptr)
    return;
  std::vector<double> headings_rad = fixed_rad_;
  if (loose_rad_)
    headings_rad.push_back(*loose_rad_);
  if (headings_rad.empty())
    return;
  supposed_ = suppose_(*snapshot_, ship_, headings_rad);
  if (!supposed_ && loose_rad_) { // no step left: the fixed ones stand
    loose_rad_.reset();
    headings_rad.pop_back();
    supposed_ = headings_rad.empty() ? std::nullopt : suppose_(*snapshot_, ship_, headings_rad);
  }
}

void TableTools::addTo(OverlayContent& content) const {
  if (!snapshot_)
    return;
  const auto note = [&](const Eigen::Vector2d& at_mm, const std::string& text) {
    content.measures.push_back({at_mm, at_mm, text});
  };
  if (gauge_) {
    const Pyramid& kind = snapshot_->pieces.pyramid(gauge_size_);
    content.extra.push_back(ghostOf(*gauge_, kind, rules::Highlight::Role::ghost));
    const Eigen::Vector2d bow_mm = (*gauge_ * Point2<PieceFrame>{{kind.slant_mm(), 0.0}}).xy;
    char text[48];
    std::snprintf(text, sizeof text, "%.1f mm ", kind.slant_mm());
    content.measures.push_back({gauge_->origin_mm(), bow_mm, text + degrees(gauge_->heading_rad())});
  }
  if (!supposed_)
    return;
  const SeenPyramid* ship = seen(ship_);
  const Pyramid& kind = snapshot_->pieces.pyramid(ship->size);
  const bool allowed = supposed_->step.verdict.ruling == rules::Ruling::legal;
  for (const auto& pose : supposed_->placements)
    content.extra.push_back(
        ghostOf(pose, kind, allowed ? rules::Highlight::Role::ghost : rules::Highlight::Role::blocker));
  QStringList hits;
  for (const std::string& target : supposed_->targets)
    hits << QString::fromStdString(target);
  const QString word = shownWord(wordOf(supposed_->step));
  note(supposed_->placements.back().origin_mm(),
       (allowed && !hits.empty() ? Tools::tr("%1, hits %2").arg(word, hits.join(QStringLiteral(", "))) : word)
           .toStdString());
}

} // namespace linesman::app
