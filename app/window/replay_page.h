#pragma once
#include <memory>
#include <optional>

#include <QWidget>

#include "app/record/match_story.h"
#include "app/window/verdict_card.h"

class QCheckBox;
class QLabel;
class QListWidget;
class QPushButton;

namespace linesman::app {

class TablePane;
class Timeline;

/// A recorded match (or dispute file) to look through: timeline, every event, the table as it was seen, the ruling with
/// its marks; judge again, and take away a report or a clip.
class ReplayPage : public QWidget {
  Q_OBJECT

public:
  /// `clause_text` of the match's game; `closable`: shows a button that leads back.
  ReplayPage(MatchStory story, ClauseText clause_text, bool closable, QWidget* parent = nullptr);
  ~ReplayPage() override;

  std::size_t current() const { return current_; }
  TablePane* table() const { return table_; }
  /// Writes the report (ending .html or .pdf) or the clip (.avi, .mp4, or a folder); the page says how it went.
  void saveReport(const QString& path);
  void saveClip(const QString& path);

public Q_SLOTS:
  void go(std::size_t moment);
  void nextRuling();
  void previousRuling();
  void rejudge();

Q_SIGNALS:
  void closed();

protected:
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;

private:
  QWidget* makeHeader(bool closable);
  QWidget* makeSide(ClauseText clause_text);
  QWidget* makeBar();
  void fillList();
  void showMoment(std::size_t moment);
  /// The ruling next to the one that is shown, if there is one.
  std::optional<std::size_t> rulingBefore() const;
  std::optional<std::size_t> rulingBehind() const;
  void say(const QString& text, bool trouble = false);

  const MatchStory story_;
  std::string game_;
  std::size_t current_ = 0;
  std::vector<std::size_t> rows_; ///< moment of each row in the list

  TablePane* table_;
  Timeline* timeline_;
  VerdictCard* card_ = nullptr;
  QListWidget* list_ = nullptr;
  QCheckBox* all_ = nullptr;
  QPushButton* previous_ = nullptr;
  QPushButton* next_ = nullptr;
  QLabel* where_ = nullptr;
  QLabel* notice_ = nullptr;
};

} // namespace linesman::app
