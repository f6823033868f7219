#pragma once
#include "calibration/lens.h"

namespace linesman {

/// Parameters of a lens in the order of Lens::parameter_covariance: fx fy cx cy k1 k2 p1 p2 k3 k4 k5 k6.
using LensVector = Eigen::Matrix<double, 12, 1>;
using LensMatrix = Eigen::Matrix<double, 12, 12>;

LensVector parametersOf(const Lens& lens);
void setParameters(Lens& lens, const LensVector& parameters);

/// Derivative of the pixel of a normalised point (x/z, y/z) by the lens parameters.
Eigen::Matrix<double, 2, 12> parameterJacobian(const Lens& lens, const Eigen::Vector2d& normalised);

/// What is known of a webcam that nobody calibrated: focal length near 0.7 of the longer side (a field of view of
/// 71 degrees; a phone may stand upright), axis near the centre, little distortion; and the covariance that says so
/// (from the spread of common webcams). Of a picture that was cut out of a larger one the axis may lie anywhere.
Lens guessLens(int width_px, int height_px);
LensMatrix guessCovariance(const Lens& size);

/// Whether pictures of this lens were cut out of larger ones: their sides are in no camera's ratio, or its axis lies
/// far from their middle.
bool isCutOut(const Lens& lens);

/// How far a lens lies from the guess for whole pictures of its size, chi-square of eight parameters.
double deviationFromGuess(const Lens& lens);

/// What is known of any webcam's lens beforehand, about guessLens: weak, wider than for a guess without views, since
/// real axes lie up to 3 or 4 % off the centre.
LensMatrix lensPrior(const Lens& size);

} // namespace linesman
