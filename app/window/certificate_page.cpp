#include "app/window/certificate_page.h"

#include <atomic>
#include <cmath>
#include <mutex>
#include <utility>

#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>

#include "app/apart.h"
#include "app/figures.h"
#include "app/law_words.h"
#include "app/picture.h"
#include "app/print/certificate_sheet.h"
#include "app/theme.h"
#include "app/window/cards.h"
#include "app/window/figure_box.h"
#include "app/window/labels.h"
#include "app/window/save_dialog.h"
#include "app/window/source_button.h"
#include "models/text_file.h"

namespace linesman::app {

namespace {

QStringList detailsOf(const Certificate& c) {
  QStringList lines{CertificatePage::tr("Place on the table: ± %1 mm at the worst of nine points")
                        .arg(shownFigure(c.accuracy_mm, 2))};
  const QString saturated = shownFigure(100.0 * c.saturated_share, 1);
  if (c.edge_width_px)
    lines << CertificatePage::tr("Focus: edges %1 px wide").arg(shownFigure(*c.edge_width_px, 1));
  if (c.white_level && c.black_level)
    lines << CertificatePage::tr("Light: white %1, black %2 of 255; %3 % over-exposed")
                 .arg(*c.white_level, 0, 'f', 0)
                 .arg(*c.black_level, 0, 'f', 0)
                 .arg(saturated);
  else if (c.from != Registration::From::saved)
    lines
        << CertificatePage::tr("Focus and light: not measured (too little contrast); %1 % over-exposed").arg(saturated);
  else
    lines << CertificatePage::tr("Focus and light: not measured (no marker in view); %1 % over-exposed").arg(saturated);
  lines << (c.fps && c.dropped ? CertificatePage::tr("Frames: %1, %2 a second, %3 dropped")
                                     .arg(c.frames)
                                     .arg(shownFigure(*c.fps, 1))
                                     .arg(*c.dropped)
                               : CertificatePage::tr("One frame: rate, losses and noise take two or more"));
  for (const LeftOutMarker& marker : c.left_out)
    lines << CertificatePage::tr("Marker %1, by the others: %2 mm from its place")
                 .arg(marker.id)
                 .arg(shownFigure(marker.error_mm, 2));
  return lines;
}

} // namespace

/// Goes on apart from the page, which does not wait for a camera that says nothing.
struct CertificatePage::Job : std::enable_shared_from_this<CertificatePage::Job> {
  explicit Job(CertificatePage* asking) : page(asking) {}

  /// To be done on the page's thread, if it still wants to know.
  template <class Function> void post(Function function) {
    const std::lock_guard lock(mutex);
    if (page == nullptr)
      return;
    const auto done = [job = shared_from_this(), function] {
      if (job->page != nullptr)
        function(*job->page);
    };
    QMetaObject::invokeMethod(page, done, Qt::QueuedConnection);
  }
  void leave() {
    cancelled = true;
    const std::lock_guard lock(mutex);
    page = nullptr;
  }

