#include "vision/board_refine.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <Eigen/Dense>

#include "models/dense.h"

namespace linesman {

namespace {

/// One edge point: where it is on the board (in squares from the centre) and in the picture.
struct EdgePoint {
  Eigen::Vector2d board;
  Eigen::Vector2d px;
  Eigen::Vector2d normal;
  int line = 0; ///< of the grid: its points share errors
};

/// What webcams' lenses are like, standard deviations: logarithm of the focal length, k1, principal point (of the
/// picture's width, x and y), k2, fy over fx, p1, p2.
constexpr std::array<double, 8> lens_spread{0.4, 0.08, 0.01, 0.01, 0.03, 0.002, 0.001, 0.001};

double brightness(const cv::Mat& grey, const Eigen::Vector2d& p) {
  const int x = static_cast<int>(std::floor(p.x())), y = static_cast<int>(std::floor(p.y()));
  if (x < 0 || y < 0 || x + 1 >= grey.cols || y + 1 >= grey.rows)
    return -1.0;
  const double fx = p.x() - x, fy = p.y() - y;
  const uchar *a = grey.ptr(y), *b = grey.ptr(y + 1);
  return (1 - fy) * ((1 - fx) * a[x] + fx * a[x + 1]) + fy * ((1 - fx) * b[x] + fx * b[x + 1]);
}

/// Steepest signed step of the profile across an edge; offset in px along the normal.
struct Step {
  double offset_px = 0.0, slope = 0.0;
};

std::optional<Step> findStep(const cv::Mat& grey, const Eigen::Vector2d& p, const Eigen::Vector2d& normal,
                             double reach_px, double sign) {
  const Eigen::Vector2d along(-normal.y(), normal.x());
  std::array<double, 80> profile{};
  const int half = std::min(38, static_cast<int>(std::ceil(reach_px / 0.5)) + 1);
  const int count = 2 * half + 1;
  for (int k = 0; k < count; ++k) {
    double sum = 0.0;
    for (const double side : {-1.0, 0.0, 1.0}) {
      const double v = brightness(grey, p + normal * (0.5 * (k - half)) + along * side);
      if (v < 0.0)
        return std::nullopt;
      sum += v;
    }
    profile[static_cast<std::size_t>(k)] = sum / 3.0;
  }
  const auto slope = [&](int k) {
    return sign * (profile[static_cast<std::size_t>(k + 1)] - profile[static_cast<std::size_t>(k - 1)]);
  };
  int best = -1;
  double most = 0.0;
  for (int k = 1; k + 1 < count; ++k) {
    const double weighted = slope(k) * (1.0 - 0.35 * std::abs(k - half) / half); // nearer steps win
    if (weighted > most) {
      most = weighted;
      best = k;
    }
  }
  if (best < 2 || best + 2 >= count)
    return std::nullopt;
  const double l = slope(best - 1), m = slope(best), n = slope(best + 1), curve = l - 2 * m + n;
  const double peak = curve < 0.0 ? std::clamp(0.5 * (l - n) / curve, -0.5, 0.5) : 0.0;
  return Step{0.5 * (best - half + peak), m};
}

/// The parameters of the fit: a small motion (of the camera's pose, or of the board on the table) and extras.
class Model {
public:
  /// `lens_numbers`: how many of a lens that is free are, counted from lens_spread's first.
  Model(const BoardView& start, const RefineOptions& options, std::size_t lens_numbers)
      : start_(start), options_(options), lens_numbers_(lens_numbers) {
    count_ = options.camera_from_table ? 3 : 6;
    if (options.camera_from_table) {
      height_at_ = options.free_height ? count_++ : -1;
      square_at_ = options.free_square ? count_++ : -1;
    }
    lens_at_ = options.free_lens ? count_ : -1;
    count_ += options.free_lens ? static_cast<int>(lens_numbers) : 0;
  }
  int count() const { return count_; }
  int lensAt() const { return lens_at_; }
  std::size_t lensNumbers() const { return lens_at_ < 0 ? 0 : lens_numbers_; }

