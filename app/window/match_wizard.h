#pragma once
#include <vector>

#include <QWidget>

#include "app/watch/match_profile.h"

class QLabel;
class QPushButton;
class QStackedWidget;

namespace linesman::app {

class WizardStep;

/// Sets up a match step by step; keeps it as a profile; begins it.
class MatchWizard : public QWidget {
  Q_OBJECT

public:
  explicit MatchWizard(QWidget* parent = nullptr);
  enum Step { game_step, players_step, board_step, rules_step, camera_step, begin_step };
  /// Starts over with this profile; an empty one: a new match.
  void open(const MatchProfile& profile, Step step = game_step);
  /// The profile as it stands.
  MatchProfile profile() const;
  /// Says why the match could not begin.
  void complain(const QString& sentence);
  int step() const { return at_; }

Q_SIGNALS:
  void beginWanted(const linesman::app::MatchProfile& profile);
  void closed();

private:
  QWidget* makeFoot();
  void goTo(int step);
  void forward();
  std::string fileFor(const std::string& name) const;
  void save();

  std::vector<WizardStep*> steps_;
  std::vector<QPushButton*> tabs_;
  QStackedWidget* pages_;
  QLabel* notice_;
  QPushButton* back_;
  QPushButton* next_;
  QPushButton* save_;
  MatchProfile profile_;
  std::string kept_; ///< the file that it was kept in last
  int at_ = 0;
  int reached_ = 0; ///< the last step that may be gone to directly
};

/// Where profiles are kept.
std::string profileFolder();
/// Where matches are recorded unless another folder is chosen.
std::string matchesFolder();
/// A new folder for the record of a match, in `parent` or where matches are kept.
std::string newRecordFolder(const QString& parent = {});
/// The profiles kept there, by name, newest first: name and path.
std::vector<std::pair<std::string, std::string>> keptProfiles();

} // namespace linesman::app
