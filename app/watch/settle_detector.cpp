#include "app/watch/settle_detector.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "app/watch/outline.h"
#include "models/polygon.h"
#include "models/units.h"

namespace linesman::app {

namespace {

bool samePyramid(const SeenPyramid& a, const SeenPyramid& b, double still_mm, double still_rad) {
  if (a.size != b.size || a.colour != b.colour || a.posture != b.posture)
    return false;
  if ((a.table_from_piece.origin_mm() - b.table_from_piece.origin_mm()).norm() > still_mm)
    return false;
  double turn_rad = std::abs(wrapAngle(a.table_from_piece.heading_rad() - b.table_from_piece.heading_rad()));
  if (a.posture == Posture::upright) // known modulo a right angle only
    turn_rad = std::abs(std::remainder(turn_rad, pi / 2.0));
  return turn_rad <= still_rad;
}

const SeenPyramid* counterpart(const SeenPyramid& wanted, const TableState& state, double still_mm, double still_rad) {
  const auto found = std::find_if(state.pyramids.begin(), state.pyramids.end(),
                                  [&](const SeenPyramid& p) { return samePyramid(wanted, p, still_mm, still_rad); });
  return found == state.pyramids.end() ? nullptr : &*found;
}

constexpr double sure_of_man = 0.8;   // readings less sure than this flicker from frame to frame
constexpr double perhaps_empty = 0.2; // the same for a man who may be none

/// How sure the reader is that nobody stands there.
double emptiness(const SeenBoardPiece& piece) {
  const auto empty = piece.alternatives.find("empty");
  return empty == piece.alternatives.end() ? 0.0 : empty->second;
}

/// Do both wear and carry the same, whoever they are?
bool sameSigns(const SeenBoardPiece& a, const SeenBoardPiece& b) {
  return a.bands == b.bands && a.turned == b.turned && a.rider == b.rider;
}

bool sameMan(const SeenBoardPiece& a, const SeenBoardPiece& b) {
  const bool sure = a.p >= sure_of_man && b.p >= sure_of_man;
  return (!sure || (a.kind == b.kind && a.side == b.side)) && sameSigns(a, b);
}

const SeenBoardPiece* pieceOn(const SeenBoard& board, const std::string& square) {
  const auto found = std::find_if(board.pieces.begin(), board.pieces.end(),
                                  [&](const SeenBoardPiece& piece) { return piece.square == square; });
  return found == board.pieces.end() ? nullptr : &*found;
}

/// Whether the foot of whoever stands there looks as before: then he is the same, whatever the reader takes him for.
bool looksSame(const SeenBoard& a, const SeenBoard& b, const std::string& square) {
  constexpr double same_grey = 2.0; // mean difference of its tiles; a man who comes or goes makes ten
  const auto before = a.looks.find(square), now = b.looks.find(square);
  if (before == a.looks.end() || now == b.looks.end() || before->second.look.empty() ||
      before->second.look.size() != now->second.look.size())
    return false;
  double sum = 0.0;
  for (std::size_t k = 0; k < before->second.look.size(); ++k)
    sum += std::abs(before->second.look[k] - now->second.look[k]);
  return sum <= same_grey * static_cast<double>(before->second.look.size());
}

/// The same man on the next square, where he has hardly moved: one who stands on the line between two squares is read
/// now on the one and now on the other.
const SeenBoardPiece* manBeside(const SeenBoardPiece& man, const SeenBoard& board) {
  constexpr double hardly = 0.1; // of a square
  const auto found = std::ranges::find_if(board.pieces, [&](const SeenBoardPiece& piece) {
    return piece.square != man.square && piece.kind == man.kind && piece.side == man.side &&
           (piece.centre_mm - man.centre_mm).norm() < hardly * board.square_mm;
  });
  return found == board.pieces.end() ? nullptr : &*found;
}

/// Squares of `a` whose man is not in `b`, or is another.
std::vector<std::string> goneFrom(const SeenBoard& a, const SeenBoard& b) {
  std::vector<std::string> squares;
  for (const SeenBoardPiece& piece : a.pieces) {
    const SeenBoardPiece* other = pieceOn(b, piece.square);
    if (other == nullptr)
      other = manBeside(piece, b);
    const bool same = looksSame(a, b, piece.square) ? other == nullptr || sameSigns(piece, *other)
                      : other == nullptr            ? emptiness(piece) >= perhaps_empty
                                                    : sameMan(piece, *other);
    if (!same)
      squares.push_back(piece.square);
  }
  return squares;
}

bool sameBoard(const SeenBoard& a, const SeenBoard& b) {
  const auto faces = [](const SeenBoard& board) {
    std::map<std::string, int> dice;
    for (const SeenDie& die : board.dice)
      if (die.sure())
        dice[die.square] = die.face;
    return dice;
  };
  return goneFrom(a, b).empty() && goneFrom(b, a).empty() && faces(a) == faces(b) && a.rings == b.rings;
}

/// Whether nobody seems to have come or gone between the two, not even one who is seen doubtfully. A square that looks
/// as before may be read otherwise.
bool sameSquaresTaken(const SeenBoard& a, const SeenBoard& b) {
  const auto all_in = [](const SeenBoard& of, const SeenBoard& other) {
    return std::ranges::all_of(of.pieces, [&](const SeenBoardPiece& piece) {
      return pieceOn(other, piece.square) != nullptr || manBeside(piece, other) != nullptr ||
             looksSame(of, other, piece.square);
    });
  };
  return all_in(a, b) && all_in(b, a);
}

/// Whether hands that rest cover the same parts of the table, though they stir: they hide pieces and are in the way.
bool sameHandsRest(const TableState& a, const TableState& b) {
  const auto all_in = [](const TableState& of, const TableState& other) {
    return std::ranges::all_of(of.resting_mm, [&](const TablePolygon& hand) {
      return std::ranges::any_of(other.resting_mm, [&](const TablePolygon& one) {
        return holds(one, app::middleOf(hand)) || holds(hand, app::middleOf(one));
      });
    });
  };
  return all_in(a, b) && all_in(b, a);
}

/// Mean of the poses of one piece over frames, headings on the circle; posture and covariance stay.
void averagePyramids(TableState& state, const std::vector<TableState>& frames, double still_mm, double still_rad) {
  for (SeenPyramid& pyramid : state.pyramids) {
    Eigen::Vector2d sum_mm = Eigen::Vector2d::Zero();
    double turn_rad = 0.0;
    double n = 0.0;
    for (const TableState& frame : frames)
      if (const SeenPyramid* same = counterpart(pyramid, frame, 2.0 * still_mm, 2.0 * still_rad)) {
        sum_mm += same->table_from_piece.origin_mm();
        turn_rad += wrapAngle(same->table_from_piece.heading_rad() - pyramid.table_from_piece.heading_rad());
        n += 1.0;
      }
    if (n > 1.0 && pyramid.posture == Posture::lying)
      pyramid.table_from_piece = {sum_mm / n, pyramid.table_from_piece.heading_rad() + turn_rad / n};
  }
}

} // namespace

bool sameTable(const TableState& a, const TableState& b, double still_mm, double still_rad) {
  if (a.pyramids.size() != b.pyramids.size() || a.board.has_value() != b.board.has_value())
    return false;
  for (const SeenPyramid& pyramid : a.pyramids)
    if (counterpart(pyramid, b, still_mm, still_rad) == nullptr)
      return false;
  return !a.board || sameBoard(*a.board, *b.board);
}

void SettleDetector::noteTouched(const TableState& state) {
  if (!announced_ || !announced_->board || !state.board)
    return;
  const std::vector<std::string> gone = goneFrom(*announced_->board, *state.board);
  for (const SeenBoardPiece& piece : announced_->board->pieces)
    if (std::find(gone.begin(), gone.end(), piece.square) == gone.end())
      last_seen_s_[piece.square] = state.t_s;
  if (hands_in_)
    touched_.insert(gone.begin(), gone.end());
}

SettledTable SettleDetector::settle(const TableState& state) {
  SettledTable settled{state, {touched_.begin(), touched_.end()}, !perhaps_touched_};
  std::ranges::stable_sort(settled.touched_squares, {}, [&](const std::string& square) {
    const auto seen = last_seen_s_.find(square);
    return seen == last_seen_s_.end() ? announced_s_ : seen->second;
  });
  averagePyramids(settled.state, still_, settings_.still_mm, settings_.still_rad);
  announced_ = settled.state;
  announced_s_ = state.t_s;
  at_rest_ = true;
  touched_.clear();
  last_seen_s_.clear();
  perhaps_touched_ = false;
  return settled;
}

/// A film has gaps as well: pictures that were dropped are no reason to take a moving table for one at rest.
bool SettleDetector::isKeyFrame(double t_s) {
  if (!last_frame_s_) {
    key_frames_ = settings_.first_counts;
    return key_frames_;
  }
  const bool far = t_s - *last_frame_s_ >= settings_.key_frame_s;
  balance_ = std::clamp(balance_ + (far ? -1 : 1), -film_frames, film_frames);
  key_frames_ = far && (balance_ < 0 || settings_.key_frame_s <= 0.0);
  return key_frames_;
}

/// A hand that is on its way, not seen yet, makes readings of what it holds doubtful: they come and go.
bool SettleDetector::plainlyStill() const {
  return still_.size() >= settings_.least_still && still_.back().board &&
         std::all_of(still_.end() - static_cast<std::ptrdiff_t>(settings_.least_still), still_.end(),
                     [&](const TableState& frame) { return sameSquaresTaken(*frame.board, *still_.back().board); });
}

Motion SettleDetector::feed(const TableState& state, bool wanted) {
  Motion motion;
  const bool hand = !state.hands_mm.empty();
  motion.hands_in = hand && !hands_in_;
  motion.hands_out = !hand && hands_in_;
  hands_in_ = hand;
  const bool gap = !last_frame_s_ || state.t_s - *last_frame_s_ >= settings_.key_frame_s;
  const bool key_frame = isKeyFrame(state.t_s);
  last_frame_s_ = state.t_s;
  perhaps_touched_ = perhaps_touched_ || hand || gap;
  if (hand) {
    // On a board the next player's hand may come before the table has lain still for long.
    if (state.board && motion.hands_in && !key_frames_ && !at_rest_ && plainlyStill()) {
      motion.settled = settle(still_.back());
      motion.settled->in_film = true;
    }
    perhaps_touched_ = true;
    noteTouched(state);
    still_.clear();
    at_rest_ = false;
    return motion;
  }
  noteTouched(state);
  const bool same = !still_.empty() && sameTable(still_.back(), state, settings_.still_mm, settings_.still_rad);
  if (!same) {
    still_.clear();
    still_since_s_ = state.t_s;
  }
  still_.push_back(state);
  if (still_.size() > settings_.averaged)
    still_.erase(still_.begin());
  const bool still = key_frame || (still_.size() > 1 && state.t_s - still_since_s_ >= settings_.dwell_s - 1e-9);
  if (!still) {
    at_rest_ = at_rest_ && same;
    return motion;
  }
  const bool news =
      !at_rest_ || !announced_ || !sameTable(*announced_, state, 1.5 * settings_.still_mm, 1.5 * settings_.still_rad);
  const bool again = (wanted || (announced_ && !sameHandsRest(*announced_, state))) &&
                     state.t_s - announced_s_ >= settings_.reannounce_s;
  if (key_frame || news || again) {
    motion.settled = settle(state);
    motion.settled->in_film = !key_frame;
  }
  return motion;
}

std::optional<SettledTable> SettleDetector::finish(bool once_more) {
  if (!hands_in_ && !at_rest_ && !still_.empty())
    return settle(still_.back());
  if (!once_more || !announced_)
    return std::nullopt;
  SettledTable last{std::move(*announced_), {}, false, false, true};
  announced_.reset(); // it is asked for twice at the end
  return last;
}

} // namespace linesman::app
