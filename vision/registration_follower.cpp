#include "vision/registration_follower.h"

namespace linesman {

namespace {

constexpr int most_followed = 60;    ///< frames; a wrong registration that explains itself must not stay for ever
constexpr double worse_factor = 2.0; ///< of the search's residual; noise and light change it by less
constexpr double worse_px = 0.1;

} // namespace

bool RegistrationFollower::agrees(const TableRegistration& now) const {
  return now.markers_used.size() >= last_->markers_used.size() &&
         now.registration.rms_px <= worse_factor * searched_rms_px_ + worse_px;
}

Result<TableRegistration> RegistrationFollower::next(const cv::Mat& grey, const std::optional<Lens>& lens,
                                                     const TableFile& table) {
  if (last_ && followed_ < most_followed)
    if (auto followed = reregisterTable(grey, *last_, table); followed && agrees(*followed)) {
      last_ = std::move(followed);
      ++followed_;
      return *last_;
    }
  followed_ = 0;
  auto found = registerTable(grey, lens, table);
  last_.reset();
  if (found && found->registration.from == Registration::From::markers) {
    searched_rms_px_ = found->registration.rms_px;
    last_ = *found;
  }
  return found;
}

} // namespace linesman
