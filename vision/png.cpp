#include "vision/png.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace linesman {

namespace {

constexpr std::string_view signature("\x89PNG\r\n\x1a\n", 8);

/// CRC-32 of ISO/IEC 15948, annex D.
constexpr std::array<std::uint32_t, 256> crc_table = [] {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t n = 0; n < table.size(); ++n) {
    std::uint32_t c = n;
    for (int bit = 0; bit < 8; ++bit)
      c = (c & 1U) != 0 ? 0xEDB88320U ^ (c >> 1U) : c >> 1U;
    table[n] = c;
  }
  return table;
}();

std::uint32_t numberAt(const unsigned char* bytes) {
  return std::uint32_t{bytes[0]} << 24U | std::uint32_t{bytes[1]} << 16U | std::uint32_t{bytes[2]} << 8U | bytes[3];
}

bool readAll(std::FILE* file, unsigned char* to, std::size_t bytes) {
  return std::fread(to, 1, bytes, file) == bytes;
}

/// The rest of a chunk, its check sum included; `crc` begins with the chunk's name.
bool isChunkWhole(std::FILE* file, std::uint32_t length, std::uint32_t crc) {
  std::array<unsigned char, 65536> block{};
  while (length > 0) {
    const std::size_t part = std::min<std::size_t>(length, block.size());
    if (!readAll(file, block.data(), part))
      return false;
    for (std::size_t i = 0; i < part; ++i)
      crc = crc_table[(crc ^ block[i]) & 255U] ^ (crc >> 8U);
    length -= static_cast<std::uint32_t>(part);
  }
  return readAll(file, block.data(), 4) && numberAt(block.data()) == ~crc;
}

} // namespace

bool isTornPng(std::FILE* file) {
  std::array<unsigned char, 8> head{};
  std::rewind(file);
  if (!readAll(file, head.data(), head.size()) ||
      std::string_view(reinterpret_cast<const char*>(head.data()), head.size()) != signature)
    return false;
  while (readAll(file, head.data(), head.size())) { // length and name of a chunk
    std::uint32_t crc = ~0U;
    for (std::size_t i = 4; i < head.size(); ++i)
      crc = crc_table[(crc ^ head[i]) & 255U] ^ (crc >> 8U);
    if (!isChunkWhole(file, numberAt(head.data()), crc))
      return true;
    if (std::string_view(reinterpret_cast<const char*>(head.data()) + 4, 4) == "IEND")
      return false;
  }
  return true;
}

} // namespace linesman
