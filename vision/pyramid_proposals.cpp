#include "vision/pyramid_proposals.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <opencv2/imgproc.hpp>

#include "models/units.h"
#include "vision/network_file.h"

namespace linesman {

namespace {

constexpr int cell = OverheadFrame::cell_px, grain = OverheadFrame::grain_px;
constexpr int offset_at = 1 + ProposalNetwork::solids, direction_at = offset_at + 2, quarter_at = direction_at + 2;
constexpr double beside_mm = 6.0; ///< proposals of one solid that are nearer are one
constexpr double places_apart_mm = 9.0;
constexpr double unlikely = 3.0; ///< of the solids in a cell those so much less likely than its best are not proposed
constexpr double other_way_rad = 0.35; ///< a pose turned more than this from a cell's direction is less likely
constexpr double turn_cost = 8.0;      ///< log odds per rad beyond it

/// The likelier first, and none that is the `same` as a likelier one.
template <typename One, typename Same> std::vector<One> likeliestApart(std::vector<One> all, const Same& same) {
  std::sort(all.begin(), all.end(), [](const One& a, const One& b) { return a.log_odds > b.log_odds; });
  std::vector<One> kept;
  for (const One& one : all)
    if (std::none_of(kept.begin(), kept.end(), [&](const One& likelier) { return same(likelier, one); }))
      kept.push_back(one);
  return kept;
}

} // namespace

Result<ProposalNetwork> ProposalNetwork::load(const std::filesystem::path& path) {
  constexpr int side = 4 * grain;
  auto net = RunNetwork::load(path, {1, 3, side, side}, {1, answers, side / cell, side / cell});
  if (!net)
    return tl::unexpected(net.error());
  return ProposalNetwork(std::move(*net));
}

const ProposalNetwork* ProposalNetwork::shipped() {
  static const auto one = loadShipped<ProposalNetwork>("models/detectors/proposals.onnx");
  return one.get();
}

cv::Mat ProposalNetwork::read(const cv::Mat& overhead) const {
  std::array<cv::Mat, 3> channels;
  cv::split(overhead, channels.data());
  const std::array<int, 4> shape{1, 3, overhead.rows, overhead.cols};
  cv::Mat in(4, shape.data(), CV_32F);
  for (int c = 0; c < 3; ++c) {
    cv::Mat plane(overhead.size(), CV_32F, in.ptr<float>(0, c));
    channels[static_cast<std::size_t>(c)].convertTo(plane, CV_32F, 1.0 / 255.0);
  }
  const cv::Mat said = net_.told(in);
  return said.reshape(0, {answers, said.size[2], said.size[3]});
}

PyramidProposals::PyramidProposals(const ProposalNetwork& network, const ReducedPicture& picture, const TableView& view)
    : frame_(view) {
  if (!frame_.size().empty())
    cells_ = network.read(overheadPicture(frame_, picture.edges, picture.full.light(), view));
}

std::unique_ptr<PyramidProposals> PyramidProposals::of(const ReducedPicture& picture, const TableView& view) {
  const ProposalNetwork* network = ProposalNetwork::shipped();
  return network == nullptr ? nullptr : std::make_unique<PyramidProposals>(*network, picture, view);
}

double PyramidProposals::logOdds(int solid, const cv::Point& at) const {
  double sum = 0.0;
  for (int k = 0; k < ProposalNetwork::solids; ++k)
    sum += std::exp(static_cast<double>(answer(1 + k, at)));
  const double share = std::exp(static_cast<double>(answer(1 + solid, at))) / sum;
  const double p = share / (1.0 + std::exp(-static_cast<double>(answer(0, at))));
  return std::log(std::max(p, 1e-6) / std::max(1.0 - p, 1e-6));
}

Eigen::Vector2d PyramidProposals::middleOf(const cv::Point& at) const {
  constexpr double middle = 0.5 * (cell - 1);
  return frame_.tablePoint({at.x * cell + middle + static_cast<double>(answer(offset_at, at)),
                            at.y * cell + middle + static_cast<double>(answer(offset_at + 1, at))});
}

double PyramidProposals::headingOf(int solid, const cv::Point& at) const {
  const auto angle = [&](int k) {
    return std::atan2(static_cast<double>(answer(k + 1, at)), static_cast<double>(answer(k, at)));
  };
  const double turn = solid < ProposalNetwork::solids / 2 ? angle(direction_at) : 0.25 * angle(quarter_at);
  const Eigen::Vector2d bow = frame_.axes() * Eigen::Vector2d(std::cos(turn), std::sin(turn));
  return std::atan2(bow.y(), bow.x());
}

template <typename Each> void PyramidProposals::forEachAbove(double least, const Each& each) const {
  if (cells_.empty())
    return;
  for (cv::Point at(0, 0); at.y < cells_.size[1]; ++at.y)
    for (at.x = 0; at.x < cells_.size[2]; ++at.x)
      if (static_cast<double>(answer(0, at)) > least)
        each(at);
}

std::vector<PyramidProposal> PyramidProposals::above(double least, const std::vector<PyramidSolid>& solids) const {
  std::vector<PyramidProposal> all;
  forEachAbove(least, [&](const cv::Point& at) {
    float best = answer(1, at);
    for (int k = 1; k < ProposalNetwork::solids; ++k)
      best = std::max(best, answer(1 + k, at));
    for (int k = 0; k < ProposalNetwork::solids; ++k) {
      const double log_odds = logOdds(k, at);
      if (static_cast<double>(best - answer(1 + k, at)) > unlikely || log_odds < least)
        continue;
      const PyramidSolid& solid = solids[static_cast<std::size_t>(k)];
      all.push_back({k, solid.poseAround(middleOf(at), headingOf(k, at)), log_odds});
    }
  });
  return likeliestApart(std::move(all), [](const PyramidProposal& a, const PyramidProposal& b) {
    return a.solid == b.solid && (a.pose.origin_mm() - b.pose.origin_mm()).norm() < beside_mm;
  });
}

std::vector<LikelyPlace> PyramidProposals::placesAbove(double least) const {
  std::vector<LikelyPlace> all;
  forEachAbove(least, [&](const cv::Point& at) { all.push_back({middleOf(at), static_cast<double>(answer(0, at))}); });
  return likeliestApart(std::move(all), [](const LikelyPlace& a, const LikelyPlace& b) {
    return (a.middle_mm - b.middle_mm).norm() < places_apart_mm;
  });
}

std::optional<cv::Point> PyramidProposals::cellAt(const Eigen::Vector2d& place_mm) const {
  if (cells_.empty())
    return std::nullopt;
  const Eigen::Vector2d at = frame_.pixel(place_mm);
  const cv::Point there(static_cast<int>(std::floor((at.x() + 0.5) / cell)),
                        static_cast<int>(std::floor((at.y() + 0.5) / cell)));
  return cv::Rect(0, 0, cells_.size[2], cells_.size[1]).contains(there) ? std::optional(there) : std::nullopt;
}

std::optional<double> PyramidProposals::presenceAt(const Eigen::Vector2d& place_mm) const {
  const auto at = cellAt(place_mm);
  return at ? std::optional(static_cast<double>(answer(0, *at))) : std::nullopt;
}

std::optional<double> PyramidProposals::logOddsOf(int solid, const PyramidSolid& of,
                                                  const PlanarPose<TableFrame, PieceFrame>& pose) const {
  const auto middle = cellAt(of.middleAt(pose));
  if (!middle)
    return std::nullopt;
  const double turn = std::remainder(headingOf(solid, *middle) - pose.heading_rad(), of.period_rad());
  return logOdds(solid, *middle) - std::max(0.0, std::abs(turn) - other_way_rad) * turn_cost;
}

} // namespace linesman
