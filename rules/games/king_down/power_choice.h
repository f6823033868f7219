#pragma once
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "models/result.h"
#include "rules/games/king_down/men.h"

namespace linesman::rules::king_down {

/// How the players choose kings and powers before the first turn (KD-07, KD-60). A king is an army's colour and so lies
/// open; of his two powers each player picks one, Spirit's exactly one like all others (KD-84), which stays for the
/// game. `power_choice = open`: White names his power first and Black knows it. `secret`: both name theirs in any
/// order, and neither is shown to the other before both have.
class PowerChoice {
public:
  PowerChoice(bool same_king_allowed, bool secret) : same_king_allowed_(same_king_allowed), secret_(secret) {}
  /// From the options same_king_allowed and power_choice.
  explicit PowerChoice(const std::map<std::string, std::string>& options);

  /// One sentence when there is no such king or the other army has him.
  Result<void> takeKing(Side side, std::string_view king);
  /// Takes the power's king too where the side has none yet. One sentence when it is not this player's turn to choose,
  /// the power is another king's, or a power has been chosen already.
  Result<void> takePower(Side side, Power power);

  bool complete() const { return power_[0] && power_[1]; }
  /// What `viewer` may know of `side`'s choice.
  std::optional<Power> shownTo(Side viewer, Side side) const;
  /// The powers field of KDFEN, once complete: "Freeze:2,Leap:3".
  std::string field() const;

private:
  bool same_king_allowed_;
  bool secret_;
  std::array<std::string, 2> king_;
  std::array<std::optional<Power>, 2> power_;
};

/// Both choices at once, "Freeze,Leap" or as KDFEN writes them; "none" plays without. Checked like a PowerChoice,
/// answered as its field.
Result<std::string> choosePowers(const std::map<std::string, std::string>& options, const std::string& both);

} // namespace linesman::rules::king_down
