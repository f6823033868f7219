#include "calibration/table_file.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "calibration/layout.h"
#include "models/polygon.h"
#include "models/units.h"

namespace linesman {
namespace {

std::string putTable(const std::string& text) {
  const std::string path = (std::filesystem::path(testing::TempDir()) / "linesman_table.toml").string();
  std::ofstream(path, std::ios::trunc) << text;
  return path;
}

const char* const whole = R"([markers]
dictionary = "DICT_4X4_50"
tags = [ { id = 0, size_mm = 36.0, centre_mm = [-185.0, 92.6], heading_deg = 0.0 },
         { id = 3, size_mm = 36.0, centre_mm = [185, 92.6], heading_deg = 90 } ]
[registration]
camera_from_table = [[0.99,0.07,-0.01,12.2],[0.07,-0.92,-0.37,30.1],[-0.04,0.37,-0.93,360.5],[0,0,0,1]]
covariance = []
[surface]
height_sigma_mm = 0.5
empty_picture = "pictures/empty.jpg"
[area]
polygon_mm = [[-400,225],[400,225],[400,-225],[-400,-225]]
[[island]]
class = "island"
shape = "disc"
centre_mm = [10,20]
radius_mm = 40
height_mm = 90
passable = ["S", "M"]
blocks_fire = false
[board]
definition = "companion-10x10"
square_mm = 38.08
heading_deg = -5.4
[pieces]
set = "looney-pyramids"
players = { red = "Anna", white = "Bert" }
)";

TEST(TableFile, reads_everything) {
  const auto table = readTableFile(putTable(whole));
  ASSERT_TRUE(table) << table.error().sentence;
  ASSERT_EQ(table->markers.size(), 2u);
  EXPECT_EQ(table->markers[1].id, 3);
  EXPECT_NEAR(table->markers[1].heading_rad, pi / 2, 1e-12);
  // Turned by 90 degrees, the marker's own top left lies at the table's lower left.
  EXPECT_NEAR((table->markers[1].corners_mm()[0] - Eigen::Vector2d(167.0, 74.6)).norm(), 0.0, 1e-9);
  EXPECT_NEAR((table->markers[0].corners_mm()[0] - Eigen::Vector2d(-203.0, 110.6)).norm(), 0.0, 1e-9);
  ASSERT_TRUE(table->saved);
  EXPECT_NEAR(
      (table->saved->camera_from_table.pose.rotation().transpose() * table->saved->camera_from_table.pose.rotation() -
       Eigen::Matrix3d::Identity())
          .norm(),
      0.0, 1e-12);
  EXPECT_GT(table->saved->camera_from_table.covariance(5, 5), 0.0);
  EXPECT_DOUBLE_EQ(table->surface_height_sigma_mm, 0.5);
  EXPECT_EQ(std::filesystem::path(table->empty_picture),
            std::filesystem::path(table->path).parent_path() / "pictures/empty.jpg");
  ASSERT_TRUE(table->area);
  const auto& polygon = table->area->polygon_mm;
  EXPECT_GT((polygon[1] - polygon[0]).x() * (polygon[2] - polygon[1]).y() -
                (polygon[1] - polygon[0]).y() * (polygon[2] - polygon[1]).x(),
            0.0)
      << "counter-clockwise";
  ASSERT_EQ(table->islands.size(), 1u);
  EXPECT_DOUBLE_EQ(table->islands[0].disc->radius_mm, 40.0);
  EXPECT_EQ(table->islands[0].passable, (std::set{PyramidSize::small, PyramidSize::medium}));
  EXPECT_EQ(table->islands[0].blocks_fire, false);
  ASSERT_TRUE(table->board);
  EXPECT_DOUBLE_EQ(*table->board->square_mm, 38.08);
  EXPECT_FALSE(table->board->thickness_mm);
  EXPECT_EQ(table->players.at(Colour::red), "Anna");
  EXPECT_EQ(table->players.at(Colour::white), "Bert");
}

TEST(TableFile, bad_input_is_one_sentence_with_its_line) {
  const std::string saved = "[registration]\ncamera_from_table = [[1,0,0,0],[0,-1,0,0],[0,0,-1,500],[0,0,0,1]]\n";
  const std::string reef = "[[island]]\nclass = \"reef\"\n";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"[markers]\ndictionary = \"DICT_4X5_50\"\ntags = [ { id = 0, size_mm = 36.0, centre_mm = [0, 0] } ]\n",
       ":2: unknown marker dictionary \"DICT_4X5_50\""},
      {"[markers]\ndictionary = \"DICT_4X4_50\"\ntags = [ { id = 50, size_mm = 36.0, centre_mm = [0, 0] } ]\n",
       "has no marker 50"},
      {"[markers]\ndictionary = \"DICT_4X4_50\"\ntags = []\n", "needs \"tags\""},
      {"[markers]\ndictionary = \"DICT_4X4_50\"\ntags = [ { id = 1, size_mm = 3.6, centre_mm = [0, 0] } ]\n",
       ":3: \"size_mm\" must be from 5 to 1000 mm."},
      {"[markers]\ndictionary = \"DICT_4X4_50\"\ntags = [ { id = 1, size_mm = 36, centre_mm = [0, 1e300] } ]\n",
       ":3: a marker must lie within 10 m"},
      {"[markers]\ndictionary = \"DICT_4X4_50\"\ntags = [ { id = 1, size = 3 } ]\n", "unknown key \"size\""},
      {"[markers]\ndictionary = \"DICT_4X4_50\"\ntags = [ { id = 1, size_mm = 9, centre_mm = [0, 0] }, { id = 1, "
       "size_mm = 9, centre_mm = [9, 0] } ]\n",
       "listed twice"},
      {"[markers]\ndictionary = \"DICT_4X4_50\"\nthickness_mm = -5\n",
       ":3: \"thickness_mm\" must be from 0 to 200 mm."},
      {"[marker]\n", "unknown key \"marker\""},
      {"[board]\ndefinition = \"x\"\nsquares = 3\n", ":3: unknown key \"squares\""},
      {"[board]\ndefinition = \"plain-8x8\"\ncoordinates = \"a9\"\n",
       ":3: \"coordinates\" names the corner square that lies near left, seen from the table's -y side; on this board "
       "it "
       "must be a1, h1, h8 or a8."},
      {"[board]\ncoordinates = \"\"\ndefinition = \"plain-8x8\"\n", ":2: \"coordinates\" names the corner"},
      {"[board]\ndefinition = \"plain-8x8\"\ncoordinates = \"A1\"\n", "must be a1, h1, h8 or a8"},
      {"[board]\ndefinition = \"plain-8x8\"\ncoordinates = \"h10\"\n", "must be a1, h1, h8 or a8"},
      {"[board]\ndefinition = \"companion-10x10\"\ncoordinates = \"a8\"\n", "must be a1, j1, j10 or a10"},
      {"[surface]\nheight_sigma_mm = -1\n", ":2: \"height_sigma_mm\" must be from 0 to 100 mm"},
      {"[surface]\nheight_sigma_mm = \"high\"\n", "height_sigma_mm"},
      {"[surface]\nempty_picture = 3\n", "empty_picture"},
      {"[area]\npolygon_mm = [[0,0],[1,1]]\n", "at least 3 points"},
      {"[area]\npolygon_mm = [[0,0],[1,1],[2,2]]\n", "enclose no area"},
      {"[registration]\ncamera_from_table = [[1,0,0,0],[0,1,0,0],[0,0,-1,0],[0,0,0,1]]\n", "not a rigid motion"},
      {saved + "rms_px = -3.0\n", ":3: \"rms_px\" must not be negative"},
      {"[registration]\ncamera_from_table = [[1,0,0,0],[0,-1,0,0],[0,0,-1,-500],[0,0,0,1]]\n",
       ":2: \"camera_from_table\" has the camera below the table"},
      {"[registration]\ncamera_from_table = [[1,0,0,0],[0,1,0,0],[0,0,1,-500],[0,0,0,1]]\n", "turned away from it"},
      {"[area]\npolygon_mm = [[-200,-100],[200,100],[200,-100],[-210,120]]\n", ":2: the sides of \"polygon_mm\" cross"},
      {"[area]\npolygon_mm = [[0,100],[59,-81],[-95,31],[95,31],[-59,-81]]\n", "cross or touch each other"}, // a star
      {"[area]\npolygon_mm = [[-200,-100],[200,-100],[0,0],[200,150],[-200,150]]\n",
       ":2: the playing surface must be convex"},
      {"[area]\npolygon_mm = [[-200,150],[200,150],[0,0],[200,-100],[-200,-100]]\n", "must be convex"}, // clockwise
      {"[area]\npolygon_mm = [[0,0],[1e9,0],[0,1e9]]\n", "within 10 m"},
      {"[area]\ncentre_mm = [0,0]\nradius_mm = 1e9\n", ":3: a disc must lie within 10 m"},
      {"[area]\ncentre_mm = [20000,0]\nradius_mm = 100\n", "a disc must lie within 10 m"},
      {"[area]\nradius_mm = 9\npolygon_mm = [[0,0],[9,0],[0,9]]\n", "[area] needs either"},
      {reef + "polygon_mm = [[-50,-50],[50,50],[50,-50],[-50,60]]\n", ":3: the sides of \"polygon_mm\" cross"},
      {reef + "shape = \"disc\"\ncentre_mm = [0,0]\nradius_mm = 40\npolygon_mm = [[0,0],[1,0],[0,1]]\n",
       "leave one of them out"},
      {reef + "shape = \"polygon\"\nradius_mm = 40\npolygon_mm = [[0,0],[1,0],[0,1]]\n", "leave one of them out"},
      {reef + "centre_mm = [0,0]\nradius_mm = 40\nheight_mm = 1e6\n", ":5: \"height_mm\" must be from 0 to 10000 mm"},
      {"[board]\ndefinition = \"plain-8x8\"\nsquare_mm = 1e-6\n", ":3: \"square_mm\" must be from 5 to 500 mm."},
      {"[board]\ndefinition = \"plain-8x8\"\nsquare_mm = 43326\n", "\"square_mm\" must be from 5 to 500 mm."},
      {"[board]\ndefinition = \"plain-8x8\"\nthickness_mm = -50\n", ":3: \"thickness_mm\" must be from 0 to 200 mm."},
      {"[board]\ndefinition = \"plain-8x8\"\ncentre_mm = [0,-2e4]\n", ":3: a board must lie within 10 m"},
      {"[board]\ndefinition = \"plain-8x8\"\nthickness_mm = 1e6\n", "\"thickness_mm\" must be from 0 to 200 mm."},
      {"[[island]]\nclass = \"rock\"\n", "unknown class \"rock\""},
      {reef + "centre_mm = [0,0]\nradius_mm = 40\npassable = [\"XL\"]\n", ":5: \"passable\" must be a list of"},
      {reef + "centre_mm = [0,0]\nradius_mm = 40\nblocks_fire = \"no\"\n", ":5: \"blocks_fire\" must be true or false"},
      {"[pieces]\nplayers = { rde = \"b\" }\n", ":2: there is no colour \"rde\"; use red, yellow, green, blue, cyan, "
                                                "purple, pink, orange, clear, white or black."},
      {"[pieces]\nplayers = { red = \"Anna\\nwins\" }\n",
       ":2: a player's name is one line; leave line ends and signs that are not seen out"},
      {"[markers\n", ":1:"}};
  for (const auto& [text, words] : cases) {
    const auto table = readTableFile(putTable(text));
    ASSERT_FALSE(table) << text;
    EXPECT_NE(table.error().sentence.find(words), std::string::npos) << table.error().sentence;
    EXPECT_EQ(table.error().sentence.find('\n'), std::string::npos);
  }
  EXPECT_FALSE(readTableFile("/nowhere/table.toml"));
}

