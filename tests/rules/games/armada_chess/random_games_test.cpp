// Properties that hold in every game, tried on thousands of random ones on three boards with random switches.
#include <algorithm>
#include <cstdlib>
#include <random>

#include <gtest/gtest.h>

#include "rules/games/armada_chess/position_json.h"
#include "rules/games/armada_chess/support.h"

namespace linesman::rules::armada_chess {
namespace {

constexpr const char* board_ids[] = {"companion-10x10", "skirmish-8x10", "twin-planets"};

Options randomOptions(std::mt19937& random) {
  Options options;
  for (const OptionInfo& info : allOptions()) {
    if (info.member == nullptr || random() % 6 != 0)
      continue;
    options.*info.member = static_cast<std::uint8_t>(random() % info.values.size());
  }
  options.first_mover = 0;
  return options;
}

/// Pieces of each side and kind wherever they are: board, reserve, second lives, inside a city.
std::array<std::array<int, kind_count>, 2> census(const Law& law, const Position& position) {
  std::array<std::array<int, kind_count>, 2> count{};
  for (std::size_t field = 0; field < law.board.fields.size(); ++field) {
    const Piece& piece = position.pieces[field];
    if (!piece.present())
      continue;
    ++count[indexOf(piece.side)][indexOf(piece.kind)];
    if (piece.isUnit())
      ++count[indexOf(piece.side)][indexOf(Kind::pawn)];
  }
  for (std::size_t side = 0; side < 2; ++side) {
    for (std::size_t kind = 0; kind < kind_count; ++kind)
      for (const auto waiting : position.reserve[side][kind])
        count[side][kind] += waiting;
    for (std::size_t i = 0; i < position.revivals[side].count; ++i)
      ++count[side][indexOf(position.revivals[side].entries[i].kind)];
  }
  for (std::size_t city = 0; city < law.board.cities.size(); ++city) {
    if (position.cities[city].king)
      ++count[indexOf(position.cities[city].controller)][indexOf(Kind::king)];
  }
  return count;
}

void checkPosition(const Law& law, const Position& position) {
  for (std::size_t city = 0; city < law.board.cities.size(); ++city) {
    const CityState& state = position.cities[city];
    if (state.destroyed) {
      ASSERT_EQ(state.die, 0);
      ASSERT_FALSE(state.king);
      ASSERT_LE(state.rebuild, 3);
    } else {
      ASSERT_GE(state.die, 1);
      ASSERT_LE(state.die, 6);
      ASSERT_EQ(state.rebuild, 0);
    }
  }
  for (std::size_t index = 0; index < law.board.fields.size(); ++index) {
    const Piece& piece = position.pieces[index];
    if (!piece.present())
      continue;
    const auto field = static_cast<Field>(index);
    ASSERT_FALSE(isWall(law, position, field)) << law.board.nameOf(field);
    ASSERT_FALSE(piece.isUnit() && isTerrain(law, position, field)) << law.board.nameOf(field);
    ASSERT_LT(piece.training, valueOf(piece.kind));
    ASSERT_LT(piece.upgrade, valueOf(piece.kind));
    ASSERT_FALSE(piece.trained && piece.training > 0);
    ASSERT_TRUE(piece.training == 0 || isTerrain(law, position, field));
    ASSERT_TRUE(piece.upgrade == 0 || isUpgradeField(law, field, piece.side));
    ASSERT_TRUE(piece.kind == Kind::rook || (!piece.turned && !piece.isUnit()));
    ASSERT_TRUE(piece.kind == Kind::king || piece.lives != Lives::crown);
  }
}

/// A King may vanish; other pieces only by promotion (same side, same sum) or when switches take them out of the game.
void checkCensus(const Law& law, const Position& before, const Position& after) {
  const auto was = census(law, before), is = census(law, after);
  const bool may_vanish = law.options.moral_losses != 0 || law.options.moral_scope != 0;
  for (std::size_t side = 0; side < 2; ++side) {
    int sum_was = 0, sum_is = 0;
    for (std::size_t kind = 0; kind + 1 < kind_count; ++kind) {
      sum_was += was[side][kind];
      sum_is += is[side][kind];
      if (!may_vanish && law.options.king_from_reserve == 0) {
        ASSERT_EQ(was[side][kind], is[side][kind]) << nameOf(static_cast<Kind>(kind));
      }
    }
    ASSERT_LE(sum_is, sum_was);
    ASSERT_LE(is[side][5], was[side][5]);
  }
}

/// Locked kinds do not act (AC-67); judged on the text, apart from the generator's own bookkeeping.
void checkLocks(const Law& law, const Position& position, const std::vector<Action>& actions) {
  const KindSet locked = lockedKinds(law, position, position.side);
  for (const Action& action : actions) {
    if (law.options.sabotage_scope != 0 && (isLift(action.type) || action.type == ActionType::fort ||
                                            action.type == ActionType::exit || action.type == ActionType::promote))
      continue;
    if (action.type == ActionType::blockade)
      continue;
    const Kind actor = action.type == ActionType::rider  ? Kind::pawn
                       : action.type == ActionType::exit ? action.kind
                                                         : position.at(action.from).kind;
    ASSERT_EQ(locked & bitOf(actor), 0) << textOf(law, position, action);
  }
}

/// explain() has no objection to any legal action, and one to every other text of a large sample.
void checkExplain(const Law& law, const Turn& turn, const std::vector<Action>& actions, std::mt19937& random) {
  for (const Action& action : actions) {
    const std::string text = textOf(law, turn.position(), action);
    const auto request = readRequest(law, text);
    ASSERT_TRUE(request) << text;
    const auto meant = findMeant(actions, *request);
    ASSERT_TRUE(meant && *meant == action) << text;
    if (random() % 4 != 0)
      continue;
    const Objection objection = explain(law, turn, *request);
    ASSERT_FALSE(objection.found()) << text << ": " << objection.sentence << "\n"
                                    << writePosition(law, turn.position()).dump();
  }
  const std::size_t fields = law.board.fields.size();
  const auto field = [&] { return law.board.nameOf(static_cast<Field>(random() % fields)); };
  const auto city = [&] { return "C" + std::to_string(law.board.cities[random() % law.board.cities.size()].id); };
  std::string from = field();
  for (int i = 0; i < 20 && !turn.position().at(*law.board.fieldNamed(from)).present(); ++i)
    from = field();
  const std::string letter(1, "PNBRQK"[random() % 6]);
  const std::vector<std::string> samples{
      from + field(),
      from + "x" + field(),
      "p:" + from + field(),
      "p:" + from + "x" + field(),
      from + field() + "=" + letter,
      "fort " + from,
      "train " + from,
      "upgrade " + from,
      "rebuild " + from,
      "artillery " + from,
      "enter " + from + " " + city(),
      "burn " + from + " " + city(),
      "attack " + from + " " + city(),
      "attack " + from + " " + city() + " occupy",
      "attack " + from + " " + city() + " destroy",
      "exit " + city() + " " + letter + " " + field(),
      "blockade " + city(),
  };
  for (const std::string& text : samples) {
    const auto request = readRequest(law, text);
    ASSERT_TRUE(request) << text << request.error().sentence;
    const bool legal = findMeant(actions, *request).has_value();
    const Objection objection = explain(law, turn, *request);
    ASSERT_EQ(legal, !objection.found()) << text << ": " << objection.sentence << "\n"
                                         << writePosition(law, turn.position()).dump();
    if (!legal) {
      ASSERT_FALSE(objection.clauses.empty()) << text << ": " << objection.sentence;
    }
  }
}

/// Plays random actions to build one legal turn text.
std::string randomTurn(const Law& law, const Position& position, std::mt19937& random, bool check) {
  Turn turn(law, position);
  std::string text;
  const auto append = [&](const std::string& word) { text += (text.empty() ? "" : ",") + word; };
  std::vector<Action> actions;
  turn.revivals(actions);
  std::vector<Action> without;
  turn.actions(without);
  // A side that has nothing else may still act with a revived piece.
  if (!actions.empty() && (without.empty() || random() % 2 == 0)) {
    const Action life = actions[random() % actions.size()];
    append(textOf(law, turn.position(), life));
    turn.revive(life, nullptr);
  }
  while (!turn.isClosed()) {
    actions.clear();
    turn.actions(actions);
    if (check) {
      checkLocks(law, turn.position(), actions);
      checkExplain(law, turn, actions, random);
      if (::testing::Test::HasFatalFailure())
        return {};
    }
    if (actions.empty() && !turn.hasActed())
      return {};
    if (turn.hasActed() && (actions.empty() || random() % 4 == 0)) {
      append("done");
      turn.finish(nullptr);
      break;
    }
    // Cities, lifts and captures are what makes games interesting: they are chosen more often.
    Action chosen = actions[random() % actions.size()];
    for (int i = 0; i < 3 && chosen.type == ActionType::travel && !chosen.capture; ++i)
      chosen = actions[random() % actions.size()];
    append(textOf(law, turn.position(), chosen));
    turn.act(chosen, nullptr);
  }
  return text;
}

void playOne(const std::string& board_id, const Options& options, unsigned seed, int turns, bool thorough) {
  std::mt19937 random(seed);
  const Board& board = testing::boardById(board_id);
  const Law law{board, options};
  const Position start = startPosition(law);
  Match match(board, options, start);
  for (int i = 0; i < turns && !match.over().over; ++i) {
    const Position before = match.position();
    const bool check = thorough && random() % 8 == 0;
    const std::string text = randomTurn(law, before, random, check);
    if (::testing::Test::HasFatalFailure())
      return;
    ASSERT_FALSE(text.empty()) << "a side without an action should have lost: " << writePosition(law, before).dump();
    const Answer answer = match.play(text);
    ASSERT_TRUE(answer.legal) << text << ": " << answer.sentence << "\n" << writePosition(law, before).dump();
    ASSERT_NO_FATAL_FAILURE(checkPosition(law, match.position())) << text;
    ASSERT_NO_FATAL_FAILURE(checkCensus(law, before, match.position())) << text;
    if (!match.over().over) {
      ASSERT_NE(before.side, match.position().side) << text;
    }
    if (thorough && i % 8 == 0) {
      for (const std::string& claim : match.claims()) {
        ASSERT_TRUE(match.play(claim).legal) << claim << " behind " << text;
        ASSERT_TRUE(match.undo());
      }
    }
    if (thorough && random() % 16 == 0) {
      const auto back = readPosition(law, writePosition(law, match.position()));
      ASSERT_TRUE(back) << back.error().sentence;
      ASSERT_EQ(writePosition(law, *back), writePosition(law, match.position()));
    }
  }
  if (!thorough)
    return;
  const Position end = match.position();
  const std::vector<std::string> journal = match.journal();
  while (match.undo()) {
  }
  ASSERT_TRUE(match.position() == start) << "undo did not return to the start";
  for (const std::string& text : journal)
    ASSERT_TRUE(match.play(text).legal) << text;
  ASSERT_TRUE(match.position() == end) << "the journal replays to another position";
}

TEST(ArmadaChessRandomGames, KeepTheInvariantsOnThreeBoardsUnderRandomSwitches) {
  std::mt19937 random(2024);
  // The long run plays 10000 games to a greater length.
  const char* wanted = std::getenv("LINESMAN_RANDOM_GAMES");
  const unsigned games = wanted != nullptr && std::atoi(wanted) > 0 ? static_cast<unsigned>(std::atoi(wanted)) : 300;
  const int turns = wanted != nullptr ? 200 : 80;
  for (unsigned game = 0; game < games; ++game) {
    const std::string board = board_ids[game % 3];
    const Options options = game % 2 == 0 ? Options{} : randomOptions(random);
    ASSERT_NO_FATAL_FAILURE(playOne(board, options, game, turns, true)) << board << " game " << game;
  }
}

TEST(ArmadaChessRandomGames, LatePromotionIsObjectedToOnlyWhereItFails) {
  Options options;
  options.promotion_late = 1;
  const Board& board = testing::boardById("companion-10x10");
  const Law law{board, options};
  const auto position = readPosition(law, nlohmann::json::parse(R"({"side": "white",
        "pieces": [{"at": "d10", "kind": "pawn", "side": "white"}, {"at": "e3", "kind": "king", "side": "white"},
                   {"at": "f8", "kind": "king", "side": "black"}],
        "reserve": {"white": [{"kind": "rook", "trained": false}, {"kind": "pawn", "trained": true}], "black": []}})"));
  ASSERT_TRUE(position) << position.error().sentence;
  const Turn turn(law, *position);
  std::vector<Action> actions;
  turn.actions(actions);
  int late = 0;
  for (const Action& action : actions) {
    const auto request = readRequest(law, textOf(law, *position, action));
    ASSERT_TRUE(request);
    EXPECT_FALSE(explain(law, turn, *request).found()) << textOf(law, *position, action);
    late += action.type == ActionType::promote;
  }
  EXPECT_EQ(late, 1) << "the rook; a pawn turns into another piece";
  for (const char* text : {"promote d10=P", "promote d10=Q", "promote d10=K"}) {
    const Objection objection = explain(law, turn, *readRequest(law, text));
    EXPECT_TRUE(objection.found()) << text;
  }
}

TEST(ArmadaChessRandomGames, TenThousandGamesGoToAnEndOrGoOn) {
  const Options options;
  for (unsigned game = 0; game < 10000; ++game)
    ASSERT_NO_FATAL_FAILURE(playOne(board_ids[game % 3], options, 100000 + game, 40, false)) << "game " << game;
}

} // namespace
} // namespace linesman::rules::armada_chess
