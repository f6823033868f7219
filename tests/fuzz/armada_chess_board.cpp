// Board files of any bytes are read or refused, never crash.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "rules/games/armada_chess/board_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)linesman::rules::armada_chess::parseBoardFile(text, "fuzz.toml");
  return 0;
}
