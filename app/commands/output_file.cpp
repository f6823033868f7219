#include "app/commands/output_file.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "app/watch/turn_text.h"
#include "calibration/table_file.h"
#include "models/signed_file.h"
#include "models/text_file.h"
#include "vision/taught_set.h"

namespace linesman::app {

namespace {

std::string nameOf(OutputKind kind) {
  switch (kind) {
  case OutputKind::lens:
    return "lens file";
  case OutputKind::table:
    return "table file";
  case OutputKind::piece_set:
    return "set of pieces";
  case OutputKind::taught_set:
    return "taught set";
  case OutputKind::pdf:
    return "PDF of Linesman's";
  case OutputKind::certificate:
    return "certificate";
  case OutputKind::dispute:
    return "dispute file";
  case OutputKind::text:
  case OutputKind::pgn:
  case OutputKind::json:
  case OutputKind::html:
    return "transcript of this kind";
  }
  return {};
}

bool isOfKind(const std::string& path, OutputKind kind) {
  constexpr std::uintmax_t most_bytes = 64U
                                        << 20U; // of a long match's transcript; what is larger is a film or the like
  std::error_code ignored;
  if (std::filesystem::file_size(path, ignored) > most_bytes)
    return false;
  std::ifstream in(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  const auto holds = [&](const char* words) { return bytes.find(words) != std::string::npos; };
  switch (kind) {
  case OutputKind::lens:
    return holds("camera_matrix");
  case OutputKind::table:
    return readTableFile(path).has_value();
  case OutputKind::piece_set:
    return holds("base_mm") && holds("height_mm");
  case OutputKind::taught_set:
    return TaughtSet::isIn(path);
  case OutputKind::pdf:
    return isSigned(path);
  case OutputKind::certificate:
    return holds("\"smallest_margin_mm\"");
  case OutputKind::dispute:
    return holds("\"linesman dispute\"");
  case OutputKind::text:
    return bytes.starts_with("Match of ") || bytes.starts_with("Partie ");
  case OutputKind::pgn:
    return bytes.starts_with("[Game \"");
  case OutputKind::json:
    return bytes.starts_with("{\"events\":") && !holds("\"linesman dispute\"");
  case OutputKind::html:
    return holds("<meta name=\"generator\" content=\"Linesman\">");
  }
  return false;
}

} // namespace

Result<void> checkOutput(const std::string& path, OutputKind kind) {
  if (auto writable = checkWritable(path); !writable)
    return writable;
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path, ignored) && std::filesystem::file_size(path, ignored) > 0 &&
      !isOfKind(path, kind))
    return fail("The file " + path + " exists and is no " + nameOf(kind) + "; give another name, so that it is kept.");
  return {};
}

Result<void> checkEnding(const std::string& path, OutputKind kind) {
  const std::string ending = lower(std::filesystem::path(path).extension().string());
  if (kind == OutputKind::pdf && !ending.empty() && ending != ".pdf")
    return fail(path + " is written as PDF and would be taken for something else; end the name in .pdf.");
  if (kind == OutputKind::html && !ending.empty() && ending != ".html" && ending != ".htm")
    return fail(path +
                " is written as a page of the web and would be taken for something else; end the name in .html.");
  return {};
}

std::string nameFromTable(const std::string& output, const std::string& table) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path from_table = fs::relative(output, fs::absolute(table).parent_path(), ignored);
  return from_table.empty() || *from_table.begin() == ".." ? fs::absolute(output).string() : from_table.string();
}

} // namespace linesman::app
