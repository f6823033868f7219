// Colours of true pyramids as the program measures them, one a line: accuracy_colours FOLDER_OR_TRUTH.json... Picture,
// colour, blue, green, red (linear light relative to white paper), log odds that the plastic is opaque; fit_colours.py
// beside this file makes the laws of colour_laws.cpp from them.
#include <cstdio>
#include <filesystem>

#include <opencv2/imgcodecs.hpp>

#include "models/piece_catalog.h"
#include "tests/support/table_truth.h"
#include "vision/outline_samples.h"
#include "vision/plastic_network.h"
#include "vision/pyramid_colour.h"

using namespace linesman;

namespace {

void printColours(const std::string& path, const PlasticNetwork& network) {
  const support::TableTruth truth = support::readTruth(path);
  const cv::Mat image = cv::imread(support::pictureOf(path));
  const TableView view(truth.lens, {truth.camera_from_table, {}});
  const PyramidColours colours(image, view, truth.table);
  const PieceCatalog catalog = PieceCatalog::standard();
  const QuietPicture picture(image);
  for (const support::TruePyramid& pyramid : truth.pyramids) {
    if (!support::counts(pyramid))
      continue;
    const PyramidSolid solid(catalog.pyramid(pyramid.size), pyramid.size, pyramid.posture);
    const Eigen::Vector3d bgr = colours.relativeToWhite(projectedHull(solid, pyramid.pose, view));
    const double opaque = network.opaqueLogOdds(picture, view, {{&solid, pyramid.pose}}).front();
    std::printf("%s %s %.5f %.5f %.5f %.3f\n", truth.name.c_str(), nameOf(pyramid.colour).data(), bgr[0], bgr[1],
                bgr[2], opaque);
  }
}

} // namespace

int main(int argc, char** argv) {
  const PlasticNetwork* network = PlasticNetwork::shipped();
  if (network == nullptr) {
    std::fputs("models/detectors/plastics.onnx cannot be read.\n", stderr);
    return 1;
  }
  for (const std::string& path :
       support::truthsIn({argv + 1, argv + argc}, "usage: accuracy_colours FOLDER_OR_TRUTH.json..."))
    printColours(path, *network);
  return 0;
}
