#include "vision/square_crop.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <Eigen/Geometry>
#include <opencv2/imgproc.hpp>

#include "vision/quiet_picture.h"
#include "vision/reduced_size.h"

namespace linesman {

namespace {

using Shape = SquareCropShape;

cv::Point2f point(const Eigen::Vector2d& p) {
  return {static_cast<float>(p.x()), static_cast<float>(p.y())};
}

/// Unit direction in the board plane away from the camera at `foot_mm`: board and axis directions that project upwards.
Eigen::Vector2d away(const BoardView& view, const Eigen::Vector2d& foot_mm) {
  const Eigen::Vector2d offset = foot_mm - view.eye_mm().head<2>();
  return offset.norm() > 1e-6 ? Eigen::Vector2d(offset.normalized()) : Eigen::Vector2d(0.0, 1.0);
}

/// Width of a square across the line of sight, px.
double squareWidth(const BoardView& view, const Eigen::Vector2d& foot_mm) {
  const Eigen::Vector2d forward = away(view, foot_mm);
  const Eigen::Vector2d side = Eigen::Vector2d(forward.y(), -forward.x()) * (0.5 * view.square_mm);
  return (view.pixel(foot_mm + side) - view.pixel(foot_mm - side)).norm();
}

/// What the crop of a place shows, px.
Eigen::AlignedBox2d boxOf(const ColumnPlace& place) {
  const cv::Matx23d picture_from_crop = place.pictureFromCrop();
  Eigen::AlignedBox2d box;
  for (const double x : {0.0, 1.0 * Shape::width_px})
    for (const double y : {0.0, 1.0 * Shape::height_px}) {
      const cv::Vec2d corner = picture_from_crop * cv::Vec3d(x, y, 1.0);
      box.extend(Eigen::Vector2d(corner[0], corner[1]));
    }
  return box;
}

/// The pixels of a picture of `size` that lie in a box, in steps of `step`.
cv::Rect pixelsOf(const Eigen::AlignedBox2d& box, const cv::Size& size, int step) {
  constexpr double limit = 1e6; // of a picture's pixels; the box may reach far behind the camera
  const Eigen::Vector2d low = box.min().cwiseMax(-limit), high = box.max().cwiseMin(limit);
  const auto down = [&](double v) { return cvFloor((cvFloor(v) - 1.0) / step) * step; };
  const auto up = [&](double v) { return cvCeil((cvCeil(v) + 2.0) / step) * step; };
  return cv::Rect({}, size) & cv::Rect(cv::Point(down(low.x()), down(low.y())), cv::Point(up(high.x()), up(high.y())));
}

/// The part of a picture of `size` that crops show: of all squares and of `more_feet_mm`.
cv::Rect cropped(const cv::Size& size, const BoardView& view, const std::vector<Eigen::Vector2d>& more_feet_mm) {
  constexpr int step = 16;
  std::vector<Eigen::Vector2d> feet = more_feet_mm;
  for (int rank = 0; rank < view.rows; ++rank)
    for (int file = 0; file < view.columns; ++file)
      feet.push_back(view.centre_mm(file, rank));
  Eigen::AlignedBox2d box;
  for (const Eigen::Vector2d& foot : feet)
    box.extend(boxOf(ColumnPlace(view, foot)));
  const cv::Rect part = pixelsOf(box, size, step);
  return part.empty() ? cv::Rect({}, size) : part;
}

/// What the picture shows on the board, at places all over it.
std::vector<cv::Vec3b> samplesOf(const cv::Mat& image, const BoardView& view) {
  std::vector<cv::Vec3b> samples;
  for (int j = 0; j <= 4 * view.rows; ++j)
    for (int i = 0; i <= 4 * view.columns; ++i) {
      const Eigen::Vector2d p = view.pixel(view.corner_mm(0.25 * i, 0.25 * j));
      if (p.x() >= 0.0 && p.y() >= 0.0 && p.x() < image.cols && p.y() < image.rows)
        samples.push_back(image.at<cv::Vec3b>(static_cast<int>(p.y()), static_cast<int>(p.x())));
    }
  return samples;
}

/// What share of the values lies below the answer. Reorders them.
double levelAt(std::vector<uchar>& values, std::size_t hundredths) {
  const auto nth = values.begin() + static_cast<std::ptrdiff_t>(values.size() * hundredths / 100);
  std::nth_element(values.begin(), nth, values.end());
  return *nth;
}

constexpr double screen_gamma = 2.2;
double lightOf(double level) {
  return std::pow(level / 255.0, screen_gamma);
}

/// Light that a veil (haze on the lens, a lamp in it) adds everywhere, of the brightest: pictures whose darkest
/// hundredth is that bright in every colour have one; there it is brought down to black, gradually from where the first
/// do. None in others.
double veilOf(const std::vector<cv::Vec3b>& samples) {
  constexpr double first = 75.0, black = 10.0, slope = 6.0, most = 0.25;
  std::vector<uchar> least;
  for (const cv::Vec3b& bgr : samples)
    least.push_back(std::min({bgr[0], bgr[1], bgr[2]}));
  const double darkest = levelAt(least, 1);
  if (darkest <= first)
    return 0.0;
  const double left = lightOf(std::max(black, first - slope * (darkest - first)));
  return std::min(most, (lightOf(darkest) - left) / (1.0 - left));
}

/// A level as it would be without the veil.
double unveiled(double level, double veil) {
  if (veil <= 0.0)
    return level;
  return 255.0 * std::pow(std::max(0.0, (lightOf(level) - veil) / (1.0 - veil)), 1.0 / screen_gamma);
}

/// What becomes of levels, by colour. Exposure: without a veil the bright tenth of the board's surroundings goes to a
/// fixed grey level, colour by colour half way.
cv::Mat exposureCurve(const std::vector<cv::Vec3b>& samples) {
  cv::Scalar gain(1.0, 1.0, 1.0);
  double veil = 0.0;
  if (samples.size() >= 16) {
    veil = veilOf(samples);
    std::array<double, 3> high{};
    for (int c = 0; c < 3; ++c) {
      std::vector<uchar> values;
      for (const cv::Vec3b& bgr : samples)
        values.push_back(bgr[c]);
      high[static_cast<std::size_t>(c)] = std::max(8.0, unveiled(levelAt(values, 90), veil));
    }
    const double grey = (high[0] + high[1] + high[2]) / 3.0;
    for (int c = 0; c < 3; ++c)
      gain[c] = std::clamp(200.0 / std::sqrt(grey * high[static_cast<std::size_t>(c)]), 0.4, 4.0);
  }
  cv::Mat curve(1, 256, CV_8UC3);
  for (int k = 0; k < 256; ++k) {
    const double level = unveiled(k, veil);
    for (int c = 0; c < 3; ++c)
      curve.at<cv::Vec3b>(k)[c] = cv::saturate_cast<uchar>(gain[c] * level);
  }
  return curve;
}

/// A part of a picture, without the grain that the camera sharpened: pale men seen from above are no men in it. Other
/// noise stays, for the networks have learnt to look through it, and smoothed pictures are read a little worse.
cv::Mat withoutSharpGrain(const cv::Mat& image_bgr, const cv::Rect& part) {
  constexpr double grain_px = 1.0;
  if (!hasSharpGrain(image_bgr))
    return image_bgr(part);
  cv::Mat smooth;
  cv::GaussianBlur(image_bgr(part), smooth, cv::Size(0, 0), grain_px);
  return smooth;
}

/// What lies at picture_from_crop (x, y, 1) for every pixel of a crop of this size.
cv::Mat warped(const cv::Mat& picture, const cv::Matx23d& picture_from_crop, const cv::Size& size) {
  cv::Mat crop;
  cv::warpAffine(picture, crop, picture_from_crop, size, cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_CONSTANT,
                 cv::Scalar(110, 110, 110));
  return crop;
}

} // namespace

CropSource prepareCrops(const cv::Mat& image_bgr, const BoardView& view,
                        const std::vector<Eigen::Vector2d>& more_feet_mm) {
  const double width_px = squareWidth(view, Eigen::Vector2d::Zero());
  const double factor = std::min(1.0, 1.15 * Shape::square_px / width_px);
  const cv::Rect part = cropped(image_bgr.size(), view, more_feet_mm);
  CropSource source{withoutSharpGrain(image_bgr, part), view.cut(part.x, part.y, part.width, part.height)};
  if (factor < 1.0) {
    const cv::Size size(cvRound(factor * part.width), cvRound(factor * part.height));
    source.view = source.view.resized(size.width, size.height);
    cv::Mat resized;
    cv::resize(source.image, resized, size, 0, 0, cv::INTER_AREA);
    source.image = resized;
  }
  cv::Mat evened;
  cv::LUT(source.image, exposureCurve(samplesOf(source.image, source.view)), evened);
  source.image = evened;
  return source;
}

cv::Mat halved(const cv::Mat& picture) {
  const cv::Size size(picture.cols / 2, picture.rows / 2);
  return size.empty() ? cv::Mat() : reducedTo(picture({0, 0, 2 * size.width, 2 * size.height}), size);
}

ColumnPlace::ColumnPlace(const BoardView& view, const Eigen::Vector2d& foot_mm)
    : foot(view.pixel(foot_mm)),
      up((view.pixel(foot_mm + away(view, foot_mm) * (0.3 * view.square_mm)) - foot).normalized()),
      right(-up.y(), up.x()), scale(squareWidth(view, foot_mm) / Shape::square_px) {}

cv::Matx23d ColumnPlace::pictureFromCrop() const {
  const Eigen::Vector2d x = scale * right, y = -scale * up, origin = foot - x * Shape::foot_x_px - y * Shape::foot_y_px;
  return {x.x(), y.x(), origin.x(), x.y(), y.y(), origin.y()};
}

CropColumn::CropColumn(const CropSource& source, const Eigen::Vector2d& foot_mm)
    : source_(&source), foot_mm_(foot_mm), place_(source.view, foot_mm),
      rise_(std::max(1.0, (source.view.pixel(foot_mm, source.view.square_mm) - place_.foot).dot(place_.up) /
                              place_.scale)) {}

cv::Rect CropColumn::part() const {
  return pixelsOf(boxOf(place_), source_->image.size(), 1);
}

cv::Mat CropColumn::colours() const {
  return warped(source_->image, place_.pictureFromCrop(), {Shape::width_px, Shape::height_px});
}

cv::Mat CropColumn::coarseColours(const cv::Mat& half_picture) const {
  cv::Matx23d picture_from_crop = place_.pictureFromCrop(); // the middles of coarse pixels lie at 2 x + 1/2
  for (int row = 0; row < 2; ++row)
    picture_from_crop(row, 2) =
        0.5 * (picture_from_crop(row, 2) + 0.5 * (picture_from_crop(row, 0) + picture_from_crop(row, 1)) - 0.5);
  return warped(half_picture, picture_from_crop, {Shape::width_px / 2, Shape::height_px / 2});
}

cv::Rect CropColumn::ownPart(const Upright& thing) const {
  constexpr int below = 42, head = 18; // half a square and what a man may stand off its middle
  const int half_width = static_cast<int>(Shape::square_px * thing.half_width);
  const int top = std::max(0, static_cast<int>(Shape::foot_y_px - std::max(thing.tallest * rise_ + head, 1.0 * below)));
  return {Shape::foot_x_px - half_width, top, 2 * half_width,
          std::min<int>(Shape::height_px, Shape::foot_y_px + below) - top};
}

void CropColumn::planes(const cv::Mat& colours, float* out) const {
  const BoardView& view = source_->view;
  const int area = Shape::width_px * Shape::height_px;
  std::array<cv::Mat, 3> channels;
  cv::split(colours, channels.data());
  for (int c = 0; c < 3; ++c) {
    cv::Mat plane(Shape::height_px, Shape::width_px, CV_32F, out + c * area);
    channels[static_cast<std::size_t>(c)].convertTo(plane, CV_32F, 1.0 / 255.0);
  }
  cv::Mat height(Shape::height_px, Shape::width_px, CV_32F, out + 3 * area);
  for (int y = 0; y < Shape::height_px; ++y)
    height.row(y).setTo(std::clamp((Shape::foot_y_px - y) / rise_ / 2.5, -0.4, 1.0));
  cv::Mat mask(Shape::height_px, Shape::width_px, CV_32F, out + 4 * area);
  mask.setTo(0.0);
  std::array<cv::Point, 4> outline;
  const double half = 0.5 * view.square_mm;
  const std::array<Eigen::Vector2d, 4> corners{Eigen::Vector2d(-half, -half), Eigen::Vector2d(half, -half),
                                               Eigen::Vector2d(half, half), Eigen::Vector2d(-half, half)};
  for (std::size_t k = 0; k < 4; ++k) {
    const Eigen::Vector2d offset = (view.pixel(foot_mm_ + corners[k]) - place_.foot) / place_.scale;
    outline[k] = {cvRound(16.0 * (Shape::foot_x_px + offset.dot(place_.right))),
                  cvRound(16.0 * (Shape::foot_y_px - offset.dot(place_.up)))};
  }
  cv::fillConvexPoly(mask, outline.data(), 4, cv::Scalar(1.0), cv::LINE_8, 4);
}

void cropColumn(const CropSource& source, const Eigen::Vector2d& foot_mm, float* out) {
  const CropColumn column(source, foot_mm);
  column.planes(column.colours(), out);
}

CropPerspective::CropPerspective(const float* crop, const Eigen::Vector2d& foot_squares) {
  // The plane of heights: (foot row - row) / rise / 2.5, also where it was kept as bytes.
  constexpr int rows = 15;
  constexpr double most_rise = 69.0; // of a square seen from the side; a little more than its width, as men are near
  const float* height = crop + 3 * Shape::height_px * Shape::width_px;
  const double slope = static_cast<double>(height[(Shape::foot_y_px - rows) * Shape::width_px] -
                                           height[Shape::foot_y_px * Shape::width_px]) /
                       rows;
  rise_px = std::max(1.0, 0.4 / std::max(slope, 1e-6));
  const double share = std::min(1.0, rise_px / most_rise);
  flat = std::sqrt(1.0 - share * share);
  foot_x = Shape::foot_x_px + Shape::square_px * foot_squares.x();
  foot_y = Shape::foot_y_px - Shape::square_px * flat * foot_squares.y();
}

cv::Mat cropTopDown(const cv::Mat& image_bgr, const BoardView& view, const Eigen::Vector2d& centre_mm, double height_mm,
                    double share, int size_px) {
  const double half_mm = 0.5 * share * view.square_mm;
  std::array<cv::Point2f, 4> from;
  const std::array<Eigen::Vector2d, 4> corners{Eigen::Vector2d(-half_mm, half_mm), Eigen::Vector2d(half_mm, half_mm),
                                               Eigen::Vector2d(half_mm, -half_mm), Eigen::Vector2d(-half_mm, -half_mm)};
  for (std::size_t k = 0; k < 4; ++k)
    from[k] = point(view.pixel(centre_mm + corners[k], height_mm));
  const float end = static_cast<float>(size_px) - 0.5F;
  const std::array<cv::Point2f, 4> to{cv::Point2f(-0.5F, -0.5F), cv::Point2f(end, -0.5F), cv::Point2f(end, end),
                                      cv::Point2f(-0.5F, end)};
  cv::Mat crop;
  cv::warpPerspective(image_bgr, crop, cv::getPerspectiveTransform(from.data(), to.data()), {size_px, size_px},
                      cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  return crop;
}

} // namespace linesman
