#include "app/window/replay_page.h"

#include <csignal>
#include <filesystem>
#include <fstream>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "app/played_truth.h"
#include "app/record/clip.h"
#include "app/record/dispute.h"
#include "app/record/pdf_report.h"
#include "app/record/table_pictures.h"
#include "app/watch/match.h"
#include "app/window/picture_view.h"
#include "app/window/table_pane.h"
#include "app/window/timeline.h"
#include "tests/app/fed_match.h"
#include "vision/frame_source.h"

namespace linesman::app {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const std::string data = LINESMAN_TEST_DATA;

/// A match of Armadas, recorded from true tables without pictures.
class ReplayTest : public ::testing::Test {
protected:
  static void SetUpTestSuite() {
    char name[] = "/tmp/linesman-replay-XXXXXX";
    folder_ = mkdtemp(name);
    record("match_armadas", armadas());
    MatchSetup chess;
    chess.game = "king_down";
    record("match_chess", chess);
  }
  static void TearDownTestSuite() { fs::remove_all(folder_); }

  static MatchSetup armadas() {
    MatchSetup setup;
    setup.game = "armadas";
    setup.players = {{"red", {Colour::red}}, {"blue", {Colour::blue}}};
    setup.pick_up = "red";
    return setup;
  }
  static void record(const std::string& match_name, const MatchSetup& setup) {
    auto match = Match::begin(setup, (folder_ / match_name).string(), [](const json&) {});
    ASSERT_TRUE(match);
    testing::playTruth(*match, data + "/matches/" + match_name);
  }
  void open(const std::string& name) {
    auto story = MatchStory::open((folder_ / name).string());
    ASSERT_TRUE(story) << story.error().sentence;
    page_ = std::make_unique<ReplayPage>(
        std::move(*story), [](const std::string& id) { return "Text of " + id; }, true);
    page_->resize(1280, 720);
    page_->show();
    page_->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(page_.get()));
  }
  static std::size_t indexOf(const MatchStory& story, const std::string& kind, const std::string& key,
                             const std::string& value) {
    for (std::size_t i = 0; i < story.moments().size(); ++i)
      if (const Event& event = story.moments()[i].event; event.kind == kind && event.body.value(key, "") == value)
        return i;
    return story.moments().size();
  }
  template <class Widget> Widget* child(const char* name) {
    return page_->findChild<Widget*>(QString::fromLatin1(name));
  }
  QString text(const char* label) { return child<QLabel>(label)->text(); }
  void click(const char* button) { QTest::mouseClick(child<QPushButton>(button), Qt::LeftButton); }

  static inline fs::path folder_;
  std::unique_ptr<ReplayPage> page_;
};

TEST_F(ReplayTest, theStoryKnowsNamesDamageAndWhatIsToBePutBack) {
  const auto story = MatchStory::open((folder_ / "match_armadas").string());
  ASSERT_TRUE(story);
  const std::size_t put_back = indexOf(*story, "put_back", "ship", "r1");
  ASSERT_LT(put_back, story->moments().size());
  const TableNotes notes = story->notes(put_back);
  ASSERT_EQ(notes.put_back.size(), 1u);
  EXPECT_EQ(notes.put_back[0].name, "r1");
  EXPECT_NEAR(notes.put_back[0].residual_mm, 3.451, 0.05); // what the rendering moved it by
  std::map<std::string, int> damage;
  const TableNotes last = story->notes(story->moments().size() - 1);
  for (const auto& [id, points] : last.damage)
    damage[last.names.at(id)] = points;
  EXPECT_EQ(damage, (std::map<std::string, int>{{"b1", 1}, {"r4", 1}}));
}

