#include "app/position_drawing.h"

#include <algorithm>

#include "app/law_words.h"
#include "app/overlay_drawer.h"
#include "app/print/board_drawing.h"
#include "app/watch/board_contents.h"
#include "models/json_line.h"
#include "models/polygon.h"
#include "rules/games/armada_chess/board_file.h"

namespace linesman::app {

namespace {

using Eigen::Vector2d;
using nlohmann::json;
using rules::armada_chess::Board;

constexpr double square_mm = 50.0;     // of the plain boards
constexpr double coast_mm = 24.0;      // around them, for the letters and numbers
constexpr double letter_middle = 0.36; // above the foot, in heights of the letters
constexpr Ink light_ink{0.95, 0.92, 0.86};
constexpr Ink dark_ink{0.68, 0.75, 0.72};
constexpr Ink sea_ink{0.45, 0.64, 0.82};
constexpr Ink ruin_ink{0.80, 0.77, 0.70};
constexpr Ink letter_ink{0.30, 0.30, 0.30};

bool isSea(int column, int row) { // Invasion's lake in the middle
  return column >= 3 && column <= 6 && row >= 3 && row <= 6;
}

/// Turns what is drawn by half a turn; letters stay upright about their middles.
class TurnedCanvas final : public Canvas {
public:
  /// `ends_mm`: the sum of two opposite corners.
  TurnedCanvas(Canvas& canvas, const Vector2d& ends_mm) : canvas_(canvas), ends_mm_(ends_mm) {}

  void fill(const std::vector<Rect>& rects, Ink ink) override {
    std::vector<Rect> turned;
    for (const Rect& r : rects)
      turned.push_back(
          {ends_mm_.x() - r.x_mm - r.width_mm, ends_mm_.y() - r.y_mm - r.height_mm, r.width_mm, r.height_mm});
    canvas_.fill(turned, ink);
  }
  void fill(const std::vector<Vector2d>& polygon_mm, Ink ink) override { canvas_.fill(turned(polygon_mm), ink); }
  void outline(const std::vector<Vector2d>& polygon_mm, double thickness_mm, Ink ink) override {
    canvas_.outline(turned(polygon_mm), thickness_mm, ink);
  }
  void line(const Vector2d& from_mm, const Vector2d& to_mm, double thickness_mm, Ink ink) override {
    canvas_.line(ends_mm_ - from_mm, ends_mm_ - to_mm, thickness_mm, ink);
  }
  void text(const Vector2d& at_mm, double height_mm, const std::string& utf8, Align align, Ink ink,
            bool bold) override {
    const Align other = align == Align::left ? Align::right : align == Align::right ? Align::left : Align::centre;
    canvas_.text(ends_mm_ - at_mm + Vector2d(0.0, 2.0 * letter_middle * height_mm), height_mm, utf8, other, ink, bold);
  }

private:
  std::vector<Vector2d> turned(std::vector<Vector2d> points) const {
    for (Vector2d& p : points)
      p = ends_mm_ - p;
    return points;
  }

