#pragma once
#include <QWidget>

#include "app/watch/match_profile.h"

namespace linesman::app {

/// One page of the new-match wizard: shows its part of a profile, and writes it back.
class WizardStep : public QWidget {
  Q_OBJECT

public:
  using QWidget::QWidget;
  virtual QString title() const = 0;
  virtual void load(const MatchProfile& profile) = 0;
  virtual void store(MatchProfile& profile) const = 0;
  /// One sentence why the wizard cannot go on; empty: it can.
  virtual QString missing() const { return {}; }
};

/// The steps in their order.
WizardStep* makeGameStep();
WizardStep* makePlayersStep();
WizardStep* makeBoardStep();
WizardStep* makeRulesStep();
WizardStep* makeCameraStep();
WizardStep* makeBeginStep();

} // namespace linesman::app
