#include "app/commands/calibrate_lens.h"

#include <chrono>
#include <cmath>
#include <ctime>
#include <iomanip>
#include <iostream>
#include <memory>
#include <sstream>
#include <unistd.h>

#include "app/command.h"
#include "app/commands/output_file.h"
#include "app/end_signals.h"
#include "app/lens_views.h"
#include "calibration/lens_calibration.h"
#include "calibration/lens_file.h"
#include "models/units.h"
#include "vision/camera_identity.h"
#include "vision/frame_source.h"
#include "vision/picture_file.h"

namespace linesman::app {

namespace {

struct LensOptions {
  std::string target;
  std::vector<std::string> images;
  std::string live;
  int views = 12;
  std::string output;
  std::string camera;
  double ruler_mm = 100.0;
  double focus = -1.0;
  bool quiet = false;
  bool force = false;
};

std::string today() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::ostringstream out;
  out << std::put_time(&parts, "%Y-%m-%d");
  return out.str();
}

/// A bar is for who watches: in a file it would be a heap of signs before the sentence that counts.
bool showsBar(const LensOptions& options) {
  return !options.quiet && isatty(STDERR_FILENO) == 1;
}

/// A bar on standard error, where it is shown.
void drawBar(double share, const std::string& what) {
  const int full = static_cast<int>(30.0 * share);
  std::cerr << "\r[" << std::string(static_cast<std::size_t>(full), '#')
            << std::string(static_cast<std::size_t>(30 - full), ' ') << "] " << std::left << std::setw(28) << what
            << std::flush;
  if (share >= 1.0)
    std::cerr << '\n';
}

/// Sets what is said next on a line of its own, behind a bar that is not full.
void leaveBar(const LensOptions& options) {
  if (showsBar(options))
    std::cerr << '\n';
}

/// What the views tell of the print, where it is not as drawn.
std::string printShape(const LensCalibration& c) {
  if (!c.print)
    return {};
  const auto& terms = c.print->terms;
  const auto sigma = [&](int i) { return std::sqrt(c.print->covariance(i, i)); };
  const auto shows = [&](int i) { return std::abs(terms[i]) > 2.0 * sigma(i) && sigma(i) > 0.0; };
  const bool bowed = shows(1) || shows(2);
  if (!shows(0) && !bowed)
    return {};
  std::ostringstream out;
  out << std::fixed << std::setprecision(2) << "The print is not as drawn, which was taken into account:";
  if (shows(0))
    out << " its height is stretched by " << 100.0 * terms[0] << " +- " << 100.0 * sigma(0) << " % over its width"
        << (bowed ? ";" : "");
  if (bowed)
    out << " its edges stand " << terms[1] << " +- " << sigma(1) << " mm (left and right) and " << terms[2] << " +- "
        << sigma(2) << " mm (above and below) behind its middle";
  out << '\n';
  return out.str();
}

/// What became of a view.
void reportView(const ViewReport& view) {
  std::cerr << "  " << view.name << ": " << view.points << " points, ";
  if (view.used)
    std::cerr << "rms " << view.rms_px << " px, tilt " << std::lround(degFromRad(view.tilt_rad)) << " degrees\n";
  else
    std::cerr << "left out: " << view.reason << '\n';
}

void reportLens(const LensCalibration& c) {
  const Lens& lens = c.lens;
  const auto sigma = [&](int i) { return std::sqrt((*lens.parameter_covariance)(i, i)); };
  std::cerr << std::fixed << std::setprecision(3);
  for (const ViewReport& view : c.views)
    reportView(view);
  std::cerr << "Rms " << *lens.rms_px << " px; distortion model " << c.model
            << (c.tried_px.size() > 1 ? " (chosen by cross-validation)\n" : " (too few views to choose among others)\n")
            << std::setprecision(2) << "Focal length " << lens.fx_px << " +- " << sigma(0) << ", " << lens.fy_px
            << " +- " << sigma(1) << " px; centre " << lens.cx_px << " +- " << sigma(2) << ", " << lens.cy_px << " +- "
            << sigma(3) << " px\n"
            << printShape(c) << "Projection uncertain by up to " << c.uncertainty.worst_covered_px
            << " px where the target was seen\n";
  if (c.halves_sigma > 0.0 && !c.contradictory())
    std::cerr << "Two halves of the views agree within " << c.halves_sigma << " of their stated deviations\n";
  if (!c.advice.empty())
    std::cerr << "Note: " << c.advice << ".\n";
}

/// A print measured with a ruler: all lengths of the target grow alike.
void applyRuler(CalibrationTarget& target, double ruler_mm) {
  target.square_mm *= ruler_mm / 100.0;
  target.marker_mm *= ruler_mm / 100.0;
}

/// Views from the given pictures; those that do not show the target are named and left out.
Result<std::vector<TargetView>> readViews(const LensOptions& options, const CalibrationTarget& target) {
  std::vector<TargetView> views;
  bool mirrored = false;
  for (std::size_t i = 0; i < options.images.size(); ++i) {
    if (showsBar(options))
      drawBar(0.6 * static_cast<double>(i) / static_cast<double>(options.images.size()), "finding the target");
    const auto grey = readGrey(options.images[i]);
    if (!grey) {
      leaveBar(options);
      return tl::unexpected(grey.error());
    }
    auto view = findTarget(*grey, target, options.images[i]);
    if (view) {
      views.push_back(std::move(*view));
      continue;
    }
    leaveBar(options);
    std::cerr << "linesman: " << view.error().sentence << " It is left out.\n";
    mirrored = mirrored || (views.empty() && showsTargetMirrored(*grey, target));
  }
  if (views.empty() && mirrored)
    return fail("The pictures are mirrored: the target can be read in a mirror only; switch mirroring off in the "
                "camera's settings, and give pictures as they were taken.");
  if (views.empty())
    return fail("No picture shows the target " + describe(target) + "; check the description and take new pictures.");
  return views;
}

/// Views taken from a running camera or film when the target is sharp and still, with words that say where to hold it.
Result<std::vector<TargetView>> liveViews(const LensOptions& options, const CalibrationTarget& target) {
  auto source = openSource(options.live, 30.0);
  if (!source)
    return tl::unexpected(source.error());
  heedEndSignals();
  LensViews views(target, true);
  std::string said;
  const auto watched =
      watchViews(**source, views, static_cast<std::size_t>(options.views), [&](const LensViews::Look& look) {
        if (look.taken)
          std::cerr << "View " << look.count << " of " << options.views << " taken.\n";
        if (look.words != said)
          std::cerr << (said = look.words) << '\n';
      });
  if (toldToEnd())
    return fail("Ended by hand; nothing was written.");
  const std::size_t taken = views.latest().count;
  if (taken < 3)
    return watched ? fail("Fewer than three views were taken from " + options.live +
                          "; hold the target still and sharp in different places, and check that --target describes "
                          "the print.")
                   : tl::unexpected(watched.error());
  if (!watched)
    std::cerr << watched.error().sentence << " The " << taken << " views taken so far are used.\n";
  std::vector<TargetView> named = views.views(); // a camera's pictures have no names
  for (std::size_t i = 0; i < named.size(); ++i)
    if (named[i].name.empty())
      named[i].name = "view " + std::to_string(i + 1);
  return named;
}

int run(const LensOptions& options) {
  auto target = parseTarget(options.target);
  if (!target)
    return misused(target.error().sentence);
  if (!(options.ruler_mm > 90.0 && options.ruler_mm < 110.0)) {
    std::ostringstream words;
    words << "The printed 100 mm ruler cannot measure " << options.ruler_mm
          << " mm; measure it again, or print at 100 %.";
    return misused(words.str());
  }
  if (const auto kept = checkOutput(options.output, OutputKind::lens); !kept) // or a session before the camera is lost
    return complain(kept.error().sentence);
  applyRuler(*target, options.ruler_mm);
  const auto views = options.live.empty() ? readViews(options, *target) : liveViews(options, *target);
  if (!views)
    return complain(views.error().sentence);
  LensCalibrationOptions how;
  const std::string identity = cameraIdentity(options.camera.empty() ? options.live : options.camera);
  how.camera = identity.empty() ? options.camera : identity;
  how.date = today();
  how.refuse_weak = !options.force;
  if (showsBar(options))
    how.progress = [](double share, const std::string& what) {
      drawBar(0.6 + 0.4 * share, what);
      return true;
    };
  auto result = calibrateLens(*views, how);
  if (!result) {
    leaveBar(options);
    return complain(result.error().sentence);
  }
  if (options.focus >= 0.0)
    result->lens.focus = options.focus;
  reportLens(*result);
  if (const auto written = writeLens(result->lens, options.output); !written)
    return complain(written.error().sentence);
  return 0;
}

} // namespace

