#include <cstdlib>
#include <random>

#include <gtest/gtest.h>

#include "app/watch/board_contents.h"
#include "app/watch/match.h"
#include "rules/board_game.h"

namespace linesman::app {
namespace {

using nlohmann::json;

/// LINESMAN_TURNS=200 for the long run.
int turnsToPlay(int usual) {
  const char* given = std::getenv("LINESMAN_TURNS");
  return given == nullptr ? usual : std::atoi(given);
}

/// The board as a camera reports it; now and then a man's kind is misread with little certainty.
TableState seen(const BoardContents& contents, int size, double t_s, std::mt19937& random) {
  TableState state;
  state.t_s = t_s;
  state.board = SeenBoard();
  state.board->rows = state.board->columns = size;
  state.board->table_from_board = {0.0, 0.0, 0.0};
  std::uniform_real_distribution<double> chance(0.0, 1.0);
  for (const auto& [square, man] : contents.men) {
    SeenBoardPiece piece;
    piece.square = square;
    piece.kind = man.kind;
    piece.side = man.side;
    if (!man.rider.empty())
      piece.rider = man.rider;
    piece.p = 0.97;
    if (chance(random) < 0.01) {
      piece.kind = "pawn";
      piece.p = 0.6;
      piece.alternatives[man.side + " " + man.kind] = 0.35;
    }
    state.board->pieces.push_back(piece);
  }
  return state;
}

struct Played {
  int turns = 0;
  std::vector<std::string> faults;
};

/// Random legal turns, each seen after a hand came and went; every one must be understood and nothing else.
Played play(const std::string& game_id, const json& start, int size, int turns, unsigned seed) {
  Played played;
  std::mt19937 random(seed);
  auto game = rules::makeBoardGame(game_id);
  EXPECT_TRUE(game) << (game ? "" : game.error().sentence);
  auto match = (*game)->open(start, {});
  EXPECT_TRUE(match) << (match ? "" : match.error().sentence);
  MatchSetup setup;
  setup.game = game_id;
  const json first = (*match)->position();
  setup.start = first.is_string() ? first.get<std::string>() : first.dump();
  std::vector<json> actions;
  auto watch = Match::begin(setup, "", [&](const json& event) {
    if (event["event"] == "action" || event["event"] == "put_back" || event["event"] == "error")
      actions.push_back(event);
  });
  EXPECT_TRUE(watch) << (watch ? "" : watch.error().sentence);
  double t_s = 0.0;
  BoardContents contents = contentsOf(game_id, first);
  watch->see(seen(contents, size, t_s, random));
  while (played.turns < turns) {
    std::vector<std::string> legal = (*match)->turns();
    std::shuffle(legal.begin(), legal.end(), random);
    std::string chosen;
    for (const std::string& turn : legal) {
      auto trial = (*game)->open((*match)->position(), {});
      const auto answer = (*trial)->play(turn);
      const BoardContents next = contentsOf(game_id, (*trial)->position());
      if (!answer.legal || answer.over || next == contents)
        continue; // what cannot be seen must be told: not in this test
      chosen = turn;
      contents = next;
      break;
    }
    if (chosen.empty())
      break;
    (*match)->play(chosen);
    ++played.turns;
    TableState hand = seen(contents, size, t_s += 2.0, random);
    hand.hands_mm.push_back({{0, 0}, {50, 0}, {50, 50}});
    watch->see(hand);
    actions.clear();
    watch->see(seen(contents, size, t_s += 2.0, random));
    const bool one = actions.size() == 1 && actions[0]["event"] == "action" && actions[0].contains("position_after");
    if (!one || contentsOf(game_id, actions[0]["position_after"]) != contents ||
        sideToMove(actions[0]["position_after"]) != sideToMove((*match)->position())) {
      played.faults.push_back(chosen + " -> " + json(actions).dump().substr(0, 300));
      return played; // later turns only repeat the fault
    }
    if (actions[0]["turn"] != chosen) { // the same board by another turn: go on from what was understood
      auto other = (*game)->open(actions[0]["position_after"], {});
      match = std::move(other);
    }
  }
  return played;
}

void expectAllUnderstood(const std::string& game, const json& start, int size, int usual) {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    const Played played = play(game, start, size, turnsToPlay(usual), seed);
    EXPECT_TRUE(played.faults.empty()) << game << " seed " << seed << " turn " << played.turns << ": "
                                       << played.faults.front();
    EXPECT_GT(played.turns, usual / 3) << game << " seed " << seed;
  }
}

TEST(RandomGames, KingDown) {
  expectAllUnderstood("king_down", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w none:0,none:0 - - - - -", 8, 30);
}

TEST(RandomGames, KingDownWithItsNewMen) {
  expectAllUnderstood("king_down", "mrlskabg/pppppppp/8/8/8/8/PPPPPPPP/MRLSKABG w none:0,none:0 - - - - -", 8, 30);
}

TEST(RandomGames, Invasion) {
  expectAllUnderstood("invasion", "start", 10, 30);
}

} // namespace
} // namespace linesman::app
