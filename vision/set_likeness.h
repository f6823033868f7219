#pragma once
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "models/result.h"
#include "vision/foot_width.h"
#include "vision/start_array.h"

namespace linesman {

/// How things of a few classes differ from set to set: what is seen of one is its class's mean, plus an offset that all
/// of the class share in this picture, plus a rest of its own; offsets and rests are normal, with covariances measured
/// on rendered sets (vision/training/fit_likeness.py). Probabilistic linear discriminant analysis (Prince and Elder
/// 2007) with the classes unknown.
class Likeness {
public:
  /// `turn`: directions by numbers seen; `means`: classes by directions; `within`: of the rests; `between`: of the
  /// offsets of all classes together.
  Likeness(Eigen::MatrixXd turn, Eigen::VectorXd shift, Eigen::MatrixXd means, Eigen::MatrixXd within,
           const Eigen::MatrixXd& between);

  /// Things by numbers to things by directions.
  Eigen::MatrixXd directions(const Eigen::MatrixXd& seen) const;
  /// Of every thing (rows of `directions`) and class, when the things belong to the classes by `shares`.
  Eigen::MatrixXd logLikelihoods(const Eigen::MatrixXd& directions, const Eigen::MatrixXd& shares) const;
  bool finite() const { return inverse_within_.allFinite() && inverse_between_.allFinite(); }

private:
  Eigen::MatrixXd turn_;
  Eigen::VectorXd shift_;
  Eigen::MatrixXd means_, within_, inverse_within_, inverse_between_;
};

/// Reads the men of one picture together: those of a kind look alike to the first network, however the set is made, and
/// those of a side are of one colour around the foot, and feet of a kind are of one width. Kinds and offsets are found
/// in turns, the box of pieces deciding how many men of a kind there are.
class SetLikeness {
public:
  /// `network`: fingerprint of the network whose numbers are compared; a file measured with another one is refused.
  static Result<SetLikeness> load(const std::string& network);
  static Result<SetLikeness> load(const std::filesystem::path& path, const std::string& network);
  /// `men`: of the twelve men by features, then tokens; `sides`: of light and dark by body colours.
  SetLikeness(Likeness men, Likeness sides, KindWidths feet)
      : men_(std::move(men)), sides_(std::move(sides)), feet_(std::move(feet)) {}

  /// Probabilities of the readings given each other, the box of pieces and the men who begin on their squares (`start`,
  /// by reading); whether a square is empty is left as it is but for the box.
  void apply(std::vector<SquareReading>& readings, const SetComposition& set, const StartArray& start) const;

private:
  Likeness men_, sides_;
  KindWidths feet_;
};

} // namespace linesman
