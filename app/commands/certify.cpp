#include <chrono>
#include <ctime>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <memory>
#include <sstream>

#include <opencv2/imgproc.hpp>

#include "app/command.h"
#include "app/print/certificate_sheet.h"
#include "calibration/certificate.h"
#include "calibration/lens_file.h"
#include "vision/frame_source.h"

namespace linesman::app {

namespace {

struct CertifyOptions {
  std::string source, lens, table, pdf, json;
  double fps = 30.0;
  double seconds = 10.0;
  int most_frames = 300;
};

Result<std::vector<TimedFrame>> readFrames(const CertifyOptions& options, cv::Mat& first) {
  auto source = openSource(options.source, options.fps);
  if (!source)
    return tl::unexpected(source.error());
  std::vector<TimedFrame> frames;
  while (static_cast<int>(frames.size()) < options.most_frames) {
    auto frame = (*source)->next();
    if (!frame)
      return tl::unexpected(frame.error());
    if (!*frame)
      break;
    if (frames.empty())
      first = (*frame)->image;
    TimedFrame timed{{}, (*frame)->t_s};
    cv::cvtColor((*frame)->image, timed.grey, cv::COLOR_BGR2GRAY);
    frames.push_back(std::move(timed));
    if (frames.back().t_s - frames.front().t_s >= options.seconds)
      break;
  }
  return frames;
}

int run(const CertifyOptions& options) {
  std::optional<Lens> lens;
  if (!options.lens.empty()) {
    const auto read = readLens(options.lens);
    if (!read)
      return complain(read.error().sentence);
    lens = *read;
  }
  const auto table = readTableFile(options.table);
  if (!table)
    return complain(table.error().sentence);
  cv::Mat first;
  const auto frames = readFrames(options, first);
  if (!frames)
    return complain(frames.error().sentence);
  auto certificate = certify(*frames, lens, *table);
  if (!certificate)
    return complain(certificate.error().sentence);
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::ostringstream date;
  date << std::put_time(&parts, "%Y-%m-%d %H:%M UTC");
  certificate->date = date.str();
  const std::string json = toJson(*certificate).dump();
  if (!options.json.empty()) {
    std::ofstream out(options.json, std::ios::trunc);
    out << json << '\n';
    out.flush();
    if (!out)
      return complain("Cannot write " + options.json + "; check the folder and the space on the disk.");
  }
  if (!options.pdf.empty())
    if (const auto written = certificateSheet(*certificate, first).write(options.pdf); !written)
      return complain(written.error().sentence);
  std::cout << json << '\n';
  for (const std::string& line : toText(*certificate))
    std::cerr << line << '\n';
  return 0;
}

} // namespace

Command certifyCommand() {
  return {"certify", "The pre-match certificate: what this table can measure",
          [](CLI::App& sub) -> std::function<int()> {
            auto options = std::make_shared<CertifyOptions>();
            sub.add_option("--source", options->source, "Camera, video file, folder or pattern of images, or URL")
                ->required();
            sub.add_option("--fps", options->fps, "Frame rate of folders and patterns")
                ->check(CLI::PositiveNumber)
                ->capture_default_str();
            sub.add_option("--lens", options->lens, "lens.yml");
            sub.add_option("--table", options->table, "table.toml")->required();
            sub.add_option("--seconds", options->seconds, "How long to measure")
                ->check(CLI::PositiveNumber)
                ->capture_default_str();
            sub.add_option("--pdf", options->pdf, "Also write a one-page PDF with a picture");
            sub.add_option("--json", options->json, "Also write the JSON to a file");
            return [options] { return run(*options); };
          },
          true};
}

} // namespace linesman::app
