#include "tests/support/table_painter.h"

#include <algorithm>
#include <numbers>

#include <opencv2/imgproc.hpp>

#include "app/print/board_drawing.h"
#include "calibration/marker_detection.h"
#include "models/board_men.h"
#include "models/piece_catalog.h"
#include "rules/games/armada_chess/board_file.h"
#include "tests/support/render_table.h"

namespace linesman::test {

namespace {

constexpr double chit_mm = 8.0;
constexpr double chit_height_mm = 1.5;
constexpr int fine = 4; // pieces are drawn in a picture so many times as fine
const Eigen::Vector3d lamp = Eigen::Vector3d(-0.35, 0.45, 1.0).normalized();

cv::Scalar paintOf(Colour colour) {
  switch (colour) {
  case Colour::red:
    return {45, 40, 185};
  case Colour::yellow:
    return {40, 190, 215};
  case Colour::green:
    return {60, 130, 45};
  case Colour::blue:
    return {165, 75, 35};
  case Colour::orange:
    return {30, 110, 225};
  case Colour::black:
    return {35, 33, 32};
  case Colour::white:
    return {225, 225, 225};
  default:
    return {150, 60, 130};
  }
}

std::vector<Eigen::Vector2d> hullOf(const std::vector<Eigen::Vector2d>& points) {
  std::vector<cv::Point2f> given, hull;
  for (const Eigen::Vector2d& p : points)
    given.emplace_back(static_cast<float>(p.x()), static_cast<float>(p.y()));
  cv::convexHull(given, hull);
  std::vector<Eigen::Vector2d> out;
  for (const cv::Point2f& p : hull)
    out.emplace_back(p.x, p.y);
  return out;
}

/// A part of the picture, enlarged, to draw into; goes back with soft edges.
class Magnified {
public:
  Magnified(cv::Mat& image, const std::vector<Eigen::Vector2d>& around) : image_(image) {
    double x0 = 1e9, y0 = 1e9, x1 = -1e9, y1 = -1e9;
    for (const Eigen::Vector2d& p : around) {
      x0 = std::min(x0, p.x()), x1 = std::max(x1, p.x());
      y0 = std::min(y0, p.y()), y1 = std::max(y1, p.y());
    }
    const cv::Rect wanted(static_cast<int>(x0) - 3, static_cast<int>(y0) - 3, static_cast<int>(x1 - x0) + 8,
                          static_cast<int>(y1 - y0) + 8);
    part_ = wanted & cv::Rect(0, 0, image.cols, image.rows);
    if (!part_.empty())
      cv::resize(image(part_), large_, part_.size() * fine, 0, 0, cv::INTER_NEAREST);
  }
  bool empty() const { return part_.empty(); }
  void fill(const std::vector<Eigen::Vector2d>& polygon, const cv::Scalar& paint) {
    cv::fillConvexPoly(large_, points(polygon), paint, cv::LINE_8, shift);
  }
  void darken(const std::vector<Eigen::Vector2d>& polygon, double factor) {
    cv::Mat mask(large_.size(), CV_8U, cv::Scalar(0)), dark;
    cv::fillConvexPoly(mask, points(polygon), 255, cv::LINE_8, shift);
    large_.convertTo(dark, -1, factor);
    dark.copyTo(large_, mask);
  }
  void putBack() { cv::resize(large_, image_(part_), part_.size(), 0, 0, cv::INTER_AREA); }

private:
  static constexpr int shift = 8;
  std::vector<cv::Point> points(const std::vector<Eigen::Vector2d>& polygon) const {
    std::vector<cv::Point> out;
    for (const Eigen::Vector2d& p : polygon) // the centre of a pixel is whole
      out.emplace_back(cvRound(((p.x() - part_.x + 0.5) * fine - 0.5) * (1 << shift)),
                       cvRound(((p.y() - part_.y + 0.5) * fine - 0.5) * (1 << shift)));
    return out;
  }
  cv::Mat& image_;
  cv::Rect part_;
  cv::Mat large_;
};

} // namespace

TablePainter::TablePainter(const Settings& settings) : settings_(settings), random_(settings.seed) {
  lens_ = webcam(settings.width_px, settings.height_px);
  camera_from_table_ = cameraOver(settings.distance_mm, settings.tilt_rad, settings.turn_rad);
  table_.dictionary = "DICT_4X4_50";
  table_.marker_thickness_mm = 0.0;
  if (settings.board > 0) {
    table_.dictionary.clear();
    KnownBoard board;
    board.definition = "plain-" + std::to_string(settings.board) + "x" + std::to_string(settings.board);
    board.square_mm = settings.square_mm;
    board.thickness_mm = 0.0;
    board.coordinates = "a1";
    table_.board = board;
    table_.piece_set = "tokens";
    if (!settings.printed.empty())
      placePrinted();
  } else {
    int id = 0;
    for (const Eigen::Vector2d& place : {Eigen::Vector2d(-270, -150), Eigen::Vector2d(270, -150),
                                         Eigen::Vector2d(270, 170), Eigen::Vector2d(-270, 170)})
      table_.markers.push_back({id++, 36.0, place, 0.0});
    table_.area = TableArea{{{-300, -190}, {300, -190}, {300, 210}, {-300, 210}}, std::nullopt};
    table_.players = {{Colour::red, "red"}, {Colour::blue, "blue"}};
  }
  ground_ = ground();
  for (int i = 0; i < 4; ++i) {
    noises_.emplace_back(settings.height_px, settings.width_px, CV_16SC3);
    cv::RNG(settings.seed + static_cast<unsigned>(i)).fill(noises_.back(), cv::RNG::NORMAL, 0.0, settings.noise_grey);
  }
}

bool TablePainter::isCity(const std::string& square) const {
  if (settings_.printed.empty())
    return false;
  const auto* board = rules::armada_chess::loadBoard(settings_.printed).value();
  const auto field = board->fieldNamed(square);
  return field && board->fields[*field].city != rules::armada_chess::no_city;
}

Eigen::Vector2d TablePainter::pixel(const Eigen::Vector3d& table_mm) const {
  return lens_.project(camera_from_table_ * Point3<TableFrame>{table_mm}).xy;
}

namespace {

constexpr double sheet_px_mm = 6.0; ///< of a printed board's picture
constexpr double marker_mm = 24.0;
constexpr double white_grey = 215.0; ///< of paper

/// A grey sheet in memory that boards are drawn on.
class SheetCanvas final : public app::Canvas {
public:
  SheetCanvas(const app::Rect& size, double scale)
      : scale_(scale * sheet_px_mm),
        sheet_(cvCeil(size.height_mm * scale_), cvCeil(size.width_mm * scale_), CV_8U, cv::Scalar(white_grey)) {}
  const cv::Mat& sheet() const { return sheet_; }

