#pragma once
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/record/match_record.h"
#include "app/watch/clock_ruling.h"
#include "app/watch/coverage.h"
#include "app/watch/game_clock.h"
#include "app/watch/referee.h"
#include "app/watch/settle_detector.h"
#include "vision/frame.h"

namespace linesman::app {

/// A match being watched: table states and claims go in, events come out, each durable in the record (if there is one)
/// before it is announced. Knows neither camera nor threads; feed it from one thread, in order of time.
class Match {
public:
  /// Receives every event, as the JSON object that is printed.
  using Listener = std::function<void(const nlohmann::json&)>;

  /// A new match, kept in `record_folder` when that is not empty.
  static Result<Match> begin(const MatchSetup& setup, const std::string& record_folder, Listener listener);
  /// Goes on with a recorded match: its state is folded from the recorded inputs.
  static Result<Match> resume(const std::string& record_folder, Listener listener);

  /// The frames to come are chosen pictures, not a film: every one without a hand counts as settled.
  void expectKeyFrames();
  /// The frames to come are a film or a camera's: the first is no table at rest yet.
  void expectFilm();
  /// What the camera believes in one frame.
  void see(const TableState& state);
  /// What a player said. It is heard once the table is seen at rest; on sources of key frames as soon as it is seen.
  /// What is said between players (resign, draw?) is heard while nothing is seen, too. In a game that is picked up it
  /// waits until that has been read off the table, but for what says how it begins.
  void hear(const Claim& said);
  /// People decide against the verdict with number `seq`: who and why are recorded, and the state of the match becomes
  /// what they say. The answer is a new verdict; overruling that one takes the decision back. An error sentence when
  /// there is no such verdict, it was overruled before, or who or why is missing.
  Result<void> overrule(long long seq, const std::string& who, const std::string& why, double t_s);
  /// People correct the clocks or warn a player: it takes effect and is recorded and told, or one sentence says what is
  /// missing.
  Result<void> rule(const ClockRuling& ruling, double t_s);
  /// An answer was challenged; `file` holds the dispute.
  void challenged(long long seq, const std::string& file, double t_s);
  /// What the camera said of its settings: recorded, for they decide what the measurements are worth.
  void note(double t_s, const SourceNote& note);
  /// The table's scale is doubtful, by what its pieces measure: recorded and told; nothing where the sentence is empty.
  void doubtScale(double t_s, const std::string& sentence);
  /// The camera or the registration failed (or works again, with an empty sentence).
  void trouble(double t_s, const std::string& kind, const std::string& sentence);
  /// One picture or line of the source could not be read, or the record is gone; the match goes on.
  void passOver(double t_s, const std::string& sentence);
  /// Is there such a trouble now?
  bool troubled(const std::string& kind) const;
  /// No more frames will come: what has come to rest is judged, and what is open then asked about.
  void settle();
  /// The end: what was said and not heard yet is heard, the clocks stop.
  void finish(double t_s);

  /// For the window: the referee's memory and the last settled table.
  nlohmann::json refereeState() const { return referee_->state(); }
  /// The table as the referee names its squares.
  TableState facing(const TableState& state) const { return referee_->facing(state); }
  const std::optional<TableState>& settled() const { return settled_; }
  bool handsIn() const { return detector_.handsIn(); }
  const GameClock& clock() const { return clock_; }
  /// The clock of setting up (ArmadaChess): of both sides together as used_s("set-up", t), or of each player who sets
  /// up in his turn.
  const GameClock& setUpClock() const { return set_up_clock_; }
  /// Does that one count still?
  bool settingUp() const { return set_up_limited_; }
  /// When the record that is gone on with ends; 0 of a new match.
  double takenUp_s() const { return taken_up_s_; }
  /// Were the clocks stopped by people, until they let them run?
  bool held() const { return held_; }
  const MatchSetup& setup() const { return setup_; }
  /// Is there something that the record could not take?
  bool recordFailed() const { return record_failed_; }
  const MatchRecord* record() const { return record_ ? &*record_ : nullptr; }

private:
  Match(MatchSetup setup, std::unique_ptr<Referee> referee, Listener listener)
      : setup_(std::move(setup)), referee_(std::move(referee)), listener_(std::move(listener)) {
    setClockLimits();
  }

