#include "app/window/cards.h"

#include <algorithm>

#include <QEvent>
#include <QFileDialog>
#include <QPushButton>
#include <QScrollBar>

#include "app/theme.h"
#include "app/window/labels.h"

namespace linesman::app {

QLabel* wrappedLabel(const QString& text, int size_px, const QColor& colour) {
  auto* label = new QLabel(text);
  label->setWordWrap(true);
  styleLabel(label, size_px, QFont::Normal, colour);
  return label;
}

QPushButton* plainButton(const QString& text, const QString& tip, const char* name) {
  auto* button = new QPushButton(text);
  button->setToolTip(tip);
  button->setObjectName(QString::fromLatin1(name));
  return button;
}

void allow(QPushButton* button, bool allowed, QWidget* then) {
  if (!allowed && button->hasFocus())
    then->setFocus();
  button->setEnabled(allowed);
}

QVBoxLayout* cardColumn(QFrame* card) {
  card->setProperty("card", true);
  auto* column = new QVBoxLayout(card);
  column->setContentsMargins(16, 14, 16, 14);
  column->setSpacing(8);
  return column;
}

QLabel* pictureLabel(const QString& hint) {
  auto* picture = new QLabel(hint);
  picture->setAlignment(Qt::AlignCenter);
  picture->setWordWrap(true);
  picture->setMinimumSize(320, 180);
  picture->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
  styleLabel(picture, 15, QFont::Normal, theme().dim);
  return picture;
}

void showFitted(QLabel* label, const QImage& picture) {
  const qreal ratio = label->devicePixelRatio();
  QPixmap pixmap = QPixmap::fromImage(
      picture.scaled((QSizeF(label->size()) * ratio).toSize(), Qt::KeepAspectRatio, Qt::SmoothTransformation));
  pixmap.setDevicePixelRatio(ratio);
  label->setPixmap(pixmap);
}

namespace {

/// Scrolls up and down only: as wide as its contents have to be.
class HighArea : public QScrollArea {
public:
  explicit HighArea(QWidget* inner) {
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidget(inner);
    inner->setAutoFillBackground(false); // setWidget() switches it on
    viewport()->setAutoFillBackground(false);
  }
  QSize minimumSizeHint() const override {
    const int wide = widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width();
    return QScrollArea::minimumSizeHint().expandedTo({wide + 2 * frameWidth(), 0});
  }

protected:
  bool eventFilter(QObject* of, QEvent* event) override {
    const bool done = QScrollArea::eventFilter(of, event);
    if (of == widget() && event->type() == QEvent::LayoutRequest)
      follow();
    return done;
  }
  /// The contents want another size.
  virtual void follow() { updateGeometry(); }
};

/// A column of cards beside a picture: of one width, more only where what is in it would be cut off.
class CardArea final : public HighArea {
public:
  explicit CardArea(QWidget* inner) : HighArea(inner) { setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding); }
  QSize minimumSizeHint() const override {
    return HighArea::minimumSizeHint().expandedTo({qRound(380 * typeScale()), 0});
  }
  QSize sizeHint() const override { return minimumSizeHint().expandedTo({0, HighArea::sizeHint().height()}); }
};

class FittedArea final : public HighArea {
public:
  using HighArea::HighArea;

protected:
  void resizeEvent(QResizeEvent* event) override {
    HighArea::resizeEvent(event);
    follow();
  }
  void follow() override {
    const int frame = 2 * frameWidth();
    const int needed = widget()->heightForWidth(width() - frame) + frame;
    setMaximumHeight(std::max(minimumHeight(), needed));
    // A bar that was needed once would stay: what it takes of the width makes the contents higher.
    setVerticalScrollBarPolicy(height() < needed ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    HighArea::follow();
  }
};

} // namespace

QScrollArea* scrolled(QWidget* inner) {
  return new HighArea(inner);
}

QScrollArea* scrolledAsNeeded(QWidget* inner) {
  return new FittedArea(inner);
}

QWidget* cardList(const QList<QWidget*>& cards) {
  auto* steps = new QWidget;
  auto* column = new QVBoxLayout(steps);
  column->setContentsMargins(0, 0, 6, 0);
  column->setSpacing(10);
  for (QWidget* card : cards)
    column->addWidget(card);
  column->addStretch(1);
  return new CardArea(steps);
}

QPushButton* layOutPage(QWidget* page, QLabel* picture, QList<QWidget*> cards, const QString& back, const char* name) {
  auto* leave = plainButton(back, {}, name);
  leave->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  cards.append(leave);
  auto* row = new QHBoxLayout(page);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(12);
  row->addWidget(picture, 1);
  row->addWidget(cardList(cards));
  return leave;
}

void showInList(QWidget* part) {
  showInList(part, part->rect());
}

void showInList(QWidget* part, const QRect& place) {
  for (QWidget* above = part->parentWidget(); above != nullptr; above = above->parentWidget())
    if (auto* list = qobject_cast<QScrollArea*>(above))
      // Behind the layout, which follows the new text first.
      QMetaObject::invokeMethod(
          list,
          [list, part, place] {
            const QPoint middle = part->mapTo(list->widget(), place.center());
            list->ensureVisible(middle.x(), middle.y(), place.width() / 2, place.height() / 2);
          },
          Qt::QueuedConnection);
}

QHBoxLayout* namedRow(QVBoxLayout* column, const QString& what, QWidget* field) {
  auto* label = new QLabel(what);
  styleLabel(label, 13, QFont::Normal, theme().dim);
  label->setFixedWidth(qRound(58 * typeScale()));
  field->setAccessibleName(what);
  auto* row = new QHBoxLayout;
  row->addWidget(label);
  row->addWidget(field, 1);
  column->addLayout(row);
  return row;
}

QLineEdit* fileRow(QVBoxLayout* column, const QString& what, const char* name, const QString& filter) {
  auto* path = new QLineEdit;
  path->setObjectName(QString::fromLatin1(name));
  auto* choose = new QPushButton(QStringLiteral("…"));
  choose->setToolTip(QObject::tr("Choose a file"));
  choose->setFixedWidth(qRound(38 * typeScale()));
  namedRow(column, what, path)->addWidget(choose);
  QObject::connect(choose, &QPushButton::clicked, path, [path, what, filter] {
    const QString file = QFileDialog::getOpenFileName(path, what, path->text(), filter);
    if (!file.isEmpty())
      path->setText(file);
  });
  return path;
}

} // namespace linesman::app
