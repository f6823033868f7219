// Where the pyramid detector loses what it misses, and what it takes for pyramids:
// accuracy_losses [--copies] FOLDER_OR_TRUTH.json... (--copies: each picture also as six copies that hardly differ)
//
// Per true pyramid that counts the last stage that still has it:
//   none       no candidate near it
//   passed     a candidate, which another one in its place made hopeless or which is not worth a fit
//   strayed    a candidate, whose fit goes elsewhere
//   doubted    fitted, and not believed
//   beaten     believed, and another one in its place is believed more
//   dropped    chosen, and then taken for a shadow, for noise, or for too few pixels of it
//   otherwise  told with another size or posture
//   found
// Of those not found also what a fit that begins at the truth comes to, and how near search and proposals came. Per
// false one what lies there: a piece that is missed or found, one that does not count, or nothing.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>

#include <opencv2/imgcodecs.hpp>

#include "models/piece_catalog.h"
#include "models/units.h"
#include "tests/accuracy/hardly_changed.h"
#include "tests/accuracy/pyramid_score.h"
#include "vision/pyramid_choice.h"
#include "vision/pyramid_detector.h"
#include "vision/pyramid_fit.h"
#include "vision/pyramid_picture.h"
#include "vision/pyramid_search.h"
#include "vision/registration_follower.h"

using namespace linesman;
using namespace linesman::accuracy;

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
  std::printf("    a piece there %.2f, it %.2f", proposals.presenceAt(of.middleAt(pyramid.pose)).value_or(-20.0),
              proposals.logOddsOf(solid, of, pyramid.pose).value_or(-20.0));
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

/// A picture on its way through the detector.
struct Stages {
  const PyramidScene& scene;
  std::vector<PyramidCandidate> candidates;
  std::vector<FittedPyramid> fitted; ///< the likeliest first
  std::vector<ChosenPyramid> chosen; ///< of these
  std::vector<SeenPyramid> seen;

  Stages(const PyramidScene& the_scene, const PyramidProposals* proposals, const PieceCatalog& catalog)
      : scene(the_scene), candidates(pyramidCandidates(scene, proposals)), fitted(fitCandidates(candidates, scene)),
        seen(PyramidDetector(catalog).detectIn({}, scene.picture, scene.view, scene.table, {})) {
    chooseLikeliest(fitted, scene, chosen);
  }

  bool isAt(const support::TruePyramid& pyramid, const FittedPyramid& fit) const {
    return near(pyramid, fit.refined.pose, scene.solid(fit.solid));
  }
  std::string lastOf(const support::TruePyramid& pyramid) const {
    const auto met = std::ranges::find_if(seen, [&](const SeenPyramid& one) { return meets(pyramid, one); });
    if (met != seen.end())
      return met->size == pyramid.size && met->posture == pyramid.posture ? "found" : "otherwise";
    if (std::ranges::any_of(chosen, [&](const ChosenPyramid& one) { return isAt(pyramid, one.fitted); }))
      return "dropped";
    const auto fit = std::ranges::find_if(fitted, [&](const FittedPyramid& one) { return isAt(pyramid, one); });
    if (fit != fitted.end())
      return fit->log_odds >= least_believed ? "beaten" : "doubted";
    bool candidate = false;
    for (const PyramidCandidate& one : candidates)
      if (near(pyramid, one.pose, scene.solid(one.solid))) {
        candidate = true;
        for (const FittedPyramid& alone : fitCandidates({{one.solid, one.pose, one.evidence, 0.0}}, scene))
          if (isAt(pyramid, alone))
            return "passed";
      }
    return candidate ? "strayed" : "none";
  }
};

void printLost(const support::TruePyramid& pyramid, const std::string& stage, const Stages& stages,
               const PyramidProposals* proposals) {
  const PyramidScene& scene = stages.scene;
  const auto solid = std::ranges::find_if(scene.solids, [&](const PyramidSolid& one) { return isOf(one, pyramid); });
  const int index = static_cast<int>(solid - scene.solids.begin());
  printFitted(pyramid, index, scene);
  if (proposals != nullptr)
    printProposed(pyramid, index, *proposals, scene.solids);
  for (const FittedPyramid& fit : stages.fitted)
    if (stages.isAt(pyramid, fit)) {
      printValues(fit);
      break;
    }
  for (std::size_t i = 0; i < stages.candidates.size(); ++i)
    if (const PyramidCandidate& one = stages.candidates[i]; near(pyramid, one.pose, scene.solid(one.solid)))
      std::printf("    candidate %zu of %zu, log odds %.2f\n", i, stages.candidates.size(), one.log_odds);
  const PictureOutline outline = pictureOutlineOf(*solid, pyramid.pose, scene.view);
  for (const ChosenPyramid& one : stages.chosen)
    if (shareMore(outline, one.hull, 0.2)) {
      const PyramidSolid& other = scene.solid(one.fitted.solid);
      std::printf("    in its place: %s %s at %.0f %.0f heading %.0f, log odds %.2f\n", nameOf(other.size()).data(),
                  nameOf(other.posture()).data(), one.fitted.refined.pose.x_mm(), one.fitted.refined.pose.y_mm(),
                  degFromRad(one.fitted.refined.pose.heading_rad()), one.fitted.log_odds);
    }
  if (stage == "none") {
    const auto guesses = searchPyramids({&scene.picture.edges}, scene.view, scene.solids, {}, {}, {}, proposals);
    printSearched(pyramid, guesses, scene.picture, scene.view, scene.solids);
    printSettled(pyramid, *solid, scene.picture, scene.view);
  }
}

