#include "vision/pipeline.h"

#include <utility>

#include <opencv2/imgproc.hpp>

#include "calibration/lens_file.h"
#include "models/sentences.h"
#include "vision/board_stage.h"
#include "vision/carried_camera.h"
#include "vision/chit_detector.h"
#include "vision/hand_detector.h"
#include "vision/obstacle_detector.h"
#include "vision/pyramid_follower.h"
#include "vision/registration_follower.h"
#include "vision/stage_clock.h"
#include "vision/table_view.h"
#include "vision/unseen_parts.h"

namespace linesman {

namespace {

/// Wider pictures are reduced before pyramids are looked for. Everything that looks at edges counts in pixels: of a
/// webcam's picture enlarged to 2560 one of nine ships was missed, to 3840 two and to 5000 four.
constexpr int most_width_px = 2048, reduced_width_px = 1920;

/// A picture and its lens, reduced where it is very wide.
std::pair<cv::Mat, Lens> ofCommonWidth(const cv::Mat& image, const Lens& lens) {
  if (image.cols <= most_width_px)
    return {image, lens};
  cv::Mat reduced;
  const int rows = cvRound(static_cast<double>(image.rows) * reduced_width_px / image.cols);
  cv::resize(image, reduced, {reduced_width_px, rows}, 0.0, 0.0, cv::INTER_AREA);
  const Eigen::Vector2d factors(static_cast<double>(reduced.cols) / image.cols,
                                static_cast<double>(reduced.rows) / image.rows);
  return {reduced, lens.resized(reduced.cols, reduced.rows, factors)};
}

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

} // namespace

Result<void> PipelineSettings::loadPieces() {
  auto pyramids = PieceCatalog::load(table.piece_set);
  if (!pyramids)
    return table.board ? Result<void>() : tl::unexpected(pyramids.error());
  pieces = std::move(*pyramids);
  pyramids_on_board = table.board && !table.piece_set.empty();
  return {};
}

struct Pipeline::Parts {
  explicit Parts(PipelineSettings given)
      : settings(std::move(given)), pyramids(settings.pieces), board(settings.table.piece_set, settings.watches) {}

  /// Leaves of what changed over the border what covers the board. Players' clothes, shadows and what the first picture
  /// showed do not.
  /// `film`: the picture before is one of the same moment.
  void keepHandsOverBoard(const BoardLines& lines, double t_s, bool film, std::vector<std::vector<cv::Point>>& hands);
  /// Chits, unknown things and what they hide: they stay as they were until something changes, or a hand was there.
  void lookAround(const cv::Mat& image, const TableView& view, bool hand, TableState& state);

