#include "app/certification.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <iomanip>
#include <sstream>
#include <string>
#include <vector>

#include <opencv2/imgproc.hpp>

#include "app/figures.h"
#include "app/print/certificate_sheet.h"
#include "calibration/lens_file.h"
#include "models/json_line.h"
#include "models/text_file.h"
#include "vision/camera_identity.h"
#include "vision/frame_source.h"
#include "vision/set_scale.h"

namespace linesman::app {

namespace {

constexpr std::size_t most_frames = 600;
constexpr std::size_t match_frames = 12; // of a match: enough for scatter and frame rate, a moment's work

std::string utcNow() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::ostringstream date;
  date << std::put_time(&parts, "%Y-%m-%d %H:%M UTC");
  return date.str();
}

cv::Mat greyOf(const cv::Mat& bgr) {
  cv::Mat grey;
  cv::cvtColor(bgr, grey, cv::COLOR_BGR2GRAY);
  return grey;
}

} // namespace

Result<Certification> certifySource(const CertificationRequest& request, const CertificationProgress& progress) {
  std::optional<Lens> lens;
  if (!request.lens_path.empty()) {
    const auto read = readLens(request.lens_path);
    if (!read)
      return tl::unexpected(read.error());
    if (const auto same = checkLensCamera(*read, request.lens_path, cameraIdentity(request.source)); !same)
      return tl::unexpected(same.error());
    lens = *read;
  }
  const auto table = readTableFile(request.table_path);
  if (!table)
    return tl::unexpected(table.error());
  auto source = openSource(request.source, request.fps);
  if (!source)
    return tl::unexpected(source.error());
  Certification result;
  Certifier certifier(lens, *table);
  double begin_s = 0.0;
  std::vector<std::string> passed_over; // pictures of several that cannot be read
  while (certifier.frames() < most_frames) {
    auto frame = nextReadable(**source, [&](const std::string& sentence) { passed_over.push_back(sentence); });
    if (!frame)
      return tl::unexpected(frame.error());
    if (!*frame)
      break;
    if (certifier.frames() == 0) {
      result.picture = (*frame)->image.clone();
      begin_s = (*frame)->t_s;
    }
    if (const auto added = certifier.add({greyOf((*frame)->image), (*frame)->t_s}); !added)
      return tl::unexpected(added.error());
    const double done = ((*frame)->t_s - begin_s) / request.seconds;
    if (progress && !progress(std::min(1.0, done)))
      return fail("The measurement was cancelled; nothing was written.");
    if (done >= 1.0)
      break;
  }
  if (certifier.frames() == 0 && !passed_over.empty())
    return fail(passed_over.front());
  auto certificate = certifier.finish();
  if (!certificate)
    return tl::unexpected(certificate.error());
  result.certificate = std::move(*certificate);
  auto& warnings = result.certificate.warnings;
  warnings.insert(warnings.end(), passed_over.begin(), passed_over.end());
  if (const std::string scale = scaleWarning(result.picture, lens, *table); !scale.empty())
    warnings.push_back(scale);
  result.certificate.date = utcNow();
  if (result.certificate.camera.empty())
    result.certificate.camera = cameraIdentity(request.source);
  return result;
}

cv::Mat certificatePicture(const Certification& certification) {
  cv::Mat picture = certification.picture.clone();
  const double unit = std::max(1.0, picture.cols / 960.0);
  for (const CertificatePoint& point : certification.certificate.points) {
    const cv::Point at(static_cast<int>(std::lround(point.px.x())), static_cast<int>(std::lround(point.px.y())));
    const double doubt_mm = std::hypot(point.sigma_mm, point.scatter_mm.value_or(0.0));
    const std::string words = shownFigure(doubt_mm, 2).toStdString() + " mm";
    int below = 0;
    const cv::Size size =
        cv::getTextSize(words, cv::FONT_HERSHEY_SIMPLEX, 0.55 * unit, static_cast<int>(std::lround(unit)), &below);
    cv::Point foot(at.x - size.width / 2, at.y - static_cast<int>(14.0 * unit));
    foot.x = std::clamp(foot.x, 4, std::max(4, picture.cols - size.width - 4));
    foot.y = foot.y - size.height < 4 ? at.y + size.height + static_cast<int>(16.0 * unit) : foot.y;
    const int pad = static_cast<int>(4.0 * unit);
    cv::rectangle(picture, {foot.x - pad, foot.y - size.height - pad}, {foot.x + size.width + pad, foot.y + pad},
                  cv::Scalar(20, 20, 20), cv::FILLED);
    cv::putText(picture, words, foot, cv::FONT_HERSHEY_SIMPLEX, 0.55 * unit, cv::Scalar(255, 255, 255),
                static_cast<int>(std::lround(unit)), cv::LINE_AA);
    cv::circle(picture, at, static_cast<int>(6.0 * unit), cv::Scalar(20, 20, 20), static_cast<int>(4.0 * unit),
               cv::LINE_AA);
    cv::circle(picture, at, static_cast<int>(6.0 * unit), cv::Scalar(255, 180, 86), static_cast<int>(2.0 * unit),
               cv::LINE_AA);
  }
  return picture;
}

std::string certificateJson(const Certificate& certificate) {
  return jsonLine(toJson(certificate)) + '\n';
}

Result<void> storeCertificate(const Certification& certification, const std::string& folder) {
  const std::filesystem::path base(folder);
  if (auto written = writeFile((base / "certificate.json").string(), certificateJson(certification.certificate));
      !written)
    return written;
  return certificateSheet(certification.certificate, certificatePicture(certification))
      .write((base / "certificate.pdf").string());
}

MatchCertifier::MatchCertifier(std::string folder, std::optional<Lens> lens, TableFile table)
    : folder_(std::move(folder)) {
  std::error_code ignored;
  if (!folder_.empty() && !table.markers.empty() &&
      !std::filesystem::exists(std::filesystem::path(folder_) / "certificate.json", ignored))
    certifier_ = std::make_unique<Certifier>(std::move(lens), std::move(table));
}

MatchCertifier::~MatchCertifier() {
  finish();
}

void MatchCertifier::see(const cv::Mat& bgr, double t_s) {
  if (certifier_ == nullptr || bgr.empty())
    return;
  if (picture_.empty())
    picture_ = bgr.clone();
  if (!certifier_->add({greyOf(bgr), t_s}))
    picture_.release();
  else if (certifier_->frames() >= match_frames)
    finish();
}

void MatchCertifier::finish() {
  if (certifier_ == nullptr)
    return;
  auto certificate = certifier_->finish();
  certifier_.reset();
  if (!certificate)
    return;
  certificate->date = utcNow();
  // A match without its certificate is still a match: the record says so by the file's absence.
  (void)storeCertificate({std::move(*certificate), picture_}, folder_);
}

} // namespace linesman::app
