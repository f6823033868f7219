// A match: positions one after the other, what was said, and the rights that a sleeping General may still claim.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rules/games/armada_chess/clause_set.h"
#include "rules/games/armada_chess/explain.h"
#include "rules/games/armada_chess/turn.h"

namespace linesman::rules::armada_chess {

/// The answer to one turn, claim or word.
struct Answer {
  bool legal = false;
  std::vector<int> clauses; ///< the deciding ones first
  std::string sentence;
  std::vector<std::string> changes; ///< counters before and after
  std::vector<std::string> notices; ///< wrong numbers, open or lapsed rights, an attacked King: no rulings
  std::vector<Field> highlights;
  std::vector<std::string> instead; ///< illegal: what the same piece could do
  Over over;
};

/// Judges texts one after the other. An illegal one leaves everything as it was.
class Match {
public:
  Match(const Board& board, const Options& options, const Position& start);
  Match(const Match&) = delete; // turns kept inside point at its options
  Match& operator=(const Match&) = delete;

  Answer play(const std::string& text);
  const Position& position() const { return position_; }
  const Over& over() const { return over_; }
  const Options& options() const { return options_; }
  const Board& board() const { return *board_; }
  Law law() const { return {*board_, options_}; }

  /// Texts that were legal, in order: playing them from the start gives the same position.
  const std::vector<std::string>& journal() const { return journal_; }
  /// Takes the last entry of the journal back; false at the start.
  bool undo();
  /// Seconds left, told by whoever keeps time; both entries the same under `clock=game`.
  void setClock(std::array<std::int32_t, 2> seconds) { position_.clock_s = seconds; }
  /// The mover has laid a hand on this piece (switch `touch_move`).
  void touch(Field field) { position_.touched = field; }
  /// The position after a man was carried from one field to another, as people allow it whatever the law says, and the
  /// end of the game where that brings it; nothing where nobody stands on `from` or an own man on `to`.
  struct Allowed {
    Position position;
    Over over;
  };
  std::optional<Allowed> allowed(Field from, Field to) const;
  /// What the side that moved last may still claim ("claim f7xh8", "claim promote d10=R", "claim revive N d1"), until
  /// the other has finished (AC-135). The list holds what the last turn's unused moves allow, of promotions those of
  /// pawns that arrived in it, and the second lives that it left open.
  std::vector<std::string> claims() const;
  /// Rights of the side that just moved that it has not used, as sentences; for `hints=always`.
  std::vector<std::string> openRights() const;

private:
  /// A second life that was set down by itself.
  struct SetDown {
    Side owner;
    Action life;
  };
  struct Step {
    Position before;
    Over over;
    std::optional<Turn> unfinished;
    std::vector<std::string> words;
    std::vector<SetDown> set_down;
    Position turn_start;
  };

  Answer playTurn(const std::string& text);
  Answer playClaim(const std::string& text);
  Answer claimPromotion(const Request& request);
  Answer playRevival(const std::string& text);
  Answer setDown(Side owner, const Request& request);
  std::vector<std::string> lateRevivals() const;
  std::vector<std::string> latePromotions() const;
  Answer talk(const std::vector<std::string>& words, bool& understood);
  Answer askCeasefire(int moves);
  Answer offerDraw();
  Answer reply(const std::vector<std::string>& words);
  Answer resign();
  Answer timeOver();
  Answer runWords(Turn& turn, const std::vector<std::string>& words, ClauseSet& trace,
                  std::optional<Turn>& open_at_done);
  bool runWord(Turn& turn, const std::string& word, ClauseSet& trace, Answer& answer);
  Answer concluded(Turn& turn, ClauseSet trace, Answer answer);
  void addNotices(Answer& answer, const Position& before);
  void testRepetition(Answer& answer);
  void remember(const std::string& text, Step step);
  Answer refused(std::initializer_list<int> clauses, const std::string& sentence) const;
  Answer granted(std::initializer_list<int> clauses, const std::string& sentence) const;

  const Board* board_;
  Options options_;
  Position position_;
  Over over_;
  std::optional<Turn> unfinished_; ///< the last turn with its unused slots open, until the opponent has finished
  std::vector<std::string> words_; ///< actions of the last turn
  std::vector<SetDown> set_down_;  ///< since then
  Position turn_start_;            ///< before the last turn
  std::vector<std::string> journal_;
  std::vector<Step> steps_;
};

} // namespace linesman::rules::armada_chess
