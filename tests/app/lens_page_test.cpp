#include "app/window/lens_page.h"

#include <filesystem>

#include <gtest/gtest.h>

#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <opencv2/aruco/charuco.hpp>
#include <opencv2/imgproc.hpp>

#include "calibration/lens_file.h"
#include "models/pose.h"
#include "vision/picture_file.h"

namespace linesman::app {
namespace {

namespace fs = std::filesystem;

/// Pictures of the A4 sheet through a pinhole camera of 700 px, written as PNG.
void drawViews(const fs::path& folder, int count) {
  const CalibrationTarget target = sheetTarget("a4");
  constexpr double px_per_mm = 6.0;
  const auto dictionary = cv::aruco::getPredefinedDictionary(cv::aruco::DICT_5X5_100);
  const auto board = cv::aruco::CharucoBoard::create(target.columns, target.rows, static_cast<float>(target.square_mm),
                                                     static_cast<float>(target.marker_mm), dictionary);
  cv::Mat sheet;
  board->draw({static_cast<int>(px_per_mm * target.width_mm()), static_cast<int>(px_per_mm * target.height_mm())},
              sheet);
  const Eigen::Matrix3d camera = (Eigen::Matrix3d() << 700, 0, 479.5, 0, 700, 269.5, 0, 0, 1).finished();
  for (int i = 0; i < count; ++i) {
    const double around = 2.0 * i;
    const Eigen::Matrix3d turn = rotationFromVector({0.45 * std::sin(around), 0.45 * std::cos(around), 0.1 * i});
    const Eigen::Vector3d shift(60.0 * std::cos(1.3 * i), 40.0 * std::sin(1.3 * i), 420.0 + 25.0 * (i % 3));
    Eigen::Matrix3d plane; // from sheet mm, origin in its middle
    plane << turn.col(0), turn.col(1), shift;
    Eigen::Matrix3d from_px; // pixel centres
    from_px << 1.0 / px_per_mm, 0, 0.5 / px_per_mm - 0.5 * target.width_mm(), 0, 1.0 / px_per_mm,
        0.5 / px_per_mm - 0.5 * target.height_mm(), 0, 0, 1;
    const Eigen::Matrix3d map = camera * plane * from_px;
    cv::Mat h(3, 3, CV_64F);
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c)
        h.at<double>(r, c) = map(r, c);
    cv::Mat wide, picture;
    cv::Mat twice = (cv::Mat_<double>(3, 3) << 2, 0, 0.5, 0, 2, 0.5, 0, 0, 1);
    cv::warpPerspective(sheet, wide, twice * h, {1920, 1080}, cv::INTER_AREA, cv::BORDER_CONSTANT, cv::Scalar(200));
    cv::resize(wide, picture, {960, 540}, 0, 0, cv::INTER_AREA);
    cv::GaussianBlur(picture, picture, {}, 0.7);
    EXPECT_TRUE(writeImage((folder / ("view" + std::to_string(i) + ".png")).string(), picture));
  }
}

class LensPageTest : public ::testing::Test {
protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("linesman_lens_page_" + std::to_string(QCoreApplication::applicationPid()));
    fs::create_directories(folder_ / "views");
    page_.resize(1280, 640);
    page_.show();
  }
  void TearDown() override { fs::remove_all(folder_); }
  template <class Widget> Widget* child(const char* name) {
    return page_.findChild<Widget*>(QString::fromLatin1(name));
  }
  void begin(const std::string& source) {
    child<QLineEdit>("lens_source")->setText(QString::fromStdString(source));
    child<QPushButton>("lens_start")->click();
  }

  fs::path folder_;
  LensPage page_;
};

