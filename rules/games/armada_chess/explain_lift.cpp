#include <algorithm>

#include "rules/games/armada_chess/explainer.h"

namespace linesman::rules::armada_chess {

void Explainer::fort() {
  const Piece& piece = position_.at(action_.from);
  if (piece.kind != Kind::rook)
    return object({85}, "Only a Rook is fortified; " + name(action_.from) + " holds a " + call(piece) + ".",
                  {action_.from});
  if (piece.turned)
    object({85, 86},
           "The Rook on " + name(action_.from) + " is turned already; it turns back only by moving or striking.",
           {action_.from});
}

void Explainer::train() {
  const Piece& piece = position_.at(action_.from);
  if (piece.isUnit())
    return object({42, 46}, "A Rookpawn cannot stand on terrain and so cannot train.", {action_.from});
  if (!isTerrain(law_, position_, action_.from))
    return object({46},
                  "The " + call(piece) + " on " + name(action_.from) + " does not stand on terrain; training needs a " +
                      law_.board.terrain_word + " under the piece since an earlier move.",
                  {action_.from});
  if (piece.trained)
    return object({46, 51}, "The " + call(piece) + " on " + name(action_.from) + " is trained already.",
                  {action_.from});
  for (std::size_t index = 0; index < law_.board.fields.size(); ++index) {
    const Piece& other = position_.pieces[index];
    const auto field = static_cast<Field>(index);
    if (law_.options.second_trainee != choice::second_trainee_illegal || field == action_.from)
      continue;
    if (other.present() && other.side == side_ && other.training > 0)
      return object({50},
                    "The " + call(other) + " on " + name(field) + " is in training; only one piece trains at a time.",
                    {field});
  }
}

void Explainer::upgrade() {
  const Piece& piece = position_.at(action_.from);
  if (!isUpgradeField(law_, action_.from, side_))
    return object({53},
                  name(action_.from) + " is no S or I field of " + titleOf(side_) + "; upgrades are made there only.",
                  {action_.from});
  if (piece.lives == Lives::high)
    return object({55, 58},
                  "The " + call(piece) + " on " + name(action_.from) +
                      " is upgraded already; it may be upgraded again when that life is spent.",
                  {action_.from});
  if (piece.lives == Lives::crown && law_.options.king_reupgrade == choice::king_reupgrade_off)
    object({58, 62}, "A King with the crown band is not upgraded a second time (king_reupgrade=off).", {action_.from});
}

void Explainer::rebuild() {
  const Piece& piece = position_.at(action_.from);
  const CityIndex site = law_.board.fields[action_.from].city;
  if (piece.kind != Kind::rook)
    return object({116}, "Only a Rook rebuilds a city; " + name(action_.from) + " holds a " + call(piece) + ".",
                  {action_.from});
  if (site == no_city || !position_.cities[site].destroyed)
    return object({116}, name(action_.from) + " is no site of a destroyed city.", {action_.from});
  if (!piece.turned)
    return object({116, 85}, "The Rook on " + name(action_.from) + " must be turned (fort) before it rebuilds.",
                  {action_.from});
  if (law_.options.rebuild_site == choice::rebuild_site_own && law_.board.cities[site].owner != side_)
    return object({116}, "Only the sites of one's own cities may be rebuilt (rebuild_site=own).", {action_.from});
  for (const Field other : law_.board.cities[site].footprint) {
    if (other != action_.from && position_.at(other).present())
      return object({116}, "The site cannot be rebuilt while another piece stands on " + name(other) + ".", {other});
  }
}

void Explainer::artillery() {
  const Piece& piece = position_.at(action_.from);
  if (piece.kind != Kind::king)
    return object({124}, "Only the King fires artillery; " + name(action_.from) + " holds a " + call(piece) + ".",
                  {action_.from});
  int enemies = 0;
  bool named = action_.city == no_city;
  for (const auto& [city, exit] : law_.board.fields[action_.from].exits) {
    if (position_.cities[city].destroyed || position_.cities[city].controller == side_)
      continue;
    ++enemies;
    named = named || city == action_.city;
  }
  if (enemies == 0 || !named)
    return object({124, 118},
                  name(action_.from) + " is no exit field of a standing enemy city" + (named ? "" : " of that number") +
                      ".",
                  {action_.from});
  if (noHostilities(law_, position_, side_))
    return ceasefire();
  if (enemies > 1 && action_.city == no_city)
    return object({124},
                  name(action_.from) + " serves several enemy cities; name the one, like artillery " +
                      name(action_.from) + " C4.",
                  {action_.from});
  if (enemies == 1 && action_.city != no_city)
    object({124}, "Only one enemy city lies there; write artillery " + name(action_.from) + ".", {action_.from});
}

void Explainer::latePromotion() {
  if (law_.options.promotion_late == 0)
    return object({74}, "A pawn is promoted as it arrives, not later (promotion_late=off).", {action_.from});
  if (position_.at(action_.from).kind != Kind::pawn || !isResourceOf(law_, action_.from, otherSide(side_)))
    return object({77}, "Only a pawn on an enemy R is promoted.", {action_.from});
  if (action_.kind == Kind::king)
    return object({74, 9}, "A pawn never becomes a King; choose a piece of the reserve.", {action_.from});
  promotedTo(action_.from);
}

void Explainer::revive() {
  const Revivals& open = position_.revivals[indexOf(side_)];
  const bool known = std::any_of(open.entries.begin(), open.entries.begin() + open.count,
                                 [&](const Revival& entry) { return entry.kind == action_.kind; });
  if (!known)
    return object({57, 135},
                  std::string(titleOf(side_)) + " has no open second life of a " + titleOf(action_.kind) +
                      "; one that was not claimed before the opponent finished his move has lapsed.",
                  {action_.to});
  if (!isResourceOf(law_, action_.to, side_))
    return object({57, 5}, name(action_.to) + " is no R field of " + titleOf(side_) + "; a second life begins there.",
                  {action_.to});
  if (position_.at(action_.to).present())
    return object({57}, name(action_.to) + " is occupied; a second life needs a free own R.", {action_.to});
  if (turn_.hasActed())
    return object(
        {57, 135},
        "A second life from the opponent's turn is claimed before one's own move, or by itself behind the turn.",
        {action_.to});
  if (request_.bands)
    object({57}, "No such piece waits for a second life; mind its bands.", {action_.to});
}

void Explainer::blockade() {
  slot(Kind::none, no_field);
  if (objected())
    return;
  if (law_.options.blockade == choice::blockade_passive)
    return object({125}, "A blockade takes effect by itself at the end of the turn; no move is needed for it.");
  if (noHostilities(law_, position_, side_))
    return ceasefire();
  if (!isBlockaded(law_, position_, action_.city, side_))
    object({125},
           city() + " is not blockaded: own pieces must stand on all of its exit fields and the enemy must hold it.");
}

} // namespace linesman::rules::armada_chess
