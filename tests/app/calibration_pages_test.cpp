// The pages that make a table ready, clicked through with drawn pictures: table.toml, then the certificate.
#include "app/window/calibration_pages.h"

#include <cmath>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include <QApplication>
#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTest>
#include <QTimer>

#include "app/certification.h"
#include "app/language.h"
#include "app/table_views.h"
#include "app/window/certificate_page.h"
#include "app/window/lens_page.h"
#include "app/window/main_window.h"
#include "app/window/table_page.h"
#include "calibration/layout.h"
#include "calibration/lens_file.h"
#include "models/data_path.h"
#include "support/render_table.h"
#include "tests/app/german_window.h"
#include "vision/picture_file.h"

namespace linesman::app {
namespace {

namespace fs = std::filesystem;

const std::vector<TableMarker> laid = {
    {0, 40, {-160, 95}, 0.2}, {1, 40, {155, 100}, 1.4}, {2, 40, {150, -90}, -2.0}, {3, 40, {-150, -105}, 3.0}};

class CalibrationPagesTest : public ::testing::Test {
protected:
  /// Drawn once for all tests: it takes a while.
  static void SetUpTestSuite() {
    const auto drawn = [](double away_mm, double tilt, double around, unsigned seed) {
      test::RenderOptions options;
      options.height_mm = 0.1;
      options.seed = seed;
      cv::Mat grey = test::render(lens_, test::cameraOver(away_mm, tilt, around),
                                  test::markersPattern(laid, "DICT_4X4_50"), options);
      cv::cvtColor(grey, grey, cv::COLOR_GRAY2BGR);
      return grey;
    };
    views_ = {drawn(430, 0.5, 0.1, 1), drawn(520, 0.6, -0.3, 2)};
  }
  static void TearDownTestSuite() { views_.clear(); }
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("linesman_table_page_" + std::to_string(QCoreApplication::applicationPid()));
    fs::create_directories(folder_ / "views");
    fs::create_directories(folder_ / "frames");
    for (std::size_t i = 0; i < 2; ++i)
      EXPECT_TRUE(writeImage((folder_ / "views" / (std::to_string(i) + ".png")).string(), views_[i]));
    for (int i = 0; i < 3; ++i)
      EXPECT_TRUE(writeImage((folder_ / "frames" / (std::to_string(i) + ".png")).string(), views_[1]));
    lens_file_ = (folder_ / "lens.yml").string();
    ASSERT_TRUE(writeLens(lens_, lens_file_));
    pages_.resize(1248, 620);
    pages_.show();
  }
  void TearDown() override { fs::remove_all(folder_); }
  template <class Widget> Widget* child(const char* name) {
    return pages_.findChild<Widget*>(QString::fromLatin1(name));
  }
  void type(const char* name, const std::string& text) {
    child<QLineEdit>(name)->setText(QString::fromStdString(text));
  }
  /// A folder to look at the pages in.
  void photograph(const char* name) {
    QTest::qWait(50); // the layout follows the longer text
    if (qEnvironmentVariableIsSet("LINESMAN_GALLERY"))
      pages_.grab().save(qEnvironmentVariable("LINESMAN_GALLERY") + QLatin1Char('/') + QString::fromLatin1(name));
  }
  void solveTable() {
    child<QPushButton>("calibrate_table")->click();
    type("table_source", (folder_ / "views").string());
    type("table_lens", lens_file_);
    child<QPushButton>("table_start")->click();
    ASSERT_TRUE(QTest::qWaitFor([&] { return child<QPushButton>("table_solve")->isEnabled(); }, 20000))
        << child<QLabel>("table_words")->text().toStdString();
    child<QPushButton>("table_solve")->click();
    ASSERT_TRUE(QTest::qWaitFor([&] { return child<QPushButton>("table_save")->isEnabled(); }, 20000))
        << child<QLabel>("table_result")->text().toStdString();
  }

