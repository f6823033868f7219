#include "vision/training/scene.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

#include <Eigen/Geometry>

#include "vision/training/dice.h"
#include "vision/training/room.h"
#include "vision/training/set_colours.h"

namespace linesman::training {

namespace {

Eigen::Matrix3f turnZ(double angle) {
  return Eigen::AngleAxisf(static_cast<float>(angle), Eigen::Vector3f::UnitZ()).toRotationMatrix();
}

void addBand(std::vector<Thing>& things, const PieceModel& model, double share, const Eigen::Vector3d& foot, int id,
             bool turned, const Eigen::Vector3f& own, Rng& rng) {
  const double z = share * model.height_mm, own_z = turned ? model.height_mm - z : z;
  const double thick = uniform(rng, 1.2, 3.0) * model.height_mm / 55.0;
  // Snug on the stem, where a collar may hide it, or rolled over what is widest there.
  const double radius =
      chance(rng, 0.5) ? model.reachAt(own_z, 0.3 * thick) : model.reachAt(own_z, uniform(rng, 0.5, 1.5) * thick);
  Thing band;
  band.mesh = torus(radius + 0.25 * thick, thick, z, 0.0, rng);
  band.mesh.transform(
      Eigen::AngleAxisf(static_cast<float>(bell(rng, 0.04)), Eigen::Vector3f::UnitX()).toRotationMatrix(),
      Eigen::Vector3f::Zero());
  band.mesh.transform(Eigen::Matrix3f::Identity(), foot.cast<float>());
  band.material.bgr =
      chance(rng, 0.15) ? jitter(own, rng, 0.4) : bandColour(rng); // some are of nearly the man's colour
  band.material.specular = 0.1F;
  band.id = id;
  things.push_back(std::move(band));
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
  const double azimuth =
      chance(rng, 0.6) ? bell(rng, 0.2) + whole(rng, 0, 3) * std::numbers::pi / 2.0 : uniform(rng, 0.0, 6.28);
  const double board = n * square;
  const double distance = board * lens.fx_px / (lens.height_px * uniform(rng, 0.5, 1.15));
  const Eigen::Vector3d target(bell(rng, 0.06) * board, bell(rng, 0.06) * board, 0.0);
  view.camera_from_board = cameraFromBoard({target, distance, tilt, azimuth, bell(rng, 0.12)});
  return view;
}

/// Kinds by square: the start position, men of one box in the middle of a game or anywhere, or (a tenth) a free
/// scatter.
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
        if (int& place = at(whole(rng, 0, n - 1), whole(rng, 0, n - 1));
            place == 0 && chance(rng, (k - 1) % 6 == 0 ? king : left))
          place = k;
    return kinds;
  }
  const double density = uniform(rng, 0.1, 0.6);
  for (int& k : kinds)
    if (chance(rng, density))
      k = (chance(rng, 0.25) ? 6 : chance(rng, 0.15) ? 3 : whole(rng, 1, 5)) + (chance(rng, 0.5) ? 6 : 0);
  return kinds;
}

/// Puts a scene together, everything in the order in which it is drawn by lot.
class SceneMaker {
public:
  SceneMaker(Rng& rng, double dice, bool with_hands = true) : rng_(rng), dice_(dice), with_hands_(with_hands) {}

  SceneTruth make() {
    build();
    return std::move(truth_);
  }

  std::array<SceneTruth, 2> makeTwice() {
    build();
    const SceneTruth before = truth_;
    for (std::size_t at = 0; at < kinds_.size(); ++at)
      if (SquareTruth& square = truth_.squares[at]; square.kind != 0 && !square.rider) {
        if (chance(rng_, 0.08))
          takeAway(square);
        else if (chance(rng_, 0.5))
          touch(square, scene_.view.centre_mm(static_cast<int>(at) % n_, static_cast<int>(at) / n_));
      }
    return {before, std::move(truth_)};
  }

private:
  void build() {
    chooseBoard();
    chooseMen();
    for (std::size_t at = 0; at < kinds_.size(); ++at)
      fill(at);
    putTaken();
    if (with_hands_ && chance(rng_, 0.12))
      addHand(scene_.things,
              {uniform(rng_, -0.4, 0.4) * n_ * square_mm_, uniform(rng_, -0.4, 0.4) * n_ * square_mm_,
               uniform(rng_, 0.2, 0.8) * square_mm_},
              square_mm_ * uniform(rng_, 1.5, 2.4), uniform(rng_, 0, 6.28), ++id_, rng_);
    addLamps(scene_, n_ * square_mm_, {}, rng_);
  }

