#include "rules/spoken_words.h"

#include <algorithm>
#include <tuple>

namespace linesman::rules {

std::vector<SpokenWord> spokenWords(const RuleBook& book) {
  std::vector<SpokenWord> found;
  const toml::table* words = book.data()["words"].as_table();
  if (words == nullptr)
    return found;
  for (const auto& [id, node] : *words) {
    const toml::table* entry = node.as_table();
    if (entry == nullptr)
      continue;
    SpokenWord word;
    word.id = std::string(id.str());
    word.say = (*entry)["say"].value_or(std::string());
    word.key = (*entry)["key"].value_or(std::string());
    word.button = (*entry)["button"].value_or(word.say);
    word.confirm = (*entry)["confirm"].value_or(false);
    word.seldom = (*entry)["seldom"].value_or(false);
    if (const toml::table* when = (*entry)["when"].as_table())
      for (const auto& [option, values] : *when)
        for (const toml::node& value : *values.as_array())
          word.when[std::string(option.str())].push_back(value.value_or(std::string()));
    found.push_back(std::move(word));
  }
  const auto place = [](const SpokenWord& word) {
    return std::tuple(word.say != "done", word.seldom, word.confirm, word.button);
  };
  std::sort(found.begin(), found.end(), [&](const SpokenWord& a, const SpokenWord& b) { return place(a) < place(b); });
  return found;
}

std::vector<SpokenWord> spokenWords(const RuleBook& book, const std::map<std::string, std::string>& chosen) {
  std::vector<SpokenWord> words = spokenWords(book);
  std::erase_if(words, [&](const SpokenWord& word) {
    return std::ranges::any_of(word.when, [&](const auto& condition) {
      const auto& [name, values] = condition;
      const auto found = chosen.find(name);
      const Option* option = book.option(name);
      const std::string value = found != chosen.end() ? found->second
                                : option == nullptr   ? std::string()
                                                      : option->default_value;
      return std::ranges::find(values, value) == values.end();
    });
  });
  return words;
}

} // namespace linesman::rules
