#include <algorithm>

#include "rules/games/armada_chess/explainer.h"

namespace linesman::rules::armada_chess {

namespace {

/// The direction and distance of a straight line between two fields, as far as the board goes.
struct Line {
  bool straight = false;
  Direction direction = Direction::n;
  int steps = 0;
};

Line lineBetween(const Board& board, Field from, Field to) {
  Line best;
  for (std::size_t d = 0; d < direction_count; ++d) {
    int steps = 0;
    for (Field field = board.fields[from].neighbours[d]; field != no_field && field != from;
         field = board.fields[field].neighbours[d]) {
      ++steps;
      if (field != to)
        continue;
      if (!best.straight || steps < best.steps)
        best = {true, static_cast<Direction>(d), steps};
      break;
    }
  }
  return best;
}

} // namespace

void Explainer::travel() {
  const Piece& piece = position_.at(action_.from);
  const bool rides = action_.type == ActionType::rider;
  const Kind kind = rides ? Kind::pawn : piece.kind;
  target(piece, kind);
  if (objected())
    return;
  switch (kind) {
  case Kind::pawn:
    pawnWay(rides ? piece.rider.trained() : piece.trained, rides);
    break;
  case Kind::knight:
    knightWay();
    break;
  default:
    slideWay(piece);
    break;
  }
  // Whatever is wrong with the way, the victim's shield is a further objection.
  if (action_.capture)
    capture(rides ? riderStriker(piece) : strikerOf(law_, piece));
  if (!objected())
    promotion();
}

/// What stands on the target decides first, whatever the way there.
void Explainer::target(const Piece& mover, Kind kind) {
  const Piece& there = position_.at(action_.to);
  const int pattern = kind == Kind::pawn     ? 24
                      : kind == Kind::knight ? 28
                      : kind == Kind::bishop ? 31
                      : kind == Kind::rook   ? 33
                      : kind == Kind::queen  ? 34
                                             : 35;
  if (action_.from == action_.to)
    return object({pattern}, "A piece that travels leaves its field.", {action_.from});
  if (isWall(law_, position_, action_.to))
    return object({7, 3},
                  name(action_.to) +
                      " belongs to a standing city, which is a wall; it is entered or attacked from its exit fields.",
                  {action_.to});
  if (there.present() && there.side == side_) {
    if (kind == Kind::pawn && there.kind == Kind::rook && !action_.capture)
      return; // boarding, see pawnWay
    return object({21, pattern, 15},
                  name(action_.to) + " holds an own " + call(there) + "; own pieces are never taken" +
                      (mover.kind == Kind::king ? ", and there is no castling." : "."),
                  {action_.to});
  }
  if (there.present() && !action_.capture)
    return object({20, pattern},
                  name(action_.to) + " holds " + titleOf(there.side) + "'s " + call(there) +
                      "; a capture is written with x.",
                  {action_.to});
  const bool passing = law_.options.en_passant != 0 && kind == Kind::pawn && action_.to == position_.en_passant;
  if (!there.present() && action_.capture && !passing)
    return object({20, kind == Kind::pawn ? 15 : pattern},
                  "Nothing stands on " + name(action_.to) + " to be taken" +
                      (kind == Kind::pawn ? "; there is no capture in passing." : "."),
                  {action_.to});
}

void Explainer::boarding(bool by_way) {
  const Piece& rook = position_.at(action_.to);
  if (rook.isUnit())
    return object({83, 78}, "A pawn rides on the Rook on " + name(action_.to) + " already; a Rook carries one.",
                  {action_.to});
  if (isTerrain(law_, position_, action_.to))
    return object({42, 78}, "The Rook on " + name(action_.to) + " stands on terrain, where no pawn boards.",
                  {action_.to});
  if (!by_way)
    object({78, 24}, "A pawn boards by one of its moves without capture: ahead, sideways or back.",
           {action_.from, action_.to});
}

void Explainer::pawnWay(bool trained, bool rides) {
  const Direction ahead = law_.board.forward[indexOf(side_)];
  const Field first = law_.board.neighbour(action_.from, ahead);
  const Field second = first == no_field ? no_field : law_.board.neighbour(first, ahead);
  const Field left = law_.board.neighbour(action_.from, turnedBy(ahead, -2)),
              right = law_.board.neighbour(action_.from, turnedBy(ahead, 2));
  const Field back = law_.board.neighbour(action_.from, turnedBy(ahead, 4));
  const Field strike_left = law_.board.neighbour(action_.from, turnedBy(ahead, -1));
  const Field strike_right = law_.board.neighbour(action_.from, turnedBy(ahead, 1));
  const Field to = action_.to;
  const bool boards = position_.at(to).present() && position_.at(to).side == side_;
  const std::string pawn = rides ? "The riding pawn" : "The pawn";
  const bool aside = to == left || to == right || to == back;
  if (action_.capture) {
    if (to == strike_left || to == strike_right)
      return;
    if (aside)
      return object({26, 24}, pawn + " repositions sideways or back only onto a free field, never to take.", {to});
    return object({24}, pawn + " takes one field diagonally ahead only.", {action_.from, to});
  }
  if (boards && law_.options.boarding == choice::boarding_adjacent8) {
    const auto& around = law_.board.fields[action_.from].neighbours;
    return boarding(std::find(around.begin(), around.end(), to) != around.end());
  }
  if (to == second && to != action_.from) {
    if (!allowsDoubleStep(law_, action_.from, side_, position_.at(action_.from).start) ||
        (rides && law_.options.sawblade == choice::sawblade_own_square))
      return object({25, 6},
                    pawn + " steps two ahead only from a saw-blade field of its own side; " + name(action_.from) +
                        " is none.",
                    {action_.from});
    if (position_.at(first).present() || isWall(law_, position_, first))
      return object({25, 21}, name(first) + " in the middle is not free.", {first});
    if (isTerrain(law_, position_, first) && !trained)
      return object({25, 38}, name(first) + " in the middle is terrain; only a trained pawn passes it.", {first});
    if (boards)
      boarding(true);
    return;
  }
  if (to == first || aside) {
    const bool blocked_only = law_.options.reposition == choice::reposition_when_blocked && aside;
    if (boards)
      boarding(true);
    if (blocked_only && !objected()) {
      std::vector<Action> all;
      Generator(law_, position_, turn_.rule(), all).actions();
      if (std::none_of(all.begin(), all.end(), [&](const Action& action) { return matches(action, request_); }))
        object({26, 37}, pawn + " may go ahead or take, so it may not reposition (reposition=when_blocked).",
               {action_.from});
    }
    return;
  }
  if (boards) {
    boarding(false);
    return;
  }
  object({24, 26},
         pawn + " goes one ahead, or one sideways or back, and takes diagonally ahead; " + name(to) +
             " is none of these.",
         {action_.from, to});
}

void Explainer::knightWay() {
  const auto& leaps = law_.board.fields[action_.from].leaps;
  if (std::find(leaps.begin(), leaps.end(), action_.to) != leaps.end())
    return;
  const Line line = lineBetween(law_.board, action_.from, action_.to);
  if (line.straight && line.steps == 1 && isOrthogonal(line.direction)) {
    if (action_.capture)
      return object({29}, "The Knight steps one field without taking; it takes by its leap.", {action_.to});
    if (law_.options.reposition == choice::reposition_when_blocked) {
      const bool leap_open = std::any_of(leaps.begin(), leaps.end(), [&](Field leap) {
        const Piece& there = position_.at(leap);
        if (isWall(law_, position_, leap))
          return false;
        return !there.present() ||
               (there.side != side_ &&
                shieldOf(law_, position_, strikerOf(law_, position_.at(action_.from)), leap) == Shield::none);
      });
      if (leap_open)
        object({29, 37}, "The Knight can leap, so it may not reposition (reposition=when_blocked).", {action_.from});
    }
    return;
  }
  object({28, 29},
         "The Knight leaps two fields and one aside, or steps one field orthogonally; " + name(action_.to) +
             " is neither.",
         {action_.from, action_.to});
}

void Explainer::bishopStep() {
  if (action_.capture)
    return object({32, 31}, "The Bishop steps orthogonally without taking; it takes diagonally.", {action_.to});
  const Line line = lineBetween(law_.board, action_.from, action_.to);
  if (law_.options.bishop_reposition == choice::bishop_reposition_side_back &&
      line.direction == law_.board.forward[indexOf(side_)])
    return object({32}, "The Bishop repositions sideways or back, not ahead (bishop_reposition=side_back).",
                  {action_.from, action_.to});
  if (law_.options.reposition == choice::reposition_when_blocked) {
    std::vector<Action> all;
    Generator(law_, position_, turn_.rule(), all).actions();
    if (std::none_of(all.begin(), all.end(), [&](const Action& action) { return matches(action, request_); }))
      object({32, 37}, "The Bishop can slide, so it may not reposition (reposition=when_blocked).", {action_.from});
  }
}

void Explainer::slideWay(const Piece& piece) {
  const Line line = lineBetween(law_.board, action_.from, action_.to);
  const int pattern = piece.kind == Kind::bishop  ? 31
                      : piece.kind == Kind::rook  ? 33
                      : piece.kind == Kind::queen ? 34
                      : piece.movesLikeQueen()    ? 36
                                                  : 35;
  const bool orthogonal = isOrthogonal(line.direction);
  if (piece.kind == Kind::bishop && line.straight && line.steps == 1 && orthogonal)
    return bishopStep();
  const bool fits = line.straight && !(piece.kind == Kind::bishop && orthogonal) &&
                    !(piece.kind == Kind::rook && !orthogonal) && !(pattern == 35 && line.steps > 1);
  if (!fits) {
    const char* way = piece.kind == Kind::bishop ? "slides diagonally or steps one field orthogonally"
                      : piece.kind == Kind::rook ? "slides along rows and files"
                      : pattern == 35            ? "goes one field in any direction; Queen movement needs the upgrade"
                                                 : "slides in straight lines";
    return object(pattern == 31   ? std::initializer_list<int>{31, 32}
                  : pattern == 35 ? std::initializer_list<int>{35, 36}
                                  : std::initializer_list<int>{pattern},
                  "The " + call(piece) + " " + way + "; " + name(action_.to) + " is not on its way.",
                  {action_.from, action_.to});
  }
  Field field = action_.from;
  for (int step = 1; step < line.steps; ++step) {
    field = law_.board.neighbour(field, line.direction);
    if (isWall(law_, position_, field))
      return object({7, pattern}, "The city square " + name(field) + " stands in the way; a standing city is a wall.",
                    {field});
    const bool terrain = isTerrain(law_, position_, field);
    if (position_.at(field).present() && !(terrain && piece.trained && law_.options.fly_over_pieces != 0))
      return object({21, pattern}, name(field) + " is occupied; only the Knight passes over pieces.", {field});
    if (terrain && !piece.trained)
      return piece.isUnit()
                 ? object({38, 42, pattern}, name(field) + " is terrain; an untrained Rookpawn does not pass.", {field})
                 : object({38, pattern}, name(field) + " is terrain; an untrained piece may stop there but not pass.",
                          {field});
  }
  if (piece.isUnit() && isTerrain(law_, position_, action_.to))
    return object({42, 79}, "A Rookpawn may not move onto terrain; one piece at a time stands there.", {action_.to});
}

void Explainer::shielded(const Striker& striker, Shield shield) {
  const Piece& there = position_.at(action_.to);
  const std::string who = std::string("The ") + call(there) + " on " + name(action_.to);
  const std::string points = std::to_string(striker.value) + " against " + std::to_string(there.value());
  const bool both = there.turned && isTerrain(law_, position_, action_.to);
  const std::string held =
      " holds terrain: only a " + std::string(titleOf(there.kind)) + " or a trained piece takes it";
  switch (shield) {
  case Shield::none:
    return;
  case Shield::ceasefire:
    return ceasefire();
  case Shield::unit_on_terrain:
    return object({42, 39}, "A Rookpawn may not strike onto terrain; one piece at a time stands there.", {action_.to});
  case Shield::terrain: { // King and Queen are no team here (AC-45)
    const bool royal = teamOf(striker.kind) == teamOf(there.kind) && striker.kind != there.kind;
    object({39, 40}, who + held + (royal ? "; King and Queen are different types here." : "."), {action_.to});
    if (both)
      found_.clauses.insert(found_.clauses.begin() + 1, 43);
    if (royal)
      found_.clauses.push_back(45);
    return;
  }
  case Shield::fort:
    object({there.isUnit() ? 88 : 87, 89},
           who + " is fortified and falls only to a higher value or a Knight (" + points + ").", {action_.to});
    if (both)
      found_.clauses.insert(found_.clauses.begin() + 1, 43);
    return;
  case Shield::terrain_and_fort:
    return object({39, 43, there.isUnit() ? 88 : 87, 40}, who + held + ", and it is fortified (" + points + ").",
                  {action_.to});
  }
}

void Explainer::capture(const Striker& striker) {
  const Field field = position_.at(action_.to).present() ? action_.to : position_.en_passant_pawn;
  if (field != no_field)
    shielded(striker, shieldOf(law_, position_, striker, field));
}

void Explainer::promotion() {
  if (action_.kind == Kind::none)
    return;
  const Piece& piece = position_.at(action_.from);
  const bool pawn = piece.kind == Kind::pawn || action_.type == ActionType::rider ||
                    (piece.isUnit() && law_.options.promotion_from_rookpawn != 0);
  if (!pawn)
    return object({77, 74}, "Only a pawn is promoted; the " + call(piece) + " gains nothing on an R field.",
                  {action_.to});
  if (position_.at(action_.to).present() && !action_.capture)
    return object({74, 78}, "A pawn that boards a Rook is not promoted.", {action_.to});
  if (isResourceOf(law_, action_.to, side_) && !isResourceOf(law_, action_.to, otherSide(side_)))
    return object({77}, name(action_.to) + " is one's own R; only an enemy R promotes.", {action_.to});
  if (!isResourceOf(law_, action_.to, otherSide(side_)))
    return object({74, 27},
                  name(action_.to) + " is no R field of the enemy; a pawn is promoted only there, not on the far row.",
                  {action_.to});
  if (action_.kind == Kind::king && law_.options.king_from_reserve == 0)
    return object({74, 9, 75}, "A pawn never becomes a King; choose a piece of the reserve.", {action_.to});
  promotedTo(action_.to);
}

/// The piece that a pawn on `field` is to become: another one, that waits in the reserve.
void Explainer::promotedTo(Field field) {
  if (action_.kind == Kind::pawn)
    return object({74}, "A pawn turns into another piece, not into a pawn again.", {field});
  int waiting = 0;
  for (std::size_t bands = 0; bands < bands_count; ++bands) {
    if (!request_.bands || *request_.bands == bands)
      waiting += position_.reserve[indexOf(side_)][indexOf(action_.kind)][bands];
  }
  if (waiting == 0)
    return object({75, 74, 9},
                  std::string("No such ") + titleOf(action_.kind) + " waits in the reserve of " + titleOf(side_) +
                      "; the pawn stays a pawn.",
                  {field});
  int states = 0;
  for (const auto count : position_.reserve[indexOf(side_)][indexOf(action_.kind)])
    states += count > 0 ? 1 : 0;
  if (states > 1 && !request_.bands && position_.reserve[indexOf(side_)][indexOf(action_.kind)][0] == 0)
    object({74}, "Several kinds of " + std::string(titleOf(action_.kind)) + " wait; name the bands.", {field});
}

} // namespace linesman::rules::armada_chess
