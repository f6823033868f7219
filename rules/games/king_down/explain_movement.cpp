#include <cstdlib>
#include <optional>

#include "rules/games/king_down/explain_parts.h"
#include "rules/games/king_down/referee.h"

namespace linesman::rules::king_down {
namespace {

Ids movementClauses(const Position& p, Man man, const Wish::LegWish& leg) {
  const bool takes = leg.how == Wish::How::capture;
  switch (man) {
  case Man::pawn:
    if (p.has(p.turn, Power::darkness))
      return takes ? Ids{"KD-94"} : Ids{"KD-93", "KD-95"};
    if (takes)
      return {"KD-12"};
    return std::abs(leg.to - leg.from) == 16 ? Ids{"KD-11"} : Ids{"KD-10"};
  case Man::knight:
    return {"KD-15"};
  case Man::bishop:
    return {"KD-16"};
  case Man::rook:
    return {"KD-17"};
  case Man::queen:
    return {"KD-18"};
  case Man::king:
    return p.has(p.turn, Power::mercy) ? Ids{"KD-88", "KD-89"} : Ids{"KD-19"};
  case Man::archer:
    if (leg.how == Wish::How::shot)
      return {"KD-25"};
    return takes ? Ids{"KD-23"} : Ids{"KD-23", "KD-24"};
  case Man::paladin:
    return takes ? Ids{"KD-28", "KD-27"} : Ids{"KD-27"};
  case Man::guard:
    return {"KD-30"};
  case Man::maester:
    return leg.how == Wish::How::swap ? Ids{"KD-33", "KD-34"} : Ids{"KD-33"};
  case Man::beast:
    if (std::abs(leg.to - leg.from) == 16)
      return {"KD-39", "KD-36"};
    return leg.on_the_way.empty() ? Ids{"KD-36"} : Ids{"KD-37", "KD-38", "KD-36"};
  case Man::none:
    break;
  }
  return {"KD-08"};
}

std::string movementSentence(const Position& p, Man man) {
  switch (man) {
  case Man::pawn:
    return p.has(p.turn, Power::darkness) ? "A Darkness pawn steps one square diagonally forward onto an empty square "
                                            "and captures one square straight ahead."
                                          : "A pawn goes one square straight forward, two from its second row, onto "
                                            "empty squares, and captures one square diagonally forward.";
  case Man::knight:
    return "A knight leaps one square one way and two the other.";
  case Man::bishop:
    return "A bishop goes along diagonals as far as nothing stands in its way.";
  case Man::rook:
    return "A rook goes along ranks and files as far as nothing stands in its way.";
  case Man::queen:
    return "A queen goes along ranks, files and diagonals as far as nothing stands in her way.";
  case Man::king:
    return p.has(p.turn, Power::mercy) ? "A Mercy king goes one or two squares in a straight line, over own men but "
                                         "not over enemies, onto an empty square."
                                       : "A king goes one square in any direction.";
  case Man::archer:
    return "An archer steps one square orthogonally onto an empty square and shoots, without moving, at diagonal "
           "neighbours and squares two away orthogonally.";
  case Man::paladin:
    return "A paladin goes along queen lines, over own men, up to the first enemy; when it captures, it leaves the "
           "board.";
  case Man::guard:
    return "A guard steps one square onto an empty square and captures nothing.";
  case Man::maester:
    return "A maester goes one square in any direction, captures there, or exchanges squares with a friend there.";
  case Man::beast:
    return "A beast steps one square straight forward onto an empty square and captures on the seven other "
           "neighbouring squares, never straight ahead.";
  case Man::none:
    break;
  }
  return "";
}

/// Men strictly between two squares of a queen line, or 0.
Bits64 blockers(const Position& p, int from, int to) {
  return rays().between(from, to) & p.all();
}

/// Adds the man who stands in the way.
Reason stoppedBy(const Position& p, Bits64 men, Reason reason) {
  const int square = lowest(men);
  reason.sentence += " The " + manOn(p, square) + " stands in between.";
  reason.squares.push_back(square);
  return reason;
}

/// The named power's own conditions, when nothing else explains it.
Reason powerMovement(const Question& q, const Wish::LegWish& leg) {
  const Power power = powerOf(q.wish);
  const std::vector<int> squares{leg.from, leg.to};
  const Man man = q.p.at(leg.from);
  switch (power) {
  case Power::strike:
    if (man == Man::king)
      return {{"KD-68"}, "Strike is not for the king.", squares};
    if (man == Man::guard && leg.how == Wish::How::capture)
      return {{"KD-69", "KD-30"}, "A struck guard still captures nothing.", squares};
    return {{"KD-68", "KD-69"},
            "A struck man goes along queen lines as far as nothing stands in its way and jumps over nothing.",
            squares};
  case Power::haste:
    if (q.wish.legs.size() == 2 && q.wish.legs[0].leaves)
      return {{"KD-73", "KD-28"},
              "The paladin leaves the board with its capture; nobody is left for the second half.",
              squares};
    if (q.wish.legs.size() != 2)
      return {{"KD-71"}, "Haste means two moves of one man.", squares};
    return {{"KD-71", "KD-72"},
            "Both halves of Haste must be moves that the same man could make, each with the own king safe and no check "
            "to the enemy.",
            squares};
  case Power::flight:
    if (man == Man::king)
      return {{"KD-74"}, "Flight is not for the king.", squares};
    return {{"KD-74"}, "Flight ends on an empty square of the own first four rows and captures nothing.", squares};
  case Power::sacrifice:
    if (man != Man::pawn)
      return {{"KD-77"}, "Sacrifice replaces an own pawn, and the " + manOn(q.p, leg.from) + " is none.", squares};
    if (leg.promotion == "P" || leg.promotion == "K")
      return {{"KD-78", "KD-76"}, "Neither a pawn nor a king comes back.", squares};
    return {{"KD-76", "KD-77"}, "That man is not among the men " + nameOf(q.p.turn) + " has lost.", squares};
  case Power::march:
    if (man == Man::pawn && (bit(leg.from) & rowOf(q.p.turn, 1)) != 0 && std::abs(leg.to - leg.from) == 16)
      return {{"KD-79"}, "From its second row a pawn goes two squares without a token.", squares};
    return {
        {"KD-79", "KD-80"}, "March takes a pawn two squares straight forward over and onto empty squares.", squares};
  case Power::leap: {
    const Bits64 stops = blockers(q.p, leg.from, leg.to) & ~q.p.of(q.p.turn, Man::pawn);
    const auto because = [&](Ids clauses) {
      return Reason{
          std::move(clauses),
          "Leap takes a rook, bishop or queen along its line over at least one own pawn; every other man stops it.",
          squares};
    };
    return stops == 0 ? because({"KD-81", "KD-82"}) : stoppedBy(q.p, stops, because({"KD-82", "KD-81"}));
  }
  default:
    return {{"KD-08"}, "That is not a turn of this game.", squares};
  }
}

std::optional<Reason> ownManOrKing(const Question& q, const Wish::LegWish& leg) {
  const bool own = (q.p.sides[index(q.p.turn)] & bit(leg.to)) != 0;
  const bool enemy = (q.p.sides[index(other(q.p.turn))] & bit(leg.to)) != 0;
  if (own && leg.how != Wish::How::swap && leg.to != leg.from)
    return Reason{{"KD-09", "KD-22"},
                  "An own man, the " + manOn(q.p, leg.to) + ", stands there; own men are never captured.",
                  {leg.to}};
  if (enemy && q.p.at(leg.to) == Man::king && leg.how != Wish::How::swap) {
    if (q.p.at(leg.from) == Man::paladin)
      return Reason{{"KD-29"}, "A paladin never captures a king.", {leg.to}};
    return Reason{{"KD-38", "KD-41", "KD-63"}, "Kings are not captured; the game ends with mate.", {leg.to}};
  }
  if (!enemy && (leg.how == Wish::How::capture || leg.how == Wish::How::shot))
    return Reason{with(movementClauses(q.p, q.p.at(leg.from), leg), {"KD-09"}),
                  "There is no enemy man on " + board.nameOf(leg.to) + " to capture.",
                  {leg.to}};
  return std::nullopt;
}

} // namespace

Reason movementReason(const Question& q) {
  if (q.wish.legs.empty())
    return {{"KD-64"}, "That is not a turn of this game.", {}};
  const auto& leg = q.wish.legs[0];
  if (leg.from < 0)
    return {{"KD-50"}, "Castling is not possible here.", {}};
  if (!q.wish.power.empty() && !q.wish.marks)
    return powerMovement(q, leg);
  if (q.wish.legs.size() == 2)
    return {{"KD-08", "KD-71"}, "One man moves once in a turn; two moves need a Haste token.", {leg.from}};
  if (leg.how == Wish::How::place)
    return {{"KD-77"}, "A man is put in a pawn's place by Sacrifice only.", {leg.from}};
  const Man man = q.p.at(leg.from);
  if (leg.on_the_way.empty())
    if (auto reason = ownManOrKing(q, leg))
      return *reason;
  if (leg.how == Wish::How::shot && man != Man::archer && man != Man::king)
    return {{"KD-09"}, "Only an archer, or a Death Touch king, captures without moving.", {leg.from, leg.to}};
  if (leg.how == Wish::How::swap && man != Man::maester)
    return {{"KD-35", "KD-33"}, "Only a maester exchanges squares.", {leg.from, leg.to}};
  Reason reason{movementClauses(q.p, man, leg), movementSentence(q.p, man), {leg.from, leg.to}};
  const Bits64 between = blockers(q.p, leg.from, leg.to);
  if (between != 0 &&
      (man == Man::bishop || man == Man::rook || man == Man::queen || man == Man::paladin || man == Man::pawn)) {
    reason = stoppedBy(q.p, between, std::move(reason));
    addClauses(reason.clauses, {"KD-22"});
    if (q.p.at(lowest(between)) == Man::guard)
      addClauses(reason.clauses, {"KD-32"});
  }
  return reason;
}

} // namespace linesman::rules::king_down
