#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rules/game.h"

namespace linesman::rules {

using OptionValues = std::map<std::string, std::string>;

/// How a game ended: winner "white", "black" or "draw".
struct GameOver {
  std::string winner;
  std::vector<std::string> clauses;
};

/// What the law says of one turn.
struct TurnAnswer {
  bool legal = false;
  std::vector<std::string> clauses; ///< ids, the deciding one first
  std::string sentence;
  std::optional<GameOver> over;        ///< set when the turn ended the game
  std::vector<std::string> highlights; ///< squares to show
  std::vector<std::string> instead;    ///< illegal: what would have been legal for that man
  std::vector<std::string> notices;    ///< beside the ruling: rights that are open or lapsed; in the sentence too

  /// Why not; empty where it is legal.
  std::string sentenceAgainst() const { return legal ? std::string() : sentence; }
};

/// What stands when people allow what the law does not, and the end of the game where that brings it.
struct AllowedMove {
  nlohmann::json position;
  std::optional<GameOver> over;
};

/// One match: a position together with the law and the switches it is played under.
class BoardMatch {
public:
  virtual ~BoardMatch() = default;
  BoardMatch() = default;
  BoardMatch(const BoardMatch&) = delete;
  BoardMatch& operator=(const BoardMatch&) = delete;

  /// Texts of all legal turns, sorted by their bytes; none when the game is over.
  std::vector<std::string> turns() const;
  /// Texts by which the side that moved last may still claim what it left unused; none in most games.
  std::vector<std::string> claims() const { return doClaims(); }
  /// Who has offered what the other side may still answer with "yes" or "no": "white" or "black"; empty: nobody.
  std::string offeredBy() const { return doOfferedBy(); }
  /// The number of sequences of `depth` legal turns.
  std::uint64_t perft(int depth) const { return doPerft(depth); }
  /// The same for each legal turn, sorted by text; depth at least 1.
  std::vector<std::pair<std::string, std::uint64_t>> divide(int depth) const;
  /// The position in the game's own notation: a text, or a JSON object.
  nlohmann::json position() const { return doPosition(); }
  /// Judges a turn and plays it when it is legal; an illegal one leaves everything as it was.
  TurnAnswer play(const std::string& turn) { return doPlay(turn); }
  /// A man carried from one square to another, as people allow it whatever the law says of it. What follows from that
  /// is as of any move: who stood there is taken, rights are lost, the other side is to move. The match stays as it
  /// is. Nothing where nobody stands on `from`, a man of the same side on `to`, or the board has no such squares.
  std::optional<AllowedMove> allowed(const std::string& from, const std::string& to) const {
    return doAllowed(from, to);
  }

private:
  virtual std::vector<std::string> doTurns() const = 0;
  virtual std::vector<std::string> doClaims() const { return {}; }
  virtual std::string doOfferedBy() const = 0;
  virtual std::uint64_t doPerft(int depth) const = 0;
  virtual std::vector<std::pair<std::string, std::uint64_t>> doDivide(int depth) const = 0;
  virtual nlohmann::json doPosition() const = 0;
  virtual TurnAnswer doPlay(const std::string& turn) = 0;
  virtual std::optional<AllowedMove> doAllowed(const std::string& from, const std::string& to) const = 0;
};

/// A start that chance decides, to be published as "set-up number N of M".
struct SetupDraw {
  std::uint64_t number = 0;
  std::uint64_t count = 0; ///< numbers go from 0 to count - 1
  std::string position;
};

/// A game on squares. A new one fills three hooks: its rule book, how to open a match, and the match itself.
class BoardGame : public Game {
public:
  /// Opens a match. `position` is a text or JSON object in the game's notation; `options` name switches of the rule
  /// book (the others keep their defaults); `board` is a board file for games that have several. Errors are one
  /// sentence.
  Result<std::unique_ptr<BoardMatch>> open(const nlohmann::json& position, const OptionValues& options,
                                           const std::string& board = "") const;
  /// The start with set-up number `number`, or the one drawn with `seed` when it is left out: the same on every
  /// machine. `powers` are the players' choices where the game has some ("Freeze,Leap"); empty for none. Games that
  /// always start the same way answer with one sentence.
  Result<SetupDraw> draw(std::uint64_t seed, std::optional<std::uint64_t> number, const OptionValues& options,
                         const std::string& powers = "") const;

private:
  /// "on" is true, "kd.castling" is castling.
  Result<std::pair<std::string, std::string>> doReadOption(const std::string& name,
                                                           const std::string& value) const final;
  Result<nlohmann::json> doJudge(const nlohmann::json& scenario) const final;
  /// `options` holds a checked value for every option of the book.
  virtual Result<std::unique_ptr<BoardMatch>> doOpen(const nlohmann::json& position, const OptionValues& options,
                                                     const std::string& board) const = 0;
  virtual Result<SetupDraw> doDraw(std::uint64_t seed, std::optional<std::uint64_t> number, const OptionValues& options,
                                   const std::string& powers) const;
  Result<OptionValues> allOptions(const OptionValues& chosen) const;
};

/// Adds those of `more` that are not yet in `ids`.
void addClauses(std::vector<std::string>& ids, const std::vector<std::string>& more);
/// Shows a square once.
void show(TurnAnswer& answer, const std::string& square);

/// Movement notation by man: the text entries of [data.movement] of a rule book (see movement.h).
std::map<std::string, std::string> movementsOf(const RuleBook& book);

/// The board game called `id`, or one sentence: unknown, or not played on squares.
Result<std::unique_ptr<BoardGame>> makeBoardGame(const std::string& id);

} // namespace linesman::rules
