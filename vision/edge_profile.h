#pragma once
#include <array>

#include <Eigen/Core>
#include <opencv2/core/mat.hpp>

#include "vision/outline_samples.h"

namespace linesman {

/// How colours differ where edges are looked for. Brightness counts more than colour, which cameras and JPEG store at
/// half the resolution; but a shadow's edge is one of brightness, a piece's of colour too.
struct EdgeColour {
  static constexpr double blue_share = 0.114, green_share = 0.587, red_share = 0.299; ///< of the brightness
  static constexpr double brightness_worth = 1.73;                                    ///< in a colour's difference
};

/// The inner loops for one width of registers.
struct ProfileKernels;
/// Those for this processor; nullptr: four numbers at a time.
const ProfileKernels* profileKernels();
/// Those for AVX-512 and those for AVX2 with FMA, as far as the processor has them: for tests.
std::array<const ProfileKernels*, 2> allProfileKernels();

/// How much colours change over 2 px, at steps across an edge; one step more at both ends.
struct EdgeProfile {
  static constexpr double step_px = 0.5;
  static constexpr double near_reach_px = 2.5; ///< light is known of profiles that reach no farther
  static constexpr int most_steps = 24;
  using Values = std::array<float, most_steps + 8>;
  Values contrast; ///< grey levels
  Values light;    ///< the same as light, where edges are located; far from them grey levels do
  Values rise;     ///< of the brightness, outwards
  int half = 0;    ///< steps from the first to the sample's place

  EdgeProfile() {} // NOLINT(modernize-use-equals-default): the values would be cleared
  /// Across the sample's edge, `reach_px` to both sides. `outwards`: changes count by how much of this direction they
  /// are (per difference of brightness, blue, red; EdgeColour), not at all where they run the other way; nullptr: as
  /// large as they are.
  EdgeProfile(const cv::Mat& image, const OutlineSample& sample, double reach_px, const Eigen::Vector3f* outwards,
              const ProfileKernels* kernels = profileKernels());

  /// Bits of the steps where light changes at least as much as at those beside them.
  unsigned peaks() const;
};

/// Blue, green, red at `count` places a `step_px` apart, times `factor`, to `out`. False, and nothing done, where the
/// processor has no ProfileKernels or the places do not lie well inside the picture.
bool takeColoursAcross(const cv::Mat& image, const Eigen::Vector2d& start_px, const Eigen::Vector2d& step_px, int count,
                       float factor, float* out);

} // namespace linesman
