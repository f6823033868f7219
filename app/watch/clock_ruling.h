#pragma once
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "models/result.h"

namespace linesman::app {

/// What an arbiter does with the clocks, or holds against a player without touching them. Recorded as a `clock` event,
/// with who and why: never silent.
struct ClockRuling {
  enum class What { give, take, warn, stop, run };
  What what = What::give;
  std::string player;   ///< nobody for stop and run, which are for all clocks
  double seconds = 0.0; ///< given or taken, > 0
  std::string who;
  std::string why;

  bool operator==(const ClockRuling&) const = default;
};

/// "1:05": minutes and seconds.
std::string minutesText(double seconds);

/// Is everything said that the ruling needs? One sentence otherwise.
Result<void> checkRuling(const ClockRuling& ruling);
/// "Ann gives red 1:00: the board was knocked over."
std::string sentenceOf(const ClockRuling& ruling);

/// Body of a `clock` event, and back; nothing for the body of another event.
nlohmann::json bodyOf(const ClockRuling& ruling);
std::optional<ClockRuling> clockRulingFrom(const nlohmann::json& body);
/// An arbiter's words behind "clock": "give PLAYER SECONDS WHY", "take PLAYER SECONDS WHY", "warn PLAYER WHY",
/// "stop WHY", "run WHY". `players`: who can be meant, for names of several words.
Result<ClockRuling> parseRuling(const std::string& words, const std::vector<std::string>& players,
                                const std::string& who);

} // namespace linesman::app
