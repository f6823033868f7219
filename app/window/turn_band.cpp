#include "app/window/turn_band.h"

#include <algorithm>
#include <cmath>

#include <QPainter>

#include "app/overlay_painter.h"
#include "app/theme.h"
#include "app/time_text.h"
#include "app/window/labels.h"

namespace linesman::app {

namespace {

constexpr double edge_px = 14.0;
constexpr double clock_gap_px = 1.6 * edge_px; // between clocks
constexpr double least_letters_px = 18.0;

/// Black or white, whichever is read better on `ground`.
QColor lettersOn(const QColor& ground) {
  const auto linear = [](float part) { return std::pow(static_cast<double>(part), 2.2); };
  const double light =
      0.2126 * linear(ground.redF()) + 0.7152 * linear(ground.greenF()) + 0.0722 * linear(ground.blueF());
  return light > 0.18 ? QColor(Qt::black) : QColor(Qt::white);
}

/// A player's colour as a line on the band's ground, which may be as dark or as light as it.
QColor lineOf(const QColor& colour) {
  return std::abs(colour.lightnessF() - theme().panel.lightnessF()) < 0.15F ? theme().dim : colour;
}

QFont sized(QFont font, double px, QFont::Weight weight) {
  font.setPixelSize(std::max(8, static_cast<int>(px)));
  font.setWeight(weight);
  return font;
}

/// The greatest size up to `px` at which `text` fits into `width`.
double fitting(const QFont& base, const QString& text, double px, double width, QFont::Weight weight) {
  const auto wide = [&](double size_px) { return QFontMetricsF(sized(base, size_px, weight)).horizontalAdvance(text); };
  if (const double all = wide(px); all > width)
    px = std::max(least_letters_px, px * width / all);
  while (px > least_letters_px && wide(px) > width) // letters do not shrink quite evenly
    px -= 1.0;
  return px;
}

} // namespace

TurnBand::TurnBand(MatchDesk* desk, QWidget* parent) : QWidget(parent), desk_(desk), colour_(theme().raised) {
  setObjectName(QStringLiteral("turn_band"));
  setMinimumHeight(84);
  connect(desk_, &MatchDesk::changed, this, &TurnBand::refresh);
  refresh();
}

QColor TurnBand::colourOfPlayer(const MatchSetup& setup, const std::string& player) {
  auto colour = colourFrom(player); // players without a name of their own are called by their colour or side
  for (const Player& one : setup.players)
    if (one.name == player && !one.colours.empty())
      colour = one.colours.front();
  if (colour == Colour::black)
    return {14, 15, 18}; // the overlay's grey is for lines on a picture
  return colour ? app::colourOf(*colour) : theme().accent;
}

QString TurnBand::endText(const MatchView& view) const {
  if (!view.winner)
    return tr("Game over");
  return view.winner->empty() ? tr("Nobody wins") : tr("%1 wins").arg(shownPlayer(desk_->displayName(*view.winner)));
}

void TurnBand::refresh() {
  const MatchView view = desk_->view();
  const bool playing = !view.over && !view.to_move.empty();
  headline_ = view.over                ? endText(view)
              : desk_->failed()        ? tr("The match cannot begin")
              : !view.to_move.empty()  ? tr("%1 to move").arg(shownPlayer(desk_->displayName(view.to_move)))
              : desk_->ended()         ? tr("No match has begun")
              : desk_->setup().pick_up ? tr("Reading the table")
                                       : tr("Set up the game");
  QStringList left; // alarms first: in a narrow window the end of the line is cut
  if (desk_->blind())
    left << tr("NO PICTURE");
  if (desk_->unkept())
    left << tr("RECORD NOT KEPT");
  if (view.held)
    left << tr("clocks stopped");
  if (view.over && view.winner)
    left << tr("Game over");
  if (view.actions_left && playing)
    left << (*view.actions_left == 1 ? tr("1 action left") : tr("%1 actions left").arg(*view.actions_left));
  if (view.turn > 0 && !view.to_move.empty())
    left << tr("turn %1").arg(view.turn);
  below_ = left.join(QStringLiteral("  ·  "));
  colour_ = playing ? colourOfPlayer(desk_->setup(), view.to_move) : theme().raised;
  clocks_.clear();
  for (const MatchView::Clock& clock : view.clocks) {
    const double shown_s = clock.left_s ? std::ceil(*clock.left_s) : clock.used_s; // 0:00 is told as used up
    clocks_.push_back({shownPlayer(desk_->displayName(clock.player)), QString::fromStdString(timeText(shown_s)),
                       clock.running, clock.left_s && *clock.left_s <= 0.0,
                       colourOfPlayer(desk_->setup(), clock.player)});
  }
  setAccessibleName(headline_ + QStringLiteral(", ") + below_ + QStringLiteral(", ") +
                    clocks().join(QStringLiteral(", ")));
  update();
}

QStringList TurnBand::clocks() const {
  QStringList texts;
  for (const Clock& clock : clocks_)
    texts << clock.player + QStringLiteral(" ") + clock.time;
  return texts;
}

double TurnBand::clocksWide(double size_px) const {
  double sum = 0.0;
  for (const Clock& clock : clocks_)
    sum += QFontMetricsF(sized(font(), size_px, QFont::DemiBold)).horizontalAdvance(clock.time) + clock_gap_px;
  return sum;
}

double TurnBand::clockType_px() const {
  const double room = 0.55 * width(), px = 0.62 * height(), wide = clocksWide(px);
  return wide > room ? px * room / wide : px;
}

double TurnBand::digits_px() const {
  if (clocks_.empty())
    return 0.0;
  return QFontMetricsF(sized(font(), clockType_px(), QFont::DemiBold)).tightBoundingRect(QStringLiteral("0")).height();
}

double TurnBand::paintClocks(QPainter& painter) const {
  if (clocks_.empty())
    return width();
  const double gap = clock_gap_px;
  const double px = clockType_px();
  const QFont digits = sized(font(), px, QFont::DemiBold);
  const double name_px = std::max(13.0, 0.17 * height());
  double x = width() - clocksWide(px);
  const double left = x;
  for (const Clock& clock : clocks_) {
    const double wide = QFontMetricsF(digits).horizontalAdvance(clock.time);
    const QRectF box(x, 0.0, wide, height());
    painter.fillRect(QRectF(x, height() - 8.0, wide, clock.running ? 6.0 : 2.0), lineOf(clock.colour));
    const QFont small = sized(font(), name_px, clock.running ? QFont::Bold : QFont::Normal);
    painter.setFont(small);
    painter.setPen(clock.running ? theme().text : theme().dim);
    painter.drawText(QRectF(x, 6.0, wide + gap - 6.0, 1.3 * name_px), Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(small).elidedText(clock.player, Qt::ElideRight, wide + gap - 6.0));
    painter.setFont(digits);
    painter.setPen(clock.exceeded ? theme().no : clock.running ? theme().text : theme().dim);
    painter.drawText(box.adjusted(0.0, 1.3 * name_px, 4.0, -6.0), Qt::AlignLeft | Qt::AlignVCenter, clock.time);
    x += wide + gap;
  }
  return left;
}

void TurnBand::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme().line, 1.0));
  painter.setBrush(theme().panel);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 10.0, 10.0);
  const double right = clocks_.empty() ? width() : paintClocks(painter) - edge_px;
  const QRectF block(0.5, 0.5, right - 1.0, height() - 1.0);
  painter.setPen(QPen(colour_ == theme().raised ? colour_ : lineOf(colour_), 1.0));
  painter.setBrush(colour_);
  painter.drawRoundedRect(block, 10.0, 10.0);
  const QColor letters = lettersOn(colour_);
  painter.setPen(letters);
  const QRectF inner = block.adjusted(edge_px, 0.0, -edge_px, 0.0);
  const double below_px = below_.isEmpty() ? 0.0 : 0.17 * height();
  const QString headline = capitalised(headline_);
  const double px = fitting(font(), headline, 0.62 * height(), inner.width(), QFont::Bold); // to be read at 10 m
  const QFont large = sized(font(), px, QFont::Bold);
  painter.setFont(large);
  const double lifted = below_px > 0.0 ? 0.08 * height() : 0.0; // descenders stay off the line below
  painter.drawText(inner.adjusted(0.0, 2.0, 0.0, -1.3 * below_px - lifted),
                   Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, // the lines' leading is more than there is room
                   QFontMetricsF(large).elidedText(headline, Qt::ElideRight, inner.width()));
  if (below_px <= 0.0)
    return;
  const QFont small = sized(font(), below_px, QFont::DemiBold);
  painter.setFont(small);
  painter.drawText(inner.adjusted(0.0, 0.0, 0.0, -0.08 * height()), Qt::AlignLeft | Qt::AlignBottom,
                   QFontMetricsF(small).elidedText(below_, Qt::ElideRight, inner.width()));
}

} // namespace linesman::app
