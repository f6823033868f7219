#include "app/window/played_question.h"

#include <QHBoxLayout>
#include <QPushButton>

#include "app/theme.h"
#include "app/window/cards.h"
#include "app/window/match_desk.h"

namespace linesman::app {

using nlohmann::json;

namespace {

/// What may have been played, the likeliest first, while that is asked; that nothing was needs no answer.
std::vector<std::vector<std::string>> openCandidates(const std::vector<json>& history) {
  std::vector<std::vector<std::string>> open;
  for (auto event = history.rbegin(); event != history.rend(); ++event) {
    const std::string kind = event->value("event", "");
    if (kind == "verdict" || kind == "put_back" || kind == "over" || kind == "retract")
      return {}; // it went on
    if (kind != "error" || event->value("what", "") != "unclear")
      continue;
    for (const json& turns : event->value("candidates", json::array()))
      if (turns.is_array())
        open.push_back(turns.get<std::vector<std::string>>());
    return open;
  }
  return open;
}

} // namespace

PlayedQuestion::PlayedQuestion(MatchDesk* desk, QWidget* parent)
    : QWidget(parent), desk_(desk), row_(new QHBoxLayout(this)) {
  setObjectName(QStringLiteral("played_question"));
  row_->setContentsMargins(0, 0, 0, 0);
  row_->setSpacing(6);
  row_->addWidget(wrappedLabel(tr("What was played?"), 13, theme().text), 1);
  connect(desk_, &MatchDesk::changed, this, &PlayedQuestion::refresh);
  hide();
  refresh();
}

void PlayedQuestion::refresh() {
  std::vector<Turns> candidates = desk_->failed() ? std::vector<Turns>() : openCandidates(desk_->history());
  if (candidates == offered_)
    return;
  offered_ = std::move(candidates);
  while (QLayoutItem* item = row_->takeAt(1)) {
    item->widget()->hide(); // it may be the one that was clicked
    item->widget()->deleteLater();
    delete item;
  }
  for (const Turns& turns : offered_)
    offer(turns);
  setVisible(!offered_.empty());
}

void PlayedQuestion::offer(const Turns& turns) {
  QStringList words;
  for (const std::string& turn : turns)
    words << QString::fromStdString(turn);
  auto* button = new QPushButton(words.join(QStringLiteral(", ")));
  button->setObjectName(QStringLiteral("played_%1").arg(row_->count() - 1));
  button->setToolTip(tr("Says that this was played"));
  row_->addWidget(button);
  connect(button, &QPushButton::clicked, desk_, [desk = desk_, turns] {
    for (const std::string& turn : turns)
      desk->say(turn);
  });
}

} // namespace linesman::app
