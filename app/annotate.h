#pragma once
#include <string>

#include <opencv2/core/mat.hpp>

#include "app/overlay.h"
#include "models/result.h"

namespace linesman::app {

/// `image` (8 bit BGR) with the overlay drawn over it, the very marks that the window shows. Works without a display.
cv::Mat annotate(const cv::Mat& image, const TableState& state, const Lens& lens, const OverlayContent& content,
                 const PieceCatalog& pieces = PieceCatalog::standard());
/// The same with the ships' names and no call.
cv::Mat annotate(const cv::Mat& image, const TableState& state, const Lens& lens);

/// Writes a picture that was drawn, signed (`models/signed_file.h`); one sentence when the folder or file cannot be
/// written, or a file is there that this program did not draw.
Result<void> writePicture(const cv::Mat& image, const std::string& path);

/// Letters need Qt's font machinery. Makes a QGuiApplication that talks to no display when the program has none yet;
/// call it from the main thread.
void ensureLetters();

} // namespace linesman::app
