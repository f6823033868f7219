#pragma once
#include <vector>

#include <Eigen/Core>
#include <opencv2/core/mat.hpp>

#include "calibration/table_file.h"
#include "vision/colour_laws.h"
#include "vision/table_view.h"

namespace linesman {

/// The likeliest colour, and how likely it is.
struct ToldColour {
  Colour colour = Colour::red;
  double p = 0.0;
};

/// Whether a camera gave light and dark only. `bgr`: 8 bit.
bool isGrey(const cv::Mat& bgr);

/// Names the colours of pieces in one picture, relative to its light: white is taken from the markers' paper where
/// there are markers, otherwise it is as usual exposure shows it. Colours that the table file names are expected: what
/// may as well be one of them is, what is clearly another is not.
class PyramidColours {
public:
  PyramidColours(const cv::Mat& image, const TableView& view, const TableFile& table);

  /// Of pieces in this picture, of each what relativeToWhite() says and, where that was asked, the log odds that its
  /// plastic is opaque: all together, as colourCosts() has it, the first with their `known` colours. A grey picture
  /// tells none: then the likeliest is as likely as any.
  std::vector<ToldColour> coloursOf(const std::vector<Eigen::Vector3d>& relative_to_white,
                                    const std::vector<Colour>& known = {},
                                    const std::vector<double>& opaque_log_odds = {}) const;

  /// Which of these pieces may by their colours be of opaque as well as of translucent plastic.
  std::vector<std::size_t> opacityInDoubt(const std::vector<Eigen::Vector3d>& relative_to_white,
                                          const std::vector<Colour>& known) const;

  /// Of a piece by itself. `outline`: convex, pixels.
  ToldColour colourOf(const std::vector<Eigen::Vector2d>& outline) const;

  /// Blue, green, red of the inside, linear light; white paper is 1. `outline`: convex, pixels.
  Eigen::Vector3d relativeToWhite(const std::vector<Eigen::Vector2d>& outline) const;

  /// How unlike the plastic of any colour this (blue, green, red grey levels) is: the least squared distance in
  /// standard deviations, more by what speaks against a colour that is not expected.
  double leastCost(const Eigen::Vector3d& bgr) const;

  /// Whether the table file names this colour; true for all when it names none.
  bool expects(Colour colour) const;

  /// Name of an opaque thing of this colour (blue, green, red grey levels), of any colour.
  Colour opaque(const Eigen::Vector3d& bgr) const;

private:
  std::vector<ColourCosts> costsOf(const std::vector<Eigen::Vector3d>& relative_to_white,
                                   const std::vector<Colour>& known, const std::vector<double>& opaque_log_odds) const;

  const cv::Mat& image_;
  Eigen::Vector3d white_; ///< blue, green, red of white paper, linear light [0,1]
  std::vector<Colour> expected_;
  ColoursInPlay in_play_;
  ColourCosts against_alone_{}; ///< of colours that are not expected, for leastCost()
  bool grey_;                   ///< the picture has no colours
};

} // namespace linesman
