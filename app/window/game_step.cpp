#include <QButtonGroup>
#include <QCoreApplication>
#include <QLabel>
#include <QRadioButton>
#include <QVBoxLayout>

#include "app/theme.h"
#include "app/window/labels.h"
#include "app/window/wizard_step.h"
#include "rules/registry.h"

namespace linesman::app {

namespace {

/// Which game: its name and a sentence about it.
class GameStep final : public WizardStep {
  Q_DECLARE_TR_FUNCTIONS(GameStep)

public:
  GameStep() : games_(new QButtonGroup(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    for (const std::string& id : rules::Registry::instance().ids()) {
      const auto game = rules::Registry::instance().make(id);
      if (!game || (*game)->id() != id) // a second name of the same game
        continue;
      auto* button = new QRadioButton(QString::fromStdString((*game)->title()));
      button->setObjectName(QString::fromStdString("game_" + id));
      button->setProperty("game", QString::fromStdString(id));
      QFont font = button->font();
      font.setPixelSize(qRound(17 * typeScale()));
      font.setWeight(QFont::DemiBold);
      button->setFont(font);
      auto* about = new QLabel(shownWord((*game)->book().data()["about"].value_or(std::string())));
      about->setWordWrap(true);
      about->setContentsMargins(26, 0, 0, 10);
      styleLabel(about, 14, QFont::Normal, theme().dim);
      games_->addButton(button);
      column->addWidget(button);
      column->addWidget(about);
    }
    column->addStretch(1);
  }

  QString title() const override { return tr("Game"); }
  void load(const MatchProfile& profile) override {
    for (QAbstractButton* button : games_->buttons())
      button->setChecked(button->property("game").toString().toStdString() == profile.match.game);
  }
  /// Another game has other options, boards and men.
  void store(MatchProfile& profile) const override {
    const std::string game = chosen();
    if (game.empty() || game == profile.match.game)
      return;
    profile.match = MatchSetup();
    profile.match.game = game;
    profile.piece_set.clear();
  }
  QString missing() const override { return chosen().empty() ? tr("Choose a game.") : QString(); }

private:
  std::string chosen() const {
    const QAbstractButton* button = games_->checkedButton();
    return button == nullptr ? std::string() : button->property("game").toString().toStdString();
  }

  QButtonGroup* games_;
};

} // namespace

WizardStep* makeGameStep() {
  return new GameStep;
}

} // namespace linesman::app
