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
    found.push_back(std::move(word));
  }
  const auto place = [](const SpokenWord& word) {
    return std::tuple(word.say != "done", word.seldom, word.confirm, word.button);
  };
  std::sort(found.begin(), found.end(), [&](const SpokenWord& a, const SpokenWord& b) { return place(a) < place(b); });
  return found;
}

} // namespace linesman::rules
