#pragma once
#include <vector>

#include "app/watch/event.h"
#include "app/watch/referee.h"

namespace linesman::app {

/// Is the event something that the referee answers to: a settled table, a claim, a decision of people?
bool isInput(const Event& event);
/// What the referee answers to a recorded input; nothing to any other event.
std::vector<Event> answersOf(Referee& referee, const Event& event);

/// A settled table as it is kept and handed to the referee; through JSON, so that replay sees the very same numbers.
nlohmann::json settledBody(const SettledTable& table);
Result<SettledTable> settledFromBody(const nlohmann::json& body);

} // namespace linesman::app