  BoardView at(const Eigen::VectorXd& x) const {
    BoardView view = start_;
    if (options_.camera_from_table) {
      const auto& camera_from_table = *options_.camera_from_table;
      const Pose<TableFrame, BoardFrame> table_from_board = camera_from_table.inverse() * start_.camera_from_board;
      const Eigen::Matrix3d turn = rotationFromVector({0.0, 0.0, x[2]}) * table_from_board.rotation();
      const Eigen::Vector3d shift(x[0], x[1], height_at_ >= 0 ? x[height_at_] : 0.0);
      view.camera_from_board =
          camera_from_table * Pose<TableFrame, BoardFrame>(turn, table_from_board.translation_mm() + shift);
    } else {
      view.camera_from_board = movedBy(start_.camera_from_board, x.head<6>());
    }
    if (square_at_ >= 0)
      view.square_mm *= std::exp(x[square_at_]);
    if (lens_at_ >= 0) {
      view.lens.fx_px *= std::exp(x[lens_at_]);
      view.lens.fy_px *= std::exp(x[lens_at_]);
      view.lens.distortion[0] += x[lens_at_ + 1];
    }
    if (lensNumbers() == lens_spread.size()) {
      view.lens.cx_px += x[lens_at_ + 2] * view.lens.width_px;
      view.lens.cy_px += x[lens_at_ + 3] * view.lens.width_px;
      view.lens.fy_px *= std::exp(x[lens_at_ + 5]);
      for (int k = 0; k < 3; ++k) // k2, p1, p2
        view.lens.distortion[static_cast<std::size_t>(k) + 1] += x[lens_at_ + (k == 0 ? 4 : 5 + k)];
    }
    return view;
  }
  double stepOf(int k) const {
    if (k == square_at_ || (lens_at_ >= 0 && k >= lens_at_))
      return 1e-5;
    return (options_.camera_from_table ? k == 2 : k < 3) ? 1e-6 : 1e-3;
  }

private:
  BoardView start_;
  RefineOptions options_;
  std::size_t lens_numbers_;
  int count_ = 6, height_at_ = -1, square_at_ = -1, lens_at_ = -1;
};

Eigen::Vector2d project(const BoardView& view, const Eigen::Vector2d& board) {
  return view.pixel(board * view.square_mm);
}

/// Candidate edge points across every inner grid line. `sign` +1 where a1 is dark.
std::vector<EdgePoint> collect(const cv::Mat& grey, const BoardView& view, double search_px, double sign, int& looked) {
  std::vector<EdgePoint> points;
  std::vector<double> slopes;
  looked = 0;
  const auto look = [&](const Eigen::Vector2d& board, const Eigen::Vector2d& across, double parity, int line) {
    const Eigen::Vector2d p = project(view, board);
    Eigen::Vector2d tangent = project(view, board + 0.1 * Eigen::Vector2d(-across.y(), across.x())) - p;
    const Eigen::Vector2d step = project(view, board + 0.1 * across) - p;
    tangent.normalize();
    Eigen::Vector2d normal(-tangent.y(), tangent.x());
    if (normal.dot(step) < 0.0)
      normal = -normal;
    const double reach = search_px > 0.0 ? search_px : std::clamp(1.6 * std::abs(step.dot(normal)), 2.0, 18.0);
    ++looked;
    if (const auto found = findStep(grey, p, normal, reach, sign * parity)) {
      points.push_back({board, p + normal * found->offset_px, normal, line});
      slopes.push_back(found->slope);
    }
  };
  for (int line = 1; line < view.columns; ++line)
    for (int rank = 0; rank < view.rows; ++rank)
      for (const double t : {0.2, 0.35, 0.5, 0.65, 0.8})
        look({line - 0.5 * view.columns, rank + t - 0.5 * view.rows}, {1.0, 0.0}, (line + rank) % 2 == 0 ? -1.0 : 1.0,
             line);
  for (int line = 1; line < view.rows; ++line)
    for (int file = 0; file < view.columns; ++file)
      for (const double t : {0.2, 0.35, 0.5, 0.65, 0.8})
        look({file + t - 0.5 * view.columns, line - 0.5 * view.rows}, {0.0, 1.0}, (line + file) % 2 == 0 ? -1.0 : 1.0,
             view.columns + line);
  if (slopes.size() < 20)
    return {};
  std::vector<double> sorted = slopes;
  std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() * 3 / 4), sorted.end());
  const double enough = std::max(4.0, 0.3 * sorted[sorted.size() * 3 / 4]);
  std::vector<EdgePoint> strong;
  for (std::size_t k = 0; k < points.size(); ++k)
    if (slopes[k] >= enough)
      strong.push_back(points[k]);
  return strong;
}

