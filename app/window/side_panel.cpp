#include "app/window/side_panel.h"

#include <QListView>

#include "app/law_words.h"
#include "app/theme.h"
#include "app/window/call_list.h"
#include "app/window/cards.h"
#include "app/window/fleet_panel.h"
#include "app/window/labels.h"

namespace linesman::app {

SidePanel::SidePanel(ClauseText clause_text, QWidget* parent)
    : QWidget(parent), card_(new VerdictCard(std::move(clause_text))), list_(new CallList), fleets_(new FleetPanel),
      column_(new QVBoxLayout(this)), fleet_card_(new QFrame) {
  column_->setContentsMargins(0, 0, 0, 0);
  column_->setSpacing(10);
  constexpr int before_all = 100; // what the verdict needs comes first
  column_->addWidget(scrolledAsNeeded(card_), before_all);
  auto* judged = new QFrame;
  judged->setProperty("card", true);
  auto* judged_column = new QVBoxLayout(judged);
  judged_column->setContentsMargins(14, 8, 8, 8);
  judged_column->addWidget(list_);
  list_->view()->setMinimumHeight(qRound(34 * typeScale())); // a low window takes from these two, not from the verdict
  column_->addWidget(judged, 5);
  fleet_card_->setProperty("card", true);
  auto* fleet_column = new QVBoxLayout(fleet_card_);
  fleet_column->setContentsMargins(14, 8, 8, 8);
  QScrollArea* fleets = scrolled(fleets_);
  fleets->setMinimumHeight(qRound(40 * typeScale()));
  fleet_column->addWidget(fleets);
  putFleetsBack();
  connect(list_, &CallList::chosen, this, &SidePanel::callChosen);
  connect(fleets_, &FleetPanel::shipClicked, this, &SidePanel::shipClicked);
}

QWidget* SidePanel::liftFleets() {
  column_->removeWidget(fleet_card_);
  return fleet_card_;
}

void SidePanel::putFleetsBack() {
  column_->addWidget(fleet_card_, 4);
  fleet_card_->show();
}

QString SidePanel::whyNothing(const Snapshot& snapshot, PieceId selected) const {
  if (snapshot.trouble.kind == Trouble::Kind::registration)
    return shownSentence(snapshot.trouble.sentence);
  if (snapshot.trouble.kind != Trouble::Kind::none)
    return tr("No verdict: the table is not in sight.");
  if (snapshot.state.pyramids.empty())
    return tr("No ship lies on the table yet.");
  if (snapshot.calls.empty())
    return tr("Nothing to judge on this picture.");
  if (!selected && list_->shownCount() > 0)
    return tr("Choose a line below to see how it was judged.");
  return selected ? tr("This ship can hit nothing from here.")
                  : tr("No ship can hit another from here. Choose a ship to see its misses.");
}

void SidePanel::setSnapshot(SnapshotPtr snapshot, PieceId selected, std::optional<std::size_t> chosen) {
  list_->setCalls(snapshot->calls, selected);
  fleets_->setSnapshot(*snapshot, selected);
  if (chosen && *chosen < snapshot->calls.size()) {
    card_->setCall(snapshot->calls[*chosen]);
    list_->choose(*chosen);
  } else {
    card_->clear(whyNothing(*snapshot, selected));
  }
}

} // namespace linesman::app
