#include "vision/pyramid_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include <opencv2/imgproc.hpp>

#include "models/units.h"
#include "vision/pyramid_templates.h"

namespace linesman {

namespace {

constexpr double cell_mm = 5.0;
constexpr int tile_cells = 10; ///< perspective is taken as constant over so many cells
constexpr float least_score = 0.66F, least_where_likely = 0.62F;
constexpr double likely_presence = -3.0, hopeless_presence = -4.5; ///< log odds
constexpr double widest_mm = OverheadFrame::usually_farthest_mm;   ///< from the middle of what is looked at
constexpr std::size_t most_guesses = 2000;
// Print and clutter look like pyramids in many ways at once. So many guesses are kept of one place, that those of a
// fainter piece elsewhere are not crowded out.
constexpr double place_mm = 50.0;
constexpr std::size_t most_per_place = 30;
// What settles moves by some mm: a guess so near a better one of its solid comes to where that one does.
constexpr double same_guess_mm = 10.0, same_guess_rad = 1.5 * heading_step_rad;
constexpr int far_away = 255; ///< from what changed

/// Where on the table the picture looks, as bounds of x and y.
Eigen::AlignedBox2d boundsOfView(const TableView& view) {
  Eigen::AlignedBox2d bounds;
  const double w = view.lens().width_px, h = view.lens().height_px;
  for (int i = 0; i <= 8; ++i)
    for (int j = 0; j <= 8; ++j)
      if (const auto point = view.tablePoint({w * i / 8.0, h * j / 8.0}))
        if ((*point - view.middle_mm()).norm() < 2.0 * widest_mm)
          bounds.extend(*point);
  const Eigen::Vector2d most(widest_mm, widest_mm);
  return bounds.intersection(Eigen::AlignedBox2d(view.middle_mm() - most, view.middle_mm() + most));
}

/// How many thinned edges lie around a place, without those in excluded parts.
class EdgeCounts {
public:
  EdgeCounts(const EdgeField& edges, const cv::Mat& excluded, const cv::Rect& part) : first_(part.tl()) {
    cv::Mat ones = edges.thinned()(part) & 1;
    if (!excluded.empty())
      ones.setTo(0, excluded(part));
    cv::integral(ones, sums_, CV_32S);
  }
  int around(int x, int y, int half) const {
    const int x0 = column(x - half), x1 = column(x + half + 1), y0 = row(y - half), y1 = row(y + half + 1);
    return sums_.at<int>(y1, x1) - sums_.at<int>(y0, x1) - sums_.at<int>(y1, x0) + sums_.at<int>(y0, x0);
  }

private:
  int column(int x) const { return std::clamp(x - first_.x, 0, sums_.cols - 1); }
  int row(int y) const { return std::clamp(y - first_.y, 0, sums_.rows - 1); }

  cv::Point first_;
  cv::Mat sums_; ///< integral image of a part
};

/// Around all that is searched.
cv::Rect partOf(const EdgeField& edges, const cv::Mat& excluded, const cv::Mat& away) {
  cv::Rect part(0, 0, edges.width(), edges.height());
  if (!away.empty())
    part = cv::boundingRect(away < far_away);
  if (!excluded.empty() && !part.empty())
    part = cv::boundingRect(excluded(part) == 0) + part.tl();
  return part;
}

/// Edges to search among.
struct SearchedEdges {
  EdgeCounts counts;
  DirectionMap map;
};

/// What all stripes of a search look at.
struct SearchedPicture {
  const EdgeField& picture; ///< for its size and place
  const TableView& view;
  const cv::Mat &excluded, &taken, &away;
  cv::Rect part;
  std::vector<SearchedEdges> edges; ///< maps of the same size; none where nothing is searched
  std::vector<SolidToSearch> solids;
  const PyramidProposals* likely; ///< nullptr: not known

