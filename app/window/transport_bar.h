#pragma once
#include <QWidget>

class QBoxLayout;
class QPushButton;

namespace linesman::app {

class ElidedLabel;
class Speaker;
class TablePane;

/// Below the table: run, stop and step through the pictures, speech, and the tools.
class TransportBar : public QWidget {
  Q_OBJECT

public:
  /// `helps`: the referee may show what a player could do.
  TransportBar(TablePane* table, Speaker* speaker, bool speak, bool helps, QWidget* parent = nullptr);

  /// `finished`: there are no more pictures to run through.
  void setPlaying(bool playing, bool finished);
  /// Which picture is in front, of those up to `newest`, and whether there is one to step to.
  void setPosition(long long number, long long newest, bool back, bool forward);
  /// In a match the space bar says what its players say, and no longer runs and stops.
  void setSpaceTaken(bool taken);
  /// Only the tools that a game on squares has a use for.
  void setOnSquares(bool on_squares);

Q_SIGNALS:
  void previousWanted();
  void playWanted();
  void nextWanted();

protected:
  void resizeEvent(QResizeEvent* event) override;

private:
  void shareOut();

  QPushButton* back_;
  QPushButton* play_;
  QPushButton* forward_;
  ElidedLabel* position_; ///< claims no room: it grows while a match goes on
  QWidget* steps_;        ///< all of these
  QWidget* tools_;
  QBoxLayout* lines_; ///< the two, beside each other or one below the other
};

} // namespace linesman::app