TEST(TableFile, outlines_may_run_either_way_and_islands_turn_inwards) {
  const auto areaOf = [](const std::string& points) {
    const auto table = readTableFile(putTable("[area]\npolygon_mm = [" + points + "]\n"));
    EXPECT_TRUE(table) << table.error().sentence;
    return table && table->area ? table->area->polygon_mm : TablePolygon();
  };
  EXPECT_EQ(areaOf("[0,0],[400,0],[400,300],[0,300]").size(), 4u);
  EXPECT_GT(signedArea(areaOf("[0,300],[400,300],[400,0],[0,0]")), 0.0);
  EXPECT_EQ(areaOf("[0,0],[400,0],[400,300],[400,300],[0,300],[0,0]").size(), 4u) << "points given twice";
  EXPECT_EQ(areaOf("[0,0],[200,0.04],[400,0],[400,300],[0,300]").size(), 5u) << "a point on a side, rounded";
  for (const char* points : {"[0,0],[80,0],[20,20],[0,80]", "[0,80],[20,20],[80,0],[0,0]"}) {
    const auto table =
        readTableFile(putTable("[[island]]\nclass = \"island\"\npolygon_mm = [" + std::string(points) + "]\n"));
    ASSERT_TRUE(table) << table.error().sentence;
    EXPECT_GT(signedArea(table->islands.front().polygon_mm), 0.0);
  }
}

