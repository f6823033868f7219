#pragma once
#include <QFrame>
#include <QHBoxLayout>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QVBoxLayout>

class QPushButton;

namespace linesman::app {

/// Text of several lines in a card.
QLabel* wrappedLabel(const QString& text, int size_px, const QColor& colour);

/// A button with its hint and its name.
QPushButton* plainButton(const QString& text, const QString& tip, const char* name);

/// Whether a button may be pressed. If it has the keys they go to `then`, not to the button beside it, which the next
/// press would be for.
void allow(QPushButton* button, bool allowed, QWidget* then);

/// The column of a card's contents.
QVBoxLayout* cardColumn(QFrame* card);

/// A place for a live picture that fills what the page leaves; `hint` until there is one.
QLabel* pictureLabel(const QString& hint);

/// Shows the whole picture as large as the label is, sharp on every screen.
void showFitted(QLabel* label, const QImage& picture);

/// Scrolls `inner` up and down when its place is too low, on the background of what is behind.
QScrollArea* scrolled(QWidget* inner);

/// The same, no higher than `inner` needs: what it leaves is its neighbours'.
QScrollArea* scrolledAsNeeded(QWidget* inner);

/// Cards one below the other beside a picture, scrolled when the window is low.
QWidget* cardList(const QList<QWidget*>& cards);

/// Lays a page out: the picture, and beside it the cards with a button back below, which is given back.
QPushButton* layOutPage(QWidget* page, QLabel* picture, QList<QWidget*> cards, const QString& back, const char* name);

/// Scrolls the list that `part` is in until it is seen, or that place of it.
void showInList(QWidget* part);
void showInList(QWidget* part, const QRect& place);

/// A field with its name before it; names stand below each other.
QHBoxLayout* namedRow(QVBoxLayout* column, const QString& what, QWidget* field);

/// A file's path to write or to choose; its button opens `filter` files.
QLineEdit* fileRow(QVBoxLayout* column, const QString& what, const char* name, const QString& filter);

} // namespace linesman::app
