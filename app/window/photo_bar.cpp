#include "app/window/photo_bar.h"

#include <algorithm>
#include <utility>

#include <QApplication>
#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QImageReader>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>

#include "app/camera_list.h"
#include "app/figures.h"
#include "app/law_words.h"
#include "app/theme.h"
#include "app/window/board_canvas.h"
#include "app/window/elided_label.h"
#include "app/window/labels.h"

namespace linesman::app {

namespace {

constexpr double far_off_squares = 0.15; ///< a corner that a hand has set carelessly

/// Seen from below: no camera above a board sees it so.
bool mirrored(const std::array<QPointF, 4>& corners_px) {
  double area = 0.0;
  for (std::size_t i = 0; i < 4; ++i) {
    const QPointF &a = corners_px[i], &b = corners_px[(i + 1) % 4];
    area += a.x() * b.y() - b.x() * a.y();
  }
  return area > 0.0; // y grows downwards
}

/// A board whose edge is cut off a little is drawn well enough.
bool holdsAll(const QImage& photo, const std::array<QPointF, 4>& corners_px) {
  const double cut_px = 0.02 * std::max(photo.width(), photo.height());
  const QRectF around = QRectF(photo.rect()).adjusted(-cut_px, -cut_px, cut_px, cut_px);
  return std::ranges::all_of(corners_px, [&](const QPointF& corner) { return around.contains(corner); });
}

} // namespace

PhotoBar::PhotoBar(BoardCanvas* canvas, const QString& hint, QWidget* parent) : QWidget(parent), canvas_(canvas) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(2, 0, 2, 0);
  setObjectName(QStringLiteral("photo_bar"));
  auto* words = new ElidedLabel;
  words->setObjectName(QStringLiteral("editor_hint"));
  words->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  words->setWhole(hint);
  styleLabel(words, 14, QFont::Normal, theme().dim);
  row->addWidget(words, 1);
  const auto button = [&](const QString& text, const QString& tip, const char* name) {
    auto* made = new QPushButton(text);
    made->setToolTip(tip);
    made->setObjectName(QString::fromLatin1(name));
    row->addWidget(made);
    return made;
  };
  auto* photo = button(tr("Photograph …"), tr("A picture of the real board"), "editor_photo");
  auto* camera = button(tr("From the camera"), tr("The board as the camera sees it now"), "editor_camera");
  auto* find = button(tr("Find the board"), tr("Looks for the squares in the photograph (F)"), "editor_find");
  auto* turned = button(tr("Turn"), tr("a1 goes to the next corner (T)"), "editor_turn");
  find->setShortcut(Qt::Key_F);
  turned->setShortcut(Qt::Key_T);
  connect(photo, &QPushButton::clicked, this, [this] {
    if (const QString path = QFileDialog::getOpenFileName(this, tr("A photograph of the board")); !path.isEmpty())
      openPhoto(path);
  });
  connect(camera, &QPushButton::clicked, this, [this] {
    const auto cameras = findCameras();
    if (cameras.empty())
      return Q_EMIT said(tr("No camera is plugged in; choose a photograph instead."), true);
    takePhoto(cameras.front().source);
  });
  connect(find, &QPushButton::clicked, this, &PhotoBar::findBoard);
  connect(turned, &QPushButton::clicked, this, &PhotoBar::turn);
  connect(canvas, &BoardCanvas::cornersMoved, this, [this] {
    judgeCorners();
    Q_EMIT moved();
  });
  connect(canvas, &BoardCanvas::cornersDropped, this, &PhotoBar::keep);
  kept_ = {canvas->photo(), canvas->corners_px(), {}};
}

void PhotoBar::lay(const Laid& laid) {
  canvas_->setPhoto(laid.photo);
  canvas_->setCorners(laid.corners_px);
  found_ = laid.found;
  kept_ = laid;
  judgeCorners();
  Q_EMIT moved();
}

void PhotoBar::keep() {
  const Laid before = std::exchange(kept_, {canvas_->photo(), canvas_->corners_px(), found_});
  if (before.photo.cacheKey() != kept_.photo.cacheKey() || before.corners_px != kept_.corners_px)
    Q_EMIT changed(before, kept_);
}

