#pragma once
#include <string>

namespace linesman::rules {

/// When a game that does not end on the board is drawn.
struct DrawRules {
  enum class When { never, on_claim, at_once };
  When repetition = When::never; ///< the third time of a position
  When quiet = When::never;      ///< `quiet_turns` turns of both sides together in which nothing irrevocable happened
  int quiet_turns = 0;
  std::string clause;      ///< of both
  std::string quiet_words; ///< "Fifty moves passed without a capture or a pawn's move"
  std::string talk_clause; ///< of agreed draws and resignation
};

} // namespace linesman::rules
