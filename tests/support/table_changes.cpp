#include "tests/support/table_changes.h"

namespace linesman::tests {

TableChanges tableChanges(const std::string& game) {
  return game == "armadas" || game == "armada2k" ? shipChanges() : menChanges(game);
}

ChangeScore playTableChange(const std::string& name, const PictureGameOptions& options) {
  for (const auto& [known, play] : tableChanges(options.game))
    if (known == name)
      return play(options);
  return {{}, "\"" + name + "\" is none of the changes"};
}

} // namespace linesman::tests
