#include <algorithm>

#include "tests/support/men_changes.h"

namespace linesman::tests {

using namespace linesman::app;
using nlohmann::json;

namespace {

class InvasionChanges final : public MenChanges {
public:
  using MenChanges::MenChanges;

  static std::string invasion(const std::string& rows, const std::string& rest = "w off,off j1,a10") {
    return rows + " " + rest;
  }
  void hqOverTheSeaCorner() {
    onlyRefused(invasion("h9/10/10/3****3/3****3/2H****3/3****3/10/8T1/10", "w off,off j1,a10"), "c5e3", "IN-06",
                "i2i4");
  }
  void hqTakes() { onlyRefused(invasion("h9/10/10/3****3/3****3/3****3/3****3/10/8i1/8TH"), "j1xi2", "IN-07", "j1j2"); }
  void intoTheSea() {
    onlyRefused(invasion("h9/10/10/3****3/3****3/3****3/3****3/4I5/8T1/9H"), "e3e4", "IN-02", "i2i4");
  }
  void secondHop() {
    onlyRefused(invasion("h9/10/10/3****3/3****3/3****3/3****3/1U8/8T1/9H"), "b3h3", "IN-22", "i2i4");
  }
  void shortHop() { onlyRefused(invasion("h9/10/10/3****3/3****3/3****3/3****3/1P8/8T1/9H"), "b3f3", "IN-19", "i2i4"); }
  void tankTooFar() {
    onlyRefused(invasion("h9/10/10/3****3/3****3/3****3/3****3/10/T8I/9H"), "a2g2", "IN-24", "j2j3");
  }
  void commandoWithoutCapture() {
    onlyRefused(invasion("h9/10/10/3****3/3****3/3****3/3****3/10/C8I/9H"), "a2e2", "IN-15", "j2j3");
  }
  void tankLeavesThem() {
    start(invasion("h9/10/10/3****3/3****3/3****3/3****3/10/T1i6I/9H"));
    carry("a2", "e2");
    demand("who was rolled over still stands", {"complaint"});
    byHand("c2", [&] { playByLaw("a2e2{c2}"); });
    demand("he is gone", {"action move a2e2{c2}", "verdict legal"});
  }
  void troopersBoxUnpromoted() {
    start(invasion("9h/3I6/10/3****3/3****3/3****3/3****3/10/9I/9H", "w off,off j1,a10"));
    carry("d9", "c9");
    demand("a Trooper stays one in the grey box", {"complaint"});
    byHand("c9", [&] { playByLaw("d9c9=C"); });
    demand("it becomes a Commando", played("d9c9=C"));
  }
  void bombThatIsOff() {
    start(invasion("h9/10/10/3****3/3****3/3****3/3****3/10/1ii6I/9H"));
    tell("bomb@b2");
    demand("the bomb is off", {"claim refused"});
    byHand("b2", [&] {
      contents_.men.erase("b2");
      contents_.men.erase("c2");
    });
    demand("men are taken off all the same", {"complaint"});
    putRight("b2");
    turnOf("j2j3");
  }
  void bombTakesTooMany() {
    start(invasion("h9/10/10/3****3/3****3/3****3/3****3/10/1ii3i2I/9H", "w on,off j1,a10"));
    tell("bomb@b2");
    byHand("b2", [&] {
      contents_.men.erase("b2");
      contents_.men.erase("c2");
      contents_.men.erase("g2");
    });
    wait(40);
    if (std::ranges::count(said_, "verdict legal") == 0)
      demand("one more than the bomb reaches", {"complaint"});
    else
      demand("one more than the bomb reaches", {"action move Bomb@b2", "verdict legal", "put_back g2 asked"});
    byHand("g2", [&] { contents_ = right(), contents_.men.erase("b2"), contents_.men.erase("c2"); });
    demand("he is back", {});
  }
  void stacked() {
    start();
    byHand(scene_.aside, [&] { contents_.men.erase("j4"); });
    table_.stacked.insert("i4");
    demand("a token lies on another one", {"put_back j4 asked"});
    putRight("j4");
    goesOn();
  }
  void headquartersMoved() { // flags may not reach so far
    onlyRefused(invasion("h9/10/10/3****3/3****3/3****3/3****3/10/F8T/9H"), "a2d2", "IN-10", "j2j4");
  }
};

} // namespace

TableChanges invasionChanges() {
  using C = InvasionChanges;
  return playedAs<C>({
      {"the HQ jumps over the sea's corner", &C::hqOverTheSeaCorner},
      {"the HQ takes", &C::hqTakes},
      {"a man in the sea", &C::intoTheSea},
      {"a second hop", &C::secondHop},
      {"a hop too short", &C::shortHop},
      {"a Tank goes six squares", &C::tankTooFar},
      {"a Commando slides without taking", &C::commandoWithoutCapture},
      {"a Flag goes three squares", &C::headquartersMoved},
      {"men rolled over are left", &C::tankLeavesThem},
      {"a Trooper stays one in the grey box", &C::troopersBoxUnpromoted},
      {"a bomb that is off", &C::bombThatIsOff},
      {"a bomb takes one too many", &C::bombTakesTooMany},
      {"tokens are stacked", &C::stacked},
  });
}

} // namespace linesman::tests
