#pragma once
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/watch/match_profile.h"
#include "models/result.h"

namespace linesman::app {

/// One's own board of Invasion. The law has one board (IN-01); what may differ on a real one is its size, what its grey
/// boxes and red corners are, where the headquarters live and how the armies stand at the start (IN-04).
struct InvasionPlan {
  static constexpr int side = 10;
  static constexpr char empty = '.';

  std::string name = "Invasion";
  double square_mm = 40.0;
  int camp_size = 3;      ///< side of the grey boxes
  bool red_homes = false; ///< the red corners are the two homes instead of the two others
  /// Letter of an INFEN text (upper case is White's) or `empty`; row 1 first.
  std::array<char, 100> men = [] {
    std::array<char, 100> nobody{};
    nobody.fill(empty);
    return nobody;
  }();
  std::string near_left = "a1"; ///< the corner square that lies near left for the camera

  /// With the array of the rule book.
  static InvasionPlan proposed();
  /// A match file (app/watch/match_profile.h) that was kept; its table file gives the squares' size.
  static Result<InvasionPlan> read(const std::string& path);

  static bool isSea(int column, int row) { return column >= 3 && column <= 6 && row >= 3 && row <= 6; }
  char manAt(int column, int row) const { return men[static_cast<std::size_t>(row * side + column)]; }
  /// Puts a man (or `empty`) on a square; `both_sides`: the other army's like man on the square turned by half a turn.
  /// A headquarters leaves the square where it was. False when nothing changes.
  bool place(int square, char man, bool both_sides);
  /// Where a side's headquarters stands, "j1"; nothing when it is on no corner.
  std::optional<std::string> home(bool white) const;
  bool isCamp(int column, int row) const;
  bool isRed(int column, int row) const;
  /// Men of a kind that a side has more (+) or fewer (-) than the law's army (IN-03).
  struct Difference {
    bool white = true;
    std::string kind;
    int more = 0;
  };
  std::vector<Difference> differences() const;

  /// The board field of an INFEN text.
  std::string array() const;
  /// The rule switches that say it, those with the law's own value left out.
  std::map<std::string, std::string> options() const;
  /// What the law says of a match that begins so: nothing, or the first fault as one sentence.
  Result<void> check() const;

  /// table.toml for the camera.
  std::string tableText() const;
  /// The match file; `table`: where tableText() is kept.
  MatchProfile profile(const std::string& table) const;
  /// Writes the match file and, beside it, the table file NAME.table.toml.
  Result<void> write(const std::string& path) const;
};

/// NAME.table.toml beside NAME.toml.
std::string tableBeside(const std::string& match_file);

} // namespace linesman::app
