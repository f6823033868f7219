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
  Shadow(const Scene& scene, const Light& light, double reach_mm) : reach_mm_(reach_mm), softness_(light.softness), depth_(size, size, CV_32F, cv::Scalar(-1e9)) {
    const Eigen::Vector3d towards = light.place_mm.normalized();
    const Eigen::Vector3d side = towards.unitOrthogonal();
    axes_.row(0) = side.cast<float>();
    axes_.row(1) = towards.cross(side).cast<float>();
    axes_.row(2) = towards.cast<float>();
    for (const Thing& thing : scene.things)
      for (const auto& t : thing.mesh.triangles)
        triangle(thing.mesh.points[t[0]], thing.mesh.points[t[1]], thing.mesh.points[t[2]]);
  }
  float lit(const Eigen::Vector3f& p) const {
    const Eigen::Vector3f q = axes_ * p;
    const float x = map(q.x()), y = map(q.y());
    float sum = 0.0F;
    const float step = static_cast<float>(softness_ * size);
    for (const auto& [dx, dy] : {std::pair{0.0F, 0.0F}, {1.0F, 0.3F}, {-0.3F, 1.0F}, {-1.0F, -0.3F}, {0.3F, -1.0F}}) {
      const int u = static_cast<int>(x + dx * step), v = static_cast<int>(y + dy * step);
      sum += (u < 0 || v < 0 || u >= size || v >= size || depth_.at<float>(v, u) < q.z() + 1.6F) ? 0.2F : 0.0F;
    }
    return sum;
  }

private:
  static constexpr int size = 640;
  float map(float mm) const { return static_cast<float>((mm / reach_mm_ + 1.0) * 0.5 * size); }
  void triangle(const Eigen::Vector3f& a3, const Eigen::Vector3f& b3, const Eigen::Vector3f& c3) {
    const Eigen::Vector3f a = axes_ * a3, b = axes_ * b3, c = axes_ * c3;
    const float z = (a.z() + b.z() + c.z()) / 3.0F;
    const cv::Point2f p[3] = {{map(a.x()), map(a.y())}, {map(b.x()), map(b.y())}, {map(c.x()), map(c.y())}};
    const int x0 = std::max(0, static_cast<int>(std::min({p[0].x, p[1].x, p[2].x}))), x1 = std::min(size - 1, static_cast<int>(std::max({p[0].x, p[1].x, p[2].x})) + 1);
    const int y0 = std::max(0, static_cast<int>(std::min({p[0].y, p[1].y, p[2].y}))), y1 = std::min(size - 1, static_cast<int>(std::max({p[0].y, p[1].y, p[2].y})) + 1);
    const double area = (p[1] - p[0]).cross(p[2] - p[0]);
    if (std::abs(area) < 1e-6)
      return;
    for (int y = y0; y <= y1; ++y)
      for (int x = x0; x <= x1; ++x) {
        const cv::Point2f q(static_cast<float>(x), static_cast<float>(y));
        if ((p[1] - p[0]).cross(q - p[0]) / area >= -0.1 && (p[2] - p[1]).cross(q - p[1]) / area >= -0.1 && (p[0] - p[2]).cross(q - p[2]) / area >= -0.1)
          depth_.at<float>(y, x) = std::max(depth_.at<float>(y, x), z);
      }
  }
  double reach_mm_, softness_;
  Eigen::Matrix3f axes_;
  cv::Mat depth_;
};

struct Buffers {
  cv::Mat depth, ids, place, normal, stamp;
};

/// How much of every thing lies inside the picture: its points, counted.
struct Framed {
  std::vector<int> inside, all;
};

