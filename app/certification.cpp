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
#include "models/sentences.h"
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

/// Places a little to both sides of the borders between the squares, where the picture tells these by brightness.
std::vector<EdgeSides> edgesBetweenSquares(const FoundBoard& board) {
  std::vector<EdgeSides> edges;
  if (board.light != BoardLight::brightness)
    return edges;
  const BoardView& view = board.view;
  constexpr double beside = 0.15; // of a square
  const auto add = [&](double i, double j, const Eigen::Vector2d& across) {
    edges.push_back({view.pixel(view.corner_mm(i - beside * across.x(), j - beside * across.y())),
                     view.pixel(view.corner_mm(i + beside * across.x(), j + beside * across.y()))});
  };
  for (int file = 1; file < view.columns; ++file)
    for (int rank = 0; rank < view.rows; ++rank)
      add(file, rank + 0.5, Eigen::Vector2d::UnitX());
  for (int rank = 1; rank < view.rows; ++rank)
    for (int file = 0; file < view.columns; ++file)
      add(file + 0.5, rank, Eigen::Vector2d::UnitY());
  return edges;
}

std::string whyNoScale(const TableFile& table) {
  return "A certificate tells millimetres, and " + table.path +
         " does not say how large the board's squares are; measure one and write square_mm in [board], or put up "
         "corner markers.";
}

} // namespace

TableCertifier::TableCertifier(std::optional<Lens> lens, TableFile table)
    : lens_(std::move(lens)), table_(std::move(table)), certifier_(lens_, table_) {}

Result<void> TableCertifier::add(const cv::Mat& bgr, double t_s) {
  const TimedFrame frame{greyOf(bgr), t_s};
  std::string unread; // why markers do not serve
  if (!by_board_) {
    const auto added = certifier_.add(frame);
    if (added || certifier_.frames() > 0 || !table_.board)
      return added;
    const bool markers = !table_.markers.empty() || table_.saved;
    if (!table_.board->square_mm)
      return markers ? added : fail(whyNoScale(table_));
    unread = markers ? added.error().sentence : "";
  }
  auto found = board_.registration(bgr, *table_.board, lens_);
  if (!found)
    return certifier_.add(frame, tl::unexpected(unread.empty() ? found.error() : Error{unread}));
  by_board_ = true;
  found->registration.warning = sentences(unread, found->registration.warning);
  return certifier_.add(frame, RegisteredByBoard{std::move(*found), edgesBetweenSquares(board_.found())});
}

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
  TableCertifier certifier(lens, *table);
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
    if (const auto added = certifier.add((*frame)->image, (*frame)->t_s); !added)
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
  const bool pyramids_on_board = table.board && table.board->square_mm && !table.piece_set.empty();
  if (!folder_.empty() && (!table.markers.empty() || pyramids_on_board) &&
      !std::filesystem::exists(std::filesystem::path(folder_) / "certificate.json", ignored))
    certifier_ = std::make_unique<TableCertifier>(std::move(lens), std::move(table));
}

MatchCertifier::~MatchCertifier() {
  finish();
}

void MatchCertifier::see(const cv::Mat& bgr, double t_s) {
  if (certifier_ == nullptr || bgr.empty())
    return;
  if (picture_.empty())
    picture_ = bgr.clone();
  if (!certifier_->add(bgr, t_s))
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
