#include "vision/board_light.h"

#include <opencv2/imgproc.hpp>

namespace linesman {

cv::Mat inLight(const cv::Mat& image_bgr, BoardLight light) {
  cv::Mat grey;
  switch (light) {
  case BoardLight::brightness:
    cv::cvtColor(image_bgr, grey, cv::COLOR_BGR2GRAY);
    break;
  case BoardLight::yellow_blue:
    cv::transform(image_bgr, grey, cv::Matx14f(-1.0F, 0.5F, 0.5F, 128.0F));
    break;
  case BoardLight::red_green:
    cv::transform(image_bgr, grey, cv::Matx14f(0.0F, -1.0F, 1.0F, 128.0F));
    break;
  }
  return grey;
}

} // namespace linesman
