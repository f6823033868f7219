#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <opencv2/core/mat.hpp>

#include "calibration/lens.h"
#include "calibration/table_file.h"
#include "models/result.h"
#include "models/table_state.h"
#include "vision/frame_source.h"
#include "vision/pipeline.h"

namespace linesman::app {

/// One look at the table: what the camera believes, or why the frame could not be used.
struct Look {
  double t_s = 0.0;
  std::optional<TableState> state;
  std::string kind;         ///< of the trouble: "camera", "calibration", or "source" for one picture or line alone
  std::string trouble;      ///< one sentence; empty when all is well
  cv::Mat image;            ///< the picture itself, if there is one
  std::optional<Lens> lens; ///< that the picture was seen through, if it could be used
  SourceNote note = {};     ///< what the source says of itself
};

/// Gives looks in order of time. A source of pictures goes through the whole pipeline.
class StateSource {
public:
  virtual ~StateSource() = default;
  /// Nothing at the end of the source.
  virtual std::optional<Look> next() = 0;
};

/// Films, folders, patterns and cameras through the pipeline. A camera is watched: it is reopened when it fails or its
/// picture stands still, and only the newest picture is looked at. `squares`: the game is played on squares, so that
/// men are looked for, else pyramids, although the table may have a board. `single_pictures`: as in PipelineSettings.
Result<std::unique_ptr<StateSource>> pictureStates(const std::string& source, double fps,
                                                   const std::optional<Lens>& lens, const TableFile& table,
                                                   bool squares, bool single_pictures = false);

/// The same for a source that is open already.
std::unique_ptr<StateSource> statesFrom(std::unique_ptr<FrameSource> source, PipelineSettings settings);

/// Does a file of table states tell when they were seen? What `linesman detect` prints does not.
bool statesTellTimes(const std::string& path);

/// A file of table states, one JSON object a line as `linesman detect` prints them, each with its t_s or 1/fps apart.
Result<std::unique_ptr<StateSource>> recordedStates(const std::string& path, double fps);

} // namespace linesman::app