TEST_F(ReplayTest, everyMomentCanBeLookedAtAndDrawn) {
  for (const char* name : {"match_armadas", "match_chess"}) {
    const auto story = MatchStory::open((folder_ / name).string());
    ASSERT_TRUE(story);
    for (std::size_t i = 0; i < story->moments().size(); i += 5) {
      const SnapshotPtr shown = story->look(i);
      EXPECT_FALSE(shown->picture.isNull());
      EXPECT_FALSE(story->hasPicture(i));
      for (const SeenPyramid& pyramid : shown->state.pyramids) { // drawn where the marks say
        const auto px = cameraProjector(shown->lens, shown->state.registration.camera_from_table.pose)(
            {pyramid.table_from_piece.x_mm(), pyramid.table_from_piece.y_mm(), 0.0});
        ASSERT_TRUE(px);
        EXPECT_TRUE(shown->picture.rect().contains(static_cast<int>(px->x()), static_cast<int>(px->y())));
      }
    }
  }
}

TEST_F(ReplayTest, steppingShowsRulingsAndTheirTables) {
  open("match_armadas");
  const int rulings = child<QListWidget>("replay_list")->count();
  EXPECT_EQ(text("verdict_word"), "LEGAL");
  const std::size_t first = page_->current();
  click("replay_next");
  EXPECT_GT(page_->current(), first);
  QTest::keyClick(page_.get(), Qt::Key_P);
  EXPECT_TRUE(QTest::qWaitFor([&] { return page_->current() == first; }, 3000));
  QTest::mouseClick(child<QCheckBox>("replay_all"), Qt::LeftButton, {}, QPoint(6, 10));
  EXPECT_GT(child<QListWidget>("replay_list")->count(), rulings);
  auto* timeline = page_->findChild<Timeline*>();
  QTest::mouseClick(timeline, Qt::LeftButton, {}, QPoint(timeline->width() - 15, 20));
  EXPECT_GT(page_->current(), first + 50);
  QTest::keyClick(timeline, Qt::Key_Home);
  EXPECT_EQ(page_->current(), 0u);
  EXPECT_FALSE(page_->table()->camera()->overlay().items.empty());
}

TEST_F(ReplayTest, EachPressOfItsKeyGoesOnByOneRulingAndTheRowStaysInSight) {
  open("match_armadas");
  auto* list = child<QListWidget>("replay_list");
  const int row = list->currentRow();
  for (int i = 0; i < 4; ++i)
    QTest::keyClick(page_.get(), Qt::Key_N);
  EXPECT_EQ(list->currentRow(), row + 4);
  page_->resize(1280, 600);
  for (int i = 0; i < 3; ++i) {
    QTest::keyClick(page_.get(), Qt::Key_N);
    QTest::qWait(20); // the card of the ruling finds its size
    EXPECT_TRUE(list->viewport()->rect().intersects(list->visualItemRect(list->currentItem()))) << list->currentRow();
  }
}

TEST_F(ReplayTest, ThereIsNoButtonToARulingThatThereIsNot) {
  open("match_armadas");
  auto *back = child<QPushButton>("replay_previous"), *forward = child<QPushButton>("replay_next");
  auto* list = child<QListWidget>("replay_list");
  EXPECT_FALSE(back->isEnabled()) << "the first ruling is shown";
  EXPECT_TRUE(forward->isEnabled());
  list->setCurrentRow(1);
  EXPECT_TRUE(back->isEnabled() && forward->isEnabled());
  list->setCurrentRow(list->count() - 2);
  forward->setFocus();
  QTest::keyClick(forward, Qt::Key_Space);
  EXPECT_EQ(list->currentRow(), list->count() - 1);
  EXPECT_TRUE(back->isEnabled());
  EXPECT_FALSE(forward->isEnabled());
  EXPECT_EQ(page_->focusWidget(), page_->findChild<Timeline*>())
      << "one more press of the space bar is not to press another button";
}

