#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <opencv2/core/mat.hpp>

#include "models/result.h"
#include "vision/overhead_picture.h"
#include "vision/pyramid_solid.h"
#include "vision/reduced_picture.h"
#include "vision/run_network.h"

namespace linesman {

/// The small network that sees the whole table from above (vision/training/train_proposals.py) and proposes where
/// pyramids lie.
class ProposalNetwork {
public:
  /// Of each cell: log odds that the middle of a pyramid lies in it; of each solid (lying small, medium, large, upright
  /// ones) how likely it is the one, before their softmax; where its middle lies from the cell's, px; its bow's
  /// direction; the same four times turned; nothing.
  static constexpr int answers = 16;
  static constexpr int solids = 6;

  static Result<ProposalNetwork> load(const std::filesystem::path& path);
  /// The one that ships with the program, read once; nothing where that cannot be: the search then finds what it can.
  static const ProposalNetwork* shipped();

  /// `overhead`: 8 bit BGR, rows and columns multiples of a cell; told: answers x rows x columns, of cells.
  cv::Mat read(const cv::Mat& overhead) const;

private:
  explicit ProposalNetwork(RunNetwork net) : net_(std::move(net)) {}
  RunNetwork net_;
};

/// A pose that the network proposes.
struct PyramidProposal {
  int solid = 0; ///< index into solidsOf()
  PlanarPose<TableFrame, PieceFrame> pose;
  double log_odds = 0.0; ///< that such a pyramid lies about there
};

/// Where it finds that a pyramid's middle is: that something lies there is often sure where its solid and heading are
/// not.
struct LikelyPlace {
  Eigen::Vector2d middle_mm; ///< TableFrame
  double log_odds = 0.0;     ///< of any pyramid
};

/// What the network makes of a picture.
class PyramidProposals {
public:
  PyramidProposals(const ProposalNetwork& network, const ReducedPicture& picture, const TableView& view);
  /// By the network that ships with the program; nullptr where there is none.
  static std::unique_ptr<PyramidProposals> of(const ReducedPicture& picture, const TableView& view);

  /// Those with log odds of more than `least`, the likelier first, none beside a likelier one of the same solid.
  std::vector<PyramidProposal> above(double least, const std::vector<PyramidSolid>& solids) const;
  /// Places with log odds of more than `least`, the likelier first, none beside a likelier one.
  std::vector<LikelyPlace> placesAbove(double least) const;
  /// Log odds that such a pyramid lies at a pose; nothing outside what was looked at.
  std::optional<double> logOddsOf(int solid, const PyramidSolid& of,
                                  const PlanarPose<TableFrame, PieceFrame>& pose) const;

  /// Log odds that the middle of any pyramid lies at a place, TableFrame mm; nothing outside what was looked at.
  std::optional<double> presenceAt(const Eigen::Vector2d& place_mm) const;

private:
  template <typename Each> void forEachAbove(double least, const Each& each) const;
  std::optional<cv::Point> cellAt(const Eigen::Vector2d& place_mm) const;
  float answer(int k, const cv::Point& cell) const { return cells_.ptr<float>(k, cell.y)[cell.x]; }
  double logOdds(int solid, const cv::Point& cell) const;
  Eigen::Vector2d middleOf(const cv::Point& cell) const;
  double headingOf(int solid, const cv::Point& cell) const;

  OverheadFrame frame_;
  cv::Mat cells_; ///< answers x rows x columns
};

} // namespace linesman