/// What lies where a false one was seen.
std::string placeOf(const SeenPyramid& seen, const support::TableTruth& truth, const Stages& stages) {
  const std::vector<PyramidSolid>& solids = stages.scene.solids;
  const auto outline_of = [&](PyramidSize size, Posture posture, const PlanarPose<TableFrame, PieceFrame>& pose) {
    const auto solid = std::ranges::find_if(
        solids, [&](const PyramidSolid& one) { return one.size() == size && one.posture() == posture; });
    return pictureOutlineOf(*solid, pose, stages.scene.view);
  };
  const PictureOutline outline = outline_of(seen.size, seen.posture, seen.table_from_piece);
  std::string place = "alone";
  for (const support::TruePyramid& pyramid : truth.pyramids)
    if (!pyramid.held && shareMore(outline, outline_of(pyramid.size, pyramid.posture, pyramid.pose), 0.15)) {
      if (!counts(pyramid))
        place = "on one that does not count";
      else if (const std::string stage = stages.lastOf(pyramid); stage != "found" && stage != "otherwise")
        return "on a missed one";
      else
        place = "on a found one";
    }
  return place;
}

struct Tallies {
  std::map<std::string, int> stages, places;
};

void lookAt(const support::TableTruth& truth, const std::string& name, const cv::Mat& image, Tallies& tallies) {
  cv::Mat grey;
  cv::cvtColor(image, grey, cv::COLOR_BGR2GRAY);
  const auto table = RegistrationFollower().next(grey, truth.lens, truth.table);
  if (!table) {
    std::printf("%s: %s\n", name.c_str(), table.error().sentence.c_str());
    return;
  }
  const auto [measured, view] = PyramidPicture::of(image, *table, truth.table);
  const PieceCatalog catalog = PieceCatalog::standard();
  const std::vector<PyramidSolid> solids = solidsOf(catalog);
  const ReducedPicture picture(measured, view);
  const auto proposals = PyramidProposals::of(picture, view);
  const PyramidColours colours(measured, view, truth.table);
  const PyramidScene scene{picture, view, truth.table, colours, solids};
  const Stages stages(scene, proposals.get(), catalog);
  for (const support::TruePyramid& pyramid : truth.pyramids) {
    if (!counts(pyramid))
      continue;
    const std::string stage = stages.lastOf(pyramid);
    ++tallies.stages[stage];
    if (stage == "found")
      continue;
    std::printf("%s %s %s %s at %.0f %.0f heading %.0f visible %.2f: %s\n", name.c_str(), nameOf(pyramid.size).data(),
                nameOf(pyramid.posture).data(), nameOf(pyramid.colour).data(), pyramid.pose.x_mm(), pyramid.pose.y_mm(),
                degFromRad(pyramid.pose.heading_rad()), pyramid.visible, stage.c_str());
    printLost(pyramid, stage, stages, proposals.get());
  }
  for (const SeenPyramid& seen : stages.seen) {
    if (std::ranges::any_of(truth.pyramids, [&](const auto& pyramid) { return meets(pyramid, seen); }))
      continue;
    const std::string place = placeOf(seen, truth, stages);
    ++tallies.places[place];
    std::printf("%s false: %s %s %s at %.0f %.0f heading %.0f, score %.2f, seen %.2f: %s\n", name.c_str(),
                nameOf(seen.size).data(), nameOf(seen.posture).data(), nameOf(seen.colour).data(),
                seen.table_from_piece.x_mm(), seen.table_from_piece.y_mm(),
                degFromRad(seen.table_from_piece.heading_rad()), seen.score, seen.visible, place.c_str());
  }
  std::fflush(stdout);
}

void print(const char* what, const std::map<std::string, int>& counts) {
  std::printf("%s\n", what);
  for (const auto& [name, count] : counts)
    std::printf("  %-26s %d\n", name.c_str(), count);
}

} // namespace

int main(int argc, char** argv) {
  bool copies = false;
  std::vector<std::string> folders;
  for (int i = 1; i < argc; ++i)
    if (std::string(argv[i]) == "--copies") {
      copies = true;
    } else {
      folders.emplace_back(argv[i]);
    }
  const std::vector<std::string> paths = truthsIn(folders, "usage: accuracy_losses [--copies] FOLDER_OR_TRUTH.json...");
  Tallies tallies;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const support::TableTruth truth = support::readTruth(paths[i]);
    const cv::Mat image = cv::imread(support::pictureOf(paths[i]));
    lookAt(truth, truth.name, image, tallies);
    if (copies)
      for (const PictureChange& change : hardlyAnyChanges()) {
        cv::Mat copy = image.clone();
        change.apply(copy, static_cast<unsigned>(i));
        lookAt(truth, truth.name + ", " + change.name, copy, tallies);
      }
  }
  print("true ones:", tallies.stages);
  print("false ones:", tallies.places);
  return 0;
}
