#pragma once
// A game that is played in drawn pictures: what happens on the table is painted, seen and refereed, and what is said of
// it is compared with what has to be said.
#include <functional>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/watch/match.h"
#include "app/watch/state_source.h"
#include "tests/support/chances.h"
#include "tests/support/picture_games.h"
#include "tests/support/table_painter.h"

namespace linesman::tests {

/// What was demanded did not come; the rest of the situation makes no sense.
struct Failed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct ChangeScore {
  std::vector<std::string> sentences; ///< what was said to the players
  std::string fault;                  ///< what the law demands and was not said, or what it was; empty: none
};

class PictureGame : protected Chances {
public:
  PictureGame(const PictureGameOptions& options, const test::TablePainter::Settings& painter);
  virtual ~PictureGame() = default;

  PictureGameScore play();

protected:
  /// Begins a match with what lies on the table; false: it cannot.
  virtual bool begin() = 0;
  virtual void turn() = 0;
  virtual void pieceMishap() = 0;

  bool beginMatch(const app::MatchSetup& setup);
  /// One picture of the table as it is; some never arrive.
  void frame(bool may_drop = true);
  void handOver(const Eigen::Vector2d& at_mm);
  void handAway();
  /// Another hand from here on, which never lies still (mm, standard deviation in each picture).
  void fidgetAt(const Eigen::Vector2d& at_mm, bool from_right, double fidgets_mm);
  void stopFidgeting();

  /// Pictures of the table at rest.
  void wait(int frames);
  /// The same until so much was said, at most `patience`.
  void waitFor(std::size_t said, int patience = 12);
  /// Lets the table rest until all that is wanted was said, and a little longer; what else was said is a fault.
  void expect(std::vector<std::string> wanted, const std::string& what);
  void fault(const std::string& text);
  std::string inPictures(const std::string& ending) const;

  // Situations out of the ordinary.
  void say(const std::string& player, const std::string& words) { match_->hear({t_s_, player, words}); }
  /// A hand comes, the table changes under it, the hand leaves.
  template <class Change> void byHand(const Eigen::Vector2d& at_mm, Change change) {
    handOver(at_mm);
    change();
    frame(false);
    handAway();
  }
  /// All of `wanted` is said, nothing else is ruled, and nothing but that is asked back; where nothing is to be
  /// complained of, nothing is. "complaint": any that is said will do. Throws Failed.
  void demand(const std::string& what, std::vector<std::string> wanted);
  ChangeScore scoreOf(const std::function<void()>& situation);

  PictureGameOptions options_;
  test::TablePainter painter_;
  test::PaintedTable table_;
  PictureGameScore score_;
  std::unique_ptr<app::Match> match_;
  bool clauses_ = false; ///< the first clause of a refusal is compared as well, and squares that are asked about
  std::vector<std::string> said_;     ///< what is compared
  std::vector<std::string> answered_; ///< the same when something was demanded the last time
  std::vector<nlohmann::json> last_events_;
  std::vector<std::string> sentences_;
  double t_s_ = 0.0;

private:
  class FedSource;
  void feed(Result<std::optional<Frame>> frame);
  void mishap();
  void handRests();
  void handMoves(const Eigen::Vector2d& to_mm);

  FedSource* fed_ = nullptr;
  std::unique_ptr<app::StateSource> states_;
  std::mt19937 tremor_{5};
  std::optional<Eigen::Vector2d> fidgets_at_mm_;
  double fidgets_mm_ = 0.0;
  Eigen::Vector2d shaken_px_ = Eigen::Vector2d::Zero();
  cv::Mat last_picture_;
  TableState seen_;
};

/// A table with four markers.
test::TablePainter::Settings painterFor(const PictureGameOptions& options);

} // namespace linesman::tests
