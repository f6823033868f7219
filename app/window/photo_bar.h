#pragma once
#include <array>
#include <functional>
#include <optional>

#include <QWidget>

#include "app/board_photo.h"

class QComboBox;
class QLabel;

namespace linesman::app {

class BoardCanvas;

/// The photograph below a drawn board: from a file or the camera; the board found in it, or its corners dragged there;
/// turned until a1 is where it belongs. Says how well what is drawn meets what is seen.
class PhotoBar : public QWidget {
  Q_OBJECT

public:
  /// A photograph with the corners where they were laid.
  struct Laid {
    QImage photo;
    std::array<QPointF, 4> corners_px;
    std::optional<FittedBoard> found; ///< in this photograph
  };

  PhotoBar(BoardCanvas* canvas, const QString& hint, QWidget* parent = nullptr);
  void openPhoto(const QString& path);
  void takePhoto(const std::string& camera);
  /// Shows that one so.
  void lay(const Laid& laid);
  /// The corner square that lies near left in the photograph: "a1", "j1", "a10" or "j10" on a board of ten by ten.
  std::string nearLeft() const;

public Q_SLOTS:
  void findBoard();
  /// a1 goes to the next corner.
  void turn();

Q_SIGNALS:
  void said(const QString& text, bool trouble);
  /// A photograph or its corners are others than before.
  void moved();
  /// By hand, and for good.
  void changed(const PhotoBar::Laid& before, const PhotoBar::Laid& after);

private:
  void setPhoto(const QImage& photo);
  void judgeCorners();
  /// What is laid now stays.
  void keep();

  BoardCanvas* canvas_;
  std::optional<FittedBoard> found_; ///< in this photograph
  Laid kept_;
};

/// Whose boards are drawn, as drawnGameBox() lists them.
enum DrawnGame { drawn_armada_chess, drawn_invasion };
/// The choice of the game, with `now` chosen; it keeps that, whatever else is chosen.
QComboBox* drawnGameBox(DrawnGame now, QWidget* page, std::function<void(int)> chosen);

} // namespace linesman::app
