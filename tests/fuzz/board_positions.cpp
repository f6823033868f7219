// Position and turn texts of the board games: no input may crash, and what is accepted must read back to itself.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "rules/board_game.h"

namespace {

void tryGame(const linesman::rules::BoardGame& game, const std::string& position, const std::string& turn) {
  const auto match = game.open(position, {});
  if (!match)
    return;
  const auto text = (*match)->position();
  const auto again = game.open(text, {});
  if (!again || (*again)->position() != text)
    std::abort();
  (*match)->play(turn);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto king_down = linesman::rules::makeBoardGame("king_down");
  static const auto invasion = linesman::rules::makeBoardGame("invasion");
  const std::string input(reinterpret_cast<const char*>(data), size);
  const auto line_end = std::min(input.find('\n'), input.size());
  const std::string position = input.substr(0, line_end);
  const std::string turn = line_end < input.size() ? input.substr(line_end + 1) : "";
  tryGame(**king_down, position, turn);
  tryGame(**invasion, position, turn);
  return 0;
}
