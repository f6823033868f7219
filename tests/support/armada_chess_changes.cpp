#include "tests/support/men_changes.h"

namespace linesman::tests {

using namespace linesman::app;
using nlohmann::json;

namespace {

class ArmadaChessChanges final : public MenChanges {
public:
  using MenChanges::MenChanges;

  json armada(const std::vector<json>& pieces, json more = json::object()) {
    more["pieces"] = pieces;
    more["board"] = "companion-10x10";
    if (!more.contains("side"))
      more["side"] = "white";
    return more;
  }
  static json man(const char* at, const char* kind, const char* side, json more = json::object()) {
    more["at"] = at, more["kind"] = kind, more["side"] = side;
    return more;
  }
  json few(std::vector<json> pieces, json more = json::object()) {
    pieces.push_back(man("e3", "king", "white"));
    pieces.push_back(man("f8", "king", "black"));
    pieces.push_back(man("b7", "pawn", "black"));
    return armada(pieces, std::move(more));
  }
  void turnDie(int city, int face) {
    byHand("e5", [&] { contents_.dice[city] = face; });
  }
  void dieTurned() {
    start();
    turnDie(2, 4);
    demand("a die is turned", {"error die"});
    putRight("e5");
    goesOn();
  }
  void dieTurnedWithATurn() {
    start();
    byHand(squaresOf(scene_.second)[0], [&] {
      playByLaw(scene_.second);
      contents_.dice[2] = 4;
    });
    demand("a turn, and a die is turned", {played(scene_.second)[0], "verdict legal", "error die"});
    putRight("e5");
    turnOf(scene_.reply);
  }
  void dieTakenAway() {
    start();
    turnDie(2, 0);
    demand("a die is taken away", {"error die"});
    putRight("e5");
    goesOn();
  }
  void bandAdded() {
    start();
    byHand("c3", [&] { contents_.bands["c3"] = {"low"}; });
    demand("a band is put on", {"error band"});
    putRight("c3");
    goesOn();
  }
  void bandTakenOff() {
    start(few({man("c3", "knight", "white", {{"trained", true}}), man("i4", "pawn", "white")}));
    byHand("c3", [&] { contents_.bands.clear(); });
    demand("a band is taken off", {"error band"});
    putRight("c3");
    turnOf("i4i5");
  }
  void bandForgotten() { // a Pawn is trained with one move
    start(few({man("d5", "pawn", "white"), man("i4", "pawn", "white")}));
    tell("training 1");
    law_->play("train d5");
    demand("a Pawn is trained, its band forgotten", {"action move train d5", "verdict legal", "error band"});
    putRight("d5");
    turnOf("b7b6");
  }
  void enteredWithoutAnExit() {
    start(few({man("b3", "bishop", "white"), man("i4", "pawn", "white")}));
    byHand("b3", [&] {
      contents_.men.erase("b3");
      contents_.dice[1] = 4;
    });
    demand("a city is entered from no exit field", {"complaint"});
    putRight("b3");
    turnOf("i4i5");
  }
  void enteredWithoutTurningTheDie() {
    start(few({man("b1", "knight", "white"), man("i4", "pawn", "white")}));
    tell("reinforce");
    byHand("b1", [&] { contents_.men.erase("b1"); });
    law_->play("enter b1 C1");
    demand("the die was forgotten", {"action move enter b1 C1", "verdict legal", "error die"});
    putRight("b1");
    turnOf("b7b6");
  }
  void exitThroughNoArrow() {
    const json reserve = {{"white", {{{"kind", "knight"}, {"trained", false}}}}, {"black", json::array()}};
    start(few({man("i4", "pawn", "white")},
              {{"reserve", reserve}, {"cities", {{{"id", 1}, {"controller", "white"}, {"die", 3}}}}}));
    byHand("c2", [&] {
      contents_.men["d2"] = {"knight", "light", ""};
      contents_.dice[1] = 1;
    });
    demand("out of a city, beside its exit field", {"complaint"});
    byHand("d2", [&] { playByLaw("exit C1 N c2"); });
    demand("on the exit field", played("exit C1 N c2"));
    turnOf("b7b6");
  }
  void exitTooStrong() { // a Rook costs 4
    const json reserve = {{"white", {{{"kind", "rook"}, {"trained", false}}}}, {"black", json::array()}};
    start(few({man("i4", "pawn", "white")},
              {{"reserve", reserve}, {"cities", {{{"id", 1}, {"controller", "white"}, {"die", 3}}}}}));
    byHand("c2", [&] {
      contents_.men["c2"] = {"rook", "light", ""};
      contents_.dice[1] = 1;
    });
    demand("a Rook out of a city of 3", {"complaint"});
    putRight("c2");
    turnOf("i4i5");
  }
  static json men(const std::vector<std::string>& kinds) { // " trained" may follow
    json reserve = {{"white", json::array()}, {"black", json::array()}};
    for (const std::string& kind : kinds)
      reserve["white"].push_back(
          {{"kind", kind.substr(0, kind.find(' '))}, {"trained", kind.find(' ') != std::string::npos}});
    return {{"reserve", reserve}};
  }
  /// A white Pawn before a red field of black's, and who waits beside the board.
  void beforePromotion(const std::vector<std::string>& reserve) {
    start(few({man("d9", "pawn", "white"), man("i4", "pawn", "white")}, men(reserve)));
  }
  void nothingIsAsked() {
    wait(40); // longer than a wrong band is borne with
    demand("nothing is asked", {});
  }
  void promoted() {
    beforePromotion({"rook"});
    turnOf("d9d10=R");
    nothingIsAsked();
    turnOf("b7b6");
  }
  void promotedToATrainedOne() {
    beforePromotion({"knight", "knight trained"});
    turnOf("d9d10=N+low");
    nothingIsAsked();
    turnOf("b7b6");
  }
  void promotedToAnUntrainedOne() {
    beforePromotion({"knight", "knight trained"});
    turnOf("d9d10=N");
    nothingIsAsked();
    turnOf("b7b6");
  }
  void promotedAsItTakes() {
    start(few({man("e9", "pawn", "white"), man("d10", "knight", "black"), man("i4", "pawn", "white")}, men({"queen"})));
    turnOf("e9xd10=Q");
    nothingIsAsked();
    turnOf("b7b6");
  }
  void promotedAWhileLater() { // the sleeping General awakes
    beforePromotion({"rook"});
    turnOf("d9d10");
    byHand("d10", [&] { contents_.men["d10"].kind = "rook"; });
    wait(30); // tokens look much alike: what was played may be asked
    if (said_ == std::vector<std::string>{"error unclear claim promote d10=R"})
      say("white", "claim promote d10=R");
    playByLaw("claim promote d10=R");
    std::erase(said_, "error unclear claim promote d10=R");
    demand("the Pawn is exchanged after its move", played("claim promote d10=R"));
    turnOf("b7b6");
  }
  void promotedTooLate() {
    beforePromotion({"rook"});
    turnOf("d9d10");
    turnOf("b7b6");
    byHand("d10", [&] { contents_.men["d10"].kind = "rook"; });
    demand("the Pawn is exchanged when black has moved", {"complaint"});
    putRight("d10");
    turnOf("i4i5");
  }
  void promotedToNobody() {
    beforePromotion({"bishop"});
    byHand("d9", [&] {
      contents_.men.erase("d9");
      contents_.men["d10"] = {"queen", "light", ""};
    });
    demand("a Queen that never was taken", {"complaint"});
    byHand("d10", [&] { playByLaw("d9d10=B"); });
    demand("a Bishop that was", played("d9d10=B"));
    turnOf("b7b6");
  }
  void promotedAtHome() {
    start(few({man("d2", "pawn", "white"), man("i4", "pawn", "white")}, men({"rook"})));
    byHand("d2", [&] {
      contents_.men.erase("d2");
      contents_.men["d1"] = {"rook", "light", ""};
    });
    law_->play("d2d1"); // the Pawn itself may go there
    demand("promotion on an own R", {played("d2d1")[0], "verdict legal", "put_back d1 asked"});
    putRight("d1");
    turnOf("b7b6");
  }
  void cameOutTrained() {
    json reserve = men({"knight", "knight trained"});
    reserve["cities"] = {{{"id", 1}, {"controller", "white"}, {"die", 3}}};
    start(few({man("i4", "pawn", "white")}, reserve));
    turnOf("exit C1 N+low c2");
    nothingIsAsked();
    turnOf("b7b6");
  }
  void aManWithASecondLifeIsTaken() {
    start(
        few({man("c4", "knight", "white", {{"lives", "high"}}), man("b5", "pawn", "black"), man("i4", "pawn", "white")},
            {{"side", "black"}}));
    turnOf("b5xc4");
  }
  void revived() {
    aManWithASecondLifeIsTaken();
    byHand("d1", [&] { playByLaw("revive N d1"); });
    demand("the second life", played("revive N d1"));
    nothingIsAsked();
    turnOf("i4i5");
  }
  void revivedWithAMove() {
    aManWithASecondLifeIsTaken();
    turnOf("revive N d1,i4i5");
    nothingIsAsked();
    turnOf("b7b6");
  }
  void trainedTwice() {
    start(few({man("d5", "knight", "white"), man("i4", "pawn", "white")}));
    tell("training 1");
    law_->play("train d5");
    demand("the first lift", played("train d5"));
    say("white", "training 2");
    demand("it is not his turn", {"claim refused"});
    turnOf("b7b6");
    tell("training 2");
    law_->play("train d5");
    demand("the second lift", {played("train d5")[0], "verdict legal", "error band"});
  }
  void trainedOnPlainGround() {
    start(few({man("c4", "knight", "white"), man("i4", "pawn", "white")}));
    tell("training 1");
    demand("no terrain", {"claim refused"});
    turnOf("i4i5");
  }
  void upgradedOnPlainGround() {
    start(few({man("c4", "knight", "white"), man("i4", "pawn", "white")}));
    tell("upgrade 1");
    demand("neither S nor I", {"claim refused"});
    turnOf("i4i5");
  }
  void threeActions() { // Intelligence gives the other Knights two
    start(few({man("a10", "knight", "white"), man("c4", "knight", "white"), man("h3", "knight", "white"),
               man("i4", "pawn", "white")}));
    turnOf("c4b6,h3g5");
    carry("i4", "i5");
    demand("a third action", {"complaint"});
    putRight("i5");
    turnOf("f8e8");
  }
  void passWithoutAction() {
    start();
    tell("done");
    demand("done without an action", {});
    goesOn();
  }
  void sabotaged() {
    start(few({man("j10", "bishop", "black"), man("a1", "bishop", "black"), man("c4", "bishop", "white"),
               man("i4", "pawn", "white")}));
    carry("c4", "b3");
    demand("a locked Bishop moves", {"complaint"});
    putRight("b3");
    turnOf("i4i5");
  }
  void takesOnTerrain() {
    start(few({man("d5", "bishop", "black"), man("d3", "queen", "white"), man("i4", "pawn", "white")}));
    carry("d3xd5");
    refusedOrAsked("d3xd5", "AC-39");
    putRight("d3");
    turnOf("i4i5");
  }
  void throughTerrain() {
    start(few({man("d2", "queen", "white"), man("i4", "pawn", "white")}));
    carry("d2", "d7");
    refusedOrAsked("d2d7", "AC-38");
    putRight("d7");
    turnOf("i4i5");
  }
};

} // namespace

TableChanges armadaChessChanges() {
  using C = ArmadaChessChanges;
  return playedAs<C>({
      {"a die is turned", &C::dieTurned},
      {"a turn, and a die is turned", &C::dieTurnedWithATurn},
      {"a die is taken away", &C::dieTakenAway},
      {"a band is put on", &C::bandAdded},
      {"a band is taken off", &C::bandTakenOff},
      {"a band is forgotten", &C::bandForgotten},
      {"a city is entered from no exit field", &C::enteredWithoutAnExit},
      {"a city is entered, its die forgotten", &C::enteredWithoutTurningTheDie},
      {"out of a city beside its exit field", &C::exitThroughNoArrow},
      {"out of a city that is too weak", &C::exitTooStrong},
      {"a Pawn is promoted", &C::promoted},
      {"a Pawn becomes a trained man", &C::promotedToATrainedOne},
      {"a Pawn becomes an untrained man", &C::promotedToAnUntrainedOne},
      {"a Pawn is promoted as it takes", &C::promotedAsItTakes},
      {"a Pawn is promoted after its move", &C::promotedAWhileLater},
      {"a Pawn is promoted too late", &C::promotedTooLate},
      {"a Pawn becomes who was not taken", &C::promotedToNobody},
      {"a Pawn is promoted at home", &C::promotedAtHome},
      {"a trained man comes out of a city", &C::cameOutTrained},
      {"a taken man has a second life", &C::revived},
      {"a second life, and a turn", &C::revivedWithAMove},
      {"trained twice in a turn", &C::trainedTwice},
      {"training on plain ground", &C::trainedOnPlainGround},
      {"upgrade on plain ground", &C::upgradedOnPlainGround},
      {"a third action", &C::threeActions},
      {"done without an action", &C::passWithoutAction},
      {"a locked man moves", &C::sabotaged},
      {"an untrained Queen takes on terrain", &C::takesOnTerrain},
      {"a Queen goes through terrain", &C::throughTerrain},
  });
}

} // namespace linesman::tests
