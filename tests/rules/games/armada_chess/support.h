// Short ways to set up ArmadaChess positions and to ask the law about them.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "rules/games/armada_chess/match.h"

namespace linesman::rules::armada_chess::testing {

using Switches = std::vector<std::pair<std::string, std::string>>;

/// A board by id; the test fails loudly when it cannot be read.
const Board& boardById(const std::string& id);
/// A field of the default board by its name.
Field fieldOf(const std::string& name);
/// What the examples' boards hold besides the men of the example: nobody is without a King or without a move.
inline const std::string rest = ", b K j8, w P a9, b P j2";
Options optionsWith(const Switches& switches);

/// "w K e3, w R a1 turned rider, b P c7 trained high training=1": one piece an entry, separated by commas.
nlohmann::json pieces(const std::string& text);

/// Builds a position text by text on the default board. White is to move.
class Table {
public:
  explicit Table(const std::string& men, const std::string& board = "companion-10x10");
  Table& black();
  Table& reserve(const std::string& side, const std::string& letters); ///< "NNB+low P+high"
  Table& city(int id, int die, const std::string& controller = "");
  Table& king(int id, int die, const std::string& lives = "none"); ///< the controller's King is inside
  Table& ruin(int id, int rebuild = 0);
  Table& revive(const std::string& side, const std::string& kinds); ///< "rook knight"
  Table& ceasefire(int white, int black);
  Table& clock(int seconds);
  Table& with(const std::string& key, const nlohmann::json& value);
  Table& option(const std::string& name, const std::string& value);

  const nlohmann::json& source() const { return json_; }
  Switches switches() const { return switches_; }
  const std::string& boardId() const { return board_; }

private:
  nlohmann::json& cityEntry(int id);

  std::string board_;
  nlohmann::json json_;
  Switches switches_;
};

/// A match on a table, with short questions. Failing expectations show the referee's sentence.
class Play {
public:
  explicit Play(const Table& table);

  /// Plays a text that must be legal; checks that these clauses are cited.
  Play& legal(const std::string& text, std::initializer_list<int> clauses = {});
  /// Judges a text that must be illegal; checks the clauses, and that nothing changed.
  Play& illegal(const std::string& text, std::initializer_list<int> clauses = {});
  Play& over(const std::string& winner, int clause);
  Play& goesOn();

  int die(int city) const;
  bool destroyed(int city) const;
  std::string holder(int city) const;                 ///< controller of a city
  std::string at(const std::string& field) const;     ///< "w rook high", "" when empty
  std::string reserve(const std::string& side) const; ///< "knight bishop+low", sorted by kind
  std::string revivals(const std::string& side) const;
  std::string turn() const { return nameOf(match_->position().side); }
  bool lists(const std::string& text) const; ///< is the text one of the legal turns?
  std::size_t count() const;                 ///< number of legal turns
  const Answer& last() const { return last_; }
  Match& match() { return *match_; }
  const Match& match() const { return *match_; }

private:
  std::unique_ptr<Match> match_;
  Answer last_;
};

} // namespace linesman::rules::armada_chess::testing
