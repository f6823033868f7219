#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <QWidget>

#include "app/watch/match_setup.h"
#include "rules/risky_defaults.h"

class QComboBox;

namespace linesman::app {

/// The readings that change a game most, one row each: the question the rules leave open, the answers in plain words
/// with the default marked, and the switch behind it. Changes the setup it was given; decides nothing itself.
class AgreeList : public QWidget {
  Q_OBJECT

public:
  explicit AgreeList(QWidget* parent = nullptr);
  /// Shows the setup's game with the answers chosen so far.
  void setSetup(const MatchSetup& setup);
  /// The setup with the answers as they stand.
  void apply(MatchSetup& setup) const;
  /// Leaves only the rows in sight whose switch and question `fits`. Are there any?
  bool showOnly(const std::function<bool(const std::string& option, const std::string& question)>& fits);

Q_SIGNALS:
  void changed();

private:
  struct Row {
    rules::RiskyDefault risky;
    QComboBox* answers = nullptr;
  };
  QWidget* makeRow(const rules::RiskyDefault& risky, const MatchSetup& setup);
  void fillAnswers(QComboBox* answers, const rules::RiskyDefault& risky, const MatchSetup& setup) const;
  void fillBoards(QComboBox* answers, const MatchSetup& setup);

  std::vector<Row> rows_;
};

/// A board file of the program's own: its id, its name.
struct BoardChoice {
  std::string id;
  std::string name;
};
std::vector<BoardChoice> shippedBoards();

} // namespace linesman::app