void drawThing(const Scene& scene, const Thing& thing, int index, Buffers& b, std::vector<int>& whole_px, Framed& framed) {
  const auto& m = thing.mesh;
  const int w = scene.view.lens.width_px, h = scene.view.lens.height_px;
  std::vector<Eigen::Vector3f> seen(m.points.size());
  for (std::size_t k = 0; k < m.points.size(); ++k) {
    const Point3<CameraFrame> c = scene.view.camera_from_board * Point3<BoardFrame>{m.points[k].cast<double>()};
    if (c.mm.z() < 10.0)
      return;
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
    const int x0 = std::max(0, static_cast<int>(std::ceil(std::min({p.x(), q.x(), r.x()})))), x1 = std::min(w - 1, static_cast<int>(std::max({p.x(), q.x(), r.x()})));
    const int y0 = std::max(0, static_cast<int>(std::ceil(std::min({p.y(), q.y(), r.y()})))), y1 = std::min(h - 1, static_cast<int>(std::max({p.y(), q.y(), r.y()})));
    for (int y = y0; y <= y1; ++y)
      for (int x = x0; x <= x1; ++x) {
        const float fx = static_cast<float>(x), fy = static_cast<float>(y);
        const float u = ((q.x() - fx) * (r.y() - fy) - (q.y() - fy) * (r.x() - fx)) / area;
        const float v = ((r.x() - fx) * (p.y() - fy) - (r.y() - fy) * (p.x() - fx)) / area;
        const float s = 1.0F - u - v;
        if (u < 0.0F || v < 0.0F || s < 0.0F)
          continue;
        const float inverse = u / p.z() + v / q.z() + s / r.z();
        if (b.stamp.at<int>(y, x) != index) {
          b.stamp.at<int>(y, x) = index;
          ++whole_px[static_cast<std::size_t>(thing.id)];
        }
        if (inverse <= b.depth.at<float>(y, x))
          continue;
        b.depth.at<float>(y, x) = inverse;
        b.ids.at<short>(y, x) = static_cast<short>(index);
        const float a = u / p.z() / inverse, c = v / q.z() / inverse, d = s / r.z() / inverse;
        const Eigen::Vector3f place = a * m.points[t[0]] + c * m.points[t[1]] + d * m.points[t[2]];
        const Eigen::Vector3f n = a * m.normals[t[0]] + c * m.normals[t[1]] + d * m.normals[t[2]];
        b.place.at<cv::Vec3f>(y, x) = {place.x(), place.y(), place.z()};
        b.normal.at<cv::Vec3f>(y, x) = {n.x(), n.y(), n.z()};
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

Eigen::Vector3f sample(const cv::Mat& texture, double x, double y, bool wrap) {
  const auto& linear = linearOf();
  const auto pick = [&](int u, int v) {
    if (wrap) {
      u = ((u % texture.cols) + texture.cols) % texture.cols;
      v = ((v % texture.rows) + texture.rows) % texture.rows;
    } else {
      u = std::clamp(u, 0, texture.cols - 1);
      v = std::clamp(v, 0, texture.rows - 1);
    }
    const auto& c = texture.at<cv::Vec3b>(v, u);
    return Eigen::Vector3f(linear[c[0]], linear[c[1]], linear[c[2]]);
  };
  const int u = static_cast<int>(std::floor(x)), v = static_cast<int>(std::floor(y));
  const auto fx = static_cast<float>(x - u), fy = static_cast<float>(y - v);
  return (1 - fy) * ((1 - fx) * pick(u, v) + fx * pick(u + 1, v)) + fy * ((1 - fx) * pick(u, v + 1) + fx * pick(u + 1, v + 1));
}

Eigen::Vector3f ground(const Scene& scene, const Eigen::Vector3d& eye, const Eigen::Vector3d& ray, Eigen::Vector3f& place) {
  const double half = (0.5 * scene.view.columns + scene.board.margin) * scene.view.square_mm;
  const double reach = -eye.z() / ray.z();
  const Eigen::Vector3d top = eye + reach * ray;
  if (reach > 0.0 && std::abs(top.x()) < half && std::abs(top.y()) < half) {
    place = top.cast<float>();
    const double scale = scene.board.texture.cols / (2.0 * half);
    return sample(scene.board.texture, (top.x() + half) * scale - 0.5, (half - top.y()) * scale - 0.5, false);
  }
  const double down = (-scene.thickness_mm - eye.z()) / ray.z();
  if (down <= 0.0 || down > 60.0 * std::abs(eye.z())) {
    place = Eigen::Vector3f(0, 0, 1e6F);
    return Eigen::Vector3f::Constant(0.05F);
  }
  const Eigen::Vector3d p = eye + down * ray;
  place = p.cast<float>();
  const double scale = scene.table.cols / scene.table_mm;
  return sample(scene.table, p.x() * scale, p.y() * scale, true);
}

} // namespace

Rendered render(const Scene& scene, Rng& rng) {
  const int w = scene.view.lens.width_px, h = scene.view.lens.height_px;
  Buffers b{cv::Mat(h, w, CV_32F, cv::Scalar(0)), cv::Mat(h, w, CV_16S, cv::Scalar(-1)), cv::Mat(h, w, CV_32FC3), cv::Mat(h, w, CV_32FC3), cv::Mat(h, w, CV_32S, cv::Scalar(-1))};
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
  std::vector<Shadow> shadows;
  const double half = (0.5 * scene.view.columns + 2.0) * scene.view.square_mm;
  for (const Light& light : scene.lights)
    shadows.emplace_back(scene, light, half * 1.3);
  out.image.create(h, w, CV_32FC3);
  out.ids.create(h, w, CV_16S);
  const Eigen::Vector3d eye = scene.view.eye_mm();
  const Eigen::Matrix3d turn = scene.view.camera_from_board.rotation().transpose();
  const float phase = static_cast<float>(uniform(rng, 0.0, 6.0));
  cv::Mat rays(h / 8 + 2, w / 8 + 2, CV_64FC2);
  for (int y = 0; y < rays.rows; ++y)
    for (int x = 0; x < rays.cols; ++x) {
      const auto n = scene.view.lens.undistort({8.0 * x, 8.0 * y});
      rays.at<cv::Vec2d>(y, x) = {n.x(), n.y()};
    }
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      const int cx = x / 8, cy = y / 8;
      const double fx = (x % 8) / 8.0, fy = (y % 8) / 8.0;
      const cv::Vec2d n2 = (1 - fy) * ((1 - fx) * rays.at<cv::Vec2d>(cy, cx) + fx * rays.at<cv::Vec2d>(cy, cx + 1)) + fy * ((1 - fx) * rays.at<cv::Vec2d>(cy + 1, cx) + fx * rays.at<cv::Vec2d>(cy + 1, cx + 1));
      const Eigen::Vector3d ray = turn * Eigen::Vector3d(n2[0], n2[1], 1.0);
      const short index = b.ids.at<short>(y, x);
      Eigen::Vector3f place, normal(0, 0, 1), albedo;
      float specular = scene.board_gloss, shininess = 60.0F;
      if (index < 0) {
        albedo = ground(scene, eye, ray, place);
        out.ids.at<short>(y, x) = 0;
      } else {
        const Thing& thing = scene.things[static_cast<std::size_t>(index)];
        out.ids.at<short>(y, x) = static_cast<short>(thing.id);
        const auto& p = b.place.at<cv::Vec3f>(y, x);
        const auto& n = b.normal.at<cv::Vec3f>(y, x);
        place = {p[0], p[1], p[2]};
        normal = Eigen::Vector3f(n[0], n[1], n[2]).normalized();
        albedo = thing.material.bgr;
        if (thing.material.grain > 0.0F)
          albedo *= 1.0F + thing.material.grain * (std::sin(1.1F * place.x() + 0.35F * place.z() + phase) * std::sin(0.9F * place.y() - 0.2F * place.z()));
        specular = thing.material.specular;
        shininess = thing.material.shininess;
      }
      const Eigen::Vector3f towards = (eye.cast<float>() - place).normalized();
      if (normal.dot(towards) < 0.0F)
        normal = -normal;
      Eigen::Vector3f colour = albedo.cwiseProduct(scene.ambient) * (0.65F + 0.35F * normal.z());
      for (std::size_t k = 0; k < scene.lights.size(); ++k) {
        const Light& light = scene.lights[k];
        const Eigen::Vector3f l = (light.place_mm.cast<float>() - place).normalized();
        const float facing = normal.dot(l);
        if (facing <= 0.0F || place.z() > 1e5F)
          continue;
        const float lit = shadows[k].lit(place);
        const float mirror = normal.dot((l + towards).normalized());
        const float shine = specular > 0.0F && mirror > 0.5F ? specular * std::pow(mirror, shininess) : 0.0F;
        colour += lit * (facing * albedo + Eigen::Vector3f::Constant(shine)).cwiseProduct(light.bgr);
      }
      out.image.at<cv::Vec3f>(y, x) = {colour.x(), colour.y(), colour.z()};
    }
  return out;
}

} // namespace linesman::training
