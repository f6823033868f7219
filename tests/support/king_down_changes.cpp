#include "tests/support/men_changes.h"

namespace linesman::tests {

using namespace linesman::app;
using nlohmann::json;

namespace {

class KingDownChanges final : public MenChanges {
public:
  using MenChanges::MenChanges;

  /// Changes the men that stand on the table: what the situation says is wrong with it.
  void shownAs(const std::string& at, const std::function<void(std::map<std::string, SquareMan>&)>& change) {
    byHand(at, [&] { change(contents_.men); });
  }
  static constexpr const char* new_men = "almkgsbr/pppppppp/8/8/8/8/PPPPPPPP/ALMKGSBR w none:0,none:0 - - - - -";
  void leavesTheKingInCheck() { // the pinned knight
    onlyRefused("4k3/4r3/8/8/8/4N3/8/R3K3 w none:0,none:0 - - - - -", "e3c4", "KD-44", "a1a5");
  }
  void kingIntoCheck() { onlyRefused("4k3/3r4/8/8/8/8/8/R3K3 w none:0,none:0 - - - - -", "e1d1", "KD-20", "a1a5"); }
  void archerTakesByMoving() {
    onlyRefused("4k3/8/8/8/3p4/3A4/8/R3K3 w none:0,none:0 - - - - -", "d3xd4", "KD-23", "a1a5");
  }
  void guardIsTaken() { onlyRefused("4k3/8/8/3g4/8/8/3R4/4K3 w none:0,none:0 - - - - -", "d2xd5", "KD-31", "d2d4"); }
  void guardTakes() { onlyRefused("4k3/8/8/3p4/3G4/8/R7/4K3 w none:0,none:0 - - - - -", "d4xd5", "KD-30", "a2a5"); }
  void beastStraightAhead() {
    onlyRefused("4k3/8/8/3p4/3S4/8/R7/4K3 w none:0,none:0 - - - - -", "d4xd5", "KD-36", "a2a5");
  }
  void paladinStays() {
    start("4k3/8/3p4/8/8/8/R2L4/4K3 w none:0,none:0 - - - - -");
    carry("d2", "d6");
    demand("a paladin takes and stays", {"complaint"});
    byHand("d6", [&] { playByLaw("d2xd6-"); });
    demand("it leaves", played("d2xd6-"));
    turnOf("e8e7");
  }
  void pawnStaysAPawn() {
    start("4k3/P7/8/8/8/8/8/4K2R w none:0,none:0 - - - - -");
    carry("a7", "a8");
    demand("a pawn stays on the last row", {"complaint"});
    byHand("a8", [&] { playByLaw("a7a8=R"); });
    demand("it becomes a rook", played("a7a8=R"));
  }
  void pawnBecomesAKing() {
    start("8/P3k3/8/8/8/8/8/4K2R w none:0,none:0 - - - - -");
    shownAs("a7", [](auto& men) {
      men.erase("a7");
      men["a8"] = {"king", "light", ""};
    });
    demand("a pawn becomes a king", {"complaint"});
    byHand("a8", [&] { playByLaw("a7a8=Q"); });
    demand("it becomes a queen", played("a7a8=Q"));
  }
  void shotByNobody() { // an archer stands near, but not near enough
    start("4k3/8/5p2/8/8/2A5/8/R3K3 w none:0,none:0 - - - - -");
    byHand("f6", [&] { contents_.men.erase("f6"); });
    demand("a man vanishes whom no archer reaches", {"put_back f6 asked"});
    putRight("f6");
    turnOf("c3d3");
  }
  void swapWithoutAMaester() {
    start(new_men);
    byHand("g1", [&] { std::swap(contents_.men["g1"], contents_.men["h1"]); });
    demand("bishop and rook exchanged", {"put_back g1 h1 asked"});
    putRight("g1");
    turnOf("c1<>b1");
    turnOf("e7e5");
  }
  void chainWithoutACapture() {
    start("4k3/8/8/2p5/8/8/3S4/R3K3 w none:0,none:0 - - - - -");
    shownAs("d2", [](auto& men) {
      men.erase("d2");
      men.erase("c5");
      men["c5"] = {"beast", "light", ""};
    });
    demand("a beast takes from afar", {"complaint"});
    putRight("c5");
    turnOf("d2d3");
  }
  void strikeUnspent() { // said though none is left
    start("4k3/8/8/8/8/8/3P4/R3K3 w Strike:0,none:0 - - - - -");
    tell("strike");
    demand("Strike without a token", {"claim refused"});
    carry("d2", "d6");
    refusedOrAsked("d2d6", "KD-10");
    putRight("d6");
    turnOf("a1a5");
  }
  void flightTooFar() {
    start("4k3/8/8/8/8/8/3P4/R3K3 w Flight:1,none:0 - - - - -");
    tell("flight");
    carry("a1", "f6");
    refusedOrAsked("a1f6", "KD-74");
    putRight("f6");
    turnOf("a1a5");
  }
  void strikeGivesCheck() {
    start("4k3/8/8/8/8/3P4/8/R5K1 w Strike:1,none:0 - - - - -");
    tell("strike");
    carry("d3", "d7");
    refusedOrAsked("d3d7", "KD-63");
    putRight("d7");
    turnOf("a1a5");
  }
  void frozenMoves() {
    start("4k3/8/8/8/8/8/3N4/R3K3 w none:0,Freeze:1 d2 - - - -");
    carry("d2", "f3");
    refusedOrAsked("d2f3", "KD-65");
    putRight("f3");
    turnOf("a1a5");
  }
  void walledIsTaken() {
    start("4k3/8/8/3n4/8/8/3R4/4K3 w none:0,IceWall:1 - d5 - - -");
    carry("d2xd5");
    refusedOrAsked("d2xd5", "KD-67");
    putRight("d2");
    turnOf("d2d4");
  }
  void freezeWithoutTokens() {
    start("4k3/8/8/3n4/8/8/3R4/4K3 w Freeze:0,none:0 - - - - -");
    tell("freeze@d5");
    demand("Freeze without a token", {"claim refused"});
    turnOf("d2d4");
  }
  void freezeOutOfTurn() {
    start("4k3/8/8/3n4/8/8/3R4/4K3 w Freeze:2,Freeze:2 - - - - -");
    say("black", "freeze@d2");
    demand("Freeze out of turn", {"claim refused"});
    turnOf("d2d4");
  }
  void hasteUnspent() {
    start("4k3/8/8/8/8/8/3P4/R5K1 w Haste:0,none:0 - - - - -");
    tell("haste");
    demand("Haste without a token", {"claim refused"});
    byHand("a1", [&] { move("a1", "c3"); });
    demand("Haste without a token", {"complaint"});
    putRight("c3");
    turnOf("a1a5");
  }
  void hasteOfTwoMen() {
    start("4k3/8/8/8/8/8/3P4/R5K1 w Haste:1,none:0 - - - - -");
    tell("haste");
    byHand("a1", [&] {
      move("a1", "a5");
      move("d2", "d3");
    });
    demand("two men of one Haste", {"complaint"});
    byHand("d3", [&] { playByLaw("Haste:a1a2,a2a5"); }); // declared, so it is spent (KD-71)
    demand("one of them goes back", played("Haste:a1a2,a2a5"));
  }
  void marchOverAMan() {
    start("4k3/8/8/8/3p4/3P4/8/R5K1 w March:3,none:0 - - - - -");
    tell("march");
    carry("d3", "d5");
    refusedOrAsked("d3d5", "KD-79");
    putRight("d5");
    turnOf("a1a5");
  }
  void leapOverTheOpponent() {
    start("4k3/8/8/p7/P7/8/8/R5K1 w Leap:3,none:0 - - - - -");
    tell("leap");
    carry("a1", "a7");
    refusedOrAsked("a1a7", "KD-82");
    putRight("a7");
    tell("leap"); // the word was about the refused turn
    turnOf("Leap:a1xa5");
  }
};

} // namespace

TableChanges kingDownChanges() {
  using C = KingDownChanges;
  return playedAs<C>({
      {"the king is left in check", &C::leavesTheKingInCheck},
      {"the king goes into check", &C::kingIntoCheck},
      {"an archer takes by moving", &C::archerTakesByMoving},
      {"a guard is taken by a rook", &C::guardIsTaken},
      {"a guard takes", &C::guardTakes},
      {"a beast takes straight ahead", &C::beastStraightAhead},
      {"a paladin takes and stays", &C::paladinStays},
      {"a pawn stays one on the last row", &C::pawnStaysAPawn},
      {"a pawn becomes a king", &C::pawnBecomesAKing},
      {"a shot from nowhere", &C::shotByNobody},
      {"an exchange without a maester", &C::swapWithoutAMaester},
      {"a beast takes from afar", &C::chainWithoutACapture},
      {"Strike without a token", &C::strikeUnspent},
      {"Flight beyond row 4", &C::flightTooFar},
      {"Strike gives check", &C::strikeGivesCheck},
      {"a frozen man moves", &C::frozenMoves},
      {"a walled man is taken", &C::walledIsTaken},
      {"Freeze without a token", &C::freezeWithoutTokens},
      {"Freeze out of turn", &C::freezeOutOfTurn},
      {"Haste without a token", &C::hasteUnspent},
      {"Haste of two men", &C::hasteOfTwoMen},
      {"March over a man", &C::marchOverAMan},
      {"Leap over a man of black", &C::leapOverTheOpponent},
  });
}

} // namespace linesman::tests
