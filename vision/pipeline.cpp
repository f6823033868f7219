#include "vision/pipeline.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <opencv2/imgproc.hpp>

#include "calibration/lens_file.h"
#include "models/polygon.h"
#include "models/pyramid_middle.h"
#include "models/sentences.h"
#include "vision/arm_detector.h"
#include "vision/board_stage.h"
#include "vision/chit_detector.h"
#include "vision/empty_table.h"
#include "vision/hands_in_view.h"
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

/// Where the pyramids are that a hand may be at work on.
std::vector<HandDetector::Piece> piecesAt(const std::vector<SeenPyramid>& pyramids, const PieceCatalog& catalog,
                                          const TableView& view) {
  constexpr double reach_mm = 80.0;  // a step of a large one, and the hand beside it
  constexpr double finger_mm = 15.0; // beside its outline
  std::vector<HandDetector::Piece> pieces;
  for (const SeenPyramid& pyramid : pyramids) {
    const Eigen::Vector2d middle_mm = middleOf(pyramid, catalog);
    const double mm_per_px = view.mmPerPixel(middle_mm);
    if (const auto at = view.pixel({middle_mm.x(), middle_mm.y(), 0.0}))
      pieces.push_back({cv::Point2f(static_cast<float>(at->x()), static_cast<float>(at->y())), reach_mm / mm_per_px,
                        (0.5 * catalog.pyramid(pyramid.size).slant_mm() + finger_mm) / mm_per_px});
  }
  return pieces;
}

/// What a resting thing covers cannot be seen: what is taken for pieces there are fingers.
void hideUnder(const std::vector<TablePolygon>& resting_mm, const PieceCatalog& pieces, TableState& state) {
  for (const TablePolygon& thing : resting_mm) {
    std::erase_if(state.pyramids, [&](const SeenPyramid& pyramid) { return holds(thing, middleOf(pyramid, pieces)); });
    state.obstacles.push_back({thing, 0.0});
    state.unseen_mm.push_back(thing);
    state.resting_mm.push_back(thing);
  }
}

/// Where the pieces lie: those that are seen, and those of `before` that are not for what rests over or beside them.
std::vector<SeenPyramid> withHidden(const std::vector<SeenPyramid>& before, const std::vector<TablePolygon>& resting_mm,
                                    const PieceCatalog& pieces, const std::vector<SeenPyramid>& seen) {
  constexpr double same_mm = 10.0, beside_mm = 40.0; // between middles; from its middle
  std::vector<SeenPyramid> all = seen;
  for (const SeenPyramid& pyramid : before) {
    const Eigen::Vector2d middle_mm = middleOf(pyramid, pieces);
    const bool is_seen = std::ranges::any_of(
        seen, [&](const SeenPyramid& one) { return (middleOf(one, pieces) - middle_mm).norm() < same_mm; });
    if (!is_seen && std::ranges::any_of(resting_mm, [&](const TablePolygon& thing) {
          return distanceTo(thing, middle_mm) < beside_mm;
        }))
      all.push_back(pyramid);
  }
  return all;
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

  /// Where the table is in a frame, told by its markers, a saved registration or a board.
  struct Located {
    Result<TableRegistration> table; ///< by markers, or as it was saved
    std::string unread;              ///< why markers do not serve; a board then does, in its own frame
  };
  Located locate(const cv::Mat& image);
  /// A frame of a game on squares.
  Result<void> seeBoard(const Frame& frame, const KnownBoard& known, const Located& located, StageClock& clock,
                        Seen& seen);
  /// A frame of a table with pyramids; a board that lies there gives the table frame where no markers do.
  Result<void> seePyramids(const Frame& frame, Located located, StageClock& clock, Seen& seen);
  /// Finds out how the camera saw the empty table that was given, once. The error sentence where that cannot be told.
  Result<void> registerEmptyTable();
  /// Chits, unknown things and what they hide: they stay as they were until something changes, or a hand was there.
  /// `markers_read`: null where they did not register the table. `alone`: no picture before this one tells what is a
  /// hand.
  void lookAround(const cv::Mat& image, const TableView& view, const std::vector<int>* markers_read, bool hand,
                  bool alone, TableState& state);

  PipelineSettings settings;
  RegistrationFollower registration;
  PyramidFollower pyramids;
  BoardStage board;
  HandsInView hands;
  std::optional<EmptyTable> empty;
  bool covered = false;           ///< a hand was in the last frame
  std::vector<TablePolygon> arms; ///< over a board in a picture that no earlier one explains, while they lie still
  std::vector<SeenPyramid> lying; ///< in the last picture without a hand
  bool learnt_beside_arm = false; ///< pyramids: a picture that stands alone had an arm in it
  std::vector<SeenChit> chits;
  std::vector<SeenObstacle> obstacles;
  std::vector<TablePolygon> unseen_mm;
};

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

