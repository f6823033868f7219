#pragma once
#include <string>
#include <vector>

#include "models/ids.h"
#include "rules/verdict.h"

namespace linesman::app {

/// One question that was put to the law, and its answer; ships by the ids of the table state it was asked about.
struct Call {
  enum class Question { step, shot, fleet, flagship }; ///< fleet: is one out of the game?
  Question question = Question::shot;
  PieceId actor;
  PieceId target;    ///< the ship shot at; for a step the piece that was laid at the bow
  std::string title; ///< "r1 fires at b2"
  rules::Verdict verdict;
};

/// How a call reads from across the table.
enum class Outcome { yes, no, close };
Outcome outcomeOf(const rules::Verdict& verdict);
/// HIT, LEGAL, OUT, NO, ILLEGAL, TOO CLOSE: NO or NOT RULED.
std::string wordOf(const Call& call);
std::string wordOf(Call::Question question, const rules::Verdict& verdict);
/// "margin +2.31 mm, sigma 0.22 mm", as far as the verdict has them.
std::string marginText(const rules::Verdict& verdict);
/// Hits and close calls first, each group from the least margin to the greatest.
void sortForReading(std::vector<Call>& calls);

} // namespace linesman::app