struct Fit {
  Eigen::VectorXd x;
  Eigen::MatrixXd covariance;
  double rms_px = 0.0;
  int inliers = 0;
};

Eigen::VectorXd residuals(const BoardView& view, const std::vector<EdgePoint>& points) {
  Eigen::VectorXd r(static_cast<Eigen::Index>(points.size()));
  for (std::size_t k = 0; k < points.size(); ++k)
    r[static_cast<Eigen::Index>(k)] = points[k].normal.dot(project(view, points[k].board) - points[k].px);
  return r;
}

double scaleOf(const Eigen::VectorXd& r) {
  std::vector<double> size(r.data(), r.data() + r.size());
  for (double& v : size)
    v = std::abs(v);
  std::nth_element(size.begin(), size.begin() + static_cast<std::ptrdiff_t>(size.size() / 2), size.end());
  return std::max(0.08, 1.4826 * size[size.size() / 2]);
}

/// Tukey's robust cost of residuals, in units of cut^2 / 6 each.
double robustCost(const Eigen::VectorXd& r, double cut) {
  double sum = 0.0;
  for (Eigen::Index k = 0; k < r.size(); ++k) {
    const double t = r[k] / cut, rest = 1.0 - t * t;
    sum += std::abs(t) < 1.0 ? 1.0 - rest * rest * rest : 1.0;
  }
  return sum;
}

/// How much more the sums of whole lines' residuals vary than if the points erred each for itself (printed lines, JPEG
/// blocks, a board that is not flat): what a variance of independent points has to be multiplied by.
double sharedErrors(const std::vector<EdgePoint>& points, const Eigen::VectorXd& r, double cut, int parameters) {
  std::map<int, double> sums;
  double alone = 0.0;
  for (std::size_t k = 0; k < points.size(); ++k) {
    const double t = r[static_cast<Eigen::Index>(k)] / cut;
    const double v = std::abs(t) < 1.0 ? (1 - t * t) * (1 - t * t) * r[static_cast<Eigen::Index>(k)] : 0.0;
    sums[points[k].line] += v;
    alone += v * v;
  }
  double together = 0.0;
  for (const auto& [line, sum] : sums)
    together += sum * sum;
  const double lines = static_cast<double>(sums.size()); // some of what they share the fit has followed
  return std::max(1.0, together / std::max(alone, 1e-12) * lines / std::max(3.0, lines - parameters));
}

