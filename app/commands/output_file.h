#pragma once
#include <string>

#include "models/result.h"

namespace linesman::app {

/// What commands write beside pictures and films.
enum class OutputKind { lens, table, piece_set, taught_set, pdf, certificate, dispute, text, pgn, json, html };

/// Whether a file of this kind can be written to `path`, asked before work is spent on it; touches nothing. What is
/// there already and is of another kind must not be lost to a slip of the hand: its error says so. An empty file, a
/// pipe and a device have nothing to lose.
Result<void> checkOutput(const std::string& path, OutputKind kind);

/// Whether a name's ending says what is written to it, where it has one: a PDF called .jpg is taken for a picture.
/// Pages
/// (.html, .htm) and PDF alone are told apart by it. Touches nothing.
Result<void> checkEnding(const std::string& path, OutputKind kind);

/// `output` as the table file `table` has to name it: from its own folder, when it lies in there.
std::string nameFromTable(const std::string& output, const std::string& table);

} // namespace linesman::app