void PhotoBar::openPhoto(const QString& path) {
  QImageReader reader(path);
  reader.setAutoTransform(true);
  const QImage photo = reader.read();
  if (photo.isNull())
    return Q_EMIT said(tr("The picture %1 cannot be read; save it as JPEG or PNG.").arg(path), true);
  setPhoto(photo);
}

void PhotoBar::takePhoto(const std::string& camera) {
  QApplication::setOverrideCursor(Qt::WaitCursor);
  const auto photo = pictureFrom(camera);
  QApplication::restoreOverrideCursor();
  photo ? setPhoto(*photo) : Q_EMIT said(shownSentence(photo.error().sentence), true);
}

void PhotoBar::setPhoto(const QImage& photo) {
  found_.reset();
  canvas_->setPhoto(photo);
  Q_EMIT said({}, false);
  Q_EMIT moved();
  keep();
}

void PhotoBar::findBoard() {
  const BoardPlan* plan = canvas_->plan();
  if (canvas_->photo().isNull())
    return Q_EMIT said(tr("There is no photograph yet in which to find the board."), true);
  if (plan == nullptr || plan->free_form)
    return Q_EMIT said(tr("Only boards of squares are found by themselves; drag the corners."), true);
  QApplication::setOverrideCursor(Qt::WaitCursor);
  auto found = fitBoard(canvas_->photo(), plan->columns, plan->rows);
  QApplication::restoreOverrideCursor();
  if (!found)
    return Q_EMIT said(tr("No board of %1 × %2 squares was found in the photograph; drag the corners.")
                           .arg(plan->columns)
                           .arg(plan->rows),
                       true);
  canvas_->setCorners(found->corners_px);
  found_ = std::move(*found);
  judgeCorners();
  Q_EMIT moved();
  keep();
}

void PhotoBar::turn() {
  std::array<QPointF, 4> corners = canvas_->corners_px();
  std::rotate(corners.begin(), corners.begin() + 1, corners.end());
  canvas_->setCorners(corners);
  Q_EMIT moved();
  keep();
}

void PhotoBar::judgeCorners() {
  if (mirrored(canvas_->corners_px()))
    return Q_EMIT said(tr("The corners are crossed or mirrored: from a1 they go round the other way."), true);
  if (!found_)
    return Q_EMIT said({}, false);
  const double off = cornersOff(*found_, canvas_->corners_px(), canvas_->plan()->columns);
  if (off > far_off_squares)
    return Q_EMIT said(tr("A corner lies %1 squares from where the photograph has it.").arg(shownFigure(off, 1)), true);
  if (!holdsAll(canvas_->photo(), found_->corners_px))
    return Q_EMIT said(
        tr("%1 × %2 squares reach over the photograph's edge: draw fewer, or photograph the whole board.")
            .arg(canvas_->plan()->columns)
            .arg(canvas_->plan()->rows),
        true);
  Q_EMIT said(tr("The squares of the photograph lie where they are drawn (to %1 px). Turn it until a1 is right.")
                  .arg(shownFigure(found_->rms_px, 1)),
              false);
}

std::string PhotoBar::nearLeft() const {
  const auto& corners = canvas_->corners_px();
  const auto low_left = [](const QPointF& a, const QPointF& b) { return a.x() - a.y() < b.x() - b.y(); };
  const auto at = std::min_element(corners.begin(), corners.end(), low_left) - corners.begin();
  const BoardPlan* plan = canvas_->plan();
  const char file = at == 1 || at == 2 ? static_cast<char>('a' + plan->columns - 1) : 'a';
  return file + std::to_string(at >= 2 ? plan->rows : 1);
}

QComboBox* drawnGameBox(DrawnGame now, QWidget* page, std::function<void(int)> chosen) {
  auto* box = new QComboBox;
  box->setObjectName(QStringLiteral("editor_game"));
  box->setAccessibleName(PhotoBar::tr("Whose board is drawn"));
  box->addItems({QStringLiteral("ArmadaChess"), QStringLiteral("Invasion")});
  box->setCurrentIndex(now);
  QObject::connect(box, &QComboBox::activated, page, [box, now, chosen = std::move(chosen)](int game) {
    const QSignalBlocker quiet(box);
    box->setCurrentIndex(now);
    if (game != now)
      chosen(game);
  });
  return box;
}

} // namespace linesman::app
