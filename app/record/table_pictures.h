#pragma once
#include <optional>
#include <string>

#include "calibration/lens.h"

namespace linesman::app {

// The pictures of a match's record: `SEQ.jpg` of the settled table with that number, and beside it the lens it was seen
// through, so that marks can be drawn on it again.

std::string pictureFile(const std::string& folder, long long seq);
/// Makes the folder when it is missing.
void keepLens(const std::string& folder, long long seq, const Lens& lens);
/// Nothing when it was not kept.
std::optional<Lens> pictureLens(const std::string& folder, long long seq);

} // namespace linesman::app
