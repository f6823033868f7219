#include "rules/games/armada_chess/explain.h"

#include <algorithm>

#include "rules/games/armada_chess/explainer.h"

namespace linesman::rules::armada_chess {

void Explainer::object(std::initializer_list<int> clauses, const std::string& sentence,
                       std::initializer_list<Field> highlights) {
  for (const int clause : clauses) {
    if (std::find(found_.clauses.begin(), found_.clauses.end(), clause) == found_.clauses.end())
      found_.clauses.push_back(clause);
  }
  if (objected())
    return; // a further objection adds its clauses only
  found_.sentence = sentence;
  for (const Field field : highlights) {
    if (field != no_field)
      found_.highlights.push_back(field);
  }
}

std::string Explainer::call(const Piece& piece) const {
  return piece.isUnit() ? "Rookpawn" : titleOf(piece.kind);
}

/// The one who should act stands there and may act at all.
void Explainer::actor() {
  if (action_.from == no_field)
    return;
  const Piece& piece = position_.at(action_.from);
  if (!piece.present())
    return object({16}, "No piece stands on " + name(action_.from) + ".", {action_.from});
  if (piece.side != side_)
    return object({16},
                  "The " + call(piece) + " on " + name(action_.from) + " belongs to " + titleOf(piece.side) + "; " +
                      titleOf(side_) + " is to move.",
                  {action_.from});
  if (action_.type == ActionType::rider && !piece.isUnit())
    return object({80}, "No pawn rides on " + name(action_.from) + "; only the pawn of a Rookpawn acts with p:.",
                  {action_.from});
  const bool lift = isLift(action_.type) || action_.type == ActionType::fort || action_.type == ActionType::promote;
  if (!(lift && law_.options.sabotage_scope == choice::sabotage_scope_travel_only))
    lock(action_.type == ActionType::rider ? Kind::pawn : piece.kind);
  const Field bound = boundPiece(law_, position_);
  if (bound != no_field && bound != action_.from) {
    std::vector<Action> must;
    Generator(law_, position_, turn_.rule(), must).actions();
    const bool touched = law_.options.touch_move != 0 && position_.touched == bound;
    if (!must.empty() && must.front().from == bound)
      object({touched ? 15 : 11},
             touched ? "The piece on " + name(bound) + " was touched and must move (touch-move is on)."
                     : "The King makes the first move of his side (king_first=first_move).",
             {bound});
  }
  slot(action_.type == ActionType::rider ? Kind::pawn : piece.kind, action_.from);
}

void Explainer::lock(Kind kind) {
  if ((lockedKinds(law_, position_, side_) & bitOf(kind)) == 0)
    return;
  Field holder = no_field;
  for (const Field field : law_.board.sabotage_fields[indexOf(side_)]) {
    if (position_.at(field).present() && position_.at(field).side != side_)
      holder = field;
  }
  const std::string who =
      std::string(titleOf(otherSide(side_))) + "'s " + call(position_.at(holder)) + " on " + name(holder);
  object({67, 64}, who + " sabotages every " + titleOf(kind) + " of " + titleOf(side_) + ": none may act.", {holder});
}

void Explainer::closedSlot() {
  const Holders now = holdersOf(law_, position_, side_);
  const Action& last = turn_.lastAction();
  const std::string one = "A turn holds one move";
  if (last.type == ActionType::attack && last.choice == CityChoice::destroy) {
    object({114, 16, 19}, "Who destroys a city has no extra move.");
  } else if (last.type == ActionType::attack && last.choice == CityChoice::none) {
    object({16, 19, 105, 106}, "An attack that does not bring the city down for the attacker gives no extra move.");
  } else if (turn_.intelligenceHeldAtStart()) {
    object({71, 16, 19}, one + "; with Intelligence a second one follows only when both are made by pieces of the "
                               "holder's type, never by the holder.");
  } else if (now.count > 0) {
    object({69, 16, 19}, one + "; Intelligence held since this turn gives a second move from the next turn on.",
           {now.entries[0].field});
  } else {
    object({16, 19, 69, 72},
           one + "; a second one needs an occupied city or an own piece on the enemy's I field before the turn.");
  }
  // Arrival and what is done there are two moves.
  switch (action_.type) {
  case ActionType::attack:
    return object({102}, "");
  case ActionType::train:
    return object({46}, "");
  case ActionType::upgrade:
    return object({53}, "");
  case ActionType::enter:
    return object({92}, "");
  case ActionType::artillery:
    return object({124}, "");
  default:
    return;
  }
}

void Explainer::slot(Kind kind, Field field) {
  const SlotRule& rule = turn_.rule();
  if (turn_.isDecided())
    return object({16}, "The game is decided; no move follows.");
  if (rule.slot == Slot::closed)
    return closedSlot();
  if (rule.slot == Slot::exits && (action_.type != ActionType::exit || action_.city != rule.exits_of))
    return object({94}, "Only further pieces of the same city may come out now; end the turn with done.");
  if (!rule.permits(kind, field))
    return object({71},
                  "The second Intelligence move belongs to " +
                      std::string(rule.same_piece != no_field ? "the piece that moved first"
                                                              : "another piece of the holder's type") +
                      ", not to the " + titleOf(kind) + (field == no_field ? "" : " on " + name(field)) + ".",
                  {field});
  if (rule.no_lifts && isLift(action_.type))
    return object({71}, "A second lift in one turn is switched off (double_lift=off).", {field});
  if (rule.no_attacks && action_.type == ActionType::attack)
    object({107}, "The extra move may not be an attack on a city (extra_move=not_attack).", {field});
}

void Explainer::ceasefire() {
  if (!underCeasefire(position_, side_))
    return;
  object({132, 133},
         std::string("A cease-fire runs for ") + titleOf(side_) + " for " +
             std::to_string(position_.ceasefire[indexOf(side_)]) +
             " more moves: nothing may be knocked out, and it cannot be broken.",
         {action_.from, action_.to});
}

Objection Explainer::run() {
  if (action_.type != ActionType::revive)
    actor();
  if (objected())
    return found_;
  switch (action_.type) {
  case ActionType::travel:
  case ActionType::rider:
    travel();
    break;
  case ActionType::fort:
    fort();
    break;
  case ActionType::train:
    train();
    break;
  case ActionType::upgrade:
    upgrade();
    break;
  case ActionType::rebuild:
    rebuild();
    break;
  case ActionType::artillery:
    artillery();
    break;
  case ActionType::enter:
    enter();
    break;
  case ActionType::exit:
    exit();
    break;
  case ActionType::attack:
    attack();
    break;
  case ActionType::burn:
    burn();
    break;
  case ActionType::blockade:
    blockade();
    break;
  case ActionType::promote:
    latePromotion();
    break;
  case ActionType::revive:
    revive();
    break;
  }
  return found_;
}

Objection explain(const Law& law, const Turn& turn, const Request& request) {
  return Explainer(law, turn, request).run();
}

} // namespace linesman::rules::armada_chess
