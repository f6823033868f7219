#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace linesman::app {

/// Whose turn it is in a plane game and what was done in it: up to three actions, one Move and so many shots per ship.
struct TurnLedger {
  std::vector<std::string> order; ///< players still in the game, in turn order
  std::size_t next = 0;           ///< index of the player to move
  int turn = 1;
  std::vector<std::string> actions; ///< "move r1", "fire r1 b2"
  std::set<std::string> moved;      ///< ships whose Move has begun this turn
  std::map<std::string, int> shots; ///< per ship, this turn
  std::string moving;               ///< ship whose Move is going on
  int extra = 0;                    ///< actions bought for this turn
  std::map<std::string, int> steps; ///< per ship, of its Move in this turn
  std::string declared;             ///< the ship whose Move was declared since the newest shot, in words or by a step

  const std::string& player() const { return order.at(next); }
  /// Ends the turn; the next player in the order is to move.
  void endTurn();
  /// Takes a player out of the order.
  void eliminate(const std::string& player);
  /// Whether turns come to that player.
  bool plays(const std::string& player) const;
  /// Takes him in again, where `all` players have him.
  void readmit(const std::string& player, const std::vector<std::string>& all);
  /// A step of `ship` was made: it opens a Move, or goes on with its own. Returns its number in the Move.
  int addStep(const std::string& ship);
  /// The step did not happen after all, nor those behind it: `ship` has made `left` in its Move.
  void dropSteps(const std::string& ship, int left);
  /// The number the next step of `ship` would have in its Move.
  int stepNumber(const std::string& ship) const { return moving == ship ? stepsOf(ship) + 1 : 1; }
  /// Actions of this turn, with those that were bought.
  int actionsAllowed() const;
  /// Whether the player to move has none of them left.
  bool isSpent() const { return static_cast<int>(actions.size()) >= actionsAllowed(); }
  int stepsOf(const std::string& ship) const;
  int shotsOf(const std::string& ship) const;
  void addShot(const std::string& ship, const std::string& target);
  /// The shot did not happen after all.
  void dropShot(const std::string& ship, const std::string& target);
  /// A repair, where that is an action.
  void addRepair(const std::string& ship);
  void dropRepair(const std::string& ship);
  /// The ship of the Move that goes on if nothing else was done since; empty where the newest action was none.
  std::string newestMove() const;

  bool operator==(const TurnLedger&) const = default;
  nlohmann::json toJson() const;
  static TurnLedger fromJson(const nlohmann::json& json);

private:
  /// An action that ends the Move that goes on.
  void addAction(const std::string& action);
  /// The newest one of these words did not happen; false: there is none.
  bool dropAction(const std::string& action);
};

} // namespace linesman::app