  fs::path folder_;
  std::string lens_file_;
  static inline const Lens lens_ = test::webcam(640, 360);
  static inline std::vector<cv::Mat> views_;
  CalibrationPages pages_;
};

TEST_F(CalibrationPagesTest, twoPicturesOfMarkersBecomeATableAndItsCertificate) {
  solveTable();
  photograph("table_page.png");
  const std::string file = (folder_ / "table.toml").string();
  pages_.table()->save(QString::fromStdString(file));
  const auto table = readTableFile(file);
  ASSERT_TRUE(table) << table.error().sentence;
  ASSERT_EQ(table->markers.size(), 4U);
  EXPECT_NEAR((table->markers[0].centre_mm - table->markers[2].centre_mm).norm(),
              (laid[0].centre_mm - laid[2].centre_mm).norm(), 1.0);
  EXPECT_TRUE(table->saved) << "the place of the camera is kept";

  child<QPushButton>("calibrate_certificate")->click();
  EXPECT_EQ(child<QLineEdit>("certificate_table")->text().toStdString(), file) << "what one page saves, the next uses";
  photograph("certificate_page_empty.png");
  type("certificate_source", (folder_ / "frames").string());
  type("certificate_lens", lens_file_);
  child<QPushButton>("certificate_measure")->click();
  ASSERT_TRUE(QTest::qWaitFor([&] { return child<QPushButton>("certificate_save")->isEnabled(); }, 20000))
      << child<QLabel>("certificate_margin")->text().toStdString();
  const QString margin = child<QLabel>("certificate_margin")->text();
  EXPECT_TRUE(margin.startsWith("Smallest margin this table can call: ")) << margin.toStdString();
  photograph("certificate_page.png");
  for (const char* name : {"certificate.pdf", "certificate.json"}) {
    pages_.certificate()->save(QString::fromStdString((folder_ / name).string()));
    EXPECT_GT(fs::file_size(folder_ / name), 500U) << name;
  }
  const auto json = nlohmann::json::parse(std::ifstream(folder_ / "certificate.json"));
  EXPECT_EQ(json["points"].size(), 9U);
  EXPECT_EQ(json["frames"]["count"], 3);
  EXPECT_TRUE(margin.contains(
      QString::number(std::ceil(json["smallest_margin_mm"].get<double>() * 10.0 - 1e-9) / 10.0, 'f', 1)));
  EXPECT_LT(json["smallest_margin_mm"].get<double>(), 1.5) << "pictures of 640x360";
  pages_.certificate()->save("/nowhere/certificate.pdf");
  EXPECT_TRUE(child<QLabel>("certificate_margin")->text().contains("/nowhere"));
  EXPECT_FALSE(child<QLabel>("certificate_picture")->pixmap(Qt::ReturnByValue).isNull());
  type("certificate_table", "/nowhere/table.toml");
  child<QPushButton>("certificate_measure")->click();
  ASSERT_TRUE(
      QTest::qWaitFor([&] { return child<QLabel>("certificate_margin")->text().contains("table.toml"); }, 20000));
  EXPECT_TRUE(child<QLabel>("certificate_picture")->pixmap(Qt::ReturnByValue).isNull()) << "that was another table's";
}

TEST_F(CalibrationPagesTest, withoutAMarkerInViewFocusAndLightWereNotMeasured) {
  const cv::Mat bare(360, 640, CV_8UC3, cv::Scalar::all(128));
  for (int i = 0; i < 3; ++i)
    EXPECT_TRUE(writeImage((folder_ / "frames" / (std::to_string(i) + ".png")).string(), bare));
  Layout layout;
  layout.table.dictionary = "DICT_4X4_50";
  layout.table.markers = laid;
  const Registration saved{
      true, 0.2, {test::cameraOver(430, 0.5, 0.1), 1e-6 * Matrix6d::Identity()}, Registration::From::saved};
  const std::string file = (folder_ / "table.toml").string();
  std::ofstream(file) << withRegistration(layoutText(layout), saved);
  child<QPushButton>("calibrate_certificate")->click();
  type("certificate_source", (folder_ / "frames").string());
  type("certificate_lens", lens_file_);
  type("certificate_table", file);
  child<QPushButton>("certificate_measure")->click();
  ASSERT_TRUE(QTest::qWaitFor([&] { return child<QPushButton>("certificate_save")->isEnabled(); }, 20000))
      << child<QLabel>("certificate_margin")->text().toStdString();
  const QString details = child<QLabel>("certificate_details")->text();
  EXPECT_TRUE(details.contains("Focus and light: not measured (no marker in view)")) << details.toStdString();
  EXPECT_FALSE(details.contains("Focus: edges")) << details.toStdString();
}

TEST_F(CalibrationPagesTest, aFolderIsChosenForEverySource) {
  for (const char* name : {"lens_source", "table_source", "certificate_source"}) {
    QMenu* menu = child<QPushButton>((std::string(name) + "_choose").c_str())->menu();
    Q_EMIT menu->aboutToShow();
    QTimer::singleShot(100, [this] {
      auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
      ASSERT_NE(dialog, nullptr);
      dialog->setDirectory(QString::fromStdString((folder_ / "views").string()));
      QMetaObject::invokeMethod(dialog, "accept");
    });
    menu->actions().back()->trigger();
    EXPECT_EQ(child<QLineEdit>(name)->text().toStdString(), (folder_ / "views").string()) << name;
  }
}

TEST_F(CalibrationPagesTest, aStreamWithAQuestionMarkInItsAddressIsACameraAndIsTakenByHand) {
  child<QPushButton>("calibrate_table")->click();
  type("table_source", "http://127.0.0.1:9/video?size=640x360");
  child<QPushButton>("table_start")->click();
  EXPECT_TRUE(child<QPushButton>("table_take")->isEnabled()) << "pictures of a camera wait for the button";
  child<QPushButton>("table_start")->click();
  type("table_source", (folder_ / "views").string());
  child<QPushButton>("table_start")->click();
  EXPECT_FALSE(child<QPushButton>("table_take")->isEnabled()) << "those of a folder are all taken";
}

TEST_F(CalibrationPagesTest, aMeasuredDistanceSetsTheScale) {
  child<QCheckBox>("table_measured")->setChecked(true);
  const double real_mm = (laid[0].centre_mm - laid[2].centre_mm).norm();
  child<QDoubleSpinBox>("table_distance")->setValue(1.02 * real_mm); // markers 0 and 2 stand there from the start
  solveTable();
  const std::string file = (folder_ / "table.toml").string();
  pages_.table()->save(QString::fromStdString(file));
  const auto table = readTableFile(file);
  ASSERT_TRUE(table) << table.error().sentence;
  EXPECT_NEAR((table->markers[0].centre_mm - table->markers[2].centre_mm).norm(), 1.02 * real_mm, 0.1);
  EXPECT_NEAR(table->markers[0].size_mm, 1.02 * 40.0, 0.3);
}

TEST_F(CalibrationPagesTest, theGuideSpeaksTheWindowsLanguage) {
  if (!testing::hasGerman())
    GTEST_SKIP() << testing::no_german;
  const testing::SpokenGerman german;
  TableViews views("DICT_4X4_50", true);
  const std::string words = views.look(cv::Mat(360, 640, CV_8UC3, cv::Scalar::all(128))).words;
  EXPECT_TRUE(words.starts_with("Keine Marke")) << words;
}

TEST_F(CalibrationPagesTest, whatIsMissingIsSaid) {
  child<QPushButton>("calibrate_table")->click();
  type("table_source", "/nowhere/at/all");
  child<QPushButton>("table_start")->click();
  EXPECT_TRUE(QTest::qWaitFor([&] { return child<QLabel>("table_words")->text().contains("/nowhere/at/all"); }, 5000));
  EXPECT_FALSE(child<QPushButton>("table_solve")->isEnabled());
  child<QPushButton>("calibrate_certificate")->click();
  child<QPushButton>("certificate_measure")->click();
  EXPECT_TRUE(
      QTest::qWaitFor([&] { return child<QLabel>("certificate_margin")->text().contains("table.toml"); }, 5000));
  EXPECT_FALSE(child<QPushButton>("certificate_save")->isEnabled());
}

TEST_F(CalibrationPagesTest, markersAreWrittenAsAPdf) {
  pages_.table()->saveSheet(QString::fromStdString((folder_ / "markers.pdf").string()));
  EXPECT_GT(fs::file_size(folder_ / "markers.pdf"), 1000U);
}

TEST_F(CalibrationPagesTest, aMatchKeepsTheCertificateOfItsFirstFrames) {
  TableFile table;
  table.dictionary = "DICT_4X4_50";
  table.markers = laid;
  const cv::Mat frame = readImage((folder_ / "views/0.png").string()).value();
  {
    MatchCertifier certifier(folder_.string(), lens_, table);
    certifier.see(frame, 0.0);
    EXPECT_TRUE(certifier.wanting());
  } // a short match: what there is
  const auto json = nlohmann::json::parse(std::ifstream(folder_ / "certificate.json"));
  EXPECT_EQ(json["frames"]["count"], 1);
  EXPECT_LT(json["smallest_margin_mm"].get<double>(), 2.0);
  EXPECT_TRUE(fs::exists(folder_ / "certificate.pdf"));
  EXPECT_FALSE(MatchCertifier(folder_.string(), lens_, table).wanting()) << "a match that is gone on with has one";
  EXPECT_FALSE(MatchCertifier("", lens_, table).wanting()) << "no record, nowhere to keep it";
}

TEST_F(CalibrationPagesTest, aMatchOnABoardIsCertifiedByTheBoard) {
  TableFile table;
  table.board.emplace().definition = "chess-8x8";
  table.board->square_mm = 52.1;
  EXPECT_FALSE(MatchCertifier(folder_.string(), std::nullopt, table).wanting()) << "men on squares, not millimetres";
  table.piece_set = "looney-pyramids";
  const cv::Mat frame = readImage(std::string(LINESMAN_TEST_DATA) + "/tables/chess_25.jpg").value();
  {
    MatchCertifier certifier(folder_.string(), std::nullopt, table);
    certifier.see(frame, 0.0);
    certifier.see(frame, 0.1);
    certifier.see(cv::Mat(frame.size(), CV_8UC3, cv::Scalar::all(3)), 0.2);
  }
  const auto json = nlohmann::json::parse(std::ifstream(folder_ / "certificate.json"));
  EXPECT_EQ(json["frames"]["count"], 3);
  EXPECT_LT(json["points"][4]["scatter_mm"].get<double>(), 0.1);
  EXPECT_NE(json["warnings"].dump().find("The board was not where it had been in 1 of 3 frames"), std::string::npos)
      << json["warnings"];
}

TEST(MainWindow, theCalibrationBeginsWithTheCameraOfTheCommandLine) {
  WindowSetup setup;
  setup.scenes = {Scene{"", "/dev/video7", "my lens.yml", "my table.toml"}};
  setup.make_analyst = [](const Scene&) -> tl::expected<std::unique_ptr<Analyst>, Trouble> {
    return tl::unexpected(Trouble{Trouble::Kind::source, "There is no such camera; this is a test."});
  };
  MainWindow window(std::move(setup));
  for (const char* name : {"lens_source", "table_source", "certificate_source"})
    EXPECT_EQ(window.findChild<QLineEdit*>(QString::fromLatin1(name))->text(), QStringLiteral("/dev/video7")) << name;
  for (const char* name : {"table_lens", "certificate_lens"})
    EXPECT_EQ(window.findChild<QLineEdit*>(QString::fromLatin1(name))->text(), QStringLiteral("my lens.yml")) << name;
  EXPECT_EQ(window.findChild<QLineEdit*>(QStringLiteral("certificate_table"))->text(), QStringLiteral("my table.toml"));
}

TEST(MainWindow, theStartPageLeadsToTheCalibrationAndBack) {
  MainWindow window(WindowSetup{});
  window.show();
  auto* pages = window.findChild<CalibrationPages*>();
  ASSERT_NE(pages, nullptr);
  window.findChild<QPushButton*>(QStringLiteral("start_calibration"))->click();
  EXPECT_TRUE(pages->lens()->isVisible());
  for (const auto& [step, back] :
       {std::pair("calibrate_table", "table_back"), std::pair("calibrate_certificate", "certificate_back"),
        std::pair("calibrate_lens", "lens_back")}) {
    window.findChild<QPushButton*>(QStringLiteral("start_calibration"))->click();
    window.findChild<QPushButton*>(QString::fromLatin1(step))->click();
    EXPECT_TRUE(pages->isVisible());
    window.findChild<QPushButton*>(QString::fromLatin1(back))->click();
    EXPECT_FALSE(pages->isVisible()) << back;
  }
}

} // namespace
} // namespace linesman::app
