#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/board_men.h"
#include "models/result.h"
#include "rules/games/armada_chess/board.h"

namespace linesman::app {

/// A city of ArmadaChess as the match has it.
struct ShownCity {
  int id = 0;
  std::string name;
  int die = 0; ///< 0: destroyed
  bool of_white = true;
  bool king_inside = false;
  int rebuild = 0; ///< lifts of a Rook that builds it up again
};

/// A field to point out.
struct MarkedField {
  std::string field;
  Ink ink;
};

/// The board of a match on squares with what stands on it by the match's position: for ArmadaChess the drawing that
/// `linesman print board` makes, for the others their plain squares. Millimetres of the board: x along row 1, y away.
class PositionDrawing {
public:
  /// `board`: board file or id of ArmadaChess; empty: the one that the position names. `position`: in the game's
  /// notation; null: nothing stands on the board yet.
  static Result<PositionDrawing> make(const std::string& game, const nlohmann::json& position,
                                      const std::string& board = "");

  Rect all() const { return all_; }
  std::string boardName() const { return board_ == nullptr ? std::string() : board_->name; }
  const std::vector<ShownMan>& men() const { return men_; }
  const std::vector<ShownCity>& cities() const { return cities_; }
  /// The field that holds a point of the board.
  std::optional<std::string> fieldAt(const Eigen::Vector2d& point_mm) const;
  /// The same for a point of the canvas, where draw() began at its origin.
  std::optional<std::string> fieldOn(const Eigen::Vector2d& canvas_mm) const;
  /// Seen from the far side: row 1 away, letters upright all the same.
  void setTurned(bool turned) { turned_ = turned; }
  /// Height below which letters cannot be read; names of fields grow as far as their fields allow.
  void setLeastLetters(double height_mm) { least_letters_mm_ = height_mm; }
  /// Draws with the far left corner of all() at the canvas's `at_mm`.
  void draw(Canvas& canvas, const Eigen::Vector2d& at_mm, const std::vector<MarkedField>& marks) const;

private:
  struct Field {
    std::string name;
    std::vector<Eigen::Vector2d> outline_mm;
    bool dark = false;
    bool sea = false;
  };
  void layOut(const std::string& game);
  void readPosition(const std::string& game, const nlohmann::json& position);
  void drawPlainBoard(Canvas& canvas, const Eigen::Vector2d& at_mm) const;
  void drawCities(Canvas& canvas, const Eigen::Vector2d& at_mm) const;
  Eigen::Vector2d onCanvas(const Eigen::Vector2d& point_mm, const Eigen::Vector2d& at_mm) const {
    const Eigen::Vector2d in = point_mm - Eigen::Vector2d(all_.x_mm, all_.y_mm);
    return at_mm + (turned_ ? Eigen::Vector2d(all_.width_mm - in.x(), in.y())
                            : Eigen::Vector2d(in.x(), all_.height_mm - in.y()));
  }
  std::vector<Eigen::Vector2d> onCanvas(std::vector<Eigen::Vector2d> points, const Eigen::Vector2d& at_mm) const;

  const rules::armada_chess::Board* board_ = nullptr; ///< of ArmadaChess
  Rect all_;
  bool turned_ = false;
  double least_letters_mm_ = 0.0;
  std::vector<Field> fields_;
  std::map<std::string, std::size_t> field_by_name_;
  std::vector<ShownMan> men_;
  std::vector<ShownCity> cities_;
};

} // namespace linesman::app
