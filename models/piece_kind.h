#pragma once
#include <optional>
#include <string_view>

namespace linesman {

enum class PyramidSize { small, medium, large };
enum class Posture { lying, upright };
enum class Colour { red, yellow, green, blue, cyan, purple, pink, orange, clear, white, black };
inline constexpr int colour_count = 11;

std::string_view nameOf(PyramidSize size);
std::string_view nameOf(Posture posture);
std::string_view nameOf(Colour colour);
std::optional<PyramidSize> pyramidSizeFrom(std::string_view name); ///< "small" or "S", ...
std::optional<Colour> colourFrom(std::string_view name);

} // namespace linesman
