#include "vision/board_detector.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>

#include <Eigen/Dense>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>

#include "models/data_path.h"
#include "models/toml_file.h"
#include "vision/board_lattice.h"
#include "vision/board_refine.h"
#include "vision/board_window.h"

namespace linesman {

namespace {

constexpr double unknown_square_mm = 50.0; // where nothing gives a scale

Lens guessedLens(int width_px, int height_px, double focal_px) {
  Lens lens;
  lens.width_px = width_px;
  lens.height_px = height_px;
  lens.fx_px = lens.fy_px = focal_px;
  lens.cx_px = 0.5 * (width_px - 1);
  lens.cy_px = 0.5 * (height_px - 1);
  lens.estimated = true;
  return lens;
}

struct Candidate {
  Lattice lattice; ///< counter-clockwise, in pixels of the full picture
  BoardWindow window;
};

/// Lattice with i and j swapped: makes a clockwise one counter-clockwise.
void swapAxes(Lattice& lattice) {
  for (LatticePoint& p : lattice.points)
    std::swap(p.i, p.j);
  lattice.picture_from_lattice.col(0).swap(lattice.picture_from_lattice.col(1));
}

void scaleLattice(Lattice& lattice, double factor) {
  for (LatticePoint& p : lattice.points)
    p.px = (p.px.array() + 0.5) * factor - 0.5;
  Eigen::Matrix3d grow;
  grow << factor, 0, 0.5 * factor - 0.5, 0, factor, 0.5 * factor - 0.5, 0, 0, 1;
  lattice.picture_from_lattice = grow * lattice.picture_from_lattice;
}

std::vector<Candidate> candidates(const cv::Mat& image, const cv::Mat& grey, int columns, int rows, double long_side_px,
                                  double sigma_px) {
  const double factor = std::min(1.0, long_side_px / std::max(grey.cols, grey.rows));
  cv::Mat small = grey;
  if (factor < 1.0)
    cv::resize(grey, small, {}, factor, factor, cv::INTER_AREA);
  const auto saddles = findSaddlePoints(small, sigma_px, 700);
  std::vector<Candidate> out;
  for (Lattice& lattice : findLattices(saddles, std::max(columns, rows) + 2, 5)) {
    const Eigen::Vector2d o = lattice.pixel(0, 0), u = lattice.pixel(0.2, 0) - o, v = lattice.pixel(0, 0.2) - o;
    if (u.x() * v.y() - u.y() * v.x() > 0.0) // y points down in pictures
      swapAxes(lattice);
    scaleLattice(lattice, static_cast<double>(small.cols) > 0 ? static_cast<double>(grey.cols) / small.cols : 1.0);
    for (const bool upright : {true, false}) {
      if (!upright && columns == rows)
        continue;
      if (const auto window = findWindow(image, lattice, upright ? columns : rows, upright ? rows : columns))
        out.push_back({lattice, *window});
    }
  }
  std::sort(out.begin(), out.end(),
            [](const Candidate& a, const Candidate& b) { return a.window.score > b.window.score; });
  return out;
}

/// Pose of the window's board from its lattice points; the rms (px) of the fit, or nothing.
std::optional<double> poseFromLattice(const Candidate& candidate, BoardView& view) {
  std::vector<cv::Point3d> board;
  std::vector<cv::Point2d> px;
  for (const LatticePoint& p : candidate.lattice.points) {
    const int i = p.i - candidate.window.i0, j = p.j - candidate.window.j0;
    if (i < 0 || j < 0 || i > view.columns || j > view.rows)
      continue;
    const Eigen::Vector2d corner = view.corner_mm(i, j);
    board.emplace_back(corner.x(), corner.y(), 0.0);
    px.emplace_back(p.px.x(), p.px.y());
  }
  if (board.size() < 6)
    return std::nullopt;
  const cv::Matx33d k(view.lens.fx_px, 0, view.lens.cx_px, 0, view.lens.fy_px, view.lens.cy_px, 0, 0, 1);
  const std::vector<double> distortion(view.lens.distortion.begin(), view.lens.distortion.end());
  try {
    cv::Vec3d rotation, translation;
    std::vector<cv::Mat> rotations, translations;
    std::vector<double> errors;
    cv::solvePnPGeneric(board, px, k, distortion, rotations, translations, false, cv::SOLVEPNP_IPPE, cv::noArray(),
                        cv::noArray(), errors);
    double best = 1e9;
    for (std::size_t s = 0; s < rotations.size(); ++s) {
      cv::Matx33d r;
      cv::Rodrigues(rotations[s], r);
      const cv::Mat t = translations[s];
      Eigen::Matrix3d rotation_matrix;
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b)
          rotation_matrix(a, b) = r(a, b);
      const Pose<CameraFrame, BoardFrame> pose(rotation_matrix, {t.at<double>(0), t.at<double>(1), t.at<double>(2)});
      if (pose.translation_mm().z() <= 0.0 || pose.inverse().translation_mm().z() <= 0.0 || errors[s] >= best)
        continue;
      best = errors[s];
      view.camera_from_board = pose;
    }
    return best < 1e8 ? std::optional(best) : std::nullopt;
  } catch (const cv::Exception&) {
    return std::nullopt;
  }
}

/// Start of the fit: pose with the given lens, or with the focal length that suits best.
std::optional<BoardView> startView(const Candidate& candidate, const BoardRequest& request, const cv::Size& size) {
  BoardView view;
  view.columns = candidate.window.columns;
  view.rows = candidate.window.rows;
  view.square_mm = request.known.square_mm.value_or(unknown_square_mm);
  if (request.lens || request.table) {
    view.lens = request.table ? request.table->lens : *request.lens;
    return poseFromLattice(candidate, view) ? std::optional(view) : std::nullopt;
  }
  std::optional<BoardView> best;
  double least = 1e9;
  const double side = std::max(size.width, size.height);
  for (const double aspect : {1.0, 4.0 / 3.0, 16.0 / 9.0, 0.75, 9.0 / 16.0}) {
    if (aspect != 1.0 && size.width != size.height)
      continue; // only pictures that were squeezed into a square have pixels that are not square
    for (const double focal : {0.55, 0.65, 0.78, 0.95, 1.2, 1.6, 2.4}) {
      view.lens = guessedLens(size.width, size.height, focal * side);
      (aspect > 1.0 ? view.lens.fy_px : view.lens.fx_px) *= std::max(aspect, 1.0 / aspect);
      const auto error = poseFromLattice(candidate, view);
      const double prior = std::log(focal / 0.85) / 0.4;
      const double cost = error ? *error * *error + 0.02 * prior * prior + (aspect == 1.0 ? 0.0 : 0.5) : least;
      if (cost < least) {
        least = cost;
        best = view;
      }
    }
  }
  return best;
}

/// Puts the board flat on the known table: the pose's heading and place, the height that is known or that fits.
void layOnTable(BoardView& view, const BoardRequest& request) {
  const auto& camera_from_table = request.table->registration.camera_from_table.pose;
  const auto table_from_camera = camera_from_table.inverse();
  const Pose<TableFrame, BoardFrame> raw = table_from_camera * view.camera_from_board;
  double height = request.known.thickness_mm.value_or(
      request.known.square_mm ? std::clamp(raw.translation_mm().z(), 0.0, 60.0) : 1.0);
  const auto at = [&](double i, double j) {
    return view.lens.tablePoint(camera_from_table, view.pixel(view.corner_mm(i, j)), height)
        .value_or(Eigen::Vector2d::Zero());
  };
  const Eigen::Vector2d a = at(0, 0), b = at(view.columns, 0), c = at(view.columns, view.rows), d = at(0, view.rows);
  const Eigen::Vector2d across = (b - a) + (c - d);
  if (!request.known.square_mm)
    view.square_mm = 0.5 * across.norm() / view.columns;
  const PlanarPose<TableFrame, BoardFrame> flat(0.25 * (a + b + c + d), std::atan2(across.y(), across.x()));
  Pose<TableFrame, BoardFrame> lifted(flat.lifted().rotation(), {flat.x_mm(), flat.y_mm(), height});
  view.camera_from_board = camera_from_table * lifted;
}

RefineOptions refineOptions(const BoardRequest& request) {
  RefineOptions options;
  if (request.table) {
    options.camera_from_table = request.table->registration.camera_from_table.pose;
    // Size and height cannot both be measured: a larger board further down looks the same.
    options.free_height = !request.known.thickness_mm && request.known.square_mm;
    options.free_square = !request.known.square_mm;
  }
  options.free_lens = !request.lens && !request.table;
  return options;
}

BoardView turnedView(const BoardView& view, int quarters) {
  BoardView out = view;
  const double angle = 0.5 * std::numbers::pi * quarters;
  out.camera_from_board = view.camera_from_board *
                          Pose<BoardFrame, BoardFrame>(rotationFromVector({0.0, 0.0, angle}), Eigen::Vector3d::Zero());
  if (quarters % 2 != 0)
    std::swap(out.columns, out.rows);
  return out;
}

/// Quarter turns after which ranks run away from the operator.
int quartersToFront(const BoardView& view, const BoardRequest& request) {
  int best = 0;
  double most = -1e9;
  for (int q = 0; q < 4; ++q) {
    const BoardView turned = turnedView(view, q);
    if (turned.columns != request.columns)
      continue;
    double score = 0.0;
    if (request.table) {
      const Pose<TableFrame, BoardFrame> pose =
          request.table->registration.camera_from_table.pose.inverse() * turned.camera_from_board;
      const double heading = request.known.heading_rad.value_or(0.0);
      score = std::cos(std::atan2(pose.rotation()(1, 0), pose.rotation()(0, 0)) - heading);
    } else {
      const double quarter = 0.25 * turned.rows * turned.square_mm;
      score = -(turned.pixel({0.0, quarter}) - turned.pixel({0.0, -quarter})).normalized().y();
    }
    if (score > most) {
      most = score;
      best = q;
    }
  }
  return best;
}

/// Moves the grid by whole squares to where its outer borders are.
BoardView settleWindow(const cv::Mat& grey, BoardView view) {
  int most = gridEvidence(grey, view);
  for (int round = 0; round < 4; ++round) {
    BoardView best = view;
    for (int dj = -1; dj <= 1; ++dj)
      for (int di = -1; di <= 1; ++di) {
        BoardView moved = view;
        moved.camera_from_board =
            view.camera_from_board *
            Pose<BoardFrame, BoardFrame>(Eigen::Matrix3d::Identity(), Eigen::Vector3d(di, dj, 0.0) * view.square_mm);
        if (const int evidence = gridEvidence(grey, moved); evidence > most + 1) {
          most = evidence;
          best = moved;
        }
      }
    if ((best.camera_from_board.translation_mm() - view.camera_from_board.translation_mm()).norm() < 1e-9)
      break;
    view = best;
  }
  return view;
}

double cornerDarkness(const cv::Mat& grey, const BoardView& view) {
  double sum = 0.0;
  for (int rank = 0; rank < view.rows; ++rank)
    for (int file = 0; file < view.columns; ++file)
      for (const double dx : {-0.3, 0.0, 0.3})
        for (const double dy : {-0.3, 0.0, 0.3}) {
          const auto p = view.pixel(view.centre_mm(file, rank) + Eigen::Vector2d(dx, dy) * view.square_mm);
          if (p.x() >= 0 && p.y() >= 0 && p.x() < grey.cols - 1 && p.y() < grey.rows - 1)
            sum += ((file + rank) % 2 == 0 ? -1.0 : 1.0) *
                   grey.at<uchar>(static_cast<int>(p.y() + 0.5), static_cast<int>(p.x() + 0.5));
        }
  return sum;
}

/// Which quarter turn makes a1 of what is known; says whether that was known or only assumed.
bool orient(const cv::Mat& grey, const BoardRequest& request, BoardView& view, bool& dark_corner) {
  view = turnedView(view, quartersToFront(view, request));
  bool known = request.known.heading_rad.has_value();
  if (request.known.coordinates) {
    known = true;
    const std::string& corner = *request.known.coordinates; // the square that lies at the near left corner
    const std::string last_file(1, static_cast<char>('a' + request.columns - 1)),
        last_rank = std::to_string(request.rows);
    const int quarters = corner == last_file + last_rank ? 2
                         : corner == last_file + "1"     ? 1
                         : corner == "a" + last_rank     ? 3
                                                         : 0;
    if (quarters % 2 == 0 || request.columns == request.rows)
      view = turnedView(view, quarters);
  } else if (!known && request.columns == request.rows && cornerDarkness(grey, view) < 0.0) {
    view = turnedView(view, 1); // a1 is dark on every board of this kind: one of the other two corners
  }
  dark_corner = cornerDarkness(grey, view) >= 0.0;
  return known;
}

/// The table's part of a board that was measured on a known table: `found.view` and its covariance are those of the
/// refinement alone.
void placeOnTable(FoundBoard& found, const TableRegistration& table) {
  found.registration = table.registration;
  const auto& common = found.registration.camera_from_table;
  const Pose<TableFrame, BoardFrame> table_from_board = common.pose.inverse() * found.view.camera_from_board;
  found.table_from_board = {Eigen::Vector2d(table_from_board.translation_mm().head<2>()),
                            std::atan2(table_from_board.rotation()(1, 0), table_from_board.rotation()(0, 0))};
  const UncertainPose<TableFrame, BoardFrame> exact{table_from_board, Matrix6d::Zero()};
  found.covariance += (common * exact).covariance;
}

FoundBoard describe(const cv::Mat& grey, const BoardRequest& request, const RefinedBoard& refined) {
  FoundBoard found;
  found.view = refined.view;
  found.rms_px = refined.rms_px;
  found.covariance = refined.covariance;
  found.orientation_known = orient(grey, request, found.view, found.dark_corner);
  const Pose<CameraFrame, BoardFrame>& camera_from_board = found.view.camera_from_board;
  if (request.table) {
    placeOnTable(found, *request.table);
    found.thickness_mm =
        (request.table->registration.camera_from_table.pose.inverse() * camera_from_board).translation_mm().z();
    return found;
  }
  found.thickness_mm = request.known.thickness_mm.value_or(0.0);
  found.table_from_board = {request.known.centre_mm.value_or(Eigen::Vector2d::Zero()),
                            request.known.heading_rad.value_or(0.0)};
  const Pose<TableFrame, BoardFrame> table_from_board(
      found.table_from_board.lifted().rotation(),
      {found.table_from_board.x_mm(), found.table_from_board.y_mm(), found.thickness_mm});
  found.registration.ok = true;
  found.registration.from = Registration::From::board;
  found.registration.rms_px = refined.rms_px;
  UncertainPose<CameraFrame, BoardFrame> uncertain{camera_from_board, found.covariance};
  found.registration.camera_from_table =
      uncertain * UncertainPose<BoardFrame, TableFrame>{table_from_board.inverse(), Matrix6d::Zero()};
  return found;
}

/// Where everything about the board's place is known, the grid is only measured.
std::optional<FoundBoard> whereKnown(const cv::Mat& grey, const BoardRequest& request) {
  if (!request.table || !request.known.square_mm || !request.known.centre_mm || !request.known.heading_rad)
    return std::nullopt;
  BoardView view;
  view.lens = request.table->lens;
  view.columns = request.columns;
  view.rows = request.rows;
  view.square_mm = *request.known.square_mm;
  const PlanarPose<TableFrame, BoardFrame> flat(*request.known.centre_mm, *request.known.heading_rad);
  const double height = request.known.thickness_mm.value_or(3.0);
  view.camera_from_board = request.table->registration.camera_from_table.pose *
                           Pose<TableFrame, BoardFrame>(flat.lifted().rotation(), {flat.x_mm(), flat.y_mm(), height});
  const auto refined = refineBoard(grey, view, refineOptions(request));
  if (!refined || refined->share < 0.3 || refined->rms_px > 1.5)
    return std::nullopt;
  return describe(grey, request, *refined);
}

} // namespace

