#include "tests/support/picture_games.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <deque>
#include <filesystem>
#include <random>

#include "app/watch/board_contents.h"
#include "app/watch/fleet.h"
#include "app/watch/match.h"
#include "app/watch/plane_law.h"
#include "app/watch/state_source.h"
#include "app/watch/turn_text.h"
#include "rules/board_game.h"
#include "tests/support/table_painter.h"
#include "vision/board_view.h"
#include "vision/picture_file.h"

namespace linesman::tests {

namespace {

using namespace linesman::app;
using nlohmann::json;
using test::PaintedTable;
using test::TablePainter;

/// A source that gives what it is fed, or an error where the cable is out.
class FedSource final : public FrameSource {
public:
  std::deque<Result<std::optional<Frame>>> frames;

private:
  Result<std::optional<Frame>> doNext() override {
    if (frames.empty())
      return std::optional<Frame>();
    auto frame = std::move(frames.front());
    frames.pop_front();
    return frame;
  }
  bool isLive() const override { return false; }
};

/// "action step placed r1", "verdict illegal", "put_back r1 asked": what a turn is compared by. Empty: not compared.
std::string wordsOf(const json& event) {
  const auto text = [&](const char* key) {
    return event.contains(key) && event[key].is_string() ? " " + event[key].get<std::string>() : std::string();
  };
  const std::string kind = event["event"];
  if (kind == "action")
    return kind + text("kind") + text("what") + text("ship") + text("turn") + text("target");
  if (kind == "verdict")
    return kind + text("ruling");
  if (kind == "put_back")
    return kind + text("ship") + (event.value("done", false) ? " done" : " asked");
  if (kind == "counter" && !event.contains("ship")) // what the law counts on squares: dice that are wrong are errors
    return "";
  if (kind == "counter" || kind == "over" || kind == "retract")
    return kind + text("ship") + text("turn");
  if (kind == "error" && event.value("what", "") != "camera")
    return kind + text("what");
  return "";
}

class PictureGame {
public:
  explicit PictureGame(const PictureGameOptions& options, const TablePainter::Settings& painter)
      : options_(options), painter_(painter), random_(options.seed) {
    PipelineSettings settings;
    if (options.with_lens)
      settings.lens = painter_.lens();
    settings.table = painter_.table();
    auto source = std::make_unique<FedSource>();
    fed_ = source.get();
    states_ = statesFrom(std::move(source), std::move(settings));
  }
  virtual ~PictureGame() = default;

  PictureGameScore play() {
    while (score_.turns < options_.turns) {
      if (match_ == nullptr && !begin())
        return score_;
      mishap();
      if (match_ != nullptr)
        turn();
      ++score_.turns;
    }
    return score_;
  }

protected:
  virtual bool begin() = 0;
  virtual void turn() = 0;
  virtual void pieceMishap() = 0;

  double chance() { return std::uniform_real_distribution<double>(0.0, 1.0)(random_); }
  double between(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random_); }
  std::size_t oneOf(std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_); }

  bool beginMatch(const MatchSetup& setup) {
    said_.clear();
    auto match = Match::begin(setup, "", [this](const json& event) {
      last_events_.push_back(event);
      if (std::string words = wordsOf(event); !words.empty())
        said_.push_back(std::move(words));
    });
    if (!match) {
      fault("the match does not begin: " + match.error().sentence);
      return false;
    }
    match_ = std::make_unique<Match>(std::move(*match));
    return true;
  }

  /// One picture of the table as it is; some never arrive.
  void frame(bool may_drop = true) {
    t_s_ += options_.frame_s;
    if (may_drop && chance() < options_.dropped)
      return;
    last_picture_ = painter_.paint(table_, shaken_px_);
    ++score_.frames;
    feed(Frame{last_picture_, t_s_, ""});
  }
  void feed(Result<std::optional<Frame>> frame) {
    fed_->frames.push_back(std::move(frame));
    const auto begin = std::chrono::steady_clock::now();
    auto look = states_->next();
    score_.vision_s += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (!look)
      return;
    if (!look->state) {
      match_->trouble(t_s_, look->kind, look->trouble);
      return;
    }
    for (const char* kind : {"camera", "calibration"})
      if (match_->troubled(kind))
        match_->trouble(t_s_, kind, "");
    seen_ = *look->state;
    match_->see(*look->state);
  }
  void handOver(const Eigen::Vector2d& at_mm) {
    table_.hand_mm = at_mm;
    frame(false);
    if (chance() < 0.5)
      frame();
  }
  void handAway() { table_.hand_mm.reset(); }

