#pragma once
#include <memory>
#include <optional>

#include "calibration/lens.h"
#include "calibration/table_file.h"
#include "models/piece_catalog.h"
#include "models/result.h"
#include "models/table_state.h"
#include "vision/die_places.h"
#include "vision/frame.h"

namespace linesman {

struct PipelineSettings {
  std::optional<Lens> lens; ///< without it the focal length is estimated from markers or board
  TableFile table;
  PieceCatalog pieces = PieceCatalog::standard();
  /// Pyramids are looked for although the table has a board, which then gives no more than the table frame.
  bool pyramids_on_board = false;
  /// Pictures of one camera or film follow each other: what is not urgent is spread over some of them.
  bool watches = false;
  /// Each picture is one of its own, perhaps taken by hand: the camera may see the table from another place in each.
  /// Pictures that are far apart in time are taken so anyway.
  bool single_pictures = false;
  std::vector<DiePlace> die_places; ///< from the game's board file; dice are read there
  /// The table without anything on it but its markers, by the same camera, which may have stood elsewhere.
  std::optional<Frame> empty_table;

  /// Loads the files that `table` names: the set (of pyramids, then they are looked for on a board too, or men, which
  /// only a board knows) and the picture of the empty table. The error sentence of one that cannot be used.
  Result<void> loadFiles();
};

/// What the pipeline made of one frame, with the lens that was used (for drawing through it).
struct Seen {
  TableState state;
  Lens lens;
};

/// Frame -> TableState. Keeps what helps the next frame (registration, known pieces), so feed it one source in order.
class Pipeline {
public:
  explicit Pipeline(PipelineSettings settings);
  ~Pipeline();
  Pipeline(Pipeline&&) noexcept;
  Pipeline& operator=(Pipeline&&) noexcept;

  /// An error sentence when the frame cannot be used at all (no registration, calibration of another resolution).
  Result<Seen> process(const Frame& frame);
  /// Forgets previous frames; the next one is searched in full.
  void reset();

private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

} // namespace linesman
