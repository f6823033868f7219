#include "app/window/table_page.h"

#include <algorithm>

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
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
#include "models/text_file.h"
#include "vision/camera_identity.h"
#include "vision/frame_source.h"

namespace linesman::app {

namespace {

/// Two markers that lie farthest apart, and how far: what to check with a ruler.
std::pair<const TableMarker*, const TableMarker*> farthest(const std::vector<TableMarker>& markers) {
  std::pair<const TableMarker*, const TableMarker*> ends{&markers[0], &markers[0]};
  double longest_mm = -1.0;
  for (const TableMarker& a : markers)
    for (const TableMarker& b : markers)
      if ((a.centre_mm - b.centre_mm).norm() > longest_mm) {
        longest_mm = (a.centre_mm - b.centre_mm).norm();
        ends = {&a, &b};
      }
  return ends;
}

} // namespace

TablePage::TablePage(QWidget* parent)
    : QWidget(parent), picture_(pictureLabel(tr("The camera's picture appears here."))),
      run_(new SourceRun(QStringLiteral("table"), picture_, this)), result_(wrappedLabel({}, 14, theme().text)),
      sheet_(new QComboBox), dictionary_(new QComboBox), size_(new FigureBox),
      measured_(new QCheckBox(tr("I measured, centre to centre:"))), from_(new QSpinBox), to_(new QSpinBox),
      distance_(new FigureBox), take_(new QPushButton(tr("Take picture"))), solve_(new QPushButton(tr("Solve"))),
      save_(new QPushButton(tr("Save table.toml …"))) {
  auto* back =
      layOutPage(this, picture_, {makePrintCard(), makePicturesCard(), makeResultCard()}, tr("Back"), "table_back");
  connect(back, &QPushButton::clicked, this, [this] {
    run_->stop();
    Q_EMIT closed();
  });
  connect(run_, &SourceRun::wanted, this, &TablePage::start);
  connect(run_, &SourceRun::looked, this, &TablePage::tellLook);
  connect(run_, &SourceRun::stopped, take_, [this] { take_->setEnabled(false); });
  connect(run_, &SourceRun::ended, this, &TablePage::end);
  connect(take_, &QPushButton::clicked, this, [this] {
    if (views_)
      views_->take();
  });
  connect(solve_, &QPushButton::clicked, this, &TablePage::solve);
  connect(save_, &QPushButton::clicked, this, [this] {
    const QString path = askWhereToKeep(this, tr("Where to keep the table"), QStringLiteral("table.toml"));
    if (!path.isEmpty())
      save(path);
  });
}

TablePage::~TablePage() = default;

QWidget* TablePage::makePrintCard() {
  auto* card = new QFrame;
  auto* column = cardColumn(card);
  column->addWidget(headingLabel(tr("1  Lay four markers")));
  column->addWidget(wrappedLabel(
      tr("Print them at 100 %, cut them out and fix them flat, anywhere round the playing area. Say how wide the black "
         "square really is."),
      14, theme().dim));
  sheet_->addItem(tr("A4"), QStringLiteral("a4"));
  sheet_->addItem(tr("Letter"), QStringLiteral("letter"));
  dictionary_->setEditable(true);
  dictionary_->addItems({QStringLiteral("DICT_4X4_50"), QStringLiteral("DICT_5X5_50"), QStringLiteral("DICT_6X6_50"),
                         QStringLiteral("DICT_ARUCO_ORIGINAL"), QStringLiteral("DICT_APRILTAG_36h11")});
  dictionary_->setObjectName(QStringLiteral("table_dictionary"));
  dictionary_->setToolTip(tr("Which family of markers: the name is printed beside each"));
  dictionary_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  size_->setObjectName(QStringLiteral("table_size"));
  size_->setRange(5.0, 500.0);
  size_->setDecimals(2);
  size_->setValue(40.0);
  size_->setSuffix(tr(" mm"));
  size_->setButtonSymbols(QAbstractSpinBox::NoButtons);
  size_->setToolTip(tr("Side of a marker's black square, as a ruler measures it on the print"));
  size_->setAccessibleName(size_->toolTip());
  auto* print = new QPushButton(tr("Save PDF …"));
  print->setObjectName(QStringLiteral("table_print"));
  auto* first = new QHBoxLayout;
  first->addWidget(size_);
  first->addWidget(dictionary_, 1);
  auto* second = new QHBoxLayout;
  second->addWidget(sheet_);
  second->addStretch(1);
  second->addWidget(print);
  column->addLayout(first);
  column->addLayout(second);
  connect(print, &QPushButton::clicked, this, [this] {
    const QString path = askWhereToKeep(this, tr("Where to keep the markers"), QStringLiteral("markers.pdf"));
    if (!path.isEmpty())
      saveSheet(path);
  });
  return card;
}

QWidget* TablePage::makePicturesCard() {
  auto* card = new QFrame;
  auto* column = cardColumn(card);
  column->addWidget(headingLabel(tr("2  Show them from two sides")));
  take_->setObjectName(QStringLiteral("table_take"));
  take_->setEnabled(false);
  column->addLayout(run_->row());
  lens_ = fileRow(column, tr("Lens"), "table_lens", tr("Lens files (*.yml *.yaml);;All files (*)"));
  lens_->setPlaceholderText(tr("none: estimated"));
  column->addWidget(run_->words());
  column->addWidget(take_, 0, Qt::AlignLeft);
  return card;
}

QWidget* TablePage::makeResultCard() {
  auto* card = new QFrame;
  auto* column = cardColumn(card);
  column->addWidget(headingLabel(tr("3  The table")));
  measured_->setObjectName(QStringLiteral("table_measured"));
  measured_->setToolTip(tr("One long distance sets the scale better than the small markers do"));
  column->addWidget(measured_);
  auto* ruler = new QHBoxLayout;
  int id = 0;
  for (QSpinBox* box : {from_, to_}) {
    box->setRange(0, 999);
    box->setValue(id);
    id += 2;
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box->setToolTip(tr("Number of a marker"));
    ruler->addWidget(box);
    if (box == from_)
      ruler->addWidget(new QLabel(tr("to")));
  }
  distance_->setObjectName(QStringLiteral("table_distance"));
  distance_->setRange(0.0, 5000.0);
  distance_->setDecimals(1);
  distance_->setSuffix(tr(" mm"));
  distance_->setButtonSymbols(QAbstractSpinBox::NoButtons);
  ruler->addWidget(distance_, 1);
  column->addLayout(ruler);
  for (QWidget* part : {static_cast<QWidget*>(from_), static_cast<QWidget*>(to_), static_cast<QWidget*>(distance_)}) {
    part->setEnabled(false);
    connect(measured_, &QCheckBox::toggled, part, &QWidget::setEnabled);
  }
  solve_->setObjectName(QStringLiteral("table_solve"));
  solve_->setEnabled(false);
  save_->setObjectName(QStringLiteral("table_save"));
  save_->setEnabled(false);
  save_->setProperty("primary", true);
  auto* buttons = new QHBoxLayout; // in one row, so that they stand in a window of 720 pixels without scrolling
  buttons->addWidget(solve_);
  buttons->addStretch(1);
  buttons->addWidget(save_);
  column->addLayout(buttons);
  result_->setObjectName(QStringLiteral("table_result"));
  result_->setText(tr("Not solved yet."));
  column->addWidget(result_);
  return card;
}

void TablePage::setLens(const QString& path) {
  lens_->setText(path);
}

void TablePage::saveSheet(const QString& path) {
  PrintOptions options;
  options.paper = sheet_->currentData().toString().toStdString();
  options.dictionary = dictionary_->currentText().trimmed().toStdString();
  options.marker_mm = size_->value();
  const auto written = writeSheet("markers", options, path.toStdString());
  run_->say(written ? tr("The markers are in %1.").arg(path) : shownSentence(written.error().sentence), !written);
}

void TablePage::start() {
  const std::string dictionary = dictionary_->currentText().trimmed().toStdString();
  if (!dictionarySize(dictionary))
    return run_->say(
        tr("There are no markers called %1; the name is printed beside each.").arg(QString::fromStdString(dictionary)),
        true);
  const bool by_hand = !showsSinglePictures(run_->source());
  views_ = std::make_shared<TableViews>(dictionary, by_hand);
  layout_.reset();
  save_->setEnabled(false);
  result_->setText(tr("Not solved yet."));
  run_->start([views = views_] { return makeTableAnalyst(views); });
  take_->setEnabled(by_hand);
}

/// A film or folder has no more pictures.
void TablePage::end() {
  const auto count = static_cast<int>(views_->latest().count);
  if (count < 2)
    run_->say(tr("The pictures have ended with %1 taken; 2 are needed at least.").arg(count), true);
  else
    run_->say(tr("The pictures have ended with %1 taken. Solve where the markers lie.").arg(count));
}

void TablePage::tellLook() {
  const TableViews::Look look = views_->latest();
  run_->say(QString::fromStdString(look.words));
  take_->setText(look.count == 0 ? tr("Take picture") : tr("Take picture (%1 taken)").arg(look.count));
  solve_->setEnabled(look.count >= 2 && !solver_.joinable());
}

void TablePage::solve() {
  LayoutRequest request;
  request.dictionary = dictionary_->currentText().trimmed().toStdString();
  request.marker_mm = size_->value();
  if (measured_->isChecked())
    request.distance = LayoutRequest::Distance{from_->value(), to_->value(), distance_->value()};
  if (const std::string path = lens_->text().trimmed().toStdString(); !path.empty()) {
    const auto lens = readLens(path);
    if (!lens)
      return showResult(tl::unexpected(lens.error()));
    if (const auto same = checkLensCamera(*lens, path, cameraIdentity(run_->source())); !same)
      return showResult(tl::unexpected(same.error()));
    request.lens = *lens;
  }
  solve_->setEnabled(false);
  result_->setText(tr("Solving …"));
  solver_ = std::jthread([this, request, pictures = views_->pictures()] {
    auto result = std::make_shared<Result<Layout>>(solveLayout(pictures, request));
    QMetaObject::invokeMethod(this, [this, result] { showResult(std::move(*result)); });
  });
}

void TablePage::showResult(Result<Layout> result) {
  if (solver_.joinable())
    solver_.join();
  solve_->setEnabled(views_ && views_->latest().count >= 2);
  save_->setEnabled(result.has_value());
  if (!result) {
    layout_.reset();
    styleLabel(result_, 14, QFont::Normal, theme().no);
    result_->setText(shownSentence(result.error().sentence));
    return;
  }
  layout_ = std::move(*result);
  const auto& markers = layout_->table.markers;
  QStringList ids;
  for (const TableMarker& marker : markers)
    ids << QString::number(marker.id);
  const Registration& last = layout_->registrations.back().registration;
  const auto inverse = last.camera_from_table.inverse();
  const auto [a, b] = farthest(markers);
  styleLabel(result_, 14, QFont::Normal, theme().text);
  result_->setText(
      tr("Markers %1 are placed to ± %2 mm among themselves. The camera stands %3 ± %4 mm above the table.\n\nCheck "
         "with a ruler: from the middle of %5 to the middle of %6 it must be %7 mm; if not, tick the box above and say "
         "what it is.")
          .arg(ids.join(QStringLiteral(", ")))
          .arg(shownFigure(std::max(0.01, *std::max_element(layout_->sigma_mm.begin(), layout_->sigma_mm.end())), 2))
          .arg(inverse.pose.translation_mm().z(), 0, 'f', 0)
          .arg(shownFigure(std::sqrt(inverse.covariance(5, 5)), 1))
          .arg(a->id)
          .arg(b->id)
          .arg(shownFigure((a->centre_mm - b->centre_mm).norm(), 1)) +
      (layout_->warning.empty() ? QString() : QStringLiteral("\n\n") + shownSentence(layout_->warning)));
  showInList(save_);
  if (!measured_->isChecked()) {
    from_->setValue(a->id);
    to_->setValue(b->id);
    distance_->setValue((a->centre_mm - b->centre_mm).norm());
  }
}

void TablePage::save(const QString& path) {
  if (!layout_)
    return;
  const std::string text = withRegistration(layoutText(*layout_), layout_->registrations.back().registration);
  if (!writeFile(path.toStdString(), text)) {
    styleLabel(result_, 14, QFont::Normal, theme().no);
    return result_->setText(cannotWrite(path));
  }
  result_->setText(
      tr("Saved as %1. “Open the camera” uses it from now on; for a match, choose it in the set-up.").arg(path));
  Q_EMIT savedTable(path);
}

} // namespace linesman::app
