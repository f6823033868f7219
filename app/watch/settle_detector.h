#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "models/table_state.h"

namespace linesman::app {

/// A table that came to rest.
struct SettledTable {
  TableState state;
  /// Squares whose piece was not to be seen, or stood elsewhere, while the hand was in: what may have been lifted. In
  /// the order in which they were last seen as before.
  std::vector<std::string> touched_squares;
  /// The table was watched all the time since the one before and no hand came in: what differs now was seen wrongly.
  bool untouched = false;
  /// Of a film that goes on: the table will be looked at again if that is asked for. Not so a picture on its own.
  bool in_film = false;
  /// The one told before, once more at the source's end: what it leaves open is asked about without another look.
  bool last = false;
};

/// What one frame changed.
struct Motion {
  bool hands_in = false;               ///< a hand came into view with this frame
  bool hands_out = false;              ///< the last hand left with this frame
  std::optional<SettledTable> settled; ///< with `hands_in`: as it lay before the hand came
};

/// Tells a moving table from one at rest. Commits at most `dwell_s` after the hand left; a source of key frames further
/// apart than that settles on every frame without a hand. A pure function of the frames fed in.
class SettleDetector {
public:
  struct Settings {
    double dwell_s = 0.24;       ///< how long nothing may change
    double key_frame_s = 0.4;    ///< frames further apart are key frames
    bool first_counts = true;    ///< the first frame is a table at rest; a camera's may be exposed badly
    double still_mm = 1.0;       ///< a piece that moves less than this between frames lies still
    double still_rad = 0.06;     ///< the same for its heading
    double reannounce_s = 1.0;   ///< how often a resting table is announced again while the referee waits for it
    std::size_t averaged = 12;   ///< frames averaged into a settled table, at most
    std::size_t least_still = 3; ///< frames of a board without a change, where the next hand comes sooner
  };

  SettleDetector() = default;
  explicit SettleDetector(Settings settings) : settings_(settings) {}

  /// `wanted`: the referee has an open question, so the table is announced again although nothing changed.
  Motion feed(const TableState& state, bool wanted = false);
  /// At the end of a source: the table as last seen, when it was not announced yet and no hand is in. `once_more`: the
  /// last one announced, when there is none.
  std::optional<SettledTable> finish(bool once_more = false);
  /// True when the last frame counts as a picture on its own, not as a part of a film.
  bool keyFrames() const { return key_frames_; }
  bool handsIn() const { return hands_in_; }
  /// True when the last frame's table is the one announced.
  bool atRest() const { return at_rest_; }

private:
  static constexpr int film_frames = 5; // nearer together than key frames: the source is a film
  bool isKeyFrame(double t_s);
  SettledTable settle(const TableState& state);
  void noteTouched(const TableState& state);
  bool plainlyStill() const;

  Settings settings_;
  bool key_frames_ = true;
  int balance_ = 0; ///< of late: frames near the one before, less those far from it
  bool hands_in_ = false;
  bool at_rest_ = false;
  std::vector<TableState> still_; ///< latest frames without hand and change, oldest first
  double still_since_s_ = 0.0;
  std::optional<double> last_frame_s_;
  std::optional<TableState> announced_;
  double announced_s_ = 0.0;
  std::set<std::string> touched_;
  std::map<std::string, double> last_seen_s_; ///< when a square's man was last seen as he was announced
  bool perhaps_touched_ = true;               ///< since the table was announced: a hand, or a gap in the frames
};

/// Same pieces in the same places, but for `still_mm` and `still_rad`.
bool sameTable(const TableState& a, const TableState& b, double still_mm, double still_rad);

} // namespace linesman::app
