#pragma once
#include "app/watch/event.h"
#include "app/watch/ship.h"
#include "rules/verdict.h"

namespace linesman::app {

/// Body of a `verdict` event: ruling, clauses, sentence, margin, sigma, limit and highlights.
nlohmann::json describe(const rules::Verdict& verdict);

/// Adds the members of `more` to `body`.
nlohmann::json merged(nlohmann::json body, const nlohmann::json& more);

} // namespace linesman::app
