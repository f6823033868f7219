#pragma once
#include <vector>

#include <QColor>
#include <QWidget>

#include "app/window/match_desk.h"

namespace linesman::app {

/// Across the whole window: whose turn it is, in the player's colour, seen from ten metres; what is left of it; and the
/// clocks, in figures that are read from three.
class TurnBand : public QWidget {
  Q_OBJECT

public:
  explicit TurnBand(MatchDesk* desk, QWidget* parent = nullptr);

  /// "red to move", "Set up the game", "white wins".
  QString headline() const { return headline_; }
  /// "2 actions left · turn 3"
  QString below() const { return below_; }
  /// "red 0:08", one entry a player.
  QStringList clocks() const;
  /// Height of the clocks' figures as they are painted now; 0 without clocks.
  double digits_px() const;
  QColor colour() const { return colour_; }
  /// The colour that stands for a player: that of his pieces, or of his side.
  static QColor colourOfPlayer(const MatchSetup& setup, const std::string& player);

protected:
  void paintEvent(QPaintEvent* event) override;

private:
  struct Clock {
    QString player, time;
    bool running = false;
    bool exceeded = false;
    QColor colour;
  };
  void refresh();
  /// Who won.
  QString endText(const MatchView& view) const;
  /// Size of the clocks' type, and the room that the clocks take at a size.
  double clockType_px() const;
  double clocksWide(double size_px) const;
  /// Paints the clocks right-aligned in the band; returns their left edge.
  double paintClocks(QPainter& painter) const;

  MatchDesk* desk_;
  QString headline_, below_;
  QColor colour_;
  std::vector<Clock> clocks_;
};

} // namespace linesman::app
