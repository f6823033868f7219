#include "vision/board_detector.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <optional>
#include <sstream>
#include <tuple>

#include <Eigen/Dense>
#include <opencv2/imgproc.hpp>

#include "models/sentences.h"
#include "vision/board_extent.h"
#include "vision/board_orientation.h"
#include "vision/board_refine.h"
#include "vision/board_start.h"

namespace linesman {

namespace {

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

/// The view moved by whole squares.
BoardView movedBy(const BoardView& view, int files, int ranks) {
  BoardView moved = view;
  moved.camera_from_board =
      view.camera_from_board *
      Pose<BoardFrame, BoardFrame>(Eigen::Matrix3d::Identity(), Eigen::Vector3d(files, ranks, 0.0) * view.square_mm);
  return moved;
}

/// Moves the grid by whole squares to where its outer borders are.
BoardView settleWindow(const cv::Mat& grey, BoardView view) {
  int most = gridEvidence(grey, view);
  for (int round = 0; round < 4; ++round) {
    BoardView best = view;
    for (int dj = -1; dj <= 1; ++dj)
      for (int di = -1; di <= 1; ++di) {
        const BoardView moved = movedBy(view, di, dj);
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

/// Moves the grid by whole squares to where the chequer is: of a board that is not wholly in the picture, or covered at
/// a side, the part that is seen may have been taken for the middle. Not where that leaves the lines of a side behind:
/// men, shadows and a table's pattern may hide or feign a side's chequer.
BoardView settleExtent(const cv::Mat& grey, BoardView view) {
  constexpr double plainly_more = 0.5; // of the squares along a side
  for (int round = 0; round < std::max(view.columns, view.rows) / 2; ++round) {
    const BoardExtent here = measureExtent(grey, view);
    const auto keeps_lines = [&](const BoardView& moved) {
      return gridEvidence(grey, moved) >= gridEvidence(grey, view) - std::min(view.columns, view.rows) / 2;
    };
    std::optional<BoardView> best;
    double most = plainly_more;
    for (const auto& [files, ranks] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {2, 0}, {-2, 0}, {0, 2}, {0, -2}}) {
      const BoardView moved = movedBy(view, files, ranks);
      const double gained = chequerGained(here, measureExtent(grey, moved));
      if (gained > most && keeps_lines(moved)) {
        most = gained;
        best = moved;
      }
    }
    if (!best)
      break;
    view = *best;
  }
  return view;
}

/// The view moved by whole squares to where its outer borders and the chequer are.
BoardView settled(const cv::Mat& grey, const BoardView& view) {
  return settleExtent(grey, settleWindow(grey, view));
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

FoundBoard describe(const cv::Mat& grey, BoardLight light, const BoardRequest& request, const RefinedBoard& refined) {
  FoundBoard found;
  found.light = light;
  found.view = refined.view;
  found.rms_px = refined.rms_px;
  found.share = refined.share;
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
std::optional<RefinedBoard> whereKnown(const cv::Mat& grey, const BoardRequest& request) {
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
  auto refined = refineBoard(grey, view, refineOptions(request));
  if (!refined || refined->share < 0.3 || refined->rms_px > 1.5)
    return std::nullopt;
  // Two squares beside its place the chequer fits as well, but the board does not end there.
  const Eigen::Vector3d moved_mm = settled(grey, refined->view).camera_from_board.translation_mm() -
                                   refined->view.camera_from_board.translation_mm();
  if (moved_mm.norm() > 1e-9)
    return std::nullopt;
  return refined;
}

/// The sentence about a board that lies beside where the table file has it, or otherwise turned (quarter turns are the
/// corner's matter). Found it was where the picture shows it.
std::string whyElsewhere(const BoardRequest& request, const FoundBoard& found) {
  constexpr double far_mm = 5.0, far_squares = 0.15, far_deg = 2.0; // thickness that is not known moves it as well
  if (!request.table)
    return {};
  const KnownBoard& known = request.known;
  const double apart_mm = known.centre_mm ? (found.table_from_board.origin_mm() - *known.centre_mm).norm() : 0.0;
  const double turned_deg =
      known.heading_rad
          ? std::abs(std::remainder(degFromRad(found.table_from_board.heading_rad() - *known.heading_rad), 90.0))
          : 0.0;
  if (apart_mm < std::max(far_mm, far_squares * found.view.square_mm) && turned_deg < far_deg)
    return {};
  std::ostringstream out;
  out << std::fixed << std::setprecision(0) << "The board lies " << apart_mm << " mm and " << turned_deg
      << " degrees beside where [board] of the table file has it, and was taken where the picture shows it; mend "
         "centre_mm and heading_deg, or leave them out.";
  return out.str();
}

/// Residual, as a share of a square, that a flat board seen through a lens leaves at most: 0.020 over 211 views
/// (rendered, photographed) and 23 of the rendered ones reduced to squares of 10 px and more. Five more photographs, of
/// a curled mat and squeezed into a square, leave 0.027 to 0.030.
constexpr double plain_misfit = 0.025;

/// False for a grid that no board is: its edges lie beside the picture's, few of them are there, or nothing could be
/// read on it (squares of 6 px in a photograph of dice). Of 78 boards at least 0.70 of the edges are found. A board
/// seen in noise left 0.0355 of a square with 0.45 of its edges, another 0.05.
bool isBoard(const RefinedBoard& refined) {
  constexpr double most_misfit = 0.036, least_square_px = 8.0, least_share = 0.6;
  const double square_px = refined.view.middleSquare_px(), misfit = refined.rms_px / square_px;
  return square_px >= least_square_px &&
         (misfit <= plain_misfit || (misfit <= most_misfit && refined.share >= least_share));
}

/// The sentence about a board whose edges lie further beside the picture's than those of a flat one do. A picture
/// stretched by a third leaves 0.031 of a square.
std::string whyMisfit(const FoundBoard& found) {
  if (found.rms_px <= plain_misfit * found.view.middleSquare_px())
    return {};
  std::ostringstream out;
  out << std::fixed << std::setprecision(1) << "The board's lines lie " << found.rms_px
      << " px beside those of a flat board as this camera sees it: the board is not flat, or the picture was "
         "stretched; what stands on it may be misread, so lay it flat, and give pictures as the camera takes them.";
  return out.str();
}

/// The sentence about a board that comes out under the table it lies on, or higher over it than boards are thick:
/// larger squares look as nearer ones do.
std::string whyNotOnItsTable(const BoardRequest& request, const FoundBoard& found) {
  constexpr double deepest_mm = -4.0; // cloths are thin, and heights are measured to a millimetre
  constexpr double thickest_mm = 60.0;
  const bool buried = found.thickness_mm < deepest_mm;
  const bool given = request.known.thickness_mm.has_value(); // then it is the user's word
  if (!request.table || !request.known.square_mm || (!buried && (given || found.thickness_mm < thickest_mm)))
    return {};
  std::ostringstream out;
  out << std::fixed << std::setprecision(1) << "With squares of " << *request.known.square_mm
      << " mm the board would lie " << std::abs(found.thickness_mm) << " mm "
      << (buried ? "under the table; measure a square and mend square_mm in the table file, or leave it out."
                 : "over the table; where it is not as thick as that, measure a square and mend square_mm in the table "
                   "file, or leave it out.");
  return out.str();
}

/// A grid of a picture that may be the board.
struct Fitted {
  RefinedBoard board;
  bool whole;               ///< it is seen to end where the chequer does; a part of a checked cloth does not
  double score;             ///< of its window and its edges
  bool where_known = false; ///< measured where the table file has it

  bool isBetterThan(const Fitted& other) const { return whole != other.whole ? whole : score > other.score; }
};

std::optional<Fitted> fitted(const cv::Mat& image_bgr, const cv::Mat& grey, const BoardRequest& request,
                             const BoardCandidate& candidate) {
  auto view = startView(candidate, request, image_bgr.size());
  if (!view)
    return std::nullopt;
  // Lattice cells count from the window's corner; the board's frame has its origin in the middle: the same thing.
  if (request.table)
    layOnTable(*view, request);
  const auto refined = refineBoard(grey, *view, refineOptions(request));
  if (!refined || refined->share < 0.2 || !isBoard(*refined))
    return std::nullopt;
  const auto whole = [&](const BoardView& seen) {
    const BoardExtent extent = measureExtent(grey, seen);
    return whyAnotherSize(extent, seen).empty() &&
           std::ranges::all_of(extent.sides, [](const BoardExtent::Strip& side) { return side.inside.has_value(); });
  };
  return Fitted{*refined, whole(refined->view) || whole(settled(grey, refined->view)),
                candidate.window.score + refined->share};
}

/// The board in this very picture: lattices at several scales, the best window, its edges.
std::optional<Fitted> searchBoard(const cv::Mat& image_bgr, const cv::Mat& grey, const BoardRequest& request) {
  std::optional<Fitted> best;
  using enum Corners;
  for (const auto& [side_px, sigma_px, corners] : {std::tuple{1280.0, 1.8, strongest},
                                                   {700.0, 1.8, strongest},
                                                   {1280.0, 1.1, strongest},
                                                   {700.0, 3.2, strongest},
                                                   {420.0, 3.0, strongest},
                                                   {1280.0, 3.2, strongest},
                                                   {700.0, 1.8, of_each_part},
                                                   {1280.0, 1.8, of_each_part},
                                                   {1280.0, 1.8, off_cloths},
                                                   {1280.0, 3.2, off_cloths}}) {
    if (best && best->whole && corners != strongest) // for what nothing was found in otherwise
      break;
    int tried = 0;
    for (const BoardCandidate& candidate :
         boardCandidates(image_bgr, grey, request.columns, request.rows, side_px, sigma_px, corners)) {
      if (candidate.window.score < 0.22 || ++tried > 3)
        break;
      const auto fit = fitted(image_bgr, grey, request, candidate);
      if (fit && (!best || fit->isBetterThan(*best)))
        best = fit;
    }
    if (best && best->whole && best->score > 1.3)
      break;
  }
  if (!best)
    return std::nullopt;
  RefinedBoard& board = best->board;
  const BoardView where = settled(grey, board.view);
  if ((where.camera_from_board.translation_mm() - board.view.camera_from_board.translation_mm()).norm() > 1e-9)
    if (const auto again = refineBoard(grey, where, refineOptions(request)))
      board = *again;
  return isBoard(board) ? best : std::nullopt;
}

Lens scaledLens(const Lens& lens, double factor) {
  BoardView view;
  view.lens = lens;
  return view.scaled(factor).lens;
}

/// Large pictures are searched at `long_side_px`: their squares would be too large for the edge search; what is found
/// is measured again in the full picture.
std::optional<Fitted> searchReduced(const cv::Mat& image_bgr, const cv::Mat& grey, const BoardRequest& request,
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
  RefinedBoard& board = found->board;
  const Lens lens = scaledLens(board.view.lens, static_cast<double>(grey.cols) / size.width_px);
  board.view.lens = request.table ? request.table->lens : request.lens ? *request.lens : lens;
  board.view.lens.width_px = grey.cols;
  board.view.lens.height_px = grey.rows;
  board.rms_px /= factor;
  RefineOptions options = refineOptions(request);
  options.search_px = std::min(18.0, std::max(3.0, 3.0 / factor));
  if (const auto fine = refineBoard(grey, board.view, options); fine && fine->share >= 0.8 * board.share)
    board = *fine;
  return found;
}

/// Where the table file has it, or else where the picture shows plainly more of it: beside its place edges of men and
/// of other squares' borders are met by chance.
std::optional<Fitted> whereKnownOrSeen(const cv::Mat& image_bgr, const cv::Mat& grey, const BoardRequest& request) {
  constexpr double plain_share = 0.6, plainly_more = 0.15; // of the edges
  const auto known = whereKnown(grey, request);
  if (known && known->share >= plain_share)
    return Fitted{*known, true, 0.0, true};
  const auto seen = std::max(grey.cols, grey.rows) > 2000 ? searchReduced(image_bgr, grey, request, 1600.0)
                                                          : searchBoard(image_bgr, grey, request);
  const bool board = seen && isBoard(seen->board);
  if (known && (!board || seen->board.share < known->share + plainly_more))
    return Fitted{*known, true, 0.0, true};
  return board ? seen : std::nullopt;
}

/// A board as far as its squares are told from each other in a light.
struct FoundInLight {
  FoundBoard board;
  bool whole; ///< see Fitted
};

std::optional<FoundInLight> findIn(const cv::Mat& image_bgr, BoardLight light, const BoardRequest& request) {
  const cv::Mat grey = inLight(image_bgr, light);
  cv::Mat seen;
  if (light == BoardLight::brightness)
    seen = image_bgr;
  else // brightness is pattern and shadow then
    cv::cvtColor(grey, seen, cv::COLOR_GRAY2BGR);
  const std::optional<Fitted> fit = whereKnownOrSeen(seen, grey, request);
  if (!fit)
    return std::nullopt;
  FoundBoard found = describe(grey, light, request, fit->board);
  const BoardExtent extent = measureExtent(grey, found.view);
  found.registration.warning = sentences(
      sentences(sentences(found.registration.warning, whyElsewhere(request, found)), whyNotOnItsTable(request, found)),
      sentences(fit->where_known ? "" : whyMisfit(found), whyAnotherSize(extent, found.view)));
  return FoundInLight{std::move(found), fit->whole};
}

} // namespace

Result<FoundBoard> findBoard(const cv::Mat& image_bgr, const BoardRequest& request) {
  std::optional<FoundInLight> best;
  for (const BoardLight light : board_lights) {
    auto found = findIn(image_bgr, light, request);
    if (found && (!best || found->whole)) // in one light a part of a cloth, in another one the board
      best = std::move(found);
    if (best && best->whole)
      break;
  }
  if (best)
    return std::move(best->board);
  return fail(
      "No board of " + std::to_string(request.columns) + "x" + std::to_string(request.rows) +
      " squares was found in the picture; show the whole board, with fewer things on it, or put up corner markers.");
}

Result<FoundBoard> followBoard(const cv::Mat& image_bgr, const BoardRequest& request, const FoundBoard& before) {
  const cv::Mat grey = inLight(image_bgr, before.light);
  RefineOptions options = refineOptions(request);
  options.free_lens = false; // one look is enough to know the lens
  options.rounds = 2;
  const auto refined = refineBoard(grey, before.view, options);
  if (!refined || refined->share < 0.12 || refined->rms_px > 2.0)
    return fail("The board is no longer where it was; look for it again.");
  FoundBoard found = before;
  found.view = refined->view;
  found.rms_px = refined->rms_px;
  found.share = refined->share;
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
