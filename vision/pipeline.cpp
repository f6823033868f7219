#include "vision/pipeline.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <opencv2/imgproc.hpp>

#include "calibration/camera_errors.h"
#include "calibration/lens_file.h"
#include "models/polygon.h"
#include "models/sentences.h"
#include "vision/arm_detector.h"
#include "vision/board_stage.h"
#include "vision/carried_camera.h"
#include "vision/chit_detector.h"
#include "vision/empty_table.h"
#include "vision/hand_detector.h"
#include "vision/obstacle_detector.h"
#include "vision/picture_file.h"
#include "vision/pyramid_colour.h"
#include "vision/pyramid_follower.h"
#include "vision/pyramid_picture.h"
#include "vision/registration_follower.h"
#include "vision/stage_clock.h"
#include "vision/table_view.h"
#include "vision/unseen_parts.h"

namespace linesman {

namespace {

/// Outlines in the picture as polygons of the table plane; what lies beyond the horizon is left out.
std::vector<TablePolygon> onTable(const std::vector<std::vector<cv::Point>>& outlines, const TableView& view) {
  std::vector<TablePolygon> polygons;
  for (const std::vector<cv::Point>& outline : outlines) {
    TablePolygon polygon;
    for (const cv::Point& point : outline)
      if (const auto on_table = view.tablePoint({point.x, point.y}))
        polygon.push_back(*on_table);
    if (polygon.size() >= 3)
      polygons.push_back(std::move(polygon));
  }
  return polygons;
}

/// Of a set that a table without a board cannot have.
std::string whyNoPyramids(const TableFile& table) {
  const std::string key = table.path + ": [pieces] set = \"" + table.piece_set + "\"";
  if (table.piece_set == "staunton" || table.piece_set == "tokens")
    return key + " are a board's men and need a [board]; add one, or leave the set out for pyramids.";
  return key + " is no set that there is; take \"looney-pyramids\" or the .toml file of your own pyramids, or with a "
               "[board] \"staunton\", \"tokens\" or the file of a set that was taught.";
}

/// Unknown things that lie in an arm's outline for the most part belong to it.
void addAtBorder(const AtBorder& found, std::vector<SeenObstacle>& obstacles, std::vector<TablePolygon>& hands_mm) {
  const auto lies_in = [](const TablePolygon& thing, const TablePolygon& in) {
    return 2 * std::ranges::count_if(thing, [&](const Eigen::Vector2d& corner) { return holds(in, corner); }) >
           std::ssize(thing);
  };
  const auto drop_in = [&](const TablePolygon& larger) {
    std::erase_if(obstacles, [&](const SeenObstacle& obstacle) { return lies_in(obstacle.polygon_mm, larger); });
  };
  for (const TablePolygon& arm : found.arms) {
    drop_in(arm);
    hands_mm.push_back(arm);
  }
  for (const TablePolygon& thing : found.things) {
    drop_in(thing);
    obstacles.push_back({thing, 0.0});
  }
}

double areaOf(const std::vector<std::vector<cv::Point>>& outlines) {
  double area_px2 = 0.0;
  for (const std::vector<cv::Point>& outline : outlines)
    area_px2 += cv::contourArea(outline);
  return area_px2;
}

} // namespace

Result<void> PipelineSettings::loadFiles() {
  if (!table.empty_picture.empty()) {
    auto image = readImage(table.empty_picture);
    if (!image)
      return tl::unexpected(image.error());
    empty_table = Frame{std::move(*image), 0.0, table.empty_picture};
  }
  const std::string& set = table.piece_set;
  if (!table.board && !set.empty() && set != "looney-pyramids" && !set.ends_with(".toml"))
    return fail(whyNoPyramids(table));
  auto pyramids = PieceCatalog::load(set);
  if (!pyramids)
    return table.board ? Result<void>() : tl::unexpected(pyramids.error());
  pieces = std::move(*pyramids);
  pyramids_on_board = table.board && !table.piece_set.empty();
  return {};
}

struct Pipeline::Parts {
  explicit Parts(PipelineSettings given)
      : settings(std::move(given)), pyramids(settings.pieces), board(settings.table.piece_set, settings.watches) {}

