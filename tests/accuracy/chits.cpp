// What every disc near ships looks like, with whether it is a chit (1) or not (0), one a line: accuracy_chits [--group]
// FOLDER_OR_TRUTH.json... > discs.txt. fit_evidence.py beside this file makes the weights of DiscEvidence::logOdds()
// from it; with --group, where a line says how like the table's kind of chit a disc is, those of
// ChitEvidence::logOdds(). Ships are taken from the truth, so that theirs do not count as misses.
#include <cstdio>

#include <opencv2/imgcodecs.hpp>

#include "tests/accuracy/pyramid_score.h"
#include "vision/chit_detector.h"
#include "vision/chit_group.h"

using namespace linesman;

namespace {

constexpr double hopeless = -8.0; ///< log odds of discs that no likeness saves: they would only bend the fit

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

template <std::size_t count>
void writeLine(const support::TableTruth& truth, int label, const Disc& disc, const std::array<double, count>& values) {
  std::printf("%s %d %d", truth.name.c_str(), label, disc.on_ship ? 1 : 0);
  for (const double value : values)
    std::printf(" %.4f", value);
  std::printf("\n");
}

void writePicture(const std::string& path, bool group) {
  const support::TableTruth truth = support::readTruth(path);
  const cv::Mat image = cv::imread(std::filesystem::path(path).replace_extension(".jpg").string());
  const TableView view(truth.lens, {truth.camera_from_table, {}});
  int wanted = 0, found = 0;
  for (const support::TrueChit& chit : truth.chits)
    wanted += chit.visible >= 0.5 ? 1 : 0;
  const std::vector<Disc> discs = chitCandidates(image, view, PieceCatalog::standard(), trueShips(truth), truth.table);
  const std::optional<Disc> example = exampleOf(discs);
  for (const Disc& disc : discs) {
    const int label = labelOf(disc, truth);
    found += label == 1 ? 1 : 0;
    if (label < 0)
      continue;
    if (!group)
      writeLine(truth, label, disc, disc.evidence.values());
    else if (example && disc.log_odds > hopeless) // without an example nothing is believed
      writeLine(truth, label, disc, chitEvidenceOf(disc, *example).values());
  }
  if (found < wanted)
    std::fprintf(stderr, "%s: %d of %d chits are among the discs\n", truth.name.c_str(), found, wanted);
}

} // namespace

int main(int argc, char** argv) {
  const bool group = argc > 1 && std::string(argv[1]) == "--group";
  for (int i = group ? 2 : 1; i < argc; ++i)
    for (const std::string& path : accuracy::truthsIn(argv[i]))
      writePicture(path, group);
  return 0;
}
