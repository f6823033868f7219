#include <QComboBox>
#include <QCoreApplication>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/camera_list.h"
#include "app/law_words.h"
#include "app/match_scene.h"
#include "app/theme.h"
#include "app/watch/taught_men.h"
#include "app/window/figure_box.h"
#include "app/window/labels.h"
#include "app/window/match_desk.h"
#include "app/window/wizard_step.h"
#include "calibration/lens_file.h"
#include "calibration/table_file.h"

namespace linesman::app {

namespace {

/// What is looked through, and what is known of it.
class CameraStep final : public WizardStep {
  Q_DECLARE_TR_FUNCTIONS(CameraStep)

public:
  CameraStep() : cameras_(new QComboBox), grid_(new QGridLayout) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(10);
    hint_ = new QLabel;
    hint_->setObjectName(QStringLiteral("camera_hint"));
    hint_->setWordWrap(true);
    styleLabel(hint_, 14, QFont::Normal, theme().dim);
    column->addWidget(hint_);
    cameras_->setObjectName(QStringLiteral("camera_found"));
    grid_->setHorizontalSpacing(12);
    grid_->setVerticalSpacing(4);
    grid_->setColumnStretch(1, 1);
    addLine(0, tr("Camera"), tr("Its number; or a film, a folder of pictures, or a phone camera's URL."), &source_,
            "camera_source");
    addLine(2, tr("Lens file"),
            tr("What the calibration of this camera wrote. Without it the focal length is estimated, and every margin "
               "gets a wider doubt."),
            &lens_, "camera_lens", tr("Lens files (*.yml *.yaml)"));
    addLine(4, tr("Table file"), QString(), &table_, "camera_table", tr("Table files (*.toml)"));
    table_hint_ = hints_.back();
    grid_->addWidget(cameras_, 0, 2);
    column->addLayout(grid_);
    auto* row = new QHBoxLayout;
    auto* rate = new QLabel(tr("Pictures a second of a folder"));
    fps_ = new FigureBox;
    fps_->setObjectName(QStringLiteral("camera_fps"));
    fps_->setAccessibleName(rate->text());
    fps_->setRange(0.1, 240.0);
    row->addWidget(rate);
    row->addWidget(fps_);
    row->addStretch(1);
    column->addLayout(row);
    column->addStretch(1);
    connect(fps_, &QDoubleSpinBox::valueChanged, this, [this] { rate_chosen_ = true; });
    connect(source_, &QLineEdit::textChanged, this, [this] { showUsualRate(); });
    connect(cameras_, &QComboBox::activated, this, [this] {
      if (const QString chosen = cameras_->currentData().toString(); !chosen.isEmpty())
        source_->setText(chosen);
      else
        chooseFilm();
    });
  }

  QString title() const override { return tr("Camera"); }

  void load(const MatchProfile& profile) override {
    game_ = profile.match.game;
    piece_set_ = profile.piece_set;
    const auto cameras = findCameras();
    cameras_->clear();
    for (const FoundCamera& camera : cameras)
      cameras_->addItem(QString::fromStdString(titleOf(camera)), QString::fromStdString(camera.source));
    cameras_->addItem(tr("A film or picture …"), QString());
    hint_->setText(
        cameras.empty()
            ? tr("No camera is plugged in. Plug one in and come back to this step, or referee a film, a folder of "
                 "pictures or a phone camera's URL.")
            : tr("The table must fill the picture, seen from about 45 degrees, with all corner markers in view."));
    table_hint_->setText(
        onSquares(game_)
            ? tr("Corner markers beside the board, if there are any. Without it the board itself is looked for.")
            : tr("The printed corner markers, their size and places, and the playing surface."));
    source_->setText(
        QString::fromStdString(profile.source.empty() && !cameras.empty() ? cameras.front().source : profile.source));
    lens_->setText(QString::fromStdString(profile.lens));
    table_->setText(QString::fromStdString(profile.table));
    const QSignalBlocker quietly(fps_);
    fps_->setValue(profile.fps);
    rate_chosen_ = profile.fps != usualRate(profile.source);
  }

  void store(MatchProfile& profile) const override {
    profile.source = source_->text().trimmed().toStdString();
    profile.lens = lens_->text().trimmed().toStdString();
    profile.table = table_->text().trimmed().toStdString();
    profile.fps = fps_->value();
  }

  QString missing() const override {
    if (const std::string lens = lens_->text().trimmed().toStdString(); !lens.empty())
      if (const auto read = readLens(lens); !read)
        return shownSentence(read.error().sentence);
    if (const std::string table = table_->text().trimmed().toStdString(); !table.empty()) {
      const auto read = readTableFile(table);
      if (!read)
        return shownSentence(read.error().sentence);
      if (const auto fits = checkTaughtMen(*read, game_); !fits && piece_set_.empty())
        return shownSentence(fits.error().sentence);
    }
    return {}; // a match may be set up before camera and table are there
  }

private:
  void addLine(int row, const QString& title, const QString& hint, QLineEdit** line, const char* name,
               const QString& files = {}) {
    *line = new QLineEdit;
    (*line)->setObjectName(QString::fromLatin1(name));
    (*line)->setAccessibleName(title);
    grid_->addWidget(headingLabel(title), row, 0);
    grid_->addWidget(*line, row, 1);
    auto* below = new QLabel(hint);
    below->setWordWrap(true);
    styleLabel(below, 13, QFont::Normal, theme().dim);
    below->setContentsMargins(0, 0, 0, 10);
    hints_.push_back(below);
    grid_->addWidget(below, row + 1, 1, 1, 2);
    if (files.isEmpty())
      return;
    auto* choose = new QPushButton(tr("Choose …"));
    grid_->addWidget(choose, row, 2);
    connect(choose, &QPushButton::clicked, this, [this, field = *line, title, files] {
      if (const QString file = QFileDialog::getOpenFileName(this, title, field->text(), files); !file.isEmpty())
        field->setText(file);
    });
  }

  /// Until people choose another, of folders that a table lies at rest in each picture.
  void showUsualRate() {
    if (rate_chosen_)
      return;
    const QSignalBlocker quietly(fps_);
    fps_->setValue(usualRate(source_->text().trimmed().toStdString()));
  }

  void chooseFilm() {
    if (const QString file = QFileDialog::getOpenFileName(this, tr("A film or picture of the table")); !file.isEmpty())
      source_->setText(file);
  }

  std::string piece_set_; ///< that was chosen instead of the table file's
  std::string game_;
  bool rate_chosen_ = false;
  QComboBox* cameras_;
  QGridLayout* grid_;
  QLineEdit* source_ = nullptr;
  QLineEdit* lens_ = nullptr;
  QLineEdit* table_ = nullptr;
  QDoubleSpinBox* fps_ = nullptr;
  QLabel* hint_ = nullptr;
  QLabel* table_hint_ = nullptr;
  std::vector<QLabel*> hints_;
};

} // namespace

WizardStep* makeCameraStep() {
  return new CameraStep;
}

} // namespace linesman::app
