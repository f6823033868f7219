#pragma once
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "models/result.h"
#include "rules/rule_book.h"

namespace linesman::rules {

/// A game's law. The public functions are fixed; games fill the private hooks. Everything is a function of values:
/// no clock, no camera, no screen. Plane games and board games refine this class (plane_game.h, board_game.h).
class Game {
public:
  virtual ~Game() = default;
  Game() = default;
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;

  const std::string& id() const { return book().id(); }
  const std::string& title() const { return book().title(); }
  /// Clauses and options.
  const RuleBook& book() const { return doBook(); }
  /// Checks one option's value; name and value in the rule book's spelling, which games on squares do not insist on.
  Result<std::pair<std::string, std::string>> readOption(const std::string& name, const std::string& value) const {
    return doReadOption(name, value);
  }
  /// Answers one rule scenario (see README.md, "Scenarios"). A scenario that cannot be understood is an error sentence;
  /// what the law forbids is an answer.
  Result<nlohmann::json> judge(const nlohmann::json& scenario) const;

private:
  virtual const RuleBook& doBook() const = 0;
  virtual Result<std::pair<std::string, std::string>> doReadOption(const std::string& name,
                                                                   const std::string& value) const;
  virtual Result<nlohmann::json> doJudge(const nlohmann::json& scenario) const = 0;
};

} // namespace linesman::rules
