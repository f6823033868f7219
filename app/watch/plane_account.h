#pragma once
#include <map>
#include <set>
#include <string>

#include <nlohmann/json.hpp>

namespace linesman::app {

/// What players have said about a draw.
struct DrawTalk {
  bool offered = false;
  std::set<std::string> wanted;

  bool operator==(const DrawTalk&) const = default;
  nlohmann::json toJson() const;
  static DrawTalk fromJson(const nlohmann::json& json);
};

/// What is kept of a match of ships besides its table and its turns: points that were spent, turns passed in a row, and
/// what was said about a draw. What of it is allowed the law says (`PlaneStanding`).
class PlaneAccount {
public:
  /// Points that a player has spent, besides armour that was bought from the fleet's.
  int spentBy(const std::string& player) const;
  /// Fewer than none are given back.
  void spend(const std::string& player, int points) { spent_[player] += points; }
  /// Turns in a row without an action.
  int passes() const { return passes_; }
  const DrawTalk& draw() const { return draw_; }
  void setDraw(DrawTalk talk) { draw_ = std::move(talk); }
  /// What an event of the law (`judgeAction`) says of all this: repair, extra, draw_offered, draw_accepted,
  /// draw_declined or turn; others say nothing.
  void follow(const nlohmann::json& event);
  /// The fleets are placed anew: turns and words begin again, what was spent is spent.
  void beginAnew();

  /// Adds `spent`, `passes` and `draw` to the referee's state, each where there is something to say.
  void writeTo(nlohmann::json& state) const;
  static PlaneAccount from(const nlohmann::json& state);

private:
  std::map<std::string, int> spent_;
  int passes_ = 0;
  DrawTalk draw_;
};

} // namespace linesman::app
