// Random matches in which people decide against verdicts, take that back, undo, talk and begin the program anew, at any
// place. After each of these everything that tells of the match has to agree with what the referee knows.
#include <cstdlib>
#include <random>

#include <gtest/gtest.h>

#include "app/record/export.h"
#include "app/record/match_story.h"
#include "rules/board_game.h"
#include "tests/app/fed_match.h"

namespace linesman::app {
namespace {

using namespace testing;

/// LINESMAN_TURNS=60 LINESMAN_GAMES=100 for the long run.
int asked(const char* variable, int usual) {
  const char* given = std::getenv(variable);
  return given == nullptr ? usual : std::atoi(given);
}

class TakenBack : public FedMatch {
protected:
  unsigned upTo(unsigned most) { return static_cast<unsigned>(random_() % most); }
  template <class List> auto anyOf(const List& list) { return list[random_() % list.size()]; }

  json state() const { return match_->refereeState(); }
  bool isOver() const { return state().value("over", false); }

  void overruleSomething() {
    const std::vector<json> verdicts = of("verdict");
    if (verdicts.empty())
      return;
    const std::size_t back = upTo(2) == 0 ? upTo(std::min<unsigned>(6, static_cast<unsigned>(verdicts.size()))) : 0;
    const auto seq = verdicts[verdicts.size() - 1 - back]["seq"].get<long long>();
    const json before = state();
    const auto done = match_->overrule(seq, "Ann", "why", t_s_ += 0.1);
    note("overrule " + std::to_string(seq) + (done ? "" : " refused"));
    expectAgreement();
    if (!done || upTo(2) == 0)
      return;
    const auto taken_back = match_->overrule(lastVerdict(), "Ann", "it was right", t_s_ += 0.1);
    note(taken_back ? "and back" : "and back refused");
    if (taken_back && back == 0)
      expectSame(before, state());
  }

  void beginAnew() {
    note("restart");
    const json before = state();
    const std::string to_move = match_->clock().player();
    match_.reset();
    auto again = Match::resume(record(), listener());
    ASSERT_TRUE(again) << again.error().sentence;
    match_ = std::make_unique<Match>(std::move(*again));
    EXPECT_EQ(state(), before) << log_;
    EXPECT_EQ(match_->clock().player(), to_move) << log_;
  }

  /// Who is to move and whether the game is over, as it was told last.
  void expectTold(const std::string& to_move) const {
    bool over = false;
    std::string told;
    for (const json& event : events_) {
      over = event["event"] == "over" || (over && !event.contains("to_move"));
      told = event.contains("to_move") ? event["to_move"].get<std::string>() : told;
    }
    EXPECT_EQ(over, isOver()) << log_;
    if (!over) {
      EXPECT_EQ(told, to_move) << log_;
      EXPECT_EQ(match_->clock().player(), to_move) << log_;
    }
  }

  void expectWholeRecord() {
    const auto contents = MatchRecord::read(record());
    ASSERT_TRUE(contents) << contents.error().sentence;
    const auto differences = replay(*contents);
    ASSERT_TRUE(differences) << differences.error().sentence;
    EXPECT_TRUE(differences->empty()) << differences->front() << log_;
    EXPECT_TRUE(MatchStory::open(record())) << log_;
  }

  void note(const std::string& what) { log_ += " | " + what; }

  virtual void expectAgreement() = 0;
  virtual void expectSame(const json& before, const json& after) = 0;

  void beginGame(unsigned seed, const MatchSetup& setup) {
    match_.reset();
    fs::remove_all(record());
    events_.clear();
    log_ = setup.game + " seed " + std::to_string(seed);
    random_.seed(seed);
    begin(setup);
  }

  std::mt19937 random_;
  std::string log_;
};

// --- games on squares -----------------------------------------------------------------------------------------------

class MenTakenBack : public TakenBack {
protected:
  json position() const { return state().value("position", json()); }

  TableState board() const {
    TableState table;
    table.board = boardShowing(contents_);
    table.board->rows = table.board->columns = size_;
    for (SeenBoardPiece& piece : table.board->pieces)
      piece.rider = contents_.men.at(piece.square).rider;
    standInTheMiddle(*table.board);
    return table;
  }
  void lookThrice() {
    hand(board());
    for (int looks = 0; looks < 3; ++looks)
      look(board());
  }
  void putRight() {
    contents_ = contentsOf(game_->id(), position());
    lookThrice();
  }
  void playTurn() {
    std::vector<std::string> turns = (*game_->open(position(), {}))->turns();
    std::shuffle(turns.begin(), turns.end(), random_);
    for (const std::string& turn : turns) {
      auto trial = game_->open(position(), {});
      (*trial)->play(turn);
      const BoardContents after = contentsOf(game_->id(), (*trial)->position());
      if (after.men == contents_.men)
        continue;
      note(turn);
      contents_ = after;
      lookThrice();
      return putRight();
    }
  }
  void carryAnybody() {
    std::vector<std::string> squares;
    for (const auto& [square, man] : contents_.men)
      squares.push_back(square);
    const unsigned size = static_cast<unsigned>(size_);
    const std::string from = anyOf(squares),
                      to = squareName(static_cast<int>(upTo(size)), static_cast<int>(upTo(size)));
    if (contents_.men.contains(to))
      return;
    note("carry " + from + to);
    carry(contents_, from, to);
    lookThrice();
    if (upTo(3) != 0)
      putRight();
  }
  void talk() {
    static const std::vector<std::string> words{"resign", "draw?", "yes", "no", "ceasefire?", "yes 3", "claim", "time"};
    const std::string word = upTo(2) == 0 ? "draw?" : anyOf(words);
    const std::string player = upTo(2) == 0 ? "white" : "black";
    note(player + " says " + word);
    match_->hear({t_s_ += 0.1, player, word});
  }

