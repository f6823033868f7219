#include "app/watch/describe.h"

#include <algorithm>
#include <array>

#include "models/polygon_json.h"

namespace linesman::app {

using nlohmann::json;

namespace {

constexpr std::array<const char*, 4> kind_names = {"point", "segment", "polygon", "square"};
constexpr std::array<const char*, 7> role_names = {"limit", "nearest", "region", "shot", "blocker", "ghost", "piece"};

const char* nameOf(rules::Highlight::Kind kind) {
  return kind_names[static_cast<std::size_t>(kind)];
}

const char* nameOf(rules::Highlight::Role role) {
  return role_names[static_cast<std::size_t>(role)];
}

/// Place of `name` in `names`; the first one when it is not there.
template <class Names> std::size_t indexIn(const Names& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? 0 : static_cast<std::size_t>(found - names.begin());
}

rules::Ruling rulingIn(const json& body) {
  const std::string ruling = textIn(body, "ruling");
  return ruling == "legal"     ? rules::Ruling::legal
         : ruling == "illegal" ? rules::Ruling::illegal
                               : rules::Ruling::unclear;
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
  if (!verdict.withheld.empty())
    body["withheld"] = verdict.withheld;
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

std::string putBackSentence(const json& body) {
  const auto word = [&](const char* key) {
    const auto found = body.find(key);
    return found != body.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  const std::string piece = word("piece"), square = word("square");
  if (const std::string own = word("sentence"); !own.empty())
    return own;
  if (!body.value("done", false))
    return "Put " + piece + " back where it was.";
  if (piece.empty()) // several men, or one that nothing is known of
    return "The men are back in their places.";
  return square.empty() ? piece + " is back in its place." : "The " + piece + " is back on " + square + ".";
}

std::string putBackPlaces(const json& body) {
  std::string places;
  for (const json& one : body.value("squares", json::array()))
    places += (places.empty() ? "" : ", ") + textIn(one, "square");
  return places.empty() ? places : " (" + places + ")";
}

rules::Verdict verdictFrom(const json& body) {
  rules::Verdict verdict;
  verdict.ruling = rulingIn(body);
  verdict.clauses = body.value("clauses", std::vector<std::string>());
  verdict.sentence = body.value("sentence", "");
  verdict.limit = body.value("limit", "");
  verdict.withheld = body.value("withheld", "");
  const auto number = [&](const char* key) -> std::optional<double> {
    const auto found = body.find(key);
    return found != body.end() && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
  };
  verdict.margin_mm = number("margin_mm");
  verdict.sigma_mm = number("sigma_mm");
  verdict.probability = number("probability");
  for (const json& entry : body.value("highlights", json::array())) {
    rules::Highlight highlight;
    highlight.kind = static_cast<rules::Highlight::Kind>(indexIn(kind_names, entry.value("kind", "")));
    highlight.role = static_cast<rules::Highlight::Role>(indexIn(role_names, entry.value("role", "")));
    highlight.square = entry.value("square", "");
    highlight.points_mm = cornersFrom(entry.value("points_mm", json::array()));
    verdict.highlights.push_back(std::move(highlight));
  }
  return verdict;
}

std::string counterName(const nlohmann::json& body) {
  for (const char* of : {"ship", "city", "square", "player"})
    if (body.contains(of) && body[of].is_string())
      return body.value("counter", "") + " of " + body[of].get<std::string>();
  return body.value("counter", "");
}

Call::Question questionOf(const json& body) {
  const std::string action = textIn(body, "action");
  return action == "shot"                                               ? Call::Question::shot
         : action == "out"                                              ? Call::Question::fleet
         : action == "flagship" || action == "flag" || action == "base" ? Call::Question::flagship
                                                                        : Call::Question::step;
}

Outcome outcomeOf(const json& body) {
  rules::Verdict verdict;
  verdict.ruling = rulingIn(body);
  return outcomeOf(verdict);
}

std::string wordOf(const json& body) {
  if (const std::string action = textIn(body, "action"); action == "flag" || action == "base")
    return action == "flag" ? "FLAG" : "BASE";
  return wordOf(questionOf(body), verdictFrom(body));
}

} // namespace linesman::app
