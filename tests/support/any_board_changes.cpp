#include <algorithm>

#include "tests/support/men_changes.h"

namespace linesman::tests {

using namespace linesman::app;

namespace {

class AnyBoardChanges final : public MenChanges {
public:
  using MenChanges::MenChanges;

  /// A man goes where he may not, and is told so.
  void moveAgainstTheLaw() {
    carry(scene_.illegal);
    demand("where he may not go", refused(scene_.illegal, scene_.clause));
  }
  void illegalPutBack() {
    start();
    moveAgainstTheLaw();
    putRight(squaresOf(scene_.illegal)[1]);
    goesOn();
  }
  void illegalAndInstead() {
    start();
    moveAgainstTheLaw();
    turnOf(scene_.instead);
    turnOf(scene_.reply);
  }
  void illegalTwice() {
    start();
    for (int i = 0; i < 2; ++i) {
      moveAgainstTheLaw();
      putRight(squaresOf(scene_.illegal)[1]);
    }
    goesOn();
  }
  void illegalLeftAndAnswered() {
    start();
    moveAgainstTheLaw();
    carry(scene_.reply);
    demand("black answers it", {"complaint"});
    putRight(squaresOf(scene_.illegal)[1]);
    goesOn();
  }
  void illegalLeftAndAnotherMoved() {
    start();
    moveAgainstTheLaw();
    byHand(squaresOf(scene_.second)[0], [&] { move(scene_.second); });
    demand("another man moves", {"complaint"});
    byHand(squaresOf(scene_.illegal)[1], [&] { playByLaw(scene_.second); });
    demand("the refused one is back", played(scene_.second));
    turnOf(scene_.reply);
  }
  void twoMenAtOnce() {
    start();
    byHand(squaresOf(scene_.legal)[0], [&] {
      move(scene_.legal);
      move(scene_.second);
    });
    demand("two men are moved", {"complaint"});
    byHand(squaresOf(scene_.legal)[1], [&] { playByLaw(scene_.second); });
    demand("one goes back", played(scene_.second));
    turnOf(scene_.reply);
  }
  void twoMenOneAfterTheOther() {
    start();
    turnOf(scene_.legal);
    carry(scene_.second);
    demand("another man too", {"complaint"});
    putRight(squaresOf(scene_.second)[1]);
    turnOf(scene_.reply);
  }
  void theOpponentsTurn() {
    start();
    carry(scene_.reply);
    demand("black moves first", {"complaint"});
    putRight(squaresOf(scene_.reply)[1]);
    goesOn();
  }
  void bothSidesAtOnceBlackFirst() {
    start();
    carry(scene_.reply);
    wait(1);
    byHand(squaresOf(scene_.second)[0], [&] { move(scene_.second); });
    wait(30);
    // Who watches only the result sees two turns that the law allows in their order: both may stand, or be asked about.
    if (std::ranges::count(said_, "verdict legal") == 2) {
      playByLaw(scene_.second);
      playByLaw(scene_.reply);
      said_.clear();
      turnOf(scene_.legal);
      return;
    }
    demand("out of turn", {"complaint"});
  }
  void handsOverlap() {
    start();
    handOver(centreOf(squaresOf(scene_.second)[0]));
    playByLaw(scene_.second);
    draw();
    frame(false);
    handAway();
    frame(false);
    byHand(squaresOf(scene_.reply)[0], [&] { playByLaw(scene_.reply); });
    std::vector<std::string> both = played(scene_.second);
    for (const std::string& one : played(scene_.reply))
      both.push_back(one);
    demand("two turns behind each other's hands", both);
    turnOf(scene_.legal);
  }
  void ownTakenOff() { takenOff(scene_.aside); }
  void theirsTakenOff() { takenOff(scene_.theirs); }
  void takenOff(const std::string& square) {
    start();
    byHand(square, [&] { contents_.men.erase(square); });
    askedBack(square, "a man is taken off");
  }
  void fromNowhere() {
    start();
    byHand(scene_.empty, [&] { contents_.men[scene_.empty] = contents_.men.at(scene_.aside); });
    askedBack(scene_.empty, "a man more");
  }
  void fromNowhereTheirs() {
    start();
    byHand(scene_.empty, [&] { contents_.men[scene_.empty] = contents_.men.at(scene_.theirs); });
    askedBack(scene_.empty, "a man more");
  }
  /// One square more than the turn explains: it is asked about, before the turn is ruled on or with it.
  void ruledAndAskedBack(const std::string& what, const std::string& turn, const std::string& square) {
    law_->play(turn);
    wait(40);
    const bool ruled = std::ranges::count(said_, "verdict legal") == 1;
    std::vector<std::string> wanted = {"put_back " + square + " asked"};
    if (ruled)
      wanted.insert(wanted.end(), {played(turn)[0], played(turn)[1]});
    demand(what, ruled ? wanted : std::vector<std::string>{"complaint"});
    byHand(square, [&] { contents_ = right(); });
    demand("that is put right", ruled ? std::vector<std::string>{"put_back done"} : played(turn));
  }
  void takenOffBesidesATurn() {
    start();
    byHand(scene_.theirs, [&] {
      move(scene_.second);
      contents_.men.erase(scene_.theirs);
    });
    ruledAndAskedBack("a turn, and a man is gone", scene_.second, scene_.theirs);
    turnOf(scene_.reply);
  }
  void addedBesidesATurn() {
    start();
    byHand(scene_.empty, [&] {
      move(scene_.second);
      contents_.men[scene_.empty] = contents_.men.at(scene_.aside);
    });
    ruledAndAskedBack("a turn, and a man more", scene_.second, scene_.empty);
    turnOf(scene_.reply);
  }
  void takenLeft() {
    start();
    const std::string victim = squaresOf(scene_.capture)[1];
    byHand(victim, [&] {
      contents_.men[scene_.empty] = contents_.men.at(victim);
      move(scene_.capture);
    });
    ruledAndAskedBack("who was taken stands elsewhere", scene_.capture, scene_.empty);
    turnOf(scene_.reply_too);
  }
  void takenOffAfterATurn() {
    start();
    turnOf(scene_.second);
    byHand(scene_.theirs, [&] { contents_.men.erase(scene_.theirs); });
    demand("a man is taken off", {"put_back " + scene_.theirs + " asked"});
    turnOfBesides(scene_.reply);
  }
  /// Played though a man is missing: nothing is ruled, or the turn; he is asked for until he is back.
  void turnOfBesides(const std::string& turn) {
    byHand(squaresOf(turn)[0], [&] { move(turn); });
    wait(30);
    const bool ruled = std::ranges::count(said_, "verdict legal") > 0;
    said_.clear();
    byHand(scene_.theirs, [&] { playByLaw(turn); });
    demand("the missing man is back", ruled ? std::vector<std::string>{} : played(turn));
    turnOf(scene_.legal);
  }
  void anotherKind() {
    start();
    const SquareMan man = contents_.men.at(scene_.one);
    byHand(scene_.aside, [&] { contents_.men[scene_.aside].kind = man.kind; });
    askedBack(scene_.aside, "another man in his place");
  }
  void anotherSide() {
    start();
    byHand(scene_.aside, [&] { contents_.men[scene_.aside].side = "dark"; });
    askedBack(scene_.aside, "a man of black in his place");
  }
  void exchanged() {
    start();
    byHand(scene_.one, [&] { std::swap(contents_.men[scene_.one], contents_.men[scene_.another]); });
    std::vector<std::string> both = {scene_.one, scene_.another};
    std::ranges::sort(both);
    demand("two men exchanged", {"put_back " + both[0] + " " + both[1] + " asked"});
    putRight(scene_.one);
    goesOn();
  }
  void exchangedWithATurn() {
    start();
    byHand(scene_.one, [&] {
      move(scene_.legal);
      contents_.men[scene_.aside].kind = contents_.men.at(scene_.one).kind;
    });
    law_->play(scene_.legal);
    demand("a turn, and another man in one's place",
           {played(scene_.legal)[0], "verdict legal", "put_back " + scene_.aside + " asked"});
    putRight(scene_.aside);
    turnOf(scene_.reply);
  }
  void wrongKindArrives() {
    start();
    byHand(scene_.one, [&] {
      move(scene_.legal);
      contents_.men[squaresOf(scene_.legal)[1]].kind = "queen";
      if (options_.game == "invasion")
        contents_.men[squaresOf(scene_.legal)[1]].kind = "tank";
    });
    law_->play(scene_.legal);
    wait(30);
    if (std::ranges::count(said_, "verdict legal") > 0)
      demand("another man arrives",
             {played(scene_.legal)[0], "verdict legal", "put_back " + squaresOf(scene_.legal)[1] + " asked"});
    else
      demand("another man arrives", {"complaint"});
    byHand(scene_.one, [&] { contents_ = right(); });
    wait(30);
    said_.clear();
    turnOf(scene_.reply);
  }
  void nudgedBy(double share) {
    table_.nudged_mm[scene_.aside] = share * *painter_.table().board->square_mm * Eigen::Vector2d(0.0, 1.0);
  }
  void nudged() {
    start();
    byHand(scene_.aside, [&] { nudgedBy(0.28); });
    demand("nudged off the middle", {});
    goesOn();
  }
  void onTheLine() {
    start();
    byHand(scene_.aside, [&] { nudgedBy(0.5); });
    wait(40);
    if (std::ranges::any_of(said_, [](const std::string& one) { return one.starts_with("verdict"); }))
      demand("on the line between two squares", {});
    demand("on the line between two squares", {"complaint"});
    byHand(scene_.aside, [&] { table_.nudged_mm.clear(); });
    demand("in his square's middle again", {});
    goesOn();
  }
  void movedOntoTheLine() {
    start();
    const std::string to = squaresOf(scene_.legal)[1];
    byHand(to, [&] {
      playByLaw(scene_.legal);
      table_.nudged_mm[to] = 0.5 * *painter_.table().board->square_mm * Eigen::Vector2d(1.0, 0.0);
    });
    wait(40);
    if (std::ranges::count(said_, "verdict legal") > 0) {
      demand("a turn onto the line", played(scene_.legal));
    } else {
      demand("a turn onto the line", {"complaint"});
      byHand(to, [&] { table_.nudged_mm.clear(); });
      demand("in the square's middle", played(scene_.legal));
    }
    turnOf(scene_.reply);
  }
  void faceDown() {
    start();
    byHand(scene_.aside, [&] { table_.face_down = {scene_.aside}; });
    wait(40);
    said_.erase(std::remove(said_.begin(), said_.end(), "put_back " + scene_.aside + " asked"), said_.end());
    demand("a man laid down", {});
    turnOf(scene_.second);
    byHand(scene_.aside, [&] { table_.face_down.clear(); });
    demand("he stands again", {});
    turnOf(scene_.reply);
  }
  /// Nobody has said that the turn is over: it is taken back, or asked back.
  void takenBackAtOnce() {
    start();
    turnOf(scene_.legal);
    carry(squaresOf(scene_.legal)[1], squaresOf(scene_.legal)[0]);
    wait(30);
    if (said_ == std::vector<std::string>{"retract " + scene_.legal}) {
      start();
      turnOf(scene_.second);
      return;
    }
    demand("the turn is taken back", {"complaint"});
    putRight(squaresOf(scene_.legal)[1]);
    turnOf(scene_.reply);
  }
  /// Nobody has said that the turn is over: it becomes the other one, or he is asked back.
  void goesFurther() {
    start();
    turnOf(scene_.legal);
    carry(squaresOf(scene_.legal)[1], squaresOf(scene_.other)[1]);
    wait(30);
    if (std::ranges::count(said_, "retract " + scene_.legal) == 1) {
      demand("the turn is another one", {"action move " + scene_.other, "verdict legal"});
      return;
    }
    demand("the man goes elsewhere after his turn", {"complaint"});
    putRight(squaresOf(scene_.legal)[1]);
    turnOf(scene_.reply);
  }
  void handStays() {
    start();
    handOver(centreOf(scene_.empty));
    wait(40);
    handAway();
    demand("a hand stayed", {});
    goesOn();
  }
  void handStaysWithATurn() {
    start();
    handOver(centreOf(squaresOf(scene_.second)[0]));
    playByLaw(scene_.second);
    draw();
    wait(40);
    handAway();
    demand("a hand stayed at the turn", played(scene_.second));
    turnOf(scene_.reply);
  }
  void cupOnEmptySquares() { cup(scene_.empty); }
  void cupOnMen() { cup(scene_.theirs); }
  void cup(const std::string& square) {
    start();
    byHand(square, [&] { table_.cup_mm = centreOf(square); });
    demand("a cup stands there", {});
    turnOf(scene_.second);
    byHand(square, [&] { table_.cup_mm.reset(); });
    demand("it is gone", {});
    turnOf(scene_.reply);
  }
  void cupFromAManItHid() {
    start();
    byHand(scene_.theirs, [&] { table_.cup_mm = centreOf(scene_.theirs); });
    demand("a cup stands there", {});
    byHand(scene_.theirs, [&] {
      table_.cup_mm.reset();
      contents_.men.erase(scene_.theirs);
    });
    askedBack(scene_.theirs, "it took a man along");
  }
  void liftedAndPutBack() {
    start();
    handOver(centreOf(scene_.aside));
    contents_.men.erase(scene_.aside);
    draw();
    wait(15);
    contents_ = right();
    draw();
    frame(false);
    handAway();
    demand("lifted for a while", {});
    goesOn();
  }
  void lampAndIllegal() {
    start();
    moveAgainstTheLaw();
    table_.light = 0.35;
    wait(10);
    putRight(squaresOf(scene_.illegal)[1]);
    goesOn();
  }
  void allSweptTogether() {
    start();
    byHand(scene_.empty, [&] {
      std::map<std::string, SquareMan> men;
      for (const auto& [square, man] : contents_.men)
        if (men.size() < 9)
          men[square] = man;
      contents_.men = men;
    });
    demand("most men are taken off", {"complaint"});
    putRight(scene_.empty);
    goesOn();
  }
};

} // namespace

TableChanges anyBoardChanges() {
  using C = AnyBoardChanges;
  return playedAs<C>({
      {"an illegal move is put back", &C::illegalPutBack},
      {"an illegal move is mended", &C::illegalAndInstead},
      {"an illegal move, twice", &C::illegalTwice},
      {"an illegal move is left and answered", &C::illegalLeftAndAnswered},
      {"an illegal move is left, another man moves", &C::illegalLeftAndAnotherMoved},
      {"two men move behind one hand", &C::twoMenAtOnce},
      {"two men move one after the other", &C::twoMenOneAfterTheOther},
      {"a turn out of order", &C::theOpponentsTurn},
      {"both turns, black first", &C::bothSidesAtOnceBlackFirst},
      {"two turns behind each other's hands", &C::handsOverlap},
      {"an own man is taken off", &C::ownTakenOff},
      {"a man of black is taken off", &C::theirsTakenOff},
      {"a man from nowhere", &C::fromNowhere},
      {"a man of black from nowhere", &C::fromNowhereTheirs},
      {"a turn, and a man is taken off", &C::takenOffBesidesATurn},
      {"a turn, and a man from nowhere", &C::addedBesidesATurn},
      {"a taken man is left on the board", &C::takenLeft},
      {"a man is taken off, and the game goes on", &C::takenOffAfterATurn},
      {"a man of another kind in one's place", &C::anotherKind},
      {"a man of black in one's place", &C::anotherSide},
      {"two men are exchanged", &C::exchanged},
      {"a turn, and a man of another kind in one's place", &C::exchangedWithATurn},
      {"another man arrives than left", &C::wrongKindArrives},
      {"a man is nudged", &C::nudged},
      {"a man stands on the line", &C::onTheLine},
      {"a turn onto the line", &C::movedOntoTheLine},
      {"a man is laid down", &C::faceDown},
      {"a turn is taken back", &C::takenBackAtOnce},
      {"a man goes elsewhere after his turn", &C::goesFurther},
      {"a hand stays", &C::handStays},
      {"a hand stays at a turn", &C::handStaysWithATurn},
      {"a cup on empty squares", &C::cupOnEmptySquares},
      {"a cup on a man", &C::cupOnMen},
      {"a cup takes a man along", &C::cupFromAManItHid},
      {"a man is lifted for a while", &C::liftedAndPutBack},
      {"an illegal move, and the lamp goes out", &C::lampAndIllegal},
      {"most men are swept off", &C::allSweptTogether},
  });
}

} // namespace linesman::tests
