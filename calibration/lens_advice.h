#pragma once
#include <string>

#include "calibration/lens_calibration.h"

namespace linesman {

/// What the views lack, as advice; `weak` when the lens is not fit for use. Not how many they are decides, but what
/// they leave open: a single view that is tilted enough gives a lens, with a warning of how rough it is.
std::string lackOf(const LensCalibration& c, bool& weak);

/// What is said of views whose points lie `rms_px` off the lens that fits them best.
std::string misfitSentence(double rms_px);

} // namespace linesman
