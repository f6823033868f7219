#include "app/window/table_pane.h"

#include <QKeyEvent>
#include <QSplitter>
#include <QVBoxLayout>

#include "app/figures.h"
#include "app/law_words.h"
#include "app/window/board_view.h"
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
  connect(split_, &QSplitter::splitterMoved, this, [this] { shared_by_hand_ = true; });
  for (PictureView* view : {camera_, map_}) {
    connect(view, &PictureView::clicked, this, [this, view](QPointF px, PieceId piece) { click(view, px, piece); });
    connect(view, &PictureView::hovered, this, [this, view](QPointF px) { hover(view, px); });
  }
}

void TablePane::setSnapshot(SnapshotPtr snapshot) {
  if (snapshot_ != snapshot) {
    first_.reset();
    measurements_.clear();
    notes_ = {};
  }
  const QSize before = snapshot_ ? snapshot_->picture.size() : QSize();
  snapshot_ = std::move(snapshot);
  tools_.setShip(snapshot_, selected_);
  if (!snapshot_)
    return;
  if (snapshot_->picture.size() != before)
    shareOut();
  camera_->setPicture(snapshot_->picture);
  camera_->setNotice(noticeFor(*snapshot_));
  const QString name = shownSentence(snapshot_->frame_name.empty() ? snapshot_->scene : snapshot_->frame_name);
  camera_->setCaption(tr("%1   %2 s").arg(name, shownFigure(snapshot_->t_s, 2)));
  redraw();
}

void TablePane::showEnded() {
  camera_->setNotice(tr("The pictures have ended."));
}

void TablePane::showWaiting() {
  snapshot_.reset();
  camera_->setPicture({});
  camera_->setCaption({});
  redraw();
  camera_->setNotice(tr("Waiting for the first picture …"));
}

QString TablePane::noticeFor(const Snapshot& snapshot) const {
  if (snapshot.trouble.kind == Trouble::Kind::none)
    return {};
  QString text = headlineOf(snapshot.trouble.kind) + QStringLiteral("\n\n") + shownSentence(snapshot.trouble.sentence);
  for (const QString& line : adviceOn(snapshot.trouble.kind))
    text += QStringLiteral("\n\n") + line;
  return text;
}

void TablePane::setSelection(PieceId selected, std::optional<std::size_t> chosen) {
  const bool other_ship = selected != selected_;
  selected_ = selected;
  chosen_ = chosen;
  tools_.setShip(snapshot_, selected_);
  announceTrial();
  if (other_ship || reach_)
    updateReach();
  redraw();
}

std::optional<Eigen::Vector2d> TablePane::tablePoint(PictureView* view, const QPointF& px) const {
  if (!snapshot_ || snapshot_->trouble.kind != Trouble::Kind::none)
    return std::nullopt;
  if (view == map_)
    return eye_.tablePoint({px.x(), px.y()});
  return pointedAt(*snapshot_, {px.x(), px.y()});
}

void TablePane::click(PictureView* view, const QPointF& px, PieceId piece) {
  const bool choosing = tools_.tool() == TableTools::Tool::what_if && (!selected_ || piece == selected_);
  if (tools_.tool() != TableTools::Tool::none && !choosing) {
    if (const auto at_mm = tablePoint(view, px))
      tools_.click(*at_mm, piece);
    return afterTools();
  }
  if (!measuring_) {
    Q_EMIT pieceClicked(piece);
    return;
  }
  const auto thing = thingUnder(view, px, piece);
  if (!thing)
    return;
  if (first_) {
    measurements_ = {measure(*snapshot_, *first_, *thing)};
    first_.reset();
  } else {
    measurements_.clear();
    first_ = thing;
  }
  redraw();
}

std::optional<MeasuredThing> TablePane::thingUnder(PictureView* view, const QPointF& px, PieceId piece) const {
  if (!snapshot_ || snapshot_->trouble.kind != Trouble::Kind::none)
    return std::nullopt;
  const auto at_mm = tablePoint(view, px);
  const auto beside_mm = tablePoint(view, {px.x() + 1.0, px.y()});
  if (!at_mm || !beside_mm)
    return std::nullopt;
  return thingAt(*snapshot_, piece, *at_mm, 1.0 / std::max(1e-6, (*beside_mm - *at_mm).norm()));
}

