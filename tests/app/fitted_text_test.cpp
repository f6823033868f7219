#include "app/window/fitted_text.h"

#include <gtest/gtest.h>

namespace linesman::app {
namespace {

const QString told = QStringLiteral(
    "No whole board of 10x10 squares is found; show all of it with less on it, or lay out corner markers.\n\n"
    "Lay the printed corner markers as the table file says, at least one of them whole in the picture.\n\n"
    "Take away what covers them, and avoid glare on the paper.");

TEST(FittedText, HasItsUsualSizeWhereThereIsRoom) {
  const FittedText shown = fittedText(told, {}, 15, {516.0, 600.0});
  EXPECT_EQ(shown.words, told);
  EXPECT_EQ(shown.letters.pixelSize(), 15);
}

TEST(FittedText, IsSmallerWhereThereIsLittleRoomAndStaysWithinIt) {
  const QSizeF room(200.0, 1.1 * fittedText(told, {}, 12, {200.0, 1e4}).size.height());
  ASSERT_GT(fittedText(told, {}, 15, {200.0, 1e4}).size.height(), room.height());
  const FittedText shown = fittedText(told, {}, 15, room);
  EXPECT_EQ(shown.words, told);
  EXPECT_LT(shown.letters.pixelSize(), 15);
  EXPECT_LE(shown.size.height(), room.height());
}

TEST(FittedText, KeepsWhatIsWrongWhereNotAllHasRoom) {
  const QSizeF room(200.0, 0.6 * fittedText(told, {}, 11, {200.0, 1e4}).size.height());
  const FittedText shown = fittedText(told, {}, 15, room);
  EXPECT_LE(shown.size.height(), room.height());
  EXPECT_TRUE(shown.words.startsWith(QStringLiteral("No whole board")));
  EXPECT_TRUE(shown.words.endsWith(u'.'));
  EXPECT_EQ(fittedText(told, {}, 15, {200.0, 5.0}).words, told.section(QStringLiteral("\n\n"), 0, 0));
}

} // namespace
} // namespace linesman::app