  void fill(const std::vector<app::Rect>& rects, app::Ink ink) override {
    for (const app::Rect& r : rects)
      fill(std::vector<Eigen::Vector2d>{{r.x_mm, r.y_mm},
                                        {r.x_mm + r.width_mm, r.y_mm},
                                        {r.x_mm + r.width_mm, r.y_mm + r.height_mm},
                                        {r.x_mm, r.y_mm + r.height_mm}},
           ink);
  }
  void fill(const std::vector<Eigen::Vector2d>& polygon_mm, app::Ink ink) override {
    cv::fillPoly(sheet_, std::vector<std::vector<cv::Point>>{points(polygon_mm)}, grey(ink), cv::LINE_AA, shift);
  }
  void outline(const std::vector<Eigen::Vector2d>& polygon_mm, double thickness_mm, app::Ink ink) override {
    cv::polylines(sheet_, std::vector<std::vector<cv::Point>>{points(polygon_mm)}, true, grey(ink),
                  width_px(thickness_mm), cv::LINE_AA, shift);
  }
  void line(const Eigen::Vector2d& from_mm, const Eigen::Vector2d& to_mm, double thickness_mm, app::Ink ink) override {
    const auto ends = points({from_mm, to_mm});
    cv::line(sheet_, ends[0], ends[1], grey(ink), width_px(thickness_mm), cv::LINE_AA, shift);
  }
  void text(const Eigen::Vector2d& at_mm, double height_mm, const std::string& words, app::Align align, app::Ink ink,
            bool bold) override {
    const double size = height_mm * scale_ / 21.0; // Hershey's capitals are 21 units high
    int foot = 0;
    const cv::Size room = cv::getTextSize(words, cv::FONT_HERSHEY_SIMPLEX, size, bold ? 3 : 2, &foot);
    const double share = align == app::Align::centre ? 0.5 : align == app::Align::right ? 1.0 : 0.0;
    cv::putText(sheet_, words, {cvRound(at_mm.x() * scale_ - share * room.width), cvRound(at_mm.y() * scale_)},
                cv::FONT_HERSHEY_SIMPLEX, size, grey(ink), bold ? 3 : 2, cv::LINE_AA);
  }

private:
  static constexpr int shift = 4;
  static cv::Scalar grey(app::Ink ink) {
    return cv::Scalar(25.0 + (white_grey - 25.0) * (0.3 * ink.red + 0.59 * ink.green + 0.11 * ink.blue));
  }
  int width_px(double thickness_mm) const { return std::max(1, cvRound(thickness_mm * scale_)); }
  std::vector<cv::Point> points(const std::vector<Eigen::Vector2d>& polygon_mm) const {
    std::vector<cv::Point> out;
    for (const Eigen::Vector2d& p : polygon_mm)
      out.emplace_back(cvRound((p.x() * scale_ - 0.5) * (1 << shift)), cvRound((p.y() * scale_ - 0.5) * (1 << shift)));
    return out;
  }