FoundBoard FoundBoard::turned(int quarters) const {
  FoundBoard out = *this;
  out.view = turnedView(view, quarters);
  if (registration.from == Registration::From::markers || registration.from == Registration::From::saved)
    out.table_from_board = {table_from_board.origin_mm(),
                            table_from_board.heading_rad() + 0.5 * std::numbers::pi * quarters};
  else // the table frame follows the board
    out.registration.camera_from_table.pose =
        out.view.camera_from_board * (view.camera_from_board.inverse() * registration.camera_from_table.pose);
  if (quarters % 2 != 0)
    out.dark_corner = !dark_corner;
  return out;
}

namespace {

/// Columns and rows of a name such as "plain-8x8".
std::optional<std::pair<int, int>> sizeAtTheEnd(const std::string& name) {
  const auto times = name.rfind('x');
  if (times == std::string::npos)
    return std::nullopt;
  const auto begin = name.find_last_not_of("0123456789", times == 0 ? 0 : times - 1) + 1;
  const char* const end = name.data() + name.size();
  int columns = 0, rows = 0;
  const auto left = std::from_chars(name.data() + std::min(begin, times), name.data() + times, columns);
  const auto right = std::from_chars(name.data() + times + 1, end, rows);
  if (left.ec != std::errc() || right.ec != std::errc() || right.ptr != end)
    return std::nullopt;
  return columns >= 3 && rows >= 3 && columns <= 26 && rows <= 26 ? std::optional(std::pair{columns, rows})
                                                                  : std::nullopt;
}

} // namespace

