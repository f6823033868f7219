#include "app/record/match_record.h"

#include <filesystem>

namespace linesman::app {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr int format = 1;

std::string journalIn(const std::string& folder) {
  return (fs::path(folder) / "match.jsonl").string();
}

Result<MatchRecord::Contents> parse(const Journal::Contents& journal, const std::string& path) {
  if (journal.lines.empty())
    return fail("The record " + path + " is empty; the match was not begun.");
  MatchRecord::Contents contents;
  contents.torn = journal.torn;
  try {
    const json header = json::parse(journal.lines.front());
    if (header.at("record") != "linesman match" || header.at("format").get<int>() > format)
      return fail("The record " + path + " was written by a newer Linesman; update the program to read it.");
    auto setup = MatchSetup::fromJson(header.at("setup"));
    if (!setup)
      return tl::unexpected(setup.error());
    contents.setup = std::move(*setup);
    for (std::size_t i = 1; i < journal.lines.size(); ++i)
      contents.events.push_back(eventFromJson(json::parse(journal.lines[i])));
  } catch (const json::exception& error) {
    return fail("The record " + path + " cannot be understood (" + error.what() + "); it is not a match of Linesman.");
  }
  return contents;
}

} // namespace

bool MatchRecord::exists(const std::string& folder) {
  std::error_code ignored;
  return fs::exists(journalIn(folder), ignored);
}

Result<MatchRecord> MatchRecord::create(const std::string& folder, const MatchSetup& setup) {
  std::error_code trouble;
  fs::create_directories(folder, trouble);
  if (trouble)
    return fail("The folder " + folder + " for the record cannot be made (" + trouble.message() +
                "); choose one you may write to.");
  auto journal = Journal::create(journalIn(folder));
  if (!journal)
    return tl::unexpected(journal.error());
  const json header = {{"record", "linesman match"}, {"format", format}, {"setup", setup.toJson()}};
  if (auto written = journal->append({header.dump()}); !written)
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

Result<MatchRecord::Contents> MatchRecord::read(const std::string& folder) {
  const std::string path = fs::is_directory(folder) ? journalIn(folder) : folder;
  const auto lines = Journal::read(path);
  if (!lines)
    return tl::unexpected(lines.error());
  return parse(*lines, path);
}

Result<void> MatchRecord::append(const std::vector<Event>& events) {
  std::vector<std::string> lines;
  for (const Event& event : events)
    lines.push_back(toJson(event, ++count_).dump());
  return journal_.append(lines);
}

} // namespace linesman::app
