#include "app/window/calibration_pages.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "app/window/certificate_page.h"
#include "app/window/lens_page.h"
#include "app/window/table_page.h"

namespace linesman::app {

CalibrationPages::CalibrationPages(QWidget* parent)
    : QWidget(parent), pages_(new QStackedWidget), lens_(new LensPage), table_(new TablePage),
      certificate_(new CertificatePage) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(10);
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  auto* group = new QButtonGroup(this);
  const struct {
    QString text, tip;
    const char* name;
    QWidget* page;
  } steps[] = {
      {tr("Lens"), tr("Once for each camera and resolution"), "calibrate_lens", lens_},
      {tr("Table"), tr("Once for each table: where its markers lie"), "calibrate_table", table_},
      {tr("Certificate"), tr("Before each match: what this table can decide"), "calibrate_certificate", certificate_}};
  for (const auto& step : steps) {
    auto* button = new QPushButton(step.text);
    button->setProperty("quiet", true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setCheckable(true);
    button->setChecked(step.page == lens_);
    if (step.page == lens_)
      setFocusProxy(button);
    button->setToolTip(step.tip);
    button->setObjectName(QString::fromLatin1(step.name));
    group->addButton(button);
    row->addWidget(button);
    pages_->addWidget(step.page);
    connect(button, &QPushButton::clicked, pages_, [this, page = step.page] { pages_->setCurrentWidget(page); });
  }
  row->addStretch(1);
  column->addLayout(row);
  column->addWidget(pages_, 1);
  connect(lens_, &LensPage::savedLens, table_, &TablePage::setLens);
  connect(lens_, &LensPage::savedLens, certificate_, &CertificatePage::setLens);
  connect(table_, &TablePage::savedTable, certificate_, &CertificatePage::setTable);
  connect(lens_, &LensPage::closed, this, &CalibrationPages::closed);
  connect(table_, &TablePage::closed, this, &CalibrationPages::closed);
  connect(certificate_, &CertificatePage::closed, this, &CalibrationPages::closed);
}

void CalibrationPages::setScene(const QString& source, const QString& lens, const QString& table) {
  for (const char* name : {"lens_source", "table_source", "certificate_source"})
    findChild<QLineEdit*>(QString::fromLatin1(name))->setText(source);
  table_->setLens(lens);
  certificate_->setLens(lens);
  certificate_->setTable(table);
}

void CalibrationPages::open(bool of_table) {
  findChild<QPushButton*>(of_table ? QStringLiteral("calibrate_table") : QStringLiteral("calibrate_lens"))->click();
}

} // namespace linesman::app