TEST_F(ReplayTest, WithoutARulingThereIsNoneBeforeOrBehind) {
  const std::string match = (folder_ / "nothing_ruled").string();
  auto record = MatchRecord::create(match, armadas());
  ASSERT_TRUE(record &&
              record->append({{"error", 1.0, {{"sentence", "One."}}}, {"error", 2.0, {{"sentence", "Two."}}}}));
  open("nothing_ruled");
  EXPECT_FALSE(child<QPushButton>("replay_previous")->isEnabled());
  EXPECT_FALSE(child<QPushButton>("replay_next")->isEnabled());
}

TEST_F(ReplayTest, ARecordHasTheNameOfItsFolderHoweverItWasNamed) {
  for (const char* name : {"match_armadas", "match_armadas/", "match_armadas/match.jsonl"}) {
    open(name);
    const auto* title = child<QLabel>("replay_title");
    ASSERT_NE(title, nullptr);
    EXPECT_TRUE(title->text().endsWith("·  match_armadas")) << title->text().toStdString();
  }
}

TEST_F(ReplayTest, AClipOfAKindThatIsNotWrittenIsSaidAndMakesNoFolder) {
  open("match_armadas");
  for (const char* name : {"clip.mov", "clip.MP4", "clip.3gp", "clip.jpeg"}) {
    const std::string path = (folder_ / name).string();
    page_->saveClip(QString::fromStdString(path));
    EXPECT_TRUE(text("replay_notice").endsWith("end the name in .avi or .mp4.")) << text("replay_notice").toStdString();
    EXPECT_FALSE(fs::exists(path)) << path;
  }
  const auto story = MatchStory::open((folder_ / "match_armadas").string());
  ASSERT_TRUE(story);
  fs::create_directory(folder_ / "clips.old");
  for (const char* name : {"clips 30.11.2026", "clips.new/", "clips.old"}) {
    const auto written = writeClip(*story, 0, 20, (folder_ / name).string());
    EXPECT_TRUE(written) << written.error().sentence;
    EXPECT_TRUE(fs::exists(folder_ / name / "0001.jpg")) << name;
  }
}

TEST_F(ReplayTest, AClipDoesNotMixItsPicturesWithThoseOfItsRecord) {
  open("match_armadas");
  const auto files = [this] { return std::distance(fs::directory_iterator(folder_ / "match_armadas"), {}); };
  const auto before = files();
  page_->saveClip(QString::fromStdString((folder_ / "match_armadas").string()));
  EXPECT_TRUE(text("replay_notice").contains("is the record's own")) << text("replay_notice").toStdString();
  EXPECT_EQ(files(), before);
}

TEST_F(ReplayTest, anIllegalStepIsReadAndJudgedAgain) {
  open("match_armadas");
  const auto story = MatchStory::open((folder_ / "match_armadas").string());
  page_->go(indexOf(*story, "verdict", "ruling", "illegal"));
  EXPECT_EQ(text("verdict_word"), "ILLEGAL");
  const int row = child<QListWidget>("replay_list")->currentRow();
  EXPECT_GE(row, 0);
  page_->go(page_->current() - 1); // what was done, with that ruling in front
  EXPECT_EQ(text("verdict_word"), "ILLEGAL");
  EXPECT_EQ(child<QListWidget>("replay_list")->currentRow(), row);
  click("replay_judge");
  EXPECT_TRUE(text("replay_notice").startsWith("Judged again: the same. ILLEGAL"))
      << text("replay_notice").toStdString();
}

TEST_F(ReplayTest, aRecordThatWasTamperedWithIsTold) {
  auto story = MatchStory::open((folder_ / "match_armadas").string());
  ASSERT_TRUE(story);
  const std::size_t step = indexOf(*story, "verdict", "ruling", "illegal");
  auto dispute = makeDispute(story->contents(), story->moments()[step].seq, "");
  ASSERT_TRUE(dispute);
  for (json& event : (*dispute)["events"])
    if (event["event"] == "verdict")
      event["ruling"] = "legal";
  const std::string file = (folder_ / "dispute.json").string();
  ASSERT_TRUE(writeDispute(*dispute, file));
  open("dispute.json");
  EXPECT_EQ(text("verdict_word"), "LEGAL");
  click("replay_judge");
  EXPECT_TRUE(text("replay_notice").startsWith("Judged again: ILLEGAL")) << text("replay_notice").toStdString();
}