TEST_F(LensPageTest, picturesOfTheSheetBecomeALensFile) {
  drawViews(folder_ / "views", 8);
  begin((folder_ / "views").string());
  auto* solve = child<QPushButton>("lens_solve");
  ASSERT_TRUE(QTest::qWaitFor([&] { return child<QPushButton>("lens_start")->text() == "Start"; }, 20000))
      << "runs to the end";
  EXPECT_EQ(child<QProgressBar>("lens_progress")->value(), 8);
  EXPECT_EQ(child<QLabel>("lens_words")->text(), "The pictures have ended with 8 views. Calibrate now.");
  ASSERT_TRUE(solve->isEnabled());
  solve->click();
  ASSERT_TRUE(QTest::qWaitFor([&] { return child<QPushButton>("lens_save")->isEnabled(); }, 20000))
      << child<QLabel>("lens_result")->text().toStdString();
  QTest::qWait(50);                                  // the layout follows the longer text
  if (qEnvironmentVariableIsSet("LINESMAN_GALLERY")) // a folder to look at the page in
    page_.grab().save(qEnvironmentVariable("LINESMAN_GALLERY") + "/lens_page.png");
  const std::string file = (folder_ / "lens.yml").string();
  page_.save(QString::fromStdString(file));
  const auto lens = readLens(file);
  ASSERT_TRUE(lens) << lens.error().sentence;
  const double sigma_px = std::sqrt((*lens->parameter_covariance)(0, 0));
  EXPECT_NEAR(lens->fx_px, 700.0, 4.0 * sigma_px);
  EXPECT_LT(sigma_px, 10.0);
}

TEST_F(LensPageTest, tooFewPicturesAreSaidAtTheirEnd) {
  drawViews(folder_ / "views", 2);
  begin((folder_ / "views").string());
  ASSERT_TRUE(QTest::qWaitFor([&] { return child<QPushButton>("lens_start")->text() == "Start"; }, 20000));
  EXPECT_EQ(child<QLabel>("lens_words")->text(), "The pictures have ended with 2 views; 4 are needed at least.");
}

TEST_F(LensPageTest, aMissingSourceIsSaidAndNothingCanBeSaved) {
  begin("/nowhere/at/all");
  ASSERT_TRUE(QTest::qWaitFor([&] { return child<QLabel>("lens_words")->text().contains("/nowhere/at/all"); }, 5000));
  EXPECT_FALSE(child<QPushButton>("lens_solve")->isEnabled());
  EXPECT_FALSE(child<QPushButton>("lens_save")->isEnabled());
}

TEST_F(LensPageTest, theSheetIsWrittenAsAPdf) {
  const QString path = QString::fromStdString((folder_ / "target.pdf").string());
  page_.saveSheet(path);
  EXPECT_GT(fs::file_size(path.toStdString()), 1000U);
  page_.saveSheet(QStringLiteral("/nowhere/target.pdf"));
  EXPECT_TRUE(child<QLabel>("lens_words")->text().contains("/nowhere/target.pdf"));
}

TEST(LensViews, takesAMovedSheetOnceAndOnlyWhenAtRest) {
  const fs::path folder =
      fs::temp_directory_path() / ("linesman_lens_views_" + std::to_string(QCoreApplication::applicationPid()));
  fs::create_directories(folder);
  drawViews(folder, 2);
  const cv::Mat first = readImage((folder / "view0.png").string()).value();
  const cv::Mat second = readImage((folder / "view1.png").string()).value();
  LensViews views(sheetTarget("a4"), true);
  EXPECT_FALSE(views.look(first, "1").taken) << "nothing before to compare with";
  EXPECT_TRUE(views.look(first, "2").taken);
  EXPECT_FALSE(views.look(first, "3").taken) << "the same place again";
  EXPECT_FALSE(views.look(second, "4").taken) << "it moved";
  EXPECT_TRUE(views.look(second, "5").taken);
  EXPECT_FALSE(views.look(cv::Mat(540, 960, CV_8UC3, cv::Scalar::all(90)), "6").taken);
  EXPECT_EQ(views.views().size(), 2U);
  fs::remove_all(folder);
}

} // namespace
} // namespace linesman::app
