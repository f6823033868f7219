#include "vision/pyramid_follower.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include <opencv2/imgproc.hpp>

#include "vision/outline_samples.h"
#include "vision/pyramid_behind.h"
#include "vision/pyramid_choice.h"
#include "vision/pyramid_colour.h"
#include "vision/pyramid_refinement.h"
#include "vision/reduced_size.h"

namespace linesman {

namespace {

constexpr int reduction = 8;           ///< of the picture that changes are looked for in
constexpr double changed_levels = 6.0; ///< grey levels of a mean over 8 x 8 pixels; single such cells are noise
constexpr double surely_levels = 12.0; ///< of a single cell: a chit is hardly larger
constexpr double most_changed = 0.4;   ///< of the picture; beyond it everything is searched
constexpr double renewed_mm = 14.0;    ///< around a change; middles of pieces are searched within half their width
constexpr double refit_reach_px = 3.0;
constexpr double least_kept = 0.8;                       ///< share of the outline seen before that must still be seen
constexpr double unmoved_mm = 0.06, unmoved_rad = 0.003; ///< a fit that differs less leaves the measurement as it was
constexpr double same_piece_mm = 1.0, same_piece_rad = 0.1;
// Of a piece that is less sure than this two more looks are taken. Another one that is by so much surer (log odds)
// takes its place; one that is less sure than that goes where neither finds it.
constexpr double surely_told = 0.99;
constexpr int looks_again = 2;
constexpr double much_surer = 2.0, likely_told = 0.9;

double logOdds(double score) {
  return std::log(score / (1.0 - score));
}

bool isSame(const SeenPyramid& a, const SeenPyramid& b) {
  return a.size == b.size && a.posture == b.posture &&
         isNear(a.table_from_piece, b.table_from_piece, same_piece_mm, same_piece_rad);
}

/// 8 bit, of this size, a picture reduced: 255 inside the outline of a piece; nothing where it lies outside.
cv::Mat insideOf(const std::vector<Eigen::Vector2d>& outline, const cv::Size& size) {
  std::vector<cv::Point> hull;
  for (const Eigen::Vector2d& point : outline)
    hull.emplace_back(static_cast<int>(point.x()) / reduction, static_cast<int>(point.y()) / reduction);
  cv::Mat inside = cv::Mat::zeros(size, CV_8U);
  if (!hull.empty())
    cv::fillConvexPoly(inside, hull, cv::Scalar(255));
  return inside;
}

/// The same of what is covered of the table.
cv::Mat coveredBy(const std::vector<TablePolygon>& parts_mm, const TableView& view, const cv::Size& size) {
  cv::Mat covered = cv::Mat::zeros(size, CV_8U);
  for (const TablePolygon& part : parts_mm) {
    std::vector<cv::Point> outline;
    for (const Eigen::Vector2d& corner : part)
      if (const auto at = view.pixel({corner.x(), corner.y(), 0.0}))
        outline.emplace_back(static_cast<int>(at->x()) / reduction, static_cast<int>(at->y()) / reduction);
    if (outline.size() >= 3)
      cv::fillPoly(covered, std::vector<std::vector<cv::Point>>{outline}, cv::Scalar(255));
  }
  return covered;
}

constexpr double other_colour = 1.3, other_look = 1.1; ///< ratios of means: it may be another colour's, or no piece's

/// Whether the means of the two pictures inside differ by this ratio.
bool differ(const cv::Mat& before, const cv::Mat& now, const cv::Mat& inside, double ratio) {
  constexpr double dark = 10.0; // grey levels
  const cv::Scalar was = cv::mean(before, inside), is = cv::mean(now, inside);
  return std::ranges::any_of(std::array{0, 1, 2}, [&](int channel) {
    const double change = (is[channel] + dark) / (was[channel] + dark);
    return std::max(change, 1.0 / change) > ratio;
  });
}

} // namespace

std::optional<SeenPyramid> afterAnotherLook(const SeenPyramid& piece, const SeenPyramid* now, int in_vain) {
  if (now == nullptr)
    return in_vain + 1 >= looks_again && piece.score < likely_told ? std::nullopt : std::optional(piece);
  SeenPyramid told = piece;
  if (isSame(*now, piece))
    told.score = std::max(piece.score, now->score);
  else if (logOdds(now->score) > logOdds(piece.score) + much_surer)
    told = *now;
  return told;
}

PyramidFollower::PyramidFollower(const PieceCatalog& pieces) : pieces_(pieces), detector_(pieces) {}

void PyramidFollower::reset() {
  reference_.release();
  reduced_.reset();
  known_.clear();
  met_.clear();
  looked_.clear();
}

std::vector<Eigen::Vector2d> PyramidFollower::outlineOf(const SeenPyramid& piece, const TableView& view) const {
  const PyramidSolid solid(pieces_.pyramid(piece.size), piece.size, piece.posture);
  return projectedHull(solid, piece.table_from_piece, view);
}

cv::Mat PyramidFollower::changes(const cv::Mat& now) const {
  cv::Mat difference, most(now.size(), CV_8U);
  cv::absdiff(now, reference_, difference);
  for (int y = 0; y < now.rows; ++y)
    for (int x = 0; x < now.cols; ++x) {
      const cv::Vec3b d = difference.at<cv::Vec3b>(y, x);
      most.at<std::uint8_t>(y, x) = std::max({d[0], d[1], d[2]});
    }
  cv::Mat changed = most > changed_levels;
  cv::morphologyEx(changed, changed, cv::MORPH_OPEN, cv::getStructuringElement(cv::MORPH_RECT, cv::Size(2, 2)));
  changed.setTo(255, most > surely_levels);
  cv::dilate(changed, changed, cv::getStructuringElement(cv::MORPH_RECT, cv::Size(3, 3)));
  return changed;
}

std::vector<SeenPyramid> PyramidFollower::stillThere(const std::vector<SeenPyramid>& pieces,
                                                     const QuietPicture& picture, const cv::Mat& now,
                                                     const TableView& view, const cv::Mat& changed,
                                                     std::vector<SeenPyramid>* lost) {
  std::vector<SeenPyramid> kept;
  for (const SeenPyramid& piece : pieces) {
    const cv::Mat inside = insideOf(outlineOf(piece, view), changed.size());
    const int cells = cv::countNonZero(inside), changed_cells = cv::countNonZero(inside & changed);
    if (cells > 0 && changed_cells == 0) {
      kept.push_back(piece);
      continue;
    }
    // A pale piece on a pale surface has the same mean, but in parts.
    const bool otherwise = 2 * changed_cells > cells || differ(reference_, now, inside, other_look);
    if (const auto again = measuredAgain(piece, picture, view, otherwise ? plainly_agrees : 0.0))
      kept.push_back(*again);
    else if (lost != nullptr)
      lost->push_back(piece);
  }
  return kept;
}

void PyramidFollower::dropOtherColours(const cv::Mat& image, const cv::Mat& now, const TableView& view,
                                       const TableFile& table, std::vector<SeenPyramid>& kept) const {
  constexpr double plainly = 0.8;
  std::optional<PyramidColours> colours; // once for all that look otherwise
  std::erase_if(kept, [&](const SeenPyramid& piece) {
    const std::vector<Eigen::Vector2d> outline = outlineOf(piece, view);
    if (!differ(reference_, now, insideOf(outline, now.size()), other_colour))
      return false;
    if (!colours)
      colours.emplace(image, view, table);
    const ToldColour told = colours->colourOf(outline);
    return told.colour != piece.colour && told.p >= plainly;
  });
}

std::optional<SeenPyramid> PyramidFollower::measuredAgain(const SeenPyramid& piece, const QuietPicture& picture,
                                                          const TableView& view, double least_agreement) {
  const PyramidSolid solid(pieces_.pyramid(piece.size), piece.size, piece.posture);
  const RefinementHints hints{0.0, {}, isOpaque(piece.colour)};
  const auto before = std::find_if(met_.begin(), met_.end(), [&](const Met& met) {
    return met.size == piece.size && met.posture == piece.posture &&
           isNear(met.measured, piece.table_from_piece, same_piece_mm, same_piece_rad);
  });
  const auto& start = before != met_.end() ? before->met : piece.table_from_piece;
  auto met = refinePyramid(solid, start, view, picture, 0.0, hints); // most are where they were
  // What was moved a little has edges near those that are looked for, too.
  auto farther = refinePyramid(solid, piece.table_from_piece, view, picture, refit_reach_px, hints);
  if (!met || (farther && farther->agreement > met->agreement))
    met = std::move(farther);
  if (!met || met->met < least_kept * piece.visible || met->agreement < least_agreement ||
      !isHardlyMoved(met->pose, piece.table_from_piece))
    return std::nullopt; // gone, covered or moved: found again by the search, if it is there
  if (before != met_.end() && isNear(met->pose, before->met, unmoved_mm, unmoved_rad))
    return piece;
  SeenPyramid measured = piece;
  refineAtLast(solid, *met, view, picture, hints).tell(measured, solid, view);
  if (before != met_.end())
    met_.erase(before);
  met_.push_back({piece.size, piece.posture, measured.table_from_piece, met->pose});
  return measured;
}

bool PyramidFollower::Looked::isAt(const SeenPyramid& piece) const {
  return isNear(pose, piece.table_from_piece, same_piece_mm, same_piece_rad);
}

std::vector<SeenPyramid> PyramidFollower::doubted(const std::vector<SeenPyramid>& kept) const {
  std::vector<SeenPyramid> out;
  std::ranges::copy_if(kept, std::back_inserter(out), [&](const SeenPyramid& piece) {
    return piece.score < surely_told && std::ranges::none_of(looked_, [&](const Looked& looked) {
             return looked.times >= looks_again && looked.isAt(piece);
           });
  });
  return out;
}

std::optional<SeenPyramid> PyramidFollower::afterLook(const SeenPyramid& piece, const std::vector<SeenPyramid>& found,
                                                      const TableView& view) {
  const auto place_of = [&](const SeenPyramid& one) {
    const PyramidSolid solid(pieces_.pyramid(one.size), one.size, one.posture);
    return chosenAt({&solid, one.table_from_piece}, view);
  };
  auto looked = std::ranges::find_if(looked_, [&](const Looked& one) { return one.isAt(piece); });
  if (looked == looked_.end())
    looked = looked_.insert(looked_.end(), Looked{piece.table_from_piece});
  ++looked->times;
  const auto now =
      std::ranges::find_if(found, [&](const SeenPyramid& one) { return isTaken(place_of(one), {place_of(piece)}); });
  if (now == found.end())
    return afterAnotherLook(piece, nullptr, looked->in_vain++);
  const auto shares = [&](const SeenPyramid& one) { return isTaken(place_of(*now), {place_of(one)}); };
  const bool others_place = std::ranges::count_if(known_, shares) > 1;
  return others_place ? piece : afterAnotherLook(piece, &*now, 0);
}

void PyramidFollower::lookAgain(const std::vector<SeenPyramid>& doubted, const cv::Mat& where, const TableView& view,
                                const TableFile& table) {
  const auto is_in = [](const std::vector<SeenPyramid>& pieces, const SeenPyramid& piece) {
    return std::ranges::any_of(pieces, [&](const SeenPyramid& one) { return isSame(one, piece); });
  };
  std::vector<SeenPyramid> others, found, after;
  std::ranges::copy_if(known_, std::back_inserter(others),
                       [&](const SeenPyramid& piece) { return !is_in(doubted, piece); });
  std::ranges::copy_if(detector_.detectIn(where, *reduced_, view, table, others), std::back_inserter(found),
                       [&](const SeenPyramid& piece) { return !is_in(others, piece); });
  for (const SeenPyramid& piece : known_)
    if (const auto left = is_in(others, piece) ? piece : afterLook(piece, found, view))
      after.push_back(*left);
  known_ = std::move(after);
  numberFromLeft(known_);
}

std::vector<SeenPyramid> PyramidFollower::next(const cv::Mat& image, const TableView& view, const TableFile& table,
                                               bool covered, const EmptyTable* empty,
                                               const std::vector<TablePolygon>& resting_mm) {
  const cv::Mat now = reducedTo(image, cv::Size(image.cols / reduction, image.rows / reduction));
  renewed_ = false;
  cv::Mat changed;
  if (reference_.size() == now.size())
    changed = changes(now);
  if (!changed.empty() && cv::countNonZero(changed) == 0) {
    searched_ = 0.0;
    return known_;
  }
  const int reach = 1 + static_cast<int>(renewed_mm / view.mmPerPixel(view.middle_mm()) / reduction);
  const cv::Mat around = cv::getStructuringElement(cv::MORPH_RECT, cv::Size(2 * reach + 1, 2 * reach + 1));
  cv::Mat under;
  if (!resting_mm.empty())
    cv::dilate(coveredBy(resting_mm, view, now.size()), under, around);
  const QuietPicture full(image);
  // Nothing is learnt of what is covered: it is other than it was for as long as something rests there.
  const bool only_under = !under.empty() && !changed.empty() && cv::countNonZero(changed & ~under) == 0;
  if ((covered && !changed.empty()) || only_under) {
    searched_ = 0.0;
    return stillThere(known_, full, now, view, changed);
  }
  const bool all = changed.empty() || cv::countNonZero(changed) > most_changed * static_cast<double>(changed.total());
  if (all) {
    searched_ = 1.0;
    reference_ = now;
    reduced_.emplace(full, view, empty);
    renewed_ = true;
    met_.clear();
    looked_.clear();
    known_ = detector_.detectIn({}, *reduced_, view, table, {});
    return known_;
  }
  std::vector<SeenPyramid> aside, half_hidden;
  if (!under.empty()) {
    std::vector<SeenPyramid> clear;
    for (const SeenPyramid& piece : known_) {
      const bool near = cv::countNonZero(insideOf(outlineOf(piece, view), under.size()) & under) > 0;
      (near ? aside : clear).push_back(piece);
    }
    half_hidden = stillThere(aside, full, now, view, changed);
    known_ = std::move(clear);
    changed.setTo(0, under);
  }
  std::vector<SeenPyramid> lost, kept = stillThere(known_, full, now, view, changed, &lost);
  dropOtherColours(image, now, view, table, kept);
  const std::vector<SeenPyramid> doubtful = doubted(kept);
  cv::Mat doubtful_places = cv::Mat::zeros(now.size(), CV_8U);
  for (const SeenPyramid& piece : doubtful)
    doubtful_places |= insideOf(outlineOf(piece, view), now.size());
  cv::Mat searched;
  cv::dilate(changed | doubtful_places, searched, around);
  searched_ = static_cast<double>(cv::countNonZero(searched)) / static_cast<double>(searched.total());
  now.copyTo(reference_, changed);
  renewed_ = true;
  reduced_->renew(full, searched); // more than is searched: light that drifts leaves seams, which must lie beyond it
  std::ranges::copy(half_hidden, std::back_inserter(kept)); // their places are taken
  known_ = detector_.detectIn(changed, *reduced_, view, table, std::move(kept), lost);
  if (!doubtful.empty())
    lookAgain(doubtful, doubtful_places, view, table);
  std::vector<SeenPyramid> told = known_;
  std::erase_if(known_, [&](const SeenPyramid& piece) {
    return std::ranges::any_of(half_hidden, [&](const SeenPyramid& one) { return isSame(one, piece); });
  });
  std::ranges::move(aside, std::back_inserter(known_));
  numberFromLeft(known_);
  return told;
}

} // namespace linesman
