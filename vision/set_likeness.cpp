#include "vision/set_likeness.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <numeric>
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
constexpr double wider = 1.5, trust = 0.6, sharpness = 0.35, colour_counts = 0.3;
/// Share of the answer that is kept from before the comparison, which alone claims too much.
constexpr double doubt = 0.1;
/// Exponent of the chances of the men: together they are surer of them than they are right.
constexpr double claimed = 0.8;
constexpr int rounds = 3;
/// Squares less likely occupied than this do not tell what the set looks like.
constexpr double tells = 0.3;
/// Squares less likely occupied than this are not compared with it.
constexpr double asks = 0.01;

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

KindWidths widthsOf(const json& of) {
  KindWidths widths(matrixOf(of.at("means"), KindWidths::kinds, 1),
                    matrixOf(of.at("between"), KindWidths::kinds, KindWidths::kinds), of.at("wider"));
  if (!widths.finite())
    throw std::domain_error("numbers");
  return widths;
}

/// How far each of the squares `asked` tells of each man, squares by men.
Eigen::MatrixXd sharesOf(const SquareChances& chances, const std::vector<std::size_t>& asked) {
  Eigen::MatrixXd shares = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(asked.size()), men_classes);
  for (std::size_t n = 0; n < asked.size(); ++n)
    if (chances[asked[n]][0] < 1.0 - tells)
      for (Eigen::Index k = 0; k < men_classes; ++k)
        shares(static_cast<Eigen::Index>(n), k) = chances[asked[n]][static_cast<std::size_t>(k) + 1];
  return shares;
}

/// The same by sides.
Eigen::MatrixXd sidesOf(const Eigen::MatrixXd& shares) {
  Eigen::MatrixXd sides(shares.rows(), side_classes);
  for (Eigen::Index side = 0; side < side_classes; ++side)
    sides.col(side) = shares.middleCols(side * men_a_side, men_a_side).rowwise().sum();
  return sides;
}

/// The same by kinds.
Eigen::MatrixXd kindsOf(const Eigen::MatrixXd& shares) {
  return shares.leftCols(men_a_side) + shares.rightCols(men_a_side);
}

/// Makes a square less sure of which man stands there; whether a square is empty is left as it is.
void soften(std::array<double, square_class_count>& p) {
  const double men = std::accumulate(p.begin() + 1, p.end(), 0.0);
  double sum = 0.0;
  for (std::size_t k = 1; k < p.size(); ++k)
    sum += p[k] = std::pow(p[k], claimed);
  if (sum > 0.0)
    std::for_each(p.begin() + 1, p.end(), [&](double& chance) { chance *= men / sum; });
}

/// One number after the other of every reading that is `asked`.
template <class Numbers>
Eigen::MatrixXd rowsOf(const std::vector<SquareReading>& readings, const std::vector<std::size_t>& asked,
                       Eigen::Index count, const Numbers& numbers_of) {
  Eigen::MatrixXd rows(static_cast<Eigen::Index>(asked.size()), count);
  for (std::size_t n = 0; n < asked.size(); ++n) {
    Eigen::Index at = 0;
    numbers_of(readings[asked[n]], [&](float v) { rows(static_cast<Eigen::Index>(n), at++) = static_cast<double>(v); });
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
    const SymmetricFactors covariance(within_ + spread.block(k * d, k * d, d, d));
    const Eigen::RowVectorXd expected = means_.row(k) + offsets.segment(k * d, d).transpose();
    const Eigen::MatrixXd off = (directions.rowwise() - expected).transpose(); // a column a square
    out.col(k) = -0.5 * off.cwiseProduct(covariance.solve(off)).colwise().sum().transpose().array() -
                 0.5 * covariance.logDeterminant();
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
    if (!all.is_object() || all.at("format") != "linesman set likeness 3" || all.at("numbers") != numbers)
      return fail(path.string() + " is not what this program reads sets with; install the program's data again.");
    if (all.at("network") != network)
      return fail(path.string() + " was measured with another network; measure it again (fit_likeness.py).");
    return SetLikeness(likenessOf(all.at("men"), men_classes, numbers),
                       likenessOf(all.at("sides"), side_classes, colours), widthsOf(all.at("feet")));
  } catch (const std::exception&) {
    return fail(path.string() + " is damaged; install the program's data again.");
  }
}

void SetLikeness::apply(std::vector<SquareReading>& readings, const SetComposition& set,
                        const StartArray& start) const {
  SquareChances alone;
  std::vector<std::size_t> asked;
  for (const SquareReading& reading : readings) {
    if (reading.occupied() > asks)
      asked.push_back(alone.size());
    alone.push_back(reading.p);
  }
  const Eigen::MatrixXd men =
      men_.directions(rowsOf(readings, asked, numbers, [](const SquareReading& r, const auto& put) {
        std::for_each(r.feature.begin(), r.feature.end(), put);
        std::for_each(r.token.begin(), r.token.end(), put);
      }));
  const Eigen::MatrixXd bodies =
      sides_.directions(rowsOf(readings, asked, colours, [](const SquareReading& r, const auto& put) {
        std::for_each(r.body.begin(), r.body.end(), put);
      }));
  std::vector<FootWidth> feet;
  std::ranges::transform(asked, std::back_inserter(feet), [&](std::size_t s) { return readings[s].width; });
  const SquareChances before = composed(weighedByStart(alone, start), set);
  SquareChances chances = before;
  for (int round = 0; round < rounds; ++round) {
    const Eigen::MatrixXd shares = sharesOf(chances, asked), of_man = men_.logLikelihoods(men, shares),
                          of_side = sides_.logLikelihoods(bodies, sidesOf(shares)),
                          of_foot = feet_.logRatios(feet, kindsOf(shares));
    SquareChances both = alone;
    for (std::size_t n = 0; n < asked.size(); ++n) {
      const auto row = static_cast<Eigen::Index>(n);
      const std::size_t s = asked[n];
      std::array<double, square_class_count> score{};
      for (std::size_t k = 1; k < score.size(); ++k) {
        const auto man = static_cast<Eigen::Index>(k) - 1;
        score[k] = (1.0 - trust) * std::log(std::max(1e-6, alone[s][k])) + trust * sharpness * of_man(row, man) +
                   colour_counts * of_side(row, man / men_a_side) + of_foot(row, man % men_a_side);
      }
      const double most = *std::max_element(score.begin() + 1, score.end());
      double sum = 0.0;
      for (std::size_t k = 1; k < score.size(); ++k)
        sum += score[k] = std::exp(score[k] - most);
      for (std::size_t k = 1; k < score.size(); ++k)
        both[s][k] = (1.0 - alone[s][0]) * score[k] / sum;
    }
    chances = composed(weighedByStart(both, start), set);
  }
  for (std::size_t s = 0; s < readings.size(); ++s) {
    for (std::size_t k = 0; k < square_class_count; ++k)
      readings[s].p[k] = (1.0 - doubt) * chances[s][k] + doubt * before[s][k];
    soften(readings[s].p);
  }
}

} // namespace linesman
