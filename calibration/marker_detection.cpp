#include "calibration/marker_detection.h"

#include <algorithm>
#include <iterator>
#include <map>

#include <opencv2/aruco.hpp>
#include <opencv2/imgproc.hpp>

namespace linesman {
namespace {

const std::map<std::string, int>& dictionaries() {
  static const std::map<std::string, int> names = {{"DICT_4X4_50", cv::aruco::DICT_4X4_50},
                                                   {"DICT_4X4_100", cv::aruco::DICT_4X4_100},
                                                   {"DICT_4X4_250", cv::aruco::DICT_4X4_250},
                                                   {"DICT_4X4_1000", cv::aruco::DICT_4X4_1000},
                                                   {"DICT_5X5_50", cv::aruco::DICT_5X5_50},
                                                   {"DICT_5X5_100", cv::aruco::DICT_5X5_100},
                                                   {"DICT_5X5_250", cv::aruco::DICT_5X5_250},
                                                   {"DICT_5X5_1000", cv::aruco::DICT_5X5_1000},
                                                   {"DICT_6X6_50", cv::aruco::DICT_6X6_50},
                                                   {"DICT_6X6_100", cv::aruco::DICT_6X6_100},
                                                   {"DICT_6X6_250", cv::aruco::DICT_6X6_250},
                                                   {"DICT_6X6_1000", cv::aruco::DICT_6X6_1000},
                                                   {"DICT_7X7_50", cv::aruco::DICT_7X7_50},
                                                   {"DICT_7X7_100", cv::aruco::DICT_7X7_100},
                                                   {"DICT_7X7_250", cv::aruco::DICT_7X7_250},
                                                   {"DICT_7X7_1000", cv::aruco::DICT_7X7_1000},
                                                   {"DICT_ARUCO_ORIGINAL", cv::aruco::DICT_ARUCO_ORIGINAL},
                                                   {"DICT_APRILTAG_16h5", cv::aruco::DICT_APRILTAG_16h5},
                                                   {"DICT_APRILTAG_25h9", cv::aruco::DICT_APRILTAG_25h9},
                                                   {"DICT_APRILTAG_36h10", cv::aruco::DICT_APRILTAG_36h10},
                                                   {"DICT_APRILTAG_36h11", cv::aruco::DICT_APRILTAG_36h11}};
  return names;
}

cv::Ptr<cv::aruco::Dictionary> dictionaryOf(const std::string& name) {
  return cv::aruco::getPredefinedDictionary(dictionaries().at(name));
}

} // namespace

std::optional<int> dictionarySize(const std::string& name) {
  if (!dictionaries().contains(name))
    return std::nullopt;
  return dictionaryOf(name)->bytesList.rows;
}

MarkerCode markerCode(const std::string& dictionary, int id) {
  const auto d = dictionaryOf(dictionary);
  const cv::Mat bits = cv::aruco::Dictionary::getBitsFromByteList(d->bytesList.rowRange(id, id + 1), d->markerSize);
  MarkerCode code{d->markerSize + 2, {}};
  code.white.assign(static_cast<std::size_t>(code.cells * code.cells), 0);
  for (int row = 0; row < d->markerSize; ++row)
    for (int column = 0; column < d->markerSize; ++column)
      code.white[static_cast<std::size_t>((row + 1) * code.cells + column + 1)] = bits.at<uchar>(row, column) != 0;
  return code;
}

/// Pixels a side of the largest picture in which markers are looked for: in a scan of 20000 it took a minute and more.
constexpr double most_px = 6000.0;

std::vector<FoundMarker> findMarkers(const cv::Mat& grey, const std::string& dictionary, MarkerSearch search,
                                     std::vector<std::array<Eigen::Vector2d, 4>>* unread) {
  const auto parameters = cv::aruco::DetectorParameters::create();
  parameters->cornerRefinementMethod = cv::aruco::CORNER_REFINE_NONE; // ours is better, see edge_profile.h
  cv::Mat image = grey;
  double scale = 1.0;
  if (search == MarkerSearch::quick) {
    scale = 2.0;
    cv::resize(grey, image, {}, 1.0 / scale, 1.0 / scale, cv::INTER_AREA);
    parameters->adaptiveThreshWinSizeMin = parameters->adaptiveThreshWinSizeMax = 17;
    parameters->minMarkerPerimeterRate = 0.05;
    parameters->perspectiveRemovePixelPerCell = 4;
  } else {
    parameters->adaptiveThreshWinSizeMin = 5;
    parameters->adaptiveThreshWinSizeMax = 45;
    parameters->adaptiveThreshWinSizeStep = 10;
    parameters->minMarkerPerimeterRate = 0.025;
    parameters->polygonalApproxAccuracyRate = 0.05;
    if (const double larger = std::max(grey.cols, grey.rows) / most_px; larger > 1.0) {
      scale = larger;
      cv::resize(grey, image, {}, 1.0 / scale, 1.0 / scale, cv::INTER_AREA);
    }
  }
  std::vector<std::vector<cv::Point2f>> corners, rejected;
  std::vector<int> ids;
  cv::aruco::detectMarkers(image, dictionaryOf(dictionary), corners, ids, parameters, rejected);
  const auto enlarged = [&](const std::vector<cv::Point2f>& of) {
    std::array<Eigen::Vector2d, 4> out;
    for (std::size_t k = 0; k < 4; ++k) // a pixel of the small picture is the mean of scale x scale big ones
      out[k] = (Eigen::Vector2d(of[k].x, of[k].y).array() + 0.5) * scale - 0.5;
    return out;
  };
  std::vector<FoundMarker> found;
  for (std::size_t i = 0; i < ids.size(); ++i)
    found.push_back({ids[i], enlarged(corners[i])});
  if (unread != nullptr)
    std::ranges::transform(rejected, std::back_inserter(*unread), enlarged);
  return found;
}

} // namespace linesman
