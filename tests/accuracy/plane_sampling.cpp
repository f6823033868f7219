// The plane games' predicates against independent ones: `accuracy_plane_sampling [questions]` (100,000 of each).
#include <cstdio>
#include <cstdlib>

#include "tests/rules/plane_independent.h"
#include "tests/rules/plane_selfplay.h"
#include "tests/support/count_of.h"

int main(int argc, char** argv) {
  using namespace linesman::rules::testing;
  const int count = argc > 1 ? linesman::support::countOf(argv[1], 100) : 100000;
  std::setvbuf(stdout, nullptr, _IOLBF, 0); // a long run is watched
  int wrong = 0;
  const auto print = [&](const char* name, const Tally& tally) {
    std::printf("%-12s n %d  yes %d  disagree %d  worst margin %.3g mm\n", name, tally.asked, tally.yes, tally.wrong,
                tally.worst_mm);
    wrong += tally.wrong;
  };
  print("solids", Independent(11).solids(count));
  print("footprints", Independent(12).footprints(count));
  print("discs", Independent(13).discs(count));
  print("steps", Independent(14).steps(count));
  print("ranges", Independent(15).ranges(count));
  print("sights", Independent(16).sights(count, 200));               // n questions, few sampled lines each,
  print("sights dense", Independent(17).sights(count / 100, 20000)); // and fewer questions with many
  int games = 0, ended = 0, won = 0, actions = 0;
  for (unsigned seed = 1; seed <= static_cast<unsigned>(count / 100); ++seed) {
    SelfPlay game(seed);
    const std::string fault = game.run(500);
    if (!fault.empty()) {
      std::printf("game: %s\n", fault.c_str());
      ++wrong;
    }
    ++games;
    ended += game.ended;
    won += game.won;
    actions += game.actions;
  }
  std::printf("games        n %d  ended %d  won %d  actions %d\n", games, ended, won, actions);
  return wrong == 0 && ended == games ? 0 : 1;
}
