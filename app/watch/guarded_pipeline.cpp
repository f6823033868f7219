#include "app/watch/guarded_pipeline.h"

#include "app/watch/armada_law.h"

namespace linesman::app {

namespace {

PipelineSettings withDice(PipelineSettings settings) {
  if (settings.table.board)
    settings.die_places = diePlaces(settings.table.board->definition);
  return settings;
}

} // namespace

GuardedPipeline::GuardedPipeline(PipelineSettings settings, bool watches_drift)
    : settings_(withDice(std::move(settings))), pipeline_(settings_), watches_drift_(watches_drift) {}

Result<Seen> GuardedPipeline::process(const Frame& frame) {
  auto seen = pipeline_.process(frame);
  if (!seen || !watches_drift_)
    return seen;
  const std::string drift = guard_.check(frame.image, frame.t_s, settings_.lens, settings_.table);
  if (auto change = guard_.takeChange()) {
    settings_.lens = std::move(change->lens);
    settings_.table = std::move(change->table);
    pipeline_ = Pipeline(settings_);
  }
  if (!drift.empty())
    return fail(drift);
  return seen;
}

} // namespace linesman::app
