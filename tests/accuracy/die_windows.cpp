// How well windows written by render_dice (or kept by accuracy_dice --windows) are read, and how sure the answers are.
//   accuracy_die_windows PREFIX [--verbose]
// PREFIX.dice holds the windows; what they show is told by PREFIX.labels (render_dice) or PREFIX.txt (accuracy_dice).
// Asked are those whose die nearest to the middle is readable at all, and those without any die near it.
#include <array>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/core/utility.hpp>

#include "vision/die_network.h"
#include "vision/die_reader.h"

using namespace linesman;

namespace {

struct Shown {
  int face = 0; ///< 0: no die, -1: not asked
  DieSearch search;
  std::string where;
};

/// The die nearest to the middle of a window of render_dice.
Shown shownBy(const std::array<float, 31>& label) {
  constexpr double middle = 0.5 * (DieReader::fine_window_px - 1), near = 33.0, aside = 60.0;
  Shown shown;
  double nearest = aside;
  for (std::size_t k = 1; k < label.size(); k += 5)
    if (const double away = std::hypot(label[k + 1] - middle, label[k + 2] - middle);
        label[k] != 0.0F && away < nearest) {
      nearest = away;
      shown.face = away < near ? static_cast<int>(label[k]) : -1;
    }
  shown.search =
      label[0] > 0.0F ? DieSearch{DieSearch::Place::likely} : DieSearch{DieSearch::Place::certain, 13.5, 33.0};
  return shown;
}

std::vector<Shown> readLabels(const std::string& prefix) {
  std::vector<Shown> all;
  std::array<float, 31> label{};
  std::ifstream labels(prefix + ".labels", std::ios::binary);
  while (labels.read(reinterpret_cast<char*>(label.data()), sizeof label))
    all.push_back(shownBy(label));
  std::ifstream lines(prefix + ".txt");
  for (std::string line; std::getline(lines, line);) {
    Shown shown;
    std::istringstream(line) >> shown.face;
    shown.where = line;
    const bool photo = line.find(".jpg") != std::string::npos;
    shown.search = photo ? DieSearch{DieSearch::Place::certain, 13.5, 33.0} : DieSearch{DieSearch::Place::likely};
    all.push_back(shown);
  }
  return all;
}

struct Tally {
  std::string name;
  int asked = 0, right = 0, wrong = 0, none = 0, invented = 0;
  std::array<int, 5> told{}, told_right{}; ///< by chance told
  std::array<double, 5> sum{};

  void count(int face, const DieReading& reading) {
    constexpr std::array<double, 4> steps{0.9, 0.95, 0.98, 0.995};
    if (face == 0) {
      ++none;
      invented += reading.face > 0 ? 1 : 0;
      return;
    }
    ++asked;
    right += reading.face == face ? 1 : 0;
    wrong += reading.face > 0 && reading.face != face ? 1 : 0;
    std::size_t step = 0;
    while (step < steps.size() && reading.p >= steps[step])
      ++step;
    if (reading.face > 0) {
      ++told[step];
      told_right[step] += reading.face == face ? 1 : 0;
      sum[step] += reading.p;
    }
  }
  void print() const {
    std::cout << name << ": right " << right << " of " << asked << ", wrong " << wrong << "; told where none is "
              << invented << " of " << none << "; chance told: right";
    for (std::size_t k = 0; k < told.size(); ++k)
      if (told[k] > 0)
        std::cout << "  " << sum[k] / told[k] << ": " << told_right[k] << " of " << told[k];
    std::cout << "\n";
  }
};

} // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: accuracy_die_windows PREFIX [--verbose]\n";
    return 2;
  }
  cv::setNumThreads(1);
  const std::string prefix = argv[1];
  const bool verbose = argc > 2 && std::string(argv[2]) == "--verbose";
  const auto shown = readLabels(prefix);
  if (shown.empty()) {
    std::cerr << prefix << ".labels or " << prefix
              << ".txt is missing or empty; give what render_dice or accuracy_dice "
              << "--windows wrote.\n";
    return 2;
  }
  std::ifstream windows(prefix + ".dice", std::ios::binary);
  cv::Mat window(DieReader::fine_window_px, DieReader::fine_window_px, CV_8UC3);
  std::array<Tally, 4> tallies{Tally{"boards"}, {"boards, shape alone"}, {"lying about"}, {"lying about, shape alone"}};
  const auto network = DieNetwork::shipped().value_or(nullptr);
  double seconds = 0.0;
  int read = 0;
  for (const Shown& one : shown) {
    if (!windows.read(reinterpret_cast<char*>(window.data), static_cast<std::streamsize>(window.total() * 3)) ||
        one.face < 0)
      continue;
    const auto begin = std::chrono::steady_clock::now();
    const DieReading reading = DieReader{}.readWindow(window, one.search);
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    ++read;
    const DieReading by_shape = DieReader::byShape().readWindow(window, one.search);
    const std::size_t first = one.search.place == DieSearch::Place::likely ? 0 : 2;
    tallies[first].count(one.face, reading);
    tallies[first + 1].count(one.face, by_shape);
    if (verbose && network) {
      const DieGuess guess = network->read(window);
      std::cout << one.face << " told " << reading.face << " p " << reading.p << " shape " << by_shape.face << " p "
                << by_shape.p << " network " << guess.best() << " p "
                << guess.p[static_cast<std::size_t>(guess.best() - 1)] << " there " << guess.there << " edge "
                << guess.edge_px << " | " << one.where << "\n";
    }
  }
  for (const Tally& tally : tallies)
    if (tally.asked + tally.none > 0)
      tally.print();
  std::cout << 1e3 * seconds / std::max(1, read) << " ms a window\n";
  return 0;
}
