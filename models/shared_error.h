#pragma once
#include <Eigen/Core>

namespace linesman {

/// What the errors that everything in a picture shares, those of its lens and of where its camera is, do to one pose:
/// (x mm, y mm, heading rad) for one standard deviation of each of them, one a column. The columns of all poses that
/// one camera saw mean the same errors, which are independent of each other.
using SharedError = Eigen::Matrix<double, 3, Eigen::Dynamic>;

/// Whether two poses share their errors; else they come from different cameras.
inline bool areShared(const SharedError& a, const SharedError& b) {
  return a.cols() > 0 && a.cols() == b.cols();
}

} // namespace linesman
