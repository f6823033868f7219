#include "app/watch/board_referee.h"

#include <algorithm>

#include "app/watch/turn_text.h"
#include "models/table_state_json.h"

namespace linesman::app {

using nlohmann::json;

Result<std::unique_ptr<Referee>> BoardReferee::make(const MatchSetup& setup) {
  auto game = rules::makeBoardGame(setup.game);
  if (!game)
    return tl::unexpected(game.error());
  std::unique_ptr<BoardReferee> referee(new BoardReferee(std::move(*game), setup));
  const bool in_progress = setup.game == "armada_chess" && setup.pick_up && !setup.hasPosition();
  if (!setup.start.empty() && !in_progress) {
    const json parsed = json::parse(setup.start, nullptr, false);
    std::string text = setup.start;
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' '))
      text.pop_back();
    json position = parsed.is_object() ? parsed : json(text);
    if (parsed.is_object() && parsed.contains("position"))
      position = parsed["position"];
    if (auto good = referee->open(position); !good)
      return tl::unexpected(good.error());
  } else if (setup.game != "king_down" && !setup.pick_up) {
    if (auto good = referee->open(setup.game == "armada_chess" ? json::object() : json("start")); !good)
      return tl::unexpected(good.error());
  }
  // The options are checked now, not with the first picture.
  for (const auto& [name, value] : setup.options)
    if (auto good = referee->game_->readOption(name, value); !good)
      return tl::unexpected(good.error());
  referee->match_.reset(); // opened again with the first settled board
  referee->set_up_ = BoardSetUp::make(setup);
  if (setup.game == "armada_chess")
    if (auto law = ArmadaLaw::make(setup))
      referee->signs_ = BoardSigns(std::move(*law));
  return referee;
}

Result<void> BoardReferee::open(const json& position) {
  auto match = game_->open(position, setup_.options);
  if (!match)
    return tl::unexpected(match.error());
  match_ = std::move(*match);
  start_ = match_->position();
  return {};
}

std::unique_ptr<rules::BoardMatch> BoardReferee::copy(const json& position) const {
  auto match = game_->open(position, setup_.options);
  return match ? std::move(*match) : nullptr;
}

std::unique_ptr<rules::BoardMatch> BoardReferee::replayed() const {
  auto match = copy(start_);
  if (match)
    for (const std::string& turn : played_)
      match->play(turn);
  return match;
}

rules::TurnAnswer BoardReferee::judged(const std::string& text) const {
  const auto trial = replayed();
  return trial ? trial->play(text) : rules::TurnAnswer{};
}

std::vector<Explanation> BoardReferee::explain(const json& position, const BoardEvidence& evidence,
                                               const BoardSigns* signs, std::size_t unread) const {
  const std::set<std::string> forbidden = forbiddenNow();
  return BoardExplainer({setup_, *match_, [&](const json& at) { return copy(at); }, [&] { return replayed(); }, words_,
                         touched_, forbidden, refused_turn_})
      .explain(position, evidence, signs, unread);
}

std::string BoardReferee::nameOfSide(const std::string& side) const {
  return side == "light" ? "white" : side == "dark" ? "black" : side;
}

bool BoardReferee::isWaiting() const {
  const bool lingering =
      !over_ && std::ranges::any_of(lingering_, [](const auto& square) { return square.second < lingering_looks; });
  return match_ == nullptr || (recheck_ && lastTurnEnded()) ||
         (!over_ && (strange_ > 0 || recheck_ || lingering || isHoldingBack() || (signs_ && signs_->waiting())));
}

