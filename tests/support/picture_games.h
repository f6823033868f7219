#pragma once
// Whole games through the whole watch: drawn pictures, vision, referee. What happens on the table is known, so every
// event that is missing, wrong or invented is found.
#include <memory>
#include <string>
#include <vector>

namespace linesman::tests {

struct PictureGameOptions {
  std::string game = "armadas"; ///< armadas, armada2k, king_down, invasion or armada_chess
  int turns = 20;
  unsigned seed = 1;
  int width_px = 1280;
  int height_px = 720;
  double frame_s = 0.12; ///< between frames
  double dropped = 0.15; ///< share of the frames that never come
  int unwatched = 0;     ///< turns before the watch begins, of ArmadaChess
  bool eager = false;    ///< men of ArmadaChess make for promotion and take what they can
  double mishaps = 0.25; ///< chance a turn: lamp, cable, a bumped camera, a nudged or lifted piece, an illegal try
  /// How hands move: 0: they are there, and gone, from one frame to the next.
  double hand_mm_s = 0.0;
  double hand_rests_s = 0.0;     ///< so long before it changes something, and so long after
  double hand_trembles_mm = 0.0; ///< standard deviation, in each frame anew
  /// Another hand lies somewhere beside the ships in every turn, and stirs: standard deviation. 0: there is none.
  double fidgets_mm = 0.0;
  bool with_lens = true;
  std::string pictures; ///< folder for the picture of every fault and the records of the matches, or empty
};

struct PictureGameScore {
  int turns = 0;
  int frames = 0;
  int wanted = 0;     ///< events that had to be told
  int promotions = 0; ///< turns in which a pawn became another man
  int captures = 0;
  std::vector<std::string> faults; ///< one sentence each
  double vision_s = 0.0;           ///< spent in the pipeline
  std::vector<double> latency_s;   ///< source time from the hand's leaving to the answer
};

PictureGameScore playInPictures(const PictureGameOptions& options);

} // namespace linesman::tests