  void expectSame(const json& before, const json& after) override {
    for (const char* key : {"position", "over", "to_move", "played"})
      EXPECT_EQ(before[key], after[key]) << key << " after " << log_;
  }
  void expectAgreement() override {
    const json now = state();
    json told;
    for (const json& event : events_)
      told = event.contains("position_after") ? event["position_after"] : event.value("position", told);
    EXPECT_EQ(told, now["position"]) << log_;
    expectTold(now["to_move"]);
    const auto contents = MatchRecord::read(record());
    const std::string pgn = pgnTranscript(*contents).value();
    EXPECT_EQ(pgn.find("[Result \"*\"]") == std::string::npos, isOver()) << log_;
    if (!now.contains("stretches")) { // nothing was played against the law
      EXPECT_EQ(movesOf(pgn), playedOf(now)) << log_;
    }
  }
  /// Without numbers, remarks and the result. Turns of Invasion have braces too, but no blank before them.
  static std::string movesOf(const std::string& pgn) {
    std::istringstream words(pgn.substr(pgn.find("\n\n")));
    std::string moves, last;
    bool remark = false;
    for (std::string word; words >> word;) {
      remark = remark || word.front() == '{';
      if (!remark && word.back() != '.')
        moves += std::exchange(last, word + " ");
      remark = remark && word.back() != '}';
    }
    return moves;
  }
  static std::string playedOf(const json& state) {
    std::string moves;
    for (const json& turn : state["played"]) {
      const std::string text = turn;
      static const std::set<std::string> talk{"resign", "draw?", "yes", "no", "claim", "ceasefire?", "time"};
      if (!talk.contains(text.substr(0, text.find(' '))))
        moves += text + " ";
    }
    return moves;
  }

  void play(const std::string& game, const json& start, int size) {
    game_ = std::move(*rules::makeBoardGame(game));
    size_ = size;
    for (unsigned seed = 1; seed <= static_cast<unsigned>(asked("LINESMAN_GAMES", 2)) && !HasFailure(); ++seed) {
      MatchSetup setup;
      setup.game = game;
      setup.start = start.is_string() ? start.get<std::string>() : start.dump();
      beginGame(seed, setup);
      contents_ = contentsOf(game, (*game_->open(start, {}))->position());
      lookThrice();
      ASSERT_FALSE(position().is_null());
      for (int step = 0; step < asked("LINESMAN_TURNS", 25) && !HasFailure(); ++step) {
        const unsigned what = upTo(20);
        if (what < 9 && !isOver())
          playTurn();
        else if (what < 11 && !isOver())
          carryAnybody();
        else if (what < 15)
          overruleSomething();
        else if (what < 16)
          beginAnew();
        else if (what < 18)
          talk();
        else
          putRight();
        expectAgreement();
      }
      expectWholeRecord();
    }
  }

  std::unique_ptr<rules::BoardGame> game_;
  BoardContents contents_;
  int size_ = 8;
};

TEST_F(MenTakenBack, KingDown) {
  play("king_down", usual_array, 8);
}

TEST_F(MenTakenBack, KingDownWithFewMenWherePositionsComeAgain) {
  play("king_down", "4k3/8/8/3q4/3Q4/8/8/4K3 w none:0,none:0 - - - - -", 8);
}

TEST_F(MenTakenBack, Invasion) {
  play("invasion", "start", 10);
}

TEST_F(MenTakenBack, ArmadaChess) {
  play("armada_chess", json::object(), 10);
}

// --- ships ----------------------------------------------------------------------------------------------------------

class ShipsTakenBack : public TakenBack {
protected:
  struct Laid {
    double x_mm = 0.0, y_mm = 0.0, heading_deg = 0.0;
    Colour colour = Colour::red;
    bool there = true;
  };

