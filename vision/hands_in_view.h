#pragma once
#include <optional>
#include <vector>

#include <opencv2/core/types.hpp>

#include "calibration/lens.h"
#include "models/table_state.h"
#include "vision/board_lines.h"
#include "vision/carried_camera.h"
#include "vision/empty_table.h"
#include "vision/frame.h"
#include "vision/hand_detector.h"
#include "vision/table_view.h"

namespace linesman {

/// Hands over the table in the frames of one source, whether its camera stands still, is nudged, or is carried
/// elsewhere between single pictures. Of every frame: begin() before it is measured, then find(), then, of a board,
/// keepOverBoard().
class HandsInView {
public:
  /// `single_pictures`: each is one of its own; frames that are far apart in time are taken for such anyway.
  void begin(const Frame& frame, bool single_pictures);
  /// Whether the camera may see the table of this frame from another place than that of the frame before.
  bool byHand() const { return by_hand_; }
  /// Whether no frame before this one tells what is a hand.
  bool first() const { return first_; }

  /// Looks for hands. To be asked once it is known how the camera sees the table: a picture that does not show it (a
  /// lamp was switched off) tells nothing of what the next one has changed. `empty`: compared with, where no frame
  /// before tells how the table looks without hands; null where it is not known. `pieces`: see HandDetector.
  CameraMove find(const Frame& frame, const Lens& lens, const UncertainPose<CameraFrame, TableFrame>& camera_from_table,
                  const EmptyTable* empty, const std::vector<HandDetector::Piece>* pieces = nullptr);
  /// Leaves of what was found, and of what rests, what covers the board. Players' clothes, shadows, and what the first
  /// picture showed, do not. `lines`: of this frame. Whether all that covers the board looks as it did, and not for
  /// long: what was over it in the frame before may be there still.
  bool keepOverBoard(const BoardLines& lines, double t_s);

  /// Hands that a picture which stands alone shows, on the table plane, mm: of the frame that find() saw last.
  void hold(const std::vector<TablePolygon>& hands_mm, const TableView& view, double t_s);

  bool any() const { return !found_.empty(); }
  /// Outlines on the table plane, mm; what lies beyond the horizon is left out.
  std::vector<TablePolygon> onTable(const TableView& view) const;
  /// What came in as a hand does and has not stirred for HandDetector::rests_after_s: it hides what is under it.
  /// Outlines in pixels, and on the table plane.
  const HandDetector::Outlines& resting() const { return resting_; }
  std::vector<TablePolygon> restingOnTable(const TableView& view) const;
  /// The next frame is the first.
  void reset() { *this = HandsInView(); }

private:
  using Outlines = HandDetector::Outlines;
  Outlines findFirst(const Frame& frame, const TableView& view, const EmptyTable* empty);
  void followNudge(const Frame& frame);

  HandDetector hands_;
  CarriedCamera camera_;
  Outlines found_, resting_;
  // of this frame
  bool first_ = true, apart_ = false, by_hand_ = false;
  CameraMove move_ = CameraMove::none;
  std::optional<HandDetector> before_; ///< as it was before this frame, where a nudge may have to be followed
  // of the frames before
  double last_s_ = 0.0;
  std::optional<BoardLines> bare_, last_lines_; ///< as they were seen last without a hand, and last
  double same_lines_s_ = 0.0;                   ///< since when they have been the same
  bool hand_before_ = false;                    ///< one was over the board
};

} // namespace linesman