  void chooseBoard() {
    n_ = chance(rng_, 0.55) ? 8 : 10;
    square_mm_ = uniform(rng_, 30.0, 58.0);
    const double least_px = chance(rng_, 0.15) ? 28.0 : 44.0; // of a square's side; 1280 x 720 gives 50 to 75
    do
      scene_.view = randomView(n_, square_mm_, rng_);
    while ((scene_.view.pixel({0.5 * square_mm_, 0.0}) - scene_.view.pixel({-0.5 * square_mm_, 0.0})).norm() <
           least_px);
    scene_.board = randomBoard(rng_, n_);
    scene_.table = randomTable(rng_);
    scene_.table_mm = uniform(rng_, 500.0, 2500.0);
    scene_.thickness_mm = chance(rng_, 0.5) ? uniform(rng_, 0.3, 2.0) : uniform(rng_, 8.0, 22.0);
    scene_.board_gloss = static_cast<float>(chance(rng_, 0.6) ? uniform(rng_, 0.0, 0.05) : uniform(rng_, 0.05, 0.5));
  }

  void chooseMen() {
    style_ = randomStyle(rng_, square_mm_);
    scene_.crevice = static_cast<float>(uniform(rng_, 0.3, 1.0));
    for (int k = 0; k < 6; ++k)
      models_.push_back(makePiece(style_, k));
    colours_ = randomColours(rng_);
    trims_ = randomTrims(colours_, style_);
    kinds_ = randomPosition(n_, rng_);
    truth_.squares.resize(kinds_.size());
    bands_ = chance(rng_, 0.5) ? uniform(rng_, 0.1, 0.5) : 0.0;
    loose_ = uniform(rng_, 0.02, 0.11);
    special_ = chance(rng_, 0.5);
  }

  const PieceModel& modelOf(int kind) const { return models_[static_cast<std::size_t>((kind - 1) % 6)]; }
  double diameterOf(int kind) const { return style_.diameters_mm[static_cast<std::size_t>((kind - 1) % 6)]; }
  const Material& materialOf(int kind) const { return kind > 6 ? colours_.dark : colours_.light; }

  void put(int kind, bool turned, const Eigen::Vector3d& foot, int id) {
    Thing thing;
    thing.mesh = modelOf(kind).mesh;
    Eigen::Matrix3f turn = Eigen::Matrix3f::Identity();
    Eigen::Vector3f shift = foot.cast<float>();
    if (turned) {
      turn = Eigen::Vector3f(1, -1, -1).asDiagonal();
      shift.z() += static_cast<float>(models_[2].height_mm);
    }
    const bool knight = (kind - 1) % 6 == 4;
    const double heading = knight && chance(rng_, 0.5) ? (kind > 6 ? -1 : 1) * std::numbers::pi / 2.0 + bell(rng_, 0.3)
                                                       : uniform(rng_, 0.0, 6.28);
    turn = turnZ(heading) * turn;
    thing.material = materialOf(kind);
    thing.material.bgr = jitter(thing.material.bgr, rng_, 0.04);
    thing.id = id;
    for (Thing& part : trimmed(std::move(thing), kind)) {
      part.mesh.transform(turn, shift);
      scene_.things.push_back(std::move(part));
    }
  }

