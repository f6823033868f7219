#include "vision/city_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "models/board_size.h"
#include "models/median.h"
#include "models/toml_file.h"
#include "vision/square_crop.h"

namespace linesman {

namespace {

/// What the square network has to give for a die; where it sees a man more, and the shape has to tell the die alone,
/// because a pawn's head is much like one pip. Where it is sure the die's own network may doubt that one is there: of
/// 15000 rendered squares without a die ten had so much.
constexpr double die_suspected = 0.5, beside_man = 0.9, surely_die = 0.98, man_there = 0.5;
/// Where the square network sees neither die nor man, as on prints that it has not learnt, the other has to be as sure
/// as this, and of more than one pip: so the hole of a letter looks.
constexpr double sure_alone = 0.99;

/// The window in which circles are looked for: squares, pixels, and pixels a square.
constexpr double window_squares = 1.2, window_scale = DieReader::window_px / window_squares;

cv::Vec3f sample(const cv::Mat& window, double x, double y) {
  x = std::clamp(x, 0.0, window.cols - 1.001);
  y = std::clamp(y, 0.0, window.rows - 1.001);
  const int u = static_cast<int>(x), v = static_cast<int>(y);
  const auto fx = static_cast<float>(x - u), fy = static_cast<float>(y - v);
  const auto* above = window.ptr<cv::Vec3f>(v) + u;
  const auto* below = window.ptr<cv::Vec3f>(v + 1) + u;
  return (1.0F - fy) * ((1.0F - fx) * above[0] + fx * above[1]) + fy * ((1.0F - fx) * below[0] + fx * below[1]);
}

struct CircleStep {
  double evenness = 0.0;     ///< mean step over its spread along the circle
  std::vector<double> steps; ///< along the circle
};

/// Steps of colour from a circle to its inside and outside, along the circle's mean step: of both the smaller.
CircleStep stepOf(const cv::Mat& window, double x, double y, double radius_px) {
  constexpr int count = 32;
  constexpr double aside_px = 0.075 * window_scale;
  static const auto directions = [] {
    std::array<cv::Point2d, count> out;
    for (std::size_t k = 0; k < count; ++k) {
      const double angle = 2.0 * std::numbers::pi * static_cast<double>(k) / count;
      out[k] = {std::cos(angle), std::sin(angle)};
    }
    return out;
  }();
  std::array<cv::Vec3f, count> inner, outer;
  cv::Vec3f mean(0.0F, 0.0F, 0.0F);
  for (std::size_t k = 0; k < count; ++k) {
    const auto at = [&](double r) { return sample(window, x + r * directions[k].x, y + r * directions[k].y); };
    const cv::Vec3f on = at(radius_px);
    inner[k] = on - at(radius_px - aside_px);
    outer[k] = on - at(radius_px + aside_px);
    mean += (inner[k] + outer[k]) * (0.5F / count);
  }
  const float length = static_cast<float>(cv::norm(mean)) + 1e-3F;
  std::vector<double> steps(count);
  double sum = 0.0, squares = 0.0;
  for (std::size_t k = 0; k < count; ++k) {
    const double step = static_cast<double>(std::min(inner[k].dot(mean), outer[k].dot(mean)) / length);
    steps[k] = step;
    sum += step / count;
    squares += step * step / count;
  }
  constexpr double usual_spread = 4.0;
  return {sum / (std::sqrt(std::max(0.0, squares - sum * sum)) + usual_spread), std::move(steps)};
}

double logit(double p) {
  return std::log(std::max(1e-6, p) / std::max(1e-6, 1.0 - p));
}

/// Whether a rubber band lies there, from the network's answer and from the circle. Weights of a logistic regression on
/// 247 rings and 498 squares without one of rendered scenes; claimed from 0.95 on, because printed signs are round too.
bool isRing(double network, double step) {
  constexpr double claimed = 3.0;
  return 0.67 * logit(network) + 1.30 * std::log(std::clamp(step, 1.0, 60.0)) - 1.11 > claimed;
}

} // namespace

std::vector<CityPlace> cityPlaces(const std::string& definition) {
  std::vector<CityPlace> places;
  for (const MapSquare& square : boardMap(definition))
    if (square.word.front() == 'C')
      places.push_back({square.file, square.rank, Eigen::Vector2d::Zero()});
  const std::vector<CityPlace> squares = places;
  const auto file = readToml(boardFile(definition));
  if (!file)
    return places;
  const double square_mm = (*file)["grid"]["square_mm"].value_or(50.0);
  if (const auto* cities = (*file)["city"].as_array())
    for (const toml::node& city : *cities) {
      const auto* anchor = city.as_table() != nullptr ? (*city.as_table())["die_anchor_mm"].as_array() : nullptr;
      if (anchor == nullptr || anchor->size() != 2 || !(square_mm > 0.0) || squares.empty())
        continue;
      const Eigen::Vector2d at((*anchor)[0].value_or(0.0) / square_mm, (*anchor)[1].value_or(0.0) / square_mm);
      const auto off = [&](const CityPlace& place) {
        return Eigen::Vector2d(at - Eigen::Vector2d(place.file + 0.5, place.rank + 0.5));
      };
      CityPlace nearest = *std::min_element(
          squares.begin(), squares.end(), [&](const auto& a, const auto& b) { return off(a).norm() < off(b).norm(); });
      nearest.offset_squares = off(nearest);
      if (nearest.offset_squares.norm() > 0.2) // nearer ones are found from the square's middle
        places.push_back(nearest);
    }
  return places;
}

double ringStep(const cv::Mat& image_bgr, const BoardView& view, const Eigen::Vector2d& centre_mm) {
  cv::Mat window;
  cropTopDown(image_bgr, view, centre_mm, 0.02 * view.square_mm, window_squares, DieReader::window_px)
      .convertTo(window, CV_32FC3);
  constexpr double middle = 0.5 * (DieReader::window_px - 1);
  CircleStep best;
  for (int dy = -3; dy <= 3; ++dy)
    for (int dx = -3; dx <= 3; ++dx)
      for (double radius = 0.28; radius < 0.49; radius += 0.02) {
        constexpr double aside = 0.04 * window_scale;
        CircleStep step = stepOf(window, middle + aside * dx, middle + aside * dy, radius * window_scale);
        if (step.evenness > best.evenness)
          best = std::move(step);
      }
  return best.steps.empty() ? 0.0 : medianOf(std::move(best.steps));
}

std::set<std::pair<int, int>> CityReader::squares() const {
  std::set<std::pair<int, int>> out;
  for (const CityPlace& place : places_)
    out.emplace(place.file, place.rank);
  return out;
}

Eigen::Vector2d CityReader::placeOf(const CityPlace& place, const BoardView& view) const {
  return view.centre_mm(place.file, place.rank) + place.offset_squares * view.square_mm;
}

void CityReader::look(const cv::Mat& image_bgr, const BoardView& view, const CityPlace& place,
                      const SquareReading& reading, std::optional<CropSource>& source, Seen& seen) const {
  const bool man = reading.occupied() >= man_there;
  seen = {};
  seen.version = reading.version;
  seen.suspected = reading.die >= (man ? beside_man : die_suspected);
  if (man)
    seen.reader = DieReader::byShape();
  else if (reading.die >= surely_die)
    seen.place = DieSearch::Place::seen;
  if (seen.suspected || !man) {
    seen.die = seen.reader.read(image_bgr, view, placeOf(place, view), {seen.place});
    if (!seen.suspected && (seen.die.face < 2 || seen.die.p < sure_alone))
      seen.die = {};
  }
  if (place.offset_squares.isZero() && (seen.suspected || reading.occupied() < 0.5)) {
    if (!source)
      source = prepareCrops(image_bgr, view);
    seen.ring = isRing(reading.ring, ringStep(source->image, source->view, placeOf(place, view)));
  }
}

void CityReader::lookAgain(const cv::Mat& image_bgr, const BoardView& view) {
  constexpr double sure = 0.9;
  constexpr double one_size = 1.3;      // edges are told to a thirteenth
  constexpr double most_by_size = 0.89; // that dice are of one size is likely, but no ruling rests on it
  std::vector<double> edges;
  for (const Seen& seen : seen_)
    if (seen.die.p >= sure)
      edges.push_back(seen.die.edge_px);
  if (edges.size() < 2 || *std::ranges::max_element(edges) > one_size * *std::ranges::min_element(edges))
    return;
  const double edge = medianOf(edges);
  for (std::size_t k = 0; k < places_.size(); ++k) {
    DieReading& told = seen_[k].die;
    if (!seen_[k].suspected || told.p >= sure)
      continue;
    DieReading again =
        seen_[k].reader.read(image_bgr, view, placeOf(places_[k], view), {seen_[k].place, 0.93 * edge, 1.07 * edge});
    if (told.face == 0)
      again.p = std::min(again.p, most_by_size);
    if ((told.face == 0 || again.face == told.face) && again.p > told.p)
      told = again;
  }
}

CityReader::Marks CityReader::read(const cv::Mat& image_bgr, const BoardView& view,
                                   const std::vector<SquareReading>& readings) {
  seen_.resize(places_.size());
  bool changed = false;
  std::optional<CropSource> source; // once for all places
  Marks marks;
  std::vector<const SquareReading*> of(places_.size(), nullptr);
  for (std::size_t k = 0; k < places_.size(); ++k) {
    const auto index = static_cast<std::size_t>(places_[k].file + places_[k].rank * view.columns);
    if (places_[k].file >= view.columns || index >= readings.size())
      continue;
    of[k] = &readings[index];
    if (seen_[k].version == of[k]->version)
      continue;
    look(image_bgr, view, places_[k], *of[k], source, seen_[k]);
    changed = true;
  }
  if (changed)
    lookAgain(image_bgr, view);
  for (std::size_t k = 0; k < places_.size(); ++k) {
    if (of[k] == nullptr)
      continue;
    const std::string square = squareName(places_[k].file, places_[k].rank);
    if (seen_[k].die.face > 0)
      marks.dice.push_back({square, seen_[k].die.face, seen_[k].die.p});
    if (seen_[k].ring)
      marks.rings.push_back(square);
  }
  return marks;
}

} // namespace linesman