/// Levenberg-Marquardt with Tukey's weights: near-vertical views hardly tell focal length from distance.
Fit solve(const Model& model, const std::vector<EdgePoint>& points) {
  Fit fit;
  fit.x = Eigen::VectorXd::Zero(model.count());
  Eigen::MatrixXd normal;
  Eigen::VectorXd r = residuals(model.at(fit.x), points);
  double damping = 1e-3, variance = 1.0;
  for (int round = 0; round < 12; ++round) {
    Eigen::MatrixXd jacobian(r.size(), model.count());
    for (int k = 0; k < model.count(); ++k) {
      Eigen::VectorXd moved = fit.x;
      moved[k] += model.stepOf(k);
      jacobian.col(k) = (residuals(model.at(moved), points) - r) / model.stepOf(k);
    }
    const double cut = 4.0 * scaleOf(r);
    Eigen::VectorXd weight(r.size());
    double sum = 0.0, weights = 0.0;
    fit.inliers = 0;
    for (Eigen::Index k = 0; k < r.size(); ++k) {
      const double t = r[k] / cut;
      weight[k] = std::abs(t) < 1.0 ? (1 - t * t) * (1 - t * t) : 0.0;
      fit.inliers += std::abs(t) < 0.75 ? 1 : 0;
      sum += weight[k] * r[k] * r[k];
      weights += weight[k];
    }
    fit.rms_px = std::sqrt(sum / std::max(1.0, weights));
    normal = weightedProduct(jacobian, weight, jacobian);
    Eigen::VectorXd gradient = weightedProduct(jacobian, weight, r);
    variance = fit.rms_px * fit.rms_px * sharedErrors(points, r, cut, model.count());
    Eigen::VectorXd pull = Eigen::VectorXd::Zero(model.count()); // of the prior
    for (std::size_t k = 0; k < model.lensNumbers(); ++k)
      pull[model.lensAt() + static_cast<Eigen::Index>(k)] = variance / (lens_spread[k] * lens_spread[k]);
    const auto prior = [&](const Eigen::VectorXd& x) { return pull.dot(x.cwiseAbs2()); };
    normal.diagonal() += pull;
    gradient += pull.cwiseProduct(fit.x);
    const auto cost = [&](const Eigen::VectorXd& residual, const Eigen::VectorXd& x) {
      return cut * cut / 3.0 * robustCost(residual, cut) + prior(x);
    };
    const double here = cost(r, fit.x);
    bool moved = false;
    Eigen::VectorXd step;
    for (int attempt = 0; attempt < 6 && !moved; ++attempt) {
      Eigen::MatrixXd damped = normal;
      damped.diagonal() *= 1.0 + damping;
      step = solveSymmetric(damped, gradient);
      const Eigen::VectorXd there = fit.x - step;
      const Eigen::VectorXd residual = step.allFinite() ? residuals(model.at(there), points) : r;
      if (step.allFinite() && residual.allFinite() && cost(residual, there) <= here) {
        fit.x = there;
        r = residual;
        damping *= 0.2;
        moved = true;
      } else
        damping *= 8.0;
    }
    if (!moved || (round > 2 && step.norm() < 1e-7))
      break;
  }
  fit.covariance = SymmetricFactors(normal).inverse() * variance;
  return fit;
}

/// Covariance of camera_from_board by central differences through the model.
Matrix6d poseCovariance(const Model& model, const Fit& fit) {
  const BoardView here = model.at(fit.x);
  Eigen::MatrixXd jacobian(6, model.count());
  for (int k = 0; k < model.count(); ++k) {
    Eigen::VectorXd moved = fit.x;
    moved[k] += model.stepOf(k);
    jacobian.col(k) = errorBetween(here.camera_from_board, model.at(moved).camera_from_board) / model.stepOf(k);
  }
  return congruence(jacobian, fit.covariance);
}

/// +1 where a1's colour is dark, else -1: what most places beside the lines say, for men, shadows and lamps make whole
/// squares darker or lighter.
double chequerSign(const cv::Mat& grey, const BoardView& view) {
  constexpr double aside = 0.15; // squares
  int votes = 0;
  const auto vote = [&](int file, int rank, const Eigen::Vector2d& middle, const Eigen::Vector2d& across) {
    const double here = brightness(grey, project(view, middle - aside * across)),
                 there = brightness(grey, project(view, middle + aside * across));
    if (here >= 0.0 && there >= 0.0 && here != there)
      votes += ((file + rank) % 2 == 0) == (here < there) ? 1 : -1;
  };
  for (int rank = 0; rank < view.rows; ++rank)
    for (int file = 0; file < view.columns; ++file)
      for (const double along : {0.25, 0.75}) {
        const double x = file - 0.5 * view.columns, y = rank - 0.5 * view.rows;
        if (file + 1 < view.columns)
          vote(file, rank, {x + 1.0, y + along}, {1.0, 0.0});
        if (rank + 1 < view.rows)
          vote(file, rank, {x + along, y + 1.0}, {0.0, 1.0});
      }
  return votes >= 0 ? 1.0 : -1.0;
}

} // namespace