TEST(TableFile, a_covariance_that_is_none_is_refused) {
  const auto reads = [](const Matrix6d& covariance) {
    std::ostringstream text;
    text << "[registration]\ncamera_from_table = [[1,0,0,0],[0,-1,0,0],[0,0,-1,500],[0,0,0,1]]\ncovariance = [";
    for (int row = 0; row < 6; ++row) {
      text << (row ? ",[" : "[");
      for (int column = 0; column < 6; ++column)
        text << (column ? "," : "") << covariance(row, column);
      text << "]";
    }
    text << "]\n";
    const auto table = readTableFile(putTable(text.str()));
    if (!table) {
      EXPECT_NE(table.error().sentence.find(":3: \"covariance\" must be symmetric and have no negative variance"),
                std::string::npos)
          << table.error().sentence;
    } else {
      const Matrix6d read = table->saved->camera_from_table.covariance;
      EXPECT_EQ(read, Matrix6d(read.transpose()));
      EXPECT_TRUE(read.isApprox(covariance, 1e-3));
    }
    return table.has_value();
  };
  Matrix6d good = Matrix6d::Identity() * 0.25;
  good.topLeftCorner<3, 3>() *= 4e-6;
  good(0, 4) = good(4, 0) = -0.9995 * std::sqrt(good(0, 0) * good(4, 4)); // as where the lens is not known
  EXPECT_TRUE(reads(good));
  Matrix6d changed = good;
  changed(0, 4) *= 1.0001;
  EXPECT_TRUE(reads(changed)) << "rounded";
  changed(0, 4) = 0.0;
  EXPECT_FALSE(reads(changed)) << "asymmetric";
  changed = good;
  changed(0, 1) = changed(1, 0) = 5e-6;
  EXPECT_FALSE(reads(changed)) << "indefinite";
  changed = good;
  changed(5, 5) = 0.0;
  EXPECT_TRUE(reads(changed)) << "exact in one direction";
  changed(5, 2) = changed(2, 5) = 0.1;
  EXPECT_FALSE(reads(changed)) << "exact, and yet it varies with another";
  EXPECT_TRUE(reads(Matrix6d::Zero())) << "taken for exact";
  EXPECT_FALSE(reads(-good));
}

