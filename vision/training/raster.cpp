#include "vision/training/raster.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <opencv2/imgproc.hpp>

namespace linesman::training {

namespace {

/// Orthographic depth map along the light's direction.
class Shadow {
public:
  Shadow(const Scene& scene, const Light& light, double reach_mm)
      : per_mm_(static_cast<float>(1.0 / reach_mm)), softness_(static_cast<float>(light.softness)),
        depth_(size * size, -1e9F) {
    const Eigen::Vector3d towards = light.place_mm.normalized();
    const Eigen::Vector3d side = towards.unitOrthogonal();
    axes_.row(0) = side.cast<float>();
    axes_.row(1) = towards.cross(side).cast<float>();
    axes_.row(2) = towards.cast<float>();
    std::vector<Eigen::Vector3f> seen;
    for (const Thing& thing : scene.things) {
      seen.clear();
      for (const Eigen::Vector3f& p : thing.mesh.points) {
        const Eigen::Vector3f q = axes_ * p;
        seen.emplace_back(map(q.x()), map(q.y()), q.z());
      }
      for (const auto& t : thing.mesh.triangles)
        triangle(seen[static_cast<std::size_t>(t[0])], seen[static_cast<std::size_t>(t[1])],
                 seen[static_cast<std::size_t>(t[2])]);
    }
  }
  /// Share of the light that reaches `p`, 0 to 1.
  float lit(const Eigen::Vector3f& p) const {
    const Eigen::Vector3f q = axes_ * p;
    const float x = map(q.x()), y = map(q.y()), step = softness_ * size, z = q.z() + 1.6F;
    constexpr std::array<std::array<float, 2>, 5> taps{
        {{0.0F, 0.0F}, {1.0F, 0.3F}, {-0.3F, 1.0F}, {-1.0F, -0.3F}, {0.3F, -1.0F}}};
    float sum = 0.0F;
    for (const auto& tap : taps) {
      const int u = static_cast<int>(x + tap[0] * step), v = static_cast<int>(y + tap[1] * step);
      sum += static_cast<unsigned>(u) >= size || static_cast<unsigned>(v) >= size ||
                     depth_[static_cast<std::size_t>(v * size + u)] < z
                 ? 0.2F
                 : 0.0F;
    }
    return sum;
  }

private:
  static constexpr int size = 640;
  float map(float mm) const { return (mm * per_mm_ + 1.0F) * 0.5F * size; }
  void triangle(const Eigen::Vector3f& a, const Eigen::Vector3f& b, const Eigen::Vector3f& c) {
    const float area = (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
    const int x0 = std::max(0, static_cast<int>(std::min({a.x(), b.x(), c.x()}))),
              x1 = std::min(size - 1, static_cast<int>(std::max({a.x(), b.x(), c.x()})) + 1);
    const int y0 = std::max(0, static_cast<int>(std::min({a.y(), b.y(), c.y()}))),
              y1 = std::min(size - 1, static_cast<int>(std::max({a.y(), b.y(), c.y()})) + 1);
    if (std::abs(area) < 1e-6F || x0 > x1 || y0 > y1)
      return;
    const float z = (a.z() + b.z() + c.z()) / 3.0F, over = 1.0F / area;
    // Shares of two corners at (x0, y0) and their steps; the third is what is left.
    const float ux = (b.y() - c.y()) * over, uy = (c.x() - b.x()) * over, vx = (c.y() - a.y()) * over,
                vy = (a.x() - c.x()) * over;
    const auto left = static_cast<float>(x0), top = static_cast<float>(y0);
    float u_row = ((b.x() - left) * (c.y() - top) - (b.y() - top) * (c.x() - left)) * over;
    float v_row = ((c.x() - left) * (a.y() - top) - (c.y() - top) * (a.x() - left)) * over;
    for (int y = y0; y <= y1; ++y, u_row += uy, v_row += vy) {
      float* row = depth_.data() + y * size;
      float u = u_row, v = v_row;
      for (int x = x0; x <= x1; ++x, u += ux, v += vx)
        if (u >= -0.1F && v >= -0.1F && u + v <= 1.1F)
          row[x] = std::max(row[x], z);
    }
  }
  float per_mm_, softness_;
  Eigen::Matrix3f axes_;
  std::vector<float> depth_;
};

/// What things leave of the sky's light: soft shadows of eight parts of the sky, the lowest 25 degrees above the
/// horizon.
class Sky {
public:
  Sky(const Scene& scene, double reach_mm, Rng& rng) {
    const double turn = uniform(rng, 0.0, 2.0 * std::numbers::pi);
    for (int k = 0; k < parts; ++k) {
      const double azimuth = turn + 2.4 * k, height = 0.42 + 0.58 * (k + 0.5) / parts; // the golden angle spreads them
      const double flat = std::sqrt(1.0 - height * height);
      const Light part{{flat * std::cos(azimuth), flat * std::sin(azimuth), height}, Eigen::Vector3f::Ones(), 0.01};
      shadows_.emplace_back(scene, part, reach_mm);
      towards_.push_back(part.place_mm.cast<float>());
    }
  }
  /// Share of the sky above a surface that it sees.
  float open(const Eigen::Vector3f& place, const Eigen::Vector3f& normal) const {
    float seen = 0.0F, all = 1e-3F;
    for (std::size_t k = 0; k < towards_.size(); ++k) {
      const float facing = normal.dot(towards_[k]);
      if (facing <= 0.05F)
        continue;
      all += facing;
      seen += facing * shadows_[k].lit(place);
    }
    return seen / all;
  }

private:
  static constexpr int parts = 8;
  std::vector<Shadow> shadows_;
  std::vector<Eigen::Vector3f> towards_;
};

struct Buffers {
  cv::Mat depth, ids, place, normal, stamp;
};

/// How much of every thing lies inside the picture: its points, counted.
struct Framed {
  std::vector<int> inside, all;
};

void drawThing(const Scene& scene, const Thing& thing, int index, Buffers& b, std::vector<int>& whole_px,
               Framed& framed) {
  const auto& m = thing.mesh;
  if (reachesBehind(scene.view, m))
    return;
  const int w = scene.view.lens.width_px, h = scene.view.lens.height_px;
  std::vector<Eigen::Vector3f> seen(m.points.size());
  for (std::size_t k = 0; k < m.points.size(); ++k) {
    const Point3<CameraFrame> c = scene.view.camera_from_board * Point3<BoardFrame>{m.points[k].cast<double>()};
    const auto p = scene.view.lens.project(c).xy;
    seen[k] = {static_cast<float>(p.x()), static_cast<float>(p.y()), static_cast<float>(c.mm.z())};
    ++framed.all[static_cast<std::size_t>(thing.id)];
    framed.inside[static_cast<std::size_t>(thing.id)] += p.x() >= 0.0 && p.y() >= 0.0 && p.x() < w && p.y() < h ? 1 : 0;
  }
  for (const auto& t : m.triangles) {
    const Eigen::Vector3f &p = seen[t[0]], &q = seen[t[1]], &r = seen[t[2]];
    const float area = (q.x() - p.x()) * (r.y() - p.y()) - (q.y() - p.y()) * (r.x() - p.x());
    if (std::abs(area) < 1e-7F)
      continue;
    const int x0 = std::max(0, static_cast<int>(std::ceil(std::min({p.x(), q.x(), r.x()})))),
              x1 = std::min(w - 1, static_cast<int>(std::max({p.x(), q.x(), r.x()})));
    const int y0 = std::max(0, static_cast<int>(std::ceil(std::min({p.y(), q.y(), r.y()})))),
              y1 = std::min(h - 1, static_cast<int>(std::max({p.y(), q.y(), r.y()})));
    const float over = 1.0F / area, iz[3] = {1.0F / p.z(), 1.0F / q.z(), 1.0F / r.z()};
    for (int y = y0; y <= y1; ++y) {
      const auto fy = static_cast<float>(y);
      float* depth = b.depth.ptr<float>(y);
      int* stamp = b.stamp.ptr<int>(y);
      for (int x = x0; x <= x1; ++x) {
        const auto fx = static_cast<float>(x);
        const float u = ((q.x() - fx) * (r.y() - fy) - (q.y() - fy) * (r.x() - fx)) * over;
        const float v = ((r.x() - fx) * (p.y() - fy) - (r.y() - fy) * (p.x() - fx)) * over;
        const float s = 1.0F - u - v;
        if (u < 0.0F || v < 0.0F || s < 0.0F)
          continue;
        const float inverse = u * iz[0] + v * iz[1] + s * iz[2];
        if (stamp[x] != thing.id) { // a man's parts and bands come one after another: their outline is one
          stamp[x] = thing.id;
          ++whole_px[static_cast<std::size_t>(thing.id)];
        }
        if (inverse <= depth[x])
          continue;
        depth[x] = inverse;
        b.ids.at<short>(y, x) = static_cast<short>(index);
        const float a = u * iz[0] / inverse, c = v * iz[1] / inverse, d = s * iz[2] / inverse;
        const Eigen::Vector3f place = a * m.points[t[0]] + c * m.points[t[1]] + d * m.points[t[2]];
        const Eigen::Vector3f n = a * m.normals[t[0]] + c * m.normals[t[1]] + d * m.normals[t[2]];
        b.place.at<cv::Vec3f>(y, x) = {place.x(), place.y(), place.z()};
        b.normal.at<cv::Vec3f>(y, x) = {n.x(), n.y(), n.z()};
      }
    }
  }
}

/// Linear brightness of 8 bit values (gamma 2.2).
const std::array<float, 256>& linearOf() {
  static const std::array<float, 256> table = [] {
    std::array<float, 256> t{};
    for (std::size_t k = 0; k < t.size(); ++k)
      t[k] = std::pow(static_cast<float>(k) / 255.0F, 2.2F);
    return t;
  }();
  return table;
}

Eigen::Vector3f linear(const cv::Vec3b& c) {
  const auto& table = linearOf();
  return {table[c[0]], table[c[1]], table[c[2]]};
}

/// Between the four texels round (x, y).
Eigen::Vector3f sample(const cv::Mat& texture, float x, float y) {
  x = std::clamp(x, 0.0F, static_cast<float>(texture.cols) - 1.001F);
  y = std::clamp(y, 0.0F, static_cast<float>(texture.rows) - 1.001F);
  const int u = static_cast<int>(x), v = static_cast<int>(y);
  const float fx = x - static_cast<float>(u), fy = y - static_cast<float>(v);
  const auto *a = texture.ptr<cv::Vec3b>(v) + u, *b = texture.ptr<cv::Vec3b>(v + 1) + u;
  return (1.0F - fy) * ((1.0F - fx) * linear(a[0]) + fx * linear(a[1])) +
         fy * ((1.0F - fx) * linear(b[0]) + fx * linear(b[1]));
}

/// What a ray that meets no thing sees. `near`: on the board or close to it, where shadows fall.
Eigen::Vector3f ground(const Scene& scene, const Eigen::Vector3f& eye, const Eigen::Vector3f& ray,
                       Eigen::Vector3f& place, bool& near) {
  const auto square = static_cast<float>(scene.view.square_mm);
  const float half = (0.5F * static_cast<float>(scene.view.columns) + static_cast<float>(scene.board.margin)) * square;
  place = eye - eye.z() / ray.z() * ray;
  near = ray.z() < 0.0F;
  if (near && std::abs(place.x()) < half && std::abs(place.y()) < half) {
    const float scale = static_cast<float>(scene.board.texture.cols) / (2.0F * half);
    return sample(scene.board.texture, (place.x() + half) * scale - 0.5F, (half - place.y()) * scale - 0.5F);
  }
  const float down = (-static_cast<float>(scene.thickness_mm) - eye.z()) / ray.z();
  if (down <= 0.0F || down > 60.0F * std::abs(eye.z())) {
    near = false;
    return Eigen::Vector3f::Constant(0.05F);
  }
  place = eye + down * ray;
  near = std::abs(place.x()) < half + 1.5F * square && std::abs(place.y()) < half + 1.5F * square;
  const float scale = static_cast<float>(scene.table.cols) / static_cast<float>(scene.table_mm);
  const auto wrap = [](float at, int size) {
    const int k = static_cast<int>(std::floor(at)) % size;
    return k < 0 ? k + size : k;
  };
  return linear(
      scene.table.at<cv::Vec3b>(wrap(place.y() * scale, scene.table.rows), wrap(place.x() * scale, scene.table.cols)));
}

/// `base`, at most 1, to the power of `exponent`; what nobody sees is 0.
float shineOf(float base, float exponent) {
  const float log = exponent * std::log2(base);
  return log < -9.0F ? 0.0F : std::exp2(log);
}

/// Directions of the rays of every eighth pixel, BoardFrame.
class Rays {
public:
  Rays(const BoardView& view, int width, int height) : across_(width / 8 + 2) {
    const Eigen::Matrix3d turn = view.camera_from_board.rotation().transpose();
    for (int y = 0; y < height / 8 + 2; ++y)
      for (int x = 0; x < across_; ++x)
        grid_.push_back((turn * view.lens.undistort({8.0 * x, 8.0 * y}).homogeneous()).cast<float>());
  }
  Eigen::Vector3f at(int x, int y) const {
    const auto* top = grid_.data() + (y / 8) * across_ + x / 8;
    const auto* below = top + across_;
    const float fx = static_cast<float>(x % 8) / 8.0F, fy = static_cast<float>(y % 8) / 8.0F;
    return (1.0F - fy) * ((1.0F - fx) * top[0] + fx * top[1]) + fy * ((1.0F - fx) * below[0] + fx * below[1]);
  }

private:
  int across_;
  std::vector<Eigen::Vector3f> grid_;
};

/// What is seen at one pixel, before light falls on it.
struct Surface {
  Eigen::Vector3f place, normal{0, 0, 1}, albedo;
  float specular = 0.0F, shininess = 60.0F;
  bool near = true; ///< near enough to the board for shadows and shine
};

class Shader {
public:
  Shader(const Scene& scene, Rng& rng)
      : scene_(scene), sky_(scene, reachOf(scene), rng), eye_(scene.view.eye_mm().cast<float>()),
        phase_(static_cast<float>(uniform(rng, 0.0, 6.0))) {
    for (const Light& light : scene.lights) {
      shadows_.emplace_back(scene, light, reachOf(scene));
      places_.push_back(light.place_mm.cast<float>());
    }
  }
  Surface ofThing(const Thing& thing, const cv::Vec3f& p, const cv::Vec3f& n) const {
    Surface s;
    s.place = {p[0], p[1], p[2]};
    s.normal = Eigen::Vector3f(n[0], n[1], n[2]).normalized();
    s.albedo = thing.material.bgr;
    if (thing.material.marble > 0.0F) {
      const float f = thing.material.marble;
      const float flow = std::sin(f * p[0] + 1.7F * std::sin(0.8F * f * p[1] + phase_) + 1.3F * std::sin(f * p[2])) +
                         0.5F * std::sin(1.7F * f * p[1] - f * p[0]);
      s.albedo += std::clamp(0.5F + 0.8F * flow, 0.0F, 1.0F) * (thing.material.other - s.albedo);
    }
    if (thing.material.grain > 0.0F)
      s.albedo *= 1.0F + thing.material.grain *
                             (std::sin(1.1F * p[0] + 0.35F * p[2] + phase_) * std::sin(0.9F * p[1] - 0.2F * p[2]));
    s.specular = thing.material.specular;
    s.shininess = thing.material.shininess;
    return s;
  }
  Surface ofGround(const Eigen::Vector3f& ray) const {
    Surface s;
    s.albedo = ground(scene_, eye_, ray, s.place, s.near);
    s.specular = scene_.board_gloss;
    return s;
  }
  Eigen::Vector3f colour(Surface s) const {
    if (!s.near) {
      Eigen::Vector3f light = scene_.ambient;
      for (const Light& l : scene_.lights)
        light += 0.7F * l.bgr;
      return s.albedo.cwiseProduct(light);
    }
    const Eigen::Vector3f towards = (eye_ - s.place).normalized();
    if (s.normal.dot(towards) < 0.0F)
      s.normal = -s.normal;
    // Little of the sky's light comes from below and into crevices; what is thrown back by the board and the men fills
    // them.
    const float sky = (0.65F + 0.35F * s.normal.z()) * (1.0F - scene_.crevice * (1.0F - sky_.open(s.place, s.normal)));
    Eigen::Vector3f colour = s.albedo.cwiseProduct(scene_.ambient) * sky;
    for (std::size_t k = 0; k < places_.size(); ++k) {
      const Eigen::Vector3f l = (places_[k] - s.place).normalized();
      const float facing = s.normal.dot(l);
      if (facing <= 0.0F)
        continue;
      const float lit = shadows_[k].lit(s.place);
      if (lit <= 0.0F)
        continue;
      const float mirror = std::min(1.0F, s.normal.dot((l + towards).normalized()));
      const float shine = s.specular > 0.0F && mirror > 0.5F ? s.specular * shineOf(mirror, s.shininess) : 0.0F;
      colour += lit * (facing * s.albedo + Eigen::Vector3f::Constant(shine)).cwiseProduct(scene_.lights[k].bgr);
    }
    return colour;
  }

private:
  static double reachOf(const Scene& scene) { return 1.3 * (0.5 * scene.view.columns + 2.0) * scene.view.square_mm; }

