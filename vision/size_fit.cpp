#include "vision/size_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include <Eigen/Cholesky>

#include "models/median.h"
#include "vision/pyramid_equations.h"

namespace linesman {

namespace {

constexpr std::array<double, 5> rough_reaches_px = {6.0, 5.0, 4.0, 3.0, 2.0};
constexpr int colour_rounds = 4, last_rounds = 4;
constexpr double rough_spacing_px = 4.0, fine_reach_px = 2.0;
// Information that keeps what no edge tells where it is: of a pose (1/mm^2, 1/rad^2), and of the dimensions' shares.
constexpr double pose_prior_mm = 1e-4, pose_prior_rad = 1e-2;
constexpr double dimension_prior_share = 0.1;
constexpr double least_used = 20.0; ///< edges met, of a piece that tells of its set
constexpr double least_met = 0.7;   ///< share of its outline, where the answer has it
// Learned edges alone tell at last: on rendered tables they are the truest (heights' mean error 0.04 mm, that of
// colours' steps 0.26). Factor on their standard deviations, what a place's light makes of its outlines' size, and what
// all pictures may share, calibrated with accuracy_sets so that two standard deviations hold the truth.
constexpr double learned_factor = 4.2;
constexpr double outline_sigma_px = 0.12;
constexpr double everywhere_mm = 0.05;
constexpr double median_of_two = 1.386;                    ///< of a square in standard deviations, of two numbers
constexpr double strange = 13.8;                           ///< of such a square: one of a thousand is larger
constexpr std::size_t least_to_compare = 3;                ///< pieces
constexpr double usual_scatter = 1.0, usual_freedom = 4.0; ///< of pieces, before any is seen

/// Samples with what moves them: pose, base edge and height.
struct DimensionRows {
  static constexpr int unknowns = 5;
  const std::vector<OutlineSample>& samples;
  const std::vector<Eigen::Matrix2d>& by_dimensions;

  Eigen::RowVector<double, unknowns> across(std::size_t i) const {
    Eigen::Matrix<double, 2, unknowns> by;
    by << samples[i].by_pose, by_dimensions[i];
    return samples[i].normal.transpose() * by;
  }
};
using Equations = EdgeEquations<DimensionRows::unknowns>;

/// Which edges are looked at.
enum class EdgesOf { far, colours, network };

/// What one piece says of the dimensions, its pose integrated out.
struct DimensionEquations {
  Eigen::Matrix2d information = Eigen::Matrix2d::Zero();
  Eigen::Vector2d right = Eigen::Vector2d::Zero();
  Eigen::Matrix<double, 2, 6> by_camera = Eigen::Matrix<double, 2, 6>::Zero();
  Eigen::Vector2d by_outline = Eigen::Vector2d::Zero();  ///< per px that outlines are seen too large
  Eigen::Vector3d pose_change = Eigen::Vector3d::Zero(); ///< with dimensions as they are
  Eigen::Matrix<double, 3, 2> pose_by_dimensions = Eigen::Matrix<double, 3, 2>::Zero();

  DimensionEquations() = default;
  explicit DimensionEquations(const Equations& all) {
    const Eigen::Vector3d prior(pose_prior_mm, pose_prior_mm, pose_prior_rad);
    const Eigen::LDLT<Eigen::Matrix3d> pose(all.information.topLeftCorner<3, 3>() + prior.asDiagonal().toDenseMatrix());
    const Eigen::Matrix<double, 3, 2> coupling = all.information.topRightCorner<3, 2>();
    pose_change = pose.solve(all.right.head<3>());
    pose_by_dimensions = -pose.solve(coupling);
    information = all.information.bottomRightCorner<2, 2>() + coupling.transpose() * pose_by_dimensions;
    right = all.right.tail<2>() + pose_by_dimensions.transpose() * all.right.head<3>();
    by_camera = all.by_camera.bottomRows<2>() + pose_by_dimensions.transpose() * all.by_camera.topRows<3>();
    by_outline = all.by_outline.tail<2>() + pose_by_dimensions.transpose() * all.by_outline.head<3>();
  }