  double scale_;
  cv::Mat sheet_;
};

} // namespace

/// The printed board with its middle at the table's origin, and its markers.
void TablePainter::placePrinted() {
  const auto* board = rules::armada_chess::loadBoard(settings_.printed).value();
  const double scale = settings_.square_mm / board->square_mm;
  const app::BoardDrawing drawing(*board, marker_mm / scale, "DICT_4X4_50", 0);
  const app::Rect whole = drawing.all(), squares = drawing.board();
  const Eigen::Vector2d middle(squares.x_mm + 0.5 * squares.width_mm, squares.y_mm + 0.5 * squares.height_mm);
  table_.dictionary = "DICT_4X4_50";
  for (const app::BoardMarker& marker : drawing.markers())
    table_.markers.push_back({marker.id, marker_mm, scale * (marker.centre_mm - middle), 0.0});
  for (std::size_t city = 0; city < board->cities.size(); ++city)
    die_places_mm_[board->cities[city].id] = scale * (app::cityDie(*board, city).centre_mm - middle);
  sheet_corner_mm_ = scale * (Eigen::Vector2d(whole.x_mm, whole.y_mm + whole.height_mm) - middle);
  table_.board->definition = settings_.printed;
  table_.board->centre_mm = Eigen::Vector2d::Zero();
  table_.board->heading_rad = 0.0;
}

cv::Mat TablePainter::printedSheet() const {
  const auto* board = rules::armada_chess::loadBoard(settings_.printed).value();
  const double scale = settings_.square_mm / board->square_mm;
  const app::BoardDrawing drawing(*board, marker_mm / scale, "DICT_4X4_50", 0);
  const app::Rect whole = drawing.all();
  SheetCanvas canvas(whole, scale);
  drawing.draw(canvas, {whole.x_mm, whole.y_mm + whole.height_mm}, Eigen::Vector2d::Zero());
  return canvas.sheet();
}

cv::Mat TablePainter::ground() const {
  RenderOptions options;
  options.noise = 0.0;
  options.blur_px = 0.5;
  const double half_mm = 0.5 * settings_.board * settings_.square_mm, square_mm = settings_.square_mm;
  const bool board = settings_.board > 0;
  const cv::Mat sheet = settings_.printed.empty() ? cv::Mat() : printedSheet();
  const Pattern markers = board ? Pattern() : markersPattern(table_.markers, table_.dictionary);
  constexpr double bare = 120.0; // the table's grey, as in markersPattern
  const Pattern all = [&](const Eigen::Vector2d& p) {
    if (!board)
      return markers(p);
    if (!sheet.empty()) {
      const cv::Point at(static_cast<int>(sheet_px_mm * (p.x() - sheet_corner_mm_.x())),
                         static_cast<int>(sheet_px_mm * (sheet_corner_mm_.y() - p.y())));
      return cv::Rect({0, 0}, sheet.size()).contains(at) ? static_cast<double>(sheet.at<uchar>(at)) : bare;
    }
    const double reach_mm = std::max(std::abs(p.x()), std::abs(p.y()));
    if (reach_mm > half_mm + 18.0)
      return bare;
    if (reach_mm > half_mm)
      return 45.0;
    const int file = static_cast<int>((p.x() + half_mm) / square_mm),
              rank = static_cast<int>((p.y() + half_mm) / square_mm);
    return (file + rank) % 2 == 0 ? 80.0 : 195.0;
  };
  cv::Mat grey = render(lens_, camera_from_table_, all, options);
  for (int y = 0; y < grey.rows; ++y) // the grain of the table is smooth: one value a pixel
    for (int x = 0; x < grey.cols; ++x)
      if (grey.at<uchar>(y, x) == cv::saturate_cast<uchar>(bare))
        if (const auto p = lens_.tablePoint(camera_from_table_, {static_cast<double>(x), static_cast<double>(y)}))
          grey.at<uchar>(y, x) =
              cv::saturate_cast<uchar>(bare + 4.0 * std::sin(0.021 * p->x() + 1.3 * std::sin(0.013 * p->y())) +
                                       3.0 * std::sin(0.05 * p->y() - 0.03 * p->x()));
  cv::Mat colour;
  cv::cvtColor(grey, colour, cv::COLOR_GRAY2BGR);
  return colour;
}

/// Coloured rings around a token, the outer one first.
void TablePainter::drawRings(cv::Mat& image, const Eigen::Vector2d& centre_mm, double token_mm,
                             const std::set<std::string>& bands) const {
  static const std::map<std::string, cv::Scalar> paints = {
      {"low", {60, 150, 40}}, {"high", {175, 80, 30}}, {"crown", {45, 40, 190}}};
  const auto disc = [&](double radius_mm) {
    std::vector<Eigen::Vector2d> points;
    for (int k = 0; k < 48; ++k)
      points.push_back(pixel({centre_mm.x() + radius_mm * std::cos(2.0 * std::numbers::pi * k / 48.0),
                              centre_mm.y() + radius_mm * std::sin(2.0 * std::numbers::pi * k / 48.0), 2.0}));
    return points;
  };
  double share = 0.5 + 0.06 * static_cast<double>(bands.size());
  Magnified part(image, disc(share * token_mm));
  if (part.empty())
    return;
  for (const std::string& band : bands) {
    part.fill(disc(share * token_mm), paints.at(band));
    share -= 0.06;
  }
  part.putBack();
}

void TablePainter::drawMen(cv::Mat& image, const PaintedTable& what) const {
  if (what.men.empty())
    return;
  constexpr int side_px = 240; // of a token's picture
  const double half_mm = 0.5 * settings_.board * settings_.square_mm, token_mm = 0.8 * settings_.square_mm;
  int index = 0;
  for (const auto& [square, man] : what.men) {
    cv::Mat& token = tokens_[man];
    if (token.empty()) {
      token = cv::Mat(side_px, side_px, CV_8UC4, cv::Scalar(0, 0, 0, 0));
      const cv::Point middle(side_px / 2, side_px / 2);
      cv::circle(token, middle, side_px / 2 - 2, {25, 25, 25, 255}, cv::FILLED);
      const double rim = man.second == "dark" ? 0.46 : 0.488;
      cv::circle(token, middle, static_cast<int>(rim * side_px), {225, 225, 225, 255}, cv::FILLED);
      const MarkerCode code = markerCode(token_dictionary, tokenId({man.first, man.second}).value_or(99));
      const double marker_px = token_marker_share * side_px;
      for (int row = 0; row < code.cells; ++row)
        for (int column = 0; column < code.cells; ++column) {
          const auto at = [&](int c, int r) {
            return cv::Point(
                cvRound(0.5 * side_px - 0.5 * marker_px + c * marker_px / code.cells),
                cvRound((0.5 + token_marker_drop) * side_px - 0.5 * marker_px + r * marker_px / code.cells));
          };
          const int grey = code.white[static_cast<std::size_t>(row * code.cells + column)] != 0 ? 225 : 25;
          cv::rectangle(token, cv::Rect(at(column, row), at(column + 1, row + 1)),
                        {static_cast<double>(grey), static_cast<double>(grey), static_cast<double>(grey), 255.0},
                        cv::FILLED);
        }
    }
    // Every token lies a little off the middle and turned, the same way as long as it stands there.
    std::mt19937 habit(static_cast<unsigned>(std::hash<std::string>()(square + man.first)));
    std::uniform_real_distribution<double> off(-1.0, 1.0);
    Eigen::Vector2d centre = Eigen::Vector2d(
        (square[0] - 'a' + 0.5) * settings_.square_mm - half_mm + 0.04 * settings_.square_mm * off(habit),
        (std::stoi(square.substr(1)) - 0.5) * settings_.square_mm - half_mm + 0.04 * settings_.square_mm * off(habit));
    const Eigen::Rotation2Dd turn(0.25 * off(habit));
    if (const auto nudged = what.nudged_mm.find(square); nudged != what.nudged_mm.end())
      centre += nudged->second;
    if (what.face_down.contains(square)) {
      drawDisc(image, centre, {token_mm, 2.0, paintOf(Colour::white)});
      continue;
    }
    if (const auto bands = what.bands.find(square); bands != what.bands.end() && !what.stacked.contains(square))
      drawRings(image, centre, token_mm, bands->second);
    std::vector<cv::Point2f> from, to;
    for (const auto& [u, v] : {std::pair{-0.5, 0.5}, {0.5, 0.5}, {0.5, -0.5}, {-0.5, -0.5}}) {
      const Eigen::Vector2d p = centre + token_mm * (turn * Eigen::Vector2d(u, v));
      const Eigen::Vector2d q = pixel({p.x(), p.y(), what.stacked.contains(square) ? 4.0 : 2.0});
      from.emplace_back(static_cast<float>((u + 0.5) * side_px - 0.5), static_cast<float>((0.5 - v) * side_px - 0.5));
      to.emplace_back(static_cast<float>(q.x()), static_cast<float>(q.y()));
    }
    const cv::Rect part =
        (cv::boundingRect(to) + cv::Size(4, 4) - cv::Point(2, 2)) & cv::Rect(0, 0, image.cols, image.rows);
    if (part.empty())
      continue;
    for (cv::Point2f& q : to)
      q = (q - cv::Point2f(static_cast<float>(part.x), static_cast<float>(part.y)) + cv::Point2f(0.5F, 0.5F)) *
              static_cast<float>(fine) -
          cv::Point2f(0.5F, 0.5F);
    cv::Mat large, small;
    cv::warpPerspective(token, large, cv::getPerspectiveTransform(from, to), part.size() * fine, cv::INTER_LINEAR);
    cv::resize(large, small, part.size(), 0, 0, cv::INTER_AREA);
    for (int y = 0; y < small.rows; ++y)
      for (int x = 0; x < small.cols; ++x) {
        const cv::Vec4b& over = small.at<cv::Vec4b>(y, x);
        cv::Vec3b& under = image.at<cv::Vec3b>(part.y + y, part.x + x);
        const double share = over[3] / 255.0;
        for (int c = 0; c < 3; ++c)
          under[c] = cv::saturate_cast<uchar>(over[c] * (share > 0.0 ? 1.0 : 0.0) + (1.0 - share) * under[c]);
      }
    ++index;
  }
}

/// A red die with white pips, turned a little, the same way as long as it shows the same face.
void TablePainter::drawDie(cv::Mat& image, const Eigen::Vector2d& centre_mm, int face) const {
  constexpr double edge_mm = 13.0, pip_mm = 1.35;
  std::mt19937 habit(static_cast<unsigned>(face) * 7919U + static_cast<unsigned>(std::lround(centre_mm.x() + 500.0)));
  std::uniform_real_distribution<double> off(-1.0, 1.0);
  const Eigen::Rotation2Dd turn(0.6 * off(habit));
  const Eigen::Vector2d middle = centre_mm + Eigen::Vector2d(1.2 * off(habit), 1.2 * off(habit));
  const auto at = [&](double u, double v, double z_mm) {
    const Eigen::Vector2d flat = middle + turn * Eigen::Vector2d(u, v);
    return Eigen::Vector3d(flat.x(), flat.y(), z_mm);
  };
  const cv::Scalar red(40, 35, 175);
  const double half = 0.5 * edge_mm;
  const std::vector<Eigen::Vector2d> corners = {{-half, -half}, {half, -half}, {half, half}, {-half, half}};
  std::vector<Eigen::Vector2d> around;
  for (const Eigen::Vector2d& c : corners)
    for (const double z_mm : {0.0, edge_mm})
      around.push_back(pixel(at(c.x(), c.y(), z_mm)));
  Magnified part(image, around);
  if (part.empty())
    return;
  const Eigen::Matrix3d rt = camera_from_table_.rotation().transpose();
  const Eigen::Vector3d eye = -rt * camera_from_table_.translation_mm();
  for (std::size_t i = 0; i < 4; ++i) {
    const Eigen::Vector2d &a = corners[i], &b = corners[(i + 1) % 4];
    const Eigen::Vector2d out = turn * Eigen::Vector2d(b.y() - a.y(), a.x() - b.x()).normalized();
    const Eigen::Vector3d normal(out.x(), out.y(), 0.0);
    if (normal.dot(eye - at(a.x(), a.y(), 0.0)) <= 0.0)
      continue;
    part.fill({pixel(at(a.x(), a.y(), 0.0)), pixel(at(b.x(), b.y(), 0.0)), pixel(at(b.x(), b.y(), edge_mm)),
               pixel(at(a.x(), a.y(), edge_mm))},
              red * (0.55 + 0.4 * std::max(0.0, normal.dot(lamp))));
  }
  std::vector<Eigen::Vector2d> top;
  for (const Eigen::Vector2d& c : corners)
    top.push_back(pixel(at(c.x(), c.y(), edge_mm)));
  part.fill(top, red);
  static const std::map<int, std::vector<Eigen::Vector2d>> pips = {
      {1, {{0, 0}}},
      {2, {{-1, -1}, {1, 1}}},
      {3, {{-1, -1}, {0, 0}, {1, 1}}},
      {4, {{-1, -1}, {1, 1}, {-1, 1}, {1, -1}}},
      {5, {{-1, -1}, {1, 1}, {-1, 1}, {1, -1}, {0, 0}}},
      {6, {{-1, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, 0}, {1, 0}}}};
  for (const Eigen::Vector2d& pip : pips.at(face)) {
    std::vector<Eigen::Vector2d> disc;
    for (int k = 0; k < 12; ++k) {
      const double angle = 2.0 * std::numbers::pi * k / 12.0;
      disc.push_back(pixel(at(0.25 * edge_mm * pip.x() + pip_mm * std::cos(angle),
                              0.25 * edge_mm * pip.y() + pip_mm * std::sin(angle), edge_mm)));
    }
    part.fill(disc, {225, 225, 225});
  }
  part.putBack();
}

void TablePainter::drawDisc(cv::Mat& image, const Eigen::Vector2d& at_mm, const Disc& disc) const {
  constexpr int corners = 48;
  std::vector<Eigen::Vector2d> foot, top;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / corners;
    const Eigen::Vector2d rim = at_mm + 0.5 * disc.across_mm * Eigen::Vector2d(std::cos(angle), std::sin(angle));
    foot.push_back(pixel({rim.x(), rim.y(), 0.0}));
    top.push_back(pixel({rim.x(), rim.y(), disc.height_mm}));
  }
  std::vector<Eigen::Vector2d> around = foot;
  around.insert(around.end(), top.begin(), top.end());
  Magnified part(image, around);
  if (part.empty())
    return;
  part.fill(hullOf(around), disc.paint * 0.6);
  part.fill(top, disc.paint);
  part.putBack();
}

