#pragma once
#include <optional>

#include <QWidget>

#include "app/birds_eye.h"
#include "app/overlay.h"
#include "app/snapshot.h"

class QSplitter;

namespace linesman::app {

class PictureView;

/// One table seen by the camera, from above, or both side by side; the same marks in each.
class TablePane : public QWidget {
  Q_OBJECT

public:
  enum class Mode { camera, map, both };

  explicit TablePane(QWidget* parent = nullptr);
  void setSnapshot(SnapshotPtr snapshot);
  void setSelection(PieceId selected, std::optional<std::size_t> chosen);
  void setMode(Mode mode);
  void setMagnifier(bool on);
  void setRegions(bool on);
  Mode mode() const { return mode_; }
  PictureView* camera() const { return camera_; }
  PictureView* map() const { return map_; }
  /// The marks of the camera's picture as they stand.
  OverlayContent content() const;

Q_SIGNALS:
  void pieceClicked(linesman::PieceId piece);

private:
  void redraw();
  void redrawMap();
  QString noticeFor(const Snapshot& snapshot) const;
  std::optional<Eigen::Vector2d> decidingPoint_mm() const;

  PictureView* camera_;
  PictureView* map_;
  QSplitter* split_;
  SnapshotPtr snapshot_;
  SnapshotPtr mapped_; ///< the snapshot that `eye_` was made of
  BirdsEye eye_;
  PieceId selected_;
  std::optional<std::size_t> chosen_;
  Mode mode_ = Mode::camera;
  bool magnifier_ = true;
  bool regions_ = true;
};

} // namespace linesman::app
