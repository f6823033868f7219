// A certificate for programs and for people.
#include <cmath>
#include <iomanip>
#include <sstream>

#include "calibration/certificate.h"

namespace linesman {

namespace {

/// null where the frames could not tell.
template <class T> nlohmann::json orNull(const std::optional<T>& value) {
  return value ? nlohmann::json(*value) : nlohmann::json();
}

constexpr const char* one_frame = "not measured (one frame)";

/// The number in words, or why there is none.
std::string orUntold(const std::optional<double>& value, const char* unit, const char* untold = one_frame) {
  if (!value)
    return untold;
  std::ostringstream out;
  out << std::fixed << std::setprecision(2) << *value << unit;
  return out.str();
}

} // namespace

nlohmann::json toJson(const Certificate& c) {
  nlohmann::json json = {{"camera", c.camera},
                         {"date", c.date},
                         {"width", c.width_px},
                         {"height", c.height_px},
                         {"lens_calibrated", c.lens_calibrated},
                         {"accuracy_mm", c.accuracy_mm},
                         {"smallest_margin_mm", c.smallest_margin_mm},
                         {"rms_px", c.rms_px},
                         {"focus", {{"edge_width_px", orNull(c.edge_width_px)}}},
                         {"light",
                          {{"white", orNull(c.white_level)},
                           {"black", orNull(c.black_level)},
                           {"saturated", c.saturated_share},
                           {"noise", orNull(c.noise_levels)}}},
                         {"frames", {{"count", c.frames}, {"fps", orNull(c.fps)}, {"dropped", orNull(c.dropped)}}},
                         {"points", nlohmann::json::array()},
                         {"left_out", nlohmann::json::array()},
                         {"warnings", c.warnings}};
  for (const CertificatePoint& p : c.points)
    json["points"].push_back({{"x_mm", p.table_mm.x()},
                              {"y_mm", p.table_mm.y()},
                              {"sigma_mm", p.sigma_mm},
                              {"scatter_mm", orNull(p.scatter_mm)},
                              {"mm_per_px", p.mm_per_px}});
  for (const LeftOutMarker& m : c.left_out)
    json["left_out"].push_back({{"id", m.id}, {"error_mm", m.error_mm}, {"sigma_mm", m.sigma_mm}});
  return json;
}

std::vector<std::string> toText(const Certificate& c) {
  std::vector<std::string> lines;
  const auto add = [&](auto&&... parts) {
    std::ostringstream out;
    out << std::fixed << std::setprecision(2);
    (out << ... << parts);
    lines.push_back(out.str());
  };
  std::ostringstream margin;
  margin << std::fixed << std::setprecision(1) << std::ceil(c.smallest_margin_mm * 10.0 - 1e-9) / 10.0;
  add("smallest margin this table can call: ", margin.str(), " mm");
  add("Place on the table: ", c.accuracy_mm, " mm (one sigma, worst of nine points)");
  const bool saved = c.from == Registration::From::saved;
  const char* const unseen = saved ? "not measured (no marker in view)" : one_frame;
  const auto on_edges = [&](const std::optional<double>& value, const char* unit) {
    return orUntold(value, unit, saved ? unseen : "not measured (too little contrast)");
  };
  for (const CertificatePoint& p : c.points)
    add("  at ", p.table_mm.x(), ", ", p.table_mm.y(), " mm: sigma ", p.sigma_mm, " mm, scatter ",
        orUntold(p.scatter_mm, " mm", unseen), ", ", p.mm_per_px, " mm a pixel");
  for (const LeftOutMarker& m : c.left_out)
    add("Marker ", m.id, " left out: found ", m.error_mm, " mm from its place (stated ", m.sigma_mm, " mm)");
  add("Focus: edges ", on_edges(c.edge_width_px, " px wide"), "; registration rms ", c.rms_px, " px");
  add("Light: white ", on_edges(c.white_level, ""), ", black ", on_edges(c.black_level, ""), " of 255, noise ",
      orUntold(c.noise_levels, ""), "; ", 100.0 * c.saturated_share, " % over-exposed");
  if (c.fps && c.dropped)
    add("Frames: ", c.frames, ", ", *c.fps, " a second, ", *c.dropped, " dropped");
  else
    add("Frames: ", c.frames, "; rate, losses and noise take two or more: certify with a film or the camera itself");
  for (const std::string& warning : c.warnings)
    add("Warning: ", warning);
  return lines;
}

} // namespace linesman
