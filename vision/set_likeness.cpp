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
constexpr Eigen::Index men_classes = square_class_count - 1, side_classes = 2, men_a_side = men_classes / side_classes;
constexpr auto numbers = static_cast<Eigen::Index>(SquareNetwork::features + SquareNetwork::tokens);
constexpr auto colours = static_cast<Eigen::Index>(BodyColour().size());
/// Rests are wider in pictures than in renders, and what the crop alone says counts beside the comparison.
constexpr double wider = 1.5, trust = 0.6, sharpness = 0.5, colour_counts = 0.3;
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

Likeness likenessOf(const json& of, Eigen::Index classes, Eigen::Index seen) {
  const Eigen::Index d = of.at("directions");
  Likeness likeness(matrixOf(of.at("turn"), d, seen), matrixOf(of.at("shift"), d, 1),
                    matrixOf(of.at("means"), classes, d), matrixOf(of.at("within"), d, d),
                    matrixOf(of.at("between"), classes * d, classes * d));
  if (!likeness.finite())
    throw std::domain_error("numbers");
  return likeness;
}

/// How far each square tells of each man, squares by men.
Eigen::MatrixXd sharesOf(const SquareChances& chances) {
  Eigen::MatrixXd shares = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(chances.size()), men_classes);
  for (std::size_t s = 0; s < chances.size(); ++s)
    if (chances[s][0] < 1.0 - tells)
      for (Eigen::Index k = 0; k < men_classes; ++k)
        shares(static_cast<Eigen::Index>(s), k) = chances[s][static_cast<std::size_t>(k) + 1];
  return shares;
}

/// The same by sides.
Eigen::MatrixXd sidesOf(const Eigen::MatrixXd& shares) {
  Eigen::MatrixXd sides(shares.rows(), side_classes);
  for (Eigen::Index side = 0; side < side_classes; ++side)
    sides.col(side) = shares.middleCols(side * men_a_side, men_a_side).rowwise().sum();
  return sides;
}

/// One number after the other of every reading.
template <class Numbers>
Eigen::MatrixXd rowsOf(const std::vector<SquareReading>& readings, Eigen::Index count, const Numbers& numbers_of) {
  Eigen::MatrixXd rows(static_cast<Eigen::Index>(readings.size()), count);
  for (std::size_t s = 0; s < readings.size(); ++s) {
    Eigen::Index at = 0;
    numbers_of(readings[s], [&](float v) { rows(static_cast<Eigen::Index>(s), at++) = static_cast<double>(v); });
  }
  return rows;
}

} // namespace

Likeness::Likeness(Eigen::MatrixXd turn, Eigen::VectorXd shift, Eigen::MatrixXd means, Eigen::MatrixXd within,
                   const Eigen::MatrixXd& between)
    : turn_(std::move(turn)), shift_(std::move(shift)), means_(std::move(means)), within_(wider * within),
      inverse_within_(inverseOf(within_)), inverse_between_(inverseOf(between)) {}

Eigen::MatrixXd Likeness::directions(const Eigen::MatrixXd& seen) const {
  return product(seen, turn_.transpose()).rowwise() + shift_.transpose();
}

Eigen::MatrixXd Likeness::logLikelihoods(const Eigen::MatrixXd& directions, const Eigen::MatrixXd& shares) const {
  const Eigen::Index d = means_.cols(), n = directions.rows(), classes = means_.rows();
  Eigen::MatrixXd precision = inverse_between_;
  Eigen::VectorXd pull = Eigen::VectorXd::Zero(classes * d);
  for (Eigen::Index k = 0; k < classes; ++k) {
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(d);
    for (Eigen::Index s = 0; s < n; ++s)
      sum += shares(s, k) * (directions.row(s) - means_.row(k)).transpose();
    precision.block(k * d, k * d, d, d) += shares.col(k).sum() * inverse_within_;
    pull.segment(k * d, d) = product(inverse_within_, sum);
  }
  const Eigen::MatrixXd spread = SymmetricFactors(precision).inverse();
  const Eigen::VectorXd offsets = product(spread, pull);
  Eigen::MatrixXd out(n, classes);
  for (Eigen::Index k = 0; k < classes; ++k) {
    const Eigen::MatrixXd covariance = within_ + spread.block(k * d, k * d, d, d), inverse = inverseOf(covariance);
    const double width = 0.5 * principalAxes(covariance).values.array().log().sum();
    for (Eigen::Index s = 0; s < n; ++s) {
      const Eigen::VectorXd off = (directions.row(s) - means_.row(k)).transpose() - offsets.segment(k * d, d);
      out(s, k) = -0.5 * off.dot(product(inverse, off).col(0)) - width;
    }
  }
  return out;
}

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
    if (!all.is_object() || all.at("format") != "linesman set likeness 2" || all.at("numbers") != numbers)
      return fail(path.string() + " is not what this program reads sets with; install the program's data again.");
    if (all.at("network") != network)
      return fail(path.string() + " was measured with another network; measure it again (fit_likeness.py).");
    return SetLikeness(likenessOf(all.at("men"), men_classes, numbers),
                       likenessOf(all.at("sides"), side_classes, colours));
  } catch (const std::exception&) {
    return fail(path.string() + " is damaged; install the program's data again.");
  }
}

void SetLikeness::apply(std::vector<SquareReading>& readings, const SetComposition& set) const {
  const Eigen::MatrixXd men = men_.directions(rowsOf(readings, numbers, [](const SquareReading& r, const auto& put) {
    std::for_each(r.feature.begin(), r.feature.end(), put);
    std::for_each(r.token.begin(), r.token.end(), put);
  }));
  const Eigen::MatrixXd bodies =
      sides_.directions(rowsOf(readings, colours, [](const SquareReading& r, const auto& put) {
        std::for_each(r.body.begin(), r.body.end(), put);
      }));
  SquareChances alone;
  for (const SquareReading& reading : readings)
    alone.push_back(reading.p);
  const SquareChances before = composed(alone, set);
  SquareChances chances = before;
  for (int round = 0; round < rounds; ++round) {
    const Eigen::MatrixXd shares = sharesOf(chances), of_man = men_.logLikelihoods(men, shares),
                          of_side = sides_.logLikelihoods(bodies, sidesOf(shares));
    SquareChances both = alone;
    for (std::size_t s = 0; s < both.size(); ++s) {
      const auto row = static_cast<Eigen::Index>(s);
      std::array<double, square_class_count> score{};
      for (std::size_t k = 1; k < score.size(); ++k) {
        const auto man = static_cast<Eigen::Index>(k) - 1;
        score[k] = (1.0 - trust) * std::log(std::max(1e-6, alone[s][k])) + trust * sharpness * of_man(row, man) +
                   colour_counts * of_side(row, man / men_a_side);
      }
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
