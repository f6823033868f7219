#include "app/window/clock_wish.h"

#include <algorithm>

#include <QComboBox>
#include <QHBoxLayout>
#include <QSpinBox>
#include <QVBoxLayout>

#include "app/window/labels.h"
#include "app/window/match_desk.h"

namespace linesman::app {

namespace {

QComboBox* choice(const char* name, const QString& what) {
  auto* box = new QComboBox;
  box->setObjectName(QString::fromLatin1(name));
  box->setAccessibleName(what);
  box->setFocusPolicy(Qt::StrongFocus);
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box->setMinimumContentsLength(6);
  return box;
}

QSpinBox* amount(const char* name, const QString& what, const QString& suffix, int most, int step) {
  auto* box = new QSpinBox;
  box->setObjectName(QString::fromLatin1(name));
  box->setAccessibleName(what);
  box->setRange(0, most);
  box->setSingleStep(step);
  box->setSuffix(suffix);
  box->setFocusPolicy(Qt::StrongFocus);
  return box;
}

} // namespace

ClockWish::ClockWish(MatchDesk* desk, QWidget* parent)
    : QWidget(parent), desk_(desk), what_(choice("clock_what", tr("What is decided"))),
      player_(choice("clock_player", tr("Player"))),
      minutes_(amount("clock_minutes", tr("Minutes"), tr(" min"), 600, 1)),
      seconds_(amount("clock_seconds", tr("Seconds"), tr(" s"), 59, 10)), time_(new QWidget) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  using What = ClockRuling::What;
  for (const auto& [what, text] :
       {std::pair(What::give, tr("Give time")), std::pair(What::take, tr("Take time: a penalty")),
        std::pair(What::warn, tr("Penalty without time")), std::pair(What::stop, tr("Stop the clocks")),
        std::pair(What::run, tr("Let the clocks run"))})
    what_->addItem(text, static_cast<int>(what));
  auto* row = new QHBoxLayout(time_);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(minutes_, 1);
  row->addWidget(seconds_, 1);
  minutes_->setValue(1);
  for (QWidget* part : {static_cast<QWidget*>(what_), static_cast<QWidget*>(player_), time_})
    column->addWidget(part);
  connect(what_, &QComboBox::currentIndexChanged, this, &ClockWish::follow);
  refresh();
}

void ClockWish::refresh() {
  std::vector<std::string> players = desk_->players();
  const MatchView view = desk_->view();
  std::stable_partition(players.begin(), players.end(),
                        [&](const std::string& player) { return player == view.to_move; });
  if (view.shared_clock) // the one that runs now, for both sides
    players.insert(players.begin(), *view.shared_clock);
  player_->clear();
  for (const std::string& player : players)
    player_->addItem(shortName(shownPlayer(desk_->displayName(player))), QString::fromStdString(player));
  if (desk_->held()) // the likeliest wish
    what_->setCurrentIndex(what_->findData(static_cast<int>(ClockRuling::What::run)));
  follow();
}

void ClockWish::follow() {
  const auto what = ruling().what;
  const bool of_time = what == ClockRuling::What::give || what == ClockRuling::What::take;
  time_->setVisible(of_time);
  player_->setVisible(of_time || what == ClockRuling::What::warn);
}

ClockRuling ClockWish::ruling() const {
  ClockRuling ruling;
  ruling.what = static_cast<ClockRuling::What>(what_->currentData().toInt());
  ruling.player = player_->currentData().toString().toStdString();
  ruling.seconds = 60.0 * minutes_->value() + seconds_->value();
  return ruling;
}

} // namespace linesman::app
