#pragma once
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "app/snapshot.h"
#include "vision/frame.h"
#include "vision/pipeline.h"

namespace linesman::app {

/// A source with what is known of its camera and table.
struct Scene {
  std::string title;
  std::string source;    ///< as for openSource()
  std::string lens_path; ///< empty: the focal length is estimated
  std::string table_path;
  double fps = 30.0;   ///< of folders and patterns
  double hold_s = 0.0; ///< how long a still picture stays before the next one, when playing
  // What a match's set-up says instead of the table file; empty: as the file says. With a board no file is needed.
  std::string board = {};
  std::string usual_board = {}; ///< where neither set-up nor file names one
  std::string piece_set = {};
  std::map<Colour, std::string> players = {};
  /// Whether the game is played on squares, where a game says so; without one the named set of pieces decides.
  std::optional<bool> squares = {};
  std::string game = {}; ///< of the match; empty: none is refereed
  double begins_s = 0.0; ///< when it began, by the clock of its match; above 0 where it took another source's place
  double from_s = 0.0;   ///< of films and folders, in their own time: the match has seen what comes before it
};

/// A snapshot that shows the frame and says nothing of it yet.
std::shared_ptr<Snapshot> snapshotOf(const Frame& frame);

/// Frame in, Snapshot out: vision, then the law. One object per scene; it keeps what the next frame needs.
class Analyst {
public:
  virtual ~Analyst() = default;
  virtual std::shared_ptr<Snapshot> analyse(const Frame& frame) = 0;
};

/// Questions to the law about a snapshot whose table state is filled in; may remember earlier ones of its scene.
using Judge = std::function<std::vector<Call>(const Snapshot&)>;

/// The real analyst: reads lens and table file, then runs the pipeline and `judge`. On failure the trouble says which
/// file is at fault.
tl::expected<std::unique_ptr<Analyst>, Trouble> makeAnalyst(const Scene& scene, Judge judge);

} // namespace linesman::app
