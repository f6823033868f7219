#pragma once
#include <set>
#include <string>
#include <vector>

namespace linesman::app {

/// Does a turn's text name the square? "c1" is not named by "c10".
bool names(const std::string& turn, const std::string& square);
/// May a turn have changed one of the squares? A bomb or a power ("Bomb@c8") changes others than those that its text
/// names, and castling ("O-O") names none.
bool mayChange(const std::string& turn, const std::set<std::string>& squares);
/// The squares a turn text names, in order.
std::vector<std::string> squaresOf(const std::string& turn);
bool captures(const std::string& turn);
/// Of a turn its first action besides second lives that are set back, without what it marks and what it crushes:
/// "e4d4" of "revive R d1,e4d4,h9g9", "e2e5" of "e2e5{e3,e5}", "e2e4" of "e2e4+Freeze@d7".
std::string mainAction(const std::string& turn);
/// "claim f7xh8": what the side that moved last had left unused (AC-135).
bool isLateClaim(const std::string& turn);
/// "training" of "training 2 d5".
std::string firstWord(const std::string& say);
/// King Down's powers that another move is written with: "Strike:d2d6".
bool isMovingPower(const std::string& word);
/// These, and those that turns of their own are written with.
bool isPower(const std::string& word);
/// The power a turn is written with, as it has it: "Strike" of "Strike:d2d6". Empty: none.
std::string powerOf(const std::string& turn);
/// Is this first word of what was said talk between the players, and no turn?
bool isTalk(const std::string& word);
/// "e2e4 and e7e5"
std::string together(const std::vector<std::string>& turns);
std::string otherPlayer(const std::string& player);
std::string lower(std::string text);

} // namespace linesman::app
