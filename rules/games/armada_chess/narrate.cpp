#include "rules/games/armada_chess/narrate.h"

#include <algorithm>

#include "rules/games/armada_chess/facts.h"

namespace linesman::rules::armada_chess {

namespace {

std::string call(const Piece& piece) {
  return piece.isUnit() ? "Rookpawn" : titleOf(piece.kind);
}

std::string travelled(const Law& law, const Position& before, const Action& action) {
  const Piece& piece = before.at(action.from);
  const bool rides = action.type == ActionType::rider;
  std::string text = rides ? "riding Pawn" : call(piece);
  text += rides ? " leaves the Rook on " : " goes from ";
  text += law.board.nameOf(action.from);
  text += rides ? " for " : " to ";
  text += law.board.nameOf(action.to);
  const Piece& there = before.at(action.to);
  if (action.en_passant)
    text += " and takes the passing Pawn";
  else if (action.capture)
    text += " and takes the " + call(there);
  else if (there.present())
    text += " and boards the Rook";
  if (action.kind != Kind::none)
    text += " and becomes a " + std::string(titleOf(action.kind));
  return text;
}

std::string attacked(const Law& law, const Position& before, const Action& action) {
  const Piece& piece = before.at(action.from);
  const int value = piece.value(), die = before.cities[action.city].die;
  const std::string city = law.board.cities[action.city].name;
  std::string text =
      call(piece) + " attacks " + city + " (" + std::to_string(value) + " against " + std::to_string(die) + ")";
  if (value < die)
    return text + ": the attacker is lost, the city weakened";
  if (value == die)
    return text + ": both fall";
  return text + (action.choice == CityChoice::occupy ? " and occupies it" : " and destroys it");
}

std::string counted(const Law& law, const Position& before, const Action& action, const char* verb, int count,
                    int full) {
  std::string text = call(before.at(action.from)) + " on " + law.board.nameOf(action.from) + " " + verb + " " +
                     std::to_string(count) + " of " + std::to_string(full);
  if (count == full)
    text += " and is done";
  return text;
}

std::string deed(const Law& law, const Position& before, const Action& action) {
  const std::string city = action.city != no_city ? law.board.cities[action.city].name : "";
  const auto where = [&](Field field) { return law.board.nameOf(field); };
  switch (action.type) {
  case ActionType::travel:
  case ActionType::rider:
    return travelled(law, before, action);
  case ActionType::fort:
    return call(before.at(action.from)) + " on " + where(action.from) + " is fortified";
  case ActionType::train: {
    const Piece& piece = before.at(action.from);
    return counted(law, before, action, "trains", piece.training + 1, valueOf(piece.kind));
  }
  case ActionType::upgrade: {
    const Piece& piece = before.at(action.from);
    return counted(law, before, action, "upgrades", piece.upgrade + 1, valueOf(piece.kind));
  }
  case ActionType::rebuild:
    return counted(law, before, action, "rebuilds", before.cities[law.board.fields[action.from].city].rebuild + 1, 4);
  case ActionType::artillery:
    return "King on " + where(action.from) + " bombards " + city;
  case ActionType::enter:
    return call(before.at(action.from)) + " on " + where(action.from) + " enters " + city;
  case ActionType::burn:
    return call(before.at(action.from)) + " on " + where(action.from) + " burns " + city;
  case ActionType::exit:
    return std::string(titleOf(action.kind)) + " comes out of " + city + " onto " + where(action.to);
  case ActionType::attack:
    return attacked(law, before, action);
  case ActionType::blockade:
    return "blockade weakens " + city;
  case ActionType::promote:
    return "Pawn on " + where(action.from) + " becomes a " + titleOf(action.kind);
  case ActionType::revive:
    return std::string(titleOf(action.kind)) + " begins its second life on " + where(action.to);
  }
  return {};
}

bool hasKing(const Position& position, Side side) {
  const auto is_king = [&](const Piece& piece) { return piece.kind == Kind::king && piece.side == side; };
  const auto holds_king = [&](const CityState& city) { return city.king && city.controller == side; };
  return std::any_of(position.pieces.begin(), position.pieces.end(), is_king) ||
         std::any_of(position.cities.begin(), position.cities.end(), holds_king);
}

/// The pieces that fell with the enemy King, wherever they stood (AC-120): they have to be taken off the board.
std::string moralFall(const Law& law, const Position& before, const Action& action, const Position& after) {
  const Side loser = otherSide(before.side);
  if (!hasKing(before, loser) || hasKing(after, loser))
    return {};
  std::string fallen;
  for (std::size_t index = 0; index < law.board.fields.size(); ++index) {
    const auto field = static_cast<Field>(index);
    const Piece &was = before.at(field), &is = after.at(field);
    if (field == action.to || !was.present() || was.side != loser ||
        (is.kind == was.kind && is.isUnit() == was.isUnit()))
      continue;
    const Kind kind = is.kind == was.kind ? Kind::pawn : was.kind; // a rider, or a piece, whose rider stays
    fallen += (fallen.empty() ? "the " : ", the ") + std::string(titleOf(kind)) + " on " + law.board.nameOf(field);
  }
  return fallen.empty() ? "" : " By the moral fall " + std::string(titleOf(loser)) + " also loses " + fallen + ".";
}

int inReserve(const Position& position, Side side, std::size_t kind) {
  int sum = 0;
  for (const auto count : position.reserve[indexOf(side)][kind])
    sum += count;
  return sum;
}

std::string arrow(int from, int to) {
  return " " + std::to_string(from) + " -> " + std::to_string(to);
}

} // namespace

std::string narrate(const Law& law, const Position& before, const Action& action, const Position& after) {
  const bool revival = action.type == ActionType::revive;
  const Side side = revival && !isResourceOf(law, action.to, before.side) ? otherSide(before.side) : before.side;
  return std::string(titleOf(side)) + "'s " + deed(law, before, action) + "." + moralFall(law, before, action, after);
}

std::vector<std::string> counterChanges(const Law& law, const Position& before, const Position& after) {
  std::vector<std::string> changes;
  for (std::size_t city = 0; city < law.board.cities.size(); ++city) {
    const CityState &was = before.cities[city], &is = after.cities[city];
    const std::string& name = law.board.cities[city].name;
    if (!was.destroyed && is.destroyed)
      changes.push_back(name + " destroyed");
    else if (was.die != is.die)
      changes.push_back(name + " die" + arrow(was.die, is.die));
    if (was.rebuild != is.rebuild)
      changes.push_back(name + " rebuild" + arrow(was.rebuild, is.rebuild));
    if (was.controller != is.controller)
      changes.push_back(name + " held by " + titleOf(is.controller));
  }
  for (const Side side : {Side::white, Side::black}) {
    const std::string who = titleOf(side);
    for (std::size_t kind = 0; kind < kind_count; ++kind) {
      const int was = inReserve(before, side, kind), is = inReserve(after, side, kind);
      if (was != is)
        changes.push_back(who + " reserve " + nameOf(static_cast<Kind>(kind)) + arrow(was, is));
    }
    const int cease_was = before.ceasefire[indexOf(side)], cease_is = after.ceasefire[indexOf(side)];
    if (cease_was != cease_is)
      changes.push_back(who + " cease-fire" + arrow(cease_was, cease_is));
  }
  for (std::size_t field = 0; field < law.board.fields.size(); ++field) {
    const Piece &was = before.pieces[field], &is = after.pieces[field];
    if (was.training != is.training)
      changes.push_back(law.board.fields[field].name + " training" + arrow(was.training, is.training));
    if (was.upgrade != is.upgrade)
      changes.push_back(law.board.fields[field].name + " upgrade" + arrow(was.upgrade, is.upgrade));
  }
  return changes;
}

} // namespace linesman::rules::armada_chess
