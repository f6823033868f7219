#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "rules/game.h"

namespace linesman::rules {

/// Games register themselves (RegisterGame below), so that adding one edits no list.
class Registry {
public:
  using Maker = std::function<Result<std::unique_ptr<Game>>()>;

  static Registry& instance();
  void add(const std::string& id, Maker maker);
  /// Sorted.
  std::vector<std::string> ids() const;
  /// Makes the game, or one sentence: unknown id (with the known ones), or its rule book cannot be read.
  Result<std::unique_ptr<Game>> make(const std::string& id) const;

private:
  std::vector<std::pair<std::string, Maker>> makers_;
};

/// `static const RegisterGame registered("armadas", [] { return makeArmadas("armadas"); });`
struct RegisterGame {
  RegisterGame(const std::string& id, Registry::Maker maker) { Registry::instance().add(id, std::move(maker)); }
};

/// Answers one scenario of any game: plane games name a "ruleset", board games a "game". Makes each game once.
Result<nlohmann::json> judgeScenario(const nlohmann::json& scenario);

} // namespace linesman::rules
