#pragma once
#include <QString>

#include <nlohmann/json.hpp>

namespace linesman::app {

/// What somebody did, as people say it, in the language that is spoken: "Ann plays e2e4". `action`: the body of such an
/// event; `actor`: who it was, as he is to be written.
QString shownAction(const nlohmann::json& action, const QString& actor);

} // namespace linesman::app
