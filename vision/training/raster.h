#pragma once
#include <opencv2/core/mat.hpp>

#include "vision/board_view.h"
#include "vision/training/mesh.h"
#include "vision/training/textures.h"

namespace linesman::training {

struct Material {
  Eigen::Vector3f bgr{0.8F, 0.8F, 0.8F}; ///< linear
  float specular = 0.2F, shininess = 30.0F, grain = 0.0F;
  Eigen::Vector3f other{0.8F, 0.8F, 0.8F}; ///< what flows into `bgr` where `marble` > 0
  float marble = 0.0F;                     ///< turns a millimetre
};

/// A mesh in its place (BoardFrame mm); `id` names it in the id picture (0 = board and table).
struct Thing {
  Mesh mesh;
  Material material;
  int id = 0;
};

struct Light {
  Eigen::Vector3d place_mm{0, 0, 1000};
  Eigen::Vector3f bgr{1, 1, 1};
  double softness = 0.01;
};

struct Scene {
  BoardView view;
  double thickness_mm = 10.0, table_mm = 2000.0;
  BoardLook board;
  cv::Mat table;
  std::vector<Thing> things;
  std::vector<Light> lights;
  Eigen::Vector3f ambient{0.3F, 0.3F, 0.3F};
  float board_gloss = 0.1F;
  float crevice = 0.0F; ///< how much darker it is where none of the sky is seen: in cups, under collars, between men
};

struct Rendered {
  cv::Mat image;             ///< linear, 32 bit float BGR
  cv::Mat ids;               ///< 16 bit signed
  std::vector<int> whole_px; ///< by id: pixels of the thing's whole outline, about, whatever hides it or cuts it off
  std::vector<int> seen_px;  ///< by number of the thing in the scene: its pixels that are seen
};

/// Whether a part of a mesh is behind the camera or right before it: such things are not drawn.
bool reachesBehind(const BoardView& view, const Mesh& mesh);

Rendered render(const Scene& scene, Rng& rng);

} // namespace linesman::training