  /// The man cut into parts of one colour each.
  std::vector<Thing> trimmed(Thing man, int kind) const {
    std::vector<Thing> parts{std::move(man)};
    for (const Trim& trim : trims_) {
      if (!trim.kinds[(kind - 1) % 6])
        continue;
      const double height = modelOf(kind).height_mm, from = trim.from * height, to = trim.to * height;
      std::vector<Thing> cut;
      for (const Thing& part : parts) {
        for (const auto& [low, high, is_trim] : {std::tuple{-1.0, from, false}, {from, to, true}, {to, 1e4, false}}) {
          Thing piece{part.mesh.between(low, high), part.material, part.id};
          if (piece.mesh.triangles.empty())
            continue;
          if (is_trim)
            piece.material.bgr = trim.bgr[kind > 6 ? 1 : 0];
          cut.push_back(std::move(piece));
        }
      }
      parts = std::move(cut);
    }
    return parts;
  }

  void fill(std::size_t at) {
    const Eigen::Vector2d centre = scene_.view.centre_mm(static_cast<int>(at) % n_, static_cast<int>(at) / n_);
    const std::vector<int>& cities = scene_.board.cities;
    const bool city = std::find(cities.begin(), cities.end(), static_cast<int>(at)) != cities.end();
    if (city || chance(rng_, dice_) || (special_ && chance(rng_, 0.05))) {
      if (kinds_[at] == 0)
        putCity(truth_.squares[at], centre);
    } else if (kinds_[at] != 0) {
      putMan(truth_.squares[at], kinds_[at], centre);
    }
  }

  /// A die, a rubber band around it, both or neither.
  void putCity(SquareTruth& square, const Eigen::Vector2d& centre) {
    if (chance(rng_, 0.8)) {
      square.face = whole(rng_, 1, 6);
      square.id = ++id_;
      square.offset_mm = {bell(rng_, 0.07) * square_mm_, bell(rng_, 0.07) * square_mm_};
      square.die_mm = square_mm_ * uniform(rng_, 0.24, 0.42);
      addDie(scene_.things, square.die_mm, {centre.x() + square.offset_mm.x(), centre.y() + square.offset_mm.y(), 0},
             square.face, id_, rng_);
    }
    if (chance(rng_, 0.45)) {
      square.ring = true;
      Thing ring;
      ring.mesh = torus(square_mm_ * uniform(rng_, 0.34, 0.46), uniform(rng_, 1.0, 2.2) * square_mm_ / 42.0, 0.8,
                        0.02 * square_mm_, rng_);
      ring.mesh.transform(Eigen::Matrix3f::Identity(),
                          Eigen::Vector3f(static_cast<float>(centre.x()), static_cast<float>(centre.y()), 0));
      ring.material.bgr = bandColour(rng_);
      ring.id = 0;
      scene_.things.push_back(std::move(ring));
    }
  }

  void putMan(SquareTruth& square, int kind, const Eigen::Vector2d& centre) {
    square.kind = kind;
    square.id = ++id_;
    square.offset_mm = {std::clamp(bell(rng_, loose_), -0.24, 0.24) * square_mm_,
                        std::clamp(bell(rng_, loose_), -0.24, 0.24) * square_mm_};
    const Eigen::Vector3d foot(centre.x() + square.offset_mm.x(), centre.y() + square.offset_mm.y(), 0.0);
    const bool is_rook = (kind - 1) % 6 == 2, is_king = (kind - 1) % 6 == 0;
    square.turned = is_rook && special_ && chance(rng_, 0.2);
    square.rider = is_rook && special_ && chance(rng_, 0.25);
    put(kind, square.turned, foot, id_);
    if (!square.turned && !square.rider)
      square.diameter_mm = diameterOf(kind);
    if (chance(rng_, bands_))
      putBand(square, 0, foot);
    if (chance(rng_, bands_))
      putBand(square, 1, foot);
    if (is_king && chance(rng_, 1.5 * bands_))
      putBand(square, 2, foot);
    if (square.rider)
      put(kind + 3, false, foot + Eigen::Vector3d(0, 0, modelOf(kind).height_mm * 0.99), square.id);
  }

  void putBand(SquareTruth& square, std::size_t where, const Eigen::Vector3d& foot) {
    constexpr double low[] = {0.12, 0.54, 0.8}, high[] = {0.26, 0.74, 0.92}; // shares of the man's height
    square.bands[where] = static_cast<int>(scene_.things.size());
    addBand(scene_.things, modelOf(square.kind), uniform(rng_, low[where], high[where]), foot, square.id, square.turned,
            materialOf(square.kind).bgr, rng_);
  }