  /// Goes on where a record ends; nlohmann::json::exception where it does not hold what a record does.
  void takeUp(const MatchRecord::Contents& contents);
  /// The agreed playing time, if the game's options have one.
  void setClockLimits();
  /// The clock as a recorded event left it.
  void followClock(const Event& event);
  /// A turn that is taken back was not over: what was thought since was its player's time.
  void switchClockBack(Event& event);
  /// Tells once when a time is used up.
  void watchClock(double t_s);
  /// Records now and then how the clocks stand, for a long thought may be cut off.
  void keepClock(double t_s);
  /// The shared time for setting up, from the first look at the table at rest until the match begins.
  void watchSetUpClock(double t_s);
  void endSetUp(const Event& event);
  /// Stops the clocks where the game is being set up, and lets them run when it stands; the newest event tells.
  void heedSettingUp(std::vector<Event>& events);
  void pauseClocks(double t_s);
  void resumeClocks(double t_s);
  /// The clock that a ruling about `player` is about, and the name under which its end was told.
  GameClock& clockOf(const std::string& player);
  std::string expiryOf(const std::string& player) const;
  /// Is there no trouble of any kind?
  bool well() const;
  bool clocksGoOn() const;
  void forgetExpiries(double t_s);

  /// The table came to rest.
  void rest(const SettledTable& table);
  void observe(const SettledTable& table);
  /// At the end of the source, see SettleDetector::finish.
  void seeLast(bool once_more);
  /// Says what is to be known of the registration, whenever that changes.
  void tellRegistration(const TableState& settled);
  void hearNow(const Claim& claim);
  /// What was said meanwhile, once the table is seen and the game that is picked up has begun.
  void hearWaiting();
  void hearAllWaiting();
  /// Is the game under way one that is still being read off the table?
  bool awaitsStart() const;
  /// Those who may be ruled about.
  std::vector<std::string> players() const;
  /// The arbiter's "overrule SEQ WHY", "overrule last WHY" or "clock ...".
  void hearArbiter(const Claim& claim);
  void remember(const Event& event, long long seq);
  void noteRetracted(const nlohmann::json& retract, long long seq);
  /// Is it the verdict of a turn, or of a word between players, on a board that still counts?
  bool isTurnInForce(long long seq, const nlohmann::json& verdict) const;
  /// Durable first, then announced. `settled`: what is shown of a settled table; the record keeps what was seen, for
  /// the referee to be asked again.
  void announce(std::vector<Event> events, const nlohmann::json& settled = nlohmann::json::object());
  void say(double t_s, const char* kind, nlohmann::json body);

  MatchSetup setup_;
  std::unique_ptr<Referee> referee_;
  Listener listener_;
  std::optional<MatchRecord> record_;
  long long count_ = 0;
  SettleDetector detector_;
  Coverage coverage_;
  GameClock clock_;
  GameClock set_up_clock_;
  bool set_up_limited_ = false;   ///< a time for setting up is agreed, and the match has not begun
  bool set_up_in_turn_ = false;   ///< one side after the other, each under a clock of its own
  bool set_up_waits_ = true;      ///< no settled table was seen yet, or none since a restart
  double hands_in_s_ = 0.0;       ///< when a hand came in last
  double heard_s_ = 0.0;          ///< when something was said last
  double taken_up_s_ = 0.0;       ///< see takenUp_s()
  double clock_kept_s_ = 0.0;     ///< when it was recorded last
  bool clock_waits_ = false;      ///< taken up from a record in which it ran: runs again with the first settled table
  bool held_ = false;             ///< stopped by people
  bool set_anew_ = false;         ///< stopped while the referee waits for men or ships that are being set
  bool per_player_ = false;       ///< each player has a time of his own
  std::set<std::string> expired_; ///< players ("" the game, "set-up") whose time is used up, as announced
  std::optional<TableState> settled_;
  std::vector<Claim> waiting_;
  bool record_failed_ = false;
  std::map<long long, nlohmann::json> verdicts_; ///< the newest verdicts: body and what it was about, by number
  std::map<long long, long long> overruled_;     ///< verdict -> the verdict that took its place
  std::map<long long, long long> fallen_;        ///< verdict -> the event by which what it is about counts no more
  nlohmann::json last_action_;                   ///< body of the newest action
  std::map<std::string, std::string> troubles_;  ///< kind -> sentence
  std::set<std::string> registration_doubts_;    ///< told since all was well, without their measures
  int well_registered_ = 0;                      ///< settled tables in turn without a doubt
};

} // namespace linesman::app
