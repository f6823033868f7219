// toml++ 3 takes for granted that a key follows "[" (parse_key in impl/parser.inl), which on "[," is undefined behaviour
// in a release build and an abort elsewhere. Without the assumption its parser comes to its own error.
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/impl/preprocessor.h>
#undef TOML_ASSERT_ASSUME
#define TOML_ASSERT_ASSUME(expr) static_cast<void>(0)

#include "models/toml_file.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

namespace linesman {

Result<toml::table> parseToml(std::string_view text, const std::string& name) {
  toml::parse_result parsed = toml::parse(text, name);
  if (!parsed) {
    const toml::parse_error& error = parsed.error();
    return fail(name + ":" + std::to_string(error.source().begin.line) + ": " + std::string(error.description()) +
                "; mend this line.");
  }
  return std::move(parsed).table();
}

Result<toml::table> readToml(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf()))
    return fail("Cannot read " + path + "; check that the file exists and may be read.");
  return parseToml(text.str(), path);
}

std::string placeOf(const std::string& path, const toml::node& node) {
  return path + ":" + std::to_string(node.source().begin.line);
}

Result<void> checkKeys(const toml::table& table, const std::string& path,
                       std::initializer_list<std::string_view> known) {
  for (const auto& [key, value] : table) {
    if (std::find(known.begin(), known.end(), key.str()) != known.end())
      continue;
    std::string list;
    for (const std::string_view name : known)
      list += (list.empty() ? "" : ", ") + std::string(name);
    return fail(path + ":" + std::to_string(key.source().begin.line) + ": unknown key \"" + std::string(key.str()) +
                "\"; known here: " + list + ".");
  }
  return {};
}

Result<double> numberAt(const toml::table& table, const std::string& path, std::string_view key) {
  const toml::node* node = table.get(key);
  if (node == nullptr)
    return fail(placeOf(path, table) + ": the key \"" + std::string(key) + "\" is missing; add it.");
  const auto value = node->value<double>();
  if (!value || !std::isfinite(*value))
    return fail(placeOf(path, *node) + ": \"" + std::string(key) + "\" must be a finite number.");
  return *value;
}

Result<double> numberAt(const toml::table& table, const std::string& path, std::string_view key, double otherwise) {
  return table.contains(key) ? numberAt(table, path, key) : Result<double>(otherwise);
}

Result<std::string> textAt(const toml::table& table, const std::string& path, std::string_view key) {
  const toml::node* node = table.get(key);
  if (node == nullptr)
    return fail(placeOf(path, table) + ": the key \"" + std::string(key) + "\" is missing; add it.");
  const auto value = node->value<std::string>();
  if (!value)
    return fail(placeOf(path, *node) + ": \"" + std::string(key) + "\" must be text in quotes.");
  return *value;
}

Result<std::vector<double>> numbersAt(const toml::table& table, const std::string& path, std::string_view key,
                                      std::size_t count) {
  const toml::node* node = table.get(key);
  if (node == nullptr)
    return fail(placeOf(path, table) + ": the key \"" + std::string(key) + "\" is missing; add it.");
  const toml::array* array = node->as_array();
  std::vector<double> numbers;
  bool good = array != nullptr && (count == 0 || array->size() == count);
  for (std::size_t i = 0; good && i < array->size(); ++i) {
    const auto value = array->get(i)->value<double>();
    good = value && std::isfinite(*value);
    if (good)
      numbers.push_back(*value);
  }
  if (!good)
    return fail(placeOf(path, *node) + ": \"" + std::string(key) + "\" must be a list of " +
                (count == 0 ? std::string() : std::to_string(count) + " ") + "numbers.");
  return numbers;
}

} // namespace linesman