  Canvas& canvas_;
  Vector2d ends_mm_;
};

ShownMan manFrom(const json& piece) {
  ShownMan man;
  man.field = piece.at("at").get<std::string>();
  man.kind = piece.at("kind").get<std::string>();
  man.of_white = piece.value("side", "white") == "white";
  man.trained = piece.value("trained", false);
  man.turned = piece.value("turned", false);
  man.training = piece.value("training", 0);
  man.upgrade = piece.value("upgrade", 0);
  const std::string lives = piece.value("lives", "none");
  man.high = lives == "high";
  man.crown = lives == "crown";
  if (piece.contains("rider") && piece["rider"].is_object()) {
    man.rider = true;
    man.rider_trained = piece["rider"].value("trained", false);
  }
  return man;
}

ShownCity cityFrom(const json& city, const std::string& name) {
  ShownCity shown;
  shown.id = city.value("id", 0);
  shown.name = name.empty() ? "C" + std::to_string(shown.id) : name;
  shown.die = city.value("destroyed", false) ? 0 : city.value("die", 1);
  shown.of_white = city.contains("controller") && city["controller"] == "white";
  shown.king_inside = city.contains("king") && (city["king"].is_object() || city["king"] == true);
  shown.rebuild = city.value("rebuild", 0);
  return shown;
}

} // namespace

Result<PositionDrawing> PositionDrawing::make(const std::string& game, const json& position, const std::string& board) {
  PositionDrawing drawing;
  if (game == "armada_chess") {
    std::string name = board;
    if (name.empty())
      name = position.is_object() ? position.value("board", "companion-10x10") : "companion-10x10";
    const auto known = rules::armada_chess::loadBoard(name);
    if (!known)
      return tl::unexpected(known.error());
    drawing.board_ = *known;
  } else if (game != "king_down" && game != "invasion") {
    return fail("The game \"" + game + "\" is not played on squares.");
  }
  drawing.layOut(game);
  try {
    drawing.readPosition(game, position);
  } catch (const json::exception& error) {
    return fail("The position cannot be drawn: " + jsonFault(error) + ".");
  }
  return drawing;
}

void PositionDrawing::layOut(const std::string& game) {
  if (board_ != nullptr) {
    for (const auto& field : board_->fields)
      fields_.push_back({field.name, outlineOf(field)});
    all_ = BoardDrawing(*board_).all();
    constexpr double edge_mm = 3.0;
    all_ = {all_.x_mm - edge_mm, all_.y_mm - edge_mm, all_.width_mm + 2.0 * edge_mm, all_.height_mm + 2.0 * edge_mm};
  } else {
    const int count = game == "invasion" ? 10 : 8;
    for (int row = 0; row < count; ++row)
      for (int column = 0; column < count; ++column) {
        const Vector2d low(square_mm * column, square_mm * row);
        fields_.push_back({std::string(1, static_cast<char>('a' + column)) + std::to_string(row + 1),
                           {low, low + Vector2d(square_mm, 0.0), low + Vector2d(square_mm, square_mm),
                            low + Vector2d(0.0, square_mm)},
                           (row + column) % 2 == 0,
                           game == "invasion" && isSea(column, row)});
      }
    all_ = {-coast_mm, -coast_mm, count * square_mm + 2.0 * coast_mm, count * square_mm + 2.0 * coast_mm};
  }
  for (std::size_t i = 0; i < fields_.size(); ++i)
    field_by_name_[fields_[i].name] = i;
}

void PositionDrawing::readPosition(const std::string& game, const json& position) {
  if (board_ != nullptr) {
    for (const json& piece : position.is_object() ? position.value("pieces", json::array()) : json::array())
      men_.push_back(manFrom(piece));
    for (const auto& site : board_->cities)
      cities_.push_back(
          cityFrom({{"id", site.id}, {"die", site.start_die}, {"controller", nameOf(site.owner)}}, site.name));
    for (const json& city : position.is_object() ? position.value("cities", json::array()) : json::array())
      for (std::size_t i = 0; i < cities_.size(); ++i)
        if (cities_[i].id == city.value("id", 0))
          cities_[i] = cityFrom(city, board_->cities[i].name);
    return;
  }
  if (!position.is_string())
    return;
  for (const auto& [field, seen] : contentsOf(game, position).men) {
    ShownMan man;
    man.field = field;
    man.kind = seen.kind;
    man.letter = letterOf(game, seen.kind);
    man.of_white = seen.side == "light";
    men_.push_back(man);
  }
}

std::optional<std::string> PositionDrawing::fieldAt(const Vector2d& point_mm) const {
  for (const Field& field : fields_)
    if (holds(field.outline_mm, point_mm))
      return field.name;
  return std::nullopt;
}

std::optional<std::string> PositionDrawing::fieldOn(const Vector2d& canvas_mm) const {
  return fieldAt(turned_ ? Vector2d(all_.x_mm + all_.width_mm - canvas_mm.x(), all_.y_mm + canvas_mm.y())
                         : Vector2d(all_.x_mm + canvas_mm.x(), all_.y_mm + all_.height_mm - canvas_mm.y()));
}

std::vector<Vector2d> PositionDrawing::onCanvas(std::vector<Vector2d> points, const Vector2d& at_mm) const {
  for (Vector2d& p : points)
    p = onCanvas(p, at_mm);
  return points;
}

void PositionDrawing::drawPlainBoard(Canvas& canvas, const Vector2d& at_mm) const {
  for (const Field& field : fields_) {
    canvas.fill(onCanvas(field.outline_mm, at_mm), field.sea ? sea_ink : field.dark ? dark_ink : light_ink);
    const Vector2d low = field.outline_mm.front();
    const auto label = [&](const Vector2d& middle, const std::string& words) {
      canvas.text(onCanvas(middle, at_mm) + Vector2d(0.0, letter_middle * 13.0), 13.0, words, Align::centre, letter_ink,
                  true);
    };
    if (low.y() == 0.0)
      label(Vector2d(low.x() + square_mm / 2.0, -0.53 * coast_mm), field.name.substr(0, 1));
    if (low.x() == 0.0)
      label(Vector2d(-0.5 * coast_mm, low.y() + square_mm / 2.0), field.name.substr(1));
  }
  const double side_mm = all_.width_mm - 2.0 * coast_mm;
  const std::vector<Vector2d> rim = {{0.0, 0.0}, {side_mm, 0.0}, {side_mm, side_mm}, {0.0, side_mm}};
  canvas.outline(onCanvas(rim, at_mm), 1.2, black);
}

void PositionDrawing::drawCities(Canvas& canvas, const Vector2d& at_mm) const {
  for (std::size_t i = 0; i < cities_.size(); ++i) {
    const ShownCity& city = cities_[i];
    const CityDie die = cityDie(*board_, i);
    const Vector2d middle = onCanvas(die.centre_mm, at_mm);
    if (city.die > 0) {
      drawDie(canvas, middle, die.side_mm, city.die, city.of_white);
    } else {
      for (const auto field : board_->cities[i].footprint)
        canvas.fill(onCanvas(outlineOf(board_->fields[field]), at_mm), ruin_ink);
      Vector2d words_at = middle; // where no man stands on it
      for (const auto field : board_->cities[i].footprint)
        if (std::none_of(men_.begin(), men_.end(),
                         [&](const ShownMan& man) { return man.field == board_->nameOf(field); }))
          words_at = onCanvas(meanOf(outlineOf(board_->fields[field])), at_mm);
      canvas.text(words_at, 0.5 * die.side_mm,
                  shownSentence("ruin").toStdString() +
                      (city.rebuild > 0 ? " " + std::to_string(city.rebuild) + "/4" : ""),
                  Align::centre, letter_ink, true);
    }
    if (!city.king_inside)
      continue;
    ShownMan king;
    king.kind = "king";
    king.of_white = city.of_white;
    drawMan(canvas, middle + Vector2d(1.2 * die.side_mm, 0.0), 0.65 * die.side_mm, king);
  }
}

void PositionDrawing::draw(Canvas& canvas, const Vector2d& at_mm, const std::vector<MarkedField>& marks) const {
  const Vector2d size(all_.width_mm, all_.height_mm);
  canvas.fill({Rect{at_mm.x(), at_mm.y(), size.x(), size.y()}}, white);
  if (board_ != nullptr) {
    TurnedCanvas turned(canvas, 2.0 * at_mm + size);
    BoardDrawing(*board_).draw(turned_ ? turned : canvas, {all_.x_mm, all_.y_mm + all_.height_mm}, at_mm,
                               least_letters_mm_);
    drawCities(canvas, at_mm);
  } else {
    drawPlainBoard(canvas, at_mm);
  }
  for (const MarkedField& mark : marks)
    if (const auto field = field_by_name_.find(mark.field); field != field_by_name_.end()) {
      const Field& marked = fields_[field->second];
      std::vector<Vector2d> frame = marked.outline_mm;
      const Vector2d middle = roomIn(frame).middle_mm;
      for (Vector2d& p : frame)
        p = middle + 0.93 * (p - middle);
      canvas.outline(onCanvas(frame, at_mm), 0.07 * roomIn(frame).radius_mm + 1.2, mark.ink);
    }
  for (const ShownMan& man : men_)
    if (const auto field = field_by_name_.find(man.field); field != field_by_name_.end()) {
      const FieldRoom room = roomIn(fields_[field->second].outline_mm);
      drawMan(canvas, onCanvas(room.middle_mm, at_mm), 0.86 * room.radius_mm, man);
    }
}

} // namespace linesman::app
