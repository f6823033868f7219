#include "app/scale_watch.h"

#include <chrono>
#include <exception>
#include <utility>

#include "app/apart.h"
#include "vision/set_scale.h"

namespace linesman::app {

ScaleWatch::~ScaleWatch() {
  if (measuring_.valid())
    partFrom(measuring_);
}

void ScaleWatch::see(const cv::Mat& bgr, const TableState& state) {
  constexpr std::size_t least = 3; // of one alone an error of its own looks like one of the scale
  if (!wanting() || bgr.empty() || state.pyramids.size() < least || !state.hands_mm.empty())
    return;
  warning_ = std::make_shared<std::string>();
  measuring_ = runApart([picture = bgr.clone(), lens = lens_, table = table_, warning = warning_] {
    try {
      *warning = scaleWarning(picture, lens, table);
    } catch (const std::exception&) { // the match does not end for want of memory for this
    }
  });
}

std::string ScaleWatch::told() {
  if (!measuring_.valid() || measuring_.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
    return {};
  return std::exchange(*warning_, "");
}

std::string ScaleWatch::toldAtLast() {
  if (measuring_.valid())
    measuring_.wait();
  return told();
}

} // namespace linesman::app
