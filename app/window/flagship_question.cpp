#include "app/window/flagship_question.h"

#include <QPushButton>
#include <QVBoxLayout>

#include "app/theme.h"
#include "app/window/flow_row.h"
#include "app/window/labels.h"

namespace linesman::app {

FlagshipQuestion::FlagshipQuestion(MatchDesk* desk, QWidget* parent)
    : QWidget(parent), desk_(desk), words_(wrappedLabel({}, 13, theme().text)), row_(new FlowRow) {
  setObjectName(QStringLiteral("flagship_question"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  words_->setObjectName(QStringLiteral("flagship_words"));
  column->addWidget(words_);
  row_->setSpacing(4);
  column->addLayout(row_);
  connect(desk_, &MatchDesk::changed, this, &FlagshipQuestion::refresh);
  hide();
  refresh();
}

void FlagshipQuestion::refresh() {
  const std::optional<MatchView::Flagship> asked = desk_->failed() ? std::nullopt : desk_->view().flagship;
  if (asked == asked_)
    return;
  asked_ = asked;
  while (QLayoutItem* item = row_->takeAt(0)) {
    item->widget()->hide(); // it may be the one that was clicked
    item->widget()->deleteLater();
    delete item;
  }
  setVisible(asked_.has_value());
  if (!asked_)
    return;
  words_->setText(tr("Which ship is %1's flagship?").arg(shownPlayer(desk_->displayName(asked_->player))));
  for (const std::string& ship : asked_->ships)
    offer(ship);
}

void FlagshipQuestion::offer(const std::string& ship) {
  auto* button = new QPushButton(QString::fromStdString(ship));
  button->setObjectName(QStringLiteral("flagship_") + QString::fromStdString(ship));
  button->setProperty("compact", true);
  button->setCheckable(true);
  button->setChecked(ship == asked_->taken);
  button->setToolTip(tr("Says \"flagship %1\"").arg(QString::fromStdString(ship)));
  button->setFocusPolicy(Qt::TabFocus);
  row_->addWidget(button);
  connect(button, &QPushButton::clicked, desk_,
          [desk = desk_, ship, player = asked_->player] { desk->say("flagship " + ship, player); });
}

} // namespace linesman::app
