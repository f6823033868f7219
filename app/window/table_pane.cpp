#include "app/window/table_pane.h"

#include <QSplitter>
#include <QVBoxLayout>

#include "app/window/message_page.h"
#include "app/window/picture_view.h"

namespace linesman::app {

namespace {
constexpr double grid_mm = 20.0;
constexpr double scale_bar_mm = 100.0;
} // namespace

TablePane::TablePane(QWidget* parent)
    : QWidget(parent), camera_(new PictureView), map_(new PictureView), split_(new QSplitter(Qt::Horizontal)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  camera_->setAccessibleName(tr("Camera picture"));
  map_->setAccessibleName(tr("Table from above"));
  split_->addWidget(camera_);
  split_->addWidget(map_);
  split_->setHandleWidth(8);
  split_->setChildrenCollapsible(false);
  layout->addWidget(split_);
  map_->hide();
  for (PictureView* view : {camera_, map_})
    connect(view, &PictureView::clicked, this, [this](QPointF, PieceId piece) { Q_EMIT pieceClicked(piece); });
}

void TablePane::setSnapshot(SnapshotPtr snapshot) {
  snapshot_ = std::move(snapshot);
  if (!snapshot_)
    return;
  camera_->setPicture(snapshot_->picture);
  camera_->setNotice(noticeFor(*snapshot_));
  const QString name = QString::fromStdString(snapshot_->frame_name.empty() ? snapshot_->scene : snapshot_->frame_name);
  camera_->setCaption(tr("%1   %2 s").arg(name).arg(snapshot_->t_s, 0, 'f', 2));
  redraw();
}

QString TablePane::noticeFor(const Snapshot& snapshot) const {
  if (snapshot.trouble.kind == Trouble::Kind::none)
    return {};
  QString text = headlineOf(snapshot.trouble.kind) + QStringLiteral("\n\n") + QString::fromStdString(snapshot.trouble.sentence);
  for (const QString& line : adviceOn(snapshot.trouble.kind))
    text += QStringLiteral("\n\n") + line;
  return text;
}

void TablePane::setSelection(PieceId selected, std::optional<std::size_t> chosen) {
  selected_ = selected;
  chosen_ = chosen;
  redraw();
}

void TablePane::setMode(Mode mode) {
  mode_ = mode;
  camera_->setVisible(mode != Mode::map);
  map_->setVisible(mode != Mode::camera);
  if (mode == Mode::both)
    split_->setSizes({width() / 2, width() / 2});
  redraw();
}

void TablePane::setMagnifier(bool on) {
  magnifier_ = on;
  redraw();
}

void TablePane::setRegions(bool on) {
  regions_ = on;
  redraw();
}

OverlayContent TablePane::content() const {
  OverlayContent content;
  if (!snapshot_)
    return content;
  content.calls = snapshot_->calls;
  content.chosen = chosen_;
  content.selected = selected_;
  content.names = snapshot_->names;
  content.all_regions = regions_;
  if (snapshot_->table.area)
    content.area_mm = snapshot_->table.area->polygon_mm;
  for (const SeenChit& chit : snapshot_->state.chits)
    if (chit.ship)
      ++content.damage[chit.ship];
  return content;
}

std::optional<Eigen::Vector2d> TablePane::decidingPoint_mm() const {
  if (!snapshot_ || !chosen_ || *chosen_ >= snapshot_->calls.size())
    return std::nullopt;
  for (const rules::Highlight& highlight : snapshot_->calls[*chosen_].verdict.highlights)
    if (highlight.role == rules::Highlight::Role::nearest && !highlight.points_mm.empty())
      return highlight.points_mm.front();
  return std::nullopt;
}

void TablePane::redraw() {
  if (!snapshot_ || snapshot_->trouble.kind != Trouble::Kind::none) {
    camera_->setOverlay({});
    camera_->setMagnifier(std::nullopt);
    map_->setPicture({});
    map_->setOverlay({});
    map_->setNotice(tr("The view from above needs the table's place in the picture."));
    mapped_.reset();
    return;
  }
  const Projector project = cameraProjector(snapshot_->lens, snapshot_->state.registration.camera_from_table.pose);
  camera_->setOverlay(makeOverlay(snapshot_->state, content(), snapshot_->pieces, project));
  const auto point_mm = decidingPoint_mm();
  std::optional<Eigen::Vector2d> point_px;
  if (point_mm && magnifier_)
    point_px = project({point_mm->x(), point_mm->y(), 0.0});
  camera_->setMagnifier(point_px ? std::optional<QPointF>({point_px->x(), point_px->y()}) : std::nullopt);
  if (mode_ != Mode::camera)
    redrawMap();
}

void TablePane::redrawMap() {
  if (mapped_ != snapshot_) {
    eye_ = makeBirdsEye(snapshot_->picture, snapshot_->lens, snapshot_->state.registration.camera_from_table.pose, grid_mm);
    mapped_ = snapshot_;
    map_->setPicture(eye_.picture);
    map_->setNotice({});
    map_->setCaption(tr("from above, grid %1 mm").arg(grid_mm));
    map_->setScaleBar(scale_bar_mm * eye_.px_per_mm, tr("%1 mm").arg(scale_bar_mm));
  }
  // Seen from above a lying pyramid shows its outline's shadow on the table: solids are drawn as the map projects them.
  map_->setOverlay(makeOverlay(snapshot_->state, content(), snapshot_->pieces, eye_.project));
}

} // namespace linesman::app