void Pipeline::Parts::lookAround(const cv::Mat& image, const TableView& view, const std::vector<int>* markers_read,
                                 bool hand, bool alone, TableState& state) {
  StageClock clock(state.stages_ms);
  const bool left = std::exchange(covered, hand) && !hand;
  const ReducedPicture* picture = pyramids.picture();
  if (picture != nullptr || left) { // nothing was searched where a hand came after the first picture
    const PyramidColours colours(image, view, settings.table);
    chits = detectChits(image, view, settings.pieces, state.pyramids, colours, settings.table);
    clock.done("chits");
    const auto known = picture != nullptr ? KnownThings::of(*picture, view, settings.table, settings.pieces,
                                                            state.pyramids, markers_read)
                                          : std::nullopt;
    if (picture != nullptr)
      obstacles.clear();
    if (known) {
      const ThingEdges edges = ThingEdges::of(picture->edges.image());
      LargePrint print(picture->edges, view, known->things);
      obstacles = detectObstacles(*picture, view, *known, edges, print);
      if (alone)
        addAtBorder(detectAtBorder(*picture, view, *known, edges, print), obstacles, state.hands_mm);
    }
    state.obstacles = obstacles;
    unseen_mm = unseenParts(state, view, settings.table, settings.pieces);
    clock.done("obstacles");
  }
  state.chits = chits;
  state.obstacles = obstacles;
  state.unseen_mm = unseen_mm;
}

Pipeline::Parts::Located Pipeline::Parts::locate(const cv::Mat& image) {
  cv::Mat grey;
  cv::cvtColor(image, grey, cv::COLOR_BGR2GRAY);
  Located located{registration.next(grey, settings.lens, settings.table), ""};
  if (!located.table && !settings.table.markers.empty())
    located.unread = located.table.error().sentence;
  return located;
}

Result<void> Pipeline::Parts::seeBoard(const Frame& frame, const KnownBoard& known, const Located& located,
                                       StageClock& clock, Seen& seen) {
  TableState& state = seen.state;
  const auto table = located.table ? std::optional(*located.table) : std::nullopt;
  auto answer = board.process(frame.image, known, settings.lens, table, settings.die_places, hands.byHand(),
                              settings.table.markers);
  if (!answer)
    return tl::unexpected(answer.error());
  seen.lens = answer->lens;
  state.registration = answer->registration;
  state.registration.warning = sentences(located.unread, state.registration.warning);
  state.board = std::move(answer->board);
  state.unseen_mm = std::move(answer->unseen_mm);
  clock.done("board");
  const CameraMove move = hands.find(frame, seen.lens, state.registration.camera_from_table, nullptr);
  const bool carried = move == CameraMove::carried;
  if (carried) // seen from elsewhere, every square has other colours
    for (auto& [square, seen_square] : state.board->looks)
      seen_square.look.clear();
  clock.done("hands");
  const bool covered_alike = hands.keepOverBoard(board.lines(frame.image), frame.t_s);
  state.hands_mm = hands.onTable(TableView(seen.lens, state.registration.camera_from_table));
  if (hands.first() || carried)
    arms = board.arms(frame.image);
  else if (!covered_alike)
    arms.clear();
  std::ranges::copy(arms, std::back_inserter(state.hands_mm));
  std::ranges::move(board.squaresUnder(hands.resting()), std::back_inserter(state.unseen_mm));
  board.noteRest(frame.t_s, !state.hands_mm.empty() || !hands.resting().empty());
  return {};
}

