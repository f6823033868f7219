#pragma once
// Truth of the rendered table pictures (NAME.json beside NAME.jpg): lens, camera pose, pyramids, chits.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "calibration/lens.h"
#include "calibration/table_file.h"
#include "models/piece_kind.h"
#include "models/planar_pose.h"

namespace linesman::support {

struct TruePyramid {
  int id = 0;
  PyramidSize size = PyramidSize::small;
  Posture posture = Posture::lying;
  Colour colour = Colour::red;
  PlanarPose<TableFrame, PieceFrame> pose;
  double visible = 0.0;  ///< share of the whole object that is seen
  double in_frame = 0.0; ///< share inside the picture
  bool held = false;     ///< in a hand, above the table
};

struct TrueChit {
  Colour colour = Colour::yellow;
  Eigen::Vector2d centre_mm = Eigen::Vector2d::Zero();
  int ship = 0; ///< id of a TruePyramid
  double visible = 0.0;
  bool on_ship = false;
};

struct TableTruth {
  std::string name;
  Lens lens;
  Pose<CameraFrame, TableFrame> camera_from_table;
  TableFile table; ///< markers, or the true pose as a saved registration
  std::vector<TruePyramid> pyramids;
  std::vector<TrueChit> chits;
};

inline Lens trueLens(const nlohmann::json& in) {
  Lens lens;
  lens.width_px = in["image"]["width"];
  lens.height_px = in["image"]["height"];
  const auto& k = in["camera"]["K"];
  lens.fx_px = k[0][0];
  lens.fy_px = k[1][1];
  lens.cx_px = k[0][2];
  lens.cy_px = k[1][2];
  for (std::size_t i = 0; i < 5; ++i)
    lens.distortion[i] = in["camera"]["dist_k1k2p1p2k3"][i];
  return lens;
}

inline Pose<CameraFrame, TableFrame> trueCameraPose(const nlohmann::json& in) {
  Eigen::Matrix4d pose;
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 4; ++column)
      pose(row, column) =
          in["camera"]["T_camera_table"][static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  return Pose<CameraFrame, TableFrame>::fromMatrix(pose);
}

/// Throws when the file is missing or torn: these are our own files.
inline nlohmann::json readJson(const std::string& path) {
  std::ifstream in(path);
  auto json = nlohmann::json::parse(in, nullptr, false);
  if (json.is_discarded())
    throw std::runtime_error(path + " is missing or no JSON; give the folder of the pictures and their truth.");
  return json;
}

inline TruePyramid truePyramid(const nlohmann::json& in) {
  TruePyramid out;
  out.id = in["id"];
  out.size = pyramidSizeFrom(in["size"].get<std::string>()).value();
  out.posture = in["state"] == "flat" ? Posture::lying : Posture::upright;
  out.colour = colourFrom(in["color"].get<std::string>()).value();
  out.pose = {in["x"].get<double>(), in["y"].get<double>(),
              in["heading"].get<double>() * 3.14159265358979323846 / 180.0};
  out.visible = in["visible_fraction"];
  out.in_frame = in["in_frame_fraction"];
  out.held = in.value("held", false);
  return out;
}

inline TableMarker trueMarker(const nlohmann::json& in) {
  TableMarker out;
  out.id = in["marker_id"];
  out.size_mm = in["size_mm"];
  out.centre_mm = {in["x"].get<double>(), in["y"].get<double>()};
  out.heading_rad = in["heading"].get<double>() * 3.14159265358979323846 / 180.0;
  return out;
}

inline TableTruth readTruth(const std::string& json_path) {
  const nlohmann::json in = readJson(json_path);
  TableTruth truth;
  truth.name = in.value("name", json_path);
  truth.lens = trueLens(in);
  truth.camera_from_table = trueCameraPose(in);
  truth.table.path = json_path;
  for (const auto& object : in["objects"]) {
    if (object["kind"] == "pyramid")
      truth.pyramids.push_back(truePyramid(object));
    if (object["kind"] == "marker")
      truth.table.markers.push_back(trueMarker(object));
    if (object["kind"] == "chit")
      truth.chits.push_back({colourFrom(object["color"].get<std::string>()).value(),
                             {object["x"].get<double>(), object["y"].get<double>()},
                             object["ship"].is_number() ? object["ship"].get<int>() : 0,
                             object["visible_fraction"].get<double>(),
                             object["where"] == "on"});
  }
  for (const TruePyramid& pyramid : truth.pyramids)
    truth.table.players[pyramid.colour] = std::string(nameOf(pyramid.colour));
  if (in["marker_dict"].is_string()) {
    truth.table.dictionary = "DICT_" + in["marker_dict"].get<std::string>();
  } else {
    truth.table.markers.clear();
    truth.table.saved.emplace();
    truth.table.saved->ok = true;
    truth.table.saved->from = Registration::From::saved;
    truth.table.saved->camera_from_table.pose = truth.camera_from_table;
  }
  return truth;
}

/// Whether the figures of pyramids are about it: seen well enough, inside the picture, standing on the table.
inline bool counts(const TruePyramid& pyramid) {
  return pyramid.visible >= 0.6 && pyramid.in_frame > 0.98 && !pyramid.held;
}

inline std::string pictureOf(const std::filesystem::path& truth_path) {
  return std::filesystem::path(truth_path).replace_extension(".jpg").string();
}

/// Nothing to measure: what was given holds no truth, and figures of nothing would look like some.
[[noreturn]] inline void noTruth(const std::string& folder) {
  throw std::runtime_error(folder + " holds no pictures with their truth (NAME.jpg and NAME.json) of the kind that is "
                                    "measured; give the folder that does.");
}

/// The truth files anywhere in a folder whose paths have any of these parts, in order. Throws where there is none.
inline std::vector<std::filesystem::path> truthFilesIn(const std::string& folder,
                                                       std::initializer_list<std::string_view> parts) {
  std::vector<std::filesystem::path> files;
  if (!std::filesystem::is_directory(folder))
    noTruth(folder);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string path = entry.path().string();
    if (entry.path().extension() == ".json" &&
        std::any_of(parts.begin(), parts.end(), [&](std::string_view part) { return path.find(part) != path.npos; }))
      files.push_back(entry.path());
  }
  if (files.empty())
    noTruth(folder);
  std::sort(files.begin(), files.end());
  return files;
}

