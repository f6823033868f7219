#pragma once
#include <memory>
#include <optional>
#include <thread>

#include <QWidget>

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

class SourceRun;

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
  void end();
  void tellLook();
  void solve();
  void showResult(Result<Layout> result);

  std::shared_ptr<TableViews> views_;
  std::optional<Layout> layout_;
  std::jthread solver_;

  QLabel* picture_;
  SourceRun* run_;
  QLabel* result_;
  QComboBox* sheet_;
  QComboBox* dictionary_;
  QDoubleSpinBox* size_;
  QLineEdit* lens_ = nullptr;
  QCheckBox* measured_;
  QSpinBox* from_;
  QSpinBox* to_;
  QDoubleSpinBox* distance_;
  QPushButton* take_;
  QPushButton* solve_;
  QPushButton* save_;
};

} // namespace linesman::app
