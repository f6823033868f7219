#pragma once
#include <array>
#include <map>
#include <optional>
#include <set>

#include "app/watch/armada_law.h"
#include "app/watch/event.h"
#include "rules/games/armada_chess/setup.h"

namespace linesman::app {

/// Watches both sides set up for ArmadaChess (AC-10 to AC-14): who comes first, whose time it is, and what stood when
/// the time was over. Says what is against the law and stands in nobody's way: the players decide by putting it right,
/// or by saying "start".
class BoardSetUp {
public:
  /// Nothing where the match does not begin with a set-up.
  static std::optional<BoardSetUp> make(const MatchSetup& setup);

  /// A settled board; what is to be said about it.
  std::vector<Event> observe(const TableState& state);
  /// What the players ("done", "start") and the clock ("set-up over", "set-up goes on") say. False: not for the set-up.
  bool hear(const Claim& claim, std::vector<Event>& events);
  /// The position that the match begins with, as soon as it is known.
  const std::optional<nlohmann::json>& position() const { return position_; }

  nlohmann::json toJson() const;
  void restore(const nlohmann::json& json); ///< may throw nlohmann::json::exception

private:
  using Side = rules::armada_chess::Side;
  using Kind = rules::armada_chess::Kind;
  using Counts = std::array<int, rules::armada_chess::kind_count>;
  /// One man on the board.
  struct Man {
    std::string square;
    Side side = Side::white;
    Kind kind = Kind::pawn;
    double king = 0.0; ///< probability that he is the King, whatever he is taken for
  };

  explicit BoardSetUp(ArmadaLaw law) : law_(std::move(law)) {}

  std::vector<Man> menOf(const TableState& state, Side side) const;
  void nameHeavyMen(const TableState& state, std::vector<Man*>& men) const;
  /// Do so many squares show what the board file's own arrangement has there that it is that one?
  bool looksUsual(const TableState& state) const;
  /// What stands now, as the law judges it.
  rules::armada_chess::SetupVerdict judge() const;
  /// What is said of a man on a wrong field who must be put right before the game can begin (AC-10, AC-13).
  std::optional<rules::armada_chess::SetupFinding> misplaced() const;
  Counts countOf(Side side) const;
  bool stands(Side side) const; ///< his whole army, each man on a field of his kind
  void checkKingFirst(Side side, double t_s, std::vector<Event>& events);
  void checkTurn(double t_s, std::vector<Event>& events);
  void checkLate(Side side, double t_s, std::vector<Event>& events);
  void beginWindow(Side side, double t_s, std::vector<Event>& events);
  void endWindow(double t_s, std::vector<Event>& events);
  void closeTime(double t_s, std::vector<Event>& events);
  void beginIfReady(double t_s);
  void beginWith(const rules::armada_chess::Position& position);
  /// A ruling about the set-up; once, or once for each of the `same` ones before it.
  void say(const rules::armada_chess::SetupFinding& finding, double t_s, std::vector<Event>& events, int same = 0);

  ArmadaLaw law_;
  std::optional<nlohmann::json> position_;
  std::vector<Man> men_; ///< of the latest look
  bool looked_ = false;
  bool usual_ = false;                          ///< the latest look is the board file's arrangement, misreadings apart
  std::array<bool, 2> begun_{};                 ///< a man of that side was seen
  std::array<bool, 2> done_{};                  ///< the player said that his men stand
  std::array<std::optional<Counts>, 2> kept_{}; ///< what stood when the side's time was over
  double closed_s_ = 0.0;                       ///< when that was, of the later side
  std::optional<Side> window_;                  ///< whose men may be set (setup=in_turn)
  std::set<std::string> told_;                  ///< sentences that were said
};

} // namespace linesman::app
