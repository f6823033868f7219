#pragma once
#include <string>

#include <nlohmann/json.hpp>

namespace linesman::app {

/// Something that was seen, said or ruled. `kind` is one of start, settled, hands_in, hands_out, action, verdict,
/// claim, counter, clock, coverage, calibration, put_back, over, error, overrule, challenge, retract; `body` an object
/// with what there is to say.
struct Event {
  std::string kind;
  double t_s = 0.0; ///< time in the source
  nlohmann::json body = nlohmann::json::object();

  bool operator==(const Event&) const = default;
};

/// {"t_s":..,"seq":..,"event":kind, ...body}
nlohmann::json toJson(const Event& event, long long seq);
/// The inverse; `seq` goes to *seq when asked for.
Event eventFromJson(const nlohmann::json& json, long long* seq = nullptr);

/// Something a player said or clicked.
struct Claim {
  double t_s = 0.0;
  std::string player;
  std::string say;

  bool operator==(const Claim&) const = default;
};

/// The `claim` event that answers it: accepted or not, and a sentence where there is something to say.
Event answerTo(const Claim& claim, bool accepted, const std::string& sentence = {});

/// People decide against a verdict.
struct Overruling {
  double t_s = 0.0;
  long long of = 0; ///< number of the verdict's event
  std::string who;
  std::string why;
  nlohmann::json verdict; ///< its body, with `from`, `to`, `position_before` and `position_after` of what it judged
  /// On squares: how many turns and words in force the verdict is about, with its own if that counts, and all since; a
  /// record of an earlier Linesman does not tell.
  std::optional<std::size_t> since = std::nullopt;

  bool operator==(const Overruling&) const = default;
};

/// A key of an event's body that is text; empty where it is missing or something else.
std::string textIn(const nlohmann::json& body, const char* key);

/// Who won, as the body of an `over` event says; empty: nobody.
std::string winnerOf(const nlohmann::json& over);

/// Body of an `overrule` event, and back.
nlohmann::json bodyOf(const Overruling& overruling);
Overruling overrulingFrom(const Event& event);

} // namespace linesman::app
