#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Core>
#include <nlohmann/json.hpp>

#include "app/watch/square_look.h"

namespace linesman::app {

/// What the board looked like when the position was last certain, and what a new look says of it. A reader that takes
/// a rook for a pawn does so again in the next picture: what counts for a man that stayed is that his square looks as
/// before, not that he was named rightly. So a weak reader can follow a game, by occupancy and side above all.
class BoardEvidence {
public:
  /// Log-likelihood ratio of `after` to `before` being on the board now. `alike`: squares on which men like those
  /// before stand after others were taken there, so that they may look otherwise.
  double ratio(const BoardContents& before, const BoardContents& after, const std::set<std::string>& alike = {}) const;
  /// Squares that do not look as `before` says they should.
  std::set<std::string> changed(const BoardContents& before) const;
  /// Squares that contradict `after`, the position having been `before`.
  std::set<std::string> contradictions(const BoardContents& before, const BoardContents& after) const;

  /// Squares where somebody new is to stand in `after` whom nothing shows: the reader sees nobody there, and the square
  /// looks as before, or otherwise only since another one before it does.
  std::set<std::string> arrivedUnseen(const BoardContents& before, const BoardContents& after) const;

  /// Whether the squares where somebody new is to stand look otherwise than before, as far as their colours are told.
  bool coloursTellArrivals(const BoardContents& before, const BoardContents& after) const;

  /// How many squares `after` leaves unexplained, the position having been `before`: `contradicted` ones and, where
  /// there are any, those that are changed without being seen to be. A hidden square takes any man, and who was taken
  /// where he went leaves another there: that one is not where he should be must not be explained by such.
  std::size_t unexplained(const std::set<std::string>& contradicted, const BoardContents& before,
                          const BoardContents& after) const;

  /// Whether more turns than those that led to `after` may have been played: a single square that contradicts it may be
  /// misread, but not where another one, which nobody left or went to, looks otherwise too, nor behind looks that told
  /// nothing, where it may be all that is seen of another turn.
  bool leavesTurns(const BoardContents& before, const BoardContents& after, bool behind_unread) const;

  /// Squares that read otherwise than `contents` says, whatever was there before: plainly as nobody, as a man of the
  /// other side or as one of another kind, or two men of a side perhaps as each other. Of a square that looks otherwise
  /// since its man was read as he should be, or is `suspected`, it is enough that he is rather taken for another kind.
  std::set<std::string> readOtherwise(const BoardContents& contents, const std::set<std::string>& suspected = {}) const;

  /// Squares of `otherwise` (readOtherwise) whose man was read as he should be, and which look otherwise now: somebody
  /// may have put that one there. Where no colours are told, the reader says so alone.
  std::set<std::string> replaced(const BoardContents& contents, const std::set<std::string>& otherwise) const;
  /// Those of squares that read otherwise of which one look tells that they are: seen from where they were seen before,
  /// they look plainly otherwise, and what stands there now, if anything does, is not in doubt.
  std::set<std::string> plainlyOtherwise(std::set<std::string> otherwise) const;

  /// A new settled board.
  void look(const TableState& state);
  /// The position is certain: what is seen now is how it looks. Squares whose reading contradicts it
  /// keep the old one, unless their colours are told and what contradicts it is only the man's name.
  void accept(const BoardContents& before, const BoardContents& after);
  /// How these squares looked says nothing any more.
  void forget(const std::set<std::string>& squares);
  bool known() const { return !known_.empty(); }

  nlohmann::json toJson() const;
  void restore(const nlohmann::json& json);

private:
  struct Known {
    SquareLook look;
    std::optional<SquareMan> man; ///< who stood there when it looked so, without a kind for nobody; not known of old
    int looks = 1;
    std::vector<std::uint8_t> earlier; ///< tiles before they looked otherwise though the man stayed; may be empty
    std::vector<std::uint8_t> doubted; ///< tiles in the last look that was accepted, where they were not noted
  };
  const SquareLook& now(const std::string& square) const;
  /// Whether that man was read for who he is when the position was certain.
  bool wasReadAs(const std::string& square, const SquareMan& man) const;
  /// Logarithm of the likelihood of what is seen on a square where nothing changed: `man` stands there, or none. Where
  /// a head is seen before it, its colours tell nothing.
  double stays(const std::string& square, const SquareMan* man, bool colours_tell = true) const;
  /// The same where the man of `after` (or that nobody is there) is new.
  double becomes(const std::string& square, const BoardContents& before, const BoardContents& after) const;
  /// Whether those who left their squares since were where they should be in the last look that was accepted: what
  /// looked otherwise then already was none of them.
  bool leftSince(const BoardContents& before, const BoardContents& after) const;
  /// Whether a man on one of the other squares would hide something of what stands on this one.
  bool isBehind(const std::string& square, const std::set<std::string>& others) const;
  /// Squares whose man, if any, has stayed, and over which the camera may see, or see no more, the head of another who
  /// came or went before them.
  std::set<std::string> behindHeads(const BoardContents& before, const BoardContents& after) const;
  /// Whether nobody stands there and the reader is not sure of it: of a square behindHeads that is no contradiction.
  bool isPerhapsAHead(const std::string& square, const BoardContents& after) const;
  /// How much of where a man stands on that square is hidden by others who stand before it, 0 to 1.
  double hiddenFoot(const std::string& square, const BoardContents& contents) const;
  /// Likelihood of the difference of the square's colours from the known ones, were the square what it was: near 1 for
  /// noise, near 0 for another thing. Nothing when the colours are not told.
  /// `since_last`: or from those of the last look that was accepted.
  std::optional<double> sameColours(const std::string& square, bool since_last = false) const;
  /// Mean difference of a square's colours from the known ones (the last or the earlier), these seen in the light that
  /// falls there now, grey levels. Nothing when the colours are not told.
  std::optional<double> differenceGrey(const std::string& square, bool since_last = false) const;
  /// Whether a square whose man has stayed shows how it looks, the position being certain.
  bool isHowItLooks(const std::string& square, const SquareMan* man, bool somebody_is_missing) const;
  /// Of a square where the position has another man (or nobody) than when it was looked at, because a turn was said and
  /// not seen: whether the board shows it now.
  enum class Said { nothing, to_be_done, done };
  Said whetherDone(const std::string& square, const SquareMan* man) const;
  /// How much brighter or darker the board is seen than when its colours were noted, and where shadows lie.
  void measureLight();
  void measureNoise();

  std::map<std::string, SquareLook> now_;
  std::map<std::string, Known> known_;
  std::set<std::string> contradicted_;         ///< squares that contradicted the position when it was accepted last
  std::array<double, 3> light_{1.0, 1.0, 1.0}; ///< by channel
  std::map<std::string, std::pair<double, double>> shades_; ///< least and most that neighbours are seen brighter
  std::optional<Eigen::Vector3d> eye_; ///< the camera, in squares from the board's corner and above it
  double noise_ = 0.0;                 ///< usual difference of a square's colours from the known ones, grey levels
};

} // namespace linesman::app