void TablePainter::drawPyramid(cv::Mat& image, const SeenPyramid& pyramid) const {
  static const PieceCatalog catalog = PieceCatalog::standard();
  const Pyramid& solid = catalog.pyramid(pyramid.size);
  const bool lying = pyramid.posture == Posture::lying;
  const auto corners = lying ? solid.lyingSolid() : solid.uprightSolid();
  const Eigen::Rotation2Dd turn(pyramid.table_from_piece.heading_rad());
  std::array<Eigen::Vector3d, 5> at;
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();
  std::vector<Eigen::Vector2d> seen;
  std::vector<Eigen::Vector2d> shadow;
  for (std::size_t i = 0; i < 5; ++i) {
    const Eigen::Vector2d flat = pyramid.table_from_piece.origin_mm() + turn * corners[i].mm.head<2>();
    at[i] = {flat.x(), flat.y(), corners[i].mm.z()};
    middle += 0.2 * at[i];
    seen.push_back(pixel(at[i]));
    const Eigen::Vector3d cast = at[i] - at[i].z() / lamp.z() * lamp;
    shadow.push_back(pixel({cast.x(), cast.y(), 0.0}));
  }
  std::vector<Eigen::Vector2d> around = seen;
  around.insert(around.end(), shadow.begin(), shadow.end());
  Magnified part(image, around);
  if (part.empty())
    return;
  part.darken(hullOf(shadow), 0.8);
  const std::vector<std::vector<std::size_t>> faces =
      lying ? std::vector<std::vector<std::size_t>>{{0, 1, 3, 4}, {3, 4, 2}, {1, 3, 2}, {0, 4, 2}}
            : std::vector<std::vector<std::size_t>>{{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}};
  const Eigen::Matrix3d rt = camera_from_table_.rotation().transpose();
  const Eigen::Vector3d eye = -rt * camera_from_table_.translation_mm();
  const cv::Scalar paint = paintOf(pyramid.colour);
  for (std::size_t f = 0; f < faces.size(); ++f) {
    const auto& face = faces[f];
    Eigen::Vector3d normal = (at[face[1]] - at[face[0]]).cross(at[face[2]] - at[face[0]]).normalized();
    if (normal.dot(at[face[0]] - middle) < 0.0)
      normal = -normal;
    if (normal.dot(eye - at[face[0]]) <= 0.0)
      continue;
    std::vector<Eigen::Vector2d> polygon;
    for (const std::size_t corner : face)
      polygon.push_back(seen[corner]);
    part.fill(polygon, paint * (0.6 + 0.55 * std::max(0.0, normal.dot(lamp))));
    if (!lying || f != 0)
      continue;
    Eigen::Vector3d centre = Eigen::Vector3d::Zero(); // the base is open: its inside is dark
    for (const std::size_t corner : face)
      centre += 0.25 * at[corner];
    const double wall = 1.0 - 2.0 * 2.58 / solid.base_mm();
    for (std::size_t i = 0; i < polygon.size(); ++i)
      polygon[i] = pixel(centre + wall * (at[face[i]] - centre));
    part.fill(polygon, paint * 0.45);
  }
  part.putBack();
}