std::function<int()> attachCalibrateLens(CLI::App& calibrate) {
  auto options = std::make_shared<LensOptions>();
  CLI::App* sub =
      calibrate.add_subcommand("lens", "From pictures of a printed target to lens.yml with its uncertainty");
  sub->add_option("--target", options->target,
                  "charuco:7x5:36:27:DICT_5X5_100 (squares, square mm, marker mm, dictionary), "
                  "chessboard:9x6:25 (inner corners, mm), "
                  "tags:7x5:36:27:DICT_APRILTAG_36h11 (tags, pitch mm, tag mm, dictionary), or a4 / letter for "
                  "the printed sheet")
      ->required();
  sub->add_option("images", options->images, "Pictures of the target");
  sub->add_option("--live", options->live,
                  "Instead of pictures a camera, film or URL: says where to hold the target, and takes a view "
                  "when it is sharp and still");
  sub->add_option("--views", options->views, "How many views to take from --live")
      ->check(CLI::Range(3, 60))
      ->capture_default_str();
  sub->add_option("-o,--output", options->output, "The lens.yml to write")->required();
  sub->add_option(
      "--camera", options->camera,
      "The camera's name, or its number or device; kept in the file, which is then refused for other cameras");
  sub->add_option("--focus", options->focus, "The camera's focus setting, kept in the file")
      ->check(numberFrom(0.0, 1e6));
  sub->add_option("--ruler", options->ruler_mm, "What the printed 100 mm ruler really measures")->capture_default_str();
  sub->add_flag("--force", options->force, "Write a lens even from views that lack tilt or coverage");
  sub->add_flag("--quiet", options->quiet, "No progress bar");
  sub->final_callback([options] {
    if (options->images.empty() == options->live.empty())
      throw CLI::RequiredError("Pictures of the target or --live, not both,");
  });
  return [options] { return run(*options); };
}

} // namespace linesman::app