/// The pictures of a folder, in order; none where it is missing.
inline std::vector<std::filesystem::path> picturesIn(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  if (std::filesystem::exists(folder))
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.path().extension() == ".jpg")
        paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// Of boards: single pictures, the frames of a match and of a move.
inline std::vector<std::filesystem::path> boardTruthsIn(const std::string& folder) {
  return truthFilesIn(folder, {"/chess_", "/seq_move/f", "/match_chess/f"});
}

/// The truth files of pictures with pyramids in a folder, in order; a file stands for itself. Throws where there is
/// none.
inline std::vector<std::string> truthsIn(const std::string& folder) {
  if (!std::filesystem::is_directory(folder)) {
    if (!std::filesystem::exists(folder) || !std::filesystem::exists(pictureOf(folder)))
      noTruth(folder);
    return {folder};
  }
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string stem = entry.path().stem().string();
    if (entry.path().extension() == ".json" && std::filesystem::exists(pictureOf(entry.path())) &&
        !stem.starts_with("chess") && !stem.starts_with("calib"))
      paths.push_back(entry.path().string());
  }
  if (paths.empty())
    noTruth(folder);
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// The same of several folders and files, each in its order; whoever is given none is told how the tool is called.
inline std::vector<std::string> truthsIn(const std::vector<std::string>& folders, const char* usage) {
  if (folders.empty())
    throw std::invalid_argument(usage);
  std::vector<std::string> paths;
  for (const std::string& folder : folders) {
    const std::vector<std::string> more = truthsIn(folder);
    paths.insert(paths.end(), more.begin(), more.end());
  }
  return paths;
}

} // namespace linesman::support
