#include "app/window/board_view.h"

#include <algorithm>

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include "app/theme.h"
#include "app/window/painter_canvas.h"

namespace linesman::app {

namespace {

constexpr double air_px = 8.0;
constexpr double readable_px = 11.0;

QString describe(const ShownMan& man) {
  QStringList words{man.of_white ? BoardView::tr("White %1").arg(QString::fromStdString(man.kind))
                                 : BoardView::tr("Black %1").arg(QString::fromStdString(man.kind))};
  if (man.rider)
    words << BoardView::tr("with a pawn aboard");
  if (man.turned)
    words << BoardView::tr("turned: fortified");
  if (man.trained)
    words << BoardView::tr("trained");
  if (man.high)
    words << BoardView::tr("has a second life");
  if (man.crown)
    words << BoardView::tr("moves like a Queen");
  if (man.training > 0)
    words << BoardView::tr("training %1").arg(man.training);
  if (man.upgrade > 0)
    words << BoardView::tr("upgrade %1").arg(man.upgrade);
  return words.join(QStringLiteral(", "));
}

} // namespace

BoardView::BoardView(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("board_view"));
  setAccessibleName(tr("Board of the match"));
  setMinimumSize(160, 160);
}

void BoardView::setDrawing(std::optional<PositionDrawing> drawing, std::vector<MarkedField> marks) {
  drawing_ = std::move(drawing);
  if (drawing_)
    drawing_->setTurned(turned_);
  marks_ = std::move(marks);
  update();
}

void BoardView::setTurned(bool turned) {
  turned_ = turned;
  if (drawing_)
    drawing_->setTurned(turned);
  update();
}

void BoardView::setNotice(const QString& notice) {
  notice_ = notice;
  update();
}

QTransform BoardView::widgetFromBoard() const {
  const Rect all = drawing_->all();
  const double scale =
      std::max(0.01, std::min((width() - 2.0 * air_px) / all.width_mm, (height() - 2.0 * air_px) / all.height_mm));
  QTransform transform;
  transform.translate((width() - scale * all.width_mm) / 2.0, (height() - scale * all.height_mm) / 2.0);
  transform.scale(scale, scale);
  return transform;
}

QString BoardView::wordsAt(const QPointF& at) const {
  if (!drawing_)
    return {};
  const QPointF on = widgetFromBoard().inverted().map(at);
  const auto field = drawing_->fieldOn({on.x(), on.y()});
  if (!field)
    return {};
  for (const ShownMan& man : drawing_->men())
    if (man.field == *field)
      return QString::fromStdString(*field) + QStringLiteral(": ") + describe(man);
  return QString::fromStdString(*field);
}

void BoardView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (!drawing_) {
    painter.setPen(theme().dim);
    painter.drawText(rect().adjusted(20, 20, -20, -20), Qt::AlignCenter | Qt::TextWordWrap, notice_);
    return;
  }
  const QTransform from_board = widgetFromBoard();
  drawing_->setLeastLetters(readable_px * typeScale() / from_board.m11());
  painter.setTransform(from_board, true);
  PainterCanvas canvas(painter);
  drawing_->draw(canvas, Eigen::Vector2d::Zero(), marks_);
}

bool BoardView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip)
    return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  QToolTip::showText(help->globalPos(), wordsAt(help->pos()), this);
  return true;
}

} // namespace linesman::app
