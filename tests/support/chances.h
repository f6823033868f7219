#pragma once
#include <cstddef>
#include <random>

namespace linesman::tests {

/// What is left to chance in a drawn game: the same of the same seed.
class Chances {
public:
  explicit Chances(unsigned seed) : random_(seed) {}

  double chance() { return between(0.0, 1.0); }
  double between(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random_); }
  std::size_t oneOf(std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_); }

protected:
  std::mt19937 random_;
};

} // namespace linesman::tests
