#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "vision/edge_crossing.h"
#include "vision/edge_network.h"

namespace linesman {

// Standard deviation of what a whole edge may be off: faint ones more (shadow lines, glare), as the edges of the tables
// are at the true poses.
inline constexpr double edge_bias_px = 0.12, edge_bias_levels_px = 6.0; ///< the second over the contrast
inline constexpr double outline_bias_px = 0.3; ///< of what the whole outline may be too large or too small
inline constexpr double robust_px = 0.6;       ///< residuals beyond this lose weight

/// Standard deviation of inner edges. Those of translucent plastic are seen through it, refracted and twice; those of
/// opaque one are as true as its outline.
inline double creaseSigma_px(bool opaque) {
  constexpr double translucent_px = 1.0, opaque_px = 0.0;
  return opaque ? opaque_px : translucent_px;
}

/// Normal equations of `n` unknowns, the first three x, y and heading, with the offsets of each edge and of the outline
/// integrated out.
template <int n> struct EdgeEquations {
  Eigen::Matrix<double, n, n> information = Eigen::Matrix<double, n, n>::Zero();
  Eigen::Vector<double, n> right = Eigen::Vector<double, n>::Zero();
  Eigen::Matrix<double, n, 6> by_camera = Eigen::Matrix<double, n, 6>::Zero();
  /// Of the right side, per px that the outline is seen too large; of learned edges alone, where nothing is allowed
  /// for.
  Eigen::Vector<double, n> by_outline = Eigen::Vector<double, n>::Zero();
  double squares = 0.0; ///< weighted squared residuals
  double used = 0.0;
  double agreement = 0.0; ///< sum over the outline samples of how well each agrees
  int all = 0, met = 0;   ///< outline samples

  /// As if every edge were surer by the root of this.
  void weigh(double factor) {
    information *= factor;
    right *= factor;
    by_camera *= factor;
    by_outline *= factor;
    squares *= factor;
  }
};

/// Sums over samples, of all or of one edge. The last unknown is how much the outline is seen too large.
template <int n> struct EdgeSum {
  Eigen::Matrix<double, n + 1, n + 1> information = Eigen::Matrix<double, n + 1, n + 1>::Zero();
  Eigen::Vector<double, n + 1> right = Eigen::Vector<double, n + 1>::Zero(), row = Eigen::Vector<double, n + 1>::Zero();
  Eigen::Matrix<double, n + 1, 6> by_camera = Eigen::Matrix<double, n + 1, 6>::Zero();
  Eigen::RowVector<double, 6> camera_row = Eigen::RowVector<double, 6>::Zero();
  double weight = 0.0, residual = 0.0, squares = 0.0;
  double faintness = 0.0; ///< weighted, of an edge: one over the contrast
  double log_bias = 0.0;  ///< of an edge: sum of what its samples tell of how far the whole may be off
  int count = 0;          ///< of these

  /// Takes out an offset that all samples of `edge` share, `bias_px` its standard deviation.
  void integrateOut(const EdgeSum& edge, double bias_px) {
    const double whole = 1.0 / (bias_px * bias_px) + edge.weight;
    information -= edge.row * edge.row.transpose() / whole;
    right -= edge.row * edge.residual / whole;
    by_camera -= edge.row * edge.camera_row / whole;
    squares -= edge.residual * edge.residual / whole;
  }
  /// The same for the outline's unknown, which leaves the others.
  void integrateOutOutline(EdgeEquations<n>& out) const {
    const double whole = 1.0 / (outline_bias_px * outline_bias_px) + information(n, n);
    const Eigen::Vector<double, n> column = information.template topRightCorner<n, 1>();
    out.information = information.template topLeftCorner<n, n>() - column * column.transpose() / whole;
    out.right = right.template head<n>() - column * right(n) / whole;
    out.by_camera = by_camera.template topRows<n>() - column * by_camera.row(n) / whole;
    out.squares = squares - right(n) * right(n) / whole;
  }
  /// The others where the outline is taken to be seen as large as it is.
  void withOutlineAsItIs(EdgeEquations<n>& out) const {
    out.information = information.template topLeftCorner<n, n>();
    out.right = right.template head<n>();
    out.by_camera = by_camera.template topRows<n>();
    out.by_outline = information.template topRightCorner<n, 1>();
    out.squares = squares;
  }
};

/// Sums of all samples and of each edge's, from which the equations come.
template <int n> struct EdgeSums {
  EdgeSum<n> all;
  std::array<EdgeSum<n>, PyramidSolid::edge_count> edges;

  /// A sample whose edge is met `offset_px` from where it should be; `across`: px across it per unit of each unknown;
  /// `size_unknown`: the outline's size may be why.
  EdgeSum<n>& add(const OutlineSample& sample, const Eigen::RowVector<double, n>& across, double offset_px,
                  double weight, bool size_unknown, bool by_camera) {
    Eigen::Vector<double, n + 1> row;
    row << across.transpose(), (size_unknown ? 1.0 : 0.0);
    all.information += weight * row * row.transpose();
    all.right += weight * row * offset_px;
    all.squares += weight * offset_px * offset_px;
    EdgeSum<n>& edge = edges[static_cast<std::size_t>(sample.edge)];
    edge.weight += weight;
    edge.residual += weight * offset_px;
    edge.row += weight * row;
    if (by_camera) {
      const Eigen::RowVector<double, 6> camera_row = weight * sample.normal.transpose() * sample.by_camera;
      all.by_camera += row * camera_row;
      edge.camera_row += camera_row;
    }
    return edge;
  }
  /// Integrates out what edges may be off as a whole, `bias_px(edge)` the standard deviation.
  template <class Bias> const EdgeSum<n>& withoutEdges(const Bias& bias_px) {
    for (const EdgeSum<n>& edge : edges)
      if (edge.weight > 0.0)
        all.integrateOut(edge, bias_px(edge));
    return all;
  }
};

/// How the edges of a picture are weighed.
struct EdgeWeighing {
  double reach_px, scale_px;
  double crease_sigma_px;
  std::array<ColourStep, PyramidSolid::edge_count> steps{}; ///< of edges that are known
};

/// Samples with what moves them: the pose alone.
struct PoseRows {
  static constexpr int unknowns = 3;
  const std::vector<OutlineSample>& samples;