  /// Lets the table rest until all that is wanted was said, and a little longer; what else was said is a fault.
  void expect(std::vector<std::string> wanted, const std::string& what) {
    score_.wanted += static_cast<int>(wanted.size());
    const double from_s = t_s_;
    for (int i = 0; i < 12 && said_.size() < wanted.size(); ++i)
      frame();
    if (!wanted.empty())
      score_.latency_s.push_back(t_s_ - from_s);
    for (int i = 0; i < 3 + static_cast<int>(wanted.empty()) * 2; ++i)
      frame();
    if (said_ != wanted) {
      std::string text = what + ": wanted";
      for (const std::string& one : wanted)
        text += " [" + one + "]";
      text += ", said";
      for (const std::string& one : said_)
        text += " [" + one + "]";
      fault(text);
      match_.reset(); // begins anew with the table as it is
    }
    said_.clear();
    last_events_.clear();
  }
  void fault(const std::string& text) {
    if (!options_.pictures.empty()) {
      const std::string name = options_.game + "-" + std::to_string(options_.seed) + "-" + std::to_string(score_.turns);
      (void)writeImage((std::filesystem::path(options_.pictures) / (name + ".jpg")).string(), last_picture_, 92);
    }
    std::string pyramids;
    for (const SeenPyramid& p : seen_.pyramids)
      pyramids += " " + std::string(nameOf(p.colour)) + " " + std::string(nameOf(p.size)) + " " +
                  std::to_string(static_cast<int>(p.table_from_piece.x_mm())) + "," +
                  std::to_string(static_cast<int>(p.table_from_piece.y_mm())) + "," +
                  std::to_string(static_cast<int>(degFromRad(p.table_from_piece.heading_rad())));
    score_.faults.push_back("turn " + std::to_string(score_.turns) + " at " + std::to_string(t_s_) + " s: " + text +
                            (pyramids.empty() ? "" : "; seen:" + pyramids));
  }

  /// What happens around a table that is no action.
  void mishap() {
    if (chance() >= options_.mishaps)
      return;
    switch (oneOf(5)) {
    case 0: // the lamp
      table_.light = table_.light == 1.0 ? 0.35 : 1.0;
      expect({}, "lamp");
      break;
    case 1: // the cable
      for (int i = 0; i < 3; ++i) {
        t_s_ += 0.7;
        feed(fail("The camera is gone."));
      }
      expect({}, "cable");
      break;
    case 2: // somebody bumps into the tripod, which swings back
      for (const double swing_px : {9.0, -6.0, 4.0, -2.0}) {
        shaken_px_ = {swing_px, 0.6 * swing_px};
        frame();
      }
      shaken_px_.setZero();
      expect({}, "shaken");
      break;
    case 3: // a hand that does nothing
      handOver({between(-120, 120), between(-60, 60)});
      frame();
      handAway();
      expect({}, "idle hand");
      break;
    default:
      pieceMishap();
    }
  }

  PictureGameOptions options_;
  TablePainter painter_;
  std::mt19937 random_;
  PaintedTable table_;
  PictureGameScore score_;
  std::unique_ptr<Match> match_;
  std::vector<std::string> said_;
  std::vector<json> last_events_;
  double t_s_ = 0.0;

private:
  FedSource* fed_ = nullptr;
  std::unique_ptr<StateSource> states_;
  Eigen::Vector2d shaken_px_ = Eigen::Vector2d::Zero();
  cv::Mat last_picture_;
  TableState seen_;
};

// --- ships ----------------------------------------------------------------------------------------------------------

TablePainter::Settings painterFor(const PictureGameOptions& options) {
  TablePainter::Settings settings;
  settings.width_px = options.width_px;
  settings.height_px = options.height_px;
  settings.seed = options.seed;
  return settings;
}

