#include "app/name_plates.h"

#include <algorithm>
#include <cmath>

namespace linesman::app {

namespace {

constexpr double gap = 1.0; ///< between two plates

/// Places around a plate's own, in its widths and heights, nearest first (a width counts as two heights).
const std::vector<QPointF>& places() {
  static const std::vector<QPointF> sorted = [] {
    std::vector<QPointF> all;
    for (const double down : {0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0})
      for (const double right : {0.0, 0.5, -0.5, 1.0, -1.0, 1.5, -1.5})
        all.emplace_back(right, down);
    std::stable_sort(all.begin(), all.end(), [](const QPointF& a, const QPointF& b) {
      return std::hypot(2.0 * a.x(), a.y()) < std::hypot(2.0 * b.x(), b.y());
    });
    return all;
  }();
  return sorted;
}

bool isFree(const QRectF& box, const std::vector<NamePlate>& plates, std::size_t before) {
  const QRectF wide = box.adjusted(-gap, -gap, gap, gap);
  return std::none_of(plates.begin(), plates.begin() + static_cast<std::ptrdiff_t>(before),
                      [&](const NamePlate& other) { return wide.intersects(other.box); });
}

} // namespace

void spreadPlates(std::vector<NamePlate>& plates) {
  for (std::size_t i = 1; i < plates.size(); ++i) {
    const QRectF own = plates[i].box;
    for (const QPointF& place : places()) {
      const QRectF tried =
          own.translated(place.x() * (own.width() + 2.0 * gap), place.y() * (own.height() + 2.0 * gap));
      if (isFree(tried, plates, i)) {
        plates[i].box = tried;
        break;
      }
    }
  }
}

} // namespace linesman::app