  std::atomic<bool> cancelled = false;
  std::mutex mutex;
  CertificatePage* page; ///< written on its own thread; null: it has left
};

CertificatePage::CertificatePage(QWidget* parent)
    : QWidget(parent), picture_(pictureLabel({})), margin_(wrappedLabel(tr("Not measured yet."), 20, theme().text)),
      warnings_(wrappedLabel({}, 14, theme().close)), details_(wrappedLabel({}, 13, theme().dim)),
      source_(new QLineEdit(QStringLiteral("0"))), seconds_(new FigureBox), progress_(new QProgressBar),
      measure_(new QPushButton(tr("Measure"))), save_(new QPushButton(tr("Save certificate …"))) {
  picture_->setObjectName(QStringLiteral("certificate_picture"));
  clearPicture();
  auto* back = layOutPage(this, picture_, {makeMeasureCard(), makeResultCard()}, tr("Back"), "certificate_back");
  connect(back, &QPushButton::clicked, this, [this] {
    cancel();
    Q_EMIT closed();
  });
  connect(measure_, &QPushButton::clicked, this, [this] {
    if (!job_)
      return measure();
    job_->cancelled = true;
    say(tr("Stopping …"), false); // a camera that says nothing is waited for a few seconds
  });
  connect(save_, &QPushButton::clicked, this, [this] {
    const QString path = askWhereToKeep(this, tr("Where to keep the certificate"), QStringLiteral("certificate.pdf"),
                                        tr("A page to print (*.pdf);;Numbers (*.json)"));
    if (!path.isEmpty())
      save(path);
  });
}

CertificatePage::~CertificatePage() {
  cancel();
}

QWidget* CertificatePage::makeMeasureCard() {
  auto* card = new QFrame;
  auto* column = cardColumn(card);
  column->addWidget(headingLabel(tr("Before the match")));
  column->addWidget(
      wrappedLabel(tr("Clear the markers, keep hands away, and measure: how small a difference can this table decide?"),
                   14, theme().dim));
  source_->setObjectName(QStringLiteral("certificate_source"));
  source_->setToolTip(tr("Camera number or device, film, folder or quoted pattern of pictures, or URL"));
  namedRow(column, tr("Source"), source_)->addWidget(new SourceButton(source_));
  lens_ = fileRow(column, tr("Lens"), "certificate_lens", tr("Lens files (*.yml *.yaml);;All files (*)"));
  lens_->setPlaceholderText(tr("none: estimated"));
  table_ = fileRow(column, tr("Table"), "certificate_table", tr("Table files (*.toml);;All files (*)"));
  table_->setPlaceholderText(QStringLiteral("table.toml"));
  seconds_->setObjectName(QStringLiteral("certificate_seconds"));
  seconds_->setRange(1.0, 50.0);
  seconds_->setDecimals(0);
  seconds_->setValue(10.0);
  seconds_->setSuffix(tr(" s"));
  seconds_->setButtonSymbols(QAbstractSpinBox::NoButtons);
  seconds_->setToolTip(tr("How long to look"));
  seconds_->setAccessibleName(seconds_->toolTip());
  measure_->setObjectName(QStringLiteral("certificate_measure"));
  measure_->setProperty("primary", true);
  auto* start = new QHBoxLayout;
  start->addWidget(seconds_);
  start->addStretch(1);
  start->addWidget(measure_);
  column->addLayout(start);
  progress_->setRange(0, 100);
  progress_->setObjectName(QStringLiteral("certificate_progress"));
  column->addWidget(progress_);
  return card;
}

QWidget* CertificatePage::makeResultCard() {
  auto* card = new QFrame;
  auto* column = cardColumn(card);
  column->addWidget(headingLabel(tr("The certificate")));
  margin_->setObjectName(QStringLiteral("certificate_margin"));
  column->addWidget(margin_);
  warnings_->setObjectName(QStringLiteral("certificate_warnings"));
  warnings_->setVisible(false);
  column->addWidget(warnings_);
  details_->setObjectName(QStringLiteral("certificate_details"));
  details_->setVisible(false);
  column->addWidget(details_);
  save_->setObjectName(QStringLiteral("certificate_save"));
  save_->setEnabled(false);
  column->addWidget(save_, 0, Qt::AlignLeft);
  return card;
}

void CertificatePage::setLens(const QString& path) {
  lens_->setText(path);
}

void CertificatePage::setTable(const QString& path) {
  table_->setText(path);
}

void CertificatePage::say(const QString& text, bool trouble) {
  styleLabel(margin_, trouble ? 16 : 20, QFont::DemiBold, trouble ? theme().no : theme().text);
  margin_->setText(text);
}

void CertificatePage::measure() {
  made_.reset();
  save_->setEnabled(false);
  clearPicture();
  measure_->setText(tr("Cancel"));
  say(tr("Measuring …"), false);
  warnings_->setVisible(false);
  details_->setVisible(false);
  CertificationRequest request;
  request.source = source_->text().trimmed().toStdString();
  request.lens_path = lens_->text().trimmed().toStdString();
  request.table_path = table_->text().trimmed().toStdString();
  request.seconds = seconds_->value();
  job_ = std::make_shared<Job>(this);
  measuring_ = runApart([job = job_, request] {
    const auto progress = [job](double share) {
      job->post([share](CertificatePage& page) { page.progress_->setValue(qRound(100.0 * share)); });
      return !job->cancelled;
    };
    auto result = std::make_shared<Result<Certification>>(
        request.table_path.empty() ? fail("Say which table.toml this table has; the page before this one makes it.")
                                   : certifySource(request, progress));
    job->post([result](CertificatePage& page) { page.showResult(std::move(*result)); });
  });
}

void CertificatePage::cancel() {
  if (!job_)
    return;
  std::exchange(job_, nullptr)->leave();
  partFrom(measuring_);
  measure_->setText(tr("Measure"));
  say({}, false);
}

void CertificatePage::showResult(Result<Certification> result) {
  job_.reset();
  measure_->setText(tr("Measure"));
  progress_->setValue(result ? 100 : 0);
  if (!result)
    return say(shownSentence(result.error().sentence), true);
  made_ = std::move(*result);
  save_->setEnabled(true);
  const Certificate& c = made_->certificate;
  say(tr("Smallest margin this table can call: %1 mm")
          .arg(shownFigure(std::ceil(c.smallest_margin_mm * 10.0 - 1e-9) / 10.0, 1)),
      false);
  QStringList warnings;
  for (const std::string& warning : c.warnings)
    warnings << QStringLiteral("• ") + shownSentence(warning);
  warnings_->setText(warnings.join(QLatin1Char('\n')));
  warnings_->setVisible(!warnings.empty());
  details_->setText(detailsOf(c).join(QLatin1Char('\n')));
  details_->setVisible(true);
  showInList(save_);
  showPicture();
}

/// What an earlier measurement found is not this one's.
void CertificatePage::clearPicture() {
  picture_->setText(tr("The table appears here, with what each place is worth."));
}

void CertificatePage::showPicture() {
  if (made_)
    showFitted(picture_, toQImage(certificatePicture(*made_)));
}

void CertificatePage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  showPicture();
}

void CertificatePage::save(const QString& path) {
  if (!made_)
    return;
  const auto written = path.endsWith(QStringLiteral(".json"))
                           ? writeFile(path.toStdString(), certificateJson(made_->certificate))
                           : certificateSheet(made_->certificate, certificatePicture(*made_)).write(path.toStdString());
  if (!written)
    say(cannotWrite(path), true);
  else
    details_->setText(tr("Saved as %1.").arg(path));
}

} // namespace linesman::app
