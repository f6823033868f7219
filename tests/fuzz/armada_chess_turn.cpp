// The first line is a position, every further line a turn: any bytes are judged, never crash.
#include <cstddef>
#include <cstdint>
#include <string>

#include "rules/games/armada_chess/board_file.h"
#include "rules/games/armada_chess/match.h"
#include "rules/games/armada_chess/position_json.h"
#include "rules/games/armada_chess/request.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace linesman::rules::armada_chess;
  const auto board = loadBoard("companion-10x10");
  if (!board)
    return 0;
  const auto lines = splitText({reinterpret_cast<const char*>(data), size}, '\n');
  const auto json = nlohmann::json::parse(lines.front(), nullptr, false);
  const Options options;
  const Law law{**board, options};
  const linesman::Result<Position> position = json.is_object() ? readPosition(law, json) : startPosition(law);
  if (!position)
    return 0;
  Match match(**board, options, *position);
  for (std::size_t i = 1; i < lines.size(); ++i)
    match.play(lines[i]);
  return 0;
}