  /// Leaves of what changed over the border what covers the board, and forgets arms that were there from the beginning
  /// where something changed, or nothing for long. Players' clothes, shadows and what the first picture
  /// showed do not.
  /// `film`: the picture before is one of the same moment.
  void keepHandsOverBoard(const BoardLines& lines, double t_s, bool film, CameraMove move,
                          std::vector<std::vector<cv::Point>>& hands);
  /// Finds out how the camera saw the empty table that was given, once. The error sentence where that cannot be told.
  Result<void> registerEmptyTable();
  /// Hands in a picture of which no earlier one tells how the table looks without: compared with the empty table, where
  /// that was given.
  std::vector<std::vector<cv::Point>> firstHands(const Frame& frame, const TableView& view);
  /// Chits, unknown things and what they hide: they stay as they were until something changes, or a hand was there.
  /// `alone`: no picture before this one tells what is a hand.
  void lookAround(const cv::Mat& image, const TableView& view, bool hand, bool alone, TableState& state);

  PipelineSettings settings;
  RegistrationFollower registration;
  PyramidFollower pyramids;
  BoardStage board;
  HandDetector hands;
  CarriedCamera camera;
  std::optional<EmptyTable> empty;
  std::optional<BoardLines> bare;       ///< a board's lines as they were seen last without a hand
  std::optional<BoardLines> last_lines; ///< and in the last picture
  double same_lines_s = 0.0;            ///< since when they have been the same
  bool hand_before = false;             ///< a hand was over the board in the last picture
  double last_s = 0.0;                  ///< of the last frame
  bool covered = false;                 ///< a hand was in the last frame
  std::vector<TablePolygon> arms; ///< over a board in a picture that no earlier one explains, while they lie still
  std::vector<SeenChit> chits;
  std::vector<SeenObstacle> obstacles;
  std::vector<TablePolygon> unseen_mm;
};

void Pipeline::Parts::keepHandsOverBoard(const BoardLines& lines, double t_s, bool film, CameraMove move,
                                         std::vector<std::vector<cv::Point>>& hands) {
  if (move == CameraMove::carried)
    bare.reset();
  const bool same = move == CameraMove::none && last_lines && lines.sameAs(*last_lines);
  if (!same)
    same_lines_s = t_s;
  const bool long_the_same = t_s - same_lines_s >= HandDetector::absorbed_after_s;
  if (!same || long_the_same)
    arms.clear();
  // In a film a hand covers more sooner or later; what lies there as it did in a picture before without a hand is none
  // either, nor what has lain there for long.
  const bool doubt_is_none = film || long_the_same || (same && !hand_before);
  const auto is_none = [&](const std::vector<cv::Point>& hand) {
    const BoardLines::Cover cover = bare ? lines.coverInside(hand, *bare) : BoardLines::Cover::none;
    return cover == BoardLines::Cover::none || (film && long_the_same) ||
           (cover == BoardLines::Cover::perhaps && doubt_is_none);
  };
  std::erase_if(hands, is_none);
  if (hands.empty())
    bare = lines;
  last_lines = lines;
  hand_before = !hands.empty();
}

Result<void> Pipeline::Parts::registerEmptyTable() {
  if (empty || !settings.empty_table)
    return {};
  const Frame& given = *settings.empty_table;
  const auto useless = [&](const Error& why) {
    return fail("The picture of the empty table " + given.name + " is of no use: " + why.sentence);
  };
  if (settings.lens)
    if (auto fits = checkLensSize(*settings.lens, "The lens file", given.image.cols, given.image.rows); !fits)
      return useless(fits.error());
  cv::Mat grey;
  cv::cvtColor(given.image, grey, cv::COLOR_BGR2GRAY);
  const auto registered = RegistrationFollower().next(grey, settings.lens, settings.table);
  if (!registered)
    return useless(registered.error());
  empty.emplace(given.image, TableView(registered->lens, registered->registration.camera_from_table));
  return {};
}

std::vector<std::vector<cv::Point>> Pipeline::Parts::firstHands(const Frame& frame, const TableView& view) {
  hands.reset();
  if (empty) {
    const EmptyTable::Seen bare_table = empty->from(view);
    cv::Mat reference = frame.image.clone(); // where the empty table is not known nothing has changed
    bare_table.image.copyTo(reference, bare_table.known);
    hands.find(reference, frame.t_s);
  }
  return hands.find(frame.image, frame.t_s);
}

void Pipeline::Parts::lookAround(const cv::Mat& image, const TableView& view, bool hand, bool alone,
                                 TableState& state) {
  StageClock clock(state.stages_ms);
  const bool left = std::exchange(covered, hand) && !hand;
  const ReducedPicture* picture = pyramids.picture();
  if (picture != nullptr || left) { // nothing was searched where a hand came after the first picture
    const PyramidColours colours(image, view, settings.table);
    chits = detectChits(image, view, settings.pieces, state.pyramids, colours, settings.table);
    clock.done("chits");
    const auto known = picture != nullptr
                           ? KnownThings::of(*picture, view, settings.table, settings.pieces, state.pyramids)
                           : std::nullopt;
    if (picture != nullptr)
      obstacles.clear();
    if (known) {
      const ThingEdges edges = ThingEdges::of(picture->edges.image());
      obstacles = detectObstacles(*picture, view, *known, edges);
      if (alone)
        addAtBorder(detectAtBorder(*picture, view, *known, edges), obstacles, state.hands_mm);
    }
    state.obstacles = obstacles;
    unseen_mm = unseenParts(state, view, settings.table, settings.pieces);
    clock.done("obstacles");
  }
  state.chits = chits;
  state.obstacles = obstacles;
  state.unseen_mm = unseen_mm;
}

Pipeline::Pipeline(PipelineSettings settings) : parts_(std::make_unique<Parts>(std::move(settings))) {}
Pipeline::~Pipeline() = default;
Pipeline::Pipeline(Pipeline&&) noexcept = default;
Pipeline& Pipeline::operator=(Pipeline&&) noexcept = default;

Result<Seen> Pipeline::process(const Frame& frame) {
  const PipelineSettings& settings = parts_->settings;
  Seen seen;
  TableState& state = seen.state;
  state.image = frame.name;
  state.width_px = frame.image.cols;
  state.height_px = frame.image.rows;
  state.t_s = frame.t_s;
  StageClock clock(state.stages_ms);

  if (settings.lens)
    if (auto fits = checkLensSize(*settings.lens, "The lens file", frame.image.cols, frame.image.rows); !fits)
      return tl::unexpected(fits.error());
  cv::Mat grey;
  cv::cvtColor(frame.image, grey, cv::COLOR_BGR2GRAY);
  const bool first = !parts_->hands.knowsTable();
  // What changed because the camera was carried elsewhere is no hand. Single pictures may be taken by hand.
  constexpr double single_s = 0.4; // between pictures
  const bool apart = settings.single_pictures || frame.t_s - std::exchange(parts_->last_s, frame.t_s) > single_s;
  const bool by_hand = apart && !parts_->hands.nearlySame(frame.image);
  HandDetector hands_before = by_hand ? parts_->hands.copy() : HandDetector(); // only then a nudge is followed
  std::vector<std::vector<cv::Point>> hands;
  // Hands are looked for once it is known how the camera sees the table: a picture that does not show it (a lamp was
  // switched off) tells nothing of what the next one has changed.
  const auto follow_camera = [&](const Lens& lens, const Registration& registration) {
    hands = parts_->hands.find(frame.image, frame.t_s);
    const CameraMove move = parts_->camera.sees(lens, registration.camera_from_table.pose, by_hand);
    if (move == CameraMove::carried || (first && parts_->empty)) {
      hands = parts_->firstHands(frame, TableView(lens, registration.camera_from_table));
    } else if (move == CameraMove::nudged && !hands.empty()) {
      // Perhaps the board was only measured otherwise: what is moved along must explain more of what has changed.
      hands_before.follow(frame.image, parts_->camera.nowFromBefore());
      auto moved_along = hands_before.find(frame.image, frame.t_s);
      if (areaOf(moved_along) < areaOf(hands)) {
        parts_->hands = std::move(hands_before);
        hands = std::move(moved_along);
      }
    }
    if (move == CameraMove::carried && state.board) // seen from elsewhere, every square has other colours
      for (auto& [square, seen_square] : state.board->looks)
        seen_square.look.clear();
    clock.done("hands");
    return move;
  };
  auto registered = parts_->registration.next(grey, settings.lens, settings.table);
  const KnownBoard* board = settings.table.board ? &*settings.table.board : nullptr;
  const auto table = registered ? std::optional(*registered) : std::nullopt;
  // Why markers do not serve; a board then does, in its own frame.
  const std::string unread = registered || settings.table.markers.empty() ? "" : registered.error().sentence;
  clock.done("register");
  if (board != nullptr && !settings.pyramids_on_board) {
    auto answer = parts_->board.process(frame.image, *board, settings.lens, table, settings.die_places, by_hand,
                                        settings.table.markers);
    if (!answer)
      return tl::unexpected(answer.error());
    seen.lens = answer->lens;
    state.registration = answer->registration;
    state.registration.warning = sentences(unread, state.registration.warning);
    state.board = std::move(answer->board);
    state.unseen_mm = std::move(answer->unseen_mm);
    clock.done("board");
    const CameraMove move = follow_camera(seen.lens, state.registration);
    parts_->keepHandsOverBoard(parts_->board.lines(frame.image), frame.t_s, !apart, move, hands);
    state.hands_mm = onTable(hands, TableView(seen.lens, state.registration.camera_from_table));
    if (first || move == CameraMove::carried) // no picture before this one tells what is a hand
      parts_->arms = parts_->board.arms(frame.image);
    std::ranges::copy(parts_->arms, std::back_inserter(state.hands_mm));
    return seen;
  }
  if (board != nullptr && !registered) { // a board gives the table frame where there are no markers
    registered = parts_->board.registration(frame.image, *board, settings.lens, by_hand);
    if (registered)
      registered->registration.warning = sentences(unread, registered->registration.warning);
    clock.done("board");
  }
  if (!registered)
    return tl::unexpected(registered.error());
  if (const auto known = parts_->registerEmptyTable(); !known)
    return tl::unexpected(known.error());
  seen.lens = registered->lens;
  state.registration = registered->registration;
  follow_camera(seen.lens, state.registration);

  state.hands_mm = onTable(hands, TableView(seen.lens, state.registration.camera_from_table));
  const PyramidPicture picture = PyramidPicture::of(frame.image, seen.lens, state.registration.camera_from_table,
                                                    cameraErrors(*registered, settings.table));
  state.grey = isGrey(picture.image);
  state.pyramids = parts_->pyramids.next(picture.image, picture.view, settings.table, !hands.empty(),
                                         parts_->empty ? &*parts_->empty : nullptr);
  clock.done("pyramids");
  parts_->lookAround(picture.image, picture.view, !hands.empty(), first && !parts_->empty, state);
  return seen;
}

void Pipeline::reset() {
  parts_->registration.reset();
  parts_->board.reset();
  parts_->hands.reset();
  parts_->camera.reset();
  parts_->pyramids.reset();
}

} // namespace linesman
