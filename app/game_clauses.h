#pragma once
#include <functional>
#include <string>

namespace linesman::app {

/// The texts of a game's clauses by their ids, as its rule book has them, empty where it has none. Null: the game is
/// unknown, or its book cannot be read.
std::function<std::string(const std::string& id)> clausesOf(const std::string& game);

} // namespace linesman::app
