#pragma once
#include <map>
#include <vector>

#include <QWidget>

#include "app/snapshot.h"

namespace linesman::app {

/// The fleets on the table: per player the ships by size with their damage; a click selects a ship, and
/// so do the arrow keys.
class FleetPanel : public QWidget {
  Q_OBJECT

public:
  explicit FleetPanel(QWidget* parent = nullptr);
  void setSnapshot(const Snapshot& snapshot, PieceId selected);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

Q_SIGNALS:
  void shipClicked(linesman::PieceId ship);

protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool event(QEvent* event) override;

private:
  struct Ship {
    PieceId id;
    PyramidSize size;
    QString name;
    int damage = 0;
    int sinks_at = 1;
    bool flagship = false;
    QRectF box;
  };
  struct Fleet {
    Colour colour;
    QString player;
    std::vector<Ship> ships;
    QRectF title;
  };
  void arrange();
  void paintShip(QPainter& painter, const Ship& ship, const QColor& colour) const;
  const Ship* shipAt(const QPointF& at) const;

  std::vector<Fleet> fleets_;
  PieceId selected_;
  double height_ = 0.0;
};

} // namespace linesman::app
