#pragma once
#include <future>
#include <memory>
#include <optional>

#include <QWidget>

#include "app/certification.h"

class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace linesman::app {

/// Measures before a match what the table can decide, shows it and writes the certificate.
class CertificatePage : public QWidget {
  Q_OBJECT

public:
  explicit CertificatePage(QWidget* parent = nullptr);
  ~CertificatePage() override;

  void setLens(const QString& path);
  void setTable(const QString& path);
  /// Writes the certificate to `path`, as JSON where its name ends so, as PDF otherwise; one sentence either way.
  void save(const QString& path);

Q_SIGNALS:
  void closed();

protected:
  void resizeEvent(QResizeEvent* event) override;

private:
  QWidget* makeMeasureCard();
  QWidget* makeResultCard();
  void measure();
  void cancel();
  void showResult(Result<Certification> result);
  void clearPicture();
  void showPicture();
  void say(const QString& text, bool trouble);

  std::optional<Certification> made_;
  struct Job;
  std::shared_ptr<Job> job_; ///< the measurement that goes on; none: nothing is measured
  std::shared_future<void> measuring_;

  QLabel* picture_;
  QLabel* margin_;
  QLabel* warnings_;
  QLabel* details_;
  QLineEdit* source_;
  QLineEdit* lens_ = nullptr;
  QLineEdit* table_ = nullptr;
  QDoubleSpinBox* seconds_;
  QProgressBar* progress_;
  QPushButton* measure_;
  QPushButton* save_;
};

} // namespace linesman::app
