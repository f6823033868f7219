#include "app/window/guest_pages.h"

#include <utility>

#include <QStackedWidget>

#include "app/game_clauses.h"
#include "app/law_words.h"
#include "app/window/board_editor.h"
#include "app/window/invasion_editor.h"
#include "app/window/photo_bar.h"
#include "app/window/replay_page.h"
#include "app/window/start_page.h"

namespace linesman::app {

GuestPages::GuestPages(StartPage* start, QStackedWidget* pages, QWidget* header)
    : QObject(pages), start_(start), pages_(pages), header_(header) {
  connect(start, &StartPage::replayWanted, this, &GuestPages::openReplay);
  connect(start, &StartPage::boardEditorWanted, this, &GuestPages::openBoardEditor);
}

void GuestPages::show(QWidget* guest) {
  pages_->addWidget(guest);
  pages_->setCurrentWidget(guest);
  header_->hide();
  guest->setFocus();
}

void GuestPages::dismiss(QWidget* guest) {
  header_->show();
  pages_->setCurrentWidget(start_);
  pages_->removeWidget(guest);
  guest->deleteLater();
}

void GuestPages::openReplay(const std::string& path) {
  auto story = MatchStory::open(path);
  if (!story)
    return start_->complain(shownSentence(story.error().sentence)); // another folder can be chosen there
  ClauseText text = clausesOf(story->contents().setup.game);
  auto* page = new ReplayPage(std::move(*story), std::move(text), true);
  connect(page, &ReplayPage::closed, this, [this, page] { dismiss(page); });
  show(page);
}

void GuestPages::openBoardEditor() {
  editors_ = new QStackedWidget;
  auto* invasion = new InvasionEditor;
  for (EditorPage* editor : {static_cast<EditorPage*>(new BoardEditor), static_cast<EditorPage*>(invasion)}) {
    editors_->addWidget(editor); // in the order of DrawnGame
    connect(editor, &EditorPage::gameChosen, this, &GuestPages::chooseEditor);
    connect(editor, &EditorPage::closed, this, [this] {
      if (mayLeave())
        dismiss(std::exchange(editors_, nullptr));
    });
  }
  connect(invasion, &InvasionEditor::matchWanted, this, [this](const MatchProfile& profile) {
    if (!mayLeave())
      return;
    dismiss(std::exchange(editors_, nullptr));
    Q_EMIT start_->matchWanted(profile);
  });
  editors_->setFocusProxy(editors_->currentWidget());
  show(editors_);
}

void GuestPages::chooseEditor(int game) {
  editors_->setCurrentIndex(game);
  editors_->setFocusProxy(editors_->currentWidget());
  editors_->setFocus();
}

bool GuestPages::mayLeave() {
  for (int game = 0; editors_ != nullptr && game < editors_->count(); ++game)
    if (!static_cast<EditorPage*>(editors_->widget(game))->mayLeave()) {
      chooseEditor(game);
      return false;
    }
  return true;
}

} // namespace linesman::app
