#pragma once
#include <optional>
#include <vector>

#include <Eigen/Core>
#include <opencv2/dnn.hpp>

#include "vision/edge_network.h"
#include "vision/wide_layer.h"

namespace linesman {

/// What the edge network sees of a piece's samples.
struct SeenEdges {
  struct Range {
    int begin, end; ///< samples of one edge
  };
  Eigen::ArrayXXf own;    ///< a column of each sample
  Eigen::ArrayXXf common; ///< a column of each edge: what its samples have in common
  std::vector<Range> edges;
};

/// The edge network's three layers for processors that have wideKernels(): what an edge's samples have in common is
/// summed once for all of them.
class WideEdgeLayers {
public:
  /// `net`: sees `own` numbers of a sample, the last of which comes after the `common` ones of its edge. Nothing where
  /// the processor or the network is another.
  static std::optional<WideEdgeLayers> of(cv::dnn::Net& net, int own, int common);

  std::vector<LearnedCrossing> read(const SeenEdges& seen) const;

private:
  /// Sums over what is seen, and what they begin with.
  struct Layer {
    WideLayer sums;
    std::vector<float> bias;
  };
  WideEdgeLayers(WideLayer own, Layer common, Layer second, Layer last);
  static Layer layerOf(const std::vector<cv::Mat>& blobs, int first, int in);

  WideLayer own_;
  Layer common_, second_, last_;
};

} // namespace linesman
