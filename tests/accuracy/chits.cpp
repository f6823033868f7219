// What every disc near ships looks like, with whether it is a chit (1) or not (0), one a line: accuracy_chits
// FOLDER_OR_TRUTH.json... > discs.txt. fit_evidence.py beside this file makes the weights of DiscEvidence::logOdds()
// from it. Ships are taken from the truth, so that theirs do not count as misses.
#include <cstdio>

#include <opencv2/imgcodecs.hpp>

#include "tests/accuracy/pyramid_score.h"
#include "vision/chit_detector.h"

using namespace linesman;

namespace {

/// 1 a chit, 0 none, -1 one that is mostly hidden.
int labelOf(const Disc& disc, const support::TableTruth& truth) {
  for (const support::TrueChit& chit : truth.chits)
    if ((chit.centre_mm - disc.centre_mm.head<2>()).norm() < 3.0)
      return chit.visible >= 0.5 ? 1 : -1;
  return 0;
}

std::vector<SeenPyramid> trueShips(const support::TableTruth& truth) {
  std::vector<SeenPyramid> ships;
  for (const support::TruePyramid& pyramid : truth.pyramids) {
    if (pyramid.held || pyramid.visible < 0.4)
      continue;
    SeenPyramid ship;
    ship.id = PieceId{pyramid.id};
    ship.size = pyramid.size;
    ship.posture = pyramid.posture;
    ship.table_from_piece = pyramid.pose;
    ships.push_back(ship);
  }
  return ships;
}

void writePicture(const std::string& path) {
  const support::TableTruth truth = support::readTruth(path);
  const cv::Mat image = cv::imread(std::filesystem::path(path).replace_extension(".jpg").string());
  const TableView view(truth.lens, {truth.camera_from_table, {}});
  int wanted = 0, found = 0;
  for (const support::TrueChit& chit : truth.chits)
    wanted += chit.visible >= 0.5 ? 1 : 0;
  for (const Disc& disc : chitCandidates(image, view, PieceCatalog::standard(), trueShips(truth), truth.table)) {
    const int label = labelOf(disc, truth);
    found += label == 1 ? 1 : 0;
    if (label < 0)
      continue;
    std::printf("%s %d %d", truth.name.c_str(), label, disc.on_ship ? 1 : 0);
    for (const double value : disc.evidence.values())
      std::printf(" %.4f", value);
    std::printf("\n");
  }
  if (found < wanted)
    std::fprintf(stderr, "%s: %d of %d chits are among the discs\n", truth.name.c_str(), found, wanted);
}

} // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i)
    for (const std::string& path : accuracy::truthsIn(argv[i]))
      writePicture(path);
  return 0;
}
