// Accuracy of the pyramid detector on rendered tables with known truth: accuracy_pyramids [--true-pose] [--each]
// [--empty] [--no-players] FOLDER; the table files name the colours that are on the table, with --no-players none; with
// --empty only pictures beside which NAME.empty.jpg shows the empty table, which the program is given
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include <opencv2/imgcodecs.hpp>

#include "models/units.h"
#include "tests/accuracy/edge_bound.h"
#include "tests/accuracy/pyramid_score.h"
#include "vision/pipeline.h"

using namespace linesman;
using namespace linesman::accuracy;

namespace {

struct Settings {
  bool true_pose = false;
  bool each = false;
  bool empty = false;
  bool no_players = false; ///< the table file names no colours
  std::vector<std::string> folders;
};

std::string emptyPictureOf(const std::string& truth_path) {
  return std::filesystem::path(truth_path).replace_extension(".empty.jpg").string();
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
              what.c_str(), pairs.size(), place / n, pose / n, beyond, quantile(position, 0.5),
              quantile(position, 0.95), quantile(heading, 0.5), quantile(heading, 0.95), quantile(sigma_mm, 0.5));
}

/// Error along the heading and to port (mm), and of the heading (degrees).
Eigen::Vector3d errorAboard(const Pair& pair) {
  const Eigen::Vector2d shift = pair.seen.table_from_piece.origin_mm() - pair.truth.pose.origin_mm();
  const Eigen::Vector2d ahead = pair.truth.pose.direction();
  return {shift.dot(ahead), ahead.x() * shift.y() - ahead.y() * shift.x(),
          degFromRad(headingError(pair.truth, pair.seen))};
}

/// Share in the 95 % ellipse when a ship that stays where it is through many pictures counts once: its error is the
/// same in all of them, so that one unlucky ship of a sequence looks like many. `each`: the unlucky ones too.
void printOnce(const std::vector<Pair>& pairs, bool each) {
  struct Place {
    double in = 0.0, seen = 0.0, sigma_mm = 0.0;
    Eigen::Vector3d error = Eigen::Vector3d::Zero(); ///< as errorAboard()
  };
  std::map<std::string, Place> places;
  for (const Pair& pair : pairs) {
    char where[96];
    std::snprintf(where, sizeof(where), "%s %s %s at %.0f %.0f heading %.0f",
                  pair.picture.substr(0, pair.picture.find('/')).c_str(), nameOf(pair.truth.size).data(),
                  nameOf(pair.truth.colour).data(), pair.truth.pose.x_mm(), pair.truth.pose.y_mm(),
                  degFromRad(pair.truth.pose.heading_rad()));
    Place& place = places[where];
    place.in += pair.squared_place < 5.991 ? 1.0 : 0.0;
    place.seen += 1.0;
    place.sigma_mm += std::sqrt(pair.seen.covariance.topLeftCorner<2, 2>().trace());
    place.error += errorAboard(pair);
  }
  double in = 0.0;
  for (const auto& [where, place] : places) {
    in += place.in / place.seen;
    if (each && place.in < 0.9 * place.seen)
      std::printf("  %-48s n %3.0f  in 95%% ellipse %.2f  mean ahead %+.2f to port %+.2f mm, turned %+.2f deg, stated "
                  "sigma %.2f mm\n",
                  where.c_str(), place.seen, place.in / place.seen, place.error.x() / place.seen,
                  place.error.y() / place.seen, place.error.z() / place.seen, place.sigma_mm / place.seen);
  }
  std::printf("  each resting place once  n %4zu  in 95%% ellipse %.3f\n", places.size(),
              in / std::max(1.0, static_cast<double>(places.size())));
}

/// Mean error along the heading and to port: what a wrong model of the solid would do.
void printBias(const std::vector<Pair>& pairs) {
  std::map<std::string, std::vector<Eigen::Vector3d>> groups;
  for (const Pair& pair : pairs) {
    if (pair.truth.posture != Posture::lying || pair.position_mm > 1.5)
      continue;
    groups[std::string(nameOf(pair.truth.size))].push_back(errorAboard(pair));
  }
  for (const auto& [name, errors] : groups) {
    Eigen::Vector3d mean = Eigen::Vector3d::Zero(), square = Eigen::Vector3d::Zero();
    for (const Eigen::Vector3d& error : errors)
      mean += error / static_cast<double>(errors.size());
    for (const Eigen::Vector3d& error : errors)
      square += (error - mean).cwiseAbs2() / static_cast<double>(errors.size());
    std::printf("  bias lying %-7s ahead %+.3f +- %.3f mm, to port %+.3f +- %.3f mm, turned %+.3f +- %.3f deg\n",
                name.c_str(), mean.x(), std::sqrt(square.x()), mean.y(), std::sqrt(square.y()), mean.z(),
                std::sqrt(square.z()));
  }
}

/// Directions along the table from which light falls on a piece, by picture and place; nothing where the truth does not
/// tell of lamps.
class Lamps {
public:
  void read(const std::string& picture, const nlohmann::json& truth) {
    if (truth.contains("lights"))
      for (const auto& lamp : truth["lights"])
        of_[picture].push_back(
            {Eigen::Vector3d(lamp["pos"][0], lamp["pos"][1], lamp["pos"][2]), lamp["E"].get<double>()});
  }
  std::optional<Eigen::Vector2d> towards(const Pair& pair) const {
    const auto found = of_.find(pair.picture);
    if (found == of_.end())
      return std::nullopt;
    Eigen::Vector2d sum = Eigen::Vector2d::Zero();
    for (const Lamp& lamp : found->second)
      sum += lamp.light *
             (lamp.at_mm - Eigen::Vector3d(pair.truth.pose.x_mm(), pair.truth.pose.y_mm(), 0.0)).normalized().head<2>();
    return sum.normalized();
  }

private:
  struct Lamp {
    Eigen::Vector3d at_mm;
    double light;
  };
  std::map<std::string, std::vector<Lamp>> of_;
};

