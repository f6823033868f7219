#include "app/commands/calibrate_set.h"

#include <filesystem>
#include <iomanip>
#include <iostream>
#include <memory>
#include <sstream>

#include "app/command.h"
#include "app/commands/lens_note.h"
#include "app/commands/output_file.h"
#include "app/commands/picture_settings.h"
#include "models/text_file.h"
#include "vision/frame_source.h"
#include "vision/pipeline.h"
#include "vision/set_calibration.h"
#include "vision/set_scale.h"

namespace linesman::app {

namespace {

struct SetOptions {
  std::string lens, table, output, name = "My set";
  std::vector<std::string> images;
};

Result<PipelineSettings> settingsOf(const SetOptions& options) {
  auto settings = pictureSettings(options.lens, options.table);
  if (!settings)
    return settings;
  settings->single_pictures = true;
  if (const auto loaded = settings->loadFiles(); !loaded)
    return tl::unexpected(loaded.error());
  return settings;
}

/// The pictures as they register, with the first note that there is about them.
Result<std::vector<PyramidPicture>> registeredPictures(const SetOptions& options, const PipelineSettings& settings) {
  Pipeline pipeline(settings);
  std::vector<PyramidPicture> pictures;
  bool noted = false;
  for (const std::string& path : options.images) {
    const auto image = readImage(path);
    if (!image)
      return tl::unexpected(image.error());
    pipeline.reset();
    const auto seen = pipeline.process({*image, 0.0, std::filesystem::path(path).filename().string()});
    if (!seen)
      return fail(path + ": " + seen.error().sentence);
    const Registration& registration = seen->state.registration;
    if (!registration.warning.empty())
      std::cerr << path << ": " << registration.warning << '\n';
    if (const auto note = lensNote(seen->lens.estimated, registration); !note.empty() && !noted) {
      std::cerr << note << '\n';
      noted = true;
    }
    if (const std::string scale = grossScaleWarning(*image, *seen, settings.table, settings.pieces); !scale.empty())
      return fail(path + ": " + scale); // sizes are taken for others, and their measures would be those of nothing
    pictures.push_back(pictureOf(*image, *seen, settings.table));
  }
  return pictures;
}

constexpr std::array<PyramidSize, 3> sizes = {PyramidSize::small, PyramidSize::medium, PyramidSize::large};

void report(const MeasuredSet& measured) {
  std::cerr << std::fixed << std::setprecision(2);
  for (const PyramidSize size : sizes) {
    const auto& one = measured[static_cast<std::size_t>(size)];
    std::cerr << "  " << nameOf(size);
    if (!one) {
      std::cerr << ": not shown\n";
      continue;
    }
    std::cerr << ": base " << one->pyramid.base_mm() << " +- " << one->baseSigma_mm() << " mm, height "
              << one->pyramid.height_mm() << " +- " << one->heightSigma_mm() << " mm, from " << one->seen
              << (one->seen == 1 ? " view" : " views") << " of them";
    if (one->left_out > 0)
      std::cerr << "; " << one->left_out << " more told something else and were left out";
    std::cerr << '\n';
  }
}

/// The set's file: measured sizes with their standard deviations in comments, the others as they were known.
std::string setText(const MeasuredSet& measured, const PieceCatalog& known, const std::string& name) {
  std::ostringstream out;
  out << std::fixed << "# Measured with `linesman calibrate set`. Base edge and height of the ideal sharp pyramid, mm; "
      << "+-: one standard deviation.\nname = \"" << name << "\"\n";
  for (const PyramidSize size : sizes) {
    const auto& one = measured[static_cast<std::size_t>(size)];
    const Pyramid& pyramid = one ? one->pyramid : known.pyramid(size);
    const auto line = [&](const char* key, double value_mm, double sigma_mm) {
      out << key << " = " << std::setprecision(3) << value_mm;
      if (one)
        out << " # +- " << sigma_mm;
      out << '\n';
    };
    out << '[' << nameOf(size) << ']' << (one ? "" : " # not shown: as it was known before") << '\n';
    line("base_mm", pyramid.base_mm(), one ? one->baseSigma_mm() : 0.0);
    line("height_mm", pyramid.height_mm(), one ? one->heightSigma_mm() : 0.0);
    if (pyramid.tipCut_mm() > 0.0)
      out << "tip_cut_mm = " << pyramid.tipCut_mm() << " # in its known ratio to the height\n";
  }
  return out.str();
}

int run(const SetOptions& options) {
  if (!options.output.ends_with(".toml"))
    return complain("The set's file " + options.output + " must end in .toml; name it so, as table files look for it.");
  if (options.name.find_first_of("\"\\\n") != std::string::npos ||
      options.name.find_first_not_of(" \t") == std::string::npos)
    return complain(
        "A set's name is not blank and holds no quotes, backslashes or line ends; give --name another one.");
  if (const auto kept = checkOutput(options.output, OutputKind::piece_set); !kept)
    return complain(kept.error().sentence);
  const auto settings = settingsOf(options);
  if (!settings)
    return complain(settings.error().sentence);
  const auto pictures = registeredPictures(options, *settings);
  if (!pictures)
    return complain(pictures.error().sentence);
  const auto measured = measureSet(*pictures, settings->table, settings->pieces);
  if (!measured)
    return complain(measured.error().sentence);
  report(*measured);
  if (const auto scale = scaleOf(*measured, settings->pieces); scale && scale->isOff())
    std::cerr << "All sizes alike are " << scale->difference()
              << " than the known set; if the set is that one, the markers are not of the size that " << options.table
              << " says: measure them with a ruler.\n";
  if (const auto written = writeFile(options.output, setText(*measured, settings->pieces, options.name)); !written)
    return complain(written.error().sentence);
  std::cerr << "In " << options.table << ": [pieces] set = \"" << nameFromTable(options.output, options.table)
            << "\"\n";
  return 0;
}

} // namespace

std::function<int()> attachCalibrateSet(CLI::App& calibrate) {
  auto options = std::make_shared<SetOptions>();
  CLI::App* sub = calibrate.add_subcommand(
      "set", "Measures your pyramids' base edges and heights from pictures of some that lie well apart on the table");
  sub->add_option("images", options->images,
                  "Pictures of ships of one size or several, lying well apart and seen whole; more pieces, turned in "
                  "different ways and seen from near, make it surer")
      ->required();
  sub->add_option("--lens", options->lens,
                  "lens.yml; without it the focal length is estimated, and the answer less sure");
  sub->add_option(
         "--table", options->table,
         "table.toml: markers, and the set that is known (within some ten percent); its scale becomes the set's")
      ->required();
  sub->add_option("--name", options->name, "What the set is called")->capture_default_str();
  sub->add_option("-o,--output", options->output, "The set's file to write, which [pieces] set in table.toml can name")
      ->required();
  return [options] { return run(*options); };
}

} // namespace linesman::app
