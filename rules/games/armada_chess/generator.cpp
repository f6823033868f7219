#include "rules/games/armada_chess/generator.h"

#include <algorithm>

#include "rules/games/armada_chess/victory.h"

namespace linesman::rules::armada_chess {

Generator::Generator(const Law& law, const Position& position, const SlotRule& rule, std::vector<Action>& out,
                     bool first_only)
    : law_(law), position_(position), rule_(rule), out_(out), side_(position.side),
      locked_(lockedKinds(law, position, position.side)), first_only_(first_only) {}

void Generator::actions() {
  if (rule_.exits_of == no_city) {
    const auto count = static_cast<Field>(law_.board.fields.size());
    if (const Field bound = boundPiece(law_, position_); bound != no_field) {
      pieceActions(bound, false);
      if (!out_.empty())
        return;
    }
    for (Field field = 0; field < count && !full(); ++field)
      pieceActions(field, false);
    if (!full())
      blockades();
  }
  if (!full())
    exits();
}

void Generator::travelOnly() {
  const auto count = static_cast<Field>(law_.board.fields.size());
  for (Field field = 0; field < count && !full(); ++field)
    pieceActions(field, true);
}

void Generator::pieceActions(Field field, bool travel_only) {
  const Piece& piece = position_.pieces[field];
  if (!piece.present() || piece.side != side_)
    return;
  if (piece.isUnit())
    riderActions(field, piece);
  const bool lock = locked(piece.kind);
  if (!rule_.permits(piece.kind, field))
    return;
  if (!lock)
    travel(field, piece);
  if (travel_only)
    return;
  if (!lock || law_.options.sabotage_scope == choice::sabotage_scope_travel_only)
    lifts(field, piece);
  if (!lock)
    cityActions(field, piece);
}

bool Generator::canTrain(Field field, const Piece& piece) const {
  if (piece.trained || piece.isUnit() || !isTerrain(law_, position_, field))
    return false;
  if (law_.options.second_trainee == choice::second_trainee_void_first)
    return true;
  return std::none_of(position_.pieces.begin(), position_.pieces.end(), [&](const Piece& other) {
    return &other != &piece && other.present() && other.side == side_ && other.training > 0;
  });
}

bool Generator::canRebuild(Field field, const Piece& piece) const {
  const CityIndex city = law_.board.fields[field].city;
  if (city == no_city || !position_.cities[city].destroyed || !piece.turned || piece.isUnit())
    return false;
  if (law_.options.rebuild_site == choice::rebuild_site_own && law_.board.cities[city].owner != side_)
    return false;
  const auto& footprint = law_.board.cities[city].footprint;
  return std::none_of(footprint.begin(), footprint.end(),
                      [&](Field other) { return other != field && position_.pieces[other].present(); });
}

void Generator::lifts(Field field, const Piece& piece) {
  if (piece.kind == Kind::rook && !piece.turned)
    out_.push_back({.type = ActionType::fort, .from = field});
  if (piece.kind == Kind::pawn)
    latePromotion(field);
  if (rule_.no_lifts)
    return;
  if (canTrain(field, piece))
    out_.push_back({.type = ActionType::train, .from = field});
  const bool again = piece.lives == Lives::crown && law_.options.king_reupgrade == choice::king_reupgrade_on;
  if ((piece.lives == Lives::none || again) && isUpgradeField(law_, field, side_))
    out_.push_back({.type = ActionType::upgrade, .from = field});
  if (piece.kind == Kind::rook && canRebuild(field, piece))
    out_.push_back({.type = ActionType::rebuild, .from = field});
  if (piece.kind == Kind::king)
    artillery(field);
}

void Generator::latePromotion(Field field) {
  if (law_.options.promotion_late == 0 || !isResourceOf(law_, field, otherSide(side_)))
    return;
  for (std::size_t kind = indexOf(Kind::knight); kind + 1 < kind_count; ++kind) {
    for (std::size_t bands = 0; bands < bands_count; ++bands) {
      if (position_.reserve[indexOf(side_)][kind][bands] == 0)
        continue;
      out_.push_back({.type = ActionType::promote,
                      .from = field,
                      .kind = static_cast<Kind>(kind),
                      .bands = static_cast<Bands>(bands)});
    }
  }
}

void Generator::artillery(Field field) {
  if (noHostilities(law_, position_, side_))
    return;
  std::array<CityIndex, max_cities> targets{};
  std::size_t count = 0;
  for (const auto& [city, exit] : law_.board.fields[field].exits) {
    const CityState& state = position_.cities[city];
    if (!state.destroyed && state.controller != side_ && count < targets.size())
      targets[count++] = city;
  }
  for (std::size_t i = 0; i < count; ++i)
    out_.push_back({.type = ActionType::artillery, .from = field, .city = targets[i], .names_city = count > 1});
}

void Generator::cityActions(Field field, const Piece& piece) {
  std::array<bool, max_cities> seen{};
  const auto consider = [&](CityIndex city) {
    if (seen[city] || position_.cities[city].destroyed)
      return;
    seen[city] = true;
    if (position_.cities[city].controller == side_)
      enterCity(field, piece, city);
    else if (!rule_.no_attacks)
      attackCity(field, piece, city);
  };
  for (const auto& [city, exit] : law_.board.fields[field].exits)
    consider(city);
  if (piece.kind != Kind::knight)
    return;
  for (const Field target : law_.board.fields[field].leaps) {
    if (law_.board.fields[target].city != no_city)
      consider(law_.board.fields[target].city);
  }
}

void Generator::enterCity(Field field, const Piece& piece, CityIndex city) {
  const Approach approach = approachTo(law_, position_, field, city, law_.options.entry_geometry != 0);
  if (!approach.possible)
    return;
  const CityState& state = position_.cities[city];
  const bool overflows = piece.kind != Kind::king && state.die + piece.value() > 6;
  if (!(overflows && law_.options.city_overflow == choice::city_overflow_illegal))
    out_.push_back({.type = ActionType::enter, .from = field, .city = city});
  if (state.king || piece.isUnit())
    return;
  if (law_.options.scorched_needs_value != 0 && piece.value() <= state.die)
    return;
  if (law_.options.scorched_last == choice::scorched_last_illegal && burnLosesLastCity(law_, position_, city))
    return;
  out_.push_back({.type = ActionType::burn, .from = field, .city = city});
}

void Generator::attackCity(Field field, const Piece& piece, CityIndex city) {
  if (noHostilities(law_, position_, side_))
    return;
  if (!approachTo(law_, position_, field, city, law_.options.attack_geometry != 0).possible)
    return;
  const CityState& state = position_.cities[city];
  const bool falls = piece.value() > state.die;
  if (underCeasefire(position_, side_) && (!falls || state.king))
    return;
  Action action{.type = ActionType::attack, .from = field, .city = city};
  if (!falls) {
    out_.push_back(action);
    return;
  }
  action.choice = CityChoice::occupy;
  out_.push_back(action);
  if (piece.isUnit())
    return;
  action.choice = CityChoice::destroy;
  out_.push_back(action);
}

void Generator::exits() {
  for (std::size_t city = 0; city < law_.board.cities.size() && !full(); ++city) {
    if (rule_.exits_of == no_city || rule_.exits_of == city)
      exitsOf(static_cast<CityIndex>(city));
  }
}

void Generator::exitsOf(CityIndex city) {
  const CityState& state = position_.cities[city];
  if (state.destroyed || state.controller != side_ || state.die < 2)
    return;
  const auto& reserve = position_.reserve[indexOf(side_)];
  for (const CityExit& exit : law_.board.cities[city].exits) {
    if (!exit.out)
      continue;
    const Piece& there = position_.pieces[exit.field];
    if (there.present() && (law_.options.exit_capture == 0 || there.side == side_))
      continue;
    const std::size_t last = law_.options.king_from_reserve != 0 ? kind_count : kind_count - 1;
    for (std::size_t kind = 0; kind < last; ++kind) {
      for (std::size_t bands = 0; bands < bands_count; ++bands) {
        if (reserve[kind][bands] > 0)
          exitPiece(city, exit.field, static_cast<Kind>(kind), static_cast<Bands>(bands));
      }
    }
    if (state.king && state.die == 6)
      exitPiece(city, exit.field, Kind::king, bandsOf(state.king_trained, state.king_lives == Lives::high));
  }
}

void Generator::exitPiece(CityIndex city, Field field, Kind kind, Bands bands) {
  if (valueOf(kind) > position_.cities[city].die)
    return;
  if (locked(kind) && law_.options.sabotage_scope == choice::sabotage_scope_all)
    return;
  if (!rule_.permits(kind, no_field))
    return;
  const bool capture = position_.pieces[field].present();
  if (capture) {
    const Striker striker{kind, valueOf(kind), isTrained(bands), false};
    if (shieldOf(law_, position_, striker, field) != Shield::none)
      return;
  }
  out_.push_back(
      {.type = ActionType::exit, .to = field, .city = city, .kind = kind, .bands = bands, .capture = capture});
}

void Generator::blockades() {
  if (law_.options.blockade != choice::blockade_active || rule_.slot == Slot::intelligence)
    return;
  if (noHostilities(law_, position_, side_))
    return;
  for (std::size_t city = 0; city < law_.board.cities.size(); ++city) {
    if (isBlockaded(law_, position_, static_cast<CityIndex>(city), side_))
      out_.push_back({.type = ActionType::blockade, .city = static_cast<CityIndex>(city)});
  }
}

void Generator::revivals(const Law& law, const Position& position, Side side, std::vector<Action>& out) {
  const Revivals& open = position.revivals[indexOf(side)];
  for (std::size_t i = 0; i < open.count; ++i) {
    const Revival& entry = open.entries[i];
    const bool again =
        std::any_of(open.entries.begin(), open.entries.begin() + static_cast<std::ptrdiff_t>(i),
                    [&](const Revival& other) { return other.kind == entry.kind && other.trained == entry.trained; });
    if (again)
      continue;
    for (const Field field : law.board.resource_fields[indexOf(side)]) {
      if (position.pieces[field].present() || isWall(law, position, field))
        continue;
      out.push_back(
          {.type = ActionType::revive, .to = field, .kind = entry.kind, .bands = bandsOf(entry.trained, false)});
    }
  }
}

Field boundPiece(const Law& law, const Position& position) {
  if (law.options.touch_move != 0 && position.touched != no_field)
    return position.touched;
  if (!position.king_begins[indexOf(position.side)])
    return no_field;
  for (std::size_t index = 0; index < law.board.fields.size(); ++index) {
    const Piece& piece = position.pieces[index];
    if (piece.kind == Kind::king && piece.side == position.side)
      return static_cast<Field>(index);
  }
  return no_field;
}

bool burnLosesLastCity(const Law& law, const Position& position, CityIndex city) {
  Position after = position;
  after.cities[city].destroyed = true;
  after.cities[city].burnt_by_owner = law.board.cities[city].owner == position.side;
  return holdsAllCities(law, after, otherSide(position.side));
}

} // namespace linesman::rules::armada_chess