json BoardReferee::doState() const {
  json out = {{"game", setup_.game},
              {"start", start_},
              {"played", played_},
              {"looks", evidence_.toJson()},
              {"words", words_},
              {"touched", touched_},
              {"refused_turn", refused_turn_},
              {"earlier", earlier_},
              {"turn", turn_},
              {"recheck", recheck_},
              {"strange", strange_},
              {"named", named_},
              {"doubted", doubted_},
              {"start_is_right", start_is_right_},
              {"asked_back", asked_back_},
              {"setting_up", setting_up_},
              {"over", over_},
              {"begun", match_ != nullptr}};
  for (const Stretch& stretch : stretches_)
    out["stretches"].push_back({{"start", stretch.start}, {"played", stretch.played}, {"earlier", stretch.earlier}});
  for (const auto& [turn, texts] : forbidden_)
    out["not_allowed"].push_back({{"turn", turn}, {"texts", texts}});
  if (!offered_.empty())
    out["offered"] = offered_;
  if (!unsaid_lift_.empty())
    out["unsaid_lift"] = unsaid_lift_;
  if (!asked_lift_.second.empty())
    out["asked_lift"] = asked_lift_;
  if (!suspected_.empty())
    out["suspected"] = suspected_;
  if (!lingering_.empty())
    out["lingering"] = lingering_;
  if (!notices_.empty())
    out["windows"] = notices_;
  if (set_up_)
    out["set_up"] = set_up_->toJson();
  if (signs_)
    out["signs"] = signs_->toJson();
  for (const TableState& look : first_looks_)
    out["first_looks"].push_back(toJson(look));
  if (last_)
    out["last"] = {{"turns", last_->turns}, {"position", last_->position}, {"looks", last_->evidence.toJson()}};
  if (last_ && !last_->words.empty())
    out["last"]["words"] = last_->words;
  if (match_ != nullptr) {
    out["position"] = match_->position();
    out["to_move"] = sideToMove(match_->position());
  }
  return out;
}

void BoardReferee::doRestore(const json& in) {
  start_ = in.at("start");
  in.at("played").get_to(played_);
  evidence_.restore(in.at("looks"));
  in.at("words").get_to(words_);
  in.at("touched").get_to(touched_);
  in.at("refused_turn").get_to(refused_turn_);
  offered_ = in.value("offered", std::set<std::string>());
  unsaid_lift_ = in.value("unsaid_lift", "");
  asked_lift_ = in.value("asked_lift", std::pair<std::string, std::string>());
  earlier_ = in.value("earlier", 0);
  stretches_.clear();
  for (const json& stretch : in.value("stretches", json::array()))
    stretches_.push_back(
        {stretch.at("start"), stretch.at("played").get<std::vector<std::string>>(), stretch.at("earlier").get<int>()});
  turn_ = in.contains("turn") ? in["turn"].get<int>() : earlier_ + turnsPlayed() + 1;
  forbidden_.clear();
  if (const std::string one = in.value("forbidden", ""); !one.empty()) // of a record of an earlier Linesman
    forbidden_[turn_] = {one};
  for (const json& of_turn : in.value("not_allowed", json::array()))
    of_turn.at("texts").get_to(forbidden_[of_turn.at("turn").get<int>()]);
  recheck_ = in.value("recheck", false);
  first_looks_.clear();
  for (const json& look : in.value("first_looks", json::array()))
    if (auto state = tableStateFromJson(look); state && state->board)
      first_looks_.push_back(std::move(*state));
  last_.reset();
  if (in.contains("last")) {
    last_ = Commitment{in["last"].at("turns").get<std::vector<std::string>>(), in["last"].at("position"), {}, {}};
    last_->words = in["last"].value("words", std::vector<std::string>());
    last_->evidence.restore(in["last"].at("looks"));
  }
  in.at("strange").get_to(strange_);
  named_ = in.value("named", std::set<std::string>());
  doubted_ = in.value("doubted", std::set<std::string>());
  suspected_ = in.value("suspected", std::map<std::string, double>());
  lingering_ = in.value("lingering", std::map<std::string, int>());
  start_is_right_ = in.value("start_is_right", false);
  in.at("asked_back").get_to(asked_back_);
  setting_up_ = in.value("setting_up", false);
  in.at("over").get_to(over_);
  notices_ = in.value("windows", std::vector<std::string>());
  set_up_.reset();
  if (in.contains("set_up")) {
    set_up_ = BoardSetUp::make(setup_);
    if (set_up_)
      set_up_->restore(in["set_up"]);
  }
  if (signs_ && in.contains("signs"))
    signs_->restore(in["signs"]);
  match_ = in.at("begun").get<bool>() ? replayed() : nullptr;
}

} // namespace linesman::app
