#include "vision/set_calibration.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iterator>
#include <optional>
#include <sstream>

#include "models/units.h"
#include "vision/pyramid_colour.h"
#include "vision/pyramid_contact.h"
#include "vision/pyramid_detector.h"

namespace linesman {

namespace {

constexpr std::array<PyramidSize, 3> sizes = {PyramidSize::small, PyramidSize::medium, PyramidSize::large};
/// Of the set that is known, tried in turn: sets differ by some percent from the published figures.
constexpr std::array<double, 5> scales = {1.0, 0.95, 1.05, 0.9, 1.1};
constexpr double least_score = 0.8;    ///< of a piece that tells of its set
constexpr double least_visible = 0.75; ///< share of its outline that is met
constexpr int searches = 3;            ///< each with what the one before measured
constexpr double same_share = 0.002;   ///< of a dimension: a search with less changed finds the same
constexpr double same_piece_mm = 2.0, same_piece_rad = 0.05;         ///< of a piece in two pictures
constexpr double most_sigma_share = 0.03, most_changed_share = 0.15; ///< of a dimension: more is refused

constexpr std::size_t index(PyramidSize size) {
  return static_cast<std::size_t>(size);
}

PieceCatalog scaled(PieceCatalog catalog, double scale) {
  for (const PyramidSize size : sizes) {
    const Pyramid& pyramid = catalog.pyramid(size);
    catalog = catalog.with(size, withDimensions(pyramid, scale * pyramid.base_mm(), scale * pyramid.height_mm()));
  }
  return catalog;
}

/// The pictures of a set with what is known of it.
struct SetScene {
  const std::vector<PyramidPicture>& pictures;
  const std::vector<QuietPicture>& quiet;
  const TableFile& table;
};

/// Pieces found with a catalog.
struct FoundPieces {
  std::vector<ShownPyramid> pieces;
  double worth = 0.0; ///< how many there are, those counting more that are plainly seen
};

/// Whether the same piece lies there in an earlier picture from the same place: it tells the same again.
bool isShown(const SetScene& scene, const std::vector<ShownPyramid>& shown, const ShownPyramid& piece) {
  return std::any_of(shown.begin(), shown.end(), [&](const ShownPyramid& other) {
    const auto eye_mm = [&](const ShownPyramid& of) { return scene.pictures[of.picture].view.eye_mm(); };
    return other.picture != piece.picture && other.size == piece.size && other.posture == piece.posture &&
           (eye_mm(other) - eye_mm(piece)).norm() < same_place_mm &&
           (other.pose.origin_mm() - piece.pose.origin_mm()).norm() < same_piece_mm &&
           std::abs(wrapAngle(other.pose.heading_rad() - piece.pose.heading_rad())) < same_piece_rad;
  });
}

/// Whether nothing else is seen before or behind a piece.
bool isApart(const std::vector<PictureOutline>& outlines, std::size_t piece) {
  for (std::size_t i = 0; i < outlines.size(); ++i)
    if (i != piece && shareMore(outlines[i], outlines[piece], 0.0))
      return false;
  return true;
}

/// Those of a picture that tell of their set: seen well, whole and apart.
std::vector<SeenPyramid> telling(const std::vector<SeenPyramid>& seen, const PieceCatalog& catalog,
                                 const TableView& view) {
  const std::vector<PyramidSolid> solids = solidsOf(catalog);
  std::vector<PictureOutline> outlines;
  outlines.reserve(seen.size());
  for (const SeenPyramid& piece : seen)
    outlines.push_back(pictureOutlineOf(solidOf(solids, piece), piece.table_from_piece, view));
  std::vector<SeenPyramid> telling;
  for (std::size_t i = 0; i < seen.size(); ++i)
    if (seen[i].score >= least_score && seen[i].visible >= least_visible && isApart(outlines, i))
      telling.push_back(seen[i]);
  return telling;
}

ShownPyramid shownIn(std::size_t picture, const SeenPyramid& piece) {
  return {picture, piece.size, piece.posture, isOpaque(piece.colour), piece.table_from_piece, true};
}

FoundPieces findPieces(const SetScene& scene, const PieceCatalog& catalog) {
  const PyramidDetector detector(catalog);
  FoundPieces found;
  for (std::size_t p = 0; p < scene.pictures.size(); ++p) {
    const auto& [image, view] = scene.pictures[p];
    for (const SeenPyramid& seen : telling(detector.detect(image, view, scene.table), catalog, view)) {
      const ShownPyramid piece = shownIn(p, seen);
      if (isShown(scene, found.pieces, piece))
        continue;
      found.pieces.push_back(piece);
      found.worth += seen.score * seen.visible;
    }
  }
  return found;
}

/// The set at the scale that shows the most of it, and its pieces.
std::pair<PieceCatalog, FoundPieces> likeliestScale(const SetScene& scene, const PieceCatalog& start) {
  std::pair<PieceCatalog, FoundPieces> best{start, {}};
  for (const double scale : scales) {
    const PieceCatalog tried = scaled(start, scale);
    FoundPieces found = findPieces(scene, tried);
    if (found.worth > best.second.worth)
      best = {tried, std::move(found)};
  }
  return best;
}

/// Measures the sizes that were found, and puts them into the catalog. The greatest change of a dimension, its share.
double measureSizes(const SetScene& scene, const std::vector<ShownPyramid>& found, PieceCatalog& catalog,
                    MeasuredSet& measured) {
  double most_changed = 0.0;
  for (const PyramidSize size : sizes) {
    std::vector<ShownPyramid> pieces;
    std::copy_if(found.begin(), found.end(), std::back_inserter(pieces),
                 [&](const ShownPyramid& piece) { return piece.size == size; });
    auto& one = measured[index(size)];
    one.reset();
    if (pieces.empty())
      continue;
    const Pyramid& before = catalog.pyramid(size);
    one = fitSize(scene.pictures, scene.quiet, std::move(pieces), before);
    most_changed = std::max({most_changed, std::abs(one->pyramid.base_mm() / before.base_mm() - 1.0),
                             std::abs(one->pyramid.height_mm() / before.height_mm() - 1.0)});
    catalog = catalog.with(size, one->pyramid);
  }
  return most_changed;
}

std::string inWords(double base_mm, double height_mm) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(1) << base_mm << " x " << height_mm << " mm";
  return out.str();
}

bool isSure(const MeasuredPyramid& measured) {
  return measured.baseSigma_mm() < most_sigma_share * measured.pyramid.base_mm() &&
         measured.heightSigma_mm() < most_sigma_share * measured.pyramid.height_mm();
}

/// Whether a measured size may be believed.
Result<void> check(const MeasuredPyramid& measured, PyramidSize size, const Pyramid& known) {
  const std::string name(nameOf(size));
  const Pyramid& pyramid = measured.pyramid;
  if (!isSure(measured) || measured.seen < measured.left_out)
    return fail("The " + name + " pyramids are seen too badly to be measured (base and height within " +
                inWords(measured.baseSigma_mm(), measured.heightSigma_mm()) +
                "); show more of them, from nearer, in better light and with all markers, or take them away.");
  const auto likely = [](double now, double before) { return std::abs(now / before - 1.0) < most_changed_share; };
  if (!likely(pyramid.base_mm(), known.base_mm()) || !likely(pyramid.height_mm(), known.height_mm()))
    return fail("The " + name + " pyramids come out as " + inWords(pyramid.base_mm(), pyramid.height_mm()) +
                ", too far from the known set's " + inWords(known.base_mm(), known.height_mm()) +
                "; check the lens and the markers' sizes, and that nothing but pyramids lies on the table.");
  return {};
}

constexpr int alone_fits = 2; ///< each from what the one before says: the first looks for edges near the known ones

/// Nothing of a piece whose edges are not met, or tell hardly anything.
std::optional<MeasuredPiece> measureAlone(const SetScene& scene, const ShownPyramid& piece, const Pyramid& known) {
  MeasuredPyramid measured{known, Eigen::Matrix2d::Zero(), 0, 0};
  for (int fit = 0; fit < alone_fits; ++fit)
    measured = fitSize(scene.pictures, scene.quiet, {piece}, measured.pyramid);
  if (measured.seen == 0 || !isSure(measured))
    return std::nullopt;
  return MeasuredPiece{piece.size, measured.pyramid, measured.covariance};
}

} // namespace