void TablePainter::drawHand(cv::Mat& image, const Eigen::Vector2d& tip_mm, bool from_right) const {
  const Eigen::Vector2d tip = pixel({tip_mm.x(), tip_mm.y(), 40.0});
  const double mm_px = (pixel({tip_mm.x() + 10.0, tip_mm.y(), 40.0}) - tip).norm() / 10.0;
  const Eigen::Vector2d elbow = from_right
                                    ? Eigen::Vector2d(image.cols + 200.0, tip.y() + 100.0)
                                    : Eigen::Vector2d(0.6 * tip.x() + 0.4 * image.cols * 0.55, image.rows + 200.0);
  const Eigen::Vector2d along = (elbow - tip).normalized(), across(-along.y(), along.x());
  const cv::Scalar skin(120, 150, 205), sleeve(90, 60, 50);
  const auto line = [&](const Eigen::Vector2d& a, const Eigen::Vector2d& b, double width_mm, const cv::Scalar& paint) {
    cv::line(image, {cvRound(a.x()), cvRound(a.y())}, {cvRound(b.x()), cvRound(b.y())}, paint,
             std::max(1, cvRound(width_mm * mm_px)), cv::LINE_AA);
  };
  const Eigen::Vector2d palm = tip + 85.0 * mm_px * along, wrist = palm + 70.0 * mm_px * along;
  line(wrist, elbow, 75.0, sleeve);
  line(palm, wrist, 62.0, skin);
  for (int f = -2; f <= 2; ++f)
    line(tip + f * 11.0 * mm_px * across, palm + f * 13.0 * mm_px * across, 15.0, skin * (0.92 + 0.03 * f));
}

