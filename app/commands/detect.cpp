#include <filesystem>
#include <iostream>
#include <memory>

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "app/command.h"
#include "calibration/lens_file.h"
#include "models/table_state_json.h"
#include "vision/frame_source.h"
#include "vision/outline_samples.h"
#include "vision/pipeline.h"

namespace linesman::app {

namespace {

struct Options {
  std::string lens;
  std::string table;
  std::vector<std::string> images;
  std::string annotate;
};

/// The pictures' own error sentences carry their names.
Result<PipelineSettings> settingsOf(const Options& options) {
  PipelineSettings settings;
  if (!options.lens.empty()) {
    auto lens = readLens(options.lens);
    if (!lens)
      return tl::unexpected(lens.error());
    settings.lens = std::move(*lens);
  }
  auto table = readTableFile(options.table);
  if (!table)
    return tl::unexpected(table.error());
  settings.table = std::move(*table);
  auto pieces = PieceCatalog::load(settings.table.piece_set);
  if (pieces)
    settings.pieces = std::move(*pieces);
  else if (settings.table.piece_set != "staunton" && settings.table.piece_set != "tokens")
    return tl::unexpected(pieces.error());
  return settings;
}

void drawPyramids(cv::Mat& picture, const Seen& seen, const PieceCatalog& pieces) {
  const TableView view(seen.lens, seen.state.registration.camera_from_table);
  for (const SeenPyramid& pyramid : seen.state.pyramids) {
    const PyramidSolid solid(pieces.pyramid(pyramid.size), pyramid.size, pyramid.posture);
    std::vector<cv::Point> outline;
    for (const Eigen::Vector2d& point : projectedHull(solid, pyramid.table_from_piece, view))
      outline.emplace_back(static_cast<int>(std::lround(point.x() * 16.0)), static_cast<int>(std::lround(point.y() * 16.0)));
    cv::polylines(picture, outline, true, cv::Scalar(0, 255, 255), 1, cv::LINE_AA, 4);
    if (!outline.empty())
      cv::putText(picture, std::string(nameOf(pyramid.size)).substr(0, 1) + " " + std::string(nameOf(pyramid.colour)),
                  outline.front() / 16, cv::FONT_HERSHEY_SIMPLEX, 0.4, cv::Scalar(255, 255, 255), 1, cv::LINE_AA);
  }
}

Result<void> annotate(const Frame& frame, const Seen& seen, const PieceCatalog& pieces, const std::string& folder) {
  cv::Mat picture = frame.image.clone();
  drawPyramids(picture, seen, pieces);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const std::string path = (std::filesystem::path(folder) / frame.name).string();
  bool written = false;
  try {
    written = cv::imwrite(path, picture);
  } catch (const cv::Exception&) {
    written = false;
  }
  if (!written)
    return fail("The annotated picture " + path + " cannot be written; give --annotate a folder you may write to.");
  return {};
}

int run(const Options& options) {
  const auto settings = settingsOf(options);
  if (!settings)
    return complain(settings.error().sentence);
  Pipeline pipeline(*settings);
  for (const std::string& path : options.images) {
    auto image = readImage(path);
    if (!image)
      return complain(image.error().sentence);
    const Frame frame{std::move(*image), 0.0, std::filesystem::path(path).filename().string()};
    pipeline.reset(); // every picture stands alone
    const auto seen = pipeline.process(frame);
    if (!seen)
      return complain(path + ": " + seen.error().sentence);
    std::cout << toJson(seen->state).dump() << std::endl;
    if (!options.annotate.empty())
      if (const auto done = annotate(frame, *seen, settings->pieces, options.annotate); !done)
        return complain(done.error().sentence);
  }
  return 0;
}

} // namespace

Command detectCommand() {
  return {"detect", "What lies on the table, one JSON object per image",
          [](CLI::App& sub) -> std::function<int()> {
            auto options = std::make_shared<Options>();
            sub.add_option("--lens", options->lens, "lens.yml of the camera; without it the focal length is estimated");
            sub.add_option("--table", options->table, "table.toml: markers, area, islands, pieces")->required();
            sub.add_option("--annotate", options->annotate, "folder for the pictures with what was seen drawn in");
            sub.add_option("images", options->images, "pictures")->required();
            return [options] { return run(*options); };
          }};
}

} // namespace linesman::app