class ShipsInPictures final : public PictureGame {
public:
  explicit ShipsInPictures(const PictureGameOptions& options) : PictureGame(options, painterFor(options)) {
    setup_.game = options.game;
    setup_.readTable(painter_.table());
    law_ = std::make_unique<PlaneLaw>(*PlaneLaw::make(setup_));
  }

private:
  static SeenPyramid drawn(const Ship& ship) {
    SeenPyramid pyramid;
    pyramid.colour = ship.colour;
    pyramid.size = ship.size;
    pyramid.table_from_piece = ship.recorded.pose;
    return pyramid;
  }
  void draw(const std::vector<SeenPyramid>& more = {}, const std::string& without = "") {
    table_.pyramids = more;
    for (const Ship& ship : ships_)
      if (without.empty() || ship.name != without)
        table_.pyramids.push_back(drawn(ship));
  }
  static Eigen::Vector2d middleOf(const Ship& ship) {
    return ship.recorded.pose.origin_mm() + 0.5 * lengthOf(ship.size) * ship.recorded.pose.direction();
  }

  void placeFleets() {
    ships_.clear();
    const std::vector<PyramidSize> sizes = {PyramidSize::small, PyramidSize::medium, PyramidSize::large,
                                            PyramidSize::medium};
    for (const Colour colour : {Colour::red, Colour::blue}) {
      const bool red = colour == Colour::red;
      for (std::size_t i = 0; i < sizes.size(); ++i) {
        Ship ship;
        ship.colour = colour;
        ship.size = sizes[i];
        ship.player = red ? "red" : "blue";
        ship.recorded.pose = {-165.0 + 110.0 * static_cast<double>(i) + between(-12, 12),
                              (red ? -75.0 : 95.0) + between(-8, 8),
                              (red ? 1.0 : -1.0) * (0.5 * pi + between(-0.5, 0.5))};
        ships_.push_back(ship);
      }
    }
  }

  bool begin() override {
    if (!fresh_ && ships_.empty())
      fresh_ = true;
    if (fresh_)
      placeFleets();
    fresh_ = false;
    for (Ship& ship : ships_)
      ship.damage = 0;
    setup_.pick_up =
        std::any_of(ships_.begin(), ships_.end(), [](const Ship& s) { return s.player == "red"; }) ? "red" : "blue";
    to_move_ = *setup_.pick_up;
    TableState truth;
    draw();
    truth.pyramids = table_.pyramids;
    if (!beginMatch(setup_))
      return false;
    handAway();
    for (int i = 0; i < 8; ++i)
      frame();
    const json start = match_->refereeState()["ships"];
    if (start.size() != ships_.size()) {
      fault("the fleets of the start were not seen: " + std::to_string(start.size()) + " of " +
            std::to_string(ships_.size()));
      match_.reset();
      fresh_ = true;
      return ++failed_starts_ < 5 && begin();
    }
    for (Ship& ship : ships_) {
      double nearest_mm = 1e9;
      for (const json& seen : start) {
        const SeenPose at = SeenPose::fromJson(seen["recorded"]);
        if (const double mm = shiftBetween(at, ship.recorded); mm < nearest_mm) {
          nearest_mm = mm;
          ship.name = seen["name"];
        }
      }
    }
    said_.clear();
    actions_ = 0;
    shots_.clear();
    moved_.clear();
    return true;
  }

  Ship& shipNamed(const std::string& name) {
    return *std::find_if(ships_.begin(), ships_.end(), [&](const Ship& ship) { return ship.name == name; });
  }
  std::vector<std::string> ofPlayer(const std::string& player) const {
    std::vector<std::string> names;
    for (const Ship& ship : ships_)
      if (ship.player == player)
        names.push_back(ship.name);
    return names;
  }

