#pragma once
#include <filesystem>
#include <memory>
#include <vector>

#include "models/piece_kind.h"
#include "models/result.h"
#include "vision/outline_samples.h"
#include "vision/quiet_picture.h"

namespace linesman {

/// Where the drawn edge of a sample is, as learned.
struct LearnedCrossing {
  double offset_px = 0.0; ///< along the sample's normal, from where the edge should be
  double sigma_px = 1.0;  ///< standard deviation: large where nothing is to be seen of the edge
  /// Logarithm of the standard deviation, px, of what its whole edge may be off (a shadow's line, glare); the mean of
  /// an edge's samples counts.
  double log_edge_sigma = 0.0;

  /// Numbers that a network tells of a sample.
  static constexpr int told = 3;
  /// From these.
  static LearnedCrossing of(const float* numbers);
};

/// What the network is told of the piece whose edges it looks at.
struct EdgeOwner {
  PyramidSize size = PyramidSize::small;
  Posture posture = Posture::lying;
  bool opaque = false;
};

/// The small network that finds pyramids' edges in the colours across them (vision/training/train_edges.py): shadows,
/// glints, hollow sterns and faces of the table's colour draw edges aside of the solid's, which it has seen.
class EdgeNetwork {
public:
  static constexpr int steps = 12;          ///< to both sides of a sample
  static constexpr double step_px = 0.5;    ///< along its normal
  static constexpr double spacing_px = 2.0; ///< of the samples it is shown

  static Result<EdgeNetwork> load(const std::filesystem::path& path);
  /// The one that ships with the program, read once; nothing where that cannot be: pieces are then placed by the edges
  /// alone, a little less exactly.
  static const EdgeNetwork* shipped();
  ~EdgeNetwork();
  EdgeNetwork(EdgeNetwork&&) noexcept;
  EdgeNetwork& operator=(EdgeNetwork&&) noexcept;

  /// `samples`: of one piece, spacing_px apart, those of an edge next to each other. May be asked by several threads.
  std::vector<LearnedCrossing> read(const QuietPicture& picture, const std::vector<OutlineSample>& samples,
                                    const EdgeOwner& owner) const;

  /// Blue, green, red in the usual light (QuietPicture::light) at 2 * `half` + 1 places along the sample's normal,
  /// outwards; the nearest border pixel outside the picture.
  static void coloursAcross(const QuietPicture& picture, const OutlineSample& sample, int half, float* out);
  /// What it is told of a sample beside the colours; but for the last the same for all samples of an edge.
  static constexpr int context = PyramidSolid::edge_count + 7;
  static void contextOf(const QuietPicture& picture, const OutlineSample& sample, const EdgeOwner& owner, float* out);

private:
  struct Net;
  explicit EdgeNetwork(std::unique_ptr<Net> net);
  std::unique_ptr<Net> net_;
};

} // namespace linesman
