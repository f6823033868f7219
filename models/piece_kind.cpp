#include "models/piece_kind.h"

#include <array>

namespace linesman {

namespace {
constexpr std::array<std::string_view, 3> sizes = {"small", "medium", "large"};
constexpr std::array<std::string_view, 3> letters = {"S", "M", "L"};
constexpr std::array<std::string_view, 2> postures = {"lying", "upright"};
constexpr std::array<std::string_view, colour_count> colours = {"red",  "yellow", "green", "blue",  "cyan", "purple",
                                                                "pink", "orange", "clear", "white", "black"};
} // namespace

std::string_view nameOf(PyramidSize size) {
  return sizes[static_cast<std::size_t>(size)];
}
std::string_view nameOf(Posture posture) {
  return postures[static_cast<std::size_t>(posture)];
}
std::string_view nameOf(Colour colour) {
  return colours[static_cast<std::size_t>(colour)];
}

std::optional<PyramidSize> pyramidSizeFrom(std::string_view name) {
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (name == sizes[i] || name == letters[i])
      return static_cast<PyramidSize>(i);
  return std::nullopt;
}

std::optional<Colour> colourFrom(std::string_view name) {
  for (std::size_t i = 0; i < colours.size(); ++i)
    if (name == colours[i])
      return static_cast<Colour>(i);
  return std::nullopt;
}

} // namespace linesman