cv::Mat TablePainter::paint(const PaintedTable& what, const Eigen::Vector2d& shaken_px) {
  cv::Mat image = ground_.clone();
  drawMen(image, what);
  for (const auto& [city, face] : what.dice)
    if (const auto place = die_places_mm_.find(city); face > 0 && place != die_places_mm_.end())
      drawDie(image, place->second, face);
  for (const Eigen::Vector2d& at_mm : what.chits_mm)
    drawDisc(image, at_mm, {chit_mm, chit_height_mm, paintOf(Colour::yellow)});
  std::vector<const SeenPyramid*> order;
  for (const SeenPyramid& pyramid : what.pyramids)
    order.push_back(&pyramid);
  std::sort(order.begin(), order.end(), [](const SeenPyramid* a, const SeenPyramid* b) { // the far ones first
    return a->table_from_piece.y_mm() > b->table_from_piece.y_mm();
  });
  for (const SeenPyramid* pyramid : order)
    drawPyramid(image, *pyramid);
  if (what.cup_mm)
    drawDisc(image, *what.cup_mm, {74.0, 95.0, paintOf(Colour::blue)});
  if (what.other_hand_mm)
    drawHand(image, *what.other_hand_mm, what.other_from_right);
  if (what.hand_mm)
    drawHand(image, *what.hand_mm);
  cv::GaussianBlur(image, image, {}, 0.6);
  if (what.light != 1.0)
    image.convertTo(image, -1, 0.45 + 0.55 * what.light);
  if (shaken_px.norm() > 0.0) {
    const cv::Mat shift = (cv::Mat_<double>(2, 3) << 1.0, 0.0, shaken_px.x(), 0.0, 1.0, shaken_px.y());
    cv::warpAffine(image, image, shift, image.size(), cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  }
  // Noise: one of four fields, rolled by some rows.
  const cv::Mat& noise = noises_[random_() % noises_.size()];
  const int roll = static_cast<int>(random_() % static_cast<unsigned>(image.rows));
  cv::Mat out(image.size(), CV_8UC3);
  cv::add(image.rowRange(0, image.rows - roll), noise.rowRange(roll, image.rows), out.rowRange(0, image.rows - roll),
          cv::noArray(), CV_8UC3);
  if (roll > 0)
    cv::add(image.rowRange(image.rows - roll, image.rows), noise.rowRange(0, roll),
            out.rowRange(image.rows - roll, image.rows), cv::noArray(), CV_8UC3);
  return out;
}

} // namespace linesman::test
