#include <filesystem>
#include <iostream>
#include <memory>

#include "app/annotate.h"
#include "app/command.h"
#include "app/commands/lens_note.h"
#include "app/ship_names.h"
#include "app/watch/armada_law.h"
#include "calibration/lens_file.h"
#include "models/table_state_json.h"
#include "vision/frame_source.h"
#include "vision/pipeline.h"

namespace linesman::app {

namespace {

struct DetectOptions {
  std::string lens;
  std::string table;
  std::vector<std::string> images;
  std::string annotate;
};

/// The pictures' own error sentences carry their names.
Result<PipelineSettings> settingsOf(const DetectOptions& options) {
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
  if (settings.table.board)
    settings.die_places = diePlaces(settings.table.board->definition);
  if (const auto loaded = settings.loadPieces(); !loaded)
    return tl::unexpected(loaded.error());
  return settings;
}

/// The very marks that the window shows.
Result<void> writeAnnotated(const Frame& frame, const Seen& seen, const PieceCatalog& pieces,
                            const std::string& folder) {
  OverlayContent content;
  content.names = shipNames(seen.state);
  content.men = true;
  return writePicture(annotate(frame.image, seen.state, seen.lens, content, pieces),
                      (std::filesystem::path(folder) / frame.name).string());
}

int run(const DetectOptions& options) {
  const auto settings = settingsOf(options);
  if (!settings)
    return complain(settings.error().sentence);
  Pipeline pipeline(*settings);
  bool noted = false; // of the first picture, for all
  for (const std::string& path : options.images) {
    auto image = readImage(path);
    if (!image)
      return complain(image.error().sentence);
    const Frame frame{std::move(*image), 0.0, std::filesystem::path(path).filename().string()};
    pipeline.reset(); // every picture stands alone
    const auto seen = pipeline.process(frame);
    if (!seen)
      return complain(path + ": " + seen.error().sentence);
    if (const auto note = lensNote(seen->lens.estimated, seen->state.registration); !note.empty() && !noted) {
      std::cerr << note << '\n';
      noted = true;
    }
    if (const std::string& warning = seen->state.registration.warning; !warning.empty())
      std::cerr << path << ": " << warning << '\n';
    std::cout << toJson(seen->state).dump() << std::endl;
    if (!options.annotate.empty())
      if (const auto done = writeAnnotated(frame, *seen, settings->pieces, options.annotate); !done)
        return complain(done.error().sentence);
  }
  return 0;
}

} // namespace

Command detectCommand() {
  return {"detect", "What lies on the table, one JSON object per image", [](CLI::App& sub) -> std::function<int()> {
            auto options = std::make_shared<DetectOptions>();
            sub.add_option("--lens", options->lens, "lens.yml of the camera; without it the focal length is estimated");
            sub.add_option("--table", options->table, "table.toml: markers, area, islands, pieces")->required();
            sub.add_option("--annotate", options->annotate, "folder for the pictures with what was seen drawn in");
            sub.add_option("images", options->images, "pictures")->required();
            return [options] { return run(*options); };
          }};
}

} // namespace linesman::app