std::vector<MeasuredPiece> measureEach(const PyramidPicture& picture, const std::vector<SeenPyramid>& seen,
                                       const TableFile& table, const PieceCatalog& known) {
  const std::vector<PyramidPicture> pictures = {picture};
  const std::vector<QuietPicture> quiet(1, QuietPicture(picture.image));
  const SetScene scene{pictures, quiet, table};
  std::vector<MeasuredPiece> measured;
  for (const SeenPyramid& piece : telling(seen, known, picture.view))
    if (const auto one = measureAlone(scene, shownIn(0, piece), known.pyramid(piece.size)))
      measured.push_back(*one);
  return measured;
}

Result<MeasuredSet> measureSet(const std::vector<PyramidPicture>& pictures, const TableFile& table,
                               const PieceCatalog& start) {
  std::vector<QuietPicture> quiet;
  quiet.reserve(pictures.size());
  for (const PyramidPicture& picture : pictures)
    quiet.emplace_back(picture.image);
  const SetScene scene{pictures, quiet, table};
  auto [catalog, found] = likeliestScale(scene, start);
  MeasuredSet measured;
  for (int search = 1; measureSizes(scene, found.pieces, catalog, measured) > same_share && search < searches; ++search)
    found = findPieces(scene, catalog);
  if (found.pieces.empty())
    return fail("No pyramid was found that is seen whole and lies apart from others; lay some well apart on the table, "
                "show them whole, and light them well.");
  for (const PyramidSize size : sizes)
    if (const auto& one = measured[index(size)])
      if (const auto good = check(*one, size, start.pyramid(size)); !good)
        return tl::unexpected(good.error());
  return measured;
}

} // namespace linesman
