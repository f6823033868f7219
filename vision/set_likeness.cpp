#include "vision/set_likeness.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <utility>

#include <nlohmann/json.hpp>

#include "models/data_path.h"
#include "models/dense.h"

namespace linesman {

namespace {

using nlohmann::json;
constexpr Eigen::Index men_classes = square_class_count - 1;
constexpr auto numbers = static_cast<Eigen::Index>(SquareNetwork::features + SquareNetwork::tokens);
/// Rests are wider in pictures than in renders, and what the crop alone says counts beside the comparison.
constexpr double wider = 1.5, trust = 0.6, sharpness = 0.5;
/// Share of the answer that is kept from before the comparison, which alone claims too much.
constexpr double doubt = 0.1;
constexpr int rounds = 3;
/// Squares less likely occupied than this do not tell what the set looks like.
constexpr double tells = 0.3;

Eigen::MatrixXd matrixOf(const json& list, Eigen::Index rows, Eigen::Index columns) {
  const auto all = list.get<std::vector<double>>();
  if (static_cast<Eigen::Index>(all.size()) != rows * columns)
    throw std::length_error("numbers");
  return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(all.data(), rows,
                                                                                                  columns);
}

} // namespace

SetLikeness::SetLikeness(Eigen::MatrixXd turn, Eigen::VectorXd shift, Eigen::MatrixXd means, Eigen::MatrixXd within,
                         const Eigen::MatrixXd& between)
    : turn_(std::move(turn)), shift_(std::move(shift)), means_(std::move(means)), within_(wider * within),
      inverse_within_(inverseOf(within_)), inverse_between_(inverseOf(between)) {}

Result<SetLikeness> SetLikeness::load(const std::string& network) {
  const auto path = findData("models/detectors/set_likeness.json");
  if (!path)
    return tl::unexpected(path.error());
  return load(*path, network);
}

Result<SetLikeness> SetLikeness::load(const std::filesystem::path& path, const std::string& network) {
  std::ifstream in(path);
  const json all = json::parse(in, nullptr, false);
  try {
    if (!all.is_object() || all.at("format") != "linesman set likeness 1" || all.at("numbers") != numbers)
      return fail(path.string() + " is not what this program reads sets with; install the program's data again.");
    if (all.at("network") != network)
      return fail(path.string() + " was measured with another network; measure it again (fit_likeness.py).");
    const Eigen::Index d = all.at("directions");
    SetLikeness likeness(matrixOf(all.at("turn"), d, numbers), matrixOf(all.at("shift"), d, 1),
                         matrixOf(all.at("means"), men_classes, d), matrixOf(all.at("within"), d, d),
                         matrixOf(all.at("between"), men_classes * d, men_classes * d));
    if (!likeness.inverse_within_.allFinite() || !likeness.inverse_between_.allFinite())
      return fail(path.string() + " is damaged; install the program's data again.");
    return likeness;
  } catch (const std::exception&) {
    return fail(path.string() + " is damaged; install the program's data again.");
  }
}

Eigen::MatrixXd SetLikeness::logLikelihoods(const Eigen::MatrixXd& seen, const SquareChances& chances) const {
  const Eigen::Index d = means_.cols(), n = seen.rows();
  Eigen::MatrixXd precision = inverse_between_;
  Eigen::VectorXd pull = Eigen::VectorXd::Zero(men_classes * d);
  for (Eigen::Index k = 0; k < men_classes; ++k) {
    double count = 0.0;
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(d);
    for (Eigen::Index s = 0; s < n; ++s) {
      const auto& p = chances[static_cast<std::size_t>(s)];
      const double share = p[0] < 1.0 - tells ? p[static_cast<std::size_t>(k) + 1] : 0.0;
      count += share;
      sum += share * (seen.row(s) - means_.row(k)).transpose();
    }
    precision.block(k * d, k * d, d, d) += count * inverse_within_;
    pull.segment(k * d, d) = product(inverse_within_, sum);
  }
  const Eigen::MatrixXd spread = SymmetricFactors(precision).inverse();
  const Eigen::VectorXd offsets = product(spread, pull);
  Eigen::MatrixXd out(n, men_classes);
  for (Eigen::Index k = 0; k < men_classes; ++k) {
    const Eigen::MatrixXd covariance = within_ + spread.block(k * d, k * d, d, d), inverse = inverseOf(covariance);
    const double width = 0.5 * principalAxes(covariance).values.array().log().sum();
    for (Eigen::Index s = 0; s < n; ++s) {
      const Eigen::VectorXd off = (seen.row(s) - means_.row(k)).transpose() - offsets.segment(k * d, d);
      out(s, k) = -0.5 * off.dot(product(inverse, off).col(0)) - width;
    }
  }
  return out;
}

void SetLikeness::apply(std::vector<SquareReading>& readings, const SetComposition& set) const {
  const auto n = static_cast<Eigen::Index>(readings.size());
  Eigen::MatrixXd raw(n, numbers);
  SquareChances alone;
  for (Eigen::Index s = 0; s < n; ++s) {
    const SquareReading& reading = readings[static_cast<std::size_t>(s)];
    Eigen::Index at = 0;
    for (const float v : reading.feature)
      raw(s, at++) = static_cast<double>(v);
    for (const float v : reading.token)
      raw(s, at++) = static_cast<double>(v);
    alone.push_back(reading.p);
  }
  const Eigen::MatrixXd seen = product(raw, turn_.transpose()).rowwise() + shift_.transpose();
  const SquareChances before = composed(alone, set);
  SquareChances chances = before;
  for (int round = 0; round < rounds; ++round) {
    const Eigen::MatrixXd likelihood = logLikelihoods(seen, chances);
    SquareChances both = alone;
    for (std::size_t s = 0; s < both.size(); ++s) {
      const auto row = static_cast<Eigen::Index>(s);
      std::array<double, square_class_count> score{};
      for (std::size_t k = 1; k < score.size(); ++k)
        score[k] = (1.0 - trust) * std::log(std::max(1e-6, alone[s][k])) +
                   trust * sharpness * likelihood(row, static_cast<Eigen::Index>(k) - 1);
      const double most = *std::max_element(score.begin() + 1, score.end());
      double sum = 0.0;
      for (std::size_t k = 1; k < score.size(); ++k)
        sum += score[k] = std::exp(score[k] - most);
      for (std::size_t k = 1; k < score.size(); ++k)
        both[s][k] = (1.0 - alone[s][0]) * score[k] / sum;
    }
    chances = composed(both, set);
  }
  for (std::size_t s = 0; s < readings.size(); ++s)
    for (std::size_t k = 0; k < square_class_count; ++k)
      readings[s].p[k] = (1.0 - doubt) * chances[s][k] + doubt * before[s][k];
}

} // namespace linesman
