#pragma once
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>

namespace linesman::rules {

enum class Ruling { legal, illegal, unclear };
inline const char* nameOf(Ruling ruling) {
  return ruling == Ruling::legal ? "legal" : ruling == Ruling::illegal ? "illegal" : "unclear";
}

/// Something to show on the table or board for a finding. Table mm, or squares for board games.
struct Highlight {
  enum class Kind { point, segment, polygon, square };
  enum class Role { limit, nearest, region, shot, blocker, ghost, piece };
  Kind kind = Kind::point;
  Role role = Role::limit;
  std::vector<Eigen::Vector2d> points_mm;
  std::string square; ///< "e4", for Kind::square
};

/// What the law says of one question. Unclear counts as No by the clause that says so; the margin is still shown.
struct Verdict {
  Ruling ruling = Ruling::unclear;
  std::vector<std::string> clauses; ///< ids, the deciding one first
  std::string sentence;
  std::optional<double> margin_mm;   ///< > 0: the rule's condition holds
  std::optional<double> sigma_mm;    ///< of the margin
  std::optional<double> probability; ///< that the condition holds
  std::string limit;                 ///< tightest component ("turn#1", "range", "sight:b2")
  std::string doubtful;              ///< when unclear: the component that is too close, mostly `limit` itself
  /// When unclear though the law allows it: what nothing is ruled for, that it does not count or the camera not see.
  std::string withheld;
  std::vector<Highlight> highlights;
};

} // namespace linesman::rules