int gridEvidence(const cv::Mat& grey, const BoardView& view) {
  struct Segment {
    std::array<double, 3> slopes{};
  };
  const double sign = chequerSign(grey, view);
  std::vector<Segment> segments;
  std::vector<double> inner;
  const auto look = [&](const Eigen::Vector2d& from, const Eigen::Vector2d& along, double parity) {
    Segment segment;
    for (std::size_t k = 0; k < 3; ++k) {
      const Eigen::Vector2d board = from + along * (0.25 + 0.25 * static_cast<double>(k));
      const Eigen::Vector2d p = project(view, board);
      const Eigen::Vector2d tangent = (project(view, board + 0.1 * along) - p).normalized();
      const Eigen::Vector2d step = project(view, board + 0.1 * Eigen::Vector2d(along.y(), -along.x())) - p;
      Eigen::Vector2d normal(-tangent.y(), tangent.x());
      if (normal.dot(step) < 0.0)
        normal = -normal;
      const double reach = std::clamp(0.6 * std::abs(step.dot(normal)), 1.5, 6.0);
      for (const double s : {1.0, -1.0})
        if (parity == 0.0 || s == 1.0)
          if (const auto found = findStep(grey, p, normal, reach, parity == 0.0 ? s : sign * parity))
            segment.slopes[k] = std::max(segment.slopes[k], found->slope);
      if (parity != 0.0)
        inner.push_back(segment.slopes[k]);
    }
    segments.push_back(segment);
  };
  for (int line = 0; line <= view.columns; ++line)
    for (int rank = 0; rank < view.rows; ++rank)
      look({line - 0.5 * view.columns, rank - 0.5 * view.rows}, {0.0, 1.0},
           line == 0 || line == view.columns ? 0.0
           : (line + rank) % 2 == 0          ? -1.0
                                             : 1.0);
  for (int line = 0; line <= view.rows; ++line)
    for (int file = 0; file < view.columns; ++file)
      look({file + 1 - 0.5 * view.columns, line - 0.5 * view.rows}, {-1.0, 0.0},
           line == 0 || line == view.rows ? 0.0
           : (line + file) % 2 == 0       ? -1.0
                                          : 1.0);
  const auto at = inner.begin() + static_cast<std::ptrdiff_t>(inner.size() * 3 / 4);
  std::nth_element(inner.begin(), at, inner.end());
  const double enough = std::max(4.0, 0.3 * *at);
  return static_cast<int>(std::count_if(segments.begin(), segments.end(), [&](const Segment& s) {
    return std::count_if(s.slopes.begin(), s.slopes.end(), [&](double v) { return v >= enough; }) >= 2;
  }));
}

std::optional<RefinedBoard> refineBoard(const cv::Mat& grey, const BoardView& start, const RefineOptions& options) {
  RefinedBoard out;
  out.view = start;
  for (int round = 0; round < options.rounds; ++round) {
    int looked = 0;
    const double search = round == 0 ? options.search_px : options.search_px > 0.0 ? 0.6 * options.search_px : 0.0;
    const std::vector<EdgePoint> points = collect(grey, out.view, search, chequerSign(grey, out.view), looked);
    if (points.size() < 24)
      return std::nullopt;
    const Model model(out.view, options, round + 1 < options.rounds ? 2 : lens_spread.size());
    const Fit fit = solve(model, points);
    if (!fit.x.allFinite() || fit.inliers < 20)
      return std::nullopt;
    out.covariance = poseCovariance(model, fit);
    out.view = model.at(fit.x);
    out.rms_px = fit.rms_px;
    out.edges = fit.inliers;
    out.share = static_cast<double>(fit.inliers) / std::max(1, looked);
  }
  return out;
}

} // namespace linesman
