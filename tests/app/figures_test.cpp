#include "app/figures.h"

#include <gtest/gtest.h>

#include <QTest>

#include "app/window/figure_box.h"
#include "tests/app/german_window.h"

namespace linesman::app {
namespace {

class GermanFigures : public testing::GermanWindow {};

TEST(Figures, haveAPointInEnglish) {
  EXPECT_EQ(shownFigure(1234.5, 2), "1234.50");
  EXPECT_EQ(shownFigures(QStringLiteral("0.42 ± 0.06 mm")), "0.42 ± 0.06 mm");
}

TEST_F(GermanFigures, haveAComma) {
  EXPECT_EQ(shownFigure(1234.5, 2), "1234,50") << "and no point between thousands";
  EXPECT_EQ(shownFigure(-0.5, 1), "-0,5");
  EXPECT_EQ(shownFigure(2.0, 0), "2");
  EXPECT_EQ(shownFigures(QStringLiteral("p1 – b2: 0.42 ± 0.06 mm, 12.5°.")), "p1 – b2: 0,42 ± 0,06 mm, 12,5°.");
}

TEST_F(GermanFigures, onlyFiguresHaveIt) {
  for (const char* text : {"frame_2.5.jpg", "192.168.1.20", "http://phone:8080/1.5", "1:04.1", "v4.6", "/dev/1.5/x"})
    EXPECT_EQ(shownFigures(QString::fromLatin1(text)), text);
}

TEST_F(GermanFigures, aFieldTakesAPointForAComma) {
  FigureBox box;
  box.setRange(5.0, 5000.0);
  box.setDecimals(1);
  for (const char* typed : {"36.5", "36,5"}) {
    box.selectAll();
    QTest::keyClicks(&box, QString::fromLatin1(typed));
    EXPECT_EQ(box.text(), "36,5") << typed;
    EXPECT_DOUBLE_EQ(box.value(), 36.5) << typed;
  }
}

} // namespace
} // namespace linesman::app
