#pragma once
#include <string>

#include "models/result.h"

namespace linesman::app {

/// A report (the page that HtmlReport writes) as a PDF on A4 with its pictures. Needs Qt's letters; works without a
/// display.
Result<void> writePdfReport(const std::string& html, const std::string& title, const std::string& path);

} // namespace linesman::app
