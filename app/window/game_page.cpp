#include "app/window/game_page.h"

#include <algorithm>
#include <utility>

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "app/law_words.h"
#include "app/theme.h"
#include "app/window/board_view.h"
#include "app/window/cards.h"
#include "app/window/facts_panel.h"
#include "app/window/match_desk.h"
#include "app/window/match_panel.h"
#include "app/window/tell_panel.h"
#include "app/window/turn_band.h"
#include "app/window/view_bar.h"

namespace linesman::app {

namespace {

constexpr Ink last_turn_ink{0.0, 0.45, 0.85};
constexpr Ink refused_ink{0.90, 0.35, 0.05};

/// The squares that the last ruling, or the question behind it, speaks of.
std::vector<MarkedField> marksOf(const std::vector<nlohmann::json>& history) {
  std::vector<MarkedField> marks;
  for (auto event = history.rbegin(); event != history.rend() && marks.empty(); ++event) {
    if ((*event)["event"] != "verdict")
      continue;
    const Ink ink = event->value("ruling", "") == "legal" ? last_turn_ink : refused_ink;
    for (const auto& highlight : event->value("highlights", nlohmann::json::array()))
      if (highlight.contains("square"))
        marks.push_back({highlight["square"].get<std::string>(), ink});
    break;
  }
  return marks;
}

} // namespace

GamePage::GamePage(ClauseText clause_text, QWidget* parent)
    : QWidget(parent), table_(new TablePane), side_(new SidePanel(std::move(clause_text))),
      column_(new QVBoxLayout(this)), beside_(new QWidget), tab_row_(new QWidget), tabs_(new QHBoxLayout(tab_row_)),
      panels_(new QStackedWidget) {
  column_->setContentsMargins(0, 0, 0, 0);
  column_->setSpacing(8);
  auto* beside_column = new QVBoxLayout(beside_);
  beside_column->setContentsMargins(0, 0, 0, 0);
  beside_column->setSpacing(6);
  tabs_->setContentsMargins(0, 0, 0, 0);
  tabs_->setSpacing(4);
  tab_row_->hide();
  panels_->addWidget(side_);
  beside_column->addWidget(tab_row_);
  beside_column->addWidget(panels_, 1);
  beside_column->addStrut(qRound(300 * typeScale())); // or what its words need
  auto* split = new QSplitter(Qt::Horizontal);
  split->addWidget(table_);
  split->addWidget(beside_);
  split->setStretchFactor(0, 1);
  split->setStretchFactor(1, 0);
  split->setHandleWidth(12);
  split->setChildrenCollapsible(false);
  split->setSizes({10000, qRound(340 * typeScale())});
  column_->addWidget(split, 1);
}

void GamePage::showTableAlone() {
  table_alone_ = true;
  beside_->hide();
  if (band_ != nullptr)
    band_->hide();
}

void GamePage::beginMatch(MatchDesk* desk) {
  desk_ = desk;
  band_ = new TurnBand(desk);
  column_->insertWidget(0, band_);
  band_->setVisible(!table_alone_);
  const bool on_squares = onSquares(desk->setup().game);
  panels_->removeWidget(side_);
  tab_row_->show();
  auto* group = new QButtonGroup(this);
  panel_ = new MatchPanel(desk);
  addPanel(tr("Match"), "panel_match", scrolled(panel_)); // what is asked must not push the window over the screen
  if (on_squares) {
    side_->hide(); // shots and fleets are none of its matters
  } else { // one below the other they would take turns in being cut off: the band above takes a part of the height
    addPanel(tr("Shots"), "panel_shots", side_);
    addPanel(tr("Fleets"), "panel_fleets", side_->liftFleets());
  }
  addPanel(on_squares ? tr("Counters and rules") : tr("Rules"), "panel_facts", new FactsPanel(desk));
  for (QPushButton* button : tab_buttons_)
    group->addButton(button);
  tabs_->addStretch(1);
  panel_->telling()->hearKeysOn(this);
  connect(panel_->telling(), &TellPanel::wanted, this, [this] { showPanel(0); });
  showPanel(0);
  if (on_squares) {
    table_->addBoard();
    connect(desk, &MatchDesk::changed, this, &GamePage::showBoard);
    showBoard();
  }
  fitBand();
}

void GamePage::endMatch() {
  if (desk_ == nullptr)
    return;
  disconnect(desk_, nullptr, this, nullptr);
  desk_ = nullptr;
  delete std::exchange(band_, nullptr);
  panels_->removeWidget(side_);
  side_->putFleetsBack();
  while (panels_->count() > 0) {
    QWidget* panel = panels_->widget(0);
    panels_->removeWidget(panel);
    delete panel;
  }
  panel_ = nullptr;
  while (QLayoutItem* item = tabs_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  tab_buttons_.clear();
  tab_row_->hide();
  panels_->addWidget(side_);
  side_->show();
  table_->removeBoard();
}

void GamePage::addPanel(const QString& title, const char* name, QWidget* panel) {
  auto* button = quietButton(title, {}, name);
  button->setCheckable(true);
  const int index = panels_->addWidget(panel);
  tabs_->addWidget(button);
  tab_buttons_.push_back(button);
  connect(button, &QPushButton::toggled, this, [this, index](bool on) {
    if (on)
      panels_->setCurrentIndex(index);
  });
}

void GamePage::showPanel(int panel) {
  if (panel >= 0 && static_cast<std::size_t>(panel) < tab_buttons_.size())
    tab_buttons_[static_cast<std::size_t>(panel)]->setChecked(true);
}

void GamePage::showBoard() {
  auto drawing = PositionDrawing::make(desk_->setup().game, desk_->position(), desk_->setup().board());
  if (drawing)
    table_->board()->setDrawing(std::move(*drawing), marksOf(desk_->history()));
  else
    table_->board()->setDrawing(std::nullopt);
  table_->board()->setNotice(drawing ? QString() : shownSentence(drawing.error().sentence));
}

/// A share of the window, so that it is as large on a large screen as it can be.
void GamePage::fitBand() {
  if (band_ != nullptr)
    band_->setFixedHeight(std::clamp(qRound(0.165 * height()), 84, 240));
}

void GamePage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitBand();
}

} // namespace linesman::app
