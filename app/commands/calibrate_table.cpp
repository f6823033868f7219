#include "app/commands/calibrate_table.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <memory>
#include <sstream>

#include "app/command.h"
#include "app/commands/lens_note.h"
#include "app/commands/output_file.h"
#include "calibration/layout.h"
#include "calibration/lens_file.h"
#include "calibration/marker_detection.h"
#include "models/text_file.h"
#include "vision/picture_file.h"
#include "vision/pipeline.h"

namespace linesman::app {

namespace {

struct TableOptions {
  std::string lens, table, output, dictionary = "DICT_4X4_50", distance;
  double size_mm = 0.0;
  std::vector<std::string> images;
};

void reportRegistration(const Registration& registration, bool estimated) {
  const auto& pose = registration.camera_from_table;
  const UncertainPose<TableFrame, CameraFrame> inverse = pose.inverse();
  std::cerr << std::fixed << std::setprecision(2) << "Camera " << inverse.pose.translation_mm().z() << " +- "
            << std::sqrt(inverse.covariance(5, 5)) << " mm above the table; rms " << std::setprecision(3)
            << registration.rms_px << " px\n";
  if (!registration.warning.empty())
    std::cerr << registration.warning << '\n';
  if (const auto note = lensNote(estimated, registration); !note.empty())
    std::cerr << note
              << "\nThe registration that is saved serves with a lens only: leave what it was seen by on the table.\n";
}

/// What a table file names beside itself is not found from another folder; empty where all is.
std::string namesLost(const TableFile& table, const std::string& copy) {
  const auto again = readTableFile(copy);
  std::string names;
  const auto compare = [&](const char* key, const std::string& before, const std::string& now) {
    std::error_code ignored;
    if (before != now && std::filesystem::exists(before, ignored) && !std::filesystem::exists(now, ignored))
      names += (names.empty() ? "" : ", ") + std::string(key) + " (" + before + ")";
  };
  if (again) {
    compare("empty_picture", table.empty_picture, again->empty_picture);
    compare("set", table.piece_set, again->piece_set);
    if (table.board && again->board)
      compare("definition", table.board->definition, again->board->definition);
  }
  return names.empty() ? names
                       : "Copy beside " + copy + " what " + table.path +
                             " names beside itself, or it is not found: " + names + ".";
}

/// A table that is known: its registration is saved with it.
int registerKnown(const TableOptions& options, const std::optional<Lens>& lens) {
  const auto table = readTableFile(options.table);
  if (!table)
    return complain(table.error().sentence);
  PipelineSettings settings;
  settings.lens = lens;
  settings.table = *table;
  settings.table.saved.reset();
  if (table->markers.empty() && table->board && !table->board->square_mm)
    return complain("A saved registration is in millimetres, and " + options.table +
                    " does not say how large the board's squares are; measure one and write square_mm in [board].");
  Registration registration;
  if (!table->markers.empty()) {
    const auto grey = readGrey(options.images.front());
    const auto found =
        grey ? registerTable(*grey, lens, settings.table) : Result<TableRegistration>(tl::unexpected(grey.error()));
    if (!found)
      return complain(found.error().sentence);
    registration = found->registration;
  } else { // from its board
    auto image = readImage(options.images.front());
    if (!image)
      return complain(image.error().sentence);
    Pipeline pipeline(settings);
    const auto seen = pipeline.process({*image, 0.0, options.images.front()});
    if (!seen)
      return complain(seen.error().sentence);
    registration = seen->state.registration;
  }
  if (!registration.ok)
    return complain("Nothing in " + options.images.front() + " registers the table; show its markers or its board.");
  reportRegistration(registration, !lens);
  std::ifstream in(options.table, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (const auto written = writeFile(options.output, withRegistration(text.str(), registration)); !written)
    return complain(written.error().sentence);
  if (const std::string lost = namesLost(*table, options.output); !lost.empty())
    std::cerr << lost << '\n';
  return 0;
}

Result<LayoutRequest::Distance> parseDistance(const std::string& text) {
  LayoutRequest::Distance distance;
  std::istringstream in(text);
  char dash = 0, equals = 0;
  if (!(in >> distance.from_id >> dash >> distance.to_id >> equals >> distance.mm) || dash != '-' || equals != '=' ||
      !in.eof())
    return fail("The distance \"" + text +
                "\" cannot be read; write the two marker ids and the millimetres, as in 0-2=412.5.");
  return distance;
}

/// Markers placed freely: their layout is solved.
int solveFree(const TableOptions& options, const std::optional<Lens>& lens) {
  LayoutRequest request;
  request.dictionary = options.dictionary;
  request.marker_mm = options.size_mm;
  request.lens = lens;
  if (!options.distance.empty()) {
    const auto distance = parseDistance(options.distance);
    if (!distance)
      return misused(distance.error().sentence);
    request.distance = *distance;
  }
  std::vector<cv::Mat> pictures;
  for (const std::string& image : options.images) {
    auto grey = readGrey(image);
    if (!grey)
      return complain(grey.error().sentence);
    pictures.push_back(std::move(*grey));
  }
  const auto layout = solveLayout(pictures, request);
  if (!layout)
    return complain(layout.error().sentence);
  std::cerr << std::fixed << std::setprecision(2);
  for (std::size_t i = 0; i < layout->table.markers.size(); ++i) {
    const TableMarker& marker = layout->table.markers[i];
    std::cerr << "  marker " << marker.id << " at " << marker.centre_mm.x() << ", " << marker.centre_mm.y() << " mm\n";
  }
  std::cerr << "Placed to +- " << *std::max_element(layout->sigma_mm.begin(), layout->sigma_mm.end())
            << " mm among themselves; scale known to " << 100.0 * layout->scale_sigma
            << " % (by the pictures; add what " << (request.distance ? "the ruler" : "the marker's size")
            << " may be off)\n";
  if (!layout->warning.empty())
    std::cerr << layout->warning << '\n';
  if (layout->isFromOneSide())
    std::cerr
        << "Note: " << (pictures.size() == 1 ? "one picture shows" : "the pictures show")
        << " the markers from one side only, where a marker that does not lie flat or a lens that is off can hide; "
           "a second picture from clearly another side checks them.\n";
  reportRegistration(layout->registrations.back().registration, !lens);
  const std::string text = withRegistration(layoutText(*layout), layout->registrations.back().registration);
  if (const auto written = writeFile(options.output, text); !written)
    return complain(written.error().sentence);
  return 0;
}

int run(const TableOptions& options) {
  if (const auto kept = checkOutput(options.output, OutputKind::table); !kept)
    return complain(kept.error().sentence);
  std::optional<Lens> lens;
  if (!options.lens.empty()) {
    const auto read = readLens(options.lens);
    if (!read)
      return complain(read.error().sentence);
    lens = *read;
  }
  return options.table.empty() ? solveFree(options, lens) : registerKnown(options, lens);
}

} // namespace

std::function<int()> attachCalibrateTable(CLI::App& calibrate) {
  auto options = std::make_shared<TableOptions>();
  CLI::App* sub =
      calibrate.add_subcommand("table", "Saves where the camera is in a table.toml, or solves where markers lie");
  sub->add_option("images", options->images,
                  "Pictures; to solve a layout two or more from different sides, or one with --lens")
      ->required();
  sub->add_option("--lens", options->lens, "lens.yml");
  sub->add_option("--table", options->table, "A known table whose registration is to be saved");
  sub->add_option("--dictionary", options->dictionary, "Marker dictionary")
      ->check([](const std::string& name) {
        return dictionarySize(name)
                   ? std::string()
                   : "There is no dictionary " + name + "; give one of OpenCV's names, such as DICT_4X4_50.";
      })
      ->capture_default_str();
  CLI::Option* size = sub->add_option("--size", options->size_mm, "Side of every marker's black square in mm")
                          ->check(numberFrom(5.0, 1000.0));
  sub->add_option("--distance", options->distance, "A measured distance between two markers' centres, as 0-2=412.5");
  sub->add_option("-o,--output", options->output, "The table.toml to write")->required();
  sub->final_callback([options, size] {
    if (options->table.empty() && size->count() == 0)
      throw CLI::RequiredError("--table (a known table) or --size (of freely placed markers)");
    if (!options->table.empty() && (options->images.size() > 1 || size->count() > 0 || !options->distance.empty()))
      throw CLI::ValidationError("--table", "a known table is registered from one picture, without --size and "
                                            "--distance, which solve where free markers lie");
  });
  return [options] { return run(*options); };
}

} // namespace linesman::app
