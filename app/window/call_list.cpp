#include "app/window/call_list.h"

#include <QHBoxLayout>
#include <QListView>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/window/call_model.h"
#include "app/window/labels.h"

namespace linesman::app {

CallList::CallList(QWidget* parent)
    : QWidget(parent), model_(new CallModel(this)), view_(new QListView), heading_(headingLabel({})),
      fold_(new QPushButton) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  auto* top = new QHBoxLayout;
  top->addWidget(heading_, 1);
  fold_->setProperty("quiet", true);
  fold_->setCheckable(true);
  fold_->setObjectName(QStringLiteral("fold_misses"));
  top->addWidget(fold_);
  column->addLayout(top);
  view_->setModel(model_);
  view_->setItemDelegate(new CallDelegate(view_));
  view_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  view_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  view_->setUniformItemSizes(true);
  view_->setAccessibleName(tr("Calls"));
  column->addWidget(view_, 1);
  connect(fold_, &QPushButton::toggled, this, &CallList::refill);
  connect(view_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& now) {
    if (now.isValid())
      Q_EMIT chosen(model_->indexOf(now.row()));
  });
}

void CallList::setCalls(const std::vector<Call>& calls, PieceId selected) {
  calls_ = calls;
  selected_ = selected;
  refill();
}

void CallList::refill() {
  std::vector<std::size_t> rows;
  int folded = 0;
  for (std::size_t i = 0; i < calls_.size(); ++i) {
    const Call& call = calls_[i];
    if (selected_ && call.actor != selected_ && call.target != selected_)
      continue;
    const bool miss = call.question == Call::Question::shot && outcomeOf(call.verdict) == Outcome::no;
    if (miss)
      ++folded;
    if (!miss || fold_->isChecked())
      rows.push_back(i);
  }
  const QSignalBlocker quiet(view_->selectionModel());
  model_->set(calls_, rows);
  heading_->setText(selected_ ? tr("This ship's shots") : tr("Judged on this picture"));
  fold_->setText(fold_->isChecked() ? tr("Hide misses") : folded == 1 ? tr("1 miss") : tr("%1 misses").arg(folded));
  fold_->setVisible(folded > 0);
}

void CallList::choose(std::size_t call) {
  const QSignalBlocker quiet(view_->selectionModel());
  const int row = model_->rowOf(call);
  view_->setCurrentIndex(row < 0 ? QModelIndex() : model_->index(row, 0));
}

int CallList::shownCount() const {
  return model_->rowCount({});
}

} // namespace linesman::app
