#pragma once
#include <map>
#include <string>
#include <vector>

#include "rules/rule_book.h"

namespace linesman::rules {

/// A default that was chosen where the law is silent and on which a match may turn: players are shown these before they
/// begin, so that they can agree on another reading.
struct RiskyDefault {
  std::string gap;                 ///< number of the gap in the law: "G-45"
  std::string question;            ///< one sentence
  std::string option;              ///< the switch that answers it; empty where data answers it, such as a board file
  std::string chosen;              ///< the default, in the switch's words
  std::vector<std::string> others; ///< the other answers
  std::map<std::string, std::string> meaning; ///< of every answer, in plain words
};

/// From [data] riskiest of the book, in its order; empty for books without.
std::vector<RiskyDefault> riskyDefaults(const RuleBook& book);

} // namespace linesman::rules