  TableState table() const {
    TableState state;
    const auto add = [&](const Laid& one) {
      state.pyramids.push_back(laid(one.x_mm, one.y_mm, one.heading_deg, one.colour));
      state.pyramids.back().id = PieceId{static_cast<int>(state.pyramids.size())};
    };
    for (const auto& [name, one] : ships_)
      if (one.there)
        add(one);
    if (gauge_)
      add(*gauge_);
    return state;
  }
  void lookThrice() {
    TableState covered = table();
    hand(covered);
    for (int looks = 0; looks < 3; ++looks)
      look(table());
  }
  void putRight() {
    gauge_.reset();
    for (const json& one : state()["ships"]) {
      Laid& ship = ships_.at(one["name"]);
      const json& pose = one["recorded"];
      ship = {pose["x"], pose["y"], pose["heading"], ship.colour, !one.value("sunk", false)};
    }
    lookThrice();
  }
  std::string toMove() const {
    const json turn = ledger();
    return turn["order"].empty() ? "red" : turn["order"][turn["next"].get<std::size_t>()].get<std::string>();
  }
  std::vector<std::string> shipsOf(const std::string& player) const {
    std::vector<std::string> names;
    for (const auto& [name, one] : ships_)
      if (one.there && name.front() == player.front())
        names.push_back(name);
    return names;
  }
  void step() {
    const auto mine = shipsOf(toMove());
    if (mine.empty())
      return;
    const std::string name = anyOf(mine);
    const json pose = ship(name)["recorded"];
    const double heading_deg = pose["heading"], heading_rad = radFromDeg(heading_deg);
    const double turn_deg = upTo(4) == 0 ? 100.0 : static_cast<double>(upTo(120)) - 60.0;
    gauge_ =
        Laid{pose["x"].get<double>() + bow_mm * std::cos(heading_rad),
             pose["y"].get<double>() + bow_mm * std::sin(heading_rad), heading_deg + turn_deg, ships_.at(name).colour};
    note("gauge at " + name);
    lookThrice();
    expectAgreement();
    const unsigned then = upTo(10);
    if (then == 9)
      return;
    if (then == 8)
      overruleSomething();
    if (then < 6) {
      note("carried out");
      ships_.at(name) = *gauge_;
    } else
      note("gauge taken away");
    gauge_.reset();
    lookThrice();
  }
  void say(const std::string& word) {
    note(toMove() + " says " + word);
    match_->hear({t_s_ += 0.1, toMove(), word});
  }

  void expectSame(const json& before, const json& after) override {
    EXPECT_EQ(before["ledger"], after["ledger"]) << log_;
    EXPECT_EQ(before["over"], after["over"]) << log_;
    for (std::size_t i = 0; i < before["ships"].size(); ++i)
      for (const char* key : {"damage", "sunk", "recorded"})
        EXPECT_EQ(before["ships"][i][key], after["ships"][i][key]) << key << " after " << log_;
  }
  void expectAgreement() override {
    std::map<std::string, int> damage;
    for (const json& counter : of("counter"))
      damage[counter["ship"]] = counter["after"];
    for (const json& one : state()["ships"])
      EXPECT_EQ(one["damage"], damage[one["name"]]) << one["name"] << log_;
    expectTold(toMove());
    const json turn = ledger();
    std::map<std::string, int> shots;
    std::set<std::string> moved;
    for (const json& action : turn["actions"]) {
      std::istringstream words(action.get<std::string>());
      std::string verb, name;
      words >> verb >> name;
      if (verb == "fire")
        ++shots[name];
      else
        moved.insert(name);
    }
    EXPECT_EQ(turn["shots"], json(shots)) << log_;
    EXPECT_EQ(turn["moved"], json(moved)) << log_;
  }

  void play(const std::string& game) {
    const std::pair<Colour, const char*> players[] = {
        {Colour::red, "red"}, {Colour::blue, "blue"}, {Colour::green, "green"}};
    for (unsigned seed = 1; seed <= static_cast<unsigned>(asked("LINESMAN_GAMES", 5)) && !HasFailure(); ++seed) {
      MatchSetup setup;
      setup.game = game;
      setup.pick_up = "red";
      ships_.clear();
      gauge_.reset();
      for (int k = 0; k < 9; ++k) {
        const auto& [colour, player] = players[k / 3];
        ships_[std::string(1, player[0]) + std::to_string(k % 3 + 1)] = {
            -200.0 + 110.0 * (k % 3) + 20.0 * (k % 2), -90.0 + 90.0 * (k / 3), (k * 67) % 360 * 1.0, colour};
        if (k % 3 == 0)
          setup.players.push_back({player, {colour}});
      }
      beginGame(seed, setup);
      lookThrice();
      for (int turn = 0; turn < asked("LINESMAN_TURNS", 50) && !HasFailure(); ++turn) {
        const unsigned what = upTo(20);
        const auto mine = shipsOf(toMove());
        if (what < 7 && !isOver())
          step();
        else if (what < 10 && !mine.empty())
          say("fire " + anyOf(mine) + " " + std::next(ships_.begin(), upTo(9))->first);
        else if (what < 12)
          say("done");
        else if (what < 14)
          say("undo");
        else if (what < 17)
          overruleSomething();
        else if (what < 18)
          beginAnew();
        else if (upTo(8) == 0)
          say("resign");
        else
          putRight();
        expectAgreement();
      }
      expectWholeRecord();
    }
  }

  std::map<std::string, Laid> ships_; ///< by their names in the match
  std::optional<Laid> gauge_;
};

TEST_F(ShipsTakenBack, Armadas) {
  play("armadas");
}

TEST_F(ShipsTakenBack, Armada2k) {
  play("armada2k");
}

} // namespace
} // namespace linesman::app
