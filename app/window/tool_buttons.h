#pragma once

class QLayout;

namespace linesman::app {

class TablePane;

/// The switches of what is shown on the table, and the tools of which one is in hand. `helps`: the referee may show
/// what a player could do (reach, trying out steps); agreed before the game.
void addToolButtons(QLayout* row, TablePane* table, bool helps);

} // namespace linesman::app