TEST(TableFile, a_boards_file_is_looked_for_beside_it_first) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(testing::TempDir()) / "linesman_board_folder";
  fs::create_directories(folder);
  std::ofstream(folder / "ours.toml") << "[grid]\nrows = 8\ncolumns = 9\n";
  const auto boardOf = [&](const std::string& definition) {
    std::ofstream(folder / "table.toml", std::ios::trunc) << "[board]\ndefinition = \"" + definition + "\"\n";
    return readTableFile((folder / "table.toml").string()).value().board->definition;
  };
  EXPECT_EQ(boardOf("ours.toml"), (folder / "ours.toml").string());
  EXPECT_EQ(boardOf("companion-10x10"), "companion-10x10");
  EXPECT_EQ(boardOf("elsewhere/ours.toml"), "elsewhere/ours.toml"); // from the working directory
  fs::remove_all(folder);
}

TEST(TableFile, a_sets_file_is_looked_for_beside_it_first) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(testing::TempDir()) / "linesman_table_folder";
  fs::create_directories(folder / "sets");
  std::ofstream(folder / "sets" / "coins.json") << "{}";
  std::ofstream(folder / "tokens") << "{}";
  const auto setOf = [&](const std::string& name) {
    std::ofstream(folder / "table.toml", std::ios::trunc) << "[pieces]\nset = \"" + name + "\"\n";
    return readTableFile((folder / "table.toml").string()).value().piece_set;
  };
  EXPECT_EQ(setOf("sets/coins.json"), (folder / "sets/coins.json").string());
  EXPECT_EQ(setOf((folder / "sets/coins.json").string()), (folder / "sets/coins.json").string());
  EXPECT_EQ(setOf("elsewhere/coins.json"), "elsewhere/coins.json"); // from the working directory
  EXPECT_EQ(setOf("tokens"), "tokens");
  fs::remove_all(folder);
}

