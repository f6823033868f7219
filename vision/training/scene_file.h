#pragma once
#include <string>

#include "vision/training/raster.h"

namespace linesman::training {

/// Writes what `render_boards.py` (blender) draws a scene from: PREFIX.json, .bin (meshes), .board.png and .table.png.
void writeScene(const Scene& scene, const std::string& prefix);

/// The linear picture that blender drew of the scene (PREFIX.exr, pinhole), as the scene's lens sees it. Empty when
/// there is none.
cv::Mat readLight(const BoardView& view, const std::string& prefix);

/// Writes a picture of a scene, PREFIX.jpg, and with PREFIX.json the truth of a table on which no pyramid lies, in the
/// form of the rendered tables' (tests/support/table_truth.h): the board's frame is the table's.
void writePicture(const cv::Mat& image, const BoardView& view, const std::string& prefix);

} // namespace linesman::training
