#pragma once
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <QKeySequence>
#include <QPointer>
#include <QShortcut>
#include <QWidget>

#include "rules/spoken_words.h"

class QComboBox;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace linesman::app {

class MatchDesk;

/// Buttons, keys and a line for everything that is told: the game's closed vocabulary, by whom, with its numbers and
/// ships.
class TellPanel : public QWidget {
  Q_OBJECT

public:
  explicit TellPanel(MatchDesk* desk, QWidget* parent = nullptr);
  ~TellPanel() override;
  /// Keys that say a word; nobody else in the window may have them.
  const std::set<QKeySequence>& keys() const { return keys_; }
  /// Its keys are heard on all of `page`, also while the panel is hidden.
  void hearKeysOn(QWidget* page);

Q_SIGNALS:
  /// A key was pressed while the panel was hidden: it is to be seen what is said.
  void wanted();

protected:
  void resizeEvent(QResizeEvent* event) override;

private:
  QPushButton* makeButton(const rules::SpokenWord& word);
  void pressKey(const rules::SpokenWord& word, QPushButton* button);
  /// Words that are seldom said are shown, or stand behind one button; their keys say them all the same.
  void showSeldom(bool shown);
  void makeSpeaker(QLayout* column);
  void makeShips(QLayout* column);
  void makeButtons(QLayout* column);
  void refresh();
  void listSpeakers();
  /// Takes back that a word waits to be pressed again.
  void takeBackSure();
  void press(const rules::SpokenWord& word, QPushButton* button);
  /// The word with its blanks filled in; empty: the line waits for the rest.
  std::string filled(const rules::SpokenWord& word);
  void say(const std::string& words);
  std::string speaker() const;
  /// Who is to move, and who speaks.
  std::pair<std::string, std::string> turn() const;

  MatchDesk* desk_;
  std::vector<rules::SpokenWord> words_;
  std::set<QKeySequence> keys_;
  std::vector<QPointer<QShortcut>> shortcuts_; ///< not the buttons' own, which are dead while these are hidden
  QComboBox* speaker_;
  std::vector<std::pair<QString, std::string>> speakers_; ///< as they are listed: as shown, and the player
  QSpinBox* number_ = nullptr;
  QComboBox* ship_ = nullptr;
  QComboBox* target_ = nullptr;
  QLineEdit* line_;
  QPushButton* more_ = nullptr; ///< none: no word is seldom
  QWidget* seldom_ = nullptr;
  bool chosen_ = false;         ///< by a person, whether those are shown
  QPushButton* sure_ = nullptr; ///< the button that is asked for a second time
  QString sure_text_;
  std::pair<std::string, std::string> sure_of_; ///< who was to move and who spoke
};

} // namespace linesman::app
