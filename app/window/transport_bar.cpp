#include "app/window/transport_bar.h"

#include <QBoxLayout>
#include <QPushButton>

#include "app/theme.h"
#include "app/window/elided_label.h"
#include "app/window/labels.h"
#include "app/window/speaker.h"
#include "app/window/view_bar.h"

namespace linesman::app {

TransportBar::TransportBar(TablePane* table, Speaker* speaker, bool speak, bool helps, QWidget* parent)
    : QWidget(parent), back_(quietButton(tr("Previous"), tr("The picture before"), "previous", Qt::Key_P)),
      play_(quietButton(tr("Pause"), tr("Run or stop (space)"), "play")),
      forward_(quietButton(tr("Next"), tr("The next picture"), "next", Qt::Key_N)), position_(new ElidedLabel),
      steps_(new QWidget), tools_(makeToolBar(table, helps)), lines_(new QBoxLayout(QBoxLayout::LeftToRight, this)) {
  lines_->setContentsMargins(0, 4, 0, 0);
  lines_->setSpacing(bar_gap_px);
  lines_->addWidget(steps_, 1);
  lines_->addWidget(tools_);
  auto* row = new QHBoxLayout(steps_);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(bar_gap_px);
  styleLabel(position_, 13, QFont::Normal, theme().dim);
  for (QPushButton* button : {back_, play_, forward_})
    row->addWidget(button);
  row->addSpacing(8);
  row->addWidget(position_);
  row->addStretch(1);
  auto* spoken = quietButton(tr("Speak"), tr("Say rulings aloud"), "toggle_speech", Qt::Key_S);
  spoken->setCheckable(true);
  connect(spoken, &QPushButton::toggled, speaker, &Speaker::setOn);
  spoken->setChecked(speak);
  row->addWidget(spoken);
  setOnSquares(false); // until a match says otherwise
  connect(back_, &QPushButton::clicked, this, &TransportBar::previousWanted);
  connect(play_, &QPushButton::clicked, this, &TransportBar::playWanted);
  connect(forward_, &QPushButton::clicked, this, &TransportBar::nextWanted);
}

/// In a narrow window the tools have lines of their own.
void TransportBar::shareOut() {
  const int wanted = steps_->minimumSizeHint().width() + lines_->spacing() + tools_->sizeHint().width();
  lines_->setDirection(wanted > width() ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void TransportBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  shareOut();
}

void TransportBar::setPlaying(bool playing, bool finished) {
  play_->setText(playing ? tr("Pause") : tr("Run"));
  play_->setEnabled(!finished);
}

void TransportBar::setPosition(long long number, long long newest, bool back, bool forward) {
  position_->setWhole(tr("picture %1").arg(number) + (newest > number ? tr(", newest %1").arg(newest) : QString()));
  back_->setEnabled(back);
  forward_->setEnabled(forward);
}

void TransportBar::setSpaceTaken(bool taken) {
  play_->setToolTip(taken ? tr("Run or stop") : tr("Run or stop (space)"));
}

void TransportBar::setOnSquares(bool on_squares) {
  offerTools(tools_, on_squares);
  shareOut();
}

} // namespace linesman::app
