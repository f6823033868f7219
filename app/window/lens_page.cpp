#include "app/window/lens_page.h"

#include <algorithm>

#include <QComboBox>
#include <QDate>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>

#include "app/figures.h"
#include "app/law_words.h"
#include "app/print/printable.h"
#include "app/theme.h"
#include "app/window/cards.h"
#include "app/window/figure_box.h"
#include "app/window/labels.h"
#include "app/window/save_dialog.h"
#include "app/window/source_run.h"
#include "calibration/lens_file.h"
#include "vision/camera_identity.h"
#include "vision/frame_source.h"

namespace linesman::app {

namespace {

constexpr int enough_views = 12;
constexpr int least_views = 4;

/// Where the lens is how well known: blue is sharp, orange is 1 px and worse, dimmed where the target never was.
QImage mapPicture(const ProjectionUncertainty& map) {
  QImage picture(map.columns, map.rows, QImage::Format_RGB32);
  for (int y = 0; y < map.rows; ++y)
    for (int x = 0; x < map.columns; ++x) {
      const auto at = static_cast<std::size_t>(y * map.columns + x);
      const double bad = std::clamp(map.sigma_px[at], 0.0, 1.0);
      const auto mix = [&](int a, int b) { return qRound((1.0 - bad) * a + bad * b); };
      QColor colour(mix(signal::yes.red(), signal::no.red()), mix(signal::yes.green(), signal::no.green()),
                    mix(signal::yes.blue(), signal::no.blue()));
      picture.setPixelColor(x, y, map.covered[at] ? colour : colour.darker(260));
    }
  return picture;
}

} // namespace

LensPage::LensPage(QWidget* parent)
    : QWidget(parent), picture_(pictureLabel(tr("The camera's picture appears here."))),
      run_(new SourceRun(QStringLiteral("lens"), picture_, this)), result_(wrappedLabel({}, 14, theme().text)),
      map_(new QLabel), sheet_(new QComboBox), ruler_(new FigureBox), progress_(new QProgressBar),
      solve_(new QPushButton(tr("Calibrate"))), save_(new QPushButton(tr("Save lens.yml …"))) {
  auto* back =
      layOutPage(this, picture_, {makePrintCard(), makeViewsCard(), makeResultCard()}, tr("Back"), "lens_back");
  connect(back, &QPushButton::clicked, this, [this] {
    cancel();
    run_->stop();
    Q_EMIT closed();
  });
  connect(run_, &SourceRun::wanted, this, &LensPage::start);
  connect(run_, &SourceRun::looked, this, &LensPage::tellLook);
  connect(run_, &SourceRun::ended, this, &LensPage::end);
  connect(solve_, &QPushButton::clicked, this, [this] { solver_.joinable() ? cancel() : solve(); });
  connect(save_, &QPushButton::clicked, this, [this] {
    const QString path = askWhereToKeep(this, tr("Where to keep the lens"), QStringLiteral("lens.yml"));
    if (!path.isEmpty())
      save(path);
  });
}

LensPage::~LensPage() {
  cancel();
}

QWidget* LensPage::makePrintCard() {
  auto* card = new QFrame;
  auto* column = cardColumn(card);
  column->addWidget(headingLabel(tr("1  Print the sheet")));
  column->addWidget(
      wrappedLabel(tr("Print at 100 %, glue it to something flat, and measure its 100 mm ruler."), 14, theme().dim));
  sheet_->addItem(tr("A4"), QStringLiteral("a4"));
  sheet_->addItem(tr("Letter"), QStringLiteral("letter"));
  sheet_->setObjectName(QStringLiteral("lens_sheet"));
  ruler_->setRange(90.0, 110.0);
  ruler_->setDecimals(2);
  ruler_->setValue(100.0);
  ruler_->setSuffix(tr(" mm"));
  ruler_->setButtonSymbols(QAbstractSpinBox::NoButtons);
  ruler_->setToolTip(tr("What the printed 100 mm ruler really measures"));
  ruler_->setAccessibleName(ruler_->toolTip());
  auto* print = new QPushButton(tr("Save PDF …"));
  print->setObjectName(QStringLiteral("lens_print"));
  auto* row = new QHBoxLayout;
  row->addWidget(sheet_);
  row->addWidget(ruler_);
  row->addStretch(1);
  row->addWidget(print);
  column->addLayout(row);
  connect(print, &QPushButton::clicked, this, [this] {
    const QString path = askWhereToKeep(this, tr("Where to keep the sheet"), QStringLiteral("target.pdf"));
    if (!path.isEmpty())
      saveSheet(path);
  });
  return card;
}

QWidget* LensPage::makeViewsCard() {
  auto* card = new QFrame;
  auto* column = cardColumn(card);
  column->addWidget(headingLabel(tr("2  Show it from all sides")));
  column->addWidget(
      wrappedLabel(tr("Follow the dashed outline. Each view is taken by itself when the sheet is sharp and still."), 14,
                   theme().dim));
  column->addLayout(run_->row());
  column->addWidget(run_->words());
  progress_->setRange(0, enough_views);
  progress_->setFormat(tr("%v of %m views"));
  progress_->setObjectName(QStringLiteral("lens_progress"));
  column->addWidget(progress_);
  solve_->setObjectName(QStringLiteral("lens_solve"));
  solve_->setEnabled(false);
  column->addWidget(solve_, 0, Qt::AlignLeft);
  return card;
}

QWidget* LensPage::makeResultCard() {
  auto* card = new QFrame;
  auto* column = cardColumn(card);
  column->addWidget(headingLabel(tr("3  The lens")));
  result_->setText(tr("Not calibrated yet."));
  result_->setObjectName(QStringLiteral("lens_result"));
  column->addWidget(result_);
  map_->setVisible(false);
  map_->setToolTip(
      tr("Doubt of where a ray lands: blue 0 px, orange 1 px and more; dark where the sheet was never shown"));
  column->addWidget(map_);
  save_->setObjectName(QStringLiteral("lens_save"));
  save_->setEnabled(false);
  save_->setProperty("primary", true);
  column->addWidget(save_, 0, Qt::AlignLeft);
  return card;
}

void LensPage::saveSheet(const QString& path) {
  PrintOptions options;
  options.paper = sheet_->currentData().toString().toStdString();
  const auto written = writeSheet("target", options, path.toStdString());
  run_->say(written ? tr("The sheet is in %1.").arg(path) : shownSentence(written.error().sentence), !written);
}

void LensPage::start() {
  CalibrationTarget target = sheetTarget(sheet_->currentData().toString().toStdString());
  target.square_mm *= ruler_->value() / 100.0;
  target.marker_mm *= ruler_->value() / 100.0;
  views_ = std::make_shared<LensViews>(target, !showsSinglePictures(run_->source()));
  calibration_.reset();
  save_->setEnabled(false);
  progress_->setValue(0);
  run_->start([views = views_] { return makeLensAnalyst(views); });
}

/// A film or folder has no more pictures.
void LensPage::end() {
  const auto count = static_cast<int>(views_->latest().count);
  if (count < least_views)
    run_->say(tr("The pictures have ended with %1 views; %2 are needed at least.").arg(count).arg(least_views), true);
  else
    run_->say(tr("The pictures have ended with %1 views. Calibrate now.").arg(count));
}

void LensPage::tellLook() {
  const LensViews::Look look = views_->latest();
  run_->say(shownWord(look.words));
  progress_->setValue(std::min<int>(enough_views, static_cast<int>(look.count)));
  progress_->setFormat(tr("%1 of %2 views").arg(look.count).arg(enough_views));
  solve_->setEnabled(look.count >= least_views);
}

void LensPage::solve() {
  cancelled_ = false;
  solve_->setText(tr("Cancel"));
  result_->setText(tr("Calibrating …"));
  LensCalibrationOptions options;
  options.camera = cameraIdentity(run_->source());
  options.date = QDate::currentDate().toString(Qt::ISODate).toStdString();
  options.progress = [this](double share, const std::string& what) {
    QMetaObject::invokeMethod(this, [this, share, what] {
      result_->setText(tr("Calibrating: %1 %").arg(qRound(100.0 * share)) + QStringLiteral("\n") + shownSentence(what));
    });
    return !cancelled_;
  };
  solver_ = std::jthread([this, options, views = views_->views()] {
    auto result = std::make_shared<Result<LensCalibration>>(calibrateLens(views, options));
    QMetaObject::invokeMethod(this, [this, result] { showResult(std::move(*result)); });
  });
}

void LensPage::cancel() {
  cancelled_ = true;
  if (solver_.joinable())
    solver_.join();
}

void LensPage::showResult(Result<LensCalibration> result) {
  if (solver_.joinable())
    solver_.join();
  solve_->setText(tr("Calibrate"));
  map_->setVisible(result.has_value());
  save_->setEnabled(result.has_value());
  if (!result) {
    calibration_.reset();
    result_->setText(shownSentence(result.error().sentence));
    return;
  }
  calibration_ = std::move(*result);
  const Lens& lens = calibration_->lens;
  const double focal_sigma_px = std::sqrt((*lens.parameter_covariance)(0, 0));
  QString text = tr("Points fit to %1 px. Focal length %2 ± %3 px. A ray is known to %4 px where the sheet was shown.")
                     .arg(shownFigure(lens.rms_px.value_or(0.0), 2))
                     .arg(shownFigure(lens.fx_px, 1))
                     .arg(shownFigure(focal_sigma_px, 1))
                     .arg(shownFigure(calibration_->uncertainty.worst_covered_px, 2));
  const auto left_out = std::count_if(calibration_->views.begin(), calibration_->views.end(),
                                      [](const ViewReport& view) { return !view.used; });
  if (left_out > 0)
    text += QLatin1Char(' ') + tr("%n view(s) left out.", nullptr, static_cast<int>(left_out));
  if (!calibration_->advice.empty())
    text += QStringLiteral("\n\n") + tr("To make it better: %1.").arg(shownSentence(calibration_->advice));
  result_->setText(text);
  const int width = qRound(320 * typeScale());
  map_->setPixmap(QPixmap::fromImage(mapPicture(calibration_->uncertainty)).scaled(width, width * 9 / 16));
}

void LensPage::save(const QString& path) {
  if (!calibration_)
    return;
  const auto written = writeLens(calibration_->lens, path.toStdString());
  result_->setText(
      written
          ? tr("Saved as %1. “Open the camera” uses it from now on; for a match, choose it in the set-up.").arg(path)
          : shownSentence(written.error().sentence));
  if (written)
    Q_EMIT savedLens(path);
}

} // namespace linesman::app
