#include "models/one_line.h"

#include <array>
#include <cstdint>
#include <cstdio>

namespace linesman {

namespace {

struct Sign {
  std::size_t bytes = 1;
  std::uint32_t number = 0;
};

/// Of the signs of interest, which have up to three bytes (RFC 3629); a byte of anything else stands for itself.
Sign signAt(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return at + i < text.size() ? static_cast<std::uint32_t>(static_cast<unsigned char>(text[at + i])) : 0U;
  };
  const auto goesOn = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  if ((byte(0) & 0xE0U) == 0xC0U && goesOn(1))
    return {2, (byte(0) & 0x1FU) << 6U | (byte(1) & 0x3FU)};
  if ((byte(0) & 0xF0U) == 0xE0U && goesOn(1) && goesOn(2))
    return {3, (byte(0) & 0x0FU) << 12U | (byte(1) & 0x3FU) << 6U | (byte(2) & 0x3FU)};
  if ((byte(0) & 0xF8U) == 0xF0U && goesOn(1) && goesOn(2) && goesOn(3))
    return {4, 0x10000U}; // none of interest
  return {1, byte(0)};
}

bool isHidden(std::uint32_t number) {
  return number < 0x20U || (number >= 0x7FU && number < 0xA0U) || // controls
         (number >= 0x2028U && number <= 0x202EU) ||              // ends of lines and paragraphs, embeddings, overrides
         (number >= 0x2066U && number <= 0x2069U);                // isolates
}

} // namespace

bool isOneLine(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const Sign sign = signAt(text, at);
    if (isHidden(sign.number))
      return false;
    at += sign.bytes;
  }
  return true;
}

std::string spelled(std::string_view text, std::string_view before, std::string_view after) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const Sign sign = signAt(text, at);
    if (isHidden(sign.number)) {
      std::array<char, 8> number{};
      std::snprintf(number.data(), number.size(), "%04X", static_cast<unsigned>(sign.number));
      out.append(before).append(number.data()).append(after);
    } else {
      out.append(text.substr(at, sign.bytes));
    }
    at += sign.bytes;
  }
  return out;
}

} // namespace linesman
