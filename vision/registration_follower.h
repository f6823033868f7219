#pragma once
#include <cstddef>
#include <optional>

#include <opencv2/core/mat.hpp>

#include "calibration/table_registration.h"

namespace linesman {

/// The table's registration from frame to frame of one camera: the markers are measured where the last frame predicts
/// them, which takes a fraction of a search. The picture is searched when that does not agree (fewer markers than
/// before, a worse fit), and now and then anyway.
class RegistrationFollower {
public:
  /// As registerTable(); feed the frames of one source in order, `grey` 8 bit.
  Result<TableRegistration> next(const cv::Mat& grey, const std::optional<Lens>& lens, const TableFile& table);
  /// The next frame is searched.
  void reset() { last_.reset(); }
  /// Was the last frame searched?
  bool searched() const { return followed_ == 0; }

private:
  bool agrees(const TableRegistration& now) const;

  std::optional<TableRegistration> last_;
  double searched_rms_px_ = 0.0; ///< of the last search
  int followed_ = 0;             ///< frames since then
};

} // namespace linesman
