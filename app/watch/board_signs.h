#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/watch/armada_law.h"
#include "app/watch/board_contents.h"
#include "app/watch/event.h"

namespace linesman::app {

/// What a table of ArmadaChess shows besides its men: the dice of the cities, bands, turned Rooks. Readers miss many of
/// them, and take some things for them in every picture: what counts is what looks otherwise than when the position was
/// last certain.
class BoardSigns {
public:
  explicit BoardSigns(ArmadaLaw law) : law_(std::move(law)) {}

  /// A new settled board.
  void look(const TableState& state);
  /// Does a sign look otherwise than before, and than the position says?
  bool changed(const BoardContents& contents) const;
  /// Log-likelihood ratio of `after` to `before` being on the table now, by the signs alone.
  double ratio(const BoardContents& before, const BoardContents& after) const;
  /// Squares of cities that stand in both: a turned die makes them look otherwise, and no man is there.
  std::set<std::string> citySquares(const BoardContents& before, const BoardContents& after) const;
  /// The position is certain: where the signs agree with it, this is how they look.
  void accept(const BoardContents& contents);
  /// At the start of a game whose bands nobody has told: how everything looks now.
  void acceptAll();

  /// A sign that has contradicted the position for a while: a question, once for what is seen and what is counted.
  std::vector<Event> ask(const BoardContents& contents, const nlohmann::json& position, bool at_start, double t_s);
  /// People decided otherwise than the table shows: signs that they changed the count of are asked about at once. As
  /// they are seen now they are no action, nor does a die count as it lies, until they look otherwise.
  std::vector<Event> decided(const BoardContents& before, const BoardContents& after, const nlohmann::json& position,
                             double t_s);
  /// Those that look otherwise now, or are right, are as any.
  void forgetDecided(const BoardContents& contents);
  /// Are there such signs that are still to be put right?
  bool awaitsDecided() const { return !decided_.empty(); }
  /// Is such a contradiction too new yet to be asked about?
  bool waiting() const { return unchecked_ || !since_s_.empty(); }
  /// The count has changed: the table must be looked at, though nobody touches it.
  void expectChange() { unchecked_ = true; }
  /// Dice that show something else than is counted, as said: city -> face. For die_mismatch=accept.
  std::map<int, int> acceptedDice();

  nlohmann::json toJson() const;
  void restore(const nlohmann::json& json); ///< may throw nlohmann::json::exception

private:
  struct Seen {
    std::string value;
    double p = 1.0;
    bool plain = false; ///< of a token, or beside tokens: what is not seen is not there
  };
  /// Where dice were seen that tokens cannot hide, and nothing lies now.
  void noteMissingDice(const TableState& state);
  bool contradicts(const std::string& key, const Seen& seen, const std::map<std::string, std::string>& wanted) const;
  nlohmann::json question(const std::string& key, const std::string& seen, const std::string& wanted,
                          const BoardContents& contents, const nlohmann::json& position) const;

  ArmadaLaw law_;
  std::map<std::string, Seen> now_;
  std::map<std::string, std::string> known_;   ///< as seen when the position was certain
  std::map<std::string, std::string> asked_;   ///< what was seen, and counted, when it was asked about
  std::map<std::string, double> since_s_;      ///< contradictions that are not asked about yet
  std::map<std::string, std::string> decided_; ///< as seen when people decided otherwise, and ever since
  std::map<int, int> accepted_;
  bool unchecked_ = false;
};

/// Counters that a turn changed, as bodies of `counter` events: dice, training, upgrades, tokens, bombs, cease-fire.
std::vector<nlohmann::json> countersBetween(const std::string& game, const nlohmann::json& before,
                                            const nlohmann::json& after);

} // namespace linesman::app
