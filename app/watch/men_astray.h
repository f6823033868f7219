#pragma once
#include <map>
#include <set>
#include <string>

#include "app/watch/board_contents.h"
#include "models/table_state.h"

namespace linesman::app {

/// Squares whose man stands on the line to another one where nobody stands, and those others: nobody can tell which of
/// them he was set on.
std::map<std::string, std::set<std::string>> menOnLines(const SeenBoard& board);

/// "The man on the line between a2 and a3 ...": what is asked of him.
std::string sentenceOnLine(const std::string& square, const std::set<std::string>& beside);

/// Whether the board's men are printed tokens: their codes leave no doubt which man lies there.
bool showsTokens(const SeenBoard& board);

/// Squares whose man stands on the line to another one, or is plainly another than `contents` has there, for his token
/// says so.
std::set<std::string> menAstray(const SeenBoard& board, const BoardContents& contents);

} // namespace linesman::app
