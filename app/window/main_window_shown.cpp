// The picture that is shown: what of it is chosen, and which one of the film.
#include <algorithm>

#include <QKeyEvent>
#include <QLabel>

#include "app/figures.h"
#include "app/law_words.h"
#include "app/session.h"
#include "app/spectators/spectator_server.h"
#include "app/window/elided_label.h"
#include "app/window/game_page.h"
#include "app/window/guest_pages.h"
#include "app/window/main_window.h"
#include "app/window/match_desk.h"
#include "app/window/message_page.h"
#include "app/window/picture_view.h"
#include "app/window/return_key.h"
#include "app/window/side_panel.h"
#include "app/window/speaker.h"
#include "app/window/transport_bar.h"
#include "app/window/view_bar.h"
#include "app/window/waiting_words.h"

namespace linesman::app {

namespace {
std::size_t piecesOn(const TableState& state) {
  return state.pyramids.size() + (state.board ? state.board->pieces.size() : 0);
}
} // namespace

void MainWindow::present(SnapshotPtr snapshot) {
  const bool same_table = shown_ && shown_->scene == snapshot->scene;
  shown_ = std::move(snapshot);
  if (!same_table)
    selected_ = {};
  const auto& calls = shown_->calls;
  const auto telling = std::find_if(calls.begin(), calls.end(), [this](const Call& j) {
    return (!selected_ || j.actor == selected_) &&
           (outcomeOf(j.verdict) != Outcome::no || j.question == Call::Question::step);
  });
  chosen_ = telling == calls.end() ? std::nullopt : std::optional(static_cast<std::size_t>(telling - calls.begin()));
  if (shown_->trouble.kind != Trouble::Kind::none && shown_->trouble.kind != Trouble::Kind::registration)
    showTrouble(shown_->trouble);
  else
    showPage(game_page);
  refresh();
  Q_EMIT pictureShown();
}

void MainWindow::refresh() {
  if (!shown_)
    return;
  table_->setSnapshot(shown_);
  table_->setSelection(selected_, chosen_);
  refreshMatch();
  side_->setSnapshot(shown_, selected_, chosen_);
  scene_label_->setWhole(QString::fromStdString(shown_->scene));
  double total_ms = shown_->judge_ms;
  for (const auto& [stage, ms] : shown_->state.stages_ms)
    total_ms += ms;
  const QString seen = shown_->trouble.kind != Trouble::Kind::none
                           ? tr("table not found")
                           : tr("%1 pieces  ·  table fixed to %2 px  ·  %3 ms")
                                 .arg(piecesOn(shown_->state))
                                 .arg(shownFigure(shown_->state.registration.rms_px, 2))
                                 .arg(total_ms, 0, 'f', 0);
  QStringList said{seen}, more = unreadable_;
  if (!unreadable_.isEmpty())
    said.prepend(tr("pictures passed over: %1").arg(unreadable_.size()));
  if (const std::string& warning = shown_->state.registration.warning; !warning.empty()) {
    said.prepend(tr("table in doubt: see here"));
    more.prepend(shownSentence(warning));
  }
  if (!no_spectators_.isEmpty()) {
    said.prepend(tr("no spectators: see here"));
    more.prepend(no_spectators_);
  }
  status_->setText(said.join(QStringLiteral("  ·  ")));
  status_->setToolTip(more.join(QLatin1Char('\n')));
  if (desk_ == nullptr && chosen_)
    speaker_->tell(shown_->calls[*chosen_]);
  spectators_->publish(shown_, chosen_ ? static_cast<int>(*chosen_) : -1);
  transport_->setPosition(shown_->number, history_.back()->number, at_ > 0, !finished_ || at_ + 1 < history_.size());
}

void MainWindow::refreshMatch() {
  if (!shown_)
    return;
  table_->camera()->setBanner(desk_ == nullptr ? QString() : lost_.isEmpty() ? waitingWords(*desk_, *shown_) : lost_);
  if (desk_ != nullptr)
    table_->setNotes(desk_->notesFor(shown_->state));
}

void MainWindow::showTrouble(const Trouble& trouble) {
  if (trouble.kind == Trouble::Kind::picture) {
    if (desk_ != nullptr)
      desk_->passOver(trouble.sentence);
    unreadable_.append(shownSentence(trouble.sentence));
    return refresh();
  }
  const bool of_camera = !setup_.scenes.empty() && isCamera(setup_.scenes.front().source);
  const bool lost = desk_ != nullptr && trouble.kind == Trouble::Kind::source;
  const bool goes_on = lost && of_camera && shown_ && !desk_->view().to_move.empty();
  if (goes_on) // what stands in the match stays in sight
    lost_ = shownSentence(trouble.sentence) + QLatin1Char(' ') + tr("The clocks stand; it is tried again by itself.");
  if (lost)
    desk_->loseCamera(trouble.sentence);
  if (!goes_on) {
    message_->show(trouble, of_camera);
    showPage(message_page);
  }
  Q_EMIT pictureShown();
}

bool MainWindow::troubled() const {
  return pages_->currentIndex() == message_page;
}

bool MainWindow::isStart() const {
  return session_ == nullptr;
}

QString MainWindow::openedBy() const {
  if (pages_->currentIndex() == calibration_page && !remedy_)
    return QStringLiteral("start_calibration");
  if (pages_->currentIndex() == wizard_page && desk_ == nullptr)
    return QStringLiteral("start_match");
  return guests_->isEditor(pages_->currentWidget()) ? QStringLiteral("start_editor") : QString();
}

void MainWindow::setView(TablePane::Mode mode) {
  views_->setMode(mode);
}

void MainWindow::select(PieceId ship) {
  if (!shown_)
    return;
  selected_ = ship;
  const auto& calls = shown_->calls;
  const auto own = std::find_if(calls.begin(), calls.end(), [this](const Call& j) {
    return selected_ && j.actor == selected_ && outcomeOf(j.verdict) != Outcome::no;
  });
  chosen_ = own == calls.end() ? std::nullopt : std::optional(static_cast<std::size_t>(own - calls.begin()));
  if (ship)
    setPlaying(false);
  refresh();
}

void MainWindow::choose(std::size_t call) {
  if (!shown_ || call >= shown_->calls.size())
    return;
  chosen_ = call;
  setPlaying(false);
  refresh();
}

void MainWindow::next() {
  setPlaying(false);
  if (at_ + 1 < history_.size())
    present(history_[++at_]);
  else if (session_)
    session_->advance();
}

void MainWindow::previous() {
  setPlaying(false);
  if (at_ > 0)
    present(history_[--at_]);
}

void MainWindow::togglePlaying() {
  if (!playing_ && at_ + 1 < history_.size()) {
    at_ = history_.size() - 1;
    present(history_[at_]);
  }
  setPlaying(!playing_);
}

void MainWindow::setPlaying(bool playing) {
  playing_ = playing && !finished_;
  transport_->setPlaying(playing_, finished_);
  if (session_)
    session_->setPlaying(playing_);
  refresh();
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
  if (pressedByReturn(event))
    return;
  switch (event->key()) {
  case Qt::Key_Space:
    if (pages_->currentIndex() == game_page) // else what was left would come back
      togglePlaying();
    return;
  case Qt::Key_Escape:
    setFocus(); // a field gives the keys back to the table
    return select({});
  case Qt::Key_F11:
    return isFullScreen() ? showNormal() : showFullScreen();
  default:
    QWidget::keyPressEvent(event);
  }
}

} // namespace linesman::app