  const Scene& scene_;
  Sky sky_;
  Eigen::Vector3f eye_;
  float phase_;
  std::vector<Shadow> shadows_;
  std::vector<Eigen::Vector3f> places_;
};

} // namespace

bool reachesBehind(const BoardView& view, const Mesh& mesh) {
  return std::any_of(mesh.points.begin(), mesh.points.end(), [&](const Eigen::Vector3f& p) {
    return (view.camera_from_board * Point3<BoardFrame>{p.cast<double>()}).mm.z() < 10.0;
  });
}

Rendered render(const Scene& scene, Rng& rng) {
  const int w = scene.view.lens.width_px, h = scene.view.lens.height_px;
  Buffers b{cv::Mat(h, w, CV_32F, cv::Scalar(0)), cv::Mat(h, w, CV_16S, cv::Scalar(-1)), cv::Mat(h, w, CV_32FC3),
            cv::Mat(h, w, CV_32FC3), cv::Mat(h, w, CV_32S, cv::Scalar(-1))};
  Rendered out;
  int last = 0;
  for (const Thing& thing : scene.things)
    last = std::max(last, thing.id);
  out.whole_px.assign(static_cast<std::size_t>(last) + 1, 0);
  Framed framed{std::vector<int>(out.whole_px.size(), 0), std::vector<int>(out.whole_px.size(), 0)};
  for (std::size_t k = 0; k < scene.things.size(); ++k)
    drawThing(scene, scene.things[k], static_cast<int>(k), b, out.whole_px, framed);
  for (std::size_t k = 0; k < out.whole_px.size(); ++k)
    if (framed.inside[k] > 0)
      out.whole_px[k] = static_cast<int>(static_cast<double>(out.whole_px[k]) * framed.all[k] / framed.inside[k]);
  out.seen_px.assign(scene.things.size(), 0);
  out.image.create(h, w, CV_32FC3);
  out.ids.create(h, w, CV_16S);
  const Shader shader(scene, rng);
  const Rays rays(scene.view, w, h);
  for (int y = 0; y < h; ++y) {
    const auto* indices = b.ids.ptr<short>(y);
    const auto *places = b.place.ptr<cv::Vec3f>(y), *normals = b.normal.ptr<cv::Vec3f>(y);
    auto* ids = out.ids.ptr<short>(y);
    auto* to = out.image.ptr<cv::Vec3f>(y);
    for (int x = 0; x < w; ++x) {
      const bool none = indices[x] < 0;
      const Thing* thing = none ? nullptr : &scene.things[static_cast<std::size_t>(indices[x])];
      ids[x] = none ? short{0} : static_cast<short>(thing->id);
      if (!none)
        ++out.seen_px[static_cast<std::size_t>(indices[x])];
      const Eigen::Vector3f colour =
          shader.colour(none ? shader.ofGround(rays.at(x, y)) : shader.ofThing(*thing, places[x], normals[x]));
      to[x] = {colour.x(), colour.y(), colour.z()};
    }
  }
  return out;
}

} // namespace linesman::training
