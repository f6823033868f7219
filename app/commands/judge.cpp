#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>

#include "app/command.h"
#include "models/text_file.h"
#include "rules/registry.h"

namespace linesman::app {

namespace {

Result<std::string> readText(const std::string& path) {
  if (path == "-")
    return std::string(std::istreambuf_iterator<char>(std::cin), {});
  if (const auto file = checkNoFolder(path); !file)
    return tl::unexpected(file.error());
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return fail("Cannot read " + path + "; check that the file exists and may be read.");
  return std::string(std::istreambuf_iterator<char>(file), {});
}

/// Answers every scenario of one file in the order given. One that cannot be understood is answered by its "error", and
/// the first such sentence is the failure of the whole.
Result<void> judgeFile(const std::string& path) {
  const auto text = readText(path);
  if (!text)
    return tl::unexpected(text.error());
  if (nestedTooDeeply(*text))
    return fail(path + " is nested more than a scenario ever is; give one scenario or {\"cases\":[...]}.");
  const nlohmann::json file = nlohmann::json::parse(*text, nullptr, false);
  if (file.is_discarded())
    return fail(path + " is not JSON; give one scenario or {\"cases\":[...]}.");
  const bool many = file.is_array() || (file.is_object() && file.contains("cases"));
  const nlohmann::json cases = !many ? nlohmann::json::array({file}) : file.is_array() ? file : file["cases"];
  if (!cases.is_array())
    return fail(path + ": \"cases\" must be a list of scenarios.");
  Result<void> done;
  for (const nlohmann::json& scenario : cases) {
    const auto answer = rules::judgeScenario(scenario);
    if (answer) {
      std::cout << answer->dump() << '\n';
      continue;
    }
    const nlohmann::json id = scenario.is_object() && scenario.contains("id") ? scenario["id"] : nlohmann::json();
    std::cout << nlohmann::json{{"id", id}, {"error", answer.error().sentence}}.dump() << '\n';
    if (done)
      done = fail(path + ": " + answer.error().sentence);
  }
  return done;
}

} // namespace

Command judgeCommand() {
  return {"judge", "Answers rule scenarios, one JSON object a line", [](CLI::App& sub) -> std::function<int()> {
            auto files = std::make_shared<std::vector<std::string>>();
            sub.add_option("files", *files, "Scenario files; - reads standard input")->required();
            return [files] {
              int status = 0; // one bad file does not keep the others from being answered
              for (const std::string& path : *files)
                if (const auto done = judgeFile(path); !done)
                  status = complain(done.error().sentence);
              return status;
            };
          }};
}

} // namespace linesman::app
