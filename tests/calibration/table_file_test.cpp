#include "calibration/table_file.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "calibration/layout.h"
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
  ASSERT_TRUE(table->board);
  EXPECT_DOUBLE_EQ(*table->board->square_mm, 38.08);
  EXPECT_FALSE(table->board->thickness_mm);
  EXPECT_EQ(table->players.at(Colour::red), "Anna");
  EXPECT_EQ(table->sides.at("white"), "Bert");
}

TEST(TableFile, bad_input_is_one_sentence_with_its_line) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"[markers]\ndictionary = \"DICT_4X5_50\"\ntags = [ { id = 0, size_mm = 36.0, centre_mm = [0, 0] } ]\n",
       ":2: unknown marker dictionary \"DICT_4X5_50\""},
      {"[markers]\ndictionary = \"DICT_4X4_50\"\ntags = [ { id = 50, size_mm = 36.0, centre_mm = [0, 0] } ]\n",
       "has no marker 50"},
      {"[markers]\ndictionary = \"DICT_4X4_50\"\ntags = []\n", "needs \"tags\""},
      {"[markers]\ndictionary = \"DICT_4X4_50\"\ntags = [ { id = 1, size_mm = 0, centre_mm = [0, 0] } ]\n",
       "must be more than 0"},
      {"[markers]\ndictionary = \"DICT_4X4_50\"\ntags = [ { id = 1, size = 3 } ]\n", "unknown key \"size\""},
      {"[markers]\ndictionary = \"DICT_4X4_50\"\ntags = [ { id = 1, size_mm = 9, centre_mm = [0, 0] }, { id = 1, "
       "size_mm = 9, centre_mm = [9, 0] } ]\n",
       "listed twice"},
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
      {"[surface]\nheight_sigma_mm = -1\n", ":2: \"height_sigma_mm\" must not be negative"},
      {"[surface]\nheight_sigma_mm = \"high\"\n", "height_sigma_mm"},
      {"[surface]\nempty_picture = 3\n", "empty_picture"},
      {"[area]\npolygon_mm = [[0,0],[1,1]]\n", "at least 3 points"},
      {"[area]\npolygon_mm = [[0,0],[1,1],[2,2]]\n", "enclose no area"},
      {"[registration]\ncamera_from_table = [[1,0,0,0],[0,1,0,0],[0,0,-1,0],[0,0,0,1]]\n", "not a rigid motion"},
      {"[[island]]\nclass = \"rock\"\n", "unknown class \"rock\""},
      {"[markers\n", ":1:"}};
  for (const auto& [text, words] : cases) {
    const auto table = readTableFile(putTable(text));
    ASSERT_FALSE(table) << text;
    EXPECT_NE(table.error().sentence.find(words), std::string::npos) << table.error().sentence;
    EXPECT_EQ(table.error().sentence.find('\n'), std::string::npos);
  }
  EXPECT_FALSE(readTableFile("/nowhere/table.toml"));
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

TEST(TableFile, a_saved_registration_replaces_the_old_one) {
  Registration registration;
  registration.ok = true;
  registration.rms_px = 0.05;
  registration.camera_from_table.pose = {rotationFromVector({2.8, 0.1, -0.2}), {1.0, 2.0, 500.0}};
  registration.camera_from_table.covariance = Matrix6d::Identity() * 1e-4;
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
