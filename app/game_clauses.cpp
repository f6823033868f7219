#include "app/game_clauses.h"

#include "rules/registry.h"

namespace linesman::app {

std::function<std::string(const std::string& id)> clausesOf(const std::string& game) {
  const auto law = rules::Registry::instance().make(game);
  if (!law)
    return nullptr;
  return [book = (*law)->book()](const std::string& id) { return book.clauseText(id); };
}

} // namespace linesman::app
