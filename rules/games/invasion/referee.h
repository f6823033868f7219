#pragma once
#include <string>
#include <vector>

#include "rules/board_game.h"
#include "rules/games/invasion/position.h"

namespace linesman::rules::invasion {

/// What the law says of the turn written `text` in `p`; a legal one is carried out on `p`.
TurnAnswer judgeTurn(const Law& law, Position& p, const std::string& text);

/// Attacks on an HQ, invasion, mate or stalemate behind a turn: clauses, words and the end of the game.
void addConsequences(const Law& law, const Position& next, TurnAnswer& answer);

/// The clauses that a legal turn rests on.
std::vector<std::string> clausesOf(const Law& law, const Position& p, const Turn& turn);
/// One sentence about a legal turn, without its consequences.
std::string sentenceOf(const Law& law, const Position& p, const Turn& turn);

/// Why the turn written `text` is not among the legal ones of `p`: clauses, sentence, squares to show and what would
/// have been legal for that man.
TurnAnswer explainIllegal(const Law& law, const Position& p, const std::string& text);

/// "tank on a5"
std::string manOn(const Position& p, int square);
/// Clauses by which `man` attacks an HQ.
std::vector<std::string> attackClauses(Man man);

} // namespace linesman::rules::invasion
