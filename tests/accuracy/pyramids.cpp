// Accuracy of the pyramid detector on rendered tables with known truth: accuracy_pyramids [--true-pose] [--each] FOLDER
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <opencv2/imgcodecs.hpp>

#include "models/units.h"
#include "tests/support/table_truth.h"
#include "vision/pipeline.h"

using namespace linesman;

namespace {

struct Settings {
  bool true_pose = false;
  bool each = false;
  std::string draw;
  std::vector<std::string> folders;
};

/// One true pyramid and what was seen of it.
struct Pair {
  std::string picture;
  support::TruePyramid truth;
  SeenPyramid seen;
  double position_mm = 0.0, heading_deg = 0.0;
  double squared = 0.0;       ///< Mahalanobis distance squared, three dimensions, total covariance
  double squared_place = 0.0; ///< the same of (x, y) alone
};

struct Tally {
  int wanted = 0, found = 0, seen = 0, wrong = 0; ///< pyramids that count; hits; all seen; seen where nothing is
  int size_right = 0, posture_right = 0, colour_right = 0;
  int chits = 0, chits_found = 0, chits_seen = 0, chits_wrong = 0, ships_right = 0;
  std::vector<Pair> pairs;
  std::vector<std::pair<double, int>> scores; ///< score; 1 hit, 0 nothing there, -1 a piece that does not count
  std::vector<double> total_ms;
  std::map<std::string, std::vector<double>> stages_ms;
};

double headingError(const support::TruePyramid& truth, const SeenPyramid& seen) {
  const double period = truth.posture == Posture::lying ? 2.0 * pi : pi / 2.0;
  return std::remainder(seen.table_from_piece.heading_rad() - truth.pose.heading_rad(), period);
}

/// Middle of the shadow of a piece, so that a lying one taken for upright still meets its truth.
Eigen::Vector2d middleOf(const PlanarPose<TableFrame, PieceFrame>& pose, PyramidSize size, Posture posture) {
  if (posture == Posture::upright)
    return pose.origin_mm();
  return pose.origin_mm() + 0.42 * PieceCatalog::standard().pyramid(size).slant_mm() * pose.direction();
}

bool meets(const support::TruePyramid& truth, const SeenPyramid& seen) {
  const double reach_mm = 0.45 * PieceCatalog::standard().pyramid(truth.size).base_mm();
  return (middleOf(truth.pose, truth.size, truth.posture) -
          middleOf(seen.table_from_piece, seen.size, seen.posture)).norm() < reach_mm;
}

bool counts(const support::TruePyramid& truth) {
  return truth.visible >= 0.6 && truth.in_frame > 0.98 && !truth.held;
}

Pair pairOf(const std::string& picture, const support::TruePyramid& truth, const SeenPyramid& seen) {
  Pair pair{picture, truth, seen};
  const Eigen::Vector2d shift = seen.table_from_piece.origin_mm() - truth.pose.origin_mm();
  const double turn_rad = headingError(truth, seen);
  pair.position_mm = shift.norm();
  pair.heading_deg = std::abs(degFromRad(turn_rad));
  const Eigen::Vector3d error(shift.x(), shift.y(), turn_rad);
  pair.squared = error.dot(seen.covariance.ldlt().solve(error));
  const Eigen::Matrix2d place = seen.covariance.topLeftCorner<2, 2>();
  pair.squared_place = shift.dot(place.ldlt().solve(shift));
  return pair;
}

void compareChits(const support::TableTruth& truth, const TableState& state, const std::map<int, int>& seen_of_true,
                  bool each, Tally& tally) {
  std::vector<bool> used(state.chits.size(), false);
  for (const support::TrueChit& chit : truth.chits) {
    const bool wanted = chit.visible >= 0.5;
    tally.chits += wanted ? 1 : 0;
    int best = -1;
    double best_mm = 5.0;
    for (std::size_t i = 0; i < state.chits.size(); ++i)
      if (const double d = (state.chits[i].centre_mm - chit.centre_mm).norm(); !used[i] && d < best_mm) {
        best_mm = d;
        best = static_cast<int>(i);
      }
    if (best < 0) {
      if (each && wanted)
        std::printf("  missed chit %s at %.0f %.0f %s\n", nameOf(chit.colour).data(), chit.centre_mm.x(), chit.centre_mm.y(),
                    chit.on_ship ? "on its ship" : "");
      continue;
    }
    used[static_cast<std::size_t>(best)] = true;
    tally.chits_found += wanted ? 1 : 0;
    const auto ship = seen_of_true.find(chit.ship);
    tally.ships_right += wanted && ship != seen_of_true.end() &&
                                 state.chits[static_cast<std::size_t>(best)].ship.value == ship->second
                             ? 1
                             : 0;
  }
  for (std::size_t i = 0; each && i < used.size(); ++i)
    if (!used[i])
      std::printf("  no chit there: %s at %.0f %.0f\n", nameOf(state.chits[i].colour).data(), state.chits[i].centre_mm.x(),
                  state.chits[i].centre_mm.y());
  tally.chits_seen += static_cast<int>(state.chits.size());
  tally.chits_wrong += static_cast<int>(std::count(used.begin(), used.end(), false));
}

void compare(const support::TableTruth& truth, const TableState& state, bool each, Tally& tally) {
  std::vector<bool> used(state.pyramids.size(), false);
  std::map<int, int> seen_of_true;
  for (const support::TruePyramid& pyramid : truth.pyramids) {
    const bool wanted = counts(pyramid);
    tally.wanted += wanted ? 1 : 0;
    int best = -1;
    double best_mm = 1e9;
    for (std::size_t i = 0; i < state.pyramids.size(); ++i) {
      const double d = (state.pyramids[i].table_from_piece.origin_mm() - pyramid.pose.origin_mm()).norm();
      if (!used[i] && meets(pyramid, state.pyramids[i]) && d < best_mm) {
        best_mm = d;
        best = static_cast<int>(i);
      }
    }
    if (best < 0) {
      if (each && wanted)
        std::printf("  missed %s %s %s at %.0f %.0f heading %.0f visible %.2f\n", nameOf(pyramid.size).data(),
                    nameOf(pyramid.posture).data(), nameOf(pyramid.colour).data(), pyramid.pose.x_mm(),
                    pyramid.pose.y_mm(), degFromRad(pyramid.pose.heading_rad()), pyramid.visible);
      continue;
    }
    used[static_cast<std::size_t>(best)] = true;
    const SeenPyramid& seen = state.pyramids[static_cast<std::size_t>(best)];
    seen_of_true[pyramid.id] = seen.id.value;
    tally.scores.emplace_back(seen.score, wanted ? 1 : -1);
    if (!wanted)
      continue;
    ++tally.found;
    tally.size_right += seen.size == pyramid.size ? 1 : 0;
    tally.posture_right += seen.posture == pyramid.posture ? 1 : 0;
    tally.colour_right += seen.colour == pyramid.colour ? 1 : 0;
    const bool same = seen.size == pyramid.size && seen.posture == pyramid.posture;
    if (same)
      tally.pairs.push_back(pairOf(truth.name, pyramid, seen));
    const Pair pair = pairOf(truth.name, pyramid, seen);
    if (each && (!same || seen.colour != pyramid.colour || pair.position_mm > 1.0 || pair.heading_deg > 1.5 || pair.squared > 25.0))
      std::printf("  %s %s %s at %.0f %.0f: %s %s %s, off %.2f mm %.2f deg, sqrt(d2) %.1f score %.2f seen %.2f (truth %.2f)\n",
                  nameOf(pyramid.size).data(), nameOf(pyramid.posture).data(), nameOf(pyramid.colour).data(),
                  pyramid.pose.x_mm(), pyramid.pose.y_mm(), nameOf(seen.size).data(), nameOf(seen.posture).data(),
                  nameOf(seen.colour).data(), pair.position_mm, pair.heading_deg, std::sqrt(pair.squared), seen.score,
                  seen.visible, pyramid.visible);
  }
  tally.seen += static_cast<int>(state.pyramids.size());
  for (std::size_t i = 0; i < used.size(); ++i)
    if (!used[i]) {
      ++tally.wrong;
      tally.scores.emplace_back(state.pyramids[i].score, 0);
      const SeenPyramid& seen = state.pyramids[i];
      if (each)
        std::printf("  nothing there: %s %s %s at %.0f %.0f heading %.0f, score %.2f seen %.2f\n", nameOf(seen.size).data(),
                    nameOf(seen.posture).data(), nameOf(seen.colour).data(), seen.table_from_piece.x_mm(),
                    seen.table_from_piece.y_mm(), degFromRad(seen.table_from_piece.heading_rad()), seen.score, seen.visible);
    }
  compareChits(truth, state, seen_of_true, each, tally);
}

double quantile(std::vector<double> values, double share) {
  if (values.empty())
    return std::nan("");
  std::sort(values.begin(), values.end());
  return values[std::min(values.size() - 1, static_cast<std::size_t>(share * static_cast<double>(values.size())))];
}

void printErrors(const char* what, const char* unit, const std::vector<double>& values) {
  std::printf("%-28s n %4zu  median %.3f  95%% %.3f  worst %.3f %s\n", what, values.size(), quantile(values, 0.5),
              quantile(values, 0.95), quantile(values, 1.0), unit);
}

void printCoverage(const std::string& what, const std::vector<Pair>& pairs) {
  if (pairs.empty())
    return;
  int place = 0, pose = 0, beyond = 0;
  std::vector<double> sigmas, position, heading, sigma_mm;
  for (const Pair& pair : pairs) {
    place += pair.squared_place < 5.991 ? 1 : 0;
    pose += pair.squared < 7.815 ? 1 : 0;
    beyond += pair.squared_place > 25.0 ? 1 : 0;
    position.push_back(pair.position_mm);
    heading.push_back(pair.heading_deg);
    sigma_mm.push_back(std::sqrt(pair.seen.covariance.topLeftCorner<2, 2>().trace()));
  }
  const double n = static_cast<double>(pairs.size());
  std::printf("  %-22s n %4zu  in 95%% ellipse %.3f (with heading %.3f)  beyond 5 sigma %d  position %.3f/%.3f mm  "
              "heading %.3f/%.3f deg  stated sigma %.3f mm\n",
              what.c_str(), pairs.size(), place / n, pose / n, beyond, quantile(position, 0.5), quantile(position, 0.95),
              quantile(heading, 0.5), quantile(heading, 0.95), quantile(sigma_mm, 0.5));
}

/// Mean error along the heading and to port: what a wrong model of the solid would do.
void printBias(const std::vector<Pair>& pairs) {
  std::map<std::string, std::vector<Eigen::Vector3d>> groups;
  for (const Pair& pair : pairs) {
    if (pair.truth.posture != Posture::lying || pair.position_mm > 1.5)
      continue;
    const Eigen::Vector2d shift = pair.seen.table_from_piece.origin_mm() - pair.truth.pose.origin_mm();
    const Eigen::Vector2d ahead = pair.truth.pose.direction();
    groups[std::string(nameOf(pair.truth.size))].push_back(
        {shift.dot(ahead), ahead.x() * shift.y() - ahead.y() * shift.x(), degFromRad(headingError(pair.truth, pair.seen))});
  }
  for (const auto& [name, errors] : groups) {
    Eigen::Vector3d mean = Eigen::Vector3d::Zero(), square = Eigen::Vector3d::Zero();
    for (const Eigen::Vector3d& error : errors)
      mean += error / static_cast<double>(errors.size());
    for (const Eigen::Vector3d& error : errors)
      square += (error - mean).cwiseAbs2() / static_cast<double>(errors.size());
    std::printf("  bias lying %-7s ahead %+.3f +- %.3f mm, to port %+.3f +- %.3f mm, turned %+.3f +- %.3f deg\n", name.c_str(),
                mean.x(), std::sqrt(square.x()), mean.y(), std::sqrt(square.y()), mean.z(), std::sqrt(square.z()));
  }
}

template <class Key> void printSplit(const std::vector<Pair>& pairs, Key key) {
  std::map<std::string, std::vector<Pair>> groups;
  for (const Pair& pair : pairs)
    groups[key(pair)].push_back(pair);
  for (const auto& [name, group] : groups)
    printCoverage(name, group);
}

std::string colourClass(const Pair& pair) {
  switch (pair.truth.colour) {
  case Colour::clear:
    return "clear";
  case Colour::white:
  case Colour::black:
    return "opaque";
  default:
    return "translucent";
  }
}

void print(const Tally& tally) {
  const auto share = [](int part, int whole) { return whole > 0 ? static_cast<double>(part) / whole : 1.0; };
  std::printf("\nrecall %.4f (%d of %d)  precision %.4f (%d of %d)\n", share(tally.found, tally.wanted), tally.found,
              tally.wanted, share(tally.seen - tally.wrong, tally.seen), tally.seen - tally.wrong, tally.seen);
  for (const double least : {0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7}) {
    int hits = 0, nothing = 0;
    for (const auto& [score, kind] : tally.scores) {
      hits += score >= least && kind == 1 ? 1 : 0;
      nothing += score >= least && kind == 0 ? 1 : 0;
    }
    std::printf("  score >= %.2f: recall %.3f precision %.3f\n", least, share(hits, tally.wanted), share(hits, hits + nothing));
  }
  std::printf("size %.4f  posture %.4f  colour %.4f\n", share(tally.size_right, tally.found),
              share(tally.posture_right, tally.found), share(tally.colour_right, tally.found));
  std::printf("chits: recall %.4f (%d of %d)  precision %.4f  right ship %.4f\n", share(tally.chits_found, tally.chits),
              tally.chits_found, tally.chits, share(tally.chits_seen - tally.chits_wrong, tally.chits_seen),
              share(tally.ships_right, tally.chits_found));
  std::vector<double> lying_mm, upright_mm, heading_deg, upright_deg;
  for (const Pair& pair : tally.pairs) {
    (pair.truth.posture == Posture::lying ? lying_mm : upright_mm).push_back(pair.position_mm);
    (pair.truth.posture == Posture::lying ? heading_deg : upright_deg).push_back(pair.heading_deg);
  }
  printErrors("lying: stern's middle", "mm", lying_mm);
  printErrors("lying: heading", "deg", heading_deg);
  printErrors("upright: centre", "mm", upright_mm);
  printErrors("upright: heading", "deg", upright_deg);
  printBias(tally.pairs);
  std::printf("coverage (median/95%%):\n");
  printCoverage("all", tally.pairs);
  printSplit(tally.pairs, [](const Pair& p) { return std::string(nameOf(p.truth.posture)); });
  printSplit(tally.pairs, [](const Pair& p) { return std::string(nameOf(p.truth.size)); });
  printSplit(tally.pairs, colourClass);
  printSplit(tally.pairs, [](const Pair& p) { return std::string(p.truth.visible > 0.9 ? "free" : "partly hidden"); });
  printErrors("whole picture", "ms", tally.total_ms);
  for (const auto& [stage, times] : tally.stages_ms)
    printErrors(("  " + stage).c_str(), "ms", times);
}

std::vector<std::string> truthsIn(const std::string& folder) {
  std::vector<std::string> paths;
  if (!std::filesystem::is_directory(folder))
    return {folder};
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".json" && std::filesystem::exists(std::filesystem::path(entry.path()).replace_extension(".jpg")) &&
        entry.path().stem().string().rfind("chess", 0) != 0 && entry.path().stem().string().rfind("calib", 0) != 0)
      paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  return paths;
}

