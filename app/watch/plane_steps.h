#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/watch/ship.h"
#include "app/watch/turn_ledger.h"

// What is remembered of steps: the one that is being made, the newest that was ended, those that may be taken back, and
// the turn in which they were made.
namespace linesman::app {

/// A gauge that lies at a ship's bow while the ship is still there.
struct PendingStep {
  std::string ship;
  SeenPose at;
  bool legal = false;
  int step = 1;          ///< within its Move
  bool decided = false;  ///< by people, whatever is seen
  int looks = 1;         ///< sightings that `at` is the mean of
  bool withheld = false; ///< not ruled: judged again once nothing uncounted lies there
  int turn = 1;          ///< in which it counts, if it does

  nlohmann::json toJson() const;
  static PendingStep fromJson(const nlohmann::json& json); ///< turn 0 where an older record does not tell it
};

/// The newest step that was completed or taken away: what later pictures may contradict.
struct EndedStep {
  PendingStep step;
  SeenPose from;
  bool completed = false; ///< the original was gone, so the gauge is the ship

  nlohmann::json toJson() const;
  static EndedStep fromJson(const nlohmann::json& json);
};

/// A legal step that was completed: it may be taken back until the next action.
struct CompletedStep {
  std::string ship;
  int step = 1; ///< of its Move
  SeenPose from;
  int turn = 1;
};

/// Those of this turn and the one before, in their order.
class CompletedSteps {
public:
  void add(CompletedStep step) { all_.push_back(std::move(step)); }
  /// The newest that is this step of the ship's Move; nothing: there is none.
  std::optional<CompletedStep> find(const std::string& ship, int step, int turn) const;
  /// The newest that is this step did not happen after all.
  void drop(const CompletedStep& step);
  void dropNewest();
  /// Neither this step of the ship did, nor what it made since.
  void dropSince(const std::string& ship, int step, int turn);
  void dropShip(const std::string& ship);
  /// Those older than the turn before this one cannot be taken back any more.
  void forgetBefore(int turn);
  void clear() { all_.clear(); }

  /// Adds `completed` to the referee's state, where there are any.
  void writeTo(nlohmann::json& state) const;
  static CompletedSteps from(const nlohmann::json& state);

private:
  std::vector<CompletedStep>::const_reverse_iterator newest(const std::string& ship, int step, int turn) const;

  std::vector<CompletedStep> all_;
};

/// The turn before this one, as it ended.
struct LastTurn {
  TurnLedger ledger;
  std::vector<std::string> gone; ///< his ships that were not seen any more: what they did they did before

  /// The turn that ends now.
  static LastTurn of(const TurnLedger& ledger, const std::vector<Ship>& ships);
  bool hasGone(const std::string& ship) const;
  nlohmann::json toJson() const;
  static LastTurn fromJson(const nlohmann::json& json);
};

/// The newest decision of people: what was done in the turn before and after it.
struct PlaneDecision {
  long long of = 0; ///< the verdict that it overruled
  TurnLedger before, after;
  SeenPose place; ///< where the ship it is about belonged before it

  nlohmann::json toJson() const;
  static PlaneDecision fromJson(const nlohmann::json& json);
};

} // namespace linesman::app
