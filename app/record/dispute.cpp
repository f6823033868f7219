#include "app/record/dispute.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include <QByteArray>

#include "app/watch/recorded_input.h"
#include "app/watch/replay.h"
#include "models/json_line.h"
#include "models/text_file.h"

namespace linesman::app {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr std::size_t most_bytes = 2'000'000;

json pictureJson(const std::string& folder, long long seq) {
  std::ifstream in(fs::path(folder) / (std::to_string(seq) + ".jpg"), std::ios::binary);
  if (!in)
    return nullptr;
  std::ostringstream bytes;
  bytes << in.rdbuf();
  return QByteArray::fromStdString(bytes.str()).toBase64().toStdString();
}

tl::unexpected<Error> notWhole(const json::exception& error) {
  return fail("The dispute file cannot be understood (" + jsonFault(error) + "); it is not whole.");
}

} // namespace

Result<json> makeDispute(const MatchRecord::Contents& contents, long long seq, const std::string& pictures_folder) {
  const auto count = static_cast<long long>(contents.events.size());
  if (seq < 1 || seq > count)
    return fail("There is no event " + std::to_string(seq) + " in this record; it has events 1 to " +
                std::to_string(count) + ".");
  auto index = static_cast<std::size_t>(seq - 1);
  while (index > 0 && !isInput(contents.events[index]))
    --index;
  auto referee = makeReferee(contents.setup);
  if (!referee)
    return tl::unexpected(referee.error());
  long long before = 0;
  for (std::size_t i = 0; i < index; ++i) {
    answersOf(**referee, contents.events[i]);
    if (contents.events[i].kind == "settled")
      before = static_cast<long long>(i + 1);
  }
  json dispute = {{"record", "linesman dispute"},     {"format", 1},
                  {"setup", contents.setup.toJson()}, {"seq", seq},
                  {"state", (*referee)->state()},     {"events", json::array()}};
  std::size_t i = index;
  do
    dispute["events"].push_back(toJson(contents.events[i], static_cast<long long>(i + 1)));
  while (++i < contents.events.size() && !isInput(contents.events[i]));
  dispute["picture_before"] = pictureJson(pictures_folder, before);
  const bool seen = contents.events[index].kind == "settled";
  dispute["picture_after"] = seen ? pictureJson(pictures_folder, static_cast<long long>(index + 1)) : json(nullptr);
  return dispute;
}

Result<void> writeDispute(json dispute, const std::string& path) {
  std::string text = jsonLine(dispute);
  for (const char* key : {"picture_before", "picture_after"})
    if (text.size() > most_bytes) {
      dispute[key] = nullptr;
      text = jsonLine(dispute);
    }
  return writeFile(path, text + '\n');
}

Result<MatchRecord::Contents> eventsOf(const json& dispute) {
  try {
    auto setup = MatchSetup::fromJson(dispute.at("setup"));
    if (!setup)
      return tl::unexpected(setup.error());
    MatchRecord::Contents contents{std::move(*setup), {}, {}, false};
    for (const json& event : dispute.at("events"))
      contents.events.push_back(eventFromJson(event));
    return contents;
  } catch (const json::exception& error) {
    return notWhole(error);
  }
}

long long firstSeq(const json& dispute) {
  const json& events = dispute.at("events");
  return events.empty() ? 1 : events.front().value("seq", 1LL);
}

Result<std::vector<std::string>> replayDispute(const json& dispute) {
  const auto contents = eventsOf(dispute);
  if (!contents)
    return tl::unexpected(contents.error());
  try {
    return replay(*contents, &dispute.at("state"), firstSeq(dispute));
  } catch (const json::exception& error) {
    return notWhole(error);
  }
}

bool isDispute(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return in && in.peek() == '{';
}

Result<json> readDispute(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << in.rdbuf();
  const std::string text = bytes.str();
  const json dispute = nestedTooDeeply(text) ? json() : json::parse(text, nullptr, false);
  if (!dispute.is_object() || !dispute.contains("record") || dispute["record"] != "linesman dispute")
    return fail("The file " + path + " is no dispute file of Linesman, or it is torn; ask for it again.");
  return dispute;
}

} // namespace linesman::app