TEST_F(ReplayTest, reportsAndClipsAreWritten) {
  open("match_armadas");
  const auto report = [&](const char* name) { return (folder_ / name).string(); };
  page_->saveReport(QString::fromStdString(report("match.html")));
  page_->saveReport(QString::fromStdString(report("match.pdf")));
  std::ifstream pdf(report("match.pdf"), std::ios::binary);
  std::string head(5, ' ');
  pdf.read(head.data(), 5);
  EXPECT_EQ(head, "%PDF-");
  page_->saveReport(QString::fromStdString(report("match.docx")));
  EXPECT_TRUE(text("replay_notice").contains(".pdf or .html")) << text("replay_notice").toStdString();
  EXPECT_FALSE(fs::exists(report("match.docx")));
  page_->saveReport(QStringLiteral("/nowhere/match.pdf"));
  EXPECT_TRUE(text("replay_notice").contains("/nowhere/match.pdf"));
  const auto story = MatchStory::open((folder_ / "match_armadas").string());
  ASSERT_TRUE(story);
  const std::size_t moments = clipMoments(*story, 0, 40).size();
  ASSERT_GT(moments, 3u);
  ASSERT_EQ(writeClip(*story, 0, 40, report("clip")).value_or(0), moments);
  EXPECT_EQ(static_cast<std::size_t>(std::distance(fs::directory_iterator(report("clip")), {})), moments);
  ASSERT_EQ(writeClip(*story, 0, 40, report("clip.avi")).value_or(0), moments);
  auto film = openSource(report("clip.avi"));
  ASSERT_TRUE(film);
  std::size_t frames = 0;
  while (const auto frame = (*film)->next().value_or(std::nullopt))
    ++frames;
  EXPECT_EQ(frames, 8 * moments);
  page_->saveClip(QStringLiteral("/nowhere/clip.avi"));
  EXPECT_TRUE(text("replay_notice").contains("/nowhere/clip.avi"));
}

class ReplayOfDecisions : public testing::FedMatch {};

TEST_F(ReplayOfDecisions, whatIsTakenBackAndPenaltiesAreGoneThroughToo) {
  begin(testing::redAndBlue());
  look(testing::fleets());
  look(testing::fleets({testing::laid(testing::bow_mm, 0, 0)}));
  look(testing::fleets({testing::laid(testing::bow_mm, 0, 0)}, false));
  match_->hear({t_s_, "red", "undo"});
  ASSERT_EQ(of("retract").size(), 1u);
  ASSERT_TRUE(match_->rule({ClockRuling::What::warn, "red", 0.0, "Ann", "noise"}, t_s_));
  match_.reset();
  auto story = MatchStory::open(record());
  ASSERT_TRUE(story) << story.error().sentence;
  const auto shown = clipMoments(*story, 0, story->moments().size());
  for (const char* kind : {"retract", "clock"})
    EXPECT_TRUE(
        std::any_of(shown.begin(), shown.end(), [&](std::size_t i) { return story->moments()[i].event.kind == kind; }))
        << "a film without it says that the step counts: " << kind;
  const ReplayPage page(std::move(*story), {}, true);
  const auto* list = page.findChild<QListWidget*>("replay_list");
  EXPECT_EQ(list->findItems("takes the newest step of r1 back", Qt::MatchContains).size(), 1);
  EXPECT_EQ(list->findItems("noise", Qt::MatchContains).size(), 1);
}

TEST_F(ReplayTest, escapeLeadsBack) {
  open("match_chess");
  QSignalSpy closed(page_.get(), &ReplayPage::closed);
  QTest::keyClick(page_.get(), Qt::Key_Escape);
  EXPECT_EQ(closed.count(), 1);
}

