#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/games/king_down/men.h"

namespace linesman::rules::king_down {

/// A turn text read for its form only: what a player wants, possible or not.
struct Wish {
  enum class How { move, capture, shot, swap, castle, place };
  struct LegWish {
    How how = How::move;
    int from = -1;
    int to = -1;
    std::vector<int> on_the_way; ///< chain captures before the last
    bool leaves = false;         ///< "a1xa7-"
    std::string promotion;       ///< the letter behind '=', or empty
  };
  std::string power;  ///< name of the power called upon, or empty
  bool marks = false; ///< the power is used as +Freeze@e4
  std::vector<int> marked;
  std::vector<LegWish> legs; ///< none: a mark alone
};

/// Nothing when the text has not the form of a turn.
std::optional<Wish> readWish(std::string_view text);

} // namespace linesman::rules::king_down