  SearchedPicture(const std::vector<const EdgeField*>& fields, const TableView& seen_from,
                  const std::vector<PyramidSolid>& wanted, const cv::Mat& not_there, const cv::Mat& no_middle,
                  const cv::Mat& from_changed, const PyramidProposals* likely_places)
      : picture(*fields.front()), view(seen_from), excluded(not_there), taken(no_middle), away(from_changed),
        part(partOf(picture, not_there, from_changed)), likely(likely_places) {
    if (part.empty())
      return;
    edges.reserve(fields.size());
    for (const EdgeField* field : fields)
      edges.push_back({EdgeCounts(*field, not_there, part), DirectionMap(*field, part)});
    for (const PyramidSolid& solid : wanted)
      solids.emplace_back(solid);
  }
};

/// One solid's templates, and how much is asked of a place before they are.
struct SearchedSolid {
  PyramidTemplates templates;
  int half_px = 0, least_edges = 0; ///< so many edge pixels must be around a place
  int reach_px = 0;                 ///< from what changed to its middle
};

class Searcher {
public:
  explicit Searcher(const SearchedPicture& picture)
      : guesses(picture.edges.size()), picture_(picture), by_size_(picture.solids.size()),
        enough_edges_(picture.solids.size()) {
    for (const SolidToSearch& solid : picture.solids)
      solids_.push_back({PyramidTemplates(solid)});
    std::iota(by_size_.begin(), by_size_.end(), std::size_t{0});
    std::stable_sort(by_size_.begin(), by_size_.end(), [&](std::size_t a, std::size_t b) {
      return picture.solids[a].width_mm > picture.solids[b].width_mm;
    });
  }

  void searchTile(const Eigen::Vector2d& corner) {
    const double half_mm = 0.5 * cell_mm * (tile_cells - 1);
    const Eigen::Vector2d middle(half_mm, half_mm);
    const auto place = viewOf(corner + middle, picture_.view, picture_.picture);
    if (!place)
      return;
    const cv::Rect& part = picture_.part;
    const double margin_px = 1.6 * half_mm * place->pxPerMm();
    const Eigen::Vector2d& at = place->pixel;
    if (at.x() < part.x - margin_px || at.y() < part.y - margin_px || at.x() > part.br().x + margin_px ||
        at.y() > part.br().y + margin_px)
      return;
    int widest_px = 0, farthest_px = 0, least_edges = std::numeric_limits<int>::max();
    for (std::size_t k = 0; k < solids_.size(); ++k) {
      SearchedSolid& solid = solids_[k];
      solid.templates.clear();
      const double width_px = picture_.solids[k].width_mm * place->pxPerMm();
      solid.half_px = static_cast<int>(0.9 * width_px) + 2;
      solid.least_edges = static_cast<int>(std::ceil(1.8 * width_px));
      solid.reach_px = static_cast<int>(std::ceil(0.5 * width_px));
      widest_px = std::max(widest_px, solid.half_px);
      farthest_px = std::max(farthest_px, solid.reach_px);
      least_edges = std::min(least_edges, solid.least_edges);
    }
    const cv::Point middle_px(cvRound(at.x()), cvRound(at.y()));
    if (awayAt(middle_px) > margin_px + farthest_px)
      return;
    const int around_px = static_cast<int>(std::ceil(2.0 * margin_px)) + widest_px;
    if (std::none_of(picture_.edges.begin(), picture_.edges.end(), [&](const SearchedEdges& edges) {
          return edges.counts.around(middle_px.x, middle_px.y, around_px) >= least_edges;
        }))
      return;
    for (int i = 0; i < tile_cells; ++i)
      for (int j = 0; j < tile_cells; ++j) {
        const Eigen::Vector2d in_tile = cell_mm * Eigen::Vector2d(j, i);
        if (const auto pixel = picture_.view.pixel({corner.x() + in_tile.x(), corner.y() + in_tile.y(), 0.0}))
          searchCell(corner + in_tile, picture_.picture.toReduced(*pixel), *place);
      }
  }

