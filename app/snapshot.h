#pragma once
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <QImage>

#include "app/call.h"
#include "calibration/lens.h"
#include "calibration/table_file.h"
#include "models/piece_catalog.h"
#include "models/table_state.h"
#include "rules/plane_table.h"
#include "vision/frame.h"

namespace linesman::app {

/// Why there is nothing to judge, sorted by what the user can do about it.
struct Trouble {
  /// picture: one of several cannot be read, and the next one follows.
  enum class Kind { none, source, picture, lens, lens_size, no_table, table, registration, fault, other };
  Kind kind = Kind::none;
  std::string sentence;
};

/// Everything the window shows of one frame. Made by the work thread and never changed afterwards.
struct Snapshot {
  QImage picture; ///< RGB32, as the camera gave it
  std::string scene;
  std::string frame_name;
  long long number = 0; ///< counts from 1 within the session
  double t_s = 0.0;
  SourceNote note; ///< what the source says of itself
  Trouble trouble; ///< kind none: state, lens and calls are valid
  TableState state;
  Lens lens;
  PieceCatalog pieces = PieceCatalog::standard();
  TableFile table;
  std::map<PieceId, std::string> names;
  std::set<PieceId> flagships;               ///< ships that their players have marked in the match
  std::optional<rules::PlaneTable> recorded; ///< the ships where their match has them; none: they are judged as seen
  std::map<std::string, PlanarPose<TableFrame, PieceFrame>> astray; ///< those of them seen lying elsewhere, and where
  std::vector<Call> calls;
  double judge_ms = 0.0;
};

/// Where what a pixel shows lies, as seen from above, mm: on the board where that is there, else on the table. Nothing
/// beyond the horizon.
std::optional<Eigen::Vector2d> pointedAt(const Snapshot& snapshot, const Eigen::Vector2d& pixel);
/// How high over the table it lies there, mm: as the board is thick, or 0.
double heightAt(const Snapshot& snapshot, const Eigen::Vector2d& point_mm);

/// The damage of each ship that has some: as its match counts it, else by the chits that lie beside it.
std::map<PieceId, int> damageOf(const Snapshot& snapshot);
/// How much of it sinks a lying pyramid: its pips, and the armour that its match has given it.
int damageToSink(const Snapshot& snapshot, const SeenPyramid& pyramid);

using SnapshotPtr = std::shared_ptr<const Snapshot>;

} // namespace linesman::app