void TablePane::setMeasuring(bool on) {
  measuring_ = on;
  first_.reset();
  measurements_.clear();
  redraw();
}

void TablePane::useTool(TableTools::Tool tool) {
  const bool tried = tools_.supposed().has_value();
  tools_.use(tool);
  if (tried && !tools_.supposed())
    Q_EMIT trialEnded();
}

void TablePane::setGauge(bool on) {
  useTool(on ? TableTools::Tool::gauge : TableTools::Tool::none);
  redraw();
}

void TablePane::setWhatIf(bool on) {
  useTool(on ? TableTools::Tool::what_if : TableTools::Tool::none);
  if (on)
    Q_EMIT freezeWanted();
  if (on && !selected_)
    camera_->setCaption(tr("Click the ship whose steps you want to try out"));
  announceTrial();
  redraw();
}

/// Once everybody has heard of the selection, whose own verdict would stand in front otherwise.
void TablePane::announceTrial() {
  QMetaObject::invokeMethod(
      this,
      [this] {
        if (tools_.supposed())
          Q_EMIT supposed(tools_.supposed()->step);
      },
      Qt::QueuedConnection);
}

void TablePane::hover(PictureView* view, const QPointF& px) {
  if (tools_.tool() == TableTools::Tool::none)
    return;
  const auto at_mm = tablePoint(view, px);
  if (at_mm && tools_.hover(*at_mm))
    afterTools();
}

void TablePane::afterTools() {
  redraw();
  if (tools_.supposed())
    Q_EMIT supposed(tools_.supposed()->step);
}

void TablePane::keyPressEvent(QKeyEvent* event) {
  const double degree = radFromDeg((event->modifiers() & Qt::ShiftModifier) != 0 ? 10.0 : 1.0);
  if (tools_.tool() == TableTools::Tool::none)
    return QWidget::keyPressEvent(event);
  switch (event->key()) {
  case Qt::Key_Comma:
  case Qt::Key_Semicolon:
    tools_.turn(degree);
    break;
  case Qt::Key_Period:
  case Qt::Key_Colon:
    tools_.turn(-degree);
    break;
  case Qt::Key_L:
    tools_.nextSize();
    break;
  case Qt::Key_Backspace:
    tools_.back();
    break;
  default:
    return QWidget::keyPressEvent(event);
  }
  afterTools();
}

void TablePane::setReach(bool on) {
  reach_ = on;
  updateReach();
  if (on && !selected_)
    camera_->setCaption(tr("Click the ship whose reach you want to see"));
  redraw();
}

void TablePane::updateReach() {
  reach_map_.reset();
  if (reach_ && reach_of_ && snapshot_ && selected_ && snapshot_->trouble.kind == Trouble::Kind::none)
    reach_map_ = reach_of_(*snapshot_, selected_);
}

void TablePane::setNotes(TableNotes notes) {
  notes_ = std::move(notes);
  redraw();
}

void TablePane::setMode(Mode mode) {
  mode_ = mode;
  camera_->setVisible(mode == Mode::camera || mode == Mode::both);
  map_->setVisible(mode == Mode::map || (mode == Mode::both && board_ == nullptr));
  if (board_ != nullptr)
    board_->setVisible(mode == Mode::board || mode == Mode::both);
  shared_by_hand_ = false;
  shareOut();
  redraw();
}

/// A board is square and a picture wide: the board has what its height asks for, the picture the rest, nearly half at
/// least.
QList<int> TablePane::sizesWithBoard() const {
  const int board = std::clamp(height(), width() / 3, 11 * width() / 20);
  return {width() - board, 0, board};
}

/// Where beside each other both views would be mere strips they lie above each other.
bool TablePane::isHigh() const {
  constexpr double clearly = 1.3;
  const QSize picture = snapshot_ && !snapshot_->picture.isNull() ? snapshot_->picture.size() : QSize(16, 9);
  const QSize beside = picture.scaled(width() / 2, height(), Qt::KeepAspectRatio);
  const QSize above = picture.scaled(width(), height() / 2, Qt::KeepAspectRatio);
  return above.height() > clearly * beside.height();
}

void TablePane::shareOut() {
  if (mode_ != Mode::both)
    return;
  const Qt::Orientation way = board_ == nullptr && isHigh() ? Qt::Vertical : Qt::Horizontal;
  if (way == split_->orientation() && shared_by_hand_)
    return;
  split_->setOrientation(way);
  const int half = (way == Qt::Vertical ? height() : width()) / 2;
  split_->setSizes(board_ == nullptr ? QList<int>{half, half} : sizesWithBoard());
}

