#pragma once
#include "app/analyst.h"
#include "app/watch/match_profile.h"

namespace linesman::app {

/// The board that a match on squares is played on: its own, else the usual one of its game.
std::string boardOf(const MatchSetup& match);

/// Whether the game can be played on the table's board; one sentence where it has too few squares, or too many.
/// `board`: what it is played on, see boardOf.
Result<void> checkBoardSize(const TableFile& table, const std::string& game, const std::string& board);

/// Is a board of the match at rest in several pictures of the source? Then the first of them, which may be exposed
/// badly or have an arm in it, shows none yet. `fps`: of folders and patterns, where it is given.
bool showsFilm(const std::string& source, std::optional<double> fps, const std::string& game);

/// Pictures a second where nobody tells how many: folders and patterns show a table at rest in each.
double usualRate(const std::string& source);

/// A scene with what its match says instead of the table file: squares or an open table, the board, the players'
/// colours.
Scene withMatch(Scene scene, const MatchSetup& match);
/// The camera and table of a profile, with what its match says instead of the table file.
Scene sceneOf(const MatchProfile& profile);
/// The profile of a match that is played before the camera of a scene.
MatchProfile profileOf(const Scene& scene, const MatchSetup& match);

} // namespace linesman::app
