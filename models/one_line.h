#pragma once
#include <string>
#include <string_view>

namespace linesman {

/// Whether a text is one line of signs that are seen: no line ends and other control characters (a terminal takes some
/// for commands), and nothing that turns the order of the letters behind it round (Unicode's bidirectional overrides,
/// embeddings and isolates). Names stand in the lines of a transcript, and are to be read as they are.
bool isOneLine(std::string_view text);

/// The text (UTF-8) with such signs spelled by their number in hexadecimal, between `before` and `after`: a name that
/// somebody else wrote is shown as what it is.
std::string spelled(std::string_view text, std::string_view before = "<U+", std::string_view after = ">");

} // namespace linesman
