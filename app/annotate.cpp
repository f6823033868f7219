#include "app/annotate.h"

#include <filesystem>

#include <QGuiApplication>
#include <QPainter>

#include "app/figures.h"
#include "app/overlay_painter.h"
#include "app/picture.h"
#include "app/ship_names.h"
#include "models/signed_file.h"
#include "vision/picture_file.h"

namespace linesman::app {

namespace {

QtMessageHandler shown_before = nullptr;

/// Letters are drawn without a session of a desktop, which Qt wants to have been told of, and whose folder it wants to
/// be nobody else's; all else it says is shown.
void withoutSessionWarning(QtMsgType type, const QMessageLogContext& context, const QString& message) {
  if (!message.startsWith(QLatin1String("QStandardPaths: ")))
    shown_before(type, context, message);
}

} // namespace

void ensureLetters() {
  if (QCoreApplication::instance() != nullptr)
    return;
  shown_before = qInstallMessageHandler(withoutSessionWarning);
  static int argc = 3;
  static char program[] = "linesman";
  static char option[] = "-platform";
  static char platform[] = "offscreen";
  static char* argv[] = {program, option, platform, nullptr};
  // Kept to the end of the process: Qt's own statics may already be gone when ours are destroyed.
  [[maybe_unused]] static auto* application = new QGuiApplication(argc, argv);
  keepDecimalPoint();
  QFont font;
  font.setFamilies({QStringLiteral("Inter"), QStringLiteral("Noto Sans"), QStringLiteral("DejaVu Sans")});
  QGuiApplication::setFont(font);
}

cv::Mat annotate(const cv::Mat& image, const TableState& state, const Lens& lens, const OverlayContent& content,
                 const PieceCatalog& pieces) {
  ensureLetters();
  QImage picture = toQImage(image);
  {
    QPainter painter(&picture);
    painter.setFont(QGuiApplication::font());
    const Projector project = cameraProjector(lens, state.registration.camera_from_table.pose);
    OverlayStyle style;
    style.scale = std::max(1.0, image.cols / 1280.0);
    paintOverlay(painter, makeOverlay(state, content, pieces, project), QTransform(), style);
  }
  return toMat(picture);
}

cv::Mat annotate(const cv::Mat& image, const TableState& state, const Lens& lens) {
  OverlayContent content;
  content.names = shipNames(state);
  return annotate(image, state, lens, content);
}

Result<void> writePicture(const cv::Mat& image, const std::string& path) {
  std::error_code ignored;
  if (const auto folder = std::filesystem::path(path).parent_path(); !folder.empty())
    std::filesystem::create_directories(folder, ignored);
  if (auto own = checkOwnDrawing(path); !own)
    return own;
  auto written = writeImage(path, image);
  if (written)
    sign(path);
  return written;
}

} // namespace linesman::app
