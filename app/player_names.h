#pragma once
#include <string>

#include <QStringList>

#include "app/watch/match_setup.h"

namespace linesman::app {

/// An English sentence of the law with the names that the players gave: on squares the law knows only White and Black.
/// Men keep their colour ("the black rook"), and games of ships their players, whom the law knows by name.
std::string withNames(const std::string& sentence, const MatchSetup& setup);

/// A player's name, in the window's language where he has none but that of his colour or side; colours too.
QString shownPlayer(const std::string& name);

/// With a capital: a sentence may begin with a player who has no name but that of a colour or side.
QString capitalised(const QString& sentence);

/// Who plays, as titles and lists show it, in the window's language: on squares a side whose player gave no name stands
/// beside one who did. Empty where nobody has one.
QStringList listedPlayers(const MatchSetup& setup);

} // namespace linesman::app
