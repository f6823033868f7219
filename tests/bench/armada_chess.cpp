// Speed of ArmadaChess: turns counted per second from the start of the default board, and the time of one verdict with
// its explanation. Prints figures; judges nothing.
#include <chrono>
#include <cstdio>

#include "rules/games/armada_chess/board_file.h"
#include "rules/games/armada_chess/match.h"

namespace {

double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

int main() {
  using namespace linesman::rules::armada_chess;
  const auto board = loadBoard("companion-10x10");
  if (!board) {
    std::fprintf(stderr, "%s\n", board.error().sentence.c_str());
    return 1;
  }
  const Options options;
  const Law law{**board, options};
  const Position start = startPosition(law);
  for (int depth = 1; depth <= 4; ++depth) {
    const auto begin = std::chrono::steady_clock::now();
    const auto nodes = perft(law, start, depth);
    const double seconds = secondsSince(begin);
    std::printf("perft %d: %llu turns, %.3f s, %.2f million a second\n", depth, static_cast<unsigned long long>(nodes),
                seconds, static_cast<double>(nodes) / seconds / 1e6);
  }
  for (const char* text : {"e4e5", "e4d5", "c3xd5", "attack c3 C5 occupy"}) {
    constexpr int times = 2000;
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < times; ++i) {
      Match match(**board, options, start);
      match.play(text);
    }
    std::printf("verdict on \"%s\": %.1f microseconds\n", text, secondsSince(begin) / times * 1e6);
  }
  return 0;
}