  std::vector<std::vector<PyramidGuess>> guesses; ///< of each of the picture's edges

private:
  /// 0 where all of the picture is searched, and outside.
  int awayAt(const cv::Point& pixel) const {
    const cv::Mat& away = picture_.away;
    return cv::Rect({0, 0}, away.size()).contains(pixel) ? away.at<std::uint8_t>(pixel) : 0;
  }

  /// What is asked of a pyramid whose middle lies there; nothing where none is likely at all.
  std::optional<float> leastScoreAt(const Eigen::Vector2d& at) const {
    const auto presence = picture_.likely == nullptr ? std::nullopt : picture_.likely->presenceAt(at);
    if (presence && *presence < hopeless_presence)
      return std::nullopt;
    return presence && *presence > likely_presence ? least_where_likely : least_score;
  }

  void searchCell(const Eigen::Vector2d& at, const Eigen::Vector2d& reduced, const PlaceView& place) {
    const cv::Point pixel(cvRound(reduced.x()), cvRound(reduced.y()));
    if (!picture_.part.contains(pixel) ||
        (!picture_.excluded.empty() && picture_.excluded.at<std::uint8_t>(pixel) != 0) ||
        (!picture_.taken.empty() && picture_.taken.at<std::uint8_t>(pixel) != 0))
      return;
    const int away_px = awayAt(pixel);
    const std::optional<float> least = leastScoreAt(at);
    if (!least)
      return;
    for (std::size_t e = 0; e < picture_.edges.size(); ++e) {
      const SearchedEdges& edges = picture_.edges[e];
      countEdges(edges.counts, pixel, away_px);
      for (std::size_t k = 0; k < picture_.solids.size(); ++k)
        if (enough_edges_[k])
          if (const auto match = solids_[k].templates.best(place, edges.map, edges.map.index(pixel.x, pixel.y), *least))
            guesses[e].push_back(
                {static_cast<int>(k), {at + match->turned->origin_mm, match->turned->heading_rad}, match->score});
    }
  }

  /// From the largest solid on: around a smaller one are no more edges, which most often tells that they are too few.
  void countEdges(const EdgeCounts& counts, const cv::Point& pixel, int away_px) {
    int half_px = 0, count = std::numeric_limits<int>::max(); // of the last that were counted
    for (const std::size_t k : by_size_) {
      const SearchedSolid& solid = solids_[k];
      enough_edges_[k] = 0;
      if (away_px > solid.reach_px)
        continue;
      if (solid.half_px != half_px && count >= solid.least_edges) {
        half_px = solid.half_px;
        count = counts.around(pixel.x, pixel.y, half_px);
      }
      enough_edges_[k] = solid.half_px == half_px && count >= solid.least_edges;
    }
  }

