#pragma once
#include <memory>
#include <optional>
#include <thread>

#include <QWidget>

#include "app/session.h"
#include "app/table_views.h"
#include "calibration/layout.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace linesman::app {

/// Sets up a table by hand and eye: print markers, lay them anywhere, show them from two sides, save table.toml.
class TablePage : public QWidget {
  Q_OBJECT

public:
  explicit TablePage(QWidget* parent = nullptr);
  ~TablePage() override;

  void setLens(const QString& path);
  /// Writes the table to `path`; one sentence in the page either way.
  void save(const QString& path);
  /// Writes the markers as PDF.
  void saveSheet(const QString& path);

Q_SIGNALS:
  void closed();
  void savedTable(const QString& path);

private:
  QWidget* makePrintCard();
  QWidget* makePicturesCard();
  QWidget* makeResultCard();
  void start();
  void stop();
  void end();
  void showPicture(SnapshotPtr snapshot);
  void solve();
  void showResult(Result<Layout> result);
  void say(const QString& text, bool trouble = false);

  std::unique_ptr<Session> session_;
  std::shared_ptr<TableViews> views_;
  bool shown_ = false; ///< a picture of the source
  std::optional<Layout> layout_;
  std::jthread solver_;

  QLabel* picture_;
  QLabel* words_;
  QLabel* result_;
  QComboBox* sheet_;
  QComboBox* dictionary_;
  QDoubleSpinBox* size_;
  QLineEdit* source_;
  QLineEdit* lens_ = nullptr;
  QCheckBox* measured_;
  QSpinBox* from_;
  QSpinBox* to_;
  QDoubleSpinBox* distance_;
  QPushButton* start_;
  QPushButton* take_;
  QPushButton* solve_;
  QPushButton* save_;
};

} // namespace linesman::app
