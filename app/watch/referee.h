#pragma once
#include <memory>
#include <vector>

#include "app/watch/event.h"
#include "app/watch/match_setup.h"
#include "app/watch/settle_detector.h"

namespace linesman::app {

/// Turns settled tables and claims into actions, verdicts and counters by the law of one game. No camera, no clock, no
/// file: the same inputs in the same order always give the same events, which is what replay and resume rest on.
class Referee {
public:
  virtual ~Referee() = default;
  Referee() = default;
  Referee(const Referee&) = delete;
  Referee& operator=(const Referee&) = delete;

  /// The table came to rest (again).
  std::vector<Event> observe(const SettledTable& table) { return doObserve(table); }
  /// A player said something.
  std::vector<Event> hear(const Claim& claim) { return doHear(claim); }
  /// Whether it goes with the turn that is being played: said under the hand that plays it, it is heard before the
  /// table is looked at.
  bool goesWithTurn(const Claim& claim) const { return doesGoWithTurn(claim); }
  /// People decided against a verdict: the state becomes what they say. The answer tells the new ruling first.
  std::vector<Event> overrule(const Overruling& overruling) { return doOverrule(overruling); }
  /// A sentence when the state cannot become that.
  Result<void> mayOverrule(const Overruling& overruling) const { return doMayOverrule(overruling); }
  /// The table as the game has it: with the squares' names where the picture does not tell them, without what players
  /// said is no ship.
  SettledTable facing(const SettledTable& table) const { return doFacing(table); }
  TableState facing(const TableState& state) const { return doFacing({state, {}}).state; }
  /// True while something on the table is not understood yet: it should be looked at again soon.
  bool waiting() const { return isWaiting(); }
  /// True while something that one look showed is kept until another one shows it too: at the end it has to be told
  /// without.
  bool holdingBack() const { return isHoldingBack(); }
  /// True while men or ships of a game that is under way are being set as it begins, or as people decided: nobody
  /// thinks.
  bool settingUp() const { return isSettingUp(); }
  /// Everything that must be remembered between inputs, for the window, the record and disputes.
  nlohmann::json state() const { return doState(); }
  /// Continues from what state() gave.
  Result<void> restore(const nlohmann::json& state);

protected:
  /// For a referee that stands before another.
  static void restoreOther(Referee& other, const nlohmann::json& state) { other.doRestore(state); }

private:
  virtual std::vector<Event> doObserve(const SettledTable& table) = 0;
  virtual std::vector<Event> doHear(const Claim& claim) = 0;
  virtual std::vector<Event> doOverrule(const Overruling& overruling) = 0;
  virtual Result<void> doMayOverrule(const Overruling& overruling) const = 0;
  virtual bool doesGoWithTurn(const Claim&) const { return false; }
  virtual bool isWaiting() const = 0;
  virtual bool isHoldingBack() const { return false; }
  virtual bool isSettingUp() const { return false; }
  virtual SettledTable doFacing(const SettledTable& table) const { return table; }
  virtual nlohmann::json doState() const = 0;
  virtual void doRestore(const nlohmann::json& state) = 0; ///< may throw nlohmann::json::exception
};

/// The referee for the setup's game, or one sentence: unknown game, option or start.
Result<std::unique_ptr<Referee>> makeReferee(const MatchSetup& setup);

/// One sentence where the match begins with a position in which another player is to move than it is picked up with.
Result<void> checkMover(const MatchSetup& setup, const Referee& referee);

} // namespace linesman::app
