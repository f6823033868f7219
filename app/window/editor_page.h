#pragma once
#include <optional>
#include <utility>
#include <vector>

#include <QList>
#include <QWidget>

#include "app/window/board_canvas.h"
#include "app/window/photo_bar.h"

class QLabel;
class QPushButton;

namespace linesman::app {

/// What the editors of boards have in common: the header, the photograph, the board with the card beside it, and where
/// it is said how something went.
class EditorPage : public QWidget {
  Q_OBJECT

public:
  BoardCanvas* canvas() const { return canvas_; }
  PhotoBar* photoBar() const { return photo_; }
  /// Each says in the page how it went.
  virtual void openBoard(const QString& path) = 0;
  virtual void saveBoard(const QString& path) = 0;
  virtual void printBoard(const QString& path) = 0;
  /// May the page be left? With a drawing that is in no file the first time only asks.
  bool mayLeave();

public Q_SLOTS:
  virtual void undo() = 0;

Q_SIGNALS:
  void closed();
  /// The boards of another game are to be drawn.
  void gameChosen(int game);

protected:
  struct Words {
    QString hint; ///< above the board
    QString open_tip, save_tip, print_tip;
    QString open_title;
    QString files; ///< kind of file, for dialogs
  };
  EditorPage(DrawnGame game, Words words, QWidget* parent);

  /// The card beside the board: `parts` scroll; below them the state, what was said, the buttons and `last`, if any.
  void addPanel(const QList<QWidget*>& parts, QWidget* last = nullptr);
  /// What a file of this board is called, without its ending.
  virtual QString fileName() const = 0;
  /// What is drawn, to be compared with what was drawn before.
  virtual std::string drawn() const = 0;
  /// What is drawn now is in a file, or is what every board begins with.
  void noteKept();
  /// Something was drawn: whoever was asked whether to leave is asked anew.
  void noteChanged();
  void say(const QString& text, bool trouble = false);
  void keyPressEvent(QKeyEvent* event) override;

  BoardCanvas* canvas_;
  PhotoBar* photo_;
  QLabel* state_; ///< may the board be played on?

private:
  QWidget* makeHeader(DrawnGame game);
  QWidget* makeState(QWidget* last);
  void leave();

  Words words_;
  QPushButton* back_ = nullptr;
  std::string kept_drawing_;
  bool asked_ = false;
  QLabel* notice_;
};

/// What was before the last changes, newest last.
template <class Plan> class EarlierPlans {
public:
  void keep(const Plan& plan) {
    plans_.push_back(plan);
    if (plans_.size() > most)
      plans_.erase(plans_.begin());
  }
  std::optional<Plan> takeBack() {
    if (plans_.empty())
      return std::nullopt;
    Plan plan = std::move(plans_.back());
    plans_.pop_back();
    return plan;
  }

private:
  static constexpr std::size_t most = 100;
  std::vector<Plan> plans_;
};

} // namespace linesman::app
