#include "rules/risky_defaults.h"

namespace linesman::rules {

std::vector<RiskyDefault> riskyDefaults(const RuleBook& book) {
  std::vector<RiskyDefault> found;
  const toml::array* list = book.data()["riskiest"].as_array();
  if (list == nullptr)
    return found;
  for (const toml::node& node : *list) {
    const toml::table* entry = node.as_table();
    if (entry == nullptr)
      continue;
    RiskyDefault risky;
    risky.gap = (*entry)["gap"].value_or(std::string());
    risky.option = (*entry)["option"].value_or(std::string());
    risky.question = (*entry)["text"].value_or(std::string());
    risky.chosen = (*entry)["chosen"].value_or(std::string());
    if (const Option* option = book.option(risky.option); option != nullptr) {
      if (risky.question.empty())
        risky.question = option->text;
      risky.chosen = option->default_value;
      for (const std::string& value : option->values)
        if (value != option->default_value)
          risky.others.push_back(value);
    }
    if (const toml::table* answers = (*entry)["answers"].as_table(); answers != nullptr)
      for (const auto& [value, text] : *answers)
        risky.meaning[std::string(value.str())] = text.value_or(std::string());
    found.push_back(std::move(risky));
  }
  return found;
}

} // namespace linesman::rules
