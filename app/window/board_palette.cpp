#include "app/window/board_palette.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QGridLayout>
#include <QIcon>
#include <QPainter>
#include <QPushButton>
#include <QSpinBox>

#include "app/theme.h"
#include "app/window/board_canvas.h"
#include "app/window/labels.h"

namespace linesman::app {

namespace {

/// A field of that kind as a small picture, as the canvas draws it.
QIcon iconOf(const std::string& kind) {
  QPixmap pixmap(44, 44);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  QColor fill = colourOfKind(kind);
  fill.setAlpha(kind == ".." ? 40 : 190);
  painter.setBrush(fill);
  painter.setPen(QPen(theme().dim, 1.5));
  painter.drawRoundedRect(QRectF(2, 2, 40, 40), 5, 5);
  QFont font = painter.font();
  font.setPixelSize(18);
  font.setBold(true);
  painter.setFont(font);
  painter.setPen(kind == "pw" || kind == "pb" || kind == "hw" || kind == "hb" ? QColor(20, 20, 20) : QColor(Qt::white));
  QString sign = signOfKind(kind);
  if (kind.size() == 2 && kind[1] == '1')
    sign.chop(1); // the number is chosen beside it
  painter.drawText(QRectF(0, 0, 44, 44), Qt::AlignCenter, sign);
  return QIcon(pixmap);
}

} // namespace

BoardPalette::BoardPalette(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(headingLabel(tr("Kinds of fields")));
  auto* grid = new QGridLayout;
  grid->setSpacing(4);
  auto* group = new QButtonGroup(this);
  const std::pair<const char*, QString> kinds[] = {{"..", tr("Plain")},
                                                   {"##", tr("Terrain: nobody passes but as the law says")},
                                                   {"xx", tr("No field at all")},
                                                   {"C1", tr("City (number below)")},
                                                   {"n1", tr("Exit of the city, arrow away from it: up")},
                                                   {"e1", tr("Exit, arrow to the right")},
                                                   {"s1", tr("Exit, arrow down")},
                                                   {"w1", tr("Exit, arrow to the left")},
                                                   {"Sw", tr("Sabotage field of White")},
                                                   {"Iw", tr("Intelligence field of White")},
                                                   {"Rw", tr("Resource field of White")},
                                                   {"pw", tr("Pawn start (saw blade) of White")},
                                                   {"hw", tr("Start of White's heavy pieces")},
                                                   {"Sb", tr("Sabotage field of Black")},
                                                   {"Ib", tr("Intelligence field of Black")},
                                                   {"Rb", tr("Resource field of Black")},
                                                   {"pb", tr("Pawn start (saw blade) of Black")},
                                                   {"hb", tr("Start of Black's heavy pieces")}};
  int place = 0;
  for (const auto& [kind, tip] : kinds) {
    if (place == 8)
      place = 10; // Black's stand under White's
    auto* button = new QPushButton(iconOf(kind), {});
    button->setIconSize(QSize(qRound(30 * typeScale()), qRound(30 * typeScale())));
    button->setCheckable(true);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setProperty("quiet", true);
    button->setStyleSheet(QStringLiteral("QPushButton { padding: 2px; }"));
    button->setFixedSize(qRound(46 * typeScale()), qRound(40 * typeScale()));
    button->setObjectName(QStringLiteral("kind_%1").arg(QString::fromLatin1(kind)));
    button->setChecked(kind_ == kind);
    group->addButton(button);
    grid->addWidget(button, place / 5, place % 5);
    connect(button, &QPushButton::clicked, this, [this, kind = std::string(kind)] {
      kind_ = kind;
      Q_EMIT chosen();
    });
    ++place;
  }
  grid->setColumnStretch(5, 1);
  column->addLayout(grid);
  auto* row = new QHBoxLayout;
  city_ = new QSpinBox;
  city_->setObjectName(QStringLiteral("editor_city"));
  city_->setRange(1, 12);
  city_->setButtonSymbols(QAbstractSpinBox::NoButtons);
  city_->setFixedWidth(qRound(56 * typeScale()));
  city_->setAccessibleName(tr("City number"));
  row->addWidget(new QLabel(city_->accessibleName()));
  row->addWidget(city_);
  row->addStretch(1);
  column->addLayout(row);
  opposite_ = new QCheckBox(tr("Also opposite, for the other side"));
  opposite_->setObjectName(QStringLiteral("editor_opposite"));
  opposite_->setToolTip(tr("The square turned by 180 degrees gets the same kind with the colours exchanged"));
  opposite_->setChecked(true);
  column->addWidget(opposite_);
}

std::string BoardPalette::kind() const {
  const bool numbered = kind_.size() == 2 && kind_[1] == '1';
  return numbered ? kind_[0] + std::to_string(city_->value()) : kind_;
}

bool BoardPalette::bothSides() const {
  return opposite_->isChecked() && opposite_->isEnabled();
}

void BoardPalette::setGrid(bool grid) {
  opposite_->setEnabled(grid);
}

} // namespace linesman::app
