#include "app/lens_views.h"

#include <algorithm>
#include <condition_variable>
#include <optional>
#include <thread>

#include <QPainter>
#include <QPolygonF>
#include <opencv2/imgproc.hpp>

#include "app/end_signals.h"
#include "app/theme.h"

namespace linesman::app {

namespace {

constexpr double still_px = 1.5;        // how far the target's points may move between frames at rest, 1280 wide
constexpr double sharp_sigma_px = 0.25; // points located worse than this come from a blurred picture
constexpr double new_share = 0.04; // of the picture's width: how far the target must have gone since every earlier view

/// Mean distance of the points that both have, in pixels; huge without a common one.
double apart_px(const std::vector<TargetPoint>& a, const std::vector<TargetPoint>& b) {
  double sum = 0.0;
  double count = 0.0;
  for (const TargetPoint& p : a)
    for (const TargetPoint& q : b)
      if (p.index == q.index) {
        sum += (p.px - q.px).norm();
        count += 1.0;
      }
  return count > 0.0 ? sum / count : 1e9;
}

/// Reads a source on a thread of its own, so that frames that nobody had time for are passed over.
class NewestFrame {
public:
  explicit NewestFrame(FrameSource& source)
      : reader_([this, &source](const std::stop_token& stop) { read(source, stop); }) {}

  /// The newest frame that was not handed out yet; as FrameSource::next.
  Result<std::optional<Frame>> next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return newest_.has_value(); });
    auto frame = std::move(*newest_);
    newest_.reset();
    return frame;
  }

private:
  void read(FrameSource& source, const std::stop_token& stop) {
    bool more = true;
    while (more && !stop.stop_requested()) {
      auto frame = source.next();
      more = frame && *frame;
      const std::scoped_lock lock(mutex_);
      newest_ = std::move(frame);
      changed_.notify_one();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Result<std::optional<Frame>>> newest_;
  std::jthread reader_; ///< last, so that it ends first
};

class LensAnalyst final : public Analyst {
public:
  explicit LensAnalyst(std::shared_ptr<LensViews> views) : views_(std::move(views)) {}

  std::shared_ptr<Snapshot> analyse(const Frame& frame) override {
    auto snapshot = snapshotOf(frame);
    const LensViews::Look look = views_->look(frame.image, frame.name);
    QPainter painter(&snapshot->picture);
    painter.setRenderHint(QPainter::Antialiasing);
    const double unit = std::max(1.0, frame.image.cols / 960.0);
    if (!look.next.outline_px.empty()) {
      QPolygonF outline;
      for (const Eigen::Vector2d& corner : look.next.outline_px)
        outline << QPointF(corner.x(), corner.y());
      painter.setPen(QPen(signal::close, 3.0 * unit, Qt::DashLine));
      painter.drawPolygon(outline);
    }
    painter.setPen(QPen(look.taken ? signal::yes : signal::region, 2.0 * unit));
    for (const Eigen::Vector2d& point : look.points_px)
      painter.drawEllipse(QPointF(point.x(), point.y()), 5.0 * unit, 5.0 * unit);
    return snapshot;
  }

private:
  std::shared_ptr<LensViews> views_;
};

} // namespace

bool LensViews::isNew(const TargetView& view) const {
  return std::all_of(views_.begin(), views_.end(), [&](const TargetView& earlier) {
    return apart_px(view.points, earlier.points) > new_share * view.width_px;
  });
}

/// Takes the view if it is fit; the words say what became of it.
std::string LensViews::judge(const TargetView& view) {
  if (!views_.empty() && (view.width_px != views_[0].width_px || view.height_px != views_[0].height_px))
    return "This picture has another size than the first; keep the camera at one resolution.";
  std::vector<double> sigmas;
  for (const TargetPoint& point : view.points)
    sigmas.push_back(point.sigma_px);
  std::nth_element(sigmas.begin(), sigmas.begin() + static_cast<std::ptrdiff_t>(sigmas.size() / 2), sigmas.end());
  if (sigmas[sigmas.size() / 2] > sharp_sigma_px)
    return "The picture is not sharp; add light, or let the camera focus and lock it.";
  if (wait_for_rest_ && apart_px(view.points, before_) > still_px * view.width_px / 1280.0)
    return "Hold it still.";
  if (!isNew(view))
    return {};
  views_.push_back(view);
  latest_.taken = true;
  return "Taken.";
}

LensViews::Look LensViews::look(const cv::Mat& bgr, const std::string& name) {
  cv::Mat grey;
  cv::cvtColor(bgr, grey, cv::COLOR_BGR2GRAY);
  const auto view = findTarget(grey, target_, name);
  const std::scoped_lock lock(mutex_);
  latest_ = {};
  std::string found;
  if (view) {
    for (const TargetPoint& point : view->points)
      latest_.points_px.push_back(point.px);
    found = judge(*view);
    before_ = view->points;
  } else {
    before_.clear();
  }
  latest_.next = suggestView(views_, bgr.cols, bgr.rows);
  latest_.count = views_.size();
  latest_.words = found.empty() || latest_.taken ? latest_.next.words : found;
  return latest_;
}

LensViews::Look LensViews::latest() const {
  const std::scoped_lock lock(mutex_);
  return latest_;
}

std::vector<TargetView> LensViews::views() const {
  const std::scoped_lock lock(mutex_);
  return views_;
}

Result<void> watchViews(FrameSource& source, LensViews& views, std::size_t wanted,
                        const std::function<void(const LensViews::Look&)>& tell) {
  std::optional<NewestFrame> newest;
  if (source.live())
    newest.emplace(source);
  const auto pass_over = [&](const std::string& sentence) {
    LensViews::Look look = views.latest();
    look.taken = false;
    look.words = sentence;
    tell(look);
  };
  while (views.latest().count < wanted && !toldToEnd()) {
    const auto frame = newest ? newest->next() : nextReadable(source, pass_over);
    if (!frame)
      return tl::unexpected(frame.error());
    if (!*frame)
      break;
    tell(views.look((*frame)->image, (*frame)->name));
  }
  return {};
}

std::unique_ptr<Analyst> makeLensAnalyst(std::shared_ptr<LensViews> views) {
  return std::make_unique<LensAnalyst>(std::move(views));
}

} // namespace linesman::app
