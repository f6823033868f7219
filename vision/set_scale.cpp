#include "vision/set_scale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iomanip>
#include <sstream>
#include <utility>
#include <vector>

#include "calibration/table_registration.h"

namespace linesman {

namespace {

constexpr double least_off = 0.015; ///< pieces of one make differ by a percent
/// Standard deviations; what is stated is 1.4 times the scatter of 32 rendered tables (accuracy_sets).
constexpr double surely = 3.0;

// Scales that are far off.
constexpr std::size_t least_pieces = 3;
constexpr double piece_share = 0.012; ///< of a piece measured by itself: 335 of 36 tables scatter by 0.008
constexpr double strange_share = 0.1; ///< of pieces that are none, or measured wrongly
constexpr double near_log = 0.06;     ///< scales this near to that of the file are not told here
constexpr double farthest_log = 0.6;  ///< a factor of 1.8 either way
constexpr double step_log = 0.0025;
constexpr double much_likelier = 4.0; ///< than any scale near that of the file; on 36 tables of true scale never by 0.1
constexpr double as_likely = 2.0;     ///< scales hardly less likely than the best: the nearest to the file's is told

/// The one factor on base and height of a known size that measured dimensions say, with their covariance.
SetScale scaleOf(const Pyramid& measured, const Eigen::Matrix2d& covariance, const Pyramid& known) {
  const Eigen::Vector2d lengths(known.base_mm(), known.height_mm());
  const Eigen::Vector2d share = Eigen::Vector2d(measured.base_mm(), measured.height_mm()).cwiseQuotient(lengths);
  const Eigen::Matrix2d unit = lengths.cwiseInverse().asDiagonal();
  const Eigen::Matrix2d information = (unit * covariance * unit).inverse();
  const Eigen::Vector2d ones = Eigen::Vector2d::Ones();
  const double weight = ones.dot(information * ones);
  const double ratio = ones.dot(information * share) / weight;
  const Eigen::Vector2d left = share - ratio * ones;
  return {ratio, std::sqrt(std::max(1.0, left.dot(information * left)) / weight)};
}

/// A piece's size over the known set's medium one: logarithm, and its standard deviation.
struct LogSize {
  double value = 0.0, sigma = 0.0;
};

LogSize logSizeOf(const MeasuredPiece& piece, const PieceCatalog& known) {
  const SetScale by_medium = scaleOf(piece.pyramid, piece.covariance, known.pyramid(PyramidSize::medium));
  return {std::log(by_medium.ratio), std::max(piece_share, by_medium.sigma / by_medium.ratio)};
}

/// How likely (logarithm) the pieces are where every length of the table is seen `log_scale` too large.
double likelihoodOf(double log_scale, const std::vector<LogSize>& pieces, const PieceCatalog& known) {
  const double medium_mm = known.pyramid(PyramidSize::medium).base_mm();
  double sum = 0.0;
  for (const LogSize& piece : pieces) {
    double density = 0.0;
    for (const PyramidSize size : {PyramidSize::small, PyramidSize::medium, PyramidSize::large}) {
      const double expected = log_scale + std::log(known.pyramid(size).base_mm() / medium_mm);
      density += std::exp(-0.5 * std::pow((piece.value - expected) / piece.sigma, 2.0)) / (3.0 * piece.sigma);
    }
    sum += std::log((1.0 - strange_share) * density + strange_share);
  }
  return sum;
}

} // namespace

PyramidPicture pictureOf(const cv::Mat& picture, const Seen& seen, const TableFile& table) {
  TableRegistration registered;
  registered.lens = seen.lens;
  registered.registration = seen.state.registration;
  return PyramidPicture::of(picture, registered, table);
}

bool SetScale::isOff() const {
  return std::abs(ratio - 1.0) > std::max(least_off, surely * sigma);
}

std::string SetScale::difference() const {
  constexpr double far_off = 0.1; // what was taken for what is in doubt there, and no figure behind the point tells
  const double off = std::abs(ratio - 1.0);
  std::ostringstream out;
  out << std::fixed << std::setprecision(off > far_off ? 0 : 1) << 100.0 * off;
  if (off <= far_off)
    out << " +- " << 100.0 * sigma;
  out << " % " << (ratio > 1.0 ? "larger" : "smaller");
  return out.str();
}

std::optional<SetScale> scaleOf(const MeasuredSet& measured, const PieceCatalog& known) {
  std::vector<SetScale> sizes;
  for (std::size_t size = 0; size < measured.size(); ++size)
    if (measured[size])
      sizes.push_back(
          scaleOf(measured[size]->pyramid, measured[size]->covariance, known.pyramid(static_cast<PyramidSize>(size))));
  if (sizes.empty())
    return std::nullopt;
  double weights = 0.0;
  SetScale all{0.0, 0.0};
  for (const SetScale& one : sizes) {
    const double weight = 1.0 / (one.sigma * one.sigma);
    weights += weight;
    all.ratio += weight * one.ratio;
    all.sigma += weight * one.sigma;
  }
  all.ratio /= weights;
  all.sigma /= weights;
  double squares = 0.0;
  for (const SetScale& one : sizes)
    squares += std::pow((one.ratio - all.ratio) / one.sigma, 2.0);
  if (sizes.size() > 1)
    all.sigma *= std::sqrt(std::max(1.0, squares / static_cast<double>(sizes.size() - 1)));
  return all;
}

std::optional<SetScale> grossScaleOf(const std::vector<MeasuredPiece>& pieces, const PieceCatalog& known) {
  if (pieces.size() < least_pieces)
    return std::nullopt;
  std::vector<LogSize> sizes;
  for (const MeasuredPiece& piece : pieces)
    sizes.push_back(logSizeOf(piece, known));
  const auto at = [&](double log_scale) { return likelihoodOf(log_scale, sizes, known); };
  struct Peak {
    double log_scale, likelihood;
  };
  std::vector<Peak> peaks;
  double near = at(0.0), before = at(-farthest_log - step_log), here = at(-farthest_log);
  for (double log_scale = -farthest_log; log_scale <= farthest_log; log_scale += step_log) {
    const double next = at(log_scale + step_log);
    if (here >= before && here > next)
      peaks.push_back({log_scale, here});
    if (std::abs(log_scale) <= near_log)
      near = std::max(near, here);
    before = std::exchange(here, next);
  }
  if (peaks.empty())
    return std::nullopt;
  const double best = std::ranges::max(peaks, {}, &Peak::likelihood).likelihood;
  if (best < near + much_likelier)
    return std::nullopt;
  std::erase_if(peaks, [&](const Peak& peak) { return peak.likelihood < best - as_likely; });
  const Peak peak = std::ranges::min(peaks, {}, [](const Peak& one) { return std::abs(one.log_scale); });
  const double bend = 2.0 * peak.likelihood - at(peak.log_scale - step_log) - at(peak.log_scale + step_log);
  const double ratio = std::exp(peak.log_scale);
  return SetScale{ratio, ratio * step_log / std::sqrt(std::max(bend, 1e-9))};
}

std::string scaleWarning(const std::optional<SetScale>& scale) {
  if (!scale || !scale->isOff())
    return {};
  return "The pyramids look " + scale->difference() +
         " than their set, and every distance may be off by as much: measure the printed markers (or a square of the "
         "board) with a ruler and give the table file what it says, or measure the set with `linesman calibrate set` "
         "if it is another.";
}

std::string grossScaleWarning(const cv::Mat& picture, const Seen& seen, const TableFile& table,
                              const PieceCatalog& known) {
  if (!seen.state.registration.ok || seen.state.pyramids.size() < least_pieces)
    return {};
  return scaleWarning(
      grossScaleOf(measureEach(pictureOf(picture, seen, table), seen.state.pyramids, table, known), known));
}

std::string scaleWarning(const cv::Mat& picture, const std::optional<Lens>& lens, const TableFile& table) {
  PipelineSettings settings;
  settings.lens = lens;
  settings.table = table;
  settings.single_pictures = true;
  if (!settings.loadFiles() || (table.board && !settings.pyramids_on_board))
    return {};
  Pipeline pipeline(settings);
  const auto seen = pipeline.process({picture, 0.0, {}});
  if (!seen || !seen->state.registration.ok || seen->state.pyramids.empty())
    return {};
  if (std::string gross = grossScaleWarning(picture, *seen, table, settings.pieces); !gross.empty())
    return gross;
  const auto measured = measureSet({pictureOf(picture, *seen, table)}, table, settings.pieces);
  return measured ? scaleWarning(scaleOf(*measured, settings.pieces)) : std::string();
}

} // namespace linesman
