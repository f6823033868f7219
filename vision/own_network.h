#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include <opencv2/dnn.hpp>

#include "vision/own_layer.h"

namespace linesman {

/// Lets our own layers hand each other pictures with channels last, as their inner loops want them, also past sums of
/// two and rectifiers, which do not mind. What the network is given and what it tells lies as before.
void handChannelsLast(cv::dnn::Net& net);

/// A network of our own layers alone, run one after the other without OpenCV's Net: what is seen is not copied, nothing
/// is made anew for each new number of things seen, and several threads may ask at a time.
class OwnNetwork {
public:
  /// Whether each layer is ours, or may be taken along by one of ours.
  static bool mayRun(const cv::dnn::Net& net);
  /// Of a net with one input and one answer, after handChannelsLast(); nothing where a layer is not ours, or a
  /// rectifier or normalisation is not behind one of ours alone. The net is not to be run any more.
  static std::optional<OwnNetwork> of(const cv::dnn::Net& net);

  /// What it makes of `seen`, 32F, in memory of its own.
  cv::Mat told(const cv::Mat& seen) const;

private:
  struct Step {
    cv::Ptr<cv::dnn::Layer> layer; ///< ours, or one that tells the numbers it reads in another shape
    std::vector<std::size_t> seen; ///< what it reads: 0 is what the network sees, k what step k - 1 tells
  };

  std::vector<Step> steps_;
  std::vector<std::size_t> last_read_; ///< by which step each of these is read last
};

} // namespace linesman
