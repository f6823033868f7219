#pragma once
// Copies of a picture that hardly differ from it: how much of a figure is luck.
#include <functional>
#include <string>
#include <vector>

#include <opencv2/imgcodecs.hpp>

namespace linesman::accuracy {

inline void addNoise(cv::Mat& image, double levels, unsigned seed) {
  cv::RNG random(1000 + seed);
  cv::Mat noise(image.size(), CV_16SC3), sum;
  random.fill(noise, cv::RNG::NORMAL, cv::Scalar::all(0.0), cv::Scalar::all(levels));
  image.convertTo(sum, CV_16SC3);
  sum += noise;
  sum.convertTo(image, CV_8UC3);
}

/// Coded and read again.
inline void jpeg(cv::Mat& image, int quality) {
  std::vector<uchar> bytes;
  cv::imencode(".jpg", image, bytes, {cv::IMWRITE_JPEG_QUALITY, quality});
  image = cv::imdecode(bytes, cv::IMREAD_COLOR);
}

struct PictureChange {
  std::string name;
  std::function<void(cv::Mat& image, unsigned number)> apply; ///< `number` of the picture seeds what is random
};

/// Each of them by itself.
inline std::vector<PictureChange> hardlyAnyChanges() {
  std::vector<PictureChange> all;
  for (const int quality : {98, 93, 85})
    all.push_back({"JPEG " + std::to_string(quality), [=](cv::Mat& image, unsigned) { jpeg(image, quality); }});
  all.push_back({"a level more", [](cv::Mat& image, unsigned) { image += cv::Scalar::all(1.0); }});
  all.push_back({"a level less", [](cv::Mat& image, unsigned) { image -= cv::Scalar::all(1.0); }});
  all.push_back({"noise 1 level", [](cv::Mat& image, unsigned number) { addNoise(image, 1.0, number); }});
  return all;
}

} // namespace linesman::accuracy
