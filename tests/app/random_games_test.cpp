#include <cstdlib>
#include <random>

#include <gtest/gtest.h>

#include "app/watch/board_contents.h"
#include "app/watch/match.h"
#include "rules/board_game.h"
#include "tests/app/seen_men.h"

namespace linesman::app {
namespace {

using nlohmann::json;

/// LINESMAN_TURNS=200 LINESMAN_GAMES=30 for the long run.
int asked(const char* variable, int usual) {
  const char* given = std::getenv(variable);
  return given == nullptr ? usual : std::atoi(given);
}

/// The board as a camera reports it; now and then a man's kind is misread with little certainty.
SeenBoardPiece seenPiece(const std::string& square, const SquareMan& man, std::mt19937& random) {
  SeenBoardPiece piece;
  piece.square = square;
  piece.kind = man.kind;
  piece.side = man.side;
  piece.p = 0.97;
  if (std::uniform_real_distribution<double>(0.0, 1.0)(random) < 0.01) {
    piece.kind = "pawn";
    piece.p = 0.6;
    piece.alternatives[man.side + " " + man.kind] = 0.35;
  }
  return piece;
}

/// A reader that hardly knows one kind from another and is not sure of the side: what it takes a man for depends on the
/// man and his square, and flickers.
SeenBoardPiece weaklySeenPiece(const std::string& square, const SquareMan& man, std::mt19937& random) {
  static const std::vector<std::string> kinds = {"pawn", "rook", "knight", "bishop", "queen", "king"};
  std::mt19937 habit(static_cast<unsigned>(std::hash<std::string>()(square + man.side + man.kind) % 100000U));
  std::uniform_real_distribution<double> chance(0.0, 1.0);
  std::map<std::string, double> p;
  const std::string other = man.side == "light" ? "dark" : "light";
  double sum = 0.0;
  for (const std::string& kind : kinds) {
    sum += p[man.side + " " + kind] = chance(habit) * (0.9 + 0.2 * chance(random));
    sum += p[other + " " + kind] = 0.15 * chance(habit) * (0.9 + 0.2 * chance(random));
  }
  sum += p["empty"] = 0.6 * chance(habit) * chance(random);
  SeenBoardPiece piece;
  piece.square = square;
  for (auto& [name, share] : p) {
    share /= sum;
    if (name != "empty" && share > piece.p) {
      piece.p = share;
      piece.side = name.substr(0, name.find(' '));
      piece.kind = name.substr(name.find(' ') + 1);
    }
  }
  p.erase(piece.side + " " + piece.kind);
  piece.alternatives = p;
  return piece;
}

using Reader = SeenBoardPiece (*)(const std::string&, const SquareMan&, std::mt19937&);

TableState seen(const BoardContents& contents, int size, double t_s, std::mt19937& random, Reader reader) {
  TableState state;
  state.t_s = t_s;
  state.board = SeenBoard();
  state.board->rows = state.board->columns = size;
  state.board->table_from_board = {0.0, 0.0, 0.0};
  for (const auto& [square, man] : contents.men) {
    state.board->pieces.push_back(reader(square, man, random));
    if (!man.rider.empty())
      state.board->pieces.back().rider = man.rider;
  }
  return state;
}

struct Played {
  int turns = 0;
  std::vector<std::string> faults;
};

/// A random legal turn after which the game goes on and the men stand otherwise, as far as `allowed` has it; "" if
/// none.
template <class Allowed>
std::string changingTurn(const rules::BoardMatch& match, const rules::BoardGame& game, std::mt19937& random,
                         const Allowed& allowed) {
  std::vector<std::string> legal = match.turns();
  std::shuffle(legal.begin(), legal.end(), random);
  const BoardContents before = contentsOf(game.id(), match.position());
  for (const std::string& turn : legal) {
    auto trial = game.open(match.position(), {});
    const auto answer = (*trial)->play(turn);
    if (answer.legal && !answer.over && contentsOf(game.id(), (*trial)->position()).men != before.men && allowed(turn))
      return turn;
  }
  return "";
}

/// Random legal turns that nobody watches.
void playUnseen(rules::BoardMatch& match, const rules::BoardGame& game, int turns, std::mt19937& random) {
  for (int turn = 0; turn < turns; ++turn) {
    const std::vector<std::string> legal = match.turns();
    for (int attempt = 0; attempt < 50; ++attempt) {
      const std::string& chosen = legal[random() % legal.size()];
      auto trial = game.open(match.position(), {});
      if (const auto answer = (*trial)->play(chosen); !answer.legal || answer.over)
        continue;
      match.play(chosen);
      break;
    }
  }
}

/// Whether of several cities that the turn may be about the players are asked which.
bool isAskedWhichCity(const std::vector<json>& events, const std::string& turn) {
  if (events.size() != 1 || events[0].value("what", "") != "unclear" || turn.find(" C") == std::string::npos)
    return false;
  const json candidates = events[0].value("candidates", json::array());
  return std::ranges::find(candidates, json::array({turn})) != candidates.end();
}

/// Random legal turns, each seen after a hand came and went; every one must be understood and nothing else. After
/// `unseen` turns the game is picked up from what is to be seen.
Played play(const std::string& game_id, const json& start, int size, int turns, unsigned seed, Reader reader,
            int unseen) {
  Played played;
  std::mt19937 random(seed);
  auto game = rules::makeBoardGame(game_id);
  EXPECT_TRUE(game) << (game ? "" : game.error().sentence);
  auto match = (*game)->open(start, {});
  EXPECT_TRUE(match) << (match ? "" : match.error().sentence);
  MatchSetup setup;
  setup.game = game_id;
  playUnseen(**match, **game, unseen, random);
  const json first = (*match)->position();
  if (unseen > 0)
    setup.pick_up = sideToMove(first);
  else
    setup.start = first.is_string() ? first.get<std::string>() : first.dump();
  json begun;
  std::vector<json> actions;
  auto watch = Match::begin(setup, "", [&](const json& event) {
    if (event["event"] == "start")
      begun = event["position"];
    if (event["event"] == "action" || event["event"] == "put_back" || event["event"] == "error")
      actions.push_back(event);
  });
  EXPECT_TRUE(watch) << (watch ? "" : watch.error().sentence);
  double t_s = 0.0;
  BoardContents contents = contentsOf(game_id, first);
  watch->see(seen(contents, size, t_s, random, reader));
  if (unseen > 0) {
    for (int look = 0; look < 5 && begun.is_null(); ++look)
      watch->see(seen(contents, size, t_s += 2.0, random, reader));
    if (begun.is_null() || contentsOf(game_id, begun).men != contents.men || sideToMove(begun) != *setup.pick_up) {
      played.faults.push_back("picked up as " + begun.dump().substr(0, 300) + " after " + json(actions).dump());
      return played;
    }
    match = (*game)->open(begun, {}); // what cannot be seen starts anew
  }
  while (played.turns < turns) {
    const std::string chosen = changingTurn(**match, **game, random, [&](const std::string& turn) {
      return reader != weaklySeenPiece || turn.find('=') == std::string::npos; // to what must be told: not in this test
    });
    if (chosen.empty())
      break;
    const std::string mover = sideToMove((*match)->position());
    (*match)->play(chosen);
    contents = contentsOf(game_id, (*match)->position());
    ++played.turns;
    TableState hand = seen(contents, size, t_s += 2.0, random, reader);
    hand.hands_mm.push_back({{0, 0}, {50, 0}, {50, 50}});
    watch->see(hand);
    actions.clear();
    for (int look = 0; look < 3 && actions.empty(); ++look) // one misread picture is waited out
      watch->see(seen(contents, size, t_s += 2.0, random, reader));
    if (isAskedWhichCity(actions, chosen)) { // no die tells it here
      actions.clear();
      watch->hear({t_s += 0.1, mover, chosen});
    }
    const bool one = actions.size() == 1 && actions[0]["event"] == "action" && actions[0].contains("position_after");
    if (!one || contentsOf(game_id, actions[0]["position_after"]).men != contents.men ||
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

void expectAllUnderstood(const std::string& game, const json& start, int size, int usual, Reader reader = seenPiece,
                         int unseen = 0) {
  for (unsigned seed = 1; seed <= static_cast<unsigned>(asked("LINESMAN_GAMES", 3)); ++seed) {
    const Played played = play(game, start, size, asked("LINESMAN_TURNS", usual), seed, reader, unseen);
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

TEST(RandomGames, KingDownWithAWeakReader) {
  expectAllUnderstood("king_down", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w none:0,none:0 - - - - -", 8, 30,
                      weaklySeenPiece);
}

TEST(RandomGames, Invasion) {
  expectAllUnderstood("invasion", "start", 10, 30);
}

TEST(RandomGames, ArmadaChess) {
  expectAllUnderstood("armada_chess", json::object(), 10, 30);
}

TEST(RandomGames, PickedUpAtAnyTurn) {
  expectAllUnderstood("armada_chess", json::object(), 10, 8, seenPiece, 20);
  expectAllUnderstood("king_down", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w none:0,none:0 - - - - -", 8, 8,
                      seenPiece, 20);
  expectAllUnderstood("invasion", "start", 10, 8, seenPiece, 20);
}

/// What came of a game with covered squares and turns that were played between two looks.
struct Covered {
  int looks = 0, understood = 0;
  std::string wrong; ///< the first position that was claimed and is not on the board
};

void cover(TableState& state, const std::set<std::string>& squares) {
  SeenBoard& board = *state.board;
  board.square_mm = 50.0;
  std::erase_if(board.pieces, [&](const SeenBoardPiece& piece) { return squares.contains(piece.square); });
  testing::standInTheMiddle(board);
  for (const std::string& square : squares) {
    const auto [file, rank] = squareNamed(square);
    const double x = 50.0 * (file - 0.5 * board.columns), y = 50.0 * (rank - 0.5 * board.rows);
    state.unseen_mm.push_back({{x, y}, {x + 50.0, y}, {x + 50.0, y + 50.0}, {x, y + 50.0}});
  }
}

/// Random turns, one or two between looks, with up to two squares covered. The players are asked now and then, but what
/// is claimed must have been on the board. A game ends where nothing more is claimed.
Covered playCovered(const std::string& game_id, const json& start, int size, int looks, unsigned seed) {
  Covered result;
  std::mt19937 random(seed);
  auto game = rules::makeBoardGame(game_id);
  auto match = (*game)->open(start, {});
  MatchSetup setup;
  setup.game = game_id;
  setup.start = start.is_string() ? start.get<std::string>() : start.dump();
  json claimed;
  auto watch = Match::begin(setup, "", [&](const json& event) {
    if (event.contains("position_after"))
      claimed = event["position_after"];
  });
  double t_s = 0.0;
  const auto anySquare = [&] {
    return squareName(static_cast<int>(random() % size), static_cast<int>(random() % size));
  };
  watch->see(seen(contentsOf(game_id, (*match)->position()), size, t_s, random, seenPiece));
  std::set<std::string> covered;
  while (result.looks < looks) {
    std::string played;
    std::vector<json> positions;
    for (unsigned turn = random() % 4 == 0 ? 2 : 1; turn > 0; --turn) {
      const std::string text = changingTurn(**match, **game, random, [](const std::string&) { return true; });
      if (text.empty())
        break;
      (*match)->play(text);
      played += text + " ";
      positions.push_back((*match)->position());
    }
    if (random() % 4 == 0) {
      covered.clear();
      for (auto k = random() % 3; k > 0; --k)
        covered.insert(anySquare());
    }
    const BoardContents contents = contentsOf(game_id, (*match)->position());
    claimed = nullptr;
    TableState hand = seen(contents, size, t_s += 2.0, random, seenPiece);
    hand.hands_mm.push_back({{0, 0}, {50, 0}, {50, 50}});
    watch->see(hand);
    for (int look = 0; look < 3; ++look) {
      TableState table = seen(contents, size, t_s += 2.0, random, seenPiece);
      cover(table, covered);
      watch->see(table);
    }
    ++result.looks;
    if (claimed.is_null())
      return result;
    const BoardContents told = contentsOf(game_id, claimed);
    if (std::ranges::none_of(positions, [&](const json& position) {
          return told.men == contentsOf(game_id, position).men && sideToMove(claimed) == sideToMove(position);
        })) {
      result.wrong = played + "with";
      for (const std::string& square : covered)
        result.wrong += " " + square;
      result.wrong += " covered -> " + claimed.dump();
      return result;
    }
    if (told.men != contents.men) // the second turn is still to come
      return result;
    ++result.understood;
    match = (*game)->open(claimed, {}); // the same board, by what was understood
  }
  return result;
}

TEST(RandomGames, WithCoveredSquaresNothingIsClaimedThatIsNotSo) {
  const std::vector<std::tuple<std::string, json, int>> games{
      {"king_down", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w none:0,none:0 - - - - -", 8},
      {"invasion", "start", 10},
      {"armada_chess", json::object(), 10}};
  for (const auto& [game, start, size] : games) {
    int looks = 0, understood = 0;
    for (unsigned seed = 1; seed <= static_cast<unsigned>(asked("LINESMAN_GAMES", 8)); ++seed) {
      const Covered one = playCovered(game, start, size, 12, seed);
      looks += one.looks;
      understood += one.understood;
      EXPECT_EQ(one.wrong, "") << game << " seed " << seed;
    }
    EXPECT_GT(understood, 0.9 * looks) << game;
  }
}

} // namespace
} // namespace linesman::app