Result<std::pair<int, int>> boardSize(const std::string& definition) {
  const auto shipped = findData("models/boards/" + definition + ".toml");
  const std::string path = shipped ? shipped->string() : definition;
  if (const auto file = readToml(path)) {
    const auto columns = (*file)["grid"]["columns"].value<int>(), rows = (*file)["grid"]["rows"].value<int>();
    if (columns && rows && *columns >= 3 && *columns <= 26 && *rows >= 3 && *rows <= 26)
      return std::pair{*columns, *rows};
    return fail(path + ": a board file needs rows and columns (3 to 26) in [grid].");
  }
  if (const auto size = sizeAtTheEnd(definition))
    return *size;
  return fail(
      "Board '" + definition +
      "' is not known; give a file of models/boards, a path, or a name that ends in its size such as plain-8x8.");
}

namespace {

/// The board in this very picture: lattices at several scales, the best window, its edges.
std::optional<RefinedBoard> searchBoard(const cv::Mat& image_bgr, const cv::Mat& grey, const BoardRequest& request) {
  std::optional<RefinedBoard> best;
  double most = 0.0;
  for (const auto& [side_px, sigma_px] :
       {std::pair{1280.0, 1.8}, {700.0, 1.8}, {1280.0, 1.1}, {700.0, 3.2}, {420.0, 3.0}, {1280.0, 3.2}}) {
    int tried = 0;
    for (const Candidate& candidate : candidates(image_bgr, grey, request.columns, request.rows, side_px, sigma_px)) {
      if (candidate.window.score < 0.22 || ++tried > 3)
        break;
      auto view = startView(candidate, request, image_bgr.size());
      if (!view)
        continue;
      // Lattice cells count from the window's corner; the board's frame has its origin in the middle: the same thing.
      if (request.table)
        layOnTable(*view, request);
      const auto refined = refineBoard(grey, *view, refineOptions(request));
      if (!refined || refined->share < 0.2)
        continue;
      const double middle_px = (refined->view.pixel({0.5 * refined->view.square_mm, 0.0}) -
                                refined->view.pixel({-0.5 * refined->view.square_mm, 0.0}))
                                   .norm();
      if (refined->rms_px > std::max(1.0, 0.04 * middle_px))
        continue;
      const double score = candidate.window.score + refined->share;
      if (score > most) {
        most = score;
        best = refined;
      }
    }
    if (best && most > 1.3)
      break;
  }
  if (!best)
    return std::nullopt;
  const BoardView settled = settleWindow(grey, best->view);
  if ((settled.camera_from_board.translation_mm() - best->view.camera_from_board.translation_mm()).norm() > 1e-9)
    if (const auto again = refineBoard(grey, settled, refineOptions(request)))
      best = again;
  return best;
}

Lens scaledLens(const Lens& lens, double factor) {
  BoardView view;
  view.lens = lens;
  return view.scaled(factor).lens;
}

/// Large pictures are searched at `long_side_px`: their squares would be too large for the edge search; what is found
/// is measured again in the full picture.
std::optional<RefinedBoard> searchReduced(const cv::Mat& image_bgr, const cv::Mat& grey, const BoardRequest& request,
                                          double long_side_px) {
  const double factor = long_side_px / std::max(grey.cols, grey.rows);
  BoardRequest reduced = request;
  if (reduced.lens)
    reduced.lens = scaledLens(*reduced.lens, factor);
  if (reduced.table)
    reduced.table->lens = scaledLens(reduced.table->lens, factor);
  const Lens size = scaledLens(guessedLens(grey.cols, grey.rows, grey.cols), factor);
  cv::Mat small, small_grey;
  cv::resize(image_bgr, small, {size.width_px, size.height_px}, 0, 0, cv::INTER_AREA);
  cv::cvtColor(small, small_grey, cv::COLOR_BGR2GRAY);
  auto found = searchBoard(small, small_grey, reduced);
  if (!found)
    return std::nullopt;
  const Lens lens = scaledLens(found->view.lens, static_cast<double>(grey.cols) / size.width_px);
  found->view.lens = request.table ? request.table->lens : request.lens ? *request.lens : lens;
  found->view.lens.width_px = grey.cols;
  found->view.lens.height_px = grey.rows;
  found->rms_px /= factor;
  RefineOptions options = refineOptions(request);
  options.search_px = std::min(18.0, std::max(3.0, 3.0 / factor));
  if (const auto fine = refineBoard(grey, found->view, options); fine && fine->share >= 0.8 * found->share)
    return fine;
  return found;
}

} // namespace

