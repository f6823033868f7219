#include "app/watch/clock_ruling.h"

#include <array>
#include <cmath>
#include <sstream>

#include "app/time_text.h"

namespace linesman::app {

using nlohmann::json;

namespace {

using What = ClockRuling::What;

constexpr std::array<std::pair<What, const char*>, 5> verbs{
    {{What::give, "give"}, {What::take, "take"}, {What::warn, "warn"}, {What::stop, "stop"}, {What::run, "run"}}};

std::optional<What> whatFrom(const std::string& verb) {
  for (const auto& [what, text] : verbs)
    if (verb == text)
      return what;
  return std::nullopt;
}

const char* verbOf(What what) {
  for (const auto& [known, text] : verbs)
    if (known == what)
      return text;
  return "";
}

bool ofTime(What what) {
  return what == What::give || what == What::take;
}

bool ofPlayer(What what) {
  return ofTime(what) || what == What::warn;
}

std::string rest(std::istringstream& words) {
  std::string text;
  std::getline(words >> std::ws, text);
  return text;
}

} // namespace

std::string minutesText(double seconds) {
  return timeText(std::round(seconds));
}

Result<void> checkRuling(const ClockRuling& ruling) {
  if (ofPlayer(ruling.what) && ruling.player.empty())
    return fail("Say which player it is about.");
  if (ofTime(ruling.what) && !(ruling.seconds >= 1.0 && ruling.seconds <= 86400.0))
    return fail("Say how many seconds, from 1 to 86400.");
  if (ruling.who.empty() || ruling.why.empty())
    return fail("Say who decides it, and why.");
  return {};
}

std::string sentenceOf(const ClockRuling& ruling) {
  const std::string why = ": " + ruling.why + (ruling.why.ends_with('.') ? "" : ".");
  switch (ruling.what) {
  case What::give:
    return ruling.who + " gives " + ruling.player + " " + minutesText(ruling.seconds) + why;
  case What::take:
    return ruling.who + " takes " + minutesText(ruling.seconds) + " from " + ruling.player + why;
  case What::warn:
    return ruling.who + " warns " + ruling.player + why;
  case What::stop:
    return ruling.who + " stops the clocks" + why;
  case What::run:
    return ruling.who + " lets the clocks run" + why;
  }
  return {};
}

json bodyOf(const ClockRuling& ruling) {
  json body = {
      {"decision", verbOf(ruling.what)}, {"who", ruling.who}, {"why", ruling.why}, {"sentence", sentenceOf(ruling)}};
  if (ofPlayer(ruling.what))
    body["player"] = ruling.player;
  if (ofTime(ruling.what))
    body["seconds"] = ruling.seconds;
  return body;
}

std::optional<ClockRuling> clockRulingFrom(const json& body) {
  const json verb = body.value("decision", json());
  const auto what = verb.is_string() ? whatFrom(verb.get<std::string>()) : std::nullopt;
  if (!what)
    return std::nullopt;
  return ClockRuling{*what, body.value("player", ""), body.value("seconds", 0.0), body.value("who", ""),
                     body.value("why", "")};
}

Result<ClockRuling> parseRuling(const std::string& words, const std::vector<std::string>& players,
                                const std::string& who) {
  std::istringstream stream(words);
  std::string verb;
  stream >> verb;
  const auto what = whatFrom(verb);
  if (!what)
    return fail("\"clock " + words +
                "\" is not understood; an arbiter says clock give PLAYER SECONDS WHY, take, warn, "
                "stop or run.");
  ClockRuling ruling{*what, "", 0.0, who, ""};
  std::string said = rest(stream);
  if (ofPlayer(*what)) {
    for (const std::string& player : players)
      if (player.size() > ruling.player.size() && (said == player || said.starts_with(player + " ")))
        ruling.player = player;
    if (ruling.player.empty() && !said.empty())
      return fail("\"" + said.substr(0, said.find(' ')) + "\" is no player of this match.");
    said.erase(0, ruling.player.size() + 1);
  }
  std::istringstream behind(said);
  if (ofTime(*what) && !ruling.player.empty() && !(behind >> ruling.seconds))
    return fail("Say how many seconds, as in clock give " + ruling.player + " 60 WHY.");
  ruling.why = rest(behind);
  if (auto good = checkRuling(ruling); !good)
    return tl::unexpected(good.error());
  return ruling;
}

} // namespace linesman::app
