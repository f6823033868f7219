#include "app/watch/guarded_pipeline.h"

namespace linesman::app {

Result<Seen> GuardedPipeline::process(const Frame& frame) {
  auto seen = pipeline_.process(frame);
  if (!seen || !watches_drift_)
    return seen;
  const std::string drift = guard_.check(frame.image, frame.t_s, settings_.lens, settings_.table);
  if (auto zoomed = guard_.takeZoomedLens()) {
    settings_.lens = std::move(zoomed);
    pipeline_ = Pipeline(settings_);
  }
  if (!drift.empty())
    return fail(drift);
  return seen;
}

} // namespace linesman::app
