#pragma once
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/watch/match_setup.h"
#include "app/watch/ship.h"

namespace linesman::app {

/// A piece that should be somewhere on the table.
struct ExpectedPiece {
  std::string key;
  Colour colour = Colour::red;
  PyramidSize size = PyramidSize::small;
  std::vector<SeenPose> places; ///< where it may lie; the first is the likeliest
};

/// Which seen pyramid (index into TableState::pyramids) is which expected piece.
struct Matching {
  std::map<std::string, std::size_t> found;
  std::vector<std::string> missing;
  std::vector<std::size_t> strangers; ///< lying pyramids that nobody expected
};

/// Nearest-first matching. A piece is looked for under its own size and colour first; one that lies right there under
/// another size or colour is the same piece misread.
Matching matchPieces(const std::vector<ExpectedPiece>& expected, const TableState& state);

/// The state without lying pyramids that reach into another one by more than measurement error allows: two solid pieces
/// cannot. The one the detector is less sure of goes.
TableState withoutImpossible(const TableState& state);

/// Of a pyramid that is there rather than not.
inline constexpr double likely_score = 0.5;

/// The fleets of the first settled table: lying pyramids of players' colours that are likelier there than not, named by
/// their colour's first letters and numbered from left to right. Without players in the setup every colour on the table
/// is one.
std::vector<Ship> nameShips(const TableState& state, std::vector<Player>& players);

/// The players in the order of their seats: the first one, and the others clockwise from him, seen from above, as their
/// fleets lie round the middle of them all.
void seatClockwise(const std::vector<Ship>& ships, std::vector<Player>& players);

/// Whether each player has as many ships of each size as every other one (AR-03), and there are two at least.
bool areFleetsAlike(const std::vector<Ship>& ships);

/// Adds a ship of a player's colour that was overlooked when the others were named: with its colour's next free number
/// or, where `anew`, all of its colour numbered from left to right once more. Its name, and the last one of its colour.
std::pair<std::string, std::string> addOverlooked(Ship ship, const std::vector<Player>& players, bool anew,
                                                  std::vector<Ship>& ships);

/// Numbers the ships of a colour from left to right once more. The name of the last one; "r0" where there is none.
std::string numberAnew(Colour colour, const std::vector<Player>& players, std::vector<Ship>& ships);

using Triangle = std::array<Eigen::Vector2d, 3>;
/// What a lying pyramid covers of the table.
Triangle footprintOf(const SeenPyramid& pyramid);
/// Whether enough of it is out of sight, under or behind what is told by `unseen_mm`, that it may be overlooked: a
/// third. As it was seen last.
bool mayBeHidden(const Ship& ship, const std::vector<TablePolygon>& unseen_mm);
/// Whether a lying pyramid that is not seen may lie there yet, under one of these hands that rest or close beside it.
bool mayBeUnder(const std::vector<TablePolygon>& hands_mm, PyramidSize size, const SeenPose& at);

/// Who has pieces of this colour; nullptr: nobody.
const Player* ownerOf(Colour colour, const std::vector<Player>& players);
/// Lying pyramids of colours that no player has.
std::vector<const SeenPyramid*> ownerless(const TableState& state, const std::vector<Player>& players);

/// Are all pyramids of players' colours told for sure? One that is not may hide a ship, or be seen as another.
bool showsFleetsPlainly(const TableState& state, const std::vector<Player>& players);

/// One sentence for every ship just named, by its name, whose colour, and so whose owner, is doubtful; where that is
/// because the picture has no colours one for all of them, by no name.
/// `named`: the table file names the colours in play.
std::map<std::string, std::string> doubtfulColours(const TableState& state, const std::vector<Ship>& ships, bool named);

} // namespace linesman::app