  /// Of a thing nothing is left; the numbers of the others stay.
  static void removeThing(Thing& thing) { thing.mesh = {}; }

  void takeAway(SquareTruth& square) {
    for (Thing& thing : scene_.things)
      if (thing.id == square.id)
        removeThing(thing);
    square = {};
  }

  /// A man is put back a little beside and turned, with bands put on or taken off.
  void touch(SquareTruth& square, const Eigen::Vector2d& centre) {
    const Eigen::Vector2d most = Eigen::Vector2d::Constant(0.24 * square_mm_), old = square.offset_mm,
                          moved = old + Eigen::Vector2d(bell(rng_, 0.03), bell(rng_, 0.03)) * square_mm_;
    square.offset_mm = moved.cwiseMax(-most).cwiseMin(most);
    const auto onBoard = [&](const Eigen::Vector2d& offset) {
      return Eigen::Vector3d(centre.x() + offset.x(), centre.y() + offset.y(), 0.0);
    };
    const bool knight = (square.kind - 1) % 6 == 4, king = (square.kind - 1) % 6 == 0;
    const Eigen::Matrix3f turn = turnZ(knight ? bell(rng_, 0.15) : uniform(rng_, 0.0, 6.28));
    const Eigen::Vector3d foot = onBoard(square.offset_mm);
    for (Thing& thing : scene_.things)
      if (thing.id == square.id)
        thing.mesh.transform(turn, foot.cast<float>() - turn * onBoard(old).cast<float>());
    for (std::size_t where = 0; where < (king ? 3U : 2U); ++where) {
      int& band = square.bands[where];
      if (band < 0) {
        if (chance(rng_, 0.35))
          putBand(square, where, foot);
      } else if (chance(rng_, 0.25)) {
        removeThing(scene_.things[static_cast<std::size_t>(band)]);
        band = -1;
      }
    }
  }

  /// Taken men beside the board.
  void putTaken() {
    for (int k = chance(rng_, 0.6) ? whole(rng_, 0, 6) : whole(rng_, 6, 16); k > 0; --k) {
      const double away_mm = (0.5 * n_ + scene_.board.margin + uniform(rng_, 0.45, 1.7)) * square_mm_;
      const double along_mm = uniform(rng_, -0.55, 0.55) * n_ * square_mm_;
      const int side = whole(rng_, 0, 3);
      const double out_mm = side % 2 == 0 ? away_mm : -away_mm;
      const Eigen::Vector2d foot = side < 2 ? Eigen::Vector2d(out_mm, along_mm) : Eigen::Vector2d(along_mm, out_mm);
      if (std::any_of(truth_.taken.begin(), truth_.taken.end(),
                      [&](const TakenTruth& other) { return (other.foot_mm - foot).norm() < 0.72 * square_mm_; }))
        continue;
      const int kind = chance(rng_, 0.4) ? 6 * whole(rng_, 1, 2) : whole(rng_, 1, 12);
      put(kind, false, {foot.x(), foot.y(), -scene_.thickness_mm}, ++id_);
      truth_.taken.push_back({kind, id_, foot, diameterOf(kind)});
    }
  }

  Rng& rng_;
  const double dice_; ///< share of free squares with one
  const bool with_hands_;
  SceneTruth truth_;
  Scene& scene_ = truth_.scene;
  int n_ = 8, id_ = 0;
  double square_mm_ = 50.0;
  SetStyle style_;
  std::vector<PieceModel> models_; ///< by kind
  SetColours colours_;
  std::vector<Trim> trims_;
  std::vector<int> kinds_;           ///< by square, as in SquareTruth
  double bands_ = 0.0, loose_ = 0.0; ///< share of men with one; how far men stand off their squares' middles, squares
  bool special_ = false;             ///< turned rooks, riders, dice anywhere
};

} // namespace

SceneTruth randomScene(Rng& rng, double dice) {
  return SceneMaker(rng, dice).make();
}

std::array<SceneTruth, 2> randomLooks(Rng& rng) {
  return SceneMaker(rng, 0.0, false).makeTwice();
}

} // namespace linesman::training