void runPicture(const std::string& path, const Settings& settings, Tally& tally) {
  support::TableTruth truth = support::readTruth(path);
  const cv::Mat image = cv::imread(std::filesystem::path(path).replace_extension(".jpg").string());
  if (settings.true_pose) {
    truth.table.saved.emplace();
    truth.table.saved->ok = true;
    truth.table.saved->from = Registration::From::saved;
    truth.table.saved->camera_from_table.pose = truth.camera_from_table;
  }
  PipelineSettings pipeline_settings;
  pipeline_settings.lens = truth.lens;
  pipeline_settings.table = truth.table;
  Pipeline pipeline(std::move(pipeline_settings));
  const auto seen = pipeline.process({image, 0.0, truth.name});
  if (!seen) {
    std::printf("%s: %s\n", truth.name.c_str(), seen.error().sentence.c_str());
    return;
  }
  double total_ms = 0.0;
  for (const auto& [stage, ms] : seen->state.stages_ms) {
    tally.stages_ms[stage].push_back(ms);
    total_ms += ms;
  }
  tally.total_ms.push_back(total_ms);
  if (settings.each)
    std::printf("%s: %zu seen, %.0f ms\n", truth.name.c_str(), seen->state.pyramids.size(), total_ms);
  compare(truth, seen->state, settings.each, tally);
}

} // namespace

int main(int argc, char** argv) {
  Settings settings;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--true-pose")
      settings.true_pose = true;
    else if (argument == "--each")
      settings.each = true;
    else
      settings.folders.push_back(argument);
  }
  if (settings.folders.empty()) {
    std::fprintf(stderr, "usage: accuracy_pyramids [--true-pose] [--each] FOLDER_OR_TRUTH.json...\n");
    return 2;
  }
  Tally tally;
  for (const std::string& folder : settings.folders)
    for (const std::string& path : truthsIn(folder))
      runPicture(path, settings, tally);
  print(tally);
  return 0;
}
