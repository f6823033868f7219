#pragma once
#include <vector>

#include <QWidget>

#include "app/snapshot.h"

class QAbstractListModel;
class QLabel;
class QListView;
class QPushButton;

namespace linesman::app {

class CallModel;

/// Every question asked about the table in view, the telling ones first; those that plainly fail are folded away.
class CallList : public QWidget {
  Q_OBJECT

public:
  explicit CallList(QWidget* parent = nullptr);
  /// `selected`: only this ship's; none shows all.
  void setCalls(const std::vector<Call>& calls, PieceId selected);
  /// Marks the row of a call (index into what was set), if it is shown.
  void choose(std::size_t call);
  int shownCount() const;
  QListView* view() const { return view_; }

Q_SIGNALS:
  void chosen(std::size_t call);

private:
  void refill();

  CallModel* model_;
  QListView* view_;
  QLabel* heading_;
  QPushButton* fold_;
  std::vector<Call> calls_;
  PieceId selected_;
};

} // namespace linesman::app
