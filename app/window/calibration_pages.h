#pragma once
#include <QWidget>

class QStackedWidget;

namespace linesman::app {

class CertificatePage;
class LensPage;
class TablePage;

/// What makes a camera and a table ready, in the order it is done: lens, table, certificate. What one page saves, the
/// next one uses.
class CalibrationPages : public QWidget {
  Q_OBJECT

public:
  explicit CalibrationPages(QWidget* parent = nullptr);
  /// At the page of the table, or of the lens.
  void open(bool of_table);
  /// What all pages begin with: the camera and files that the window was opened with.
  void setScene(const QString& source, const QString& lens, const QString& table);

  LensPage* lens() const { return lens_; }
  TablePage* table() const { return table_; }
  CertificatePage* certificate() const { return certificate_; }

Q_SIGNALS:
  void closed();

private:
  QStackedWidget* pages_;
  LensPage* lens_;
  TablePage* table_;
  CertificatePage* certificate_;
};

} // namespace linesman::app
