#include "rules/scenario_keys.h"

#include <algorithm>

#include "models/sentences.h"

namespace linesman::rules {

Result<void> checkScenarioKeys(const nlohmann::json& node, const std::vector<std::string>& known,
                               const std::string& of) {
  static const std::vector<std::string> remarks = {
      "id",      "name",      "title",    "note",   "notes",  "comment", "comments", "why",       "reason",
      "tests",   "tags",      "source",   "law",    "clause", "clauses", "expect",   "expected",  "answer",
      "verdict", "exercises", "computed", "status", "close",  "format",  "units",    "margin_mm", "tolerance_mm"};
  const auto in = [](const std::vector<std::string>& list, const std::string& key) {
    return std::find(list.begin(), list.end(), key) != list.end();
  };
  for (const auto& [key, value] : node.items()) {
    if (in(known, key) || in(remarks, key))
      continue;
    return fail((of.empty() ? "The scenario's key \"" + key + "\"" : "The key \"" + key + "\" of " + of) +
                " is unknown; known: " + joined(known) + ".");
  }
  return {};
}

} // namespace linesman::rules
