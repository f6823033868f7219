#include "app/watch/replay.h"

#include <algorithm>
#include <cmath>

#include "app/watch/recorded_input.h"

namespace linesman::app {

using nlohmann::json;

namespace {

/// Numbers within a millionth count as the same: another processor may round the last digit differently.
bool same(const json& a, const json& b) {
  if (a.is_number() && b.is_number()) {
    const double x = a.get<double>();
    const double y = b.get<double>();
    return std::abs(x - y) <= 1e-6 * std::max({1.0, std::abs(x), std::abs(y)});
  }
  if (a.type() != b.type() || a.size() != b.size())
    return false;
  if (a.is_object()) {
    for (const auto& [key, value] : a.items())
      if (!b.contains(key) || !same(value, b[key]))
        return false;
    return true;
  }
  if (a.is_array())
    return std::equal(a.begin(), a.end(), b.begin(), [](const json& x, const json& y) { return same(x, y); });
  return a == b;
}

/// What the watch adds to a referee's event; replay leaves it out.
json bare(const Event& event) {
  json body = event.body;
  body.erase("clock");
  body.erase("set_up_clock");
  if (const std::string doubt = body.value("withheld", std::string()); !doubt.empty()) {
    const std::string sentence = body.value("sentence", std::string());
    if (sentence.ends_with(" " + doubt))
      body["sentence"] = sentence.substr(0, sentence.size() - doubt.size() - 1);
    body.erase("withheld");
  }
  if (event.kind == "retract")
    body.erase("of");
  return body;
}

std::string brief(const Event& event) {
  std::string words = event.kind;
  for (const char* key : {"kind", "action", "ship", "piece", "turn", "ruling", "say", "before", "after"})
    if (event.body.contains(key) && !event.body[key].is_object())
      words += " " + (event.body[key].is_string() ? event.body[key].get<std::string>() : event.body[key].dump());
  return words;
}

} // namespace

Result<std::vector<std::string>> replay(const MatchRecord::Contents& contents, const json* state) {
  auto referee = makeReferee(contents.setup);
  if (!referee)
    return tl::unexpected(referee.error());
  if (state != nullptr)
    if (auto good = (*referee)->restore(*state); !good)
      return tl::unexpected(good.error());
  std::vector<std::string> differences;
  std::size_t i = 0;
  while (i < contents.events.size()) {
    const Event& input = contents.events[i];
    if (!isInput(input)) {
      ++i;
      continue;
    }
    const std::size_t first = input.kind == "claim" ? i : i + 1; // a claim's own answer is its first event
    const std::vector<Event> given = answersOf(**referee, input);
    i = first;
    for (const Event& event : given) {
      const std::string place = "event " + std::to_string(i + 1) + " at " + std::to_string(event.t_s) + " s: ";
      if (i >= contents.events.size()) {
        if (!contents.torn)
          differences.push_back(place + "now also \"" + brief(event) + "\"");
        continue;
      }
      const Event& recorded = contents.events[i];
      if (recorded.kind != event.kind || !same(bare(recorded), bare(event)))
        differences.push_back(place + "recorded \"" + brief(recorded) + "\", now \"" + brief(event) + "\"");
      ++i;
    }
    if (given.empty())
      i = std::max(i, first);
    while (i < contents.events.size() && !isInput(contents.events[i])) {
      const std::string& kind = contents.events[i].kind;
      if (kind == "action" || kind == "verdict" || kind == "counter" || kind == "over")
        differences.push_back("event " + std::to_string(i + 1) + ": recorded \"" + brief(contents.events[i]) +
                              "\", now nothing");
      ++i;
    }
  }
  return differences;
}

} // namespace linesman::app
