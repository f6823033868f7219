#pragma once
#include <string>

#include "rules/board_game.h"
#include "rules/games/king_down/law.h"
#include "rules/games/king_down/position.h"
#include "rules/games/king_down/turn.h"

namespace linesman::rules::king_down {

/// What the law says of the turn written `text` in `p`; a legal one is carried out on `p`.
TurnAnswer judgeTurn(const Law& law, Position& p, const std::string& text);

/// Check given, mate or stalemate behind a turn: clauses, words and the end of the game. The referee announces check,
/// whatever the mover says (KD-42).
void addConsequences(const Law& law, const Position& next, TurnAnswer& answer);

/// The clauses that a legal turn rests on, the man's own first.
std::vector<std::string> clausesOf(const Law& law, const Position& p, const Turn& turn);
/// One sentence about a legal turn, without its consequences.
std::string sentenceOf(const Law& law, const Position& p, const Turn& turn);

/// Why the turn written `text` is not among the legal ones of `p`: clauses, sentence, squares to show and what would
/// have been legal for that man. Found by asking which single rule, left out, would have made it legal.
TurnAnswer explainIllegal(const Law& law, const Position& p, const std::string& text);

/// "rook on e8"
std::string manOn(const Position& p, int square);
/// Clauses by which `man` captures a king, for checks.
std::vector<std::string> checkingClauses(Man man);

} // namespace linesman::rules::king_down