/// A folder for a match's record, and the one of its pictures.
struct PictureFolder {
  PictureFolder() : record(mkdtemp(name)), pictures(record + "/pictures") {}
  ~PictureFolder() { fs::remove_all(record); }
  char name[32] = "/tmp/linesman-pictures-XXXXXX";
  const std::string record, pictures;
};

nlohmann::json settledEvent(long long seq) {
  return {{"event", "settled"}, {"seq", seq}};
}

TEST(TablePictures, theLensIsKeptBesideThePicture) {
  const PictureFolder folder;
  TablePictures keeper(folder.record);
  Lens lens;
  lens.width_px = 1280;
  lens.height_px = 720;
  lens.fx_px = lens.fy_px = 1000.0;
  lens.distortion[0] = -0.1;
  const cv::Mat picture(720, 1280, CV_8UC3, cv::Scalar(20, 90, 140));
  keeper.hear(settledEvent(7), picture, lens);
  EXPECT_TRUE(fs::exists(pictureFile(folder.pictures, 7)));
  const auto kept = pictureLens(folder.pictures, 7);
  ASSERT_TRUE(kept);
  EXPECT_DOUBLE_EQ(kept->fx_px, 1000.0);
  EXPECT_DOUBLE_EQ(kept->distortion[0], -0.1);
  EXPECT_FALSE(pictureLens(folder.pictures, 8));
  const pid_t child = fork();
  if (child == 0) { // a file that may not grow fails writes as a full disk does
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit little{1000, RLIM_INFINITY};
    setrlimit(RLIMIT_FSIZE, &little);
    keeper.hear(settledEvent(8), picture, lens);
    _exit(0);
  }
  waitpid(child, nullptr, 0);
  EXPECT_FALSE(fs::exists(pictureFile(folder.pictures, 8))) << "half a picture is none";
  EXPECT_FALSE(pictureLens(folder.pictures, 8));
}

/// While the referee waits for the fleets to be laid out it looks every second.
TEST(TablePictures, aLongWaitKeepsItsFirstAndItsLastLooks) {
  const PictureFolder folder;
  TablePictures keeper(folder.record);
  const cv::Mat picture(72, 128, CV_8UC3, cv::Scalar(20, 90, 140));
  std::vector<long long> looks;
  MatchSetup setup;
  setup.game = "armadas";
  auto match = Match::begin(setup, "", [&](const nlohmann::json& event) {
    keeper.hear(event, picture, std::nullopt);
    if (event["event"] == "settled")
      looks.push_back(event["seq"].get<long long>());
  });
  ASSERT_TRUE(match) << match.error().sentence;
  const auto kept = [&] {
    std::vector<long long> seqs;
    std::ranges::copy_if(looks, std::back_inserter(seqs),
                         [&](long long seq) { return fs::exists(pictureFile(folder.pictures, seq)); });
    return seqs;
  };
  TableState empty;
  const auto lieFor = [&](double seconds) {
    for (const double until_s = empty.t_s + seconds; empty.t_s < until_s; empty.t_s += 0.1)
      match->see(empty);
  };
  lieFor(20.0);
  ASSERT_GT(looks.size(), 10u);
  const std::size_t before = looks.size();
  EXPECT_EQ(kept(), (std::vector{looks[0], looks[before - 2], looks[before - 1]}));
  empty.hands_mm.push_back({{0, 0}, {10, 0}, {0, 10}});
  lieFor(1.0);
  empty.hands_mm.clear();
  lieFor(20.0); // what lay there before the hand came stays
  EXPECT_EQ(kept(), (std::vector{looks[0], looks[before - 2], looks[before - 1], looks[before], looks[looks.size() - 2],
                                 looks.back()}));
}

} // namespace
} // namespace linesman::app
