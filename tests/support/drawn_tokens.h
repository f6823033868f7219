#pragma once
#include <cmath>
#include <optional>
#include <vector>

#include "calibration/marker_detection.h"
#include "tests/support/drawn_board.h"
#include "vision/token_reader.h"

namespace linesman::test {

/// A board with printed tokens of 0.8 of a square, seen at an angle; every second square, all kinds in turn.
struct BoardWithTokens {
  DrawnBoard drawn;
  std::vector<std::optional<BoardMan>> men = std::vector<std::optional<BoardMan>>(64);
};

inline BoardWithTokens boardWithTokens(double tilt) {
  BoardWithTokens with{drawBoard(8, 8, tilt, 0.1)};
  DrawnBoard& drawn = with.drawn;
  const BoardView& view = drawn.view;
  std::vector<std::optional<BoardMan>>& men = with.men;
  int id = 50;
  for (int s = 0; s < 64; s += 2) {
    men[static_cast<std::size_t>(s)] = manOfToken(id);
    id = id == 85 ? 50 : id + 1;
  }
  for (int y = 0; y < 720; ++y)
    for (int x = 0; x < 1280; ++x) {
      double sum = 0.0;
      for (const double dy : {-0.25, 0.25})
        for (const double dx : {-0.25, 0.25}) {
          const Eigen::Vector2d p = view.point_mm({x + dx, y + dy}, 2.0) / view.square_mm + Eigen::Vector2d(4.0, 4.0);
          const int file = static_cast<int>(std::floor(p.x())), rank = static_cast<int>(std::floor(p.y()));
          double value = drawn.image.at<cv::Vec3b>(y, x)[0];
          if (file >= 0 && rank >= 0 && file < 8 && rank < 8 && men[static_cast<std::size_t>(rank * 8 + file)]) {
            const int s = rank * 8 + file;
            const double angle = 0.9 * s;
            const Eigen::Vector2d q = (p - Eigen::Vector2d(file + 0.5, rank + 0.5)) / 0.8; // in diameters
            const Eigen::Vector2d own(std::cos(angle) * q.x() + std::sin(angle) * q.y(),
                                      -std::sin(angle) * q.x() + std::cos(angle) * q.y());
            const BoardMan& man = *men[static_cast<std::size_t>(s)];
            if (own.norm() < 0.5) {
              value = own.norm() > (man.side == "dark" ? 0.46 : 0.488) ? 25.0 : 225.0;
              const MarkerCode code = markerCode(token_dictionary, *tokenId(man));
              const double u = (own.x() / token_marker_share + 0.5) * code.cells,
                           v = (0.5 - (own.y() + token_marker_drop) / token_marker_share) * code.cells;
              if (u >= 0 && v >= 0 && u < code.cells && v < code.cells)
                value =
                    code.white[static_cast<std::size_t>(static_cast<int>(v) * code.cells + static_cast<int>(u))] != 0
                        ? 225.0
                        : 25.0;
            }
          }
          sum += value;
        }
      const auto grey = cv::saturate_cast<uchar>(sum / 4.0);
      drawn.image.at<cv::Vec3b>(y, x) = {grey, grey, grey};
    }
  cv::GaussianBlur(drawn.image, drawn.image, {}, 0.8);
  cv::Mat noise(drawn.image.size(), CV_16SC3);
  cv::RNG(5).fill(noise, cv::RNG::NORMAL, 0.0, 4.0);
  cv::add(drawn.image, noise, drawn.image, cv::noArray(), CV_8UC3);
  return with;
}

} // namespace linesman::test
