#include "app/window/flow_row.h"

#include <algorithm>

namespace linesman::app {

QLayoutItem* FlowRow::itemAt(int index) const {
  return index >= 0 && index < count() ? items_[static_cast<std::size_t>(index)].get() : nullptr;
}

QLayoutItem* FlowRow::takeAt(int index) {
  if (itemAt(index) == nullptr)
    return nullptr;
  QLayoutItem* item = items_[static_cast<std::size_t>(index)].release();
  items_.erase(items_.begin() + index);
  return item;
}

std::vector<QRect> FlowRow::places(const QRect& place) const {
  std::vector<QRect> places;
  QPoint at = place.topLeft();
  int line = 0;
  for (const auto& item : items_) {
    QRect& box = places.emplace_back();
    if (item->isEmpty())
      continue;
    const QSize size(std::min(item->sizeHint().width(), place.width()), item->sizeHint().height());
    if (at.x() > place.x() && at.x() + size.width() > place.x() + place.width()) {
      at = {place.x(), at.y() + line + spacing()};
      line = 0;
    }
    box = {at, size};
    at.rx() += size.width() + spacing();
    line = std::max(line, size.height());
  }
  return places;
}

int FlowRow::heightForWidth(int width) const {
  QRect all;
  for (const QRect& box : places({0, 0, width, 0}))
    all |= box;
  return all.height();
}

void FlowRow::setGeometry(const QRect& place) {
  QLayout::setGeometry(place);
  const auto boxes = places(place);
  for (std::size_t i = 0; i < boxes.size(); ++i)
    if (!items_[i]->isEmpty())
      items_[i]->setGeometry(boxes[i]);
}

QSize FlowRow::sizeHint() const {
  QRect all;
  for (const QRect& box : places({0, 0, QLAYOUTSIZE_MAX, 0}))
    all |= box;
  return all.size();
}

QSize FlowRow::minimumSize() const {
  QSize size;
  for (const auto& item : items_)
    size = size.expandedTo(item->minimumSize());
  return size;
}

} // namespace linesman::app
