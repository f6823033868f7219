// Reads and checks board files: TOML, one file a board (see models/boards).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/result.h"
#include "rules/games/armada_chess/board.h"

namespace linesman::rules::armada_chess {

/// A board that may be played on, and what its author should hear about it.
struct BoardFile {
  Board board;
  std::vector<std::string> warnings; ///< "file:line: ..." each: few exits, not symmetric
};

/// Reads a board file. The error names file and line and says what is wanted.
Result<BoardFile> readBoardFile(const std::string& path);
/// The same from text; `name` stands for the file in sentences.
Result<BoardFile> parseBoardFile(std::string_view text, const std::string& name);
/// A board by id ("companion-10x10", looked for in models/boards) or by path. Read once, then kept.
Result<const Board*> loadBoard(const std::string& id_or_path);

} // namespace linesman::rules::armada_chess
