// One action being carried out; the parts of effects.h see it, nobody else.
#pragma once

#include <algorithm>
#include <initializer_list>

#include "rules/games/armada_chess/effects.h"
#include "rules/games/armada_chess/facts.h"

namespace linesman::rules::armada_chess {

inline std::uint8_t narrow(int value) {
  return static_cast<std::uint8_t>(value);
}
inline std::uint8_t lowered(std::uint8_t die, int by) {
  return narrow(std::max(1, die - by));
}
inline std::uint8_t raised(std::uint8_t die, int by) {
  return narrow(std::min(6, die + by));
}

/// Carries out one action. One object lives for one action.
class Actor {
public:
  Actor(const Law& law, Position& position, const Action& action, ClauseSet* trace)
      : law_(law), position_(position), action_(action), trace_(trace), mover_(position.side) {}

  Effect run();

private:
  void cite(std::initializer_list<int> clauses) {
    if (trace_ != nullptr)
      trace_->add(clauses);
  }
  CityState& city() { return position_.cities[action_.city]; }
  void toReserve(Side side, Kind kind, bool trained, bool high) {
    ++position_.reserve[indexOf(side)][indexOf(kind)][bandsOf(trained, high)];
  }
  void takeFromReserve(Kind kind, Bands bands) { --position_.reserve[indexOf(mover_)][indexOf(kind)][bands]; }

  Piece lift(Field field);
  void put(Field field, Piece piece, Field from);
  void lose(Side side, Kind kind, bool trained, bool high, bool from_board);
  void losePiece(const Piece& piece, Field field, Kind taker);
  void loseKing(Side side, bool trained, Lives lives, Kind taker);
  void moralFall(Side side, Kind kind);
  bool openRevival(Side side, Kind kind, bool trained);

  void travel();
  void rider();
  void citeTravel(const Piece& piece, Field from, Field to);
  void citePawn(Field from, Field to, bool boarded);
  void citeArrival(const Piece& piece, Field to);
  void citeCapture(const Piece& victim, const Striker& striker, Field field);
  void capture(const Striker& striker, Field field, Kind taker, Piece& victim);
  void promote(Field field);
  void doubleStep(Field from, Field to);
  void train();
  void upgrade();
  void rebuild();
  void artillery();
  void enter();
  void leave();
  void attack();
  void fall(const Piece& attacker, const Approach& approach);
  void bothFall(const Piece& attacker);
  void reduce(const Piece& attacker);
  void occupy(const Piece& attacker);
  void destroy(const Piece& attacker, Field from, Field stand);
  void payPrice(Side attacker, Side defender);
  void kingInsideFalls(const Piece& attacker);
  void garrison(const Piece& piece);
  void loseAttacker(const Piece& attacker);
  void ruin();
  void burn();

  const Law& law_;
  Position& position_;
  const Action& action_;
  ClauseSet* trace_;
  const Side mover_;
  Effect effect_;
};

} // namespace linesman::rules::armada_chess