  /// A pose at the ship's bow that the law allows by some millimetres.
  std::optional<SeenPose> placeFor(const Ship& ship, int step, bool illegal) {
    const double limit = PieceCatalogTurn(ship.size);
    for (int attempt = 0; attempt < 30; ++attempt) {
      const double turn = illegal ? (chance() < 0.5 ? -1.0 : 1.0) * (limit + radFromDeg(between(8.0, 14.0)))
                                  : between(-0.75 * limit, 0.75 * limit);
      const double angle = between(0.0, 2.0 * pi);
      SeenPose to;
      to.pose = {law_->bowOf(ship.size, ship.recorded) +
                     between(0.0, 0.35) * Eigen::Vector2d(std::cos(angle), std::sin(angle)),
                 wrapAngle(ship.recorded.pose.heading_rad() + turn)};
      const Eigen::Vector2d bow = law_->bowOf(ship.size, to);
      if (std::abs(bow.x()) > 215.0 || bow.y() < -110.0 || bow.y() > 140.0)
        continue;
      const Judgement judgement = law_->step(ships_, {}, ship, to, step);
      const rules::Verdict& verdict = judgement.verdict;
      if (illegal && verdict.ruling == rules::Ruling::illegal && verdict.limit.rfind("turn", 0) == 0)
        return to;
      // Its own joint is close by nature; everything else must be plainly allowed.
      if (illegal || verdict.ruling != rules::Ruling::legal)
        continue;
      bool clear = true;
      for (const Ship& other : ships_)
        if (other.name != ship.name)
          for (const double share : {0.0, 0.5, 1.0})
            for (const double along : {0.0, 0.5, 1.0})
              clear =
                  clear &&
                  ((to.pose.origin_mm() + share * lengthOf(ship.size) * to.pose.direction()) -
                   (other.recorded.pose.origin_mm() + along * lengthOf(other.size) * other.recorded.pose.direction()))
                          .norm() > 24.0;
      if (clear)
        return to;
    }
    return std::nullopt;
  }
  static double PieceCatalogTurn(PyramidSize size) {
    const double tau_deg[] = {74.85, 74.72, 74.64};
    return radFromDeg(tau_deg[static_cast<std::size_t>(size)]);
  }

  bool move() {
    std::vector<std::string> names = ofPlayer(to_move_);
    std::erase_if(
        names, [&](const std::string& name) { return std::find(moved_.begin(), moved_.end(), name) != moved_.end(); });
    if (names.empty())
      return false;
    Ship& ship = shipNamed(names[oneOf(names.size())]);
    const int most = std::min(2, law_->stepsPerMove(ship.size));
    const int steps = 1 + static_cast<int>(oneOf(static_cast<std::size_t>(most)));
    for (int step = 1; step <= steps; ++step) {
      const auto to = placeFor(ship, step, false);
      if (!to)
        return step > 1;
      SeenPyramid gauge = drawn(ship);
      gauge.table_from_piece = to->pose;
      handOver(middleOf(ship));
      draw({gauge});
      if (chance() < 0.5)
        frame();
      const bool both_at_once = chance() < 0.15; // the original goes before the hand leaves
      if (both_at_once) {
        draw({gauge}, ship.name);
        handAway();
        expect({"action step placed " + ship.name, "verdict legal", "action remove original " + ship.name,
                "verdict legal"},
               "step and removal at once");
      } else {
        handAway();
        expect({"action step placed " + ship.name, "verdict legal"}, "step");
        if (match_ == nullptr) {
          ship.recorded = *to;
          return false;
        }
        handOver(middleOf(ship));
        draw({gauge}, ship.name);
        handAway();
        expect({"action remove original " + ship.name, "verdict legal"}, "removal");
      }
      ship.recorded = *to;
      draw();
      if (match_ == nullptr)
        return false;
    }
    moved_.push_back(ship.name);
    return true;
  }

  bool shoot() {
    for (int attempt = 0; attempt < 40; ++attempt) {
      const auto own = ofPlayer(to_move_), others = ofPlayer(to_move_ == "red" ? "blue" : "red");
      if (own.empty() || others.empty())
        return false;
      const Ship& ship = shipNamed(own[oneOf(own.size())]);
      Ship& target = shipNamed(others[oneOf(others.size())]);
      if (shots_[ship.name] >= law_->shotsPerTurn(ship.size))
        continue;
      const Judgement judgement = law_->shot(ships_, {}, ship, target);
      if (judgement.verdict.ruling != rules::Ruling::legal || judgement.verdict.margin_mm.value_or(0.0) < 2.5)
        continue;
      ++shots_[ship.name];
      match_->hear({t_s_, to_move_, "fire " + ship.name + " " + target.name});
      std::vector<std::string> wanted = {"action shot " + ship.name + " " + target.name, "verdict legal",
                                         "counter " + target.name};
      target.damage += 1;
      const bool sunk = target.damage >= law_->damageToSink(target);
      const bool last = sunk && others.size() == 1;
      if (last)
        wanted.push_back("over");
      expect(wanted, "shot");
      if (sunk) {
        const std::string name = target.name;
        const Eigen::Vector2d at = middleOf(target);
        std::erase_if(ships_, [&](const Ship& one) { return one.name == name; });
        if (match_ != nullptr && !last) {
          handOver(at);
          draw();
          handAway();
          expect({"action remove sunk " + name, "verdict legal"}, "sunk ship leaves");
        }
        draw();
      }
      if (last) {
        match_.reset();
        ships_.clear();
        fresh_ = true;
        return false;
      }
      return true;
    }
    return false;
  }

