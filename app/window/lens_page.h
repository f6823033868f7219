#pragma once
#include <atomic>
#include <memory>
#include <thread>

#include <QWidget>

#include "app/lens_views.h"
#include "app/session.h"

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace linesman::app {

/// Calibrates a camera by hand and eye: print the sheet, show it from all sides, read the answer, save lens.yml.
class LensPage : public QWidget {
  Q_OBJECT

public:
  explicit LensPage(QWidget* parent = nullptr);
  ~LensPage() override;

  /// Writes the calibration to `path`; one sentence in the page either way.
  void save(const QString& path);
  /// Writes the chosen sheet as PDF.
  void saveSheet(const QString& path);

Q_SIGNALS:
  void closed();
  void savedLens(const QString& path);

private:
  QWidget* makePrintCard();
  QWidget* makeViewsCard();
  QWidget* makeResultCard();
  void start();
  void stop();
  void end();
  void showPicture(SnapshotPtr snapshot);
  void solve();
  void cancel();
  void showResult(Result<LensCalibration> result);
  void say(const QString& text, bool trouble = false);

  std::unique_ptr<Session> session_;
  std::shared_ptr<LensViews> views_;
  bool shown_ = false; ///< a picture of the source
  std::optional<LensCalibration> calibration_;
  std::atomic<bool> cancelled_ = false;
  std::jthread solver_;

  QLabel* picture_;
  QLabel* words_;
  QLabel* result_;
  QLabel* map_;
  QComboBox* sheet_;
  QDoubleSpinBox* ruler_;
  QLineEdit* source_;
  QProgressBar* progress_;
  QPushButton* start_;
  QPushButton* solve_;
  QPushButton* save_;
};

} // namespace linesman::app
