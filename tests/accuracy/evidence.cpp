// Writes the evidence of every candidate with whether it is a true pyramid (1), part of one or chance (0), one a line:
// accuracy_evidence [--rough | --proposed] FOLDER_OR_TRUTH.json... > evidence.txt. fit_evidence.py beside this file
// makes the weights of fitted pyramids from it; with --rough those of PyramidEvidence::logOdds(), which candidates have
// before the fit, with --proposed what PyramidCandidate::log_odds weighs.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include <opencv2/imgcodecs.hpp>

#include "models/piece_catalog.h"
#include "tests/support/table_truth.h"
#include "vision/pyramid_detector.h"
#include "vision/pyramid_fits.h"

using namespace linesman;

namespace {

/// 1 true, 0 wrong, -1 neither (a piece that is mostly hidden or held).
int labelOf(const PlanarPose<TableFrame, PieceFrame>& pose, const PyramidSolid& solid,
            const support::TableTruth& truth) {
  bool at_hidden = false;
  for (const support::TruePyramid& pyramid : truth.pyramids) {
    const double off_mm = (pose.origin_mm() - pyramid.pose.origin_mm()).norm();
    at_hidden |= off_mm < 8.0 && pyramid.visible < 0.4;
    if (off_mm > 2.5 || pyramid.size != solid.size() || pyramid.posture != solid.posture() ||
        std::abs(std::remainder(pose.heading_rad() - pyramid.pose.heading_rad(), solid.period_rad())) > 0.12)
      continue;
    return pyramid.held || pyramid.visible < 0.6 || pyramid.in_frame < 0.95 ? -1 : 1;
  }
  return at_hidden ? -1 : 0;
}

template <class Values> void print(const std::string& picture, int label, int solid, const Values& values) {
  if (label < 0)
    return;
  std::printf("%s %d %d", picture.c_str(), label, solid);
  for (const double value : values)
    std::printf(" %.4f", value);
  std::printf("\n");
}

/// What is written of each: fits, candidates, or candidates beside proposals.
enum class Written { fits, rough, proposed };

void writePicture(const std::string& path, Written what) {
  const support::TableTruth truth = support::readTruth(path);
  const cv::Mat image = cv::imread(support::pictureOf(path));
  const TableView view(truth.lens, {truth.camera_from_table, {}});
  const PieceCatalog catalog = PieceCatalog::standard();
  const std::vector<PyramidSolid> solids = solidsOf(catalog);
  const ReducedPicture picture(image, view);
  const PyramidColours colours(image, view, truth.table);
  const PyramidScene scene{picture, view, truth.table, colours, solids};
  const auto proposals = PyramidProposals::of(picture, view);
  const std::vector<PyramidCandidate> candidates = pyramidCandidates(scene, proposals.get());
  const auto label = [&](const PlanarPose<TableFrame, PieceFrame>& pose, int solid) {
    return labelOf(pose, solids[static_cast<std::size_t>(solid)], truth);
  };
  if (what == Written::fits) {
    for (const FittedPyramid& fitted : fitCandidates(candidates, scene, {}, nullptr))
      print(truth.name, label(fitted.refined.pose, fitted.solid), fitted.solid, fitted.values());
    return;
  }
  for (const PyramidCandidate& candidate : candidates) {
    const int is = label(candidate.pose, candidate.solid);
    if (what == Written::rough)
      print(truth.name, is, candidate.solid, candidate.evidence.values());
    else if (const auto told = proposals
                                   ? proposals->logOddsOf(candidate.solid, scene.solid(candidate.solid), candidate.pose)
                                   : std::nullopt)
      print(truth.name, is, candidate.solid, proposedValues(candidate.evidence.logOdds(), *told));
  }
}

} // namespace

int main(int argc, char** argv) {
  Written what = Written::fits;
  std::vector<std::string> folders;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--rough" || word == "--proposed") {
      what = word == "--rough" ? Written::rough : Written::proposed;
      continue;
    }
    folders.push_back(word);
  }
  for (const std::string& path :
       support::truthsIn(folders, "usage: accuracy_evidence [--rough | --proposed] FOLDER_OR_TRUTH.json..."))
    writePicture(path, what);
  return 0;
}
