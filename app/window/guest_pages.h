#pragma once
#include <string>

#include <QObject>
#include <QStackedWidget>

#include "app/snapshot.h"
#include "app/window/verdict_card.h"

namespace linesman::app {

class StartPage;

/// Pages that take the whole window for a while and have a header of their own: a replay, the board editor.
class GuestPages : public QObject {
  Q_OBJECT

public:
  /// `header` is the window's own, hidden while a guest is in front; afterwards `start` is.
  GuestPages(StartPage* start, QStackedWidget* pages, QWidget* header);

  /// A recorded match or dispute file.
  void openReplay(const std::string& path);
  /// May the guest in front be left? An editor with a drawing that is in no file comes to the front and asks first.
  bool mayLeave();
  /// Is that page the editor of boards?
  bool isEditor(const QWidget* page) const { return page != nullptr && page == editors_; }

public Q_SLOTS:
  void openBoardEditor();

private:
  void show(QWidget* guest);
  void dismiss(QWidget* guest);
  /// Brings the editor of a game's boards to the front.
  void chooseEditor(int game);

  StartPage* start_;
  QStackedWidget* pages_;
  QWidget* header_;
  QStackedWidget* editors_ = nullptr; ///< of boards, one for each game, while they are in front
};

} // namespace linesman::app
