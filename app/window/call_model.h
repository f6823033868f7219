#pragma once
#include <vector>

#include <QAbstractListModel>
#include <QStyledItemDelegate>

#include "app/call.h"

namespace linesman::app {

/// Rows of calls for the list; display text for readers, the call itself for the delegate.
class CallModel : public QAbstractListModel {
  Q_OBJECT

public:
  using QAbstractListModel::QAbstractListModel;
  void set(std::vector<Call> calls, std::vector<std::size_t> rows);
  std::size_t indexOf(int row) const { return rows_[static_cast<std::size_t>(row)]; }
  int rowOf(std::size_t call) const;
  const Call& at(int row) const { return calls_[indexOf(row)]; }
  int rowCount(const QModelIndex& parent) const override;
  QVariant data(const QModelIndex& index, int role) const override;

private:
  std::vector<Call> calls_;
  std::vector<std::size_t> rows_;
};

/// Paints a row: a sign by shape and colour, the question, its word and margin.
class CallDelegate : public QStyledItemDelegate {
  Q_OBJECT

public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

/// Sign of an outcome that needs no colour: a filled disc with a tick, a ring with a bar, a diamond.
void paintSign(QPainter& painter, Outcome outcome, const QPointF& centre, double radius);

} // namespace linesman::app
