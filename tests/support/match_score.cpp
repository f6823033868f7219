#include "support/match_score.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace linesman::tests {

using nlohmann::json;

namespace {

constexpr double slack_s = 0.6; // a settled table is announced a little after the frame that shows it

std::string text(const json& object, const char* key) {
  return object.contains(key) && object[key].is_string() ? object[key].get<std::string>() : std::string();
}

bool isShot(const json& event) {
  return text(event, "kind") == "shot";
}

/// Does the action say what the truth says?
bool fits(const json& truth, const json& action) {
  const std::string kind = text(truth, "kind");
  const std::string said = text(action, "kind");
  const double t_s = action.at("t_s").get<double>();
  if (isShot(truth))
    return said == "shot" && text(truth, "ship") == text(action, "ship") &&
           text(truth, "target") == text(action, "target") &&
           std::abs(t_s - truth.at("said_t_s").get<double>()) < slack_s;
  if (t_s <= truth.at("t_before_s").get<double>() || t_s > truth.at("t_after_s").get<double>() + slack_s)
    return false;
  if (truth.contains("ship")) {
    const bool step = (kind == "step" || kind == "illegal") && said == "step";
    const bool other = kind == said && text(truth, "what") == text(action, "what");
    return (step || other) && text(truth, "ship") == text(action, "ship");
  }
  return text(truth, "turn") == text(action, "turn") && (kind == said || kind == "illegal");
}

bool mustBeSeen(const json& truth) {
  const std::string kind = text(truth, "kind");
  return kind != "none" && kind != "light";
}

/// The verdict that belongs to the action: the first one behind it.
const json* verdictOf(const std::vector<json>& events, std::size_t action) {
  for (std::size_t i = action + 1; i < events.size() && text(events[i], "event") != "action"; ++i)
    if (text(events[i], "event") == "verdict")
      return &events[i];
  return nullptr;
}

std::string nameOf(const json& truth) {
  return text(truth, "kind") + " " + text(truth, "what") + " " + text(truth, "ship") + text(truth, "turn") + " after " +
         std::to_string(truth.at("t_before_s").get<double>()) + " s";
}

void judge(const json& truth, const json* verdict, MatchScore& score) {
  ++score.judged;
  const json& expected = truth["expected"];
  if (verdict == nullptr) {
    score.faults.push_back(nameOf(truth) + ": no verdict");
    return;
  }
  const bool right = text(*verdict, "ruling") == text(expected, "ruling");
  if (right)
    ++score.rulings_right;
  const auto cited = verdict->value("clauses", std::vector<std::string>());
  const std::set<std::string> given(cited.begin(), cited.end());
  const auto wanted = expected.value("clauses", std::vector<std::string>());
  const bool all =
      std::all_of(wanted.begin(), wanted.end(), [&](const std::string& clause) { return given.contains(clause); });
  if (all)
    ++score.clauses_right;
  if (!right || !all)
    score.faults.push_back(nameOf(truth) + ": wanted " + expected.dump() + ", got " + text(*verdict, "ruling") + " " +
                           json(cited).dump() + " " + text(*verdict, "sentence"));
}

void count(const json& truth, const std::vector<json>& events, std::size_t action, MatchScore& score) {
  const json& wanted = truth["counter"];
  if (wanted["damage_before"] == wanted["damage_after"])
    return;
  ++score.counters;
  for (std::size_t i = action; i < events.size() && events[i]["t_s"] <= events[action]["t_s"]; ++i)
    if (text(events[i], "event") == "counter" && text(events[i], "ship") == text(wanted, "ship") &&
        events[i]["before"] == wanted["damage_before"] && events[i]["after"] == wanted["damage_after"]) {
      ++score.counters_right;
      return;
    }
  score.faults.push_back(nameOf(truth) + ": counter missing");
}

} // namespace

MatchScore scoreMatch(const json& match, const std::vector<json>& events) {
  MatchScore score;
  std::set<std::size_t> used;
  for (const json& truth : match.at("events")) {
    if (!mustBeSeen(truth))
      continue;
    ++score.wanted;
    std::size_t action = events.size();
    for (std::size_t i = 0; i < events.size() && action == events.size(); ++i)
      if (!used.contains(i) && text(events[i], "event") == "action" && fits(truth, events[i]))
        action = i;
    if (action == events.size()) {
      score.faults.push_back(nameOf(truth) + ": missed");
      continue;
    }
    used.insert(action);
    ++score.found;
    if (!truth["expected"].is_null())
      judge(truth, verdictOf(events, action), score);
    if (truth.contains("counter"))
      count(truth, events, action, score);
    if (truth.contains("residual_mm") && events[action].contains("residual_mm"))
      score.residuals_mm.push_back(
          std::abs(events[action]["residual_mm"].get<double>() - truth["residual_mm"].get<double>()));
  }
  for (std::size_t i = 0; i < events.size(); ++i)
    if (text(events[i], "event") == "action" && !used.contains(i)) {
      ++score.invented;
      score.faults.push_back("invented: " + events[i].dump().substr(0, 200));
    }
  return score;
}

} // namespace linesman::tests
