#pragma once
// Games in drawn pictures in which somebody does what the law forbids, forgets something or lays a piece where it does
// not belong: what the referee has to say of it, and whether the game goes on once it is put right.
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/picture_game.h"

namespace linesman::tests {

/// What may happen to a table, by name. Of the options game, seed, size of the pictures, share of the frames dropped
/// and a folder for the pictures of faults are used.
using TableChanges = std::vector<std::pair<std::string, std::function<ChangeScore(const PictureGameOptions&)>>>;

TableChanges shipChanges();
/// Of a game on squares.
TableChanges menChanges(const std::string& game);
TableChanges tableChanges(const std::string& game);

ChangeScore playTableChange(const std::string& name, const PictureGameOptions& options);

} // namespace linesman::tests