Registration measured() {
  Registration registration;
  registration.ok = true;
  registration.rms_px = 0.05;
  registration.camera_from_table.pose = {rotationFromVector({2.8, 0.1, -0.2}), {1.0, 2.0, 500.0}};
  registration.camera_from_table.covariance = Matrix6d::Identity() * 1e-4;
  return registration;
}

TEST(TableFile, what_is_remarked_about_a_registration_does_not_keep_it_nor_lose_what_follows) {
  const std::string rows = "camera_from_table = [\n [1,0,0,0], [0,-1,0,0],\n [0,0,-1,400],\n [0,0,0,1]\n]\n";
  const std::string text = "[pieces] # 1 set\nset = \"staunton\"\n"
                           "[registration]  # optional: the saved answer, for tables = those without markers\n" +
                           rows +
                           "\n# the playing surface\n[area] # playing surface, convex polygon\n"
                           "polygon_mm = [[-9,-9],[9,-9],[9,9]]\n[[island]] # island no. 1\nclass = \"reef\"\n"
                           "centre_mm = [0,0]\nradius_mm = 4\n[[ island ]]\nclass = \"reef\"\ncentre_mm = [5,0]\n"
                           "radius_mm = 4\n";
  const std::string once = withRegistration(text, measured());
  EXPECT_EQ(withRegistration(once, measured()), once);
  EXPECT_NE(once.find("# the playing surface\n[area]"), std::string::npos) << once;
  EXPECT_EQ(once.find("for tables"), std::string::npos) << once;
  const auto table = readTableFile(putTable(once));
  ASSERT_TRUE(table) << table.error().sentence;
  EXPECT_NEAR(table->saved->camera_from_table.pose.matrix()(2, 3), 500.0, 1e-9);
  EXPECT_TRUE(table->area);
  EXPECT_EQ(table->islands.size(), 2u);
  EXPECT_EQ(table->piece_set, "staunton");
}

TEST(TableFile, a_saved_registration_replaces_the_old_one) {
  const Registration registration = measured();
  const std::string once = withRegistration(whole, registration);
  EXPECT_EQ(withRegistration(once, registration), once);
  const auto table = readTableFile(putTable(once));
  ASSERT_TRUE(table) << table.error().sentence;
  EXPECT_NEAR((table->saved->camera_from_table.pose.matrix() - registration.camera_from_table.pose.matrix()).norm(),
              0.0, 1e-8);
  EXPECT_NEAR((table->saved->camera_from_table.covariance - registration.camera_from_table.covariance).norm(), 0.0,
              1e-12);
  EXPECT_EQ(table->islands.size(), 1u);
  EXPECT_EQ(table->markers.size(), 2u);
  EXPECT_TRUE(table->board);
}

} // namespace
} // namespace linesman
