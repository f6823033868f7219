// What may go wrong at a table, each drawn, seen and refereed:
//   accuracy_table_changes GAME SEEDS [FIRST_SEED] [PART_OF_A_NAME [FOLDER_FOR_PICTURES_OF_FAULTS]]
// GAME is armadas, armada2k, king_down, invasion or armada_chess. Prints what was said of each change, and how many
// were answered as the law demands.
#include <cstdio>
#include <cstdlib>

#include <opencv2/core.hpp>

#include "tests/support/count_of.h"
#include "tests/support/table_changes.h"

int main(int argc, char** argv) {
  const std::string game = argc > 1 ? argv[1] : "";
  const auto changes = linesman::tests::tableChanges(game);
  if (argc < 3 || changes.empty()) {
    std::fprintf(stderr, "usage: accuracy_table_changes GAME SEEDS [FIRST_SEED] [PART_OF_A_NAME [FOLDER]]\n");
    return 2;
  }
  cv::setNumThreads(1);
  const int seeds = linesman::support::countOf(argv[2]);
  const int first = argc > 3 ? linesman::support::countOf(argv[3], 0) : 1;
  const std::string part = argc > 4 ? argv[4] : "";
  int good = 0, of = 0;
  for (const auto& [name, play] : changes) {
    if (name.find(part) == std::string::npos)
      continue;
    for (int seed = first; seed < first + seeds; ++seed) {
      linesman::tests::PictureGameOptions options;
      options.game = game;
      options.seed = static_cast<unsigned>(seed);
      options.pictures = argc > 5 ? argv[5] : "";
      const auto score = play(options);
      std::printf("%s, seed %d: %s\n", name.c_str(), seed, score.fault.empty() ? "as the law demands" : "FAULT");
      for (const std::string& sentence : score.sentences)
        std::printf("    %s\n", sentence.c_str());
      if (!score.fault.empty())
        std::printf("    %s\n", score.fault.c_str());
      std::fflush(stdout);
      good += static_cast<int>(score.fault.empty());
      ++of;
    }
  }
  if (of == 0) {
    std::fprintf(stderr, "No situation of %s has \"%s\" in its name.\n", game.c_str(), part.c_str());
    return 2;
  }
  std::printf("%s: %d of %d as the law demands\n", game.c_str(), good, of);
  return good == of ? 0 : 1;
}
