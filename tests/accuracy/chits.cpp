// What every disc near ships looks like, with whether it is a chit (1) or not (0), one a line: accuracy_chits
// [--group|--lost] FOLDER_OR_TRUTH.json... > discs.txt. fit_evidence.py beside this file makes the weights of
// DiscEvidence::logOdds() from it; with --group, where a line says how like the table's kind of chit a disc is, those
// of ChitEvidence::logOdds(). With --lost instead what is missed, at which stage, and what is believed that is no chit.
// Ships are taken from the truth, so that theirs do not count as misses.
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

std::vector<Disc> discsOf(const support::TableTruth& truth, const std::string& path) {
  const cv::Mat image = cv::imread(support::pictureOf(path));
  const TableView view(truth.lens, {truth.camera_from_table, {}});
  return chitCandidates(image, view, PieceCatalog::standard(), trueShips(truth), truth.table);
}

void printDisc(const Disc& disc, const std::optional<Disc>& example) {
  std::printf(" at %.0f %.0f%s, look %.2f (", disc.centre_mm.x(), disc.centre_mm.y(), disc.on_ship ? " on a ship" : "",
              disc.log_odds);
  for (const double value : disc.evidence.values())
    std::printf(" %.2f", value);
  std::printf(" ), colour %.0f %.0f %.0f", disc.colour[0], disc.colour[1], disc.colour[2]);
  if (disc.around)
    std::printf(" around %.0f %.0f %.0f", (*disc.around)[0], (*disc.around)[1], (*disc.around)[2]);
  if (!example) {
    std::printf(", no sure disc\n");
    return;
  }
  const ChitEvidence group = chitEvidenceOf(disc, *example);
  std::printf(", hue %.3f from %.0f %.0f %.0f around %.0f %.0f %.0f: %.2f\n", group.hue, example->colour[0],
              example->colour[1], example->colour[2], example->around ? (*example->around)[0] : 0.0,
              example->around ? (*example->around)[1] : 0.0, example->around ? (*example->around)[2] : 0.0,
              group.logOdds());
}

/// Chits that are not believed, and what is believed without being one.
void printLost(const std::string& path) {
  const support::TableTruth truth = support::readTruth(path);
  const std::vector<Disc> discs = discsOf(truth, path);
  const std::optional<Disc> example = exampleOf(discs);
  for (const support::TrueChit& chit : truth.chits) {
    if (chit.visible < 0.5)
      continue;
    const auto disc = std::find_if(discs.begin(), discs.end(), [&](const Disc& d) {
      return (chit.centre_mm - d.centre_mm.head<2>()).norm() < 3.0;
    });
    if (disc != discs.end() && example && chitEvidenceOf(*disc, *example).logOdds() >= 0.0)
      continue;
    std::printf("%s: missed %s at %.0f %.0f%s visible %.2f: ", truth.name.c_str(), nameOf(chit.colour).data(),
                chit.centre_mm.x(), chit.centre_mm.y(), chit.on_ship ? " on its ship" : "", chit.visible);
    if (disc == discs.end())
      std::printf("no disc there\n");
    else
      printDisc(*disc, example);
  }
  for (const Disc& disc : discs)
    if (example && chitEvidenceOf(disc, *example).logOdds() >= 0.0 && labelOf(disc, truth) == 0) {
      std::printf("%s: no chit", truth.name.c_str());
      printDisc(disc, example);
    }
}

void writePicture(const std::string& path, bool group) {
  const support::TableTruth truth = support::readTruth(path);
  int wanted = 0, found = 0;
  for (const support::TrueChit& chit : truth.chits)
    wanted += chit.visible >= 0.5 ? 1 : 0;
  const std::vector<Disc> discs = discsOf(truth, path);
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
  const std::string option = argc > 1 ? argv[1] : "";
  const bool group = option == "--group", lost = option == "--lost";
  const std::vector<std::string> folders(argv + std::min(argc, group || lost ? 2 : 1), argv + argc);
  for (const std::string& path :
       support::truthsIn(folders, "usage: accuracy_chits [--group|--lost] FOLDER_OR_TRUTH.json..."))
    if (lost)
      printLost(path);
    else
      writePicture(path, group);
  return 0;
}
