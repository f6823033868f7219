#include "app/watch/referee.h"

#include <algorithm>

#include "app/watch/board_contents.h"
#include "app/watch/oriented_referee.h"
#include "app/watch/plane_referee.h"
#include "app/watch/plane_start.h"
#include "models/json_line.h"

namespace linesman::app {

Result<void> Referee::restore(const nlohmann::json& state) {
  try {
    doRestore(state);
    return {};
  } catch (const nlohmann::json::exception& error) {
    return fail("The recorded state of the match cannot be read (" + jsonFault(error) + "); the record is not whole.");
  }
}

namespace {

/// A side by its name or by that of its player.
Result<std::string> sideOf(const std::string& name, const MatchSetup& setup) {
  for (const Colour side : {Colour::white, Colour::black}) {
    if (name == nameOf(side))
      return name;
    for (const Player& player : setup.players)
      if (player.name == name && std::ranges::find(player.colours, side) != player.colours.end())
        return std::string(nameOf(side));
  }
  return fail("The player \"" + name +
              "\" of --pick-up is neither white nor black, nor one of table.toml's players of these; give who is to "
              "move.");
}

} // namespace

Result<std::unique_ptr<Referee>> makeReferee(const MatchSetup& setup) {
  if (setup.game == "armadas" || setup.game == "armada2k" || setup.game == "armada_2k")
    return PlaneReferee::make(setup);
  MatchSetup board = setup;
  if (setup.pick_up) {
    auto side = sideOf(*setup.pick_up, setup);
    if (!side)
      return tl::unexpected(side.error());
    board.pick_up = std::move(*side);
  }
  return OrientedReferee::make(board);
}

Result<void> checkMover(const MatchSetup& setup, const Referee& referee) {
  if (!setup.pick_up || !setup.hasPosition())
    return {};
  std::string by_start, by_choice = *setup.pick_up;
  if (!onSquares(setup.game)) {
    const auto start = PlaneStart::from(setup.start, setup.game);
    by_start = start ? start->to_move : "";
  } else if (const auto side = sideOf(*setup.pick_up, setup)) {
    const nlohmann::json start = referee.state().value("start", nlohmann::json());
    by_start = start.is_null() ? "" : sideToMove(start);
    by_choice = *side;
  }
  if (by_start.empty() || by_start == by_choice)
    return {};
  return fail("By the start " + by_start + " is to move, and the match is picked up with " + *setup.pick_up +
              " to move; choose one of the two.");
}

} // namespace linesman::app
