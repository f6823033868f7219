#pragma once
#include <random>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "models/table_state.h"

namespace linesman::tests {

/// Size of the errors that are put on the truth: one sigma of each coordinate and of the heading. Zero: exact.
struct Noise {
  double sigma_mm = 0.0;
  double sigma_deg = 0.0;
  unsigned seed = 1;
};

/// Truth of a rendered table (the objects of tests/data/matches/*/truth.jsonl) as the camera would report it: pieces
/// less than `least_visible` in sight are left out, held ones too, hands become boxes.
class TruthReader {
public:
  explicit TruthReader(Noise noise = {}) : noise_(noise), random_(noise.seed) {}
  TableState read(const nlohmann::json& truth);

private:
  double normal(double sigma);
  SeenPyramid pyramid(const nlohmann::json& object);

  Noise noise_;
  std::mt19937 random_;
};

/// All frames of a folder's truth.jsonl.
std::vector<nlohmann::json> readTruth(const std::string& folder);

} // namespace linesman::tests