  /// What another piece says too; the poses are each one's own.
  DimensionEquations& operator+=(const DimensionEquations& other) {
    information += other.information;
    right += other.right;
    by_camera += other.by_camera;
    by_outline += other.by_outline;
    return *this;
  }
};

/// The pieces of one size, fitted together with their dimensions.
class SizeFit {
public:
  SizeFit(const std::vector<PyramidPicture>& pictures, const std::vector<QuietPicture>& quiet,
          std::vector<ShownPyramid> pieces, const Pyramid& start)
      : pictures_(pictures), quiet_(quiet), pieces_(std::move(pieces)), start_(start), pyramid_(start) {}

  MeasuredPyramid fit() {
    for (const double reach_px : rough_reaches_px)
      step(EdgesOf::far, reach_px);
    for (int round = 0; round < colour_rounds; ++round)
      step(EdgesOf::colours, fine_reach_px);
    for (int round = 0; round < last_rounds; ++round)
      step(EdgesOf::network, fine_reach_px);
    leaveOutStrangers();
    for (int round = 0; round < last_rounds; ++round)
      step(EdgesOf::network, fine_reach_px);
    return answer();
  }

private:
  using AllEquations = std::vector<std::optional<DimensionEquations>>; ///< of each piece that is used

  std::optional<DimensionEquations> equationsOfPiece(const ShownPyramid& piece, EdgesOf edges, double reach_px) const {
    const bool far = edges == EdgesOf::far;
    const DimensionedOutline outline =
        sampleDimensions(pyramid_, piece.size, piece.posture, piece.pose, pictures_[piece.picture].view,
                         far ? rough_spacing_px : EdgeNetwork::spacing_px, true);
    const QuietPicture& picture = quiet_[piece.picture];
    const DimensionRows rows{outline.samples, outline.by_dimensions};
    EdgeWeighing weighing{reach_px, far ? std::max(robust_px, 0.5 * reach_px) : robust_px,
                          creaseSigma_px(piece.opaque)};
    if (!far)
      weighing.steps = colourSteps(picture, outline.samples);
    Equations equations = equationsOf(rows, picture, weighing, true);
    const double met = static_cast<double>(equations.met) / std::max(1, equations.all);
    if (equations.used < least_used || (edges == EdgesOf::network && met < least_met))
      return std::nullopt;
    if (const EdgeNetwork* network = EdgeNetwork::shipped(); network != nullptr && edges == EdgesOf::network) {
      equations =
          equationsOf(rows, network->read(picture, outline.samples, {piece.size, piece.posture, piece.opaque}), true);
      equations.weigh(1.0 / (learned_factor * learned_factor));
    }
    return DimensionEquations(equations);
  }

  AllEquations allEquations(EdgesOf edges, double reach_px) const {
    AllEquations all;
    for (const ShownPyramid& piece : pieces_)
      all.push_back(piece.used ? equationsOfPiece(piece, edges, reach_px) : std::nullopt);
    return all;
  }

  static DimensionEquations sumOf(const AllEquations& all) {
    DimensionEquations sum;
    for (const auto& one : all)
      if (one)
        sum += *one;
    return sum;
  }

  Eigen::Vector2d dimensions() const { return {pyramid_.base_mm(), pyramid_.height_mm()}; }
  /// Information of what is known of sets before one is seen.
  Eigen::Matrix2d prior() const {
    const Eigen::Vector2d start(start_.base_mm(), start_.height_mm());
    return (dimension_prior_share * start).cwiseAbs2().cwiseInverse().asDiagonal();
  }

  void step(EdgesOf edges, double reach_px) {
    const AllEquations all = allEquations(edges, reach_px);
    const DimensionEquations sum = sumOf(all);
    const Eigen::Vector2d from_start = Eigen::Vector2d(start_.base_mm(), start_.height_mm()) - dimensions();
    const Eigen::Vector2d change = (sum.information + prior()).ldlt().solve(sum.right + prior() * from_start);
    for (std::size_t i = 0; i < pieces_.size(); ++i)
      if (all[i]) {
        auto& pose = pieces_[i].pose;
        const Eigen::Vector3d moved = all[i]->pose_change + all[i]->pose_by_dimensions * change;
        pose = {pose.origin_mm() + moved.head<2>(), pose.heading_rad() + moved.z()};
      }
    pyramid_ = withDimensions(start_, pyramid_.base_mm() + change.x(), pyramid_.height_mm() + change.y());
  }

