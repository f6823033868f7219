#include "app/window/corner_question.h"

#include <QGridLayout>
#include <QPushButton>

#include "app/theme.h"
#include "app/window/labels.h"
#include "app/window/match_desk.h"

namespace linesman::app {

CornerQuestion::CornerQuestion(MatchDesk* desk, QWidget* parent) : QWidget(parent), desk_(desk) {
  setObjectName(QStringLiteral("corner_question"));
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setSpacing(6);
  grid->addWidget(wrappedLabel(tr("Which corner is a1, as the camera sees it?"), 13, theme().text), 0, 0, 1, 2);
  const auto add = [&](SeenCorner corner, const QString& text, int row, int column) {
    auto* button = new QPushButton(text);
    button->setCheckable(true);
    button->setObjectName(QStringLiteral("corner_") + QString::fromStdString(nameOf(corner)).replace(u' ', u'_'));
    grid->addWidget(button, row, column);
    connect(button, &QPushButton::clicked, this, [this, corner] { desk_->say("a1 " + nameOf(corner)); });
    buttons_[static_cast<std::size_t>(corner)] = button;
  };
  add(SeenCorner::far_left, tr("Far left"), 1, 0);
  add(SeenCorner::far_right, tr("Far right"), 1, 1);
  add(SeenCorner::near_left, tr("Near left"), 2, 0);
  add(SeenCorner::near_right, tr("Near right"), 2, 1);
  connect(desk_, &MatchDesk::changed, this, &CornerQuestion::refresh);
  refresh();
}

void CornerQuestion::refresh() {
  const std::optional<SeenCorner> taken = desk_->view().doubtful_corner;
  for (std::size_t i = 0; taken && i < buttons_.size(); ++i)
    buttons_[i]->setChecked(static_cast<std::size_t>(*taken) == i);
  setVisible(taken.has_value());
}

} // namespace linesman::app