  const SearchedPicture& picture_;
  std::vector<SearchedSolid> solids_;
  std::vector<std::size_t> by_size_; ///< solids, the largest first
  std::vector<char> enough_edges_;   ///< around the place at hand, for each solid
};

/// Best first, without those beside a better one of the same solid, and not too many of one place: where all are too
/// many, the places give up their worst alike, so that one full of print leaves room to the others.
std::vector<PyramidGuess> thinned(std::vector<PyramidGuess> guesses) {
  std::sort(guesses.begin(), guesses.end(), [](const auto& a, const auto& b) { return a.score > b.score; });
  using Place = std::pair<int, int>;
  const auto place_of = [](const PyramidGuess& guess) {
    const Eigen::Vector2d place = (guess.pose.origin_mm() / place_mm).array().floor();
    return Place(static_cast<int>(place.x()), static_cast<int>(place.y()));
  };
  const auto is_beside = [](const PyramidGuess& a, const PyramidGuess& b) {
    return a.solid == b.solid &&
           (a.pose.origin_mm() - b.pose.origin_mm()).squaredNorm() < same_guess_mm * same_guess_mm &&
           std::abs(wrapAngle(a.pose.heading_rad() - b.pose.heading_rad())) < same_guess_rad;
  };
  std::map<Place, std::vector<const PyramidGuess*>> kept;
  std::vector<std::pair<const PyramidGuess*, std::size_t>> all; ///< with the rank in their place
  for (const PyramidGuess& guess : guesses) {
    const Place place = place_of(guess);
    std::vector<const PyramidGuess*>& here = kept[place];
    if (here.size() == most_per_place)
      continue;
    bool near_better = false;
    for (int dx = -1; dx <= 1 && !near_better; ++dx)
      for (int dy = -1; dy <= 1 && !near_better; ++dy)
        if (const auto beside = kept.find({place.first + dx, place.second + dy}); beside != kept.end())
          near_better = std::any_of(beside->second.begin(), beside->second.end(),
                                    [&](const PyramidGuess* better) { return is_beside(*better, guess); });
    if (near_better)
      continue;
    all.emplace_back(&guess, here.size());
    here.push_back(&guess);
  }
  if (all.size() > most_guesses) {
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    all.resize(most_guesses);
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  }
  std::vector<PyramidGuess> out;
  out.reserve(all.size());
  for (const auto& [guess, rank] : all)
    out.push_back(*guess);
  return out;
}

} // namespace

int farthestSearched_px(const std::vector<PyramidSolid>& solids, const TableView& view, const EdgeField& edges) {
  constexpr double nearest_share = 2.0; // what is nearest to the camera is seen this much larger than in the middle
  double widest_mm = 0.0;
  for (const PyramidSolid& solid : solids)
    widest_mm = std::max(widest_mm, SolidToSearch(solid).width_mm);
  return std::min(far_away - 5, static_cast<int>(std::ceil(nearest_share * 0.5 * widest_mm /
                                                           (view.mmPerPixel(view.middle_mm()) * edges.reduction()))));
}

std::vector<PyramidGuess> searchPyramids(const std::vector<const EdgeField*>& fields, const TableView& view,
                                         const std::vector<PyramidSolid>& solids, const cv::Mat& excluded,
                                         const cv::Mat& taken, const cv::Mat& away, const PyramidProposals* likely) {
  if (fields.empty())
    return {};
  const SearchedPicture picture(fields, view, solids, excluded, taken, away, likely);
  if (picture.edges.empty())
    return {};
  const Eigen::AlignedBox2d bounds = boundsOfView(view);
  const double tile_mm = cell_mm * tile_cells;
  const Eigen::Array2i tiles = ((bounds.max() - bounds.min()) / tile_mm).array().floor().cast<int>() + 1;
  const int columns = tiles.x(), rows = std::max(0, tiles.y());
  // Stripes of rows in parallel, joined in their order, so that the answer does not depend on the number of cores.
  const int stripes = std::clamp(rows, 1, 8);
  std::vector<Searcher> searchers;
  searchers.reserve(static_cast<std::size_t>(stripes));
  for (int i = 0; i < stripes; ++i)
    searchers.emplace_back(picture);
  cv::parallel_for_(cv::Range(0, stripes), [&](const cv::Range& range) {
    for (int stripe = range.start; stripe < range.end; ++stripe)
      for (int row = stripe * rows / stripes; row < (stripe + 1) * rows / stripes; ++row)
        for (int column = 0; column < columns; ++column)
          searchers[static_cast<std::size_t>(stripe)].searchTile(bounds.min() + tile_mm * Eigen::Vector2d(column, row));
  });
  std::vector<PyramidGuess> all;
  for (std::size_t e = 0; e < fields.size(); ++e) {
    std::vector<PyramidGuess> guesses;
    for (const Searcher& searcher : searchers)
      guesses.insert(guesses.end(), searcher.guesses[e].begin(), searcher.guesses[e].end());
    guesses = thinned(std::move(guesses));
    all.insert(all.end(), guesses.begin(), guesses.end());
  }
  return all;
}

} // namespace linesman
