#pragma once
#include <string>
#include <vector>

#include <QWidget>

class QHBoxLayout;

namespace linesman::app {

class MatchDesk;

/// Asks which turn was played while the referee cannot tell, with a button for each that may have been; hidden
/// otherwise.
class PlayedQuestion : public QWidget {
  Q_OBJECT

public:
  explicit PlayedQuestion(MatchDesk* desk, QWidget* parent = nullptr);

private:
  using Turns = std::vector<std::string>; ///< played one after another
  void refresh();
  void offer(const Turns& turns);

  MatchDesk* desk_;
  QHBoxLayout* row_;
  std::vector<Turns> offered_;
};

} // namespace linesman::app
