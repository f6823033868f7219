#include "app/watch/event.h"

namespace linesman::app {

nlohmann::json toJson(const Event& event, long long seq) {
  nlohmann::json json = event.body;
  json["t_s"] = event.t_s;
  json["seq"] = seq;
  json["event"] = event.kind;
  if (event.kind == "action")
    json.emplace("runner_up", nullptr); // nothing else came into question
  return json;
}

Event eventFromJson(const nlohmann::json& json, long long* seq) {
  Event event{json.at("event").get<std::string>(), json.at("t_s").get<double>(), json};
  if (seq != nullptr)
    *seq = json.at("seq").get<long long>();
  for (const char* key : {"t_s", "seq", "event"})
    event.body.erase(key);
  if (const auto other = event.body.find("runner_up"); other != event.body.end() && other->is_null())
    event.body.erase(other);
  return event;
}

Event answerTo(const Claim& claim, bool accepted, const std::string& sentence) {
  nlohmann::json body = {{"player", claim.player}, {"say", claim.say}, {"accepted", accepted}};
  if (!sentence.empty())
    body["sentence"] = sentence;
  return {"claim", claim.t_s, std::move(body)};
}

std::string textIn(const nlohmann::json& body, const char* key) {
  const auto found = body.find(key);
  return found != body.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::string winnerOf(const nlohmann::json& over) {
  const auto winner = over.find("winner");
  if (winner == over.end() || !winner->is_string() || *winner == "draw")
    return {};
  return winner->get<std::string>();
}

nlohmann::json bodyOf(const Overruling& overruling) {
  nlohmann::json body = {
      {"of", overruling.of}, {"who", overruling.who}, {"why", overruling.why}, {"verdict", overruling.verdict}};
  if (overruling.since)
    body["since"] = *overruling.since;
  return body;
}

Overruling overrulingFrom(const Event& event) {
  Overruling overruling{event.t_s, event.body.value("of", 0LL), event.body.value("who", ""),
                        event.body.value("why", ""), event.body.value("verdict", nlohmann::json::object())};
  if (const auto since = event.body.find("since"); since != event.body.end() && since->is_number_unsigned())
    overruling.since = since->get<std::size_t>();
  return overruling;
}

} // namespace linesman::app