  void turn() override {
    const int wanted = 1 + static_cast<int>(oneOf(2));
    for (int action = 0; action < wanted && match_ != nullptr; ++action)
      if (chance() >= 0.4 || !shoot())
        if (match_ == nullptr || !move())
          break;
    if (match_ == nullptr)
      return;
    match_->hear({t_s_, to_move_, "done"});
    to_move_ = to_move_ == "red" ? "blue" : "red";
    moved_.clear();
    shots_.clear();
  }

  void pieceMishap() override {
    const auto own = ofPlayer(to_move_);
    Ship& ship = shipNamed(own[oneOf(own.size())]);
    const std::size_t kind = oneOf(3);
    if (kind == 0) { // lifted and put back
      handOver(middleOf(ship));
      draw({}, ship.name);
      frame();
      draw();
      frame();
      handAway();
      expect({}, "lifted and put back");
    } else if (kind == 1) { // a sleeve pushes it
      const SeenPose was = ship.recorded;
      handOver(middleOf(ship));
      const double angle = between(0.0, 2.0 * pi);
      ship.recorded.pose = {was.pose.origin_mm() +
                                between(4.0, 7.0) * Eigen::Vector2d(std::cos(angle), std::sin(angle)),
                            was.pose.heading_rad() + between(-0.1, 0.1)};
      draw();
      handAway();
      expect({"action nudge accident " + ship.name, "put_back " + ship.name + " asked"}, "nudge");
      if (match_ != nullptr)
        handOver(middleOf(ship));
      ship.recorded = was;
      draw();
      handAway();
      if (match_ != nullptr)
        expect({"action nudge put_back " + ship.name, "put_back " + ship.name + " done"}, "nudge put back");
    } else if (const auto to = placeFor(ship, 1, true)) { // a step that turns too far, taken back
      SeenPyramid gauge = drawn(ship);
      gauge.table_from_piece = to->pose;
      handOver(middleOf(ship));
      draw({gauge});
      handAway();
      expect({"action step placed " + ship.name, "verdict illegal"}, "illegal step");
      if (match_ != nullptr)
        handOver(middleOf(ship));
      draw();
      handAway();
      if (match_ != nullptr)
        expect({"action remove spare_withdrawn " + ship.name}, "gauge withdrawn");
    }
  }

  MatchSetup setup_;
  std::unique_ptr<PlaneLaw> law_;
  std::vector<Ship> ships_;
  std::string to_move_;
  bool fresh_ = true;
  int failed_starts_ = 0;
  int actions_ = 0;
  std::vector<std::string> moved_;
  std::map<std::string, int> shots_;
};

// --- men on squares -------------------------------------------------------------------------------------------------

