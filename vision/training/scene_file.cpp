#include "vision/training/scene_file.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include <nlohmann/json.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "models/matrix_json.h"

namespace linesman::training {

namespace {

/// Size of the pinhole picture (square pixels, focal length fx) around the lens's axis that holds all that the lens
/// sees, but for corners that its distortion moves far.
cv::Size canvasOf(const Lens& lens) {
  double wide = 0.0, high = 0.0;
  const auto meet = [&](double x, double y) {
    const Eigen::Vector2d n = lens.undistort({x, y});
    wide = std::max(wide, std::abs(n.x() * lens.fx_px));
    high = std::max(high, std::abs(n.y() * lens.fx_px));
  };
  for (int x = 0; x <= lens.width_px; x += 8)
    for (const int y : {-2, lens.height_px + 1})
      meet(x, y);
  for (int y = 0; y <= lens.height_px; y += 8)
    for (const int x : {-2, lens.width_px + 1})
      meet(x, y);
  return {2 * static_cast<int>(std::min(wide + 2.0, 0.7 * lens.width_px)),
          2 * static_cast<int>(std::min(high + 2.0, 0.7 * lens.height_px))};
}

nlohmann::json numbers(const Eigen::Vector3f& v) {
  return {v.x(), v.y(), v.z()};
}

} // namespace

void writeScene(const Scene& scene, const std::string& prefix) {
  const BoardView& view = scene.view;
  const cv::Size canvas = canvasOf(view.lens);
  nlohmann::json out{{"width", canvas.width},
                     {"height", canvas.height},
                     {"focal_px", view.lens.fx_px},
                     {"half_mm", (0.5 * view.columns + scene.board.margin) * view.square_mm},
                     {"thickness_mm", scene.thickness_mm},
                     {"table_mm", scene.table_mm},
                     {"gloss", scene.board_gloss},
                     {"side_bgr", {scene.board.side[0], scene.board.side[1], scene.board.side[2]}}};
  out["camera_from_board"] = matrixJson(view.camera_from_board.matrix().topRows<3>());
  std::ofstream bin(prefix + ".bin", std::ios::binary);
  const auto write = [&](const auto& list) {
    bin.write(reinterpret_cast<const char*>(list.data()), static_cast<std::streamsize>(list.size() * sizeof(list[0])));
  };
  for (const Thing& thing : scene.things) {
    if (reachesBehind(view, thing.mesh))
      continue;
    const Material& m = thing.material;
    out["things"].push_back({{"points", thing.mesh.points.size()},
                             {"triangles", thing.mesh.triangles.size()},
                             {"bgr", numbers(m.bgr)},
                             {"specular", m.specular},
                             {"shininess", m.shininess},
                             {"grain", m.grain},
                             {"marble", m.marble},
                             {"other_bgr", numbers(m.other)}});
    write(thing.mesh.points);
    write(thing.mesh.normals);
    write(thing.mesh.triangles);
  }
  cv::imwrite(prefix + ".board.png", scene.board.texture);
  cv::imwrite(prefix + ".table.png", scene.table);
  std::ofstream(prefix + ".json") << out;
}

cv::Mat readLight(const BoardView& view, const std::string& prefix) {
  if (!std::filesystem::exists(prefix + ".exr"))
    return {};
  const cv::Mat light = cv::imread(prefix + ".exr", cv::IMREAD_ANYDEPTH | cv::IMREAD_COLOR);
  if (light.empty())
    return {};
  const Lens& lens = view.lens;
  const auto told = nlohmann::json::parse(std::ifstream(prefix + ".json"));
  const cv::Size canvas(told.at("width").get<int>(), told.at("height").get<int>());
  const double sx = static_cast<double>(light.cols) / canvas.width,
               sy = static_cast<double>(light.rows) / canvas.height;
  cv::Mat x(lens.height_px, lens.width_px, CV_32F), y(x.size(), CV_32F), out;
  for (int v = 0; v < x.rows; ++v)
    for (int u = 0; u < x.cols; ++u) {
      const Eigen::Vector2d n = lens.undistort({u, v});
      x.at<float>(v, u) = static_cast<float>((n.x() * lens.fx_px + 0.5 * canvas.width) * sx - 0.5);
      y.at<float>(v, u) = static_cast<float>((n.y() * lens.fx_px + 0.5 * canvas.height) * sy - 0.5);
    }
  cv::remap(light, out, x, y, cv::INTER_CUBIC, cv::BORDER_REPLICATE);
  return cv::max(out, 0.0);
}

void writePicture(const cv::Mat& image, const BoardView& view, const std::string& prefix) {
  const Lens& lens = view.lens;
  const nlohmann::json camera_matrix = {{lens.fx_px, 0.0, lens.cx_px}, {0.0, lens.fy_px, lens.cy_px}, {0.0, 0.0, 1.0}};
  const nlohmann::json truth{
      {"image", {{"width", lens.width_px}, {"height", lens.height_px}}},
      {"camera",
       {{"K", camera_matrix},
        {"dist_k1k2p1p2k3", std::vector<double>(lens.distortion.begin(), lens.distortion.begin() + 5)},
        {"T_camera_table", matrixJson(view.camera_from_board.matrix())}}},
      {"marker_dict", nullptr},
      {"objects", nlohmann::json::array()}};
  cv::imwrite(prefix + ".jpg", image);
  std::ofstream(prefix + ".json") << truth.dump() << '\n';
}

} // namespace linesman::training
