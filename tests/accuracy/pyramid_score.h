#pragma once
// What the pyramid detector saw against the truth of a rendered table: pairs, hits, errors. Shared by the tools that
// print them.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <opencv2/imgproc.hpp>

#include "models/units.h"
#include "tests/accuracy/edge_bound.h"
#include "tests/support/quantile.h"
#include "tests/support/table_truth.h"
#include "vision/pipeline.h"

namespace linesman::accuracy {

using support::counts, support::quantile, support::truthsIn;

/// One true pyramid and what was seen of it.
struct Pair {
  std::string picture;
  support::TruePyramid truth;
  SeenPyramid seen;
  double position_mm = 0.0, heading_deg = 0.0;
  double squared = 0.0;                   ///< Mahalanobis distance squared, three dimensions, total covariance
  double squared_place = 0.0;             ///< the same of (x, y) alone
  double bound_mm = 0.0, bound_deg = 0.0; ///< Cramer-Rao, see edge_bound.h
};

struct Tally {
  int wanted = 0, found = 0, seen = 0, wrong = 0; ///< pyramids that count; hits; all seen; seen where nothing is
  int size_right = 0, posture_right = 0, colour_right = 0;
  int chits = 0, chits_found = 0, chits_seen = 0, chits_wrong = 0, ships_right = 0;
  std::vector<Pair> pairs;
  std::vector<std::pair<double, int>> scores; ///< score; 1 hit, 0 nothing there, -1 a piece that does not count
  std::vector<double> total_ms;
  std::map<std::string, std::vector<double>> stages_ms;
};

inline double headingError(const support::TruePyramid& truth, const SeenPyramid& seen) {
  const double period = truth.posture == Posture::lying ? 2.0 * pi : pi / 2.0;
  return std::remainder(seen.table_from_piece.heading_rad() - truth.pose.heading_rad(), period);
}

/// Middle of the shadow of a piece, so that a lying one taken for upright still meets its truth.
inline Eigen::Vector2d middleOf(const PlanarPose<TableFrame, PieceFrame>& pose, PyramidSize size, Posture posture) {
  if (posture == Posture::upright)
    return pose.origin_mm();
  return pose.origin_mm() + 0.42 * PieceCatalog::standard().pyramid(size).slant_mm() * pose.direction();
}

inline bool meets(const support::TruePyramid& truth, const SeenPyramid& seen) {
  const double reach_mm = 0.45 * PieceCatalog::standard().pyramid(truth.size).base_mm();
  return (middleOf(truth.pose, truth.size, truth.posture) - middleOf(seen.table_from_piece, seen.size, seen.posture))
             .norm() < reach_mm;
}

inline Pair pairOf(const std::string& picture, const support::TruePyramid& truth, const SeenPyramid& seen) {
  Pair pair{picture, truth, seen};
  const Eigen::Vector2d shift = seen.table_from_piece.origin_mm() - truth.pose.origin_mm();
  const double turn_rad = headingError(truth, seen);
  pair.position_mm = shift.norm();
  pair.heading_deg = std::abs(degFromRad(turn_rad));
  const Eigen::Vector3d error(shift.x(), shift.y(), turn_rad);
  pair.squared = error.dot(seen.covariance.ldlt().solve(error));
  const Eigen::Matrix2d place = seen.covariance.topLeftCorner<2, 2>();
  pair.squared_place = shift.dot(place.ldlt().solve(shift));
  return pair;
}

inline void compareChits(const support::TableTruth& truth, const TableState& state,
                         const std::map<int, int>& seen_of_true, bool each, Tally& tally) {
  std::vector<bool> used(state.chits.size(), false);
  for (const support::TrueChit& chit : truth.chits) {
    const bool wanted = chit.visible >= 0.5;
    tally.chits += wanted ? 1 : 0;
    int best = -1;
    double best_mm = 5.0;
    for (std::size_t i = 0; i < state.chits.size(); ++i)
      if (const double d = (state.chits[i].centre_mm - chit.centre_mm).norm(); !used[i] && d < best_mm) {
        best_mm = d;
        best = static_cast<int>(i);
      }
    if (best < 0) {
      if (each && wanted)
        std::printf("  missed chit %s at %.0f %.0f %s\n", nameOf(chit.colour).data(), chit.centre_mm.x(),
                    chit.centre_mm.y(), chit.on_ship ? "on its ship" : "");
      continue;
    }
    used[static_cast<std::size_t>(best)] = true;
    tally.chits_found += wanted ? 1 : 0;
    const auto ship = seen_of_true.find(chit.ship);
    const bool right =
        ship != seen_of_true.end() && state.chits[static_cast<std::size_t>(best)].ship.value == ship->second;
    tally.ships_right += wanted && right ? 1 : 0;
    if (each && wanted && !right)
      std::printf("  chit at %.0f %.0f given to ship %d, not to %d\n", chit.centre_mm.x(), chit.centre_mm.y(),
                  state.chits[static_cast<std::size_t>(best)].ship.value,
                  ship == seen_of_true.end() ? 0 : ship->second);
  }
  for (std::size_t i = 0; each && i < used.size(); ++i)
    if (!used[i])
      std::printf("  no chit there: %s at %.0f %.0f\n", nameOf(state.chits[i].colour).data(),
                  state.chits[i].centre_mm.x(), state.chits[i].centre_mm.y());
  tally.chits_seen += static_cast<int>(state.chits.size());
  tally.chits_wrong += static_cast<int>(std::count(used.begin(), used.end(), false));
}

inline void compare(const support::TableTruth& truth, const TableState& state, bool each, Tally& tally) {
  std::vector<bool> used(state.pyramids.size(), false);
  std::map<int, int> seen_of_true;
  for (const support::TruePyramid& pyramid : truth.pyramids) {
    const bool wanted = counts(pyramid);
    tally.wanted += wanted ? 1 : 0;
    int best = -1;
    double best_mm = 1e9;
    for (std::size_t i = 0; i < state.pyramids.size(); ++i) {
      const double d = (state.pyramids[i].table_from_piece.origin_mm() - pyramid.pose.origin_mm()).norm();
      if (!used[i] && meets(pyramid, state.pyramids[i]) && d < best_mm) {
        best_mm = d;
        best = static_cast<int>(i);
      }
    }
    if (best < 0) {
      if (each && wanted)
        std::printf("  missed %s %s %s at %.0f %.0f heading %.0f visible %.2f\n", nameOf(pyramid.size).data(),
                    nameOf(pyramid.posture).data(), nameOf(pyramid.colour).data(), pyramid.pose.x_mm(),
                    pyramid.pose.y_mm(), degFromRad(pyramid.pose.heading_rad()), pyramid.visible);
      continue;
    }
    used[static_cast<std::size_t>(best)] = true;
    const SeenPyramid& seen = state.pyramids[static_cast<std::size_t>(best)];
    seen_of_true[pyramid.id] = seen.id.value;
    tally.scores.emplace_back(seen.score, wanted ? 1 : -1);
    if (!wanted)
      continue;
    ++tally.found;
    tally.size_right += seen.size == pyramid.size ? 1 : 0;
    tally.posture_right += seen.posture == pyramid.posture ? 1 : 0;
    tally.colour_right += seen.colour == pyramid.colour ? 1 : 0;
    const bool same = seen.size == pyramid.size && seen.posture == pyramid.posture;
    if (same)
      tally.pairs.push_back(pairOf(truth.name, pyramid, seen));
    const Pair pair = pairOf(truth.name, pyramid, seen);
    if (each && (!same || seen.colour != pyramid.colour || pair.position_mm > 0.6 || pair.heading_deg > 0.7 ||
                 pair.squared > 25.0))
      std::printf(
          "  %s %s %s at %.0f %.0f: %s %s %s, off %.2f mm %.2f deg, sqrt(d2) %.1f score %.2f seen %.2f (truth %.2f) "
          "pose %.2f %.2f %.1f truth %.2f %.2f %.1f\n",
          nameOf(pyramid.size).data(), nameOf(pyramid.posture).data(), nameOf(pyramid.colour).data(),
          pyramid.pose.x_mm(), pyramid.pose.y_mm(), nameOf(seen.size).data(), nameOf(seen.posture).data(),
          nameOf(seen.colour).data(), pair.position_mm, pair.heading_deg, std::sqrt(pair.squared), seen.score,
          seen.visible, pyramid.visible, seen.table_from_piece.x_mm(), seen.table_from_piece.y_mm(),
          degFromRad(seen.table_from_piece.heading_rad()), pyramid.pose.x_mm(), pyramid.pose.y_mm(),
          degFromRad(pyramid.pose.heading_rad()));
  }
  tally.seen += static_cast<int>(state.pyramids.size());
  for (std::size_t i = 0; i < used.size(); ++i)
    if (!used[i]) {
      ++tally.wrong;
      tally.scores.emplace_back(state.pyramids[i].score, 0);
      const SeenPyramid& seen = state.pyramids[i];
      if (each)
        std::printf("  nothing there: %s %s %s at %.0f %.0f heading %.0f, score %.2f seen %.2f\n",
                    nameOf(seen.size).data(), nameOf(seen.posture).data(), nameOf(seen.colour).data(),
                    seen.table_from_piece.x_mm(), seen.table_from_piece.y_mm(),
                    degFromRad(seen.table_from_piece.heading_rad()), seen.score, seen.visible);
    }
  compareChits(truth, state, seen_of_true, each, tally);
}

/// Adds to the pairs from `first` on what the picture's own outline edges and noise allow at best.
inline void addBounds(const support::TableTruth& truth, const cv::Mat& image, std::size_t first, Tally& tally) {
  cv::Mat grey;
  cv::cvtColor(image, grey, cv::COLOR_BGR2GRAY);
  const double noise = noiseOf(grey);
  const TableView view(truth.lens, {truth.camera_from_table, {}});
  const PieceCatalog catalog = PieceCatalog::standard();
  for (std::size_t i = first; i < tally.pairs.size(); ++i) {
    Pair& pair = tally.pairs[i];
    const PyramidSolid solid(catalog.pyramid(pair.truth.size), pair.truth.size, pair.truth.posture);
    const Eigen::Matrix3d bound = boundOf(solid, pair.truth.pose, view, grey, noise);
    pair.bound_mm = std::sqrt(bound.topLeftCorner<2, 2>().trace());
    pair.bound_deg = degFromRad(std::sqrt(bound(2, 2)));
  }
}

/// Lens, markers and pieces as the truth has them; `true_pose`: the camera's pose too.
inline PipelineSettings settingsOf(const support::TableTruth& truth, bool true_pose) {
  PipelineSettings settings;
  settings.lens = truth.lens;
  settings.table = truth.table;
  if (true_pose) {
    settings.table.saved.emplace();
    settings.table.saved->ok = true;
    settings.table.saved->from = Registration::From::saved;
    settings.table.saved->camera_from_table.pose = truth.camera_from_table;
    // Markers come before a saved registration. Their places must stay known, for the light and what they cover: so
    // they are given numbers that are not in the picture.
    for (TableMarker& marker : settings.table.markers)
      marker.id = (marker.id + 23) % 50;
  }
  return settings;
}

} // namespace linesman::accuracy
