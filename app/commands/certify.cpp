#include <filesystem>
#include <iostream>
#include <memory>

#include "app/certification.h"
#include "app/command.h"
#include "app/commands/output_file.h"
#include "app/end_signals.h"
#include "app/print/certificate_sheet.h"
#include "models/text_file.h"

namespace linesman::app {

namespace {

struct CertifyOptions {
  CertificationRequest request;
  std::string pdf, json;
};

/// Both files, before time is spent at the camera.
Result<void> checkOutputs(const CertifyOptions& options) {
  std::error_code ignored;
  if (!options.json.empty() &&
      (options.json == options.pdf || std::filesystem::equivalent(options.json, options.pdf, ignored)))
    return fail("--json and --pdf name the same file; give one of them another name.");
  if (!options.json.empty())
    if (auto kept = checkOutput(options.json, OutputKind::certificate); !kept)
      return kept;
  return options.pdf.empty() ? Result<void>() : checkOutput(options.pdf, OutputKind::pdf);
}

int runCertify(const CertifyOptions& options) {
  if (const auto kept = checkOutputs(options); !kept)
    return complain(kept.error().sentence);
  if (const auto ending = checkEnding(options.pdf, OutputKind::pdf); !ending)
    return misused(ending.error().sentence);
  heedEndSignals();
  const auto made = certifySource(options.request, [](double) { return !toldToEnd(); });
  if (!made)
    return complain(made.error().sentence);
  std::cout << certificateJson(made->certificate); // first of all: it took time at the camera
  for (const std::string& line : toText(made->certificate))
    std::cerr << line << '\n';
  if (!options.json.empty())
    if (const auto written = writeFile(options.json, certificateJson(made->certificate)); !written)
      return complain(written.error().sentence);
  if (!options.pdf.empty())
    if (const auto written = certificateSheet(made->certificate, certificatePicture(*made)).write(options.pdf);
        !written)
      return complain(written.error().sentence);
  return 0;
}

} // namespace

Command certifyCommand() {
  return {"certify", "The pre-match certificate: what this table can measure",
          [](CLI::App& sub) -> std::function<int()> {
            auto options = std::make_shared<CertifyOptions>();
            sub.add_option("--source", options->request.source,
                           "Camera, video file, folder or pattern of images, or URL")
                ->required();
            sub.add_option("--fps", options->request.fps, "Frame rate of folders and patterns")
                ->check(over_zero)
                ->capture_default_str();
            sub.add_option("--lens", options->request.lens_path, "lens.yml");
            sub.add_option("--table", options->request.table_path, "table.toml")->required();
            sub.add_option("--seconds", options->request.seconds, "How long to measure")
                ->check(over_zero)
                ->capture_default_str();
            sub.add_option("--pdf", options->pdf, "Also write a one-page PDF with a picture");
            sub.add_option("--json", options->json, "Also write the JSON to a file");
            return [options] { return runCertify(*options); };
          },
          true};
}

} // namespace linesman::app
