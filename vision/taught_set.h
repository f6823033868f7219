#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "models/board_men.h"
#include "models/result.h"
#include "vision/shown_squares.h"

namespace linesman {

/// What a taught set says of one square: probabilities of `TaughtSet::men()` (empty square first).
using TaughtChances = std::vector<double>;

/// A set of pieces that the user has shown: miniatures, coins, draughtsmen, or a Staunton set of one's own. A softmax
/// over the network's 64 features that starts from the network's own opinion where it has one; learnt in well under a
/// second, saved as a file.
class TaughtSet {
public:
  /// Learns from squares of one picture or several. How far to trust the network and the features is chosen by holding
  /// out one picture after the other (with a single picture, by fixed values). Fails when no men were shown.
  static Result<TaughtSet> learn(const std::vector<TaughtSquare>& squares, const std::string& network);

  /// `network`: fingerprint of the network in use; a set taught with another one is refused with a sentence.
  static Result<TaughtSet> load(const std::string& path, const std::string& network);
  Result<void> save(const std::string& path) const;
  /// The men of the taught set in the file, of any network; none where it is no taught set.
  static std::vector<BoardMan> menIn(const std::string& path);
  /// Whether the file is a taught set, of any network and format: such a file may be written anew.
  static bool isIn(const std::string& path);

  /// Number 0 is the empty square (kind and side empty).
  const std::vector<BoardMan>& men() const { return men_; }
  /// All men are of kinds the network knows.
  bool staunton() const { return std::find(known_.begin(), known_.end(), -1) == known_.end(); }
  /// They also look like such men: the network by itself named most of those that were shown. What is known of Staunton
  /// sets (that feet of a kind are of one width, how looks differ from set to set) helps to read them.
  bool looksStaunton() const { return staunton() && named_alone_ >= 0.6; }
  TaughtChances chances(const SquareReading& reading) const;
  /// Puts the answer into the reading: `p` for the classes the network knows, `taught` for all.
  void apply(SquareReading& reading) const;
  /// Takes `p` over into `taught` after something else has changed it; for staunton() sets.
  void follow(SquareReading& reading) const;
  /// Share of held-out squares that were read rightly while learning; 0 with one picture.
  double held_out() const { return held_out_; }

private:
  Eigen::VectorXd logits(const SquareReading& reading) const;

  std::vector<BoardMan> men_;
  std::vector<int> known_; ///< class of the network, -1 where it knows none
  std::string network_;
  Eigen::VectorXd mean_, scale_;
  Eigen::MatrixXd weights_; ///< men x (features + 1)
  double trust_ = 1.0;      ///< in the network's own opinion
  double temperature_ = 1.0;
  double held_out_ = 0.0;
  double named_alone_ = 0.0; ///< share of the men shown that the network named rightly before it was taught
};

} // namespace linesman
