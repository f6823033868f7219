#include "rules/rule_book.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "models/data_path.h"
#include "models/sentences.h"

namespace linesman::rules {

namespace {

void mergeInto(toml::table& into, const toml::table& from) {
  for (const auto& [key, value] : from) {
    toml::table* below = into.contains(key) ? into.get(key)->as_table() : nullptr;
    if (below != nullptr && value.is_table())
      mergeInto(*below, *value.as_table());
    else
      into.insert_or_assign(key, value);
  }
}

/// TOML scalar as the text that --option takes: true, 1.5, solid.
std::optional<std::string> scalarText(const toml::node& node) {
  if (const auto text = node.value_exact<std::string>())
    return *text;
  if (const auto flag = node.value_exact<bool>())
    return *flag ? "true" : "false";
  if (const auto whole = node.value_exact<std::int64_t>())
    return std::to_string(*whole);
  if (const auto number = node.value_exact<double>()) {
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, *number).ptr;
    return std::string(buffer, end);
  }
  return std::nullopt;
}

std::optional<double> writtenNumber(const std::string& text, bool whole) {
  double number = 0.0;
  const char* last = text.data() + text.size();
  const auto [end, code] = std::from_chars(text.data(), last, number); // takes "nan" and "inf"
  const bool good = code == std::errc() && end == last && std::isfinite(number) &&
                    (!whole || text.find_first_of(".eE") == std::string::npos);
  return good ? std::optional(number) : std::nullopt;
}

} // namespace

std::string RuleBook::clauseText(const std::string& id) const {
  const auto found = std::find_if(clauses_.begin(), clauses_.end(), [&](const Clause& c) { return c.id == id; });
  return found == clauses_.end() ? std::string() : found->text;
}

const Option* RuleBook::option(const std::string& name) const {
  const auto found = std::find_if(options_.begin(), options_.end(), [&](const Option& o) { return o.name == name; });
  return found == options_.end() ? nullptr : &*found;
}

Result<void> RuleBook::checkOption(const std::string& name, const std::string& value) const {
  const Option* known = option(name);
  if (known == nullptr)
    return fail("The option \"" + name + "\" is unknown in " + title_ + "; `linesman rules " + id_ + "` lists them.");
  bool good = true;
  if (!known->values.empty()) {
    good = std::find(known->values.begin(), known->values.end(), value) != known->values.end();
  } else if (known->type == "number" || known->type == "integer") { // lengths, angles, times and counts
    const auto number = writtenNumber(value, known->type == "integer");
    if (number && *number < 0.0)
      return fail("The option " + name + " must not be negative.");
    good = number.has_value();
  } else if (known->type == "boolean") {
    good = value == "true" || value == "false";
  }
  if (good)
    return {};
  const std::string wanted = !known->values.empty()     ? joined(known->values)
                             : known->type == "boolean" ? "true or false"
                                                        : "a " + known->type;
  return fail("The option " + name + " cannot be \"" + value + "\"; give " + wanted + ".");
}

Result<void> RuleBook::readClauses(const toml::table& file, const std::string& path) {
  const toml::node* node = file.get("clauses");
  if (node == nullptr)
    return {};
  if (!node->is_table())
    return fail(placeOf(path, *node) + ": [clauses] must be a table of id = \"text\".");
  for (const auto& [name, value] : *node->as_table()) {
    const std::string_view key = name.str(); // not `name` itself: clang 14 refuses structured bindings in lambdas
    const auto text = value.value<std::string>();
    if (!text || text->empty())
      return fail(placeOf(path, value) + ": the clause " + std::string(key) + " needs a text in quotes.");
    const auto same = std::find_if(clauses_.begin(), clauses_.end(), [&](const Clause& c) { return c.id == key; });
    if (same != clauses_.end())
      same->text = *text;
    else
      clauses_.push_back({std::string(key), *text});
  }
  std::sort(clauses_.begin(), clauses_.end(), [](const Clause& a, const Clause& b) { return a.id < b.id; });
  return {};
}

