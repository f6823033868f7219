#pragma once
// Frames are empty types: they appear in the types of poses and points, so that a wrong chain does not compile.
// README.md in this folder draws them.

namespace linesman {

/// x right, y away from the operator, z up; origin on the table top. Millimetres, right-handed.
struct TableFrame {};
/// OpenCV's camera: x right, y down, z forward along the optical axis. Millimetres.
struct CameraFrame {};
/// A piece on the table. Lying pyramid: origin at the middle of the stern edge, x towards the bow, y to port, z up.
/// Upright pyramid: origin at the centre of the base, z to the apex. Millimetres.
struct PieceFrame {};
/// A board: origin at its centre on the top face, x towards higher files, y towards higher ranks, z up. Millimetres.
struct BoardFrame {};
/// Pixels; (0,0) is the CENTRE of the top-left pixel, x right, y down.
struct ImageFrame {};

} // namespace linesman
