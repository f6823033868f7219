#pragma once
#include <opencv2/core/mat.hpp>

namespace linesman {

/// Standard deviation of the noise of single pixels, grey levels of one channel, of an 8 bit BGR picture: from second
/// differences along rows where the picture has the least texture. JPEG and cameras smooth noise away: then it is
/// small.
double noiseLevels(const cv::Mat& image);

/// By how much levels beside edges go beyond those of the surfaces they part, over the edges' steps, of an 8 bit BGR
/// picture: cameras that sharpen draw light and dark rims along edges. At three quarters of the steep edges across rows
/// and columns at most so much on either side; 0 where there are few such edges.
double edgeRims(const cv::Mat& image);

/// Whether the camera sharpened what it noised too (8 bit BGR): coarse light and dark grain then lies on all surfaces.
bool hasSharpGrain(const cv::Mat& image);

/// A picture to measure in: as it came, or smoothed where its noise would make edges or its camera sharpened them, once
/// for all who measure in it. Sharpened edges look surer than they are, and glints like pieces.
class QuietPicture {
public:
  /// `image`: 8 bit BGR. The pixels are shared, not copied, unless it is noisy or sharpened.
  QuietPicture(const cv::Mat& image); // implicit: any picture can be measured in

  const cv::Mat& image() const { return image_; }
  /// Of what is left of the noise after smoothing, as noiseLevels() has it.
  double noise() const { return noise_; }
  /// Of the smoothing, px; 0: as it came.
  double blur_px() const { return blur_px_; }
  /// How bright it is: grey levels of nearly the brightest of its green over those of usual pictures. Edges, shadows
  /// and glints all grow with it.
  double light() const { return light_; }

private:
  cv::Mat image_;
  double noise_;
  double blur_px_ = 0.0;
  double light_;
};

} // namespace linesman