Result<void> Pipeline::Parts::seePyramids(const Frame& frame, Located located, StageClock& clock, Seen& seen) {
  TableState& state = seen.state;
  Result<TableRegistration>& table = located.table;
  if (!table && settings.table.board) {
    if (!settings.table.board->square_mm) // nothing else tells how large anything is
      return fail(!located.unread.empty()
                      ? located.unread
                      : "Pyramids on a board are measured by its squares, and " + settings.table.path +
                            " does not say how large they are; measure one and write square_mm in [board], or put up "
                            "corner markers.");
    table = board.registration(frame.image, *settings.table.board, settings.lens, hands.byHand());
    if (table)
      table->registration.warning = sentences(located.unread, table->registration.warning);
    clock.done("board");
  }
  if (!table)
    return tl::unexpected(table.error());
  if (auto known = registerEmptyTable(); !known)
    return known;
  seen.lens = table->lens;
  state.registration = table->registration;
  const UncertainPose<CameraFrame, TableFrame>& camera_from_table = state.registration.camera_from_table;
  const EmptyTable* const empty_table = empty ? &*empty : nullptr;
  const TableView full(seen.lens, camera_from_table);
  const std::vector<HandDetector::Piece> pieces = piecesAt(lying, settings.pieces, full);
  const bool carried = hands.find(frame, seen.lens, camera_from_table, empty_table, &pieces) == CameraMove::carried;
  if (carried) // what looks as it did before is another part of the table
    pyramids.reset();
  clock.done("hands");

  state.hands_mm = hands.onTable(full);
  const auto by_change = std::ssize(state.hands_mm); // what a picture that stands alone tells comes behind
  if (learnt_beside_arm && !hands.any() && hands.resting().empty()) {
    pyramids.reset();
    learnt_beside_arm = false;
  }
  const PyramidPicture picture = PyramidPicture::of(frame.image, *table, settings.table);
  state.grey = isGrey(picture.image);
  const std::vector<TablePolygon> resting_mm = hands.restingOnTable(full);
  state.pyramids = pyramids.next(picture.image, picture.view, settings.table, hands.any(), empty_table, resting_mm);
  clock.done("pyramids");
  const bool by_markers = state.registration.from == Registration::From::markers;
  lookAround(picture.image, picture.view, by_markers ? &table->markers_used : nullptr, hands.any(),
             (hands.first() || carried) && !empty, state);
  if (const std::vector<TablePolygon> arms_mm(state.hands_mm.begin() + by_change, state.hands_mm.end());
      !arms_mm.empty()) {
    hands.hold(arms_mm, full, frame.t_s);
    learnt_beside_arm = true;
  }
  hideUnder(resting_mm, settings.pieces, state);
  if (lying.empty() || !hands.any())
    lying = withHidden(lying, resting_mm, settings.pieces, state.pyramids);
  return {};
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
  parts_->hands.begin(frame, settings.single_pictures);
  Parts::Located located = parts_->locate(frame.image);
  clock.done("register");
  const bool on_squares = settings.table.board && !settings.pyramids_on_board;
  const Result<void> done = on_squares ? parts_->seeBoard(frame, *settings.table.board, located, clock, seen)
                                       : parts_->seePyramids(frame, std::move(located), clock, seen);
  if (!done)
    return tl::unexpected(done.error());
  return seen;
}

void Pipeline::reset() {
  parts_->registration.reset();
  parts_->board.reset();
  parts_->hands.reset();
  parts_->pyramids.reset();
}

} // namespace linesman
