#include "rules/games/armada_chess/generator.h"

#include <algorithm>

#include "rules/games/armada_chess/victory.h"

namespace linesman::rules::armada_chess {

namespace {

constexpr unsigned orthogonals = 0b01010101U;
constexpr unsigned diagonals = 0b10101010U;

unsigned slideDirections(const Piece& piece) {
  switch (piece.kind) {
  case Kind::bishop:
    return diagonals;
  case Kind::rook:
    return orthogonals;
  default:
    return orthogonals | diagonals;
  }
}

} // namespace

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

/// Attacks on the own King are nobody's business here: there is no check (AC-22).
void Generator::travel(Field field, const Piece& piece) {
  const std::size_t before = out_.size();
  const auto mayReposition = [&] {
    return law_.options.reposition == choice::reposition_always || out_.size() == before;
  };
  switch (piece.kind) {
  case Kind::pawn:
    pawnMoves(field, strikerOf(law_, piece), ActionType::travel, piece.start);
    break;
  case Kind::knight:
    knightLeaps(field, piece);
    if (mayReposition())
      stepsTo(field, orthogonals);
    break;
  case Kind::bishop:
    slides(field, piece, diagonals, false);
    if (mayReposition()) {
      unsigned directions = orthogonals;
      if (law_.options.bishop_reposition == choice::bishop_reposition_side_back)
        directions &= ~(1U << indexOf(law_.board.forward[indexOf(side_)]));
      stepsTo(field, directions);
    }
    break;
  case Kind::king:
    slides(field, piece, orthogonals | diagonals, piece.lives == Lives::none);
    break;
  default:
    slides(field, piece, slideDirections(piece), false);
    break;
  }
}

void Generator::riderActions(Field field, const Piece& piece) {
  if (locked(Kind::pawn) || !rule_.permits(Kind::pawn, field))
    return;
  pawnMoves(field, riderStriker(piece), ActionType::rider, no_field);
}

void Generator::pawnMoves(Field field, const Striker& pawn, ActionType type, Field pawn_start) {
  const std::size_t before = out_.size();
  pawnSteps(field, pawn, type, pawn_start);
  pawnCaptures(field, pawn, type);
  if (law_.options.reposition == choice::reposition_always || out_.size() == before)
    pawnRepositions(field, type);
  if (law_.options.boarding == choice::boarding_adjacent8)
    neighbourBoarding(field, type);
}

void Generator::pawnSteps(Field field, const Striker& pawn, ActionType type, Field pawn_start) {
  const Direction ahead = law_.board.forward[indexOf(side_)];
  const Field first = law_.board.neighbour(field, ahead);
  if (first == no_field)
    return;
  if (!pawnStep(field, first, type))
    return;
  if (!allowsDoubleStep(law_, field, side_, pawn_start))
    return;
  if (isTerrain(law_, position_, first) && !pawn.trained)
    return;
  const Field second = law_.board.neighbour(first, ahead);
  if (second != no_field && second != field)
    pawnStep(field, second, type);
}

/// Steps onto a free field or aboard an own Rook. True when `to` was free, so that the way goes on.
bool Generator::pawnStep(Field from, Field to, ActionType type) {
  if (isWall(law_, position_, to))
    return false;
  if (!position_.pieces[to].present()) {
    arrive(from, to, false, type, true);
    return true;
  }
  if (law_.options.boarding == choice::boarding_pawn_move && canBoard(to))
    out_.push_back({.type = type, .from = from, .to = to});
  return false;
}

bool Generator::canBoard(Field field) const {
  const Piece& rook = position_.pieces[field];
  return rook.kind == Kind::rook && rook.side == side_ && !rook.isUnit() && !isTerrain(law_, position_, field);
}

void Generator::pawnCaptures(Field field, const Striker& pawn, ActionType type) {
  const Direction ahead = law_.board.forward[indexOf(side_)];
  for (const int turn : {-1, 1}) {
    const Field target = law_.board.neighbour(field, turnedBy(ahead, turn));
    if (target == no_field || isWall(law_, position_, target))
      continue;
    const Piece& victim = position_.pieces[target];
    if (victim.present()) {
      if (victim.side != side_)
        strike(field, target, pawn, type);
    } else if (target == position_.en_passant && law_.options.en_passant != 0 &&
               position_.pieces[position_.en_passant_pawn].side != side_ &&
               shieldOf(law_, position_, pawn, position_.en_passant_pawn) == Shield::none) {
      arrive(field, target, true, type, true, true);
    }
  }
}

void Generator::pawnRepositions(Field field, ActionType type) {
  const Direction ahead = law_.board.forward[indexOf(side_)];
  for (const int turn : {-2, 2, 4}) {
    const Field target = law_.board.neighbour(field, turnedBy(ahead, turn));
    if (target != no_field)
      pawnStep(field, target, type);
  }
}

void Generator::neighbourBoarding(Field field, ActionType type) {
  for (const Field target : law_.board.fields[field].neighbours) {
    if (target != no_field && canBoard(target))
      out_.push_back({.type = type, .from = field, .to = target});
  }
}

void Generator::knightLeaps(Field field, const Piece& piece) {
  const Striker striker = strikerOf(law_, piece);
  for (const Field target : law_.board.fields[field].leaps) {
    if (isWall(law_, position_, target))
      continue;
    const Piece& other = position_.pieces[target];
    if (!other.present())
      arrive(field, target, false, ActionType::travel, false);
    else if (other.side != side_)
      strike(field, target, striker, ActionType::travel);
  }
}

void Generator::stepsTo(Field field, unsigned directions) {
  for (std::size_t d = 0; d < direction_count; ++d) {
    if ((directions >> d & 1U) == 0)
      continue;
    const Field target = law_.board.fields[field].neighbours[d];
    if (target == no_field || isWall(law_, position_, target) || position_.pieces[target].present())
      continue;
    arrive(field, target, false, ActionType::travel, false);
  }
}

void Generator::slides(Field field, const Piece& piece, unsigned directions, bool one_step) {
  const Striker striker = strikerOf(law_, piece);
  for (std::size_t d = 0; d < direction_count; ++d) {
    if ((directions >> d & 1U) == 0)
      continue;
    Field target = law_.board.fields[field].neighbours[d];
    // `target != field` ends the slide on boards that run round in a circle.
    for (; target != no_field && target != field; target = law_.board.fields[target].neighbours[d]) {
      if (isWall(law_, position_, target))
        break;
      const Piece& other = position_.pieces[target];
      const bool terrain = isTerrain(law_, position_, target);
      if (other.present()) {
        if (other.side != side_)
          strike(field, target, striker, ActionType::travel);
        if (!(terrain && piece.trained && law_.options.fly_over_pieces != 0))
          break;
      } else if (!(terrain && striker.unit)) {
        arrive(field, target, false, ActionType::travel, false);
      }
      if (one_step || (terrain && !piece.trained))
        break;
    }
  }
}

void Generator::strike(Field from, Field to, const Striker& striker, ActionType type) {
  if (shieldOf(law_, position_, striker, to) == Shield::none)
    arrive(from, to, true, type, type == ActionType::rider || striker.kind == Kind::pawn);
}

/// Adds the arrival, and where a pawn reaches an enemy R every promotion it may choose (AC-74).
void Generator::arrive(Field from, Field to, bool capture, ActionType type, bool pawn, bool en_passant) {
  Action action{.type = type, .from = from, .to = to, .capture = capture, .en_passant = en_passant};
  out_.push_back(action);
  const bool carried = !pawn && law_.options.promotion_from_rookpawn != 0 && position_.pieces[from].isUnit();
  if ((!pawn && !carried) || !isResourceOf(law_, to, otherSide(side_)))
    return;
  const std::size_t last = law_.options.king_from_reserve != 0 ? kind_count : kind_count - 1;
  for (std::size_t kind = indexOf(Kind::knight); kind < last; ++kind) { // another piece, so no pawn
    for (std::size_t bands = 0; bands < bands_count; ++bands) {
      if (position_.reserve[indexOf(side_)][kind][bands] == 0)
        continue;
      action.kind = static_cast<Kind>(kind);
      action.bands = static_cast<Bands>(bands);
      out_.push_back(action);
    }
  }
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
    latePromotion(field, piece);
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

void Generator::latePromotion(Field field, const Piece&) {
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
