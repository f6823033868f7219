#include "app/watch/recorded_input.h"

#include "app/watch/describe.h"
#include "models/table_state_json.h"

namespace linesman::app {

using nlohmann::json;

bool isInput(const Event& event) {
  return event.kind == "settled" || event.kind == "claim" || event.kind == "overrule";
}

std::vector<Event> answersOf(Referee& referee, const Event& event) {
  if (event.kind == "overrule") {
    const Overruling overruling = overrulingFrom(event);
    return overruling.verdict.empty() ? std::vector<Event>() : referee.overrule(overruling);
  }
  if (event.kind == "claim")
    return referee.hear({event.t_s, event.body.value("player", std::string()), event.body.value("say", std::string())});
  if (event.kind != "settled")
    return {};
  const auto table = settledFromBody(event.body);
  return table ? referee.observe(*table) : std::vector<Event>();
}

json settledBody(const SettledTable& table) {
  json body = {{"table", toJson(table.state)}, {"touched", table.touched_squares}};
  if (table.untouched)
    body["untouched"] = true;
  if (table.in_film)
    body["in_film"] = true;
  if (table.last)
    body["last"] = true;
  return body;
}

Result<SettledTable> settledFromBody(const json& body) {
  if (!body.contains("table"))
    return fail("A settled table of the record holds no measurements; the record is not whole.");
  auto state = tableStateFromJson(body["table"]);
  if (!state)
    return tl::unexpected(state.error());
  return SettledTable{std::move(*state), body.value("touched", std::vector<std::string>()),
                      body.value("untouched", false), body.value("in_film", false), body.value("last", false)};
}

} // namespace linesman::app
