// Nodes per second of the board games, and of fairy-stockfish on orthodox chess in the same run (processor time of one
// thread each, so that other work on the machine does not count).
#include <sys/resource.h>

#include <ctime>
#include <iostream>
#include <string>

#include "../support/fairy_stockfish.h"
#include "rules/board_game.h"

namespace {

using linesman::rules::OptionValues;

double childSeconds() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) + 1e-6 * static_cast<double>(usage.ru_utime.tv_usec);
}

/// Million nodes per second; prints a line.
double measure(const std::string& game_name, const std::string& what, const std::string& position, int depth,
               const OptionValues& options = {}) {
  const auto game = linesman::rules::makeBoardGame(game_name);
  if (!game) {
    std::cout << game.error().sentence << '\n';
    return 0.0;
  }
  const auto match = (*game)->open(position, options);
  if (!match) {
    std::cout << match.error().sentence << '\n';
    return 0.0;
  }
  const std::clock_t start = std::clock();
  const auto nodes = (*match)->perft(depth);
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  const double speed = 1e-6 * static_cast<double>(nodes) / seconds;
  std::cout << game_name << "  " << what << "  depth " << depth << "  " << nodes << " nodes  " << speed << " M/s\n";
  return speed;
}

/// The same of fairy-stockfish; its start is timed with depth 1 and taken off.
double measureFairy(int depth) {
  using namespace linesman::rules::testing;
  if (!hasFairyStockfish()) {
    std::cout << fairy_stockfish << " is not installed; no comparison\n";
    return 0.0;
  }
  const double before = childSeconds();
  fairyPerft("", "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", 1);
  const double started = childSeconds();
  const auto nodes = fairyPerft("", "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", depth);
  const double seconds = childSeconds() - started - (started - before);
  const double speed = 1e-6 * static_cast<double>(nodes.value_or(0)) / seconds;
  std::cout << "fairy-stockfish  orthodox chess  depth " << depth << "  " << nodes.value_or(0) << " nodes  " << speed
            << " M/s\n";
  return speed;
}

} // namespace

int main() {
  const std::string orthodox = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w none:0,none:0";
  const double ours = measure("king_down", "orthodox chess", orthodox, 6);
  if (const double theirs = measureFairy(6); theirs > 0.0)
    std::cout << "ratio " << ours / theirs << '\n';

  const std::string middle = "r1a1k2m/pp1s1ppp/2lg1n2/2pSp3/3gPM2/2N2A2/PPP2LPP/R2QK1M1 w ";
  for (const std::string powers :
       {"none:0,none:0", "Freeze:2,IceWall:2", "Strike:1,Haste:1", "Haste:1,Strike:1", "Flight:1,Sacrifice:1",
        "March:3,Leap:3", "HolyLight:0,Mercy:0", "DeathTouch:0,Darkness:0"})
    measure("king_down", "all men, " + powers, middle + powers + " - - RB/QL",
            powers.starts_with("F") || powers.starts_with("H") ? 3 : 4);

  measure("invasion", "start", "start", 4);
  measure("invasion", "bombs on", "h4t4/1f3i4/2c7/i2****2I/3****u2/1T1****3/3****P2/6I3/2F4C2/8H1 w on,on j1,a10", 3);
  return 0;
}
