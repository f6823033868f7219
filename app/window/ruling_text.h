#pragma once
#include <QString>
#include <nlohmann/json.hpp>

namespace linesman::app {

/// An event of a match as it is read again: in one word ("LEGAL", "PUT BACK"), and in one sentence, both in the
/// window's language.
QString rulingWord(const nlohmann::json& event);
QString rulingSentence(const nlohmann::json& event);

} // namespace linesman::app
