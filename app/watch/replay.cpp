#include "app/watch/replay.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <set>
#include <sstream>
#include <string>

#include "app/watch/recorded_input.h"
#include "models/json_line.h"

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
  if (event.kind == "retract")
    body.erase("of");
  return body;
}

std::string brief(const Event& event) {
  std::string words = event.kind;
  for (const char* key : {"kind", "action", "ship", "piece", "turn", "ruling", "say", "before", "after"})
    if (event.body.contains(key) && !event.body[key].is_object())
      words += " " + jsonText(event.body[key]);
  return words;
}

std::string eventAt(long long seq, double t_s) {
  std::ostringstream out;
  out << "event " << seq << " at " << std::fixed << std::setprecision(2) << t_s << " s: ";
  return out.str();
}

/// What differs where both are called the same: the entries, each as it was and as it is now.
std::string differingEntries(const json& was, const json& now) {
  json entries = was;
  entries.update(now); // of both
  std::string words;
  for (const auto& [key, ignored] : entries.items()) {
    const json before = was.value(key, json()), after = now.value(key, json());
    if (!same(before, after))
      words += (words.empty() ? " with " : ", ") + key + " " + before.dump() + " and not " + after.dump();
  }
  return words;
}

std::string difference(const Event& recorded, const Event& now) {
  const std::string was = brief(recorded), is = brief(now);
  if (was != is)
    return "recorded \"" + was + "\", now \"" + is + "\"";
  return "recorded \"" + was + "\"" + differingEntries(bare(recorded), bare(now));
}

/// Says no part of a match but its referee that?
bool onlyTheReferee(const std::string& kind) {
  static const std::set<std::string> kinds = {"action", "counter", "over", "put_back", "retract", "verdict"};
  return kinds.contains(kind);
}

} // namespace

Result<std::vector<std::string>> replay(const MatchRecord::Contents& contents, const json* state, long long first_seq) {
  auto referee = makeReferee(contents.setup);
  if (!referee)
    return tl::unexpected(referee.error());
  if (state != nullptr)
    if (auto good = (*referee)->restore(*state); !good)
      return tl::unexpected(good.error());
  std::vector<std::string> differences;
  std::size_t i = 0;
  const auto place = [&](double t_s) { return eventAt(first_seq + static_cast<long long>(i), t_s); };
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
      if (i >= contents.events.size()) {
        if (contents.lost.empty())
          differences.push_back(place(event.t_s) + "now also \"" + brief(event) + "\"");
        continue;
      }
      const Event& recorded = contents.events[i];
      if (recorded.kind != event.kind || !same(bare(recorded), bare(event)))
        differences.push_back(place(event.t_s) + difference(recorded, event));
      ++i;
    }
    if (given.empty())
      i = std::max(i, first);
    while (i < contents.events.size() && !isInput(contents.events[i])) {
      if (onlyTheReferee(contents.events[i].kind))
        differences.push_back(place(contents.events[i].t_s) + "recorded \"" + brief(contents.events[i]) +
                              "\", now nothing");
      ++i;
    }
  }
  return differences;
}

} // namespace linesman::app
