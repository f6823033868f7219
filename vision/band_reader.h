#pragma once
#include <array>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <vector>

#include <Eigen/Core>
#include <nlohmann/json_fwd.hpp>

#include "models/result.h"
#include "vision/band_traits.h"

namespace linesman {

/// Tells how likely a man wears bands, and how likely they were put on since he was seen before, learnt by
/// `vision/training/fit_bands.py` on rendered men. For either two networks of one hidden layer give log odds: one to
/// each of his rings that it is a low band, one at the neck or around the crown, one to him. No ring is two bands:
/// none, low, neck and both are weighed together.
class BandNetwork {
public:
  /// The one of models/detectors, read once.
  static const Result<std::shared_ptr<const BandNetwork>>& shipped();
  static Result<BandNetwork> load(const std::filesystem::path& path);

  /// That he wears bands, of bandTraits.
  BandChances chances(const MansTraits& man) const { return now_.chances(man); }
  /// That they were put on, of changeTraits.
  BandChances chancesOfChange(const MansTraits& man) const { return change_.chances(man); }

private:
  /// A network of one hidden layer of rectifiers.
  struct Layers {
    Eigen::VectorXd mean, scale; ///< of the traits
    Eigen::MatrixXd hidden, out; ///< the last column is the constant
    Eigen::VectorXd odds(const std::vector<float>& traits) const;
  };
  /// Of rings and of men.
  struct Pair {
    Layers ring, man;
    BandChances chances(const MansTraits& man) const;
  };
  static Layers layersOf(const nlohmann::json& all, std::size_t traits, std::size_t answers);
  static Pair pairOf(const nlohmann::json& all, std::size_t ring_traits, std::size_t man_traits);
  Pair now_, change_;
};

/// The bands that a man is claimed to wear.
struct MansBands {
  bool low = false, high = false, crown = false;
  bool put_on = false; ///< one of them is seen only by what is other on him than before
};

/// The bands of the men of one picture, by reading. Crown bands are kings' alone. A band that is not there is worse
/// than one that is missed: whole sets have rings turned into their feet. Of a man who was seen before (`since`) also
/// those that were put on. None without the shipped network.
std::vector<MansBands> bandsOf(const std::vector<SquareReading>& readings);

} // namespace linesman
