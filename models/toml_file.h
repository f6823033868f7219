#pragma once
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#define TOML_HEADER_ONLY 0 // its parser is compiled once, in toml_file.cpp
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include "models/result.h"

namespace linesman {

/// Reads a TOML file. Errors name the file, line and what is wrong.
Result<toml::table> readToml(const std::string& path);
/// The same from text; `name` stands for the file in errors.
Result<toml::table> parseToml(std::string_view text, const std::string& name);

/// Text as a TOML file has it: in double quotes, with what may not stand in them escaped.
std::string tomlText(std::string_view text);

/// "table.toml:12" for sentences about a node.
std::string placeOf(const std::string& path, const toml::node& node);

/// Unknown keys are errors: fails on the first key of `table` that is not in `known`, with file, line and the known
/// keys.
Result<void> checkKeys(const toml::table& table, const std::string& path,
                       std::initializer_list<std::string_view> known);

/// A finite number (integer or float) under `key`; an error names file, line and key.
Result<double> numberAt(const toml::table& table, const std::string& path, std::string_view key);
/// The same, or `otherwise` when the key is left out.
Result<double> numberAt(const toml::table& table, const std::string& path, std::string_view key, double otherwise);
/// The same, and not less than 0.
Result<double> notNegativeAt(const toml::table& table, const std::string& path, std::string_view key, double otherwise);
/// Text under `key`; an error names file, line and key.
Result<std::string> textAt(const toml::table& table, const std::string& path, std::string_view key);
/// Exactly `count` finite numbers (any count when 0) under `key`.
Result<std::vector<double>> numbersAt(const toml::table& table, const std::string& path, std::string_view key,
                                      std::size_t count);

} // namespace linesman
