#include "vision/training/scene.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/Geometry>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "vision/training/dice.h"

namespace linesman::training {

namespace {

Eigen::Vector3f fromRgb(double r, double g, double b) {
  return Eigen::Vector3f(static_cast<float>(b), static_cast<float>(g), static_cast<float>(r)).array().pow(2.2F);
}

Eigen::Vector3f jitter(const Eigen::Vector3f& c, Rng& rng, double by) {
  Eigen::Vector3f out = c * static_cast<float>(uniform(rng, 1.0 - by, 1.0 + by));
  for (int k = 0; k < 3; ++k)
    out[k] *= static_cast<float>(uniform(rng, 1.0 - 0.5 * by, 1.0 + 0.5 * by));
  return out.cwiseMin(0.95F);
}

struct SetColours {
  Material light, dark;
};

SetColours randomColours(Rng& rng) {
  const Eigen::Vector3f lights[] = {fromRgb(0.93, 0.92, 0.9), fromRgb(0.9, 0.87, 0.76), fromRgb(0.85, 0.72, 0.5), fromRgb(0.8, 0.63, 0.4), fromRgb(0.92, 0.85, 0.68), fromRgb(0.75, 0.75, 0.76), fromRgb(0.97, 0.97, 0.95)};
  const Eigen::Vector3f darks[] = {fromRgb(0.1, 0.1, 0.1), fromRgb(0.17, 0.15, 0.14), fromRgb(0.3, 0.18, 0.12), fromRgb(0.42, 0.15, 0.09), fromRgb(0.38, 0.24, 0.15), fromRgb(0.22, 0.13, 0.1), fromRgb(0.5, 0.16, 0.1), fromRgb(0.16, 0.12, 0.22), fromRgb(0.6, 0.14, 0.1), fromRgb(0.28, 0.28, 0.3), fromRgb(0.1, 0.13, 0.22), fromRgb(0.12, 0.2, 0.13), fromRgb(0.45, 0.3, 0.18)};
  SetColours out;
  const int l = whole(rng, 0, 6);
  out.light.bgr = jitter(lights[l], rng, 0.15);
  out.dark.bgr = jitter(darks[(l <= 1 || l >= 5) && chance(rng, 0.6) ? whole(rng, 0, 1) : whole(rng, 0, 12)], rng, 0.3);
  const auto gloss = static_cast<float>(chance(rng, 0.3) ? uniform(rng, 0.0, 0.05) : uniform(rng, 0.05, 0.8));
  const auto shininess = static_cast<float>(uniform(rng, 8.0, 120.0));
  const auto grain = static_cast<float>(l >= 2 && l <= 4 ? uniform(rng, 0.0, 0.07) : 0.0);
  out.light.specular = out.dark.specular = gloss;
  out.light.shininess = out.dark.shininess = shininess;
  out.light.grain = out.dark.grain = grain;
  return out;
}

Eigen::Matrix3f turnZ(double angle) {
  return Eigen::AngleAxisf(static_cast<float>(angle), Eigen::Vector3f::UnitZ()).toRotationMatrix();
}

Eigen::Vector3f bandColour(Rng& rng) {
  const Eigen::Vector3f all[] = {fromRgb(0.8, 0.08, 0.08), fromRgb(0.1, 0.55, 0.2), fromRgb(0.1, 0.2, 0.8), fromRgb(0.05, 0.05, 0.06), fromRgb(0.85, 0.7, 0.1), fromRgb(0.75, 0.6, 0.42), fromRgb(0.85, 0.4, 0.1), fromRgb(0.9, 0.9, 0.9)};
  return jitter(all[whole(rng, 0, 7)], rng, 0.2);
}

void addBand(std::vector<Thing>& things, const PieceModel& model, double share, const Eigen::Vector3d& foot, int id, bool turned, const Eigen::Vector3f& own, Rng& rng) {
  const double z = share * model.height_mm, own_z = turned ? model.height_mm - z : z;
  const double thick = uniform(rng, 1.2, 3.0) * model.height_mm / 55.0;
  // Snug on the stem, where a collar may hide it, or rolled over what is widest there.
  const double radius = chance(rng, 0.5) ? model.reachAt(own_z, 0.3 * thick) : model.reachAt(own_z, uniform(rng, 0.5, 1.5) * thick);
  Thing band;
  band.mesh = torus(radius + 0.25 * thick, thick, z, 0.0, rng);
  band.mesh.transform(Eigen::AngleAxisf(static_cast<float>(bell(rng, 0.04)), Eigen::Vector3f::UnitX()).toRotationMatrix(), Eigen::Vector3f::Zero());
  band.mesh.transform(Eigen::Matrix3f::Identity(), foot.cast<float>());
  band.material.bgr = chance(rng, 0.15) ? jitter(own, rng, 0.4) : bandColour(rng); // some are of nearly the man's colour
  band.material.specular = 0.1F;
  band.id = id;
  things.push_back(std::move(band));
}

void addHand(std::vector<Thing>& things, const Eigen::Vector3d& tip, double size, double heading, int id, Rng& rng) {
  Thing skin;
  const Eigen::Vector3f tones[] = {fromRgb(0.85, 0.65, 0.53), fromRgb(0.72, 0.5, 0.38), fromRgb(0.5, 0.33, 0.23), fromRgb(0.3, 0.2, 0.15)};
  skin.material.bgr = jitter(tones[whole(rng, 0, 3)], rng, 0.1);
  skin.material.specular = 0.05F;
  const Eigen::Matrix3d turn = Eigen::AngleAxisd(heading, Eigen::Vector3d::UnitZ()).toRotationMatrix();
  const auto at = [&](double x, double y, double z) { return Eigen::Vector3d(tip + turn * Eigen::Vector3d(x, y, z) * size); };
  const Eigen::Vector3d palm = at(1.0, 0.0, 0.9), wrist = at(2.2, 0.1, 1.2);
  for (int f = 0; f < 5; ++f) {
    const Eigen::Vector3d end = at(uniform(rng, -0.1, 0.4), (f - 2) * uniform(rng, 0.1, 0.35), uniform(rng, 0.0, 0.5));
    const Eigen::Vector3d knuckle = at(0.65, (f - 2) * 0.22, 0.95);
    skin.mesh.append(capsule(end, knuckle, 0.11 * size, 0.13 * size));
    skin.mesh.append(capsule(knuckle, palm + turn * Eigen::Vector3d(0.2, (f - 2) * 0.16, 0) * size, 0.13 * size, 0.2 * size));
  }
  skin.mesh.append(capsule(palm, wrist, 0.33 * size, 0.3 * size));
  skin.id = id;
  Thing sleeve;
  sleeve.mesh = capsule(wrist, at(7.0, uniform(rng, -1.0, 1.0), 2.0), 0.36 * size, 0.5 * size);
  sleeve.material.bgr = fromRgb(uniform(rng, 0, 1), uniform(rng, 0, 1), uniform(rng, 0, 1));
  sleeve.id = id;
  things.push_back(std::move(skin));
  things.push_back(std::move(sleeve));
}

BoardView randomView(int n, double square, Rng& rng) {
  BoardView view;
  view.columns = view.rows = n;
  view.square_mm = square;
  Lens& lens = view.lens;
  const double wide = uniform(rng, 0.0, 1.0);
  lens.width_px = wide < 0.2 ? 800 : wide < 0.5 ? 960 : 1280;
  lens.height_px = lens.width_px * (chance(rng, 0.7) ? 9 : 12) / 16;
  lens.fx_px = lens.fy_px = 0.5 * lens.width_px / std::tan(0.5 * uniform(rng, 0.7, 1.55));
  lens.cx_px = 0.5 * lens.width_px + bell(rng, 8.0);
  lens.cy_px = 0.5 * lens.height_px + bell(rng, 8.0);
  lens.distortion[0] = uniform(rng, -0.12, 0.03);
  // A third of the cameras hang on an arm above the board: heads hide what lies below them.
  const double tilt = chance(rng, 0.33) ? uniform(rng, 0.03, 0.32) : std::pow(uniform(rng, 0.0, 1.0), 0.8) * 1.1;
  const double azimuth = chance(rng, 0.6) ? bell(rng, 0.2) + whole(rng, 0, 3) * std::numbers::pi / 2.0 : uniform(rng, 0.0, 6.28);
  const double board = n * square;
  const double distance = board * lens.fx_px / (lens.height_px * uniform(rng, 0.5, 1.15));
  const Eigen::Vector3d target(bell(rng, 0.06) * board, bell(rng, 0.06) * board, 0.0);
  const Eigen::Vector3d eye = target + distance * Eigen::Vector3d(std::sin(tilt) * std::sin(azimuth), -std::sin(tilt) * std::cos(azimuth), std::cos(tilt));
  const Eigen::Vector3d forward = (target - eye).normalized();
  const Eigen::Vector3d away(-std::sin(azimuth), std::cos(azimuth), 0.0);
  const Eigen::Vector3d right = forward.cross(tilt < 0.02 ? away : Eigen::Vector3d(away + Eigen::Vector3d(0, 0, 1e-3))).normalized();
  Eigen::Matrix3d r;
  r.row(0) = right;
  r.row(1) = forward.cross(right);
  r.row(2) = forward;
  r = Eigen::AngleAxisd(bell(rng, 0.12), Eigen::Vector3d::UnitZ()).toRotationMatrix() * r;
  view.camera_from_board = {r, -r * eye};
  return view;
}

/// Kinds by square: the start position, men of one box in the middle of a game or anywhere, or (a tenth) a free scatter.
std::vector<int> randomPosition(int n, Rng& rng) {
  std::vector<int> kinds(static_cast<std::size_t>(n * n), 0);
  const int order[8] = {3, 5, 4, 2, 1, 4, 5, 3};
  const int mode = whole(rng, 0, 9);
  const auto at = [&](int file, int rank) -> int& { return kinds[static_cast<std::size_t>(rank * n + file)]; };
  if (mode <= 5) {
    const int left = (n - 8) / 2;
    const bool swap = chance(rng, 0.5);
    for (int f = 0; f < 8; ++f)
      for (const int side : {0, 1}) {
        const int add = (side == 0) != swap ? 0 : 6;
        at(left + f, side == 0 ? 0 : n - 1) = order[f] + add;
        at(left + f, side == 0 ? 1 : n - 2) = 6 + add;
      }
    if (mode > 0) { // random walks of men, some of them taken
      const double taken = uniform(rng, 0.0, 0.25);
      for (int k = whole(rng, 20, 400); k > 0; --k) {
        int &a = at(whole(rng, 0, n - 1), whole(rng, 0, n - 1)), &b = at(whole(rng, 0, n - 1), whole(rng, 0, n - 1));
        if (a != 0 && b == 0)
          std::swap(a, b);
        else if (a != 0 && chance(rng, taken))
          a = 0;
      }
    }
    return kinds;
  }
  if (mode <= 8) { // some men of one box, anywhere
    const double left = uniform(rng, 0.25, 1.0), king = chance(rng, 0.9) ? 1.0 : left;
    const int count[6] = {1, 1, 2, 2, 2, 8};
    for (int k = 1; k <= 12; ++k)
      for (int one = 0; one < count[(k - 1) % 6]; ++one)
        if (int& place = at(whole(rng, 0, n - 1), whole(rng, 0, n - 1)); place == 0 && chance(rng, (k - 1) % 6 == 0 ? king : left))
          place = k;
    return kinds;
  }
  const double density = uniform(rng, 0.1, 0.6);
  for (int& k : kinds)
    if (chance(rng, density))
      k = (chance(rng, 0.25) ? 6 : chance(rng, 0.15) ? 3 : whole(rng, 1, 5)) + (chance(rng, 0.5) ? 6 : 0);
  return kinds;
}

/// Colours nearer to grey or further from it.
void saturate(cv::Mat& image, double amount) {
  cv::Mat grey, greys;
  cv::cvtColor(image, grey, cv::COLOR_BGR2GRAY);
  cv::cvtColor(grey, greys, cv::COLOR_GRAY2BGR);
  cv::addWeighted(image, amount, greys, 1.0 - amount, 0.0, image);
}

} // namespace

/// Numbers with mean 0 and sigma 1, drawn once.
const std::vector<float>& unitNoise() {
  static const std::vector<float> numbers = [] {
    std::vector<float> n(1U << 20U);
    Rng rng(1);
    std::normal_distribution<float> bell(0.0F, 1.0F);
    for (float& v : n)
      v = bell(rng);
    return n;
  }();
  return numbers;
}

SceneTruth randomScene(Rng& rng, double dice) {
  SceneTruth truth;
  Scene& scene = truth.scene;
  const int n = chance(rng, 0.55) ? 8 : 10;
  const double square = uniform(rng, 30.0, 58.0);
  const double least_px = chance(rng, 0.15) ? 28.0 : 44.0; // of a square's side; 1280 x 720 gives 50 to 75
  do
    scene.view = randomView(n, square, rng);
  while ((scene.view.pixel({0.5 * square, 0.0}) - scene.view.pixel({-0.5 * square, 0.0})).norm() < least_px);
  scene.board = randomBoard(rng, n);
  scene.table = randomTable(rng);
  scene.table_mm = uniform(rng, 500.0, 2500.0);
  scene.thickness_mm = chance(rng, 0.5) ? uniform(rng, 0.3, 2.0) : uniform(rng, 8.0, 22.0);
  scene.board_gloss = static_cast<float>(chance(rng, 0.6) ? uniform(rng, 0.0, 0.05) : uniform(rng, 0.05, 0.5));
  const SetStyle style = randomStyle(rng, square);
  scene.crevice = static_cast<float>(uniform(rng, 0.3, 1.0));
  std::vector<PieceModel> models;
  for (int k = 0; k < 6; ++k)
    models.push_back(makePiece(style, k));
  SetColours colours = randomColours(rng);
  const std::vector<int> kinds = randomPosition(n, rng);
  truth.squares.resize(kinds.size());
  const double bands = chance(rng, 0.5) ? uniform(rng, 0.1, 0.5) : 0.0, loose = uniform(rng, 0.02, 0.11);
  const bool special = chance(rng, 0.5);
  int id = 0;
  const auto put = [&](int kind, bool turned, const Eigen::Vector3d& foot, int which) {
    Thing thing;
    thing.mesh = models[static_cast<std::size_t>((kind - 1) % 6)].mesh;
    if (turned) {
      Eigen::Matrix3f over = Eigen::Vector3f(1, -1, -1).asDiagonal();
      thing.mesh.transform(over, Eigen::Vector3f(0, 0, static_cast<float>(models[2].height_mm)));
    }
    const bool knight = (kind - 1) % 6 == 4;
    const double heading = knight && chance(rng, 0.5) ? (kind > 6 ? -1 : 1) * std::numbers::pi / 2.0 + bell(rng, 0.3) : uniform(rng, 0.0, 6.28);
    thing.mesh.transform(turnZ(heading), foot.cast<float>());
    thing.material = kind > 6 ? colours.dark : colours.light;
    thing.material.bgr = jitter(thing.material.bgr, rng, 0.04);
    thing.id = which;
    scene.things.push_back(std::move(thing));
  };
  const auto diameterOf = [&](int kind) { return style.diameters_mm[static_cast<std::size_t>((kind - 1) % 6)]; };
  for (std::size_t at = 0; at < kinds.size(); ++at) {
    SquareTruth& square_truth = truth.squares[at];
    const Eigen::Vector2d centre = scene.view.centre_mm(static_cast<int>(at) % n, static_cast<int>(at) / n);
    const bool city = std::find(scene.board.cities.begin(), scene.board.cities.end(), static_cast<int>(at)) != scene.board.cities.end();
    if (city || chance(rng, dice) || (special && chance(rng, 0.05))) {
      if (kinds[at] == 0 && chance(rng, 0.8)) {
        square_truth.face = whole(rng, 1, 6);
        square_truth.id = ++id;
        square_truth.offset_mm = {bell(rng, 0.07) * square, bell(rng, 0.07) * square};
        square_truth.die_mm = square * uniform(rng, 0.24, 0.42);
        addDie(scene.things, square_truth.die_mm, {centre.x() + square_truth.offset_mm.x(), centre.y() + square_truth.offset_mm.y(), 0}, square_truth.face, id, rng);
      }
      if (kinds[at] == 0 && chance(rng, 0.45)) {
        square_truth.ring = true;
        Thing ring;
        ring.mesh = torus(square * uniform(rng, 0.34, 0.46), uniform(rng, 1.0, 2.2) * square / 42.0, 0.8, 0.02 * square, rng);
        ring.mesh.transform(Eigen::Matrix3f::Identity(), Eigen::Vector3f(static_cast<float>(centre.x()), static_cast<float>(centre.y()), 0));
        ring.material.bgr = bandColour(rng);
        ring.id = 0;
        scene.things.push_back(std::move(ring));
      }
      continue;
    }
    if (kinds[at] == 0)
      continue;
    const int kind = kinds[at];
    square_truth.kind = kind;
    square_truth.id = ++id;
    square_truth.offset_mm = {std::clamp(bell(rng, loose), -0.24, 0.24) * square, std::clamp(bell(rng, loose), -0.24, 0.24) * square};
    const Eigen::Vector3d foot(centre.x() + square_truth.offset_mm.x(), centre.y() + square_truth.offset_mm.y(), 0.0);
    const bool is_rook = (kind - 1) % 6 == 2, is_king = (kind - 1) % 6 == 0;
    square_truth.turned = is_rook && special && chance(rng, 0.2);
    square_truth.rider = is_rook && special && chance(rng, 0.25);
    put(kind, square_truth.turned, foot, id);
    const PieceModel& model = models[static_cast<std::size_t>((kind - 1) % 6)];
    if (!square_truth.turned && !square_truth.rider)
      square_truth.diameter_mm = diameterOf(kind);
    const auto band = [&](double low, double high) { addBand(scene.things, model, uniform(rng, low, high), foot, square_truth.id, square_truth.turned, (kind > 6 ? colours.dark : colours.light).bgr, rng); };
    const auto wears = [&](std::size_t where, double low, double high) {
      square_truth.bands[where] = static_cast<int>(scene.things.size());
      band(low, high);
    };
    if (chance(rng, bands))
      wears(0, 0.12, 0.26);
    if (chance(rng, bands))
      wears(1, 0.54, 0.74);
    if (is_king && chance(rng, 1.5 * bands))
      wears(2, 0.8, 0.92);
    if (square_truth.rider)
      put(kind + 3, false, foot + Eigen::Vector3d(0, 0, model.height_mm * 0.99), square_truth.id);
  }
  for (int k = chance(rng, 0.6) ? whole(rng, 0, 6) : whole(rng, 6, 16); k > 0; --k) { // taken pieces beside the board
    const double away_mm = (0.5 * n + scene.board.margin + uniform(rng, 0.45, 1.7)) * square;
    const double along_mm = uniform(rng, -0.55, 0.55) * n * square;
    const int side = whole(rng, 0, 3);
    const Eigen::Vector2d foot(side < 2 ? (side == 0 ? away_mm : -away_mm) : along_mm, side < 2 ? along_mm : (side == 2 ? away_mm : -away_mm));
    if (std::any_of(truth.taken.begin(), truth.taken.end(), [&](const TakenTruth& other) { return (other.foot_mm - foot).norm() < 0.72 * square; }))
      continue;
    const int kind = chance(rng, 0.4) ? 6 * whole(rng, 1, 2) : whole(rng, 1, 12);
    put(kind, false, {foot.x(), foot.y(), -scene.thickness_mm}, ++id);
    truth.taken.push_back({kind, id, foot, diameterOf(kind)});
  }
  if (chance(rng, 0.12))
    addHand(scene.things, {uniform(rng, -0.4, 0.4) * n * square, uniform(rng, -0.4, 0.4) * n * square, uniform(rng, 0.2, 0.8) * square}, square * uniform(rng, 1.5, 2.4), uniform(rng, 0, 6.28), ++id, rng);
  const double power = uniform(rng, 0.5, 1.2);
  const auto warm = static_cast<float>(uniform(rng, 0.65, 1.1));
  for (int k = chance(rng, 0.5) ? 1 : whole(rng, 2, 3); k > 0; --k) {
    Light light;
    const double a = uniform(rng, 0, 6.28), reach = uniform(rng, 1.5, 6.0) * n * square, slope = uniform(rng, 0.1, 1.0);
    light.place_mm = reach * Eigen::Vector3d(std::sin(slope) * std::cos(a), std::sin(slope) * std::sin(a), std::cos(slope));
    light.bgr = Eigen::Vector3f(warm, 0.5F + 0.5F * warm, 1.0F) * static_cast<float>(power * uniform(rng, 0.4, 1.0));
    light.softness = uniform(rng, 0.001, 0.025);
    scene.lights.push_back(light);
  }
  scene.ambient = Eigen::Vector3f(0.5F + 0.5F * warm, 1.0F, 1.0F) * static_cast<float>(uniform(rng, 0.12, 0.6));
  return truth;
}

cv::Mat develop(const cv::Mat& linear, Rng& rng) {
  cv::Mat image;
  const double blur = chance(rng, 0.8) ? uniform(rng, 0.4, 1.3) : uniform(rng, 1.3, 2.2);
  cv::GaussianBlur(linear, image, {}, blur);
  const auto brightness = [](const cv::Mat& of) { return cv::mean(of).dot(cv::Scalar(1, 1, 1)) / 3.0; };
  const double mean = brightness(cv::min(image, 3.0 * brightness(image))); // a lamp's mirror image is not to darken all else
  const double gain = std::pow(uniform(rng, 0.5, 2.2), 1.0) * 0.2 / std::max(0.02, mean);
  const std::array<float, 3> tint{static_cast<float>(gain * uniform(rng, 0.85, 1.15)), static_cast<float>(gain), static_cast<float>(gain * uniform(rng, 0.85, 1.15))};
  const cv::Point2d middle(0.5 * image.cols, 0.5 * image.rows);
  const double vignette = uniform(rng, 0.0, 0.45) / (middle.x * middle.x + middle.y * middle.y);
  const double gamma = uniform(rng, 0.38, 0.5), contrast = uniform(rng, 0.0, 0.25);
  const auto noise = static_cast<float>(uniform(rng, 0.0, chance(rng, 0.2) ? 0.04 : 0.012));
  const std::vector<float>& grain = unitNoise();
  cv::Mat out(image.size(), CV_8UC3);
  constexpr int steps = 2048; // the tone curve, by the square root of the brightness
  std::vector<float> curve(steps + 1);
  for (int k = 0; k <= steps; ++k)
    curve[static_cast<std::size_t>(k)] = static_cast<float>(std::pow(static_cast<double>(k) / steps, 2.0 * gamma));
  for (int y = 0; y < image.rows; ++y) {
    const auto* from = image.ptr<float>(y);
    const float* noisy = grain.data() + rng() % (grain.size() - 3U * static_cast<unsigned>(image.cols));
    auto* to = out.ptr<uchar>(y);
    for (int x = 0; x < image.cols; ++x) {
      const auto fall = static_cast<float>(1.0 - vignette * ((x - middle.x) * (x - middle.x) + (y - middle.y) * (y - middle.y)));
      for (int c = 0; c < 3; ++c) {
        const int k = 3 * x + c;
        const float root = std::sqrt(std::clamp(from[k] * tint[static_cast<std::size_t>(c)] * fall, 0.0F, 1.0F));
        const float v = std::clamp(curve[static_cast<std::size_t>(root * steps + 0.5F)] + noise * noisy[k], 0.0F, 1.0F);
        to[k] = cv::saturate_cast<uchar>(255.0F * (v + static_cast<float>(contrast) * (v * v * (3.0F - 2.0F * v) - v)));
      }
    }
  }
  if (chance(rng, 0.4)) { // a webcam's noise reduction
    cv::Mat smooth;
    cv::bilateralFilter(out, smooth, 5, uniform(rng, 6.0, 25.0), uniform(rng, 1.2, 2.5));
    out = smooth;
  }
  if (chance(rng, 0.7))
    saturate(out, uniform(rng, 0.8, 1.4));
  if (chance(rng, 0.6)) {
    cv::Mat soft;
    cv::GaussianBlur(out, soft, {}, 1.2);
    const double amount = uniform(rng, 0.1, 0.9);
    cv::addWeighted(out, 1.0 + amount, soft, -amount, 0.0, out);
  }
  std::vector<uchar> bytes;
  cv::imencode(".jpg", out, bytes, {cv::IMWRITE_JPEG_QUALITY, whole(rng, 35, 97)});
  return cv::imdecode(bytes, cv::IMREAD_COLOR);
}

} // namespace linesman::training
