#include "app/watch/told.h"

#include <algorithm>
#include <fstream>

#include "models/json_keys.h"
#include "models/text_file.h"

namespace linesman::app {

Result<Claim> parseTold(const std::string& line, const std::string& place) {
  const auto json = nestedTooDeeply(line) ? nlohmann::json() : nlohmann::json::parse(line, nullptr, false);
  if (!json.is_object())
    return fail(place + " is no JSON object; write {\"t_s\":12.4,\"player\":\"white\",\"say\":\"done\"}.");
  if (const std::string key = keyGivenTwice(line); !key.empty())
    return fail(place + " has two values of \"" + key + "\"; leave one out.");
  const auto is = [&](const char* key, auto test) { return json.contains(key) && test(json[key]); };
  const auto time = [](const nlohmann::json& value) { return value.is_number() && value.get<double>() >= 0.0; };
  const auto text = [](const nlohmann::json& value) { return value.is_string(); };
  if (!is("t_s", time) || !is("player", text) || !is("say", text))
    return fail(place + " needs t_s (seconds from 0 on), player and say (texts).");
  return Claim{json["t_s"].get<double>(), json["player"].get<std::string>(), json["say"].get<std::string>()};
}

Result<std::vector<Claim>> readTold(const std::string& path) {
  if (const auto file = checkNoFolder(path); !file)
    return tl::unexpected(file.error());
  std::ifstream in(path);
  if (!in)
    return fail("The file of told claims " + path + " cannot be read; check the name.");
  std::vector<Claim> claims;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos)
      continue;
    auto claim = parseTold(line, path + ":" + std::to_string(number));
    if (!claim)
      return tl::unexpected(claim.error());
    claims.push_back(std::move(*claim));
  }
  std::stable_sort(claims.begin(), claims.end(), [](const Claim& a, const Claim& b) { return a.t_s < b.t_s; });
  return claims;
}

} // namespace linesman::app