class MenInPictures final : public PictureGame {
public:
  explicit MenInPictures(const PictureGameOptions& options)
      : PictureGame(options, boardFor(options)), game_(std::move(*rules::makeBoardGame(options.game))) {}

private:
  static TablePainter::Settings boardFor(const PictureGameOptions& options) {
    TablePainter::Settings settings = painterFor(options);
    settings.board = options.game == "king_down" ? 8 : 10;
    settings.square_mm = options.game == "king_down" ? 48.0 : 40.0;
    settings.distance_mm = 640.0;
    settings.tilt_rad = 0.35;
    if (options.game == "armada_chess")
      settings.printed = "companion-10x10";
    return settings;
  }
  void draw() {
    table_.men.clear();
    table_.stacked.clear();
    for (const auto& [square, man] : contents_.men) {
      table_.men[square] = {man.rider.empty() ? man.kind : man.rider, man.side};
      if (!man.rider.empty()) // his token lies on the other one and hides it
        table_.stacked.insert(square);
    }
    table_.dice = contents_.dice;
    table_.bands = contents_.bands;
  }
  Eigen::Vector2d centreOf(const std::string& square) const {
    const KnownBoard& board = *painter_.table().board;
    const double half = 0.5 * (options_.game == "king_down" ? 8 : 10);
    return *board.square_mm * Eigen::Vector2d(square[0] - 'a' + 0.5 - half, std::stoi(square.substr(1)) - 0.5 - half);
  }

  bool begin() override {
    const json start = options_.game == "king_down"
                           ? json("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w none:0,none:0 - - - - -")
                       : options_.game == "armada_chess" ? json::object()
                                                         : json("start");
    if (law_ == nullptr || law_->turns().empty())
      law_ = std::move(*game_->open(start, {}));
    const json position = law_->position();
    contents_ = contentsOf(options_.game, position);
    MatchSetup setup;
    setup.game = options_.game;
    setup.start = position.is_string() ? position.get<std::string>() : position.dump();
    draw();
    if (!beginMatch(setup))
      return false;
    handAway();
    for (int i = 0; i < 10; ++i)
      frame();
    if (match_->refereeState().value("begun", false) && said_.empty())
      return true;
    fault("the start was not seen");
    match_.reset();
    law_.reset();
    return ++failed_starts_ < 3 && begin();
  }

