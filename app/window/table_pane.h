#pragma once
#include <optional>

#include <QWidget>

#include "app/birds_eye.h"
#include "app/measure.h"
#include "app/overlay.h"
#include "app/reach_map.h"
#include "app/snapshot.h"
#include "app/table_notes.h"
#include "app/window/table_tools.h"

class QSplitter;

namespace linesman::app {

class BoardView;
class PictureView;

/// Where the selected ship can get to, or nothing when the referee does not say.
using ReachOf = std::function<std::optional<ReachShown>(const Snapshot&, PieceId)>;

/// One table seen by the camera, from above, or both; the same marks in each. A match on squares has the board of the
/// match too: instead of the picture, or beside it.
class TablePane : public QWidget {
  Q_OBJECT

public:
  enum class Mode { camera, map, both, board };

  explicit TablePane(QWidget* parent = nullptr);
  void setSnapshot(SnapshotPtr snapshot);
  /// Before the first picture of a source.
  void showWaiting();
  /// Says that none comes.
  void showEnded();
  void setSelection(PieceId selected, std::optional<std::size_t> chosen);
  /// What a match knows of the pieces in the picture; drawn until the next picture.
  void setNotes(TableNotes notes);
  void setMode(Mode mode);
  /// The board of the match; from now on it, not the view from above, stands beside the camera's picture.
  BoardView* addBoard();
  void removeBoard();
  BoardView* board() const { return board_; }
  void setMagnifier(bool on);
  void setRegions(bool on);
  void setMen(bool on);
  /// While on, clicks measure: two of them give a distance.
  void setMeasuring(bool on);
  /// While on, clicks lay and turn a gauge; `,` and `.` turn it by a degree, `L` changes its size.
  void setGauge(bool on);
  /// While on, steps of the selected ship can be tried out on the picture that stands; Backspace takes one back.
  void setWhatIf(bool on);
  void setSuppose(SupposeOf suppose) { tools_.setSuppose(std::move(suppose)); }
  const TableTools& tools() const { return tools_; }
  /// Shows the reach of the selected ship, as `reach_of` tells it.
  void setReach(bool on);
  void setReachSource(ReachOf reach_of) { reach_of_ = std::move(reach_of); }
  const std::vector<Measurement>& measurements() const { return measurements_; }
  Mode mode() const { return mode_; }
  PictureView* camera() const { return camera_; }
  PictureView* map() const { return map_; }
  /// The marks of the camera's picture as they stand.
  OverlayContent content() const;

Q_SIGNALS:
  void pieceClicked(linesman::PieceId piece);
  /// Something is tried out: the picture should stand.
  void freezeWanted();
  /// What the law says of steps that are tried out.
  void supposed(const linesman::app::Call& step);
  /// Nothing is tried out any more.
  void trialEnded();

protected:
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

private:
  void click(PictureView* view, const QPointF& px, PieceId piece);
  std::optional<MeasuredThing> thingUnder(PictureView* view, const QPointF& px, PieceId piece) const;
  void hover(PictureView* view, const QPointF& px);
  std::optional<Eigen::Vector2d> tablePoint(PictureView* view, const QPointF& px) const;
  QList<int> sizesWithBoard() const;
  bool isHigh() const;
  void shareOut();
  void useTool(TableTools::Tool tool);
  void afterTools();
  void announceTrial();
  void updateReach();
  void redraw();
  void redrawMap();
  QString noticeFor(const Snapshot& snapshot) const;
  std::optional<Eigen::Vector2d> decidingPoint_mm() const;

  PictureView* camera_;
  PictureView* map_;
  BoardView* board_ = nullptr; ///< none: not a match on squares
  QSplitter* split_;
  bool shared_by_hand_ = false; ///< somebody has moved the splitter
  SnapshotPtr snapshot_;
  TableNotes notes_;
  SnapshotPtr mapped_; ///< the snapshot that `eye_` was made of
  BirdsEye eye_;
  PieceId selected_;
  std::optional<std::size_t> chosen_;
  Mode mode_ = Mode::camera;
  bool magnifier_ = true;
  bool regions_ = true;
  bool men_ = true;
  bool measuring_ = false;
  bool reach_ = false;
  TableTools tools_;
  ReachOf reach_of_;
  std::optional<ReachShown> reach_map_;
  std::optional<MeasuredThing> first_;
  std::vector<Measurement> measurements_;
};

} // namespace linesman::app
