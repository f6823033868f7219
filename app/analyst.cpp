#include "app/analyst.h"

#include <chrono>

#include "app/match_scene.h"
#include "app/picture.h"
#include "app/ship_names.h"
#include "app/watch/guarded_pipeline.h"
#include "app/watch/taught_men.h"
#include "calibration/lens_file.h"
#include "models/sentences.h"
#include "vision/camera_identity.h"
#include "vision/frame_source.h"
#include "vision/set_scale.h"

namespace linesman::app {

namespace {

class PipelineAnalyst final : public Analyst {
public:
  PipelineAnalyst(const Scene& scene, PipelineSettings settings, Judge judge)
      : scene_(scene), pipeline_(std::move(settings), !showsSinglePictures(scene.source)), judge_(std::move(judge)) {}

  std::shared_ptr<Snapshot> analyse(const Frame& frame) override {
    auto snapshot = snapshotOf(frame);
    snapshot->scene = scene_.title;
    const PipelineSettings& settings = pipeline_.settings();
    snapshot->pieces = settings.pieces;
    snapshot->table = settings.table;
    if (settings.lens) {
      const auto fits = checkLensSize(*settings.lens, scene_.lens_path, frame.image.cols, frame.image.rows);
      if (!fits) {
        snapshot->trouble = {Trouble::Kind::lens_size, fits.error().sentence};
        return snapshot;
      }
    }
    auto seen = pipeline_.process(frame);
    if (!seen)
      snapshot->trouble = {Trouble::Kind::registration, seen.error().sentence};
    else
      addSeen(*snapshot, std::move(*seen), frame.image);
    return snapshot;
  }

private:
  void addSeen(Snapshot& snapshot, Seen seen, const cv::Mat& image) {
    if (scene_.game.empty())
      doubtScale(seen, image);
    snapshot.state = std::move(seen.state);
    snapshot.lens = seen.lens;
    snapshot.names = names_.names(snapshot.state);
    const auto start = std::chrono::steady_clock::now();
    if (judge_)
      snapshot.calls = judge_(snapshot);
    sortForReading(snapshot.calls);
    snapshot.judge_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  }

  /// Says in the registration's warning that the table's scale is far off, as `detect` does; a match measures it more
  /// finely for itself. It takes a tenth of a second, so of a film or camera a few pictures have to do.
  void doubtScale(Seen& seen, const cv::Mat& image) {
    constexpr int most_of_a_film = 5;
    const bool telling = seen.state.pyramids.size() >= 3 && seen.state.hands_mm.empty();
    if (scale_.empty() && telling && (scales_measured_ < most_of_a_film || showsSinglePictures(scene_.source))) {
      scale_ = grossScaleWarning(image, seen, pipeline_.settings().table, pipeline_.settings().pieces);
      ++scales_measured_;
    }
    seen.state.registration.warning = sentences(seen.state.registration.warning, scale_);
  }

  std::string scale_; ///< empty: nothing that is known speaks against it
  int scales_measured_ = 0;
  Scene scene_;
  GuardedPipeline pipeline_;
  Judge judge_;
  NameKeeper names_;
};

} // namespace

std::shared_ptr<Snapshot> snapshotOf(const Frame& frame) {
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->picture = toQImage(frame.image);
  snapshot->frame_name = frame.name;
  snapshot->t_s = frame.t_s;
  snapshot->note = frame.note;
  return snapshot;
}

tl::expected<std::unique_ptr<Analyst>, Trouble> makeAnalyst(const Scene& scene, Judge judge) {
  const auto trouble = [](Trouble::Kind kind, const Error& error) {
    return tl::unexpected(Trouble{kind, error.sentence});
  };
  PipelineSettings settings;
  if (scene.table_path.empty() && scene.board.empty() && scene.usual_board.empty())
    return trouble(
        Trouble::Kind::no_table,
        {"No table file was given; name one with --table (it lists the printed corner markers and where they lie)."});
  if (!scene.table_path.empty()) {
    auto table = readTableFile(scene.table_path);
    if (!table)
      return trouble(Trouble::Kind::table, table.error());
    settings.table = std::move(*table);
  }
  if (!settings.table.board && !scene.usual_board.empty())
    settings.table.board.emplace().definition = scene.usual_board;
  if (!scene.board.empty()) {
    if (!settings.table.board)
      settings.table.board.emplace();
    settings.table.board->definition = scene.board;
  }
  if (!scene.piece_set.empty())
    settings.table.piece_set = scene.piece_set;
  if (const auto fits = checkBoardSize(settings.table, scene.game, scene.usual_board); !fits)
    return trouble(Trouble::Kind::other, fits.error());
  if (const auto fits = checkTaughtMen(settings.table, scene.game); !fits)
    return trouble(Trouble::Kind::other, fits.error());
  if (!scene.players.empty())
    settings.table.players = scene.players;
  if (!scene.lens_path.empty()) {
    auto lens = readLens(scene.lens_path);
    if (!lens)
      return trouble(Trouble::Kind::lens, lens.error());
    if (const auto same = checkLensCamera(*lens, scene.lens_path, cameraIdentity(scene.source)); !same)
      return trouble(Trouble::Kind::lens, same.error());
    settings.lens = std::move(*lens);
  }
  if (const auto loaded = settings.loadFiles(); !loaded)
    return trouble(Trouble::Kind::table, loaded.error());
  if (scene.squares)
    settings.pyramids_on_board = !*scene.squares;
  return std::make_unique<PipelineAnalyst>(scene, std::move(settings), std::move(judge));
}

} // namespace linesman::app
