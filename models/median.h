#pragma once
#include <algorithm>
#include <cstddef>
#include <vector>

namespace linesman {

/// Middle of the values by size (the upper of the two middle ones when their number is even); 0 of none.
inline double medianOf(std::vector<double> values) {
  if (values.empty())
    return 0.0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

} // namespace linesman