Result<FoundBoard> findBoard(const cv::Mat& image_bgr, const BoardRequest& request) {
  cv::Mat grey;
  cv::cvtColor(image_bgr, grey, cv::COLOR_BGR2GRAY);
  if (auto known = whereKnown(grey, request))
    return *known;
  const auto found = std::max(grey.cols, grey.rows) > 2000 ? searchReduced(image_bgr, grey, request, 1600.0)
                                                           : searchBoard(image_bgr, grey, request);
  if (!found)
    return fail(
        "No board of " + std::to_string(request.columns) + "x" + std::to_string(request.rows) +
        " squares was found in the picture; show the whole board, with fewer things on it, or put up corner markers.");
  return describe(grey, request, *found);
}

Result<FoundBoard> followBoard(const cv::Mat& image_bgr, const BoardRequest& request, const FoundBoard& before) {
  cv::Mat grey;
  cv::cvtColor(image_bgr, grey, cv::COLOR_BGR2GRAY);
  RefineOptions options = refineOptions(request);
  options.free_lens = false; // one look is enough to know the lens
  options.rounds = 2;
  const auto refined = refineBoard(grey, before.view, options);
  if (!refined || refined->share < 0.12 || refined->rms_px > 2.0)
    return fail("The board is no longer where it was; look for it again.");
  FoundBoard found = before;
  found.view = refined->view;
  found.rms_px = refined->rms_px;
  if (!before.view.lens.estimated) // an estimated lens is as wrong as it was, and that is nearly all
    found.covariance = refined->covariance;
  if (request.table) {
    placeOnTable(found, *request.table);
  } else {
    found.registration.camera_from_table.pose =
        refined->view.camera_from_board *
        (before.view.camera_from_board.inverse() * before.registration.camera_from_table.pose);
    found.registration.rms_px = refined->rms_px;
  }
  return found;
}

} // namespace linesman
