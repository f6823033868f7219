#include "app/watch/turn_text.h"

#include <algorithm>
#include <cctype>

#include "models/sentences.h"

namespace linesman::app {

bool names(const std::string& turn, const std::string& square) {
  for (std::size_t at = turn.find(square); at != std::string::npos; at = turn.find(square, at + 1)) {
    const std::size_t end = at + square.size();
    const bool longer_rank = end < turn.size() && turn[end] >= '0' && turn[end] <= '9';
    if (!longer_rank)
      return true;
  }
  return false;
}

bool mayChange(const std::string& turn, const std::set<std::string>& squares) {
  return turn.find('@') != std::string::npos || turn.starts_with("O-O") ||
         std::any_of(squares.begin(), squares.end(), [&](const std::string& s) { return names(turn, s); });
}

std::vector<std::string> squaresOf(const std::string& turn) {
  std::vector<std::string> squares;
  for (std::size_t i = 0; i + 1 < turn.size(); ++i) {
    if (turn[i] < 'a' || turn[i] > 'j' || turn[i + 1] < '1' || turn[i + 1] > '9')
      continue;
    if (i > 0 && turn[i - 1] >= 'a' && turn[i - 1] <= 'z' && turn[i - 1] != 'x')
      continue; // inside a word
    std::string square = turn.substr(i, 2);
    if (turn.compare(i + 1, 2, "10") == 0)
      square = turn.substr(i, 3);
    squares.push_back(square);
  }
  return squares;
}

bool captures(const std::string& turn) {
  for (std::size_t i = 1; i + 1 < turn.size(); ++i)
    if ((turn[i] == 'x' || turn[i] == '*') && turn[i - 1] >= '0' && turn[i - 1] <= '9')
      return true;
  return false;
}

std::string mainAction(const std::string& turn) {
  std::string rest = turn;
  while (rest.starts_with("revive ") && rest.find(',') != std::string::npos)
    rest.erase(0, rest.find(',') + 1);
  return rest.substr(0, rest.find_first_of(",{+@"));
}

bool isLateClaim(const std::string& turn) {
  return turn.starts_with("claim ") && turn != "claim draw";
}

bool isTalk(const std::string& word) {
  static const std::set<std::string> talk = {"draw?", "ceasefire?", "cease-fire?", "extend", "yes",
                                             "no",    "claim",      "resign",      "time"};
  return talk.contains(word);
}

bool isMovingPower(const std::string& word) {
  static const std::set<std::string> powers = {"strike", "flight", "march", "leap"};
  return powers.contains(lower(word));
}

bool isPower(const std::string& word) {
  return isMovingPower(word) || lower(word) == "haste" || lower(word) == "sacrifice";
}

std::string powerOf(const std::string& turn) {
  const std::string power = turn.substr(0, turn.find(':'));
  return isPower(power) ? power : "";
}

std::string firstWord(const std::string& say) {
  return say.substr(0, say.find(' '));
}

std::string together(const std::vector<std::string>& turns) {
  return joined(turns, " and ");
}

std::string otherPlayer(const std::string& player) {
  return player == "white" ? "black" : "white";
}

std::string lower(std::string text) {
  for (char& c : text)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

} // namespace linesman::app
