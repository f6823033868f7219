#pragma once
// What the games on squares whose turns are plain values share above their generators: lists and counts of turns, and a
// match with its draws and talk. A game's namespace holds Law, Position (with `turn`, `at` and `all`) and Turn, and the
// functions named below, which are found by their arguments.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rules/board_game.h"
#include "rules/board_sides.h"
#include "rules/draw_rules.h"
#include "rules/square_board.h"

namespace linesman::rules {

/// Counts turns to a depth. `Turns` of a game:
///   using Law, Position, Turn
///   static void list(const Law&, const Position&, std::vector<Turn>&)        all legal turns, the list emptied before
///   static std::optional<std::uint64_t> count(const Law&, const Position&)   how many, where no list is needed for
///   that
template <class Turns> class TurnCounter {
public:
  using Law = typename Turns::Law;
  using Position = typename Turns::Position;
  using Turn = typename Turns::Turn;

  TurnCounter(const Law& law, int depth) : law_(law), lists_(static_cast<std::size_t>(std::max(depth, 0)) + 1) {}

  std::uint64_t count(const Position& p, int depth) {
    if (depth <= 0)
      return 1;
    if (depth == 1)
      if (const auto quick = Turns::count(law_, p))
        return *quick;
    auto& turns = lists_[static_cast<std::size_t>(depth)];
    Turns::list(law_, p, turns);
    if (depth == 1)
      return turns.size();
    std::uint64_t nodes = 0;
    for (std::size_t i = 0; i < turns.size(); ++i)
      nodes += count(after(law_, p, turns[i]), depth - 1);
    return nodes;
  }

private:
  const Law& law_;
  std::vector<std::vector<Turn>> lists_; ///< by depth, so that nothing is allocated between nodes
};

/// The legal turn that is written `text`.
template <class Law, class Position> auto turnWritten(const Law& law, const Position& p, const std::string& text) {
  const auto turns = legalTurns(law, p);
  const auto found = std::ranges::find_if(turns, [&](const auto& turn) { return textOf(law, p, turn) == text; });
  return found == turns.end() ? std::nullopt : std::optional(*found);
}

/// What the law says of a legal turn, without its consequences.
template <class Law, class Position, class Turn>
TurnAnswer legalAnswer(const Law& law, const Position& p, const Turn& turn) {
  TurnAnswer answer;
  answer.legal = true;
  answer.clauses = clausesOf(law, p, turn);
  answer.sentence = sentenceOf(law, p, turn);
  return answer;
}

/// "rook on e8", "empty square e8".
template <class Position> std::string manOn(const SquareBoard& board, const Position& p, int square) {
  const auto man = p.at(square);
  return (man == decltype(man)::none ? "empty square" : std::string(nameOf(man)) + " on") + " " + board.nameOf(square);
}

/// The game's own perft; inside a BoardMatch that name is the match's.
template <class Law, class Position> std::uint64_t turnsTo(const Law& law, const Position& p, int depth) {
  return perft(law, p, depth);
}

/// A match of one game. `Rules` of a game, besides what TurnCounter asks:
///   static std::string write(const Law&, const Position&)
///   static DrawRules draws(const Law&)
///   static bool irrevocable(const Position& before, const Position& after)
///   static const SquareBoard& squares()
///   static constexpr Man never_taken                                         whose loss would end the game before
///   static Turn moving(int from, int to)                                     one man, without a power or a promotion
/// and, found by their arguments, legalTurns, perft, after, textOf, keyOf, judgeTurn and addConsequences.
///
/// Besides turns it takes the words `resign` and `draw?` of the side to move, the other side's `yes` or `no` behind
/// `draw?` or behind the turn with which it was offered (a turn of its own declines too), and `claim draw`.
template <class Rules> class TurnMatch final : public BoardMatch {
public:
  using Law = typename Rules::Law;
  using Position = typename Rules::Position;

  TurnMatch(const Law& law, const Position& position)
      : law_(law), position_(position), draws_(Rules::draws(law)), seen_{keyOf(position)} {}

private:
  std::vector<std::string> doTurns() const override {
    std::vector<std::string> texts;
    if (over_)
      return texts;
    for (const auto& turn : legalTurns(law_, position_))
      texts.push_back(textOf(law_, position_, turn));
    return texts;
  }
  std::uint64_t doPerft(int depth) const override { return turnsTo(law_, position_, depth); }
  std::vector<std::pair<std::string, std::uint64_t>> doDivide(int depth) const override {
    std::vector<std::pair<std::string, std::uint64_t>> parts;
    for (const auto& turn : legalTurns(law_, position_))
      parts.emplace_back(textOf(law_, position_, turn), turnsTo(law_, after(law_, position_, turn), depth - 1));
    return parts;
  }
  nlohmann::json doPosition() const override { return Rules::write(law_, position_); }

  std::string doOfferedBy() const override { return offered_by_ ? winnerNamed(*offered_by_) : ""; }

  TurnAnswer doPlay(const std::string& text) override {
    if (over_)
      return refuse(over_->clauses, "The game is over.");
    if (text == "resign" || text == "draw?" || text == "yes" || text == "no" || text == "claim draw")
      return talk(text);
    const Position before = position_;
    TurnAnswer answer = judgeTurn(law_, position_, text);
    if (!answer.legal)
      return answer;
    if (offered_by_ != before.turn) // it stands until the other side answers or moves
      offered_by_.reset();
    quiet_turns_ = Rules::irrevocable(before, position_) ? 0 : quiet_turns_ + 1;
    seen_.push_back(keyOf(position_));
    if (!answer.over)
      if (const auto why = drawnBy(DrawRules::When::at_once); !why.empty())
        end(answer, "draw", draws_.clause, " " + why + "; the game is drawn.");
    return answer;
  }

  std::optional<AllowedMove> doAllowed(const std::string& from, const std::string& to) const override {
    const auto source = Rules::squares().squareNamed(from), target = Rules::squares().squareNamed(to);
    if (!source || !target || *source == *target || position_.at(*source) == decltype(position_.at(0))::none)
      return std::nullopt;
    Position start = position_;
    start.turn = position_.sideAt(*source);
    const auto taken = position_.at(*target);
    const bool own = taken != decltype(taken)::none && position_.sideAt(*target) == start.turn;
    if (own || taken == Rules::never_taken)
      return std::nullopt;
    const Position next = after(law_, start, Rules::moving(*source, *target));
    TurnAnswer behind;
    addConsequences(law_, next, behind);
    return AllowedMove{Rules::write(law_, next), behind.over};
  }

  static TurnAnswer refuse(const std::vector<std::string>& clauses, const std::string& sentence) {
    TurnAnswer answer;
    answer.clauses = clauses;
    answer.sentence = sentence;
    return answer;
  }

  void end(TurnAnswer& answer, const std::string& winner, const std::string& clause, const std::string& words) {
    answer.over = GameOver{winner, {clause}};
    answer.sentence += words;
    over_ = answer.over;
  }

  /// What draws the game by rules of this kind or a stricter one; empty when nothing does.
  std::string drawnBy(DrawRules::When kind) const {
    if (draws_.repetition >= kind && std::count(seen_.begin(), seen_.end(), seen_.back()) >= 3)
      return "The position stands for the third time";
    return draws_.quiet >= kind && quiet_turns_ >= draws_.quiet_turns ? draws_.quiet_words : "";
  }

  /// Words that are no turn; the side to move stays.
  TurnAnswer talk(const std::string& word) {
    TurnAnswer answer;
    answer.legal = true;
    const std::string mover = nameOf(position_.turn);
    if (word == "claim draw") {
      answer.clauses = {draws_.clause};
      const auto why = drawnBy(DrawRules::When::on_claim);
      if (why.empty())
        return refuse(answer.clauses, "No draw can be claimed: no position has stood three times, nor is the number of "
                                      "quiet turns reached, or this match does not count them.");
      end(answer, "draw", draws_.clause, why + "; " + mover + " claims the draw.");
      return answer;
    }
    answer.clauses = {draws_.talk_clause};
    if (word == "resign") {
      end(answer, winnerNamed(other(position_.turn)), draws_.talk_clause, mover + " resigns.");
    } else if (word == "draw?") {
      offered_by_ = position_.turn;
      answer.sentence = mover + " offers a draw.";
    } else if (!offered_by_) {
      return refuse(answer.clauses, "No draw has been offered.");
    } else if (word == "yes") {
      end(answer, "draw", draws_.talk_clause, nameOf(other(*offered_by_)) + " agrees; the game is drawn.");
    } else {
      answer.sentence = nameOf(other(*offered_by_)) + " plays on.";
      offered_by_.reset();
    }
    return answer;
  }

  Law law_;
  Position position_;
  DrawRules draws_;
  std::vector<std::uint64_t> seen_; ///< keys of all positions so far
  int quiet_turns_ = 0;
  std::optional<BoardSide> offered_by_; ///< who has offered a draw
  std::optional<GameOver> over_;        ///< ended by talk or by the draw rules
};

} // namespace linesman::rules
