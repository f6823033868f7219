#include "app/watch/game_clock.h"

#include <algorithm>

namespace linesman::app {

void GameClock::setLimits(std::optional<double> game_s, std::optional<double> per_player_s) {
  game_limit_s_ = game_s;
  player_limit_s_ = per_player_s;
}

/// What was said under a hand is heard later with its own time: no second counts twice.
void GameClock::bank(double t_s) {
  if (!running_since_s_ || player_.empty() || t_s <= *running_since_s_)
    return;
  const double thought_s = t_s - *running_since_s_;
  used_s_[player_] += thought_s;
  since_switch_s_ += thought_s;
  running_since_s_ = t_s;
}

void GameClock::switchTo(const std::string& player, double t_s) {
  bank(t_s);
  passTo(player);
  used_s_[player_] += 0.0;
  running_since_s_ = std::max(running_since_s_.value_or(t_s), t_s);
}

void GameClock::switchBack(const std::string& player, double t_s) {
  bank(t_s);
  used_s_[player_] -= since_switch_s_;
  used_s_[player] += since_switch_s_;
  passTo(player);
}

void GameClock::passTo(const std::string& player) {
  if (player == player_)
    return;
  player_ = player;
  since_switch_s_ = 0.0;
}

void GameClock::pause(double t_s) {
  bank(t_s);
  running_since_s_.reset();
}

void GameClock::resume(double t_s) {
  if (!running_since_s_ && !player_.empty())
    running_since_s_ = t_s;
}

void GameClock::give(const std::string& player, double seconds) {
  given_s_[player] += seconds;
  used_s_[player] += 0.0;
}

std::vector<std::string> GameClock::players() const {
  std::vector<std::string> names;
  for (const auto& [player, used] : used_s_)
    names.push_back(player);
  return names;
}

double GameClock::used_s(const std::string& player, double t_s) const {
  const auto found = used_s_.find(player);
  const auto given = given_s_.find(player);
  const double banked_s =
      (found == used_s_.end() ? 0.0 : found->second) - (given == given_s_.end() ? 0.0 : given->second);
  const bool runs = running_since_s_ && player == player_ && t_s > *running_since_s_;
  return banked_s + (runs ? t_s - *running_since_s_ : 0.0);
}

double GameClock::total_s(double t_s) const {
  double sum_s = 0.0;
  for (const auto& [player, used] : used_s_)
    sum_s += used_s(player, t_s);
  return sum_s;
}

std::optional<double> GameClock::left_s(const std::string& player, double t_s) const {
  if (player_limit_s_)
    return *player_limit_s_ - used_s(player, t_s);
  if (game_limit_s_)
    return *game_limit_s_ - total_s(t_s);
  return std::nullopt;
}

nlohmann::json GameClock::toJson(double t_s) const {
  nlohmann::json out = {{"running", running()}, {"player", player_}, {"used_s", nlohmann::json::object()}};
  for (const auto& [player, used] : used_s_)
    out["used_s"][player] = used_s(player, t_s);
  if (const auto left = left_s(player_, t_s))
    out["left_s"] = *left;
  return out;
}

void GameClock::restore(const nlohmann::json& json, double t_s) {
  bank(t_s);
  used_s_ = json.value("used_s", std::map<std::string, double>()); // less what was given
  given_s_.clear();
  passTo(json.value("player", std::string()));
  running_since_s_.reset();
}

} // namespace linesman::app