  /// How far what a piece says by itself is from the common answer, squared, in its own standard deviations.
  static double strangeness(const DimensionEquations& piece) {
    return piece.right.dot(piece.information.ldlt().solve(piece.right));
  }

  void leaveOutStrangers();
  MeasuredPyramid answer() const;
  Eigen::Matrix2d commonShare(const AllEquations& all, const Eigen::Matrix2d& covariance) const;

  const std::vector<PyramidPicture>& pictures_;
  const std::vector<QuietPicture>& quiet_;
  std::vector<ShownPyramid> pieces_;
  Pyramid start_, pyramid_;
};

void SizeFit::leaveOutStrangers() {
  const AllEquations all = allEquations(EdgesOf::network, fine_reach_px);
  std::vector<double> squares;
  for (const auto& one : all)
    if (one)
      squares.push_back(strangeness(*one));
  const double usual = std::max(1.0, medianOf(squares) / median_of_two);
  for (std::size_t i = 0; i < pieces_.size(); ++i)
    pieces_[i].used = all[i] && (squares.size() < least_to_compare || strangeness(*all[i]) < strange * usual);
}

/// What all pieces of a place share: what the registration is off, and what its light makes of outlines.
Eigen::Matrix2d SizeFit::commonShare(const AllEquations& all, const Eigen::Matrix2d& covariance) const {
  struct Place { ///< pictures taken from there
    Eigen::Vector3d eye_mm;
    Eigen::Matrix<double, 6, 6> camera;
    DimensionEquations sum;
  };
  std::vector<Place> places;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i])
      continue;
    const TableView& view = pictures_[pieces_[i].picture].view;
    auto place = std::find_if(places.begin(), places.end(), [&](const Place& other) {
      return (other.eye_mm - view.eye_mm()).norm() < same_place_mm;
    });
    if (place == places.end())
      place = places.insert(places.end(), {view.eye_mm(), view.errors().pose * view.errors().pose.transpose(), {}});
    place->sum += *all[i];
  }
  Eigen::Matrix2d share = Eigen::Matrix2d::Zero();
  for (const Place& place : places) {
    const Eigen::Matrix<double, 2, 6> by_camera = covariance * place.sum.by_camera;
    const Eigen::Vector2d by_outline = outline_sigma_px * covariance * place.sum.by_outline;
    share += by_camera * place.camera * by_camera.transpose() + by_outline * by_outline.transpose();
  }
  return share;
}

MeasuredPyramid SizeFit::answer() const {
  const AllEquations all = allEquations(EdgesOf::network, fine_reach_px);
  MeasuredPyramid out{pyramid_, Eigen::Matrix2d::Zero(), 0, 0};
  double squares = 0.0;
  for (const auto& one : all)
    if (one) {
      ++out.seen;
      squares += strangeness(*one);
    }
  out.left_out = static_cast<int>(pieces_.size()) - out.seen;
  const double freedom = 2.0 * std::max(0, out.seen - 1);
  const double scatter = (usual_freedom * usual_scatter + squares) / (usual_freedom + freedom);
  const Eigen::Matrix2d alone = (sumOf(all).information + prior()).inverse();
  out.covariance =
      scatter * alone + commonShare(all, alone) + everywhere_mm * everywhere_mm * Eigen::Matrix2d::Identity();
  return out;
}

} // namespace

Pyramid withDimensions(const Pyramid& pyramid, double base_mm, double height_mm) {
  return {base_mm, height_mm, pyramid.tipCut_mm() * height_mm / pyramid.height_mm()};
}

MeasuredPyramid fitSize(const std::vector<PyramidPicture>& pictures, const std::vector<QuietPicture>& quiet,
                        std::vector<ShownPyramid> pieces, const Pyramid& start) {
  return SizeFit(pictures, quiet, std::move(pieces), start).fit();
}

} // namespace linesman