  /// A legal turn that does not end the game, and what is on the board after it. Training, upgrades and the like leave
  /// every man where he was: they are told, which only ArmadaChess has words for, or dice show them.
  std::string choose(BoardContents& next) {
    std::vector<std::string> legal = law_->turns();
    std::shuffle(legal.begin(), legal.end(), random_);
    const bool quiet = options_.game == "armada_chess" && chance() < 0.15;
    for (const std::string& turn : legal) {
      if (turn.find_first_of("abcdefghij") == std::string::npos)
        continue;
      auto trial = game_->open(law_->position(), {});
      if (const auto answer = (*trial)->play(turn); !answer.legal || answer.over)
        continue;
      next = contentsOf(options_.game, (*trial)->position());
      if ((next.men == contents_.men) == quiet)
        return turn;
    }
    return "";
  }
  /// What a picture cannot tell of a turn, the player says before: the verbs of "attack e9 C5 occupy".
  void tellVerbs(const std::string& turn) {
    std::string word;
    for (const char c : turn + " ") {
      if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
        word += c;
        continue;
      }
      if (word.size() > 2 && word != "done")
        match_->hear({t_s_, sideToMove(law_->position()), word});
      word.clear();
    }
  }
  void tell(const std::string& turn) {
    match_->hear({t_s_, sideToMove(law_->position()), turn});
    law_->play(turn);
    expect({"action " + std::string(captures(turn) ? "capture" : "move") + " " + turn, "verdict legal"},
           "told " + turn);
    putSigns();
  }
  /// Dice and bands as the position has them, turned and put on by a hand when they are otherwise.
  void putSigns() {
    const BoardContents now = contentsOf(options_.game, law_->position());
    if (match_ == nullptr || (now.dice == contents_.dice && now.bands == contents_.bands))
      return;
    handOver({between(-120, 120), between(-60, 60)});
    contents_ = now;
    draw();
    handAway();
    for (int i = 0; i < 30; ++i) // longer than a wrong die is borne with
      frame();
    expect({}, "dice and bands put right");
  }
  /// An action that only a die or a band shows: it is understood, or asked about and then said.
  void showBySign(const std::string& turn) {
    const std::string side = sideToMove(law_->position());
    law_->play(turn);
    handOver({between(-120, 120), between(-60, 60)});
    contents_ = contentsOf(options_.game, law_->position());
    draw();
    handAway();
    for (int i = 0; i < 30 && said_.empty(); ++i)
      frame();
    if (said_.size() == 1 && (said_[0] == "error unclear" || said_[0] == "error die" || said_[0] == "error band")) {
      said_.clear();
      match_->hear({t_s_, side, turn});
    }
    expect({"action move " + turn, "verdict legal"}, "shown by a sign: " + turn);
  }

  void turn() override {
    BoardContents next;
    const std::string chosen = choose(next);
    if (chosen.empty()) {
      law_.reset();
      match_.reset();
      return;
    }
    if (next.men == contents_.men) {
      const bool bombards = chosen.rfind("artillery", 0) == 0 && next.dice != contents_.dice;
      if ((bombards || next.bands != contents_.bands) && chance() < 0.7)
        showBySign(chosen);
      else
        tell(chosen);
      return;
    }
    if (options_.game == "armada_chess")
      tellVerbs(chosen);
    handOver(centreOf(squaresOf(chosen).front()));
    contents_ = next;
    draw();
    if (chance() < 0.5)
      frame();
    handAway();
    law_->play(chosen);
    const json wanted = law_->position();
    const std::string kind = captures(chosen) ? "capture" : "move";
    std::string said_turn = chosen; // the same board by another turn is as good
    frame();
    for (int i = 0; i < 8 && said_.empty(); ++i)
      frame();
    for (const json& event : last_events_)
      if (event["event"] == "action" && event.contains("position_after") &&
          contentsOf(options_.game, event["position_after"]).men == contents_.men &&
          sideToMove(event["position_after"]) == sideToMove(wanted)) {
        said_turn = event["turn"];
        if (said_turn != chosen)
          law_ = std::move(*game_->open(event["position_after"], {}));
      }
    const std::string said_kind = captures(said_turn) ? "capture" : "move";
    expect({"action " + said_kind + " " + said_turn, "verdict legal"}, "turn " + chosen);
    putSigns(); // of another turn with the same men
  }

  void pieceMishap() override {
    std::vector<std::string> own;
    const std::string side = sideToMove(law_->position()) == "white" ? "light" : "dark";
    for (const auto& [square, man] : contents_.men)
      if (man.side == side)
        own.push_back(square);
    const std::string from = own[oneOf(own.size())];
    const SquareMan man = contents_.men.at(from);
    if (chance() < 0.5) { // lifted and put back
      handOver(centreOf(from));
      contents_.men.erase(from);
      draw();
      frame();
      contents_.men[from] = man;
      draw();
      frame();
      handAway();
      expect({}, "lifted and put back");
      return;
    }
    const int size = options_.game == "king_down" ? 8 : 10;
    for (int attempt = 0; attempt < 40; ++attempt) {
      const std::string to = squareName(static_cast<int>(oneOf(static_cast<std::size_t>(size))),
                                        static_cast<int>(oneOf(static_cast<std::size_t>(size))));
      if (contents_.men.contains(to) || to == from || painter_.isCity(to)) // a die would hide him there
        continue;
      auto trial = game_->open(law_->position(), {});
      if ((*trial)->play(from + to).legal || options_.game == "invasion")
        continue; // on Invasion's board the sea has no squares to stand on
      const std::vector<std::string> legal = law_->turns();
      if (options_.game == "armada_chess" && std::any_of(legal.begin(), legal.end(), [&](const std::string& turn) {
            return names(turn, from) && names(turn, to); // a turn may need more words than its squares
          }))
        continue;
      handOver(centreOf(from));
      contents_.men[to] = man;
      contents_.men.erase(from);
      draw();
      handAway();
      expect({"action illegal " + from + to, "verdict illegal"}, "illegal move");
      if (match_ != nullptr)
        handOver(centreOf(to));
      contents_.men[from] = man;
      contents_.men.erase(to);
      draw();
      handAway();
      if (match_ != nullptr)
        expect({"put_back done"}, "illegal move put back");
      return;
    }
  }

  std::unique_ptr<rules::BoardGame> game_;
  std::unique_ptr<rules::BoardMatch> law_;
  BoardContents contents_;
  int failed_starts_ = 0;
};

} // namespace

PictureGameScore playInPictures(const PictureGameOptions& options) {
  if (options.game == "armadas" || options.game == "armada2k")
    return ShipsInPictures(options).play();
  return MenInPictures(options).play();
}

} // namespace linesman::tests