void TablePane::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  shareOut();
}

BoardView* TablePane::addBoard() {
  if (board_ == nullptr) {
    board_ = new BoardView;
    split_->addWidget(board_);
  }
  setMode(mode_);
  return board_;
}

void TablePane::removeBoard() {
  delete board_;
  board_ = nullptr;
  setMode(mode_ == Mode::board ? Mode::camera : mode_);
}

void TablePane::setMagnifier(bool on) {
  magnifier_ = on;
  redraw();
}

void TablePane::setRegions(bool on) {
  regions_ = on;
  redraw();
}

void TablePane::setMen(bool on) {
  men_ = on;
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
  content.men = men_;
  if (snapshot_->table.area)
    content.area_mm = snapshot_->table.area->polygon_mm;
  content.damage = damageOf(*snapshot_);
  addNotes(content, notes_, snapshot_->pieces);
  if (reach_map_) {
    content.reach = {reach_map_->hulls};
    content.reach_bows = {reach_map_->bows};
    for (const TablePolygon& place : reach_map_->firing_from)
      content.extra.push_back({rules::Highlight::Kind::polygon, rules::Highlight::Role::ghost, place, {}});
  }
  tools_.addTo(content);
  if (first_)
    content.measures.push_back({first_->point_mm, first_->point_mm, first_->name + " – …"});
  for (const Measurement& measurement : measurements_)
    content.measures.push_back({measurement.from_mm, measurement.to_mm, measurement.text});
  for (auto& measure : content.measures) {
    measure.from_height_mm = heightAt(*snapshot_, measure.from_mm);
    measure.to_height_mm = heightAt(*snapshot_, measure.to_mm);
    measure.text = shownFigures(QString::fromStdString(measure.text)).toStdString();
  }
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
  // Large enough that the doubt's ellipse can be seen beside the edge, small enough that its surroundings can.
  double times = 6.0;
  if (point_px) {
    const auto beside_px = project({point_mm->x() + 1.0, point_mm->y(), 0.0});
    const double px_per_mm = beside_px ? (*beside_px - *point_px).norm() * camera_->viewFromImage().m11() : 1.0;
    const rules::Verdict& verdict = snapshot_->calls[*chosen_].verdict;
    const double doubt_px = px_per_mm * 2.0 * verdict.sigma_mm.value_or(1.0);
    const double margin_px = px_per_mm * std::abs(verdict.margin_mm.value_or(0.0));
    times = std::clamp(std::min(14.0 / std::max(1e-3, doubt_px), 80.0 / std::max(1e-3, margin_px)), 3.0, 20.0);
  }
  camera_->setMagnifier(point_px ? std::optional<QPointF>({point_px->x(), point_px->y()}) : std::nullopt, times);
  if (map_->isVisibleTo(this))
    redrawMap();
}

void TablePane::redrawMap() {
  if (mapped_ != snapshot_) {
    const auto& camera_from_table = snapshot_->state.registration.camera_from_table.pose;
    const TablePolygon area_mm = snapshot_->table.area ? snapshot_->table.area->polygon_mm : TablePolygon();
    const auto& board = snapshot_->state.board;
    const bool in_mm = !board || board->square_known; // else nothing tells how large anything is
    eye_ = makeBirdsEye(snapshot_->picture, snapshot_->lens, camera_from_table, in_mm ? grid_mm : 0.0, area_mm,
                        board ? board->thickness_mm : 0.0);
    mapped_ = snapshot_;
    map_->setPicture(eye_.picture);
    map_->setNotice({});
    map_->setCaption(in_mm ? tr("from above, grid %1 mm").arg(grid_mm) : tr("from above"));
    map_->setScaleBar(in_mm ? scale_bar_mm * eye_.px_per_mm : 0.0, tr("%1 mm").arg(scale_bar_mm));
  }
  // Seen from above a lying pyramid shows its outline's shadow on the table: solids are drawn as the map projects them.
  OverlayContent marks = content();
  marks.from_above = true;
  map_->setOverlay(makeOverlay(snapshot_->state, marks, snapshot_->pieces, eye_.project));
}

} // namespace linesman::app
