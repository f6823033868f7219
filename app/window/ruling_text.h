#pragma once
#include <QString>
#include <nlohmann/json.hpp>

#include "app/watch/match_setup.h"

namespace linesman::app {

/// A key of an event that is text; empty where it is missing or something else.
QString textOf(const nlohmann::json& event, const char* key);

/// An event of a match as it is read again: in one word ("LEGAL", "PUT BACK"), and in one sentence, both in the
/// window's language. `setup` says what the players are called.
QString rulingWord(const nlohmann::json& event);
QString rulingSentence(const nlohmann::json& event, const MatchSetup& setup);

} // namespace linesman::app
