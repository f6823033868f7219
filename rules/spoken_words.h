#pragma once
#include <map>
#include <string>
#include <vector>

#include "rules/rule_book.h"

namespace linesman::rules {

/// Something players of a game may say, with the key and the button that say it too. `say` may hold blanks to fill:
/// <n> a number, <ship> one of the speaker's ships, <target> another's, <square> a square.
struct SpokenWord {
  std::string id;
  std::string say;
  std::string key;      ///< "T", "Space"
  std::string button;   ///< what stands on the button
  bool confirm = false; ///< ends something: asked twice
  bool seldom = false;  ///< a few times in a match: may stand behind the others
  /// Said only in games in which each of these switches has one of these values.
  std::map<std::string, std::vector<std::string>> when;
};

/// From [data.words] of the book: what ends a turn first, then by the letters of the buttons, then what is asked
/// twice, last what is seldom said; empty for books without.
std::vector<SpokenWord> spokenWords(const RuleBook& book);
/// Of those the ones that a game with these options has a use for; what is not in `chosen` is as the book has it.
std::vector<SpokenWord> spokenWords(const RuleBook& book, const std::map<std::string, std::string>& chosen);

} // namespace linesman::rules
