#pragma once
#include "app/call.h"
#include "app/watch/event.h"
#include "app/watch/ship.h"
#include "rules/verdict.h"

namespace linesman::app {

/// Body of a `verdict` event: ruling, clauses, sentence, margin, sigma, limit and highlights.
nlohmann::json describe(const rules::Verdict& verdict);

/// Adds the members of `more` to `body`.
nlohmann::json merged(nlohmann::json body, const nlohmann::json& more);

/// "damage of r1", "training of d5", "die of C4", "token of white": what a `counter` event counts.
std::string counterName(const nlohmann::json& body);

/// What a `put_back` event asks for or has seen done, where it says no sentence of its own.
std::string putBackSentence(const nlohmann::json& body);
/// " (e2, e4)": the squares that it is about, where nothing shows them.
std::string putBackPlaces(const nlohmann::json& body);

/// The inverse of describe(): what it did not write stays empty.
rules::Verdict verdictFrom(const nlohmann::json& body);

/// What a `verdict` event answers, and how that reads from across the table.
Call::Question questionOf(const nlohmann::json& body);
Outcome outcomeOf(const nlohmann::json& body);
std::string wordOf(const nlohmann::json& body);

} // namespace linesman::app
