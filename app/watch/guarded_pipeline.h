#pragma once
#include "app/watch/drift_guard.h"
#include "vision/pipeline.h"

namespace linesman::app {

/// Vision's pipeline on a source in order of time, with the guard that tells a moved camera: after a zoom it goes on
/// through the zoomed lens, without a marker that was pushed over the table.
class GuardedPipeline {
public:
  /// `watches_drift`: false for single pictures that have nothing to do with each other.
  explicit GuardedPipeline(PipelineSettings settings, bool watches_drift = true);

  /// An error sentence when the frame cannot be used, or the camera is not where it was.
  Result<Seen> process(const Frame& frame);
  const PipelineSettings& settings() const { return settings_; }

private:
  PipelineSettings settings_;
  Pipeline pipeline_;
  DriftGuard guard_;
  bool watches_drift_;
};

} // namespace linesman::app
