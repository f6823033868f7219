#pragma once
#include <atomic>
#include <memory>
#include <thread>

#include <QWidget>

#include "app/lens_views.h"

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QProgressBar;
class QPushButton;

namespace linesman::app {

class SourceRun;

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
  void end();
  void tellLook();
  void solve();
  void cancel();
  void showResult(Result<LensCalibration> result);

  std::shared_ptr<LensViews> views_;
  std::optional<LensCalibration> calibration_;
  std::atomic<bool> cancelled_ = false;
  std::jthread solver_;

  QLabel* picture_;
  SourceRun* run_;
  QLabel* result_;
  QLabel* map_;
  QComboBox* sheet_;
  QDoubleSpinBox* ruler_;
  QProgressBar* progress_;
  QPushButton* solve_;
  QPushButton* save_;
};

} // namespace linesman::app
