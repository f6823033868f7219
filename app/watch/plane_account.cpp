#include "app/watch/plane_account.h"

#include "app/watch/event.h"

namespace linesman::app {

using nlohmann::json;

json DrawTalk::toJson() const {
  return {{"offered", offered}, {"wanted", wanted}};
}

DrawTalk DrawTalk::fromJson(const json& in) {
  return {in.value("offered", false), in.value("wanted", std::set<std::string>())};
}

int PlaneAccount::spentBy(const std::string& player) const {
  const auto spent = spent_.find(player);
  return spent == spent_.end() ? 0 : spent->second;
}

void PlaneAccount::follow(const json& event) {
  const std::string kind = textIn(event, "event"), player = textIn(event, "player");
  if (kind == "repair" || kind == "extra") {
    spend(player, 1);
  } else if (kind == "draw_offered") {
    draw_.offered = true;
    if (!player.empty()) // else all have passed in a row
      draw_.wanted.insert(player);
  } else if (kind == "draw_accepted") {
    draw_.wanted.insert(player);
  } else if (kind == "draw_declined") {
    draw_ = {};
  } else if (kind == "turn") {
    event.at("passes").get_to(passes_);
  }
}

void PlaneAccount::beginAnew() {
  passes_ = 0;
  draw_ = {};
}

void PlaneAccount::writeTo(json& state) const {
  if (!spent_.empty())
    state["spent"] = spent_;
  if (passes_ > 0)
    state["passes"] = passes_;
  if (draw_ != DrawTalk())
    state["draw"] = draw_.toJson();
}

PlaneAccount PlaneAccount::from(const json& state) {
  PlaneAccount account;
  account.spent_ = state.value("spent", std::map<std::string, int>());
  account.passes_ = state.value("passes", 0);
  account.draw_ = DrawTalk::fromJson(state.value("draw", json::object()));
  return account;
}

} // namespace linesman::app
