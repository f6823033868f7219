#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <sstream>

#include "app/command.h"
#include "models/json_keys.h"
#include "models/json_line.h"
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

/// The scenarios of a file that holds one or several values of JSON, one behind the other.
Result<std::vector<nlohmann::json>> scenariosIn(const std::string& path, const std::string& text) {
  if (nestedTooDeeply(text))
    return fail(path + " is nested more than a scenario ever is; give one scenario or {\"cases\":[...]}.");
  const auto lineAt = [&](std::size_t byte) {
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(byte, text.size()));
    return path + ", line " + std::to_string(1 + std::count(text.begin(), end, '\n'));
  };
  std::vector<nlohmann::json> scenarios;
  std::istringstream in(text);
  do {
    const auto begin = static_cast<std::size_t>(in.tellg());
    nlohmann::json value;
    try {
      in >> value;
    } catch (const nlohmann::json::parse_error& error) {
      return fail(lineAt(begin + error.byte) + ", is not JSON; give one scenario or {\"cases\":[...]}.");
    } catch (const nlohmann::json::out_of_range&) {
      in.clear();
      return fail(lineAt(static_cast<std::size_t>(in.tellg())) +
                  ", has a number that is too large to reckon with; give millimetres and degrees.");
    }
    const std::size_t end = in.eof() ? text.size() : static_cast<std::size_t>(in.tellg());
    if (const std::string key = keyGivenTwice(std::string_view(text).substr(begin, end - begin)); !key.empty())
      return fail(lineAt(text.find_first_not_of(" \t\r\n", begin)) + " or below, has two values of \"" + key +
                  "\" in one object; leave one out.");
    if (value.is_object() && value.contains("cases"))
      value = nlohmann::json(value["cases"]);
    else if (!value.is_array())
      value = nlohmann::json::array({value});
    if (!value.is_array())
      return fail(path + ": \"cases\" must be a list of scenarios.");
    scenarios.insert(scenarios.end(), value.begin(), value.end());
  } while (!(in >> std::ws).eof());
  return scenarios;
}

/// Answers every scenario of one file in the order given. One that cannot be understood is answered by its "error", and
/// the first such sentence is the failure of the whole.
Result<void> judgeFile(const std::string& file) {
  const auto text = readText(file);
  if (!text)
    return tl::unexpected(text.error());
  const std::string path = file == "-" ? "Standard input" : file;
  const auto scenarios = scenariosIn(path, *text);
  if (!scenarios)
    return tl::unexpected(scenarios.error());
  Result<void> done;
  for (const nlohmann::json& scenario : *scenarios) {
    const auto answer = rules::judgeScenario(scenario);
    if (answer) {
      std::cout << jsonLine(*answer) << '\n';
      continue;
    }
    const nlohmann::json id = scenario.is_object() && scenario.contains("id") ? scenario["id"] : nlohmann::json();
    std::cout << jsonLine({{"id", id}, {"error", answer.error().sentence}}) << '\n';
    if (done)
      done = fail(path + ": " + answer.error().sentence);
  }
  return done;
}

/// One scenario of each kind, to write others by. All of them can be judged as they stand.
constexpr const char* scenarios_shown =
    R"(A file is scenarios one behind the other, or {"cases":[...]}. On squares (left-out keys of an ArmadaChess position are as at the start):
  {"id":1,"game":"king_down","position":"4k3/8/8/8/8/8/8/4K3 w","options":{"castling":true},"turns":["e1e2"]}
  {"id":2,"game":"invasion","position":"8h1/9F/10/3****3/3****3/3****3/3****3/10/10/1H8 w off,off j1,a10","turns":["j9j10"]}
  {"id":3,"game":"armada_chess","position":{"side":"white"},"turns":["b4b6","e7e5"]}
With ships (mm and degrees; step, move, reach, fire, targets, damage, contact or setup):
  {"id":4,"ruleset":"armadas","options":{"los":"sight"},
   "objects":[{"id":"r1","kind":"ship","player":"red","size":"L","stern":[0,0],"heading":90,"sigma_mm":0.3,"sigma_deg":0.5},
              {"id":"b1","kind":"ship","player":"blue","size":"S","stern":[-40,20],"heading":0}],
   "query":{"type":"fire","ship":"r1","target":"b1"}})";

} // namespace

Command judgeCommand() {
  return {"judge", "Answers rule scenarios, one JSON object a line", [](CLI::App& sub) -> std::function<int()> {
            auto files = std::make_shared<std::vector<std::string>>();
            sub.add_option("files", *files, "Scenario files; - reads standard input")->required();
            sub.footer(scenarios_shown);
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
