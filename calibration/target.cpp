#include "calibration/target.h"

#include <charconv>
#include <cmath>
#include <optional>
#include <sstream>

#include "calibration/marker_detection.h"

namespace linesman {
namespace {

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text)
    if (c == ':' || c == ',' || c == ' ')
      parts.emplace_back();
    else
      parts.back() += c;
  std::erase_if(parts, [](const std::string& part) { return part.empty(); });
  return parts;
}

std::optional<double> numberOf(const std::string& text) {
  double number = 0.0;
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, number);
  if (result.ec != std::errc() || result.ptr != end || !(number > 0.0) || !std::isfinite(number))
    return std::nullopt;
  return number;
}

std::optional<std::pair<int, int>> countsOf(const std::string& text) {
  const std::size_t x = text.find('x');
  if (x == std::string::npos)
    return std::nullopt;
  const auto columns = numberOf(text.substr(0, x));
  const auto rows = numberOf(text.substr(x + 1));
  if (!columns || !rows || *columns != std::floor(*columns) || *rows != std::floor(*rows) || *columns > 200 ||
      *rows > 200)
    return std::nullopt;
  return std::pair(static_cast<int>(*columns), static_cast<int>(*rows));
}

tl::unexpected<Error> unreadable(const std::string& text, const std::string& why) {
  return fail("The target \"" + text + "\" cannot be read: " + why +
              "; write charuco:7x5:36:27:DICT_5X5_100, chessboard:9x6:25, tags:7x5:36:27:DICT_APRILTAG_36h11, a4 or "
              "letter.");
}

Result<void> readMarkerParts(const std::vector<std::string>& parts, const std::string& text,
                             CalibrationTarget& target) {
  if (parts.size() != 5)
    return unreadable(text, "it needs counts, two sizes and a dictionary");
  const auto marker_mm = numberOf(parts[3]);
  if (!marker_mm || *marker_mm >= target.square_mm)
    return unreadable(text, "the markers must be smaller than their squares");
  target.marker_mm = *marker_mm;
  target.dictionary = parts[4].rfind("DICT_", 0) == 0 ? parts[4] : "DICT_" + parts[4];
  const auto size = dictionarySize(target.dictionary);
  if (!size)
    return unreadable(text, "unknown marker dictionary " + target.dictionary);
  const int needed =
      target.kind == CalibrationTarget::Kind::charuco ? target.columns * target.rows / 2 : target.columns * target.rows;
  if (needed > *size)
    return unreadable(text, target.dictionary + " has only " + std::to_string(*size) + " markers");
  return {};
}

} // namespace

CalibrationTarget sheetTarget(const std::string& sheet) {
  // Fits both sheets with a margin of 15 mm or more; the same size on both, so that one name is not taken for the
  // other.
  CalibrationTarget target{CalibrationTarget::Kind::charuco, 9, 6, 27.0, 20.0, "DICT_5X5_100", 0};
  if (sheet == "letter")
    target.square_mm = 26.0, target.marker_mm = 19.0;
  return target;
}

Result<CalibrationTarget> parseTarget(const std::string& text) {
  if (text == "a4" || text == "letter")
    return sheetTarget(text);
  const std::vector<std::string> parts = split(text);
  if (parts.size() < 3)
    return unreadable(text, "it needs a kind, counts and sizes");
  CalibrationTarget target;
  const auto counts = countsOf(parts[1]);
  const auto square_mm = numberOf(parts[2]);
  if (!counts || !square_mm)
    return unreadable(text, "counts go from 1 to 200, and sizes are more than 0 mm");
  target.columns = counts->first;
  target.rows = counts->second;
  target.square_mm = *square_mm;
  if (parts[0] == "chessboard") {
    target.kind = CalibrationTarget::Kind::chessboard;
    target.columns += 1;
    target.rows += 1;
    if (parts.size() != 3 || target.columns < 4 || target.rows < 4)
      return unreadable(text, "a chessboard needs at least 3x3 inner corners and one size");
    return target;
  }
  if (parts[0] == "charuco" || parts[0] == "tags")
    target.kind = parts[0] == "tags" ? CalibrationTarget::Kind::tag_grid : CalibrationTarget::Kind::charuco;
  else
    return unreadable(text, "unknown kind \"" + parts[0] + "\"");
  if (target.columns < 3 || target.rows < 3)
    return unreadable(text, "it needs at least 3 columns and 3 rows");
  if (auto done = readMarkerParts(parts, text, target); !done)
    return tl::unexpected(done.error());
  return target;
}

std::string describe(const CalibrationTarget& target) {
  std::ostringstream out;
  if (target.kind == CalibrationTarget::Kind::chessboard)
    out << "chessboard:" << target.columns - 1 << 'x' << target.rows - 1 << ':' << target.square_mm;
  else
    out << (target.kind == CalibrationTarget::Kind::charuco ? "charuco:" : "tags:") << target.columns << 'x'
        << target.rows << ':' << target.square_mm << ':' << target.marker_mm << ':' << target.dictionary;
  return out.str();
}

} // namespace linesman
