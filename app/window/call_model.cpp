#include "app/window/call_model.h"

#include <algorithm>

#include <QPainter>

#include "app/figures.h"
#include "app/law_words.h"
#include "app/theme.h"
#include "app/window/labels.h"

namespace linesman::app {

namespace {

QColor colourFor(Outcome outcome) {
  return outcome == Outcome::yes ? theme().yes : outcome == Outcome::no ? theme().no : theme().close;
}

QString figure(const rules::Verdict& verdict) {
  if (!verdict.margin_mm)
    return {};
  return (*verdict.margin_mm < 0 ? QStringLiteral("−") : QStringLiteral("+")) +
         shownFigure(std::abs(*verdict.margin_mm), 2) + QStringLiteral(" mm");
}

} // namespace

void CallModel::set(std::vector<Call> calls, std::vector<std::size_t> rows) {
  beginResetModel();
  calls_ = std::move(calls);
  rows_ = std::move(rows);
  endResetModel();
}

int CallModel::rowOf(std::size_t call) const {
  const auto found = std::find(rows_.begin(), rows_.end(), call);
  return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
}

int CallModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

QVariant CallModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount({}))
    return {};
  const Call& call = at(index.row());
  if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole)
    return shownSentence(call.title) + QStringLiteral(": ") + shownWord(wordOf(call)) + QLatin1Char(' ') +
           shownSentence(marginText(call.verdict));
  if (role == Qt::ToolTipRole)
    return shownSentence(call.verdict.sentence);
  return {};
}

void paintSign(QPainter& painter, Outcome outcome, const QPointF& c, double r) {
  const QColor colour = colourFor(outcome);
  painter.setPen(QPen(colour, 2.0));
  painter.setBrush(outcome == Outcome::no ? QBrush(Qt::NoBrush) : QBrush(colour));
  if (outcome == Outcome::close) {
    painter.drawPolygon(QPolygonF{c + QPointF(0, -r), c + QPointF(r, 0), c + QPointF(0, r), c + QPointF(-r, 0)});
    return;
  }
  painter.drawEllipse(c, r - 1.0, r - 1.0);
  if (outcome == Outcome::no) {
    painter.drawLine(c + QPointF(-r * 0.5, 0), c + QPointF(r * 0.5, 0));
    return;
  }
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme().panel, 2.0, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.drawPolyline(
      QPolygonF{c + QPointF(-r * 0.42, 0), c + QPointF(-r * 0.08, r * 0.36), c + QPointF(r * 0.46, -r * 0.36)});
}

void CallDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const auto* model = static_cast<const CallModel*>(index.model());
  const Call& call = model->at(index.row());
  const Outcome outcome = outcomeOf(call.verdict);
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  const QRectF row = QRectF(option.rect).adjusted(1, 1, -4, -1);
  const bool selected = option.state.testFlag(QStyle::State_Selected);
  if (selected || option.state.testFlag(QStyle::State_MouseOver)) {
    painter->setPen(selected ? QPen(theme().accent, 1.4) : QPen(Qt::NoPen));
    painter->setBrush(theme().raised);
    painter->drawRoundedRect(row, 7, 7);
  }
  const double r = 8.0 * typeScale();
  paintSign(*painter, outcome, QPointF(row.left() + 10.0 + r, row.center().y()), r);
  QFont font = option.font;
  font.setPixelSize(qRound(13.0 * typeScale()));
  painter->setFont(font);
  const QFontMetricsF metrics(font);
  const QString right = figure(call.verdict);
  const double right_width =
      std::max(metrics.horizontalAdvance(right), metrics.horizontalAdvance(QStringLiteral("+000.00 mm")));
  const QRectF text = row.adjusted(22.0 + 2.0 * r, 0, -right_width - 20.0, 0);
  painter->setPen(theme().text);
  painter->drawText(text, Qt::AlignVCenter | Qt::AlignLeft,
                    metrics.elidedText(shownSentence(call.title), Qt::ElideRight, text.width()));
  painter->setPen(colourFor(outcome));
  painter->drawText(row.adjusted(0, 0, -10, 0), Qt::AlignVCenter | Qt::AlignRight, right);
  painter->restore();
}

QSize CallDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const {
  return {200, qRound(34.0 * typeScale())};
}

} // namespace linesman::app