Result<void> RuleBook::readOptions(const toml::table& file, const std::string& path) {
  const toml::node* node = file.get("options");
  if (node == nullptr)
    return {};
  if (!node->is_table())
    return fail(placeOf(path, *node) + ": [options] must be a table of tables.");
  for (const auto& [key, value] : *node->as_table()) {
    const toml::table* table = value.as_table();
    if (table == nullptr)
      return fail(placeOf(path, value) + ": the option " + std::string(key.str()) +
                  " must be a table with type, default and text.");
    if (auto good = checkKeys(*table, path, {"type", "default", "values", "text"}); !good)
      return good;
    Option option;
    option.name = std::string(key.str());
    const auto type = textAt(*table, path, "type");
    const auto text = textAt(*table, path, "text");
    if (!type || !text)
      return tl::unexpected(!type ? type.error() : text.error());
    option.type = *type;
    option.text = *text;
    static const std::vector<std::string> types = {"choice", "number", "integer", "boolean", "text"};
    if (std::find(types.begin(), types.end(), option.type) == types.end())
      return fail(placeOf(path, *table) + ": the type of option " + option.name +
                  " must be choice, number, integer, boolean or text.");
    if (const toml::array* values = table->get_as<toml::array>("values"))
      for (const toml::node& allowed : *values)
        option.values.push_back(scalarText(allowed).value_or(""));
    const toml::node* standard = table->get("default");
    const auto default_text = standard == nullptr ? std::nullopt : scalarText(*standard);
    if (!default_text)
      return fail(placeOf(path, *table) + ": the option " + option.name + " needs a default.");
    option.default_value = *default_text;
    std::erase_if(options_, [&](const Option& o) { return o.name == option.name; });
    options_.push_back(option);
    if (auto good = checkOption(option.name, option.default_value); !good)
      return fail(placeOf(path, *table) + ": the default of option " + option.name + " is not one of its values.");
  }
  std::sort(options_.begin(), options_.end(), [](const Option& a, const Option& b) { return a.name < b.name; });
  return {};
}

Result<RuleBook> RuleBook::read(const toml::table& file, const std::string& path, int depth) {
  if (depth > 8)
    return fail(path + ": rule books extend each other in a circle; break it.");
  if (auto good = checkKeys(file, path, {"id", "title", "extends", "drop_clauses", "clauses", "options", "data"});
      !good)
    return tl::unexpected(good.error());
  RuleBook book;
  if (file.contains("extends")) {
    const auto parent_name = textAt(file, path, "extends");
    if (!parent_name)
      return tl::unexpected(parent_name.error());
    auto parent = loadDepth(*parent_name, depth + 1);
    if (!parent)
      return parent;
    book = std::move(*parent);
  }
  if (file.contains("drop_clauses")) {
    const auto start = textAt(file, path, "drop_clauses");
    if (!start)
      return tl::unexpected(start.error());
    std::erase_if(book.clauses_, [&](const Clause& clause) { return clause.id.starts_with(*start); });
  }
  const auto id = textAt(file, path, "id");
  const auto title = textAt(file, path, "title");
  if (!id || !title)
    return tl::unexpected(!id ? id.error() : title.error());
  book.id_ = *id;
  book.title_ = *title;
  if (auto good = book.readClauses(file, path); !good)
    return tl::unexpected(good.error());
  if (auto good = book.readOptions(file, path); !good)
    return tl::unexpected(good.error());
  if (const toml::table* data = file.get_as<toml::table>("data"))
    mergeInto(book.data_, *data);
  return book;
}

Result<RuleBook> RuleBook::loadDepth(const std::string& name, int depth) {
  std::string path = name;
  if (!path.ends_with(".toml")) {
    const auto found = findData("games/" + name + ".toml");
    if (!found)
      return tl::unexpected(found.error());
    path = found->string();
  }
  const auto file = readToml(path);
  if (!file)
    return tl::unexpected(file.error());
  return read(*file, path, depth);
}

Result<RuleBook> RuleBook::load(const std::string& name) {
  return loadDepth(name, 0);
}

Result<RuleBook> RuleBook::parse(std::string_view text, const std::string& name) {
  const auto file = parseToml(text, name);
  if (!file)
    return tl::unexpected(file.error());
  return read(*file, name, 0);
}

} // namespace linesman::rules
