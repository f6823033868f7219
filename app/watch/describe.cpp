#include "app/watch/describe.h"

namespace linesman::app {

using nlohmann::json;

namespace {

const char* nameOf(rules::Highlight::Kind kind) {
  static const char* names[] = {"point", "segment", "polygon", "square"};
  return names[static_cast<std::size_t>(kind)];
}

const char* nameOf(rules::Highlight::Role role) {
  static const char* names[] = {"limit", "nearest", "region", "shot", "blocker", "ghost", "piece"};
  return names[static_cast<std::size_t>(role)];
}

} // namespace

json merged(json body, const json& more) {
  body.update(more);
  return body;
}

json describe(const rules::Verdict& verdict) {
  json body = {{"ruling", rules::nameOf(verdict.ruling)},
               {"clauses", verdict.clauses},
               {"sentence", verdict.sentence},
               {"highlights", json::array()}};
  const auto add = [&](const char* key, const std::optional<double>& value) {
    if (value)
      body[key] = *value;
  };
  add("margin_mm", verdict.margin_mm);
  add("sigma_mm", verdict.sigma_mm);
  add("probability", verdict.probability);
  if (!verdict.limit.empty())
    body["limit"] = verdict.limit;
  for (const rules::Highlight& highlight : verdict.highlights) {
    json out = {{"kind", nameOf(highlight.kind)}, {"role", nameOf(highlight.role)}};
    if (!highlight.square.empty())
      out["square"] = highlight.square;
    for (const Eigen::Vector2d& point : highlight.points_mm)
      out["points_mm"].push_back({point.x(), point.y()});
    body["highlights"].push_back(std::move(out));
  }
  return body;
}

} // namespace linesman::app
