#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QObject>
#include <nlohmann/json.hpp>

#include "app/certification.h"
#include "app/match_scene.h"
#include "app/plane_calls.h"
#include "app/record/table_pictures.h"
#include "app/scale_watch.h"
#include "app/snapshot.h"
#include "app/table_notes.h"
#include "app/watch/match.h"
#include "app/watch/plane_law.h"
#include "app/watch/turned_board.h"

namespace linesman::app {

/// What is left to do in the turn, as the window shows it.
struct MatchView {
  std::string to_move;              ///< empty before the start
  std::vector<std::string> awaited; ///< whose fleet is still being placed, once others have said that theirs is
  std::optional<int> actions_left;
  int turn = 0;
  struct Clock {
    std::string player;
    double used_s = 0.0;
    std::optional<double> left_s; ///< when a time was agreed
    bool running = false;
  };
  std::vector<Clock> clocks;
  std::optional<std::string> shared_clock; ///< of those, the one that both sides set up under, while they do
  bool held = false;                       ///< people have stopped the clocks
  bool over = false;
  std::optional<std::string> winner; ///< of a game that is over; empty: nobody
  /// Whose flagship is asked for, his ships, and the one that is taken for it ("": none).
  struct Flagship {
    std::string player;
    std::vector<std::string> ships;
    std::string taken;
    bool operator==(const Flagship&) const = default;
  };
  std::optional<Flagship> flagship;
  std::optional<SeenCorner> doubtful_corner; ///< taken for a1 although nothing tells; people may still say
};

/// The match behind the window: snapshots go in, answers come out, everything is recorded. Lives in the GUI thread.
class MatchDesk : public QObject {
  Q_OBJECT

public:
  /// `record_folder`: where the match is kept; one that holds a match already is gone on with.
  MatchDesk(MatchSetup setup, std::string record_folder, QObject* parent = nullptr);

  /// The pictures to come are a film's or a camera's of a board: the first of them is no table at rest yet.
  void expectFilm();
  /// The next picture's table. The first table in sight begins the match.
  void see(const Snapshot& snapshot);
  /// It cannot because its record cannot be kept where it should be.
  bool recordRefused() const { return record_refused_; }
  /// No more pictures come: what has come to rest is judged, what was kept for another look is told.
  void finish();
  /// What `player` says; empty: who is to move.
  void say(const std::string& words, std::string player = {});
  /// Writes the dispute file of the answer with that number; its path, or one sentence.
  Result<std::string> challenge(long long seq);
  /// The camera gives nothing: the clocks stand until it does again.
  void loseCamera(const std::string& sentence);
  /// One picture could not be read; the match goes on with the next.
  void passOver(const std::string& sentence);
  Result<void> overrule(long long seq, const std::string& who, const std::string& why);
  /// People correct the clocks or hold something against a player.
  Result<void> rule(const ClockRuling& ruling);
  /// Were the clocks stopped by people?
  bool held() const { return match_ && match_->held(); }

  MatchView view() const;
  /// What the match knows of the pieces in a picture.
  TableNotes notesFor(const TableState& state) const;
  /// The match cannot begin; the history says why.
  bool failed() const { return failed_; }
  /// No more pictures come: the film or folder has ended.
  bool ended() const { return ended_; }
  /// What is played: as agreed, with what the table file adds once the match has begun.
  const MatchSetup& setup() const { return match_ ? match_->setup() : setup_; }
  /// The picture with the names that its ships and squares have in the match, and what the match would rule about it.
  SnapshotPtr named(const SnapshotPtr& snapshot);
  /// A ship of the match as buttons offer it.
  struct ShipName {
    std::string name, player;
  };
  std::vector<ShipName> shipsAfloat() const;
  /// What a player is called: his name where the law only knows his side.
  std::string displayName(const std::string& player) const;
  /// Those who may speak: the players in turn order.
  std::vector<std::string> players() const;
  /// The referee's position of a game on squares; null before the start and in other games.
  nlohmann::json position() const;
  /// What people should read again: verdicts, refusals, questions, overrulings, in order.
  const std::vector<nlohmann::json>& history() const { return history_; }
  const std::string& record() const { return record_; }
  /// The camera gives no picture.
  bool blind() const { return match_ && match_->troubled("camera"); }
  /// What is ruled just now does not reach it: the disk is full, or its folder is gone.
  bool unkept() const { return record_gone_ || (match_ && match_->recordFailed()); }
  /// Up to when the match has been seen, in time of the source.
  double seenUntil_s() const { return now_s_; }

Q_SIGNALS:
  void changed();

private:
  void begin(const Snapshot& snapshot);
  void take(Result<Match> match);
  void measureWith(const Snapshot& snapshot);
  void judgeAsRecorded(Snapshot& snapshot, const nlohmann::json& ships);
  void goOn();
  void hear(const nlohmann::json& event);
  void missRecord();
  /// Of an event that has happened, now or before the match was left: what people read again, and what they are asked.
  void remember(const nlohmann::json& event);

  MatchSetup setup_;
  std::string record_;
  std::unique_ptr<Match> match_;
  std::optional<PlaneLaw> law_;       ///< of a match of ships
  std::optional<PlaneCaller> caller_; ///< asks the same about all shots of a picture
  /// What was judged last of ships where nothing else lies: the same again while it all stays so.
  struct Judged {
    nlohmann::json ships;
    std::map<PieceId, std::string> names;
    std::map<std::string, std::string> flags;
    std::vector<Call> calls;
  };
  std::optional<Judged> judged_;
  std::unique_ptr<MatchCertifier> certifier_; ///< of the match's first frames
  std::unique_ptr<ScaleWatch> scale_;         ///< likewise
  std::vector<nlohmann::json> history_;
  std::vector<std::string> asked_squares_; ///< of the board, that are to be put right
  TablePictures pictures_;
  QImage picture_;           ///< of the snapshot being looked at
  bool record_gone_ = false; ///< its folder was moved or deleted
  SourceNote note_;          ///< not recorded yet
  Lens lens_;                ///< that it was seen through
  double now_s_ = 0.0;
  double ahead_s_ = 0.0; ///< of the time of a camera that was opened anew
  bool film_ = false;
  bool failed_ = false;
  bool record_refused_ = false;
  bool ended_ = false;
};

} // namespace linesman::app
