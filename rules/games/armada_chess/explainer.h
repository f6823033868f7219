// The workings of explain(); only explain*.cpp use it.
#pragma once

#include <initializer_list>

#include "rules/games/armada_chess/explain.h"
#include "rules/games/armada_chess/facts.h"

namespace linesman::rules::armada_chess {

/// Looks for objections in the order in which a referee would name them; the first one found stays.
class Explainer {
public:
  Explainer(const Law& law, const Turn& turn, const Request& request)
      : law_(law), turn_(turn), position_(turn.position()), request_(request), action_(request.action),
        side_(turn.position().side) {}

  Objection run();

private:
  void object(std::initializer_list<int> clauses, const std::string& sentence,
              std::initializer_list<Field> highlights = {});
  bool objected() const { return found_.found(); }
  std::string name(Field field) const { return field == no_field ? "off the board" : law_.board.nameOf(field); }
  std::string city() const { return "C" + std::to_string(law_.board.cities[action_.city].id); }
  std::string call(const Piece& piece) const;
  const CityState& state() const { return position_.cities[action_.city]; }

  void actor();
  void lock(Kind kind);
  void slot(Kind kind, Field field);
  void closedSlot();
  void ceasefire();

  // explain_travel.cpp
  void travel();
  void target(const Piece& mover, Kind kind);
  void pawnWay(bool trained, bool rides);
  void boarding(bool by_way);
  void knightWay();
  void slideWay(const Piece& piece);
  void bishopStep();
  void capture(const Striker& striker);
  void shielded(const Striker& striker, Shield shield);
  void promotion();
  void promotedTo(Field field);

  // explain_lift.cpp
  void fort();
  void train();
  void upgrade();
  void rebuild();
  void artillery();
  void latePromotion();
  void revive();
  void blockade();

  // explain_city.cpp
  void standing();
  void approach(bool attack);
  void enter();
  void burn();
  void attack();
  void exit();

  const Law& law_;
  const Turn& turn_;
  const Position& position_;
  const Request& request_;
  const Action& action_;
  const Side side_;
  Objection found_;
};

} // namespace linesman::rules::armada_chess
