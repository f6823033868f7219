#pragma once
#include <optional>

#include <QFrame>
#include <QVBoxLayout>
#include <QWidget>

#include "app/snapshot.h"
#include "app/window/verdict_card.h"

namespace linesman::app {

class FleetPanel;
class CallList;

/// Right of the table: the verdict in front, all calls of the picture, the fleets.
class SidePanel : public QWidget {
  Q_OBJECT

public:
  explicit SidePanel(ClauseText clause_text, QWidget* parent = nullptr);
  void setSnapshot(SnapshotPtr snapshot, PieceId selected, std::optional<std::size_t> chosen);
  VerdictCard* card() const { return card_; }
  CallList* list() const { return list_; }
  FleetPanel* fleets() const { return fleets_; }
  /// The fleets with their frame, out of this panel into another place until putFleetsBack().
  QWidget* liftFleets();
  void putFleetsBack();

Q_SIGNALS:
  void callChosen(std::size_t call);
  void shipClicked(linesman::PieceId ship);

private:
  QString whyNothing(const Snapshot& snapshot, PieceId selected) const;

  VerdictCard* card_;
  CallList* list_;
  FleetPanel* fleets_;
  QVBoxLayout* column_;
  QFrame* fleet_card_;
};

} // namespace linesman::app
