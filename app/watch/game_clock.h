#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace linesman::app {

/// Thinking time per player and of the game, in time of the source (monotonic). It runs from the first switchTo() and
/// stands while paused. A pure function of its calls, so that it survives a restart with the record.
class GameClock {
public:
  /// `game_s`: agreed length of the game, `per_player_s`: of each player; none: only counted.
  void setLimits(std::optional<double> game_s, std::optional<double> per_player_s);
  /// `player` is to move from `t_s` on.
  void switchTo(const std::string& player, double t_s);
  void pause(double t_s);
  void resume(double t_s);
  /// The turn was not over after all: what was used since the last switchTo() was `player`'s time, and is.
  void switchBack(const std::string& player, double t_s);
  /// People give a player time (or take it, below 0): it counts as not used.
  void give(const std::string& player, double seconds);
  bool running() const { return running_since_s_.has_value(); }

  const std::string& player() const { return player_; }
  /// All who have used time or were given some.
  std::vector<std::string> players() const;
  /// Thinking time, less what was given.
  double used_s(const std::string& player, double t_s) const;
  double total_s(double t_s) const;
  /// Time left for the player (or the game), if a limit was agreed; below 0 once it is exceeded, and stays shown so.
  std::optional<double> left_s(const std::string& player, double t_s) const;
  nlohmann::json toJson(double t_s) const;
  /// Takes up what toJson() gave at `t_s`, standing still.
  void restore(const nlohmann::json& json, double t_s);

private:
  void bank(double t_s);
  void passTo(const std::string& player);

  std::optional<double> game_limit_s_;
  std::optional<double> player_limit_s_;
  std::map<std::string, double> used_s_;
  std::map<std::string, double> given_s_;
  std::string player_;
  double since_switch_s_ = 0.0; ///< used by the player since his turn began
  std::optional<double> running_since_s_;
};

} // namespace linesman::app
