#pragma once
#include <memory>
#include <vector>

#include <QLayout>

namespace linesman::app {

/// Widgets side by side from the left; what finds no room goes on in a line below.
class FlowRow : public QLayout {
public:
  using QLayout::QLayout;

  void addItem(QLayoutItem* item) override { items_.emplace_back(item); }
  int count() const override { return static_cast<int>(items_.size()); }
  QLayoutItem* itemAt(int index) const override;
  QLayoutItem* takeAt(int index) override;
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  void setGeometry(const QRect& place) override;
  QSize sizeHint() const override;    ///< in one line
  QSize minimumSize() const override; ///< the widest widget alone

private:
  /// Where each item lies when the row begins in the corner of `place` and is as wide.
  std::vector<QRect> places(const QRect& place) const;

  std::vector<std::unique_ptr<QLayoutItem>> items_;
};

} // namespace linesman::app
