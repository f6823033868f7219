#include "vision/set_scale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iomanip>
#include <sstream>
#include <vector>

#include "calibration/table_registration.h"
#include "vision/pipeline.h"

namespace linesman {

namespace {

constexpr double least_off = 0.015; ///< pieces of one make differ by a percent
/// Standard deviations; what is stated is 1.4 times the scatter of 32 rendered tables (accuracy_sets).
constexpr double surely = 3.0;

/// The one factor on base and height of a size that its measured dimensions say.
SetScale scaleOf(const MeasuredPyramid& measured, const Pyramid& known) {
  const Eigen::Vector2d lengths(known.base_mm(), known.height_mm());
  const Eigen::Vector2d share =
      Eigen::Vector2d(measured.pyramid.base_mm(), measured.pyramid.height_mm()).cwiseQuotient(lengths);
  const Eigen::Matrix2d unit = lengths.cwiseInverse().asDiagonal();
  const Eigen::Matrix2d information = (unit * measured.covariance * unit).inverse();
  const Eigen::Vector2d ones = Eigen::Vector2d::Ones();
  const double weight = ones.dot(information * ones);
  const double ratio = ones.dot(information * share) / weight;
  const Eigen::Vector2d left = share - ratio * ones;
  return {ratio, std::sqrt(std::max(1.0, left.dot(information * left)) / weight)};
}

} // namespace

bool SetScale::isOff() const {
  return std::abs(ratio - 1.0) > std::max(least_off, surely * sigma);
}

std::string SetScale::difference() const {
  std::ostringstream out;
  out << std::fixed << std::setprecision(1) << 100.0 * std::abs(ratio - 1.0) << " +- " << 100.0 * sigma << " % "
      << (ratio > 1.0 ? "larger" : "smaller");
  return out.str();
}

std::optional<SetScale> scaleOf(const MeasuredSet& measured, const PieceCatalog& known) {
  std::vector<SetScale> sizes;
  for (std::size_t size = 0; size < measured.size(); ++size)
    if (measured[size])
      sizes.push_back(scaleOf(*measured[size], known.pyramid(static_cast<PyramidSize>(size))));
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

std::string scaleWarning(const std::optional<SetScale>& scale) {
  if (!scale || !scale->isOff())
    return {};
  return "The pyramids look " + scale->difference() +
         " than their set, and every distance may be off by as much: measure the printed markers (or a square of the "
         "board) with a ruler and give the table file what it says, or measure the set with `linesman calibrate set` "
         "if it is another.";
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
  TableRegistration registered;
  registered.lens = seen->lens;
  registered.registration = seen->state.registration;
  const PyramidPicture shown = PyramidPicture::of(picture, seen->lens, registered.registration.camera_from_table,
                                                  cameraErrors(registered, table));
  const auto measured = measureSet({shown}, table, settings.pieces);
  return measured ? scaleWarning(scaleOf(*measured, settings.pieces)) : std::string();
}

} // namespace linesman
