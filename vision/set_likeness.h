#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "models/result.h"
#include "vision/set_composition.h"

namespace linesman {

/// Reads the men of one picture together: those of a kind look alike, however the set is made. What the first network
/// sees of a man is its kind's mean, plus an offset that all men of the kind share in this picture, plus a rest of its
/// own; offsets and rests are normal, with covariances measured on rendered sets (vision/training/fit_likeness.py).
/// Probabilistic linear discriminant analysis (Prince and Elder 2007) with the kinds unknown: kinds and offsets are
/// found in turns, the box of pieces deciding how many men of a kind there are.
class SetLikeness {
public:
  /// `network`: fingerprint of the network whose numbers are compared; a file measured with another one is refused.
  static Result<SetLikeness> load(const std::string& network);
  static Result<SetLikeness> load(const std::filesystem::path& path, const std::string& network);
  /// `means`: classes 1 to 12 by directions; `between`: of the offsets of all twelve together; `turn`: directions by
  /// numbers of the network (features, then tokens).
  SetLikeness(Eigen::MatrixXd turn, Eigen::VectorXd shift, Eigen::MatrixXd means, Eigen::MatrixXd within,
              const Eigen::MatrixXd& between);

  /// Probabilities of the readings given each other and the box of pieces; whether a square is empty is left as it is
  /// but for the box.
  void apply(std::vector<SquareReading>& readings, const SetComposition& set) const;

private:
  Eigen::MatrixXd logLikelihoods(const Eigen::MatrixXd& seen, const SquareChances& chances) const;

  Eigen::MatrixXd turn_;
  Eigen::VectorXd shift_;
  Eigen::MatrixXd means_, within_, inverse_within_, inverse_between_;
};

} // namespace linesman
