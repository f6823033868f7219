#include <algorithm>

#include "rules/games/armada_chess/explainer.h"

namespace linesman::rules::armada_chess {

void Explainer::standing() {
  if (state().destroyed)
    object({118, 44}, city() + " is destroyed; its site is terrain and its exits mean nothing until it is rebuilt.");
}

/// The piece must stand on an exit field of the city, or be a Knight a leap away.
void Explainer::approach(bool attack) {
  const bool geometry = attack ? law_.options.attack_geometry != 0 : law_.options.entry_geometry != 0;
  if (approachTo(law_, position_, action_.from, action_.city, geometry).possible)
    return;
  const Piece& piece = position_.at(action_.from);
  const CityExit* exit = law_.board.exitOn(action_.city, action_.from);
  const std::string who = "The " + call(piece) + " on " + name(action_.from);
  if (exit != nullptr && exit->in)
    return object({attack ? 102 : 92},
                  who + " does not move in the direction of " + city() + " (the switch for the geometry is on).",
                  {action_.from});
  const std::string knight = piece.kind == Kind::knight ? " nor a leap away from it" : "";
  if (attack)
    return object({102, 3, 103},
                  who + " stands on no exit field of " + city() + knight +
                      "; an attack starts where the piece stood before this move.",
                  {action_.from});
  object({92, 3, 93}, who + " stands on no exit field of " + city() + knight + "; a city is entered from there only.",
         {action_.from});
}

void Explainer::enter() {
  standing();
  if (objected())
    return;
  if (state().controller != side_)
    return object({92, 3, 102},
                  city() + " is held by " + titleOf(state().controller) + "; it can be attacked, not entered.",
                  {action_.from});
  approach(false);
  if (objected())
    return;
  const Piece& piece = position_.at(action_.from);
  if (law_.options.city_overflow == choice::city_overflow_illegal && piece.kind != Kind::king &&
      state().die + piece.value() > 6)
    object({91},
           "The strength of " + city() + " would exceed 6 (" + std::to_string(state().die) + " + " +
               std::to_string(piece.value()) + "; city_overflow=illegal).",
           {action_.from});
}

void Explainer::burn() {
  standing();
  if (objected())
    return;
  if (state().controller != side_)
    return object({115},
                  city() + " is held by " + titleOf(state().controller) + "; one burns only cities one controls.",
                  {action_.from});
  approach(false);
  if (objected()) {
    found_.clauses.insert(found_.clauses.begin(), 115);
    return;
  }
  const Piece& piece = position_.at(action_.from);
  if (piece.isUnit())
    return object({42, 115}, "A Rookpawn cannot burn a city: it may not stand on the ruins.", {action_.from});
  if (state().king)
    return object({115, 98}, city() + " shelters the own King and cannot be burnt.", {action_.from});
  if (law_.options.scorched_needs_value != 0 && piece.value() <= state().die)
    return object({115, 104},
                  "The " + call(piece) + " counts " + std::to_string(piece.value()) + ", not more than the strength " +
                      std::to_string(state().die) + " of " + city() + " (scorched_needs_value=on).",
                  {action_.from});
  if (law_.options.scorched_last == choice::scorched_last_illegal && burnLosesLastCity(law_, position_, action_.city))
    object({115, 138}, "Burning " + city() + " would give up the last city (scorched_last=illegal).", {action_.from});
}

void Explainer::attack() {
  standing();
  if (objected())
    return;
  if (state().controller == side_)
    return object({102, 3}, city() + " is one's own; it can be entered or burnt, not attacked.", {action_.from});
  approach(true);
  if (objected())
    return;
  const Piece& piece = position_.at(action_.from);
  const int value = piece.value(), die = state().die;
  const std::string sum =
      "the " + call(piece) + " counts " + std::to_string(value) + ", " + city() + " " + std::to_string(die);
  const bool falls = value > die;
  if (underCeasefire(position_, side_) && (!falls || state().king || noHostilities(law_, position_, side_)))
    return object({132, 133}, "A cease-fire runs: this attack would knock out a piece (" + sum + ").", {action_.from});
  if (falls && !request_.word_given)
    return object({104}, "The city falls (" + sum + "); say whether to occupy or to destroy it.", {action_.from});
  if (!falls && request_.word_given)
    return object({value < die ? 105 : 106, 104},
                  "There is nothing to choose: " + sum + (value < die ? ", so it is a reduction." : ", so both fall."),
                  {action_.from});
  if (piece.isUnit() && action_.choice == CityChoice::destroy)
    object({42, 111}, "A Rookpawn may not destroy a city: it cannot stand on the ruins. It may occupy.",
           {action_.from});
}

void Explainer::exit() {
  standing();
  if (objected())
    return;
  if (state().controller != side_)
    return object({3, 109, 94},
                  city() + " is held by " + titleOf(state().controller) + "; only its controller takes pieces out.");
  if (law_.options.sabotage_scope == choice::sabotage_scope_all)
    lock(action_.kind);
  slot(action_.kind, no_field);
  const CityExit* exit = law_.board.exitOn(action_.city, action_.to);
  if (exit == nullptr || !exit->out)
    object({96, 3, 94},
           name(action_.to) + " is no exit field of " + city() + "; everyone, Knights too, leaves by those.",
           {action_.to});
  const Piece& there = position_.at(action_.to);
  if (there.present() && !(action_.capture && law_.options.exit_capture != 0 && there.side != side_))
    object({101}, name(action_.to) + " is occupied; a piece leaves a city onto a free exit field only.", {action_.to});
  if (!there.present() && action_.capture)
    return object({101}, "Nothing stands on " + name(action_.to) + " to be taken.", {action_.to});
  if (action_.kind == Kind::king && (law_.options.king_from_reserve == 0 || state().king)) {
    if (!state().king)
      return object({100, 9}, "The King is not inside " + city() + "; he is never available in the reserve.");
    if (state().die < 6)
      return object({100},
                    "The King leaves " + city() + " only at strength 6; it shows " + std::to_string(state().die) + ".");
    if (request_.bands && *request_.bands != bandsOf(state().king_trained, state().king_lives == Lives::high))
      object({100}, "The King inside wears other bands.");
    return;
  }
  int waiting = 0, states = 0;
  for (std::size_t bands = 0; bands < bands_count; ++bands) {
    const int count = position_.reserve[indexOf(side_)][indexOf(action_.kind)][bands];
    states += count > 0 ? 1 : 0;
    if (!request_.bands || *request_.bands == bands)
      waiting += count;
  }
  const std::string what = titleOf(action_.kind);
  if (waiting == 0)
    object({97, 9}, "No such " + what + " waits in the reserve of " + titleOf(side_) + ".");
  const int needed = std::max(2, valueOf(action_.kind));
  if (state().die < needed)
    object({94}, city() + " shows " + std::to_string(state().die) + "; a " + what + " comes out at " +
                     std::to_string(needed) + " or more.");
  if (there.present() && there.side != side_ && action_.capture) {
    const Striker striker{action_.kind, valueOf(action_.kind), request_.bands && isTrained(*request_.bands), false};
    shielded(striker, shieldOf(law_, position_, striker, action_.to));
  }
  if (!objected() && states > 1 && !request_.bands && position_.reserve[indexOf(side_)][indexOf(action_.kind)][0] == 0)
    object({97}, "Several kinds of " + what + " wait; name the bands, like " + std::string(1, letterOf(action_.kind)) +
                     "+low.");
}

} // namespace linesman::rules::armada_chess
