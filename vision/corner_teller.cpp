#include "vision/corner_teller.h"

#include <algorithm>
#include <tuple>

#include "vision/men_facing.h"
#include "vision/printed_coordinates.h"
#include "vision/start_array.h"

namespace linesman {

namespace {

/// Quarter turns that make a start position of the readings, if they show one.
std::optional<int> startTurn(const std::vector<SquareReading>& readings, int columns, int rows) {
  if (columns != 8 || rows != 8)
    return std::nullopt;
  const StartArray start = orthodoxArray();
  for (int q = 0; q < 4; ++q) {
    int right = 0, sides = 0;
    for (const SquareReading& reading : readings) {
      const auto [file, rank] = turnedSquare(reading.file, reading.rank, columns, rows, q);
      const int begun = start[static_cast<std::size_t>(rank * columns + file)];
      right += reading.best() == begun ? 1 : 0;
      sides += sideOfClass(reading.best()) == sideOfClass(begun) ? 1 : 0;
    }
    if (right >= 54 && sides >= 61)
      return q;
  }
  return std::nullopt;
}

} // namespace

void turnFeet(std::vector<SquareReading>& readings, int quarters) {
  for (SquareReading& r : readings)
    for (int q = 0; q < quarters; ++q)
      r.foot_mm = {r.foot_mm.y(), -r.foot_mm.x()};
}

std::vector<SquareReading> turnReadings(const std::vector<SquareReading>& readings, int columns, int rows,
                                        int quarters) {
  std::vector<SquareReading> out = readings;
  turnFeet(out, quarters);
  for (SquareReading& r : out)
    std::tie(r.file, r.rank) = turnedSquare(r.file, r.rank, columns, rows, quarters);
  std::sort(out.begin(), out.end(), [](const SquareReading& a, const SquareReading& b) {
    return std::pair(a.rank, a.file) < std::pair(b.rank, b.file);
  });
  return out;
}

std::optional<int> CornerTeller::printedTurn(const cv::Mat& image_bgr, const FoundBoard& found) {
  if (!signs_)
    return std::nullopt;
  const TurnChances chances = readCoordinates(*signs_, image_bgr, found);
  mirrored_ = surelyMirrored(chances);
  return surelyTold(chances);
}

std::optional<CornerTeller::Turn> CornerTeller::turnOf(const cv::Mat& image_bgr, const FoundBoard& found,
                                                       const std::vector<SquareReading>& readings, bool orthodox) {
  constexpr int first_wait = 30, longest_wait = 1000; // pictures: what hid the print may have gone
  const BoardView& view = found.view;
  if (const auto begun = startTurn(readings, view.columns, view.rows)) {
    if (const auto printed = printedTurn(image_bgr, found))
      men_from_print_ = (*printed - *begun + 4) % 4;
    return Turn{*begun, By::start};
  }
  if (until_print_-- > 0)
    return std::nullopt;
  until_print_ = print_waits_ = std::clamp(2 * print_waits_, first_wait, longest_wait);
  const auto printed = printedTurn(image_bgr, found);
  if (!printed)
    return std::nullopt;
  if (!men_from_print_ && orthodox &&
      facingOf(turnReadings(readings, view.columns, view.rows, *printed)) == Facing::other_way)
    men_from_print_ = 2;
  const int quarters = (*printed - men_from_print_.value_or(0) + 4) % 4;
  return Turn{quarters, quarters == *printed ? By::print : By::men};
}

int CornerTeller::turn(const cv::Mat& image_bgr, FoundBoard& found, const std::vector<SquareReading>& readings,
                       bool orthodox) {
  told_.reset();
  if (!found.orientation_known || doubted_)
    told_ = turnOf(image_bgr, found, readings, orthodox);
  if (!told_)
    return 0;
  if (told_->quarters != 0)
    found = found.turned(told_->quarters);
  found.orientation_known = true;
  return told_->quarters;
}

} // namespace linesman
