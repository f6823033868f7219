#include "vision/die_network.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <vector>

#include <opencv2/dnn.hpp>
#include <opencv2/imgproc.hpp>

#include "vision/die_reader.h"
#include "vision/network_file.h"

namespace linesman {

namespace {

constexpr int faces = 6, close_px = 48, face_px = 64, turns = 4;
/// What the logits of a face count, for places are off now and then: 0.6 to 0.7 make held-out renders likeliest.
constexpr double face_share = 0.65;
constexpr double cell_px = 8.0, usual_edge_px = 24.0, close_edge_px = 22.0, face_edge_px = 30.0;

/// What one cell says.
struct CellAnswer {
  double there = 0.0, x = 0.0, y = 0.0, edge = 0.0;
};

CellAnswer cellOf(const float* planes, int cells, int column, int row) {
  const auto at = [&](int plane) { return static_cast<double>(planes[(plane * cells + row) * cells + column]); };
  CellAnswer cell;
  double sum = 0.0; // odds of any face
  for (int f = 0; f < faces; ++f)
    sum += std::exp(at(1 + f) - at(0));
  cell.there = sum / (1.0 + sum);
  cell.x = (column + 0.5 + at(7)) * cell_px - 0.5;
  cell.y = (row + 0.5 + at(8)) * cell_px - 0.5;
  cell.edge = usual_edge_px * std::exp(std::clamp(at(9), -1.5, 1.0));
  return cell;
}

/// The die nearest to the middle of those that are likely.
CellAnswer nearestDie(const float* planes, int cells, double most_away, double usual_away) {
  const double middle = 0.5 * (cells * cell_px - 1.0);
  CellAnswer best;
  double highest = 0.0;
  for (int row = 0; row < cells; ++row)
    for (int column = 0; column < cells; ++column) {
      const CellAnswer cell = cellOf(planes, cells, column, row);
      const double away = std::hypot(cell.x - middle, cell.y - middle);
      const double score = cell.there * std::exp(-0.5 * std::pow(away / usual_away, 2));
      if (away < most_away && score > highest) {
        highest = score;
        best = cell;
      }
    }
  return best;
}

/// Pictures of one size as the network wants them.
cv::Mat blobOf(const std::vector<cv::Mat>& pictures) {
  const int size = pictures.front().rows, sizes[] = {static_cast<int>(pictures.size()), 3, size, size};
  cv::Mat blob(4, sizes, CV_32F);
  for (int k = 0; k < sizes[0]; ++k)
    for (int c = 0; c < 3; ++c) {
      cv::Mat one, plane(size, size, CV_32F, blob.ptr<float>(k, c));
      cv::extractChannel(pictures[static_cast<std::size_t>(k)], one, c);
      one.convertTo(plane, CV_32F, 1.0 / 64.0, -2.0);
    }
  return blob;
}

/// The part of a window around a place, `size_px` square, `scale` times as large.
cv::Mat lookAt(const cv::Mat& window, const cv::Point2d& place, double scale, int size_px) {
  const double middle = 0.5 * (size_px - 1);
  const cv::Matx23d look_from_window(scale, 0.0, middle - scale * place.x, 0.0, scale, middle - scale * place.y);
  cv::Mat look;
  cv::warpAffine(window, look, look_from_window, {size_px, size_px}, cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  return look;
}

/// The part of a window around a die, enlarged or reduced until its edge takes `close_edge_px`.
cv::Mat closeLook(const cv::Mat& window, const CellAnswer& die) {
  return lookAt(window, {die.x, die.y}, close_edge_px / die.edge, close_px);
}

/// The same of a window that may be finer than the one in which the die's place was told, for its face.
cv::Mat faceLook(const cv::Mat& fine, const CellAnswer& die) {
  const double finer = static_cast<double>(fine.cols) / DieReader::window_px, scale = face_edge_px / (finer * die.edge);
  cv::Mat soft;    // of its own: OpenCV would blur into what a copy shares
  if (scale < 0.8) // pixels are dropped: blur first
    cv::GaussianBlur(fine, soft, {}, 0.35 / scale);
  return lookAt(soft.empty() ? fine : soft, {finer * (die.x + 0.5) - 0.5, finer * (die.y + 0.5) - 0.5}, scale, face_px);
}

/// A look and what it is turned by quarters: faces are the same in all four.
std::vector<cv::Mat> inFourTurns(cv::Mat look) {
  std::vector<cv::Mat> looks{std::move(look)};
  while (looks.size() < turns) {
    looks.emplace_back();
    cv::rotate(looks[looks.size() - 2], looks.back(), cv::ROTATE_90_COUNTERCLOCKWISE);
  }
  return looks;
}

/// The die again, its place and edge told by the close look at it.
CellAnswer placedAnew(const CellAnswer& die, const CellAnswer& close) {
  const double scale = die.edge / close_edge_px, middle = 0.5 * (close_px - 1);
  CellAnswer anew = die;
  anew.x += scale * (close.x - middle);
  anew.y += scale * (close.y - middle);
  anew.edge = scale * close.edge;
  return anew;
}

/// A place in a look that was turned counter-clockwise by `quarters`, as the look has it that was not.
CellAnswer turnedBack(CellAnswer at, int quarters) {
  for (int k = 0; k < quarters; ++k)
    at = {at.there, (close_px - 1) - at.y, at.x, at.edge};
  return at;
}

/// What the four turns of a look say together.
CellAnswer meanOfTurns(const cv::Mat& planes) {
  CellAnswer mean;
  double edge = 0.0, sum = 0.0;
  for (int k = 0; k < turns; ++k) {
    const CellAnswer one = turnedBack(nearestDie(planes.ptr<float>(k), close_px / 8, 10.0, 8.0), k);
    mean.there += one.there / turns;
    mean.x += one.there * one.x;
    mean.y += one.there * one.y;
    edge += one.there * std::log(std::max(1.0, one.edge));
    sum += one.there;
  }
  return sum > 1e-6 ? CellAnswer{mean.there, mean.x / sum, mean.y / sum, std::exp(edge / sum)}
                    : CellAnswer{0.0, 0.5 * (close_px - 1), 0.5 * (close_px - 1), close_edge_px};
}

/// Midway the places that single looks tell err less: faces of dice on rendered boards and of photographed ones are
/// told likelier than from either place.
CellAnswer midway(const CellAnswer& a, const CellAnswer& b) {
  return {b.there, 0.5 * (a.x + b.x), 0.5 * (a.y + b.y), std::sqrt(a.edge * b.edge)};
}

} // namespace

int DieGuess::best() const {
  return 1 + static_cast<int>(std::max_element(p.begin(), p.end()) - p.begin());
}

/// The places' weights three times: a network that is asked in several sizes in turns arranges itself anew each time.
struct DieNetwork::Net {
  cv::dnn::Net wide, close, turned, face;
  std::mutex busy;
};

DieNetwork::DieNetwork(std::unique_ptr<Net> net) : net_(std::move(net)) {}
DieNetwork::~DieNetwork() = default;
DieNetwork::DieNetwork(DieNetwork&&) noexcept = default;
DieNetwork& DieNetwork::operator=(DieNetwork&&) noexcept = default;

Result<DieNetwork> DieNetwork::load(const std::filesystem::path& folder) {
  auto net = std::make_unique<Net>();
  for (cv::dnn::Net* one : {&net->wide, &net->close, &net->turned}) {
    auto read = readNetwork(folder / "dice.onnx");
    if (!read)
      return tl::unexpected(read.error());
    *one = std::move(*read);
  }
  auto face = readNetwork(folder / "faces.onnx", {turns, 3, face_px, face_px}, {turns, faces});
  if (!face)
    return tl::unexpected(face.error());
  net->face = std::move(*face);
  return DieNetwork(std::move(net));
}

const Result<std::shared_ptr<const DieNetwork>>& DieNetwork::shipped() {
  static const auto one = readShipped<DieNetwork>("models/detectors");
  return one;
}

DieGuess DieNetwork::read(const cv::Mat& window_bgr, const Edges& edges) const {
  const auto asKnown = [&](CellAnswer die) {
    die.edge = std::clamp(die.edge, edges.least_px, edges.most_px);
    return die;
  };
  const std::lock_guard<std::mutex> lock(net_->busy);
  const cv::Mat window = DieReader::reduced(window_bgr);
  net_->wide.setInput(blobOf({window}));
  const cv::Mat wide = net_->wide.forward();
  const CellAnswer first = asKnown(nearestDie(wide.ptr<float>(), DieReader::window_px / 8, 26.0, 14.0));
  DieGuess guess;
  guess.there = first.there;
  if (first.there < 0.05)
    return guess;
  net_->close.setInput(blobOf({closeLook(window, first)}));
  const cv::Mat again = net_->close.forward();
  const CellAnswer near = asKnown(placedAnew(first, nearestDie(again.ptr<float>(), close_px / 8, 12.0, 8.0)));
  net_->turned.setInput(blobOf(inFourTurns(closeLook(window, near))));
  const CellAnswer close = meanOfTurns(net_->turned.forward());
  const CellAnswer die = midway(near, asKnown(placedAnew(near, close)));
  guess.x = die.x;
  guess.y = die.y;
  guess.edge_px = die.edge;
  net_->face.setInput(blobOf(inFourTurns(faceLook(window_bgr, die))));
  const cv::Mat face = net_->face.forward();
  std::array<double, faces> logits{};
  for (int k = 0; k < turns; ++k)
    for (std::size_t f = 0; f < faces; ++f)
      logits[f] += face_share * static_cast<double>(face.at<float>(k, static_cast<int>(f))) / turns;
  guess.there = std::min(guess.there, close.there);
  const double most = *std::max_element(logits.begin(), logits.end());
  double sum = 0.0;
  for (std::size_t f = 0; f < faces; ++f)
    sum += guess.p[f] = std::exp(logits[f] - most);
  for (double& p : guess.p)
    p /= sum;
  return guess;
}

} // namespace linesman