/// Mean error away from the light and across: what shadows do to all outlines of a picture alike.
void printFromLight(const std::vector<Pair>& pairs, const Lamps& lamps) {
  std::map<std::string, std::vector<double>> away_mm, across_mm;
  for (const Pair& pair : pairs)
    if (const auto towards = lamps.towards(pair); towards && pair.position_mm < 1.5) {
      const Eigen::Vector2d shift = pair.seen.table_from_piece.origin_mm() - pair.truth.pose.origin_mm();
      for (const std::string& group : {std::string("all"), std::string(nameOf(pair.truth.size))}) {
        away_mm[group].push_back(-shift.dot(*towards));
        across_mm[group].push_back(towards->x() * shift.y() - towards->y() * shift.x());
      }
    }
  for (const auto& [group, away] : away_mm) {
    const auto mean = [n = static_cast<double>(away.size())](const std::vector<double>& values) {
      return std::accumulate(values.begin(), values.end(), 0.0) / n;
    };
    std::printf("  bias from the light, %-7s n %4zu  away %+.3f mm, across %+.3f mm\n", group.c_str(), away.size(),
                mean(away), mean(across_mm[group]));
  }
}

/// The Cramer-Rao bound beside the errors: how far the median is from what the edges and the noise allow.
void printBounds(const std::vector<Pair>& pairs) {
  std::vector<double> bound_mm, bound_deg, times_mm, times_deg;
  for (const Pair& pair : pairs) {
    bound_mm.push_back(pair.bound_mm);
    bound_deg.push_back(pair.bound_deg);
    times_mm.push_back(pair.position_mm / pair.bound_mm);
    times_deg.push_back(pair.heading_deg / pair.bound_deg);
  }
  printErrors("Cramer-Rao bound, position", "mm", bound_mm);
  printErrors("Cramer-Rao bound, heading", "deg", bound_deg);
  printErrors("position error over bound", "", times_mm);
  printErrors("heading error over bound", "", times_deg);
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

void print(const Tally& tally, const Lamps& lamps, bool each) {
  const auto share = [](int part, int whole) { return whole > 0 ? static_cast<double>(part) / whole : 1.0; };
  std::printf("\nrecall %.4f (%d of %d)  precision %.4f (%d of %d)\n", share(tally.found, tally.wanted), tally.found,
              tally.wanted, share(tally.seen - tally.wrong, tally.seen), tally.seen - tally.wrong, tally.seen);
  for (const double least : {0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7}) {
    int hits = 0, nothing = 0;
    for (const auto& [score, kind] : tally.scores) {
      hits += score >= least && kind == 1 ? 1 : 0;
      nothing += score >= least && kind == 0 ? 1 : 0;
    }
    std::printf("  score >= %.2f: recall %.3f precision %.3f\n", least, share(hits, tally.wanted),
                share(hits, hits + nothing));
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
  printBounds(tally.pairs);
  printBias(tally.pairs);
  printFromLight(tally.pairs, lamps);
  std::printf("coverage (median/95%%):\n");
  printCoverage("all", tally.pairs);
  printSplit(tally.pairs, [](const Pair& p) { return std::string(nameOf(p.truth.posture)); });
  printSplit(tally.pairs, [](const Pair& p) { return std::string(nameOf(p.truth.size)); });
  printSplit(tally.pairs, colourClass);
  printSplit(tally.pairs, [](const Pair& p) { return std::string(p.truth.visible > 0.9 ? "free" : "partly hidden"); });
  printOnce(tally.pairs, each);
  printErrors("whole picture", "ms", tally.total_ms);
  for (const auto& [stage, times] : tally.stages_ms)
    printErrors(("  " + stage).c_str(), "ms", times);
}

void runPicture(const std::string& path, const Settings& settings, Tally& tally, Lamps& lamps) {
  if (settings.empty && !std::filesystem::exists(emptyPictureOf(path)))
    return;
  const support::TableTruth truth = support::readTruth(path);
  const cv::Mat image = cv::imread(support::pictureOf(path));
  PipelineSettings pipeline_settings = settingsOf(truth, settings.true_pose);
  if (settings.no_players)
    pipeline_settings.table.players.clear();
  if (settings.empty) {
    const std::string name = emptyPictureOf(path);
    pipeline_settings.empty_table = Frame{cv::imread(name), 0.0, name};
  }
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
  const std::size_t before = tally.pairs.size();
  compare(truth, seen->state, settings.each, tally);
  lamps.read(truth.name, support::readJson(path));
  addBounds(truth, image, before, tally);
}

} // namespace

int main(int argc, char** argv) {
  Settings settings;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--true-pose")
      settings.true_pose = true;
    else if (argument == "--empty")
      settings.empty = true;
    else if (argument == "--no-players")
      settings.no_players = true;
    else if (argument == "--each")
      settings.each = true;
    else
      settings.folders.push_back(argument);
  }
  Tally tally;
  Lamps lamps;
  const char* usage =
      "usage: accuracy_pyramids [--true-pose] [--each] [--empty] [--no-players] FOLDER_OR_TRUTH.json...";
  for (const std::string& path : truthsIn(settings.folders, usage))
    runPicture(path, settings, tally, lamps);
  print(tally, lamps, settings.each);
  return 0;
}
