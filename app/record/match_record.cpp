#include "app/record/match_record.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>

#include "models/json_line.h"
#include "models/text_file.h"

namespace linesman::app {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr int format = 1;
constexpr std::size_t hash_letters = 64;       ///< before each line's text, see Journal
constexpr std::streamoff glance_bytes = 65536; ///< read at once from the end

std::string journalIn(const std::string& folder) {
  return (fs::path(folder) / "match.jsonl").string();
}

/// Null where it is nested more than an event ever is: working on such a value would overflow the stack.
json parsed(const std::string& line) {
  return nestedTooDeeply(line) ? json() : json::parse(line);
}

Result<MatchSetup> setupOf(const std::string& line, const std::string& path) {
  try {
    const json header = parsed(line);
    if (header.at("record") != "linesman match" || header.at("format").get<int>() > format)
      return fail("The record " + path + " was written by a newer Linesman; update the program to read it.");
    return MatchSetup::fromJson(header.at("setup"));
  } catch (const json::exception& error) {
    return fail("The record " + path + " cannot be understood (" + jsonFault(error) +
                "); it is not a match of Linesman.");
  }
}

/// Whether the game is over by the newest of the lines that tell; nothing when none does.
std::optional<bool> isOver(std::string_view lines) {
  for (std::size_t end = lines.size(); end > 0;) {
    const std::size_t before = lines.rfind('\n', end - 1);
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    const std::string_view line = lines.substr(begin, end - begin);
    if (line.find("\"event\":\"over\"") != std::string_view::npos)
      return true;
    for (const char* running : {"action", "verdict", "start", "overrule", "retract"})
      if (line.find("\"event\":\"" + std::string(running) + "\"") != std::string_view::npos)
        return false;
    end = before == std::string_view::npos ? 0 : before;
  }
  return std::nullopt;
}

/// What the lines lack of the record; empty when they are all of it.
std::string lostOf(const Journal::Contents& journal, const std::string& path) {
  if (journal.damaged_line != 0)
    return damageOf(path, journal.damaged_line);
  return journal.torn ? "The last line of the record was cut off by a crash; it had not been announced and is left out."
                      : "";
}

Result<MatchRecord::Contents> parse(const Journal::Contents& journal, const std::string& path) {
  MatchRecord::Contents contents;
  contents.lost = lostOf(journal, path);
  contents.damaged = journal.damaged_line != 0;
  if (journal.lines.empty())
    return fail(contents.damaged ? contents.lost : "The record " + path + " is empty; the match was not begun.");
  try {
    auto setup = setupOf(journal.lines.front(), path);
    if (!setup)
      return tl::unexpected(setup.error());
    contents.setup = std::move(*setup);
    for (std::size_t i = 1; i < journal.lines.size(); ++i)
      contents.events.push_back(eventFromJson(parsed(journal.lines[i])));
  } catch (const json::exception& error) {
    return fail("The record " + path + " cannot be understood (" + jsonFault(error) +
                "); it is not a match of Linesman.");
  }
  return contents;
}

} // namespace

bool MatchRecord::exists(const std::string& folder) {
  std::error_code missing;
  const auto bytes = fs::file_size(journalIn(folder), missing);
  return !missing && bytes > 0; // an empty one was never begun
}

Result<MatchRecord::Glance> MatchRecord::glance(const std::string& folder) {
  const std::string path = fs::is_directory(folder) ? journalIn(folder) : folder;
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return fail("The record " + path + " cannot be read (" + std::strerror(errno) +
                "); check the name and the rights.");
  std::string header;
  const std::size_t text = 1 + hash_letters; // behind the line's hash
  if (!std::getline(file, header) || header.size() <= text)
    return fail("The record " + path + " is empty; the match was not begun.");
  auto setup = setupOf(header.substr(text), path);
  if (!setup)
    return tl::unexpected(setup.error());
  Glance glance{std::move(*setup), false, false};
  const auto first = static_cast<std::streamoff>(file.tellg());
  file.seekg(0, std::ios::end);
  std::streamoff from = file.tellg();
  glance.begun = from > first;
  std::string end; // of the file, read back until it tells
  while (from > first) {
    const std::streamoff block = std::min<std::streamoff>(glance_bytes, from - first);
    from -= block;
    std::string bytes(static_cast<std::size_t>(block), '\0');
    file.clear();
    file.seekg(from);
    file.read(bytes.data(), block);
    end = bytes + end;
    const std::size_t cut = end.find('\n'); // the line before it may have begun in the block before
    if (from != first && cut == std::string::npos)
      continue;
    const std::size_t whole = from == first ? 0 : cut + 1;
    if (const auto over = isOver(std::string_view(end).substr(whole))) {
      glance.over = *over;
      return glance;
    }
    end.resize(whole);
  }
  return glance;
}

Result<MatchRecord> MatchRecord::create(const std::string& folder, const MatchSetup& setup) {
  std::error_code trouble;
  fs::create_directories(folder, trouble);
  if (trouble)
    return fail("The folder " + folder + " for the record cannot be made (" + trouble.message() +
                "); choose one you may write to.");
  if (const fs::path pictures = fs::path(folder) / "pictures";
      fs::exists(pictures, trouble) && !fs::is_empty(pictures, trouble) && !fs::exists(journalIn(folder), trouble))
    return fail("The folder " + pictures.string() +
                " holds pictures of no record, which the match's own would take the place of; choose another folder.");
  auto journal = Journal::create(journalIn(folder));
  if (!journal)
    return tl::unexpected(journal.error());
  const json header = {{"record", "linesman match"}, {"format", format}, {"setup", setup.toJson()}};
  if (auto written = journal->append({jsonLine(header)}); !written)
    return tl::unexpected(written.error());
  return MatchRecord(folder, std::move(*journal), 0);
}

Result<MatchRecord> MatchRecord::resume(const std::string& folder, Contents& contents) {
  Journal::Contents lines;
  auto journal = Journal::open(journalIn(folder), lines);
  if (!journal)
    return tl::unexpected(journal.error());
  auto parsed = parse(lines, journal->path());
  if (!parsed)
    return tl::unexpected(parsed.error());
  contents = std::move(*parsed);
  return MatchRecord(folder, std::move(*journal), static_cast<long long>(contents.events.size()));
}

std::string MatchRecord::folderOf(const std::string& record) {
  std::error_code ignored;
  if (fs::is_directory(record, ignored))
    return record;
  const fs::path folder = fs::path(record).parent_path();
  return folder.empty() ? "." : folder.string();
}

std::string MatchRecord::picturesOf(const std::string& record) {
  return (fs::path(folderOf(record)) / "pictures").string();
}

Result<MatchRecord::Contents> MatchRecord::read(const std::string& record) {
  const std::string path = fs::is_directory(record) ? journalIn(record) : record;
  const auto lines = Journal::read(path);
  if (!lines)
    return tl::unexpected(lines.error());
  return parse(*lines, path);
}

Result<void> MatchRecord::append(const std::vector<Event>& events) {
  std::vector<std::string> lines;
  for (const Event& event : events)
    lines.push_back(jsonLine(toJson(event, ++count_)));
  return journal_.append(lines);
}

} // namespace linesman::app
