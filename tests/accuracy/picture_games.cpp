// Whole games through the whole watch, from drawn pictures to events:
//   accuracy_picture_games GAME TURNS SEEDS [FIRST_SEED] [FOLDER_FOR_PICTURES_OF_FAULTS [WIDTH HEIGHT]]
//     [--hand MM_PER_S RESTS_S TREMBLES_MM]
//   accuracy_picture_games armadas|armada2k TURNS SEEDS [FIRST_SEED] [FOLDER] --fidgets MM
// GAME is armadas, armada2k, king_down, invasion, armada_chess or promotions: armada_chess after forty turns that
// nobody watched, by players who make for the other side's R fields and take what they can. Prints every fault and one
// row for each game.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <opencv2/core.hpp>

#include "tests/support/count_of.h"
#include "tests/support/picture_games.h"

int main(int argc, char** argv) {
  const auto usage = [] {
    std::fprintf(stderr, "usage: accuracy_picture_games GAME TURNS SEEDS [FIRST_SEED] [FOLDER [WIDTH HEIGHT]] "
                         "[--hand MM_PER_S RESTS_S TREMBLES_MM] [--fidgets MM]\n");
    return 2;
  };
  const char* const* hand = std::find(argv, argv + argc, std::string("--hand"));
  const bool has_hand = hand != argv + argc;
  if (has_hand) {
    if (hand + 4 != argv + argc)
      return usage();
    argc -= 4;
  }
  const char* const* fidgets = std::find(argv, argv + argc, std::string("--fidgets"));
  const bool has_fidgets = fidgets != argv + argc;
  if (has_fidgets) {
    if (fidgets + 2 != argv + argc)
      return usage();
    argc -= 2;
  }
  if (argc < 4)
    return usage();
  const std::vector<std::string> games = {"armadas", "armada2k", "king_down", "invasion", "armada_chess", "promotions"};
  if (std::find(games.begin(), games.end(), argv[1]) == games.end()) {
    std::fprintf(stderr,
                 "\"%s\" is not drawn; take armadas, armada2k, king_down, invasion, armada_chess or promotions.\n",
                 argv[1]);
    return 2;
  }
  cv::setNumThreads(1);
  int turns = 0, wanted = 0, promotions = 0, captures = 0;
  std::size_t faults = 0;
  const int turns_each = linesman::support::countOf(argv[2]), seeds = linesman::support::countOf(argv[3]);
  const int first = argc > 4 ? linesman::support::countOf(argv[4], 0) : 1;
  for (int seed = first; seed < first + seeds; ++seed) {
    linesman::tests::PictureGameOptions options;
    const bool promoting = argv[1] == std::string("promotions");
    options.game = promoting ? "armada_chess" : argv[1];
    options.eager = promoting;
    options.unwatched = promoting ? 40 : 0;
    options.turns = turns_each;
    options.seed = static_cast<unsigned>(seed);
    options.pictures = argc > 5 ? argv[5] : "";
    if (argc > 7) {
      options.width_px = linesman::support::countOf(argv[6]);
      options.height_px = linesman::support::countOf(argv[7]);
    }
    if (has_hand) {
      options.hand_mm_s = std::atof(hand[1]);
      options.hand_rests_s = std::atof(hand[2]);
      options.hand_trembles_mm = std::atof(hand[3]);
    }
    if (has_fidgets)
      options.fidgets_mm = std::atof(fidgets[1]);
    auto score = linesman::tests::playInPictures(options);
    for (const std::string& fault : score.faults)
      std::printf("  seed %d, %s\n", seed, fault.c_str());
    std::sort(score.latency_s.begin(), score.latency_s.end());
    const auto late = [&](double share) {
      return score.latency_s.empty()
                 ? 0.0
                 : score.latency_s[static_cast<std::size_t>(share * static_cast<double>(score.latency_s.size() - 1))];
    };
    std::printf("%s seed %d: %d turns, %d events wanted, %zu faults, %d frames, vision %.0f ms a frame, answer after "
                "%.2f s (95%% %.2f, worst %.2f)\n",
                argv[1], seed, score.turns, score.wanted, score.faults.size(), score.frames,
                1000.0 * score.vision_s / std::max(1, score.frames), late(0.5), late(0.95), late(1.0));
    std::fflush(stdout);
    turns += score.turns;
    wanted += score.wanted;
    promotions += score.promotions;
    captures += score.captures;
    faults += score.faults.size();
  }
  std::printf("%s: %d turns (%d captures, %d promotions), %d events wanted, %zu faults\n", argv[1], turns, captures,
              promotions, wanted, faults);
  return faults == 0 ? 0 : 1;
}