  /// Px across the sample's edge per unit of each unknown.
  Eigen::RowVector3d across(std::size_t i) const { return samples[i].normal.transpose() * samples[i].by_pose; }
};

/// The equations of samples (`Rows`: as PoseRows) whose edges are met in the picture; `by_camera`: with what an error
/// of the camera's pose does, which the samples must tell then.
template <class Rows>
EdgeEquations<Rows::unknowns> equationsOf(const Rows& rows, const QuietPicture& picture, const EdgeWeighing& weighing,
                                          bool by_camera = false) {
  EdgeEquations<Rows::unknowns> out;
  EdgeSums<Rows::unknowns> sums;
  for (std::size_t i = 0; i < rows.samples.size(); ++i) {
    const OutlineSample& sample = rows.samples[i];
    out.all += sample.outline ? 1 : 0;
    const EdgeCrossing met =
        crossEdge(picture, sample, weighing.reach_px, weighing.scale_px,
                  sample.outline ? weighing.steps[static_cast<std::size_t>(sample.edge)] : ColourStep{});
    if (!met.found)
      continue;
    const double sigma_px = 0.35 + (3.0 + 2.0 * std::max(0.0, picture.noise() - 1.0) / picture.light()) / met.contrast +
                            (sample.outline ? 0.0 : weighing.crease_sigma_px);
    const double z = met.offset_px / (weighing.scale_px + sigma_px);
    const double weight = 1.0 / ((1.0 + z * z) * sigma_px * sigma_px);
    out.used += 1.0;
    if (sample.outline)
      out.agreement += met.worth() * std::exp(-0.5 * met.offset_px * met.offset_px / (robust_px * robust_px));
    out.met += sample.outline && std::abs(met.offset_px) < 1.2 ? 1 : 0;
    sums.add(sample, rows.across(i), met.offset_px, weight, sample.outline, by_camera).faintness +=
        weight / met.contrast;
  }
  sums.withoutEdges([](const EdgeSum<Rows::unknowns>& edge) {
        return edge_bias_px + edge_bias_levels_px * edge.faintness / edge.weight;
      })
      .integrateOutOutline(out);
  return out;
}

/// The same with the edges where they are said to be.
template <class Rows>
EdgeEquations<Rows::unknowns> equationsOf(const Rows& rows, const std::vector<LearnedCrossing>& learned,
                                          bool by_camera = false) {
  EdgeEquations<Rows::unknowns> out;
  EdgeSums<Rows::unknowns> sums;
  for (std::size_t i = 0; i < rows.samples.size(); ++i) {
    EdgeSum<Rows::unknowns>& edge =
        sums.add(rows.samples[i], rows.across(i), learned[i].offset_px,
                 1.0 / (learned[i].sigma_px * learned[i].sigma_px), rows.samples[i].outline, by_camera);
    edge.log_bias += learned[i].log_edge_sigma;
    ++edge.count;
  }
  sums.withoutEdges([](const EdgeSum<Rows::unknowns>& edge) { return std::exp(edge.log_bias / edge.count); })
      .withOutlineAsItIs(out);
  return out;
}

} // namespace linesman
