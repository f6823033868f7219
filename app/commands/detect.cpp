#include <filesystem>
#include <iostream>
#include <map>
#include <memory>

#include <opencv2/core.hpp>

#include "app/annotate.h"
#include "app/command.h"
#include "app/commands/lens_note.h"
#include "app/commands/picture_settings.h"
#include "app/ship_names.h"
#include "app/watch/armada_law.h"
#include "app/watch/taught_men.h"
#include "models/json_line.h"
#include "models/sentences.h"
#include "models/table_state_json.h"
#include "vision/frame_source.h"
#include "vision/pipeline.h"
#include "vision/set_scale.h"

namespace linesman::app {

namespace {

namespace fs = std::filesystem;

struct DetectOptions {
  std::string lens;
  std::string table;
  std::string empty;
  std::vector<std::string> images;
  std::string annotate;
};

/// The pictures' own error sentences carry their names.
Result<PipelineSettings> settingsOf(const DetectOptions& options) {
  auto settings = pictureSettings(options.lens, options.table);
  if (!settings)
    return settings;
  if (!options.empty.empty())
    settings->table.empty_picture = options.empty;
  if (settings->table.board)
    settings->die_places = diePlaces(settings->table.board->definition);
  if (const auto loaded = settings->loadFiles(); !loaded)
    return tl::unexpected(loaded.error());
  if (!options.empty.empty() && settings->table.board && !settings->pyramids_on_board)
    return fail("--empty serves tables with pyramids; men on a board are read without it, so leave it out.");
  return settings;
}

/// Where a picture goes with its marks: under its own name, and as .jpg where that tells no kind.
fs::path annotatedPath(const std::string& folder, const std::string& image) {
  const fs::path name = fs::path(image).filename();
  return fs::path(folder) / (name.has_extension() ? name : fs::path(name.string() + ".jpg"));
}

/// The very marks that the window shows.
Result<void> writeAnnotated(const Frame& frame, const Seen& seen, const PieceCatalog& pieces,
                            const std::string& folder) {
  OverlayContent content;
  content.names = shipNames(seen.state);
  content.men = true;
  return writePicture(annotate(frame.image, seen.state, seen.lens, content, pieces),
                      annotatedPath(folder, frame.name).string());
}

/// Refuses to write over a picture that was given, or one annotated picture over another of the same name.
Result<void> checkAnnotated(const DetectOptions& options) {
  std::map<std::string, std::string> from; // annotated picture -> what it is of
  std::error_code ignored;
  for (const std::string& path : options.images) {
    const fs::path target = annotatedPath(options.annotate, path);
    for (const std::string& given : options.images)
      if (fs::equivalent(target, given, ignored))
        return fail("The annotated picture would take the place of " + given +
                    "; give --annotate another folder, so that the picture is kept.");
    if (const auto [other, fresh] = from.emplace(target.string(), path);
        !fresh && !fs::equivalent(other->second, path, ignored))
      return fail(other->second + " and " + path +
                  " have the same name, and one folder cannot hold both annotated; annotate them one after the other "
                  "into two folders.");
  }
  return {};
}

/// A picture has no time: who referees these lines gives them one.
void print(const TableState& state) {
  nlohmann::json line = toJson(state);
  line.erase("t_s");
  std::cout << jsonLine(line) << std::endl;
}

/// Every picture has its line: of one in which nothing can be told this one, which says why.
void printNothing(const std::string& image, const cv::Size& size, const std::string& sentence) {
  TableState state;
  state.image = image;
  state.width_px = size.width;
  state.height_px = size.height;
  state.registration.warning = sentence;
  print(state);
}

/// What the user has to know of a picture beside the pieces, in sentences; empty while all is well.
std::string notesOf(const TableState& state) {
  const bool whose = !state.pyramids.empty() && state.grey;
  const bool any_corner = state.board && !state.board->orientation_known;
  const bool any_size = state.board && !state.board->square_known;
  std::string notes = state.registration.warning;
  const auto note = [&](bool holds, const char* sentence) { notes = sentences(notes, holds ? sentence : ""); };
  note(whose, "The picture is grey, so the colours of the pyramids are guessed; give one in colour.");
  note(any_size,
       "Nothing tells how large the board's squares are, so 50 mm was assumed and all millimetres are by that; "
       "measure a square and write square_mm in [board], or put up corner markers.");
  note(any_corner, "Nothing tells which corner of the board is a1, so a near one was taken and squares may be named "
                   "wrongly; say in `coordinates` of [board] which corner square lies near left.");
  return notes;
}

int run(const DetectOptions& options) {
  if (!options.annotate.empty())
    if (const auto kept = checkAnnotated(options); !kept)
      return complain(kept.error().sentence);
  const auto settings = settingsOf(options);
  if (!settings)
    return complain(settings.error().sentence);
  if (const auto fits = checkTaughtMen(settings->table); !fits)
    std::cerr << fits.error().sentence << '\n';
  Pipeline pipeline(*settings);
  bool noted = false; // of the first picture, for all
  std::string scale;  // what the first picture that tells says of the table, for it and those behind it
  int status = 0;     // one bad picture does not keep the others from being read
  for (const std::string& path : options.images) {
    const std::string name = fs::path(path).filename().string();
    auto image = readImage(path);
    if (!image) {
      status = complain(image.error().sentence);
      printNothing(name, {}, image.error().sentence);
      continue;
    }
    const Frame frame{std::move(*image), 0.0, name};
    pipeline.reset(); // every picture stands alone
    auto seen = pipeline.process(frame);
    if (!seen) {
      status = complain(path + ": " + seen.error().sentence);
      printNothing(name, frame.image.size(), seen.error().sentence);
      continue;
    }
    if (const auto note = lensNote(seen->lens.estimated, seen->state.registration); !note.empty() && !noted) {
      std::cerr << note << '\n';
      noted = true;
    }
    if (scale.empty())
      scale = grossScaleWarning(frame.image, *seen, settings->table, settings->pieces);
    seen->state.registration.warning = sentences(seen->state.registration.warning, scale);
    if (const std::string notes = notesOf(seen->state); !notes.empty())
      std::cerr << path << ": " << notes << '\n';
    print(seen->state);
    if (!options.annotate.empty())
      if (const auto done = writeAnnotated(frame, *seen, settings->pieces, options.annotate); !done)
        status = complain(done.error().sentence);
  }
  return status;
}

} // namespace

Command detectCommand() {
  return {"detect", "What lies on the table, one JSON object per image", [](CLI::App& sub) -> std::function<int()> {
            auto options = std::make_shared<DetectOptions>();
            sub.add_option("--lens", options->lens, "lens.yml of the camera; without it the focal length is estimated");
            sub.add_option("--table", options->table, "table.toml: markers, area, islands, pieces")->required();
            sub.add_option(
                "--empty", options->empty,
                "picture of the table with nothing on it but its markers, by the same camera: its print is "
                "then told from pieces, and hands from what lies there (instead of the table's empty_picture)");
            sub.add_option("--annotate", options->annotate, "folder for the pictures with what was seen drawn in");
            sub.add_option("images", options->images, "pictures")->required();
            return [options] { return run(*options); };
          }};
}

} // namespace linesman::app
