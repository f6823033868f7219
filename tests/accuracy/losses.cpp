// Where the pyramid detector loses what it misses: accuracy_losses FOLDER_OR_TRUTH.json...
// Per true pyramid that counts the last stage that still has it: none (no candidate near), candidate (not fitted),
// fitted (an outline that is not believed or beaten by another), found. Of those not found also what a fit that begins
// at the truth comes to; of the first also how near the search came and what the truth itself would have for it.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>

#include <opencv2/imgcodecs.hpp>

#include "models/piece_catalog.h"
#include "models/units.h"
#include "tests/support/table_truth.h"
#include "vision/pyramid_detector.h"
#include "vision/pyramid_fit.h"
#include "vision/pyramid_fits.h"
#include "vision/pyramid_search.h"

using namespace linesman;

namespace {

bool isOf(const PyramidSolid& solid, const support::TruePyramid& truth) {
  return truth.size == solid.size() && truth.posture == solid.posture();
}

bool near(const support::TruePyramid& truth, const PlanarPose<TableFrame, PieceFrame>& pose,
          const PyramidSolid& solid) {
  return isOf(solid, truth) && (pose.origin_mm() - truth.pose.origin_mm()).norm() < 3.0 &&
         std::abs(std::remainder(pose.heading_rad() - truth.pose.heading_rad(), solid.period_rad())) < 0.12;
}

void printValues(const FittedPyramid& fitted) {
  std::printf("    log odds %.2f:", fitted.log_odds);
  for (const double value : fitted.values())
    std::printf(" %.2f", value);
  std::printf("\n");
}

constexpr double reach_mm = 4.0; // guesses are settled from

/// Whether the search met it, and where the best guess goes from there.
void printSearched(const support::TruePyramid& pyramid, const std::vector<PyramidGuess>& guesses,
                   const ReducedPicture& picture, const TableView& view, const std::vector<PyramidSolid>& solids) {
  const PyramidGuess* best = nullptr;
  for (const PyramidGuess& guess : guesses) {
    const PyramidSolid& solid = solids[static_cast<std::size_t>(guess.solid)];
    const double turn_rad = std::remainder(guess.pose.heading_rad() - pyramid.pose.heading_rad(), solid.period_rad());
    if (isOf(solid, pyramid) && std::abs(turn_rad) < 0.2 &&
        (guess.pose.origin_mm() - pyramid.pose.origin_mm()).norm() < 8.0 &&
        (best == nullptr || guess.score > best->score))
      best = &guess;
  }
  if (best == nullptr) {
    std::printf("    none of %zu guesses near it\n", guesses.size());
    return;
  }
  const PyramidSolid& solid = solids[static_cast<std::size_t>(best->solid)];
  std::printf("    best of %zu guesses near it: %.2f", guesses.size(), best->score);
  if (const auto settled = settlePyramid(solid, best->pose, view, picture.edges, reach_mm / picture.mm_per_px))
    std::printf(", settled %.1f mm and %.0f deg off, support %.2f, log odds %.2f",
                (settled->pose.origin_mm() - pyramid.pose.origin_mm()).norm(),
                degFromRad(std::abs(
                    std::remainder(settled->pose.heading_rad() - pyramid.pose.heading_rad(), solid.period_rad()))),
                settled->support,
                evidenceFor(solid, settled->pose, view, {picture.edges, picture.novelty, {}}).logOdds());
  std::printf("\n");
}

/// What the truth settles to and what speaks for it there.
void printSettled(const support::TruePyramid& pyramid, const PyramidSolid& solid, const ReducedPicture& picture,
                  const TableView& view) {
  const auto settled = settlePyramid(solid, pyramid.pose, view, picture.edges, reach_mm / picture.mm_per_px);
  if (!settled)
    return;
  const PyramidEvidence evidence = evidenceFor(solid, settled->pose, view, {picture.edges, picture.novelty, {}});
  std::printf("    from the truth settled %.1f mm off, support %.2f, log odds %.2f:",
              (settled->pose.origin_mm() - pyramid.pose.origin_mm()).norm(), settled->support, evidence.logOdds());
  for (const double value : evidence.values())
    std::printf(" %.2f", value);
  std::printf("\n");
}

/// What is believed of a fit that begins at the truth, and what a look there alone says.
void printFitted(const support::TruePyramid& pyramid, int solid, const PyramidScene& scene) {
  const auto print = [&](const char* how, const PyramidNetwork* network) {
    for (const FittedPyramid& fit : fitCandidates({{solid, pyramid.pose, {}, 0.0}}, scene, {}, network))
      std::printf(" %s %.2f (%.1f mm off)", how, fit.log_odds,
                  (fit.refined.pose.origin_mm() - pyramid.pose.origin_mm()).norm());
  };
  std::printf("    from the truth fitted:");
  print("alone", nullptr);
  if (const PyramidNetwork* network = PyramidNetwork::shipped()) {
    print(", with looks", network);
    const PyramidPose there{&scene.solid(solid), pyramid.pose};
    std::printf(", look there %.2f", network->read(scene.picture.full, scene.view, there).log_odds);
  }
  std::printf("\n");
}

/// What the network of proposals says of it: there, and the likeliest proposal near it.
void printProposed(const support::TruePyramid& pyramid, int solid, const PyramidProposals& proposals,
                   const std::vector<PyramidSolid>& solids) {
  const PyramidSolid& of = solids[static_cast<std::size_t>(solid)];
  std::printf("    proposed there %.2f", proposals.logOddsOf(solid, of, pyramid.pose).value_or(-20.0));
  for (const PyramidProposal& one : proposals.above(-6.0, solids)) {
    const double off_mm = (one.pose.origin_mm() - pyramid.pose.origin_mm()).norm();
    if (one.solid == solid && off_mm < 20.0) {
      std::printf(
          ", near it %.2f, %.1f mm and %.0f deg off", one.log_odds, off_mm,
          degFromRad(std::abs(std::remainder(one.pose.heading_rad() - pyramid.pose.heading_rad(), of.period_rad()))));
      break;
    }
  }
  std::printf("\n");
}

void lookAt(const std::string& path, std::map<std::string, int>& tally) {
  const support::TableTruth truth = support::readTruth(path);
  const cv::Mat image = cv::imread(support::pictureOf(path));
  const TableView view(truth.lens, {truth.camera_from_table, {}});
  const PieceCatalog catalog = PieceCatalog::standard();
  const std::vector<PyramidSolid> solids = solidsOf(catalog);
  const ReducedPicture picture(image, view);
  const auto proposals = PyramidProposals::of(picture, view);
  const PyramidColours colours(image, view, truth.table);
  const PyramidScene scene{picture, view, truth.table, colours, solids};
  const std::vector<PyramidCandidate> candidates = pyramidCandidates(scene, proposals.get());
  const std::vector<FittedPyramid> fitted = fitCandidates(candidates, scene);
  const std::vector<SeenPyramid> seen = PyramidDetector(catalog).detect(image, view, truth.table);
  for (const support::TruePyramid& pyramid : truth.pyramids) {
    if (!support::counts(pyramid))
      continue;
    const auto solidOf = [&](int index) -> const PyramidSolid& { return solids[static_cast<std::size_t>(index)]; };
    const bool found = std::any_of(seen.begin(), seen.end(), [&](const SeenPyramid& s) {
      return near(pyramid, s.table_from_piece, PyramidSolid(catalog.pyramid(s.size), s.size, s.posture));
    });
    const auto fit = std::find_if(fitted.begin(), fitted.end(), [&](const FittedPyramid& f) {
      return near(pyramid, f.refined.pose, solidOf(f.solid));
    });
    const auto candidate = std::find_if(candidates.begin(), candidates.end(), [&](const PyramidCandidate& c) {
      return near(pyramid, c.pose, solidOf(c.solid));
    });
    const std::string stage = found                           ? "found"
                              : fit != fitted.end()           ? "fitted"
                              : candidate != candidates.end() ? "candidate"
                                                              : "none";
    ++tally[stage];
    if (found)
      continue;
    std::printf("%s %s %s %s at %.0f %.0f heading %.0f visible %.2f: lost after: %s\n", truth.name.c_str(),
                nameOf(pyramid.size).data(), nameOf(pyramid.posture).data(), nameOf(pyramid.colour).data(),
                pyramid.pose.x_mm(), pyramid.pose.y_mm(), degFromRad(pyramid.pose.heading_rad()), pyramid.visible,
                stage.c_str());
    const auto solid = std::find_if(solids.begin(), solids.end(), [&](const auto& s) { return isOf(s, pyramid); });
    const int index = static_cast<int>(solid - solids.begin());
    printFitted(pyramid, index, scene);
    if (proposals != nullptr)
      printProposed(pyramid, index, *proposals, solids);
    if (fit != fitted.end()) {
      printValues(*fit);
    } else if (stage == "none") {
      const auto guesses = searchPyramids({&picture.edges}, view, solids, {}, {}, {}, proposals.get());
      printSearched(pyramid, guesses, picture, view, solids);
      printSettled(pyramid, *solid, picture, view);
    } else if (candidate != candidates.end()) {
      std::printf("    candidate %td of %zu, log odds %.2f\n", candidate - candidates.begin(), candidates.size(),
                  candidate->log_odds);
    }
  }
}

} // namespace

int main(int argc, char** argv) {
  std::map<std::string, int> tally;
  for (int i = 1; i < argc; ++i)
    for (const std::string& path : support::truthsIn(argv[i]))
      lookAt(path, tally);
  for (const auto& [stage, count] : tally)
    std::printf("%-10s %d\n", stage.c_str(), count);
  return 0;
}
