#include "app/table_views.h"

#include <algorithm>

#include <QCoreApplication>
#include <QPainter>
#include <QPolygonF>
#include <opencv2/imgproc.hpp>

#include "app/theme.h"

namespace linesman::app {

namespace {

constexpr std::size_t most_pictures = 8; // more do not make the layout better enough to wait for

class TableAnalyst final : public Analyst {
public:
  explicit TableAnalyst(std::shared_ptr<TableViews> views) : views_(std::move(views)) {}

  std::shared_ptr<Snapshot> analyse(const Frame& frame) override {
    auto snapshot = snapshotOf(frame);
    const TableViews::Look look = views_->look(frame.image);
    QPainter painter(&snapshot->picture);
    painter.setRenderHint(QPainter::Antialiasing);
    const double unit = std::max(1.0, frame.image.cols / 960.0);
    QFont font = painter.font();
    font.setPixelSize(qRound(22.0 * unit));
    font.setBold(true);
    painter.setFont(font);
    for (const FoundMarker& marker : look.markers) {
      QPolygonF outline;
      for (const Eigen::Vector2d& corner : marker.corners_px)
        outline << QPointF(corner.x(), corner.y());
      painter.setPen(QPen(look.taken ? signal::yes : signal::region, 3.0 * unit));
      painter.drawPolygon(outline);
      // Beside the marker, which must be seen to be covered, sharp and lit.
      const QRectF box = outline.boundingRect();
      const double above = box.top() - 36.0 * unit;
      const QRectF label(box.center().x() - 20.0 * unit, above >= 0.0 ? above : box.bottom() + 6.0 * unit, 40.0 * unit,
                         30.0 * unit);
      painter.setPen(Qt::NoPen);
      painter.setBrush(QColor(0, 0, 0, 190));
      painter.drawRoundedRect(label, 6.0 * unit, 6.0 * unit);
      painter.setBrush(Qt::NoBrush);
      painter.setPen(Qt::white);
      painter.drawText(label, Qt::AlignCenter, QString::number(marker.id));
    }
    return snapshot;
  }

private:
  std::shared_ptr<TableViews> views_;
};

struct Guide {
  Q_DECLARE_TR_FUNCTIONS(Guide)
};

} // namespace

std::string TableViews::wordsFor(const Look& look) const {
  const auto count = static_cast<int>(look.markers.size());
  QString words;
  if (look.markers.empty())
    words = Guide::tr("No marker of %1 is seen: lay them face up, add light, come nearer.")
                .arg(QString::fromStdString(dictionary_));
  else if (count == 1)
    words = Guide::tr("Only marker %1 is seen; show all of them.").arg(look.markers[0].id);
  else if (!by_hand_)
    words = Guide::tr("%1 markers in this picture.").arg(count);
  else if (look.count == 0)
    words = Guide::tr("%1 markers are seen. Hold the camera still and take the first picture.").arg(count);
  else if (look.count == 1)
    words = Guide::tr("Now put the camera where it will stay, clearly to another side, and take the second picture.");
  else
    words = Guide::tr(
        "Enough to solve where the markers lie. The last picture must show the place where the camera stays.");
  return words.toStdString();
}

TableViews::Look TableViews::look(const cv::Mat& bgr) {
  cv::Mat grey;
  cv::cvtColor(bgr, grey, cv::COLOR_BGR2GRAY);
  Look look;
  look.markers = findMarkers(grey, dictionary_, MarkerSearch::quick);
  if (look.markers.size() < 4)
    look.markers = findMarkers(grey, dictionary_, MarkerSearch::thorough);
  std::sort(look.markers.begin(), look.markers.end(),
            [](const FoundMarker& a, const FoundMarker& b) { return a.id < b.id; });
  const std::scoped_lock lock(mutex_);
  if (look.markers.size() >= 2 && pictures_.size() < most_pictures && (!by_hand_ || wanted_)) {
    pictures_.push_back(grey);
    look.taken = true;
    wanted_ = false;
  }
  look.count = pictures_.size();
  look.words = wordsFor(look);
  latest_ = look;
  return look;
}

TableViews::Look TableViews::latest() const {
  const std::scoped_lock lock(mutex_);
  return latest_;
}

void TableViews::take() {
  const std::scoped_lock lock(mutex_);
  wanted_ = true;
}

std::vector<cv::Mat> TableViews::pictures() const {
  const std::scoped_lock lock(mutex_);
  return pictures_;
}

std::unique_ptr<Analyst> makeTableAnalyst(std::shared_ptr<TableViews> views) {
  return std::make_unique<TableAnalyst>(std::move(views));
}

} // namespace linesman::app