  PipelineSettings settings;
  RegistrationFollower registration;
  PyramidFollower pyramids;
  BoardStage board;
  HandDetector hands;
  CarriedCamera camera;
  std::optional<BoardLines> bare;       ///< a board's lines as they were seen last without a hand
  std::optional<BoardLines> last_lines; ///< and in the last picture
  double same_lines_s = 0.0;            ///< since when they have been the same
  double last_s = 0.0;                  ///< of the last frame
  bool covered = false;                 ///< a hand was in the last frame
  std::vector<SeenChit> chits;
  std::vector<SeenObstacle> obstacles;
  std::vector<TablePolygon> unseen_mm;
};

void Pipeline::Parts::keepHandsOverBoard(const BoardLines& lines, double t_s, bool film,
                                         std::vector<std::vector<cv::Point>>& hands) {
  const bool same = last_lines && lines.sameAs(*last_lines);
  if (!same)
    same_lines_s = t_s;
  const bool absorbed = film && t_s - same_lines_s >= HandDetector::absorbed_after_s;
  // In a film a hand covers more sooner or later; what lies there as it did in the picture before is none either.
  std::erase_if(hands, [&](const std::vector<cv::Point>& hand) {
    const BoardLines::Cover cover = bare ? lines.coverInside(hand, *bare) : BoardLines::Cover::none;
    return cover == BoardLines::Cover::none || absorbed || (cover == BoardLines::Cover::perhaps && (film || same));
  });
  if (hands.empty())
    bare = lines;
  last_lines = lines;
}

void Pipeline::Parts::lookAround(const cv::Mat& image, const TableView& view, bool hand, TableState& state) {
  StageClock clock(state.stages_ms);
  const bool left = std::exchange(covered, hand) && !hand;
  const ReducedPicture* picture = pyramids.picture();
  if (!hand && (picture != nullptr || left)) {
    const PyramidColours colours(image, view, settings.table);
    chits = detectChits(image, view, settings.pieces, state.pyramids, colours, settings.table);
    clock.done("chits");
    if (picture != nullptr)
      obstacles = detectObstacles(*picture, view, settings.table, settings.pieces, state.pyramids);
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
    if (auto fits = checkLensSize(*settings.lens, "the lens file", frame.image.cols, frame.image.rows); !fits)
      return tl::unexpected(fits.error());
  cv::Mat grey;
  cv::cvtColor(frame.image, grey, cv::COLOR_BGR2GRAY);
  auto hands = parts_->hands.find(frame.image, frame.t_s);
  const auto forget_hands = [&] { // this picture is the first
    parts_->hands.reset();
    hands = parts_->hands.find(frame.image, frame.t_s);
  };
  // What changed because the camera was carried elsewhere is no hand. Single pictures may be taken by hand.
  constexpr double single_s = 0.4; // between pictures
  const bool by_hand = settings.single_pictures || frame.t_s - std::exchange(parts_->last_s, frame.t_s) > single_s;
  const auto follow_camera = [&](const Lens& lens, const Registration& registration) {
    if (!parts_->camera.sees(lens, registration.camera_from_table.pose, by_hand))
      return;
    forget_hands();
    parts_->bare.reset();
    parts_->last_lines.reset();
    if (state.board) // seen from elsewhere, every square has other colours
      for (auto& [square, seen_square] : state.board->looks)
        seen_square.look.clear();
  };
  clock.done("hands");
  auto registered = parts_->registration.next(grey, settings.lens, settings.table);
  const KnownBoard* board = settings.table.board ? &*settings.table.board : nullptr;
  const auto table = registered ? std::optional(*registered) : std::nullopt;
  // Why markers do not serve; a board then does, in its own frame.
  const std::string unread = registered || settings.table.markers.empty() ? "" : registered.error().sentence;
  clock.done("register");
  if (board != nullptr && !settings.pyramids_on_board) {
    auto answer = parts_->board.process(frame.image, *board, settings.lens, table, settings.die_places, by_hand);
    if (!answer)
      return tl::unexpected(answer.error());
    seen.lens = answer->lens;
    state.registration = answer->registration;
    state.registration.warning = sentences(unread, state.registration.warning);
    state.board = std::move(answer->board);
    state.unseen_mm = std::move(answer->unseen_mm);
    follow_camera(seen.lens, state.registration);
    parts_->keepHandsOverBoard(parts_->board.lines(grey), frame.t_s, !by_hand, hands);
    state.hands_mm = onTable(hands, TableView(seen.lens, state.registration.camera_from_table));
    clock.done("board");
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
  seen.lens = registered->lens;
  state.registration = registered->registration;
  follow_camera(seen.lens, state.registration);

  state.hands_mm = onTable(hands, TableView(seen.lens, state.registration.camera_from_table));
  const auto [image, lens] = ofCommonWidth(frame.image, seen.lens);
  const Eigen::Vector2d factors(static_cast<double>(image.cols) / frame.image.cols,
                                static_cast<double>(image.rows) / frame.image.rows);
  const TableView view(lens, state.registration.camera_from_table,
                       cameraErrors(*registered, settings.table).resized(factors));
  state.pyramids = parts_->pyramids.next(image, view, settings.table, !hands.empty());
  clock.done("pyramids");
  parts_->lookAround(image, view, !hands.empty(), state);
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
