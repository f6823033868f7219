#include <algorithm>

#include "app/watch/describe.h"
#include "app/watch/plane_look.h"
#include "app/watch/plane_referee.h"

// What is remembered between inputs, and what is waited for.
namespace linesman::app {

using nlohmann::json;

bool PlaneReferee::isWaiting() const {
  if (over_)
    return false;
  if (pending_ && (pending_->looks < sure_looks || pending_->withheld))
    return true;
  return !strangers_.all().empty() || setting_up_ || ships_.empty() ||
         std::any_of(ships_.begin(), ships_.end(), [](const Ship& s) {
           const bool otherwise = s.otherwise > 0 && s.otherwise < sure_looks;
           const bool left = !s.afloat() && s.left < sure_looks;
           return !s.removed && (s.missed > 0 || otherwise || left || s.chits_since_s);
         });
}

bool PlaneReferee::isHoldingBack() const {
  const auto once = [](int tables) { return tables > 0 && tables < patient_tables; };
  return !over_ && (strangers_.holdBack() || std::any_of(ships_.begin(), ships_.end(), [&](const Ship& ship) {
                      return !ship.removed && (once(ship.missed) || ship.chits_since_s);
                    }));
}

json PlaneReferee::doState() const {
  json out = {{"game", setup_.game},
              {"setup", setup_.toJson()},
              {"ledger", ledger_.toJson()},
              {"begun", !ships_.empty()},
              {"setting_up", setting_up_},
              {"placing", placing_},
              {"named", named_},
              {"ready", ready_},
              {"over", over_},
              {"doubted", doubted_},
              {"fleet_tables", fleet_tables_},
              {"spoken", json::array()},
              {"resigned", resigned_},
              {"ships", json::array()},
              {"pending", nullptr}};
  account_.writeTo(out);
  if (!at_flag_.empty())
    out["at_flag"] = at_flag_;
  if (!ledger_.order.empty())
    out["to_move"] = ledger_.player();
  if (const auto flags = standing().flagsToTouch(); !flags.empty())
    out["flags"] = flags;
  if (const std::string asked = askedForFlagship(); !asked.empty())
    out["asked_for_flagship"] = asked;
  for (const Ship& ship : ships_)
    out["ships"].push_back(ship.toJson());
  for (const Colour colour : spoken_)
    out["spoken"].push_back(nameOf(colour));
  out["strangers"] = strangers_.toJson();
  out["ignored"] = ignored_.toJson();
  out["not_counted"] = json::array();
  for (const NotCounted& thing : not_counted_)
    out["not_counted"].push_back(app::toJson(thing));
  if (pending_)
    out["pending"] = pending_->toJson();
  if (last_turn_)
    out["last_turn"] = last_turn_->toJson();
  if (decision_)
    out["decision"] = decision_->toJson();
  if (ended_)
    out["ended"] = ended_->toJson();
  completed_.writeTo(out);
  return out;
}

void PlaneReferee::doRestore(const json& in) {
  if (auto setup = MatchSetup::fromJson(in.at("setup")))
    setup_ = std::move(*setup);
  takeUpFlags();
  at_flag_ = in.value("at_flag", "");
  account_ = PlaneAccount::from(in);
  ledger_ = TurnLedger::fromJson(in.at("ledger"));
  in.at("setting_up").get_to(setting_up_);
  placing_ = in.value("placing", false);
  named_ = in.value("named", true); // older records kept the players of the first table
  in.at("ready").get_to(ready_);
  strangers_ = Strangers::fromJson(in.value("strangers", json::array()));
  ignored_ = IgnoredThings::fromJson(in.value("ignored", json::array()));
  in.at("over").get_to(over_);
  ships_.clear();
  for (const json& ship : in.at("ships"))
    ships_.push_back(Ship::fromJson(ship));
  pending_.reset();
  if (const json& pending = in.at("pending"); pending.is_object())
    pending_ = PendingStep::fromJson(pending);
  if (pending_ && pending_->turn == 0) // an older record's
    pending_->turn = ledger_.turn;
  ended_.reset();
  if (in.contains("ended"))
    ended_ = EndedStep::fromJson(in["ended"]);
  completed_ = CompletedSteps::from(in);
  if (!in.contains("completed") && ended_ && ended_->completed && ended_->step.legal) // an older record's newest
    completed_.add({ended_->step.ship, ended_->step.step, ended_->from, ledger_.turn});
  decision_.reset();
  if (in.contains("decision"))
    decision_ = PlaneDecision::fromJson(in["decision"]);
  last_turn_.reset();
  if (in.contains("last_turn"))
    last_turn_ = LastTurn::fromJson(in["last_turn"]);
  not_counted_.clear();
  for (const json& thing : in.value("not_counted", json::array()))
    not_counted_.push_back(notCountedFrom(thing));
  doubted_ = in.value("doubted", std::set<std::string>());
  fleet_tables_ = in.value("fleet_tables", sure_looks);
  spoken_.clear();
  for (const std::string& colour : in.value("spoken", std::vector<std::string>()))
    spoken_.insert(colourFrom(colour).value_or(Colour::red));
  resigned_ = in.value("resigned", std::vector<std::string>());
}

} // namespace linesman::app
