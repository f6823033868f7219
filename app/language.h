#pragma once
#include <string>

#include "models/result.h"

namespace linesman::app {

/// One sentence when there is no translation into this language ("de", "de_AT"; empty: the system's).
Result<void> checkLanguage(const std::string& language);
/// Gives the window's texts in a language ("de"; empty: that of the system, where there is a translation). English is
/// what the sources speak. Call it once, before windows are made. One sentence when there is no such translation.
Result<void> useLanguage(const std::string& language);

/// The language that is spoken: "en", or what useLanguage() found.
const std::string& spokenLanguage();

} // namespace linesman::app
