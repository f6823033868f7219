#include "tests/support/table_changes.h"

#include <algorithm>

#include "tests/support/ships_in_pictures.h"

namespace linesman::tests {

using namespace linesman::app;
using nlohmann::json;

namespace {

/// Red (to move) and blue have a Small, a Medium, a Large and a Medium each, from left to right.
class ShipChanges final : public ShipsInPictures {
public:
  using Situation = void (ShipChanges::*)();
  static const std::vector<std::pair<std::string, Situation>>& all();

  explicit ShipChanges(const PictureGameOptions& options) : ShipsInPictures(options) { clauses_ = true; }

  ChangeScore play(Situation situation) {
    return scoreOf([&] {
      placeFleets();
      (this->*situation)();
    });
  }

private:
  // --- a game --------------------------------------------------------------------------------------------------------

  /// The game is under way, red to move.
  void start() {
    fresh_ = false;
    if (!ShipsInPictures::begin())
      throw Failed("the game does not begin");
    last_events_.clear();
  }
  void show() { draw(others_, away_); }
  template <class Change> void byHand(const Eigen::Vector2d& at_mm, Change change) {
    ShipsInPictures::byHand(at_mm, [&] {
      change();
      show();
    });
  }
  void lay(const Ship& ship, const SeenPose& to) {
    byHand(middleOf(ship), [&] { others_ = {drawnAt(ship, to)}; });
  }
  void takeGauge(const Ship& ship) {
    byHand(middleOf(ship), [&] { others_.clear(); });
  }
  void takeOriginal(Ship& ship, const SeenPose& to) {
    byHand(middleOf(ship), [&] {
      others_.clear();
      ship.recorded = to;
    });
  }
  /// The ship lies elsewhere, or is gone.
  void carry(Ship& ship, const SeenPose& to) {
    byHand(middleOf(ship), [&] { ship.recorded = to; });
  }
  void takeOff(const Ship& ship) {
    byHand(middleOf(ship), [&] { away_.insert(ship.name); });
  }
  void bringBack(const Ship& ship) {
    byHand(middleOf(ship), [&] { away_.erase(ship.name); });
  }
  static SeenPose moved(const SeenPose& from, double ahead_mm, double aside_mm, double turn_deg = 0.0) {
    const Eigen::Vector2d along = from.pose.direction(), across(-along.y(), along.x());
    SeenPose to = from;
    to.pose = {from.pose.origin_mm() + ahead_mm * along + aside_mm * across,
               wrapAngle(from.pose.heading_rad() + radFromDeg(turn_deg))};
    return to;
  }
  /// Turned about its middle.
  static SeenPose turned(const Ship& ship, double turn_deg) {
    const double half_mm = 0.5 * lengthOf(ship.size);
    SeenPose to = moved(ship.recorded, half_mm, 0.0, turn_deg);
    return moved(to, -half_mm, 0.0);
  }
  SeenPose legalStep(const Ship& ship, int step = 1) {
    if (const auto to = placeFor(ship, step, false))
      return *to;
    throw Failed("no room for a step of " + ship.name);
  }
  /// Straight ahead, the stern so far off the bow.
  SeenPose ahead(const Ship& ship, double gap_mm = 0.0) const {
    SeenPose to = ship.recorded;
    to.pose = {law_->bowOf(ship.size, ship.recorded) + gap_mm * ship.recorded.pose.direction(),
               ship.recorded.pose.heading_rad()};
    return to;
  }

  // --- what has to be said -------------------------------------------------------------------------------------------

  static std::vector<std::string> joined(std::vector<std::string> a, const std::vector<std::string>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  }
  static std::vector<std::string> laid(const Ship& ship, const std::string& ruling) {
    return {"action step placed " + ship.name, "verdict " + ruling};
  }
  static std::vector<std::string> completed(const Ship& ship) {
    return {"action remove original " + ship.name, "verdict legal"};
  }
  static std::vector<std::string> fired(const Ship& ship, const Ship& target) {
    return {"action shot " + ship.name + " " + target.name, "verdict legal", "counter " + target.name};
  }
  void step(Ship& ship, int number = 1) {
    const SeenPose to = legalStep(ship, number);
    lay(ship, to);
    demand("a step of " + ship.name, laid(ship, "legal"));
    takeOriginal(ship, to);
    demand("the original of " + ship.name + " goes", completed(ship));
  }
  void refused(Ship& ship, const SeenPose& to, const std::string& clause) {
    lay(ship, to);
    demand("the gauge of " + ship.name + " is refused", laid(ship, "illegal " + clause));
    takeGauge(ship);
    demand("the gauge goes", {"action remove spare_withdrawn " + ship.name});
  }
  /// A ship that lies elsewhere is asked back, and said to be back.
  void askedBack(Ship& ship, const SeenPose& elsewhere) {
    const SeenPose home = ship.recorded;
    carry(ship, elsewhere);
    demand(ship.name + " lies elsewhere", {"put_back " + ship.name + " asked"});
    carry(ship, home);
    demand(ship.name + " is back", {"put_back " + ship.name + " done"});
  }
  std::string clause(int number) const { return law_->clause(number); }
  Ship& ship(const std::string& name) { return shipNamed(name); }
  /// Red's Large with blue's Small in front of its broadside, or with blue's Medium, so far off.
  Ship& gunner() { return ships_[2]; }
  Ship& smallTarget() { return ships_[4]; }
  Ship& target() { return ships_[5]; }
  void startWithSmallTarget() {
    smallTarget().recorded = moved(gunner().recorded, 8.0, -(0.5 * 25.4 + 20.0));
    start();
  }
  void startWithTarget(double off_mm = 28.0) {
    target().recorded = moved(gunner().recorded, 8.0, -(0.5 * 25.4 + off_mm));
    start();
  }
  void fire(const Ship& target) { say("red", "fire " + gunner().name + " " + target.name); }
  void hit(const Ship& target) {
    fire(target);
    demand("a shot", fired(gunner(), target));
  }
  std::vector<std::string> notFired(const std::string& ruling) {
    return {"action shot " + gunner().name + " " + target().name, "verdict " + ruling};
  }
  static std::vector<std::string> sunk(const Ship& ship) {
    return {"action remove sunk " + ship.name, "verdict legal"};
  }
  void goesOn(const std::string& name = "r4") { step(ship(name)); }

  // --- steps ---------------------------------------------------------------------------------------------------------

  void twoShipsBehindOneHand() {
    start();
    Ship &one = ship("r1"), &other = ship("r4");
    const SeenPose to = legalStep(one), to_other = legalStep(other);
    byHand(middleOf(other), [&] { one.recorded = to, other.recorded = to_other; });
    demand("two ships have stepped",
           joined(joined(laid(one, "legal"), completed(one)), joined(laid(other, "legal"), completed(other))));
    goesOn("r2");
  }
  void twoGaugesAtOnce() {
    start();
    Ship &one = ship("r1"), &other = ship("r4");
    const SeenPose to = legalStep(one), to_other = legalStep(other);
    byHand(middleOf(other), [&] { others_ = {drawnAt(one, to), drawnAt(other, to_other)}; });
    wait(25);
    byHand(middleOf(one), [&] { others_ = {drawnAt(other, to_other)}, one.recorded = to; });
    wait(15);
    byHand(middleOf(other), [&] { others_.clear(), other.recorded = to_other; });
    demand("two ships have stepped",
           joined(joined(laid(one, "legal"), completed(one)),
                  joined(laid(other, "legal"), joined(completed(other), {"error unexplained"}))));
    goesOn("r2");
  }
  void aFourthShip() {
    start();
    for (const char* name : {"r1", "r2", "r4"})
      step(ship(name));
    refused(ship("r3"), legalStep(ship("r3")), clause(14));
    say("red", "done");
    goesOn("b4");
  }
  void twiceInATurn() {
    start();
    step(ship("r1"));
    step(ship("r4"));
    refused(ship("r1"), legalStep(ship("r1")), clause(15));
    goesOn("r2");
  }
  void moreSteps() {
    start();
    Ship& large = ship("r3");
    for (int number = 1; number <= law_->stepsPerMove(large.size); ++number)
      step(large, number);
    refused(large, legalStep(large), clause(17));
    goesOn();
  }
  void theOpponentsShip() {
    start();
    Ship& blue = ship("b2");
    const SeenPose from = blue.recorded, to = legalStep(blue);
    lay(blue, to);
    demand("blue's gauge is refused", laid(blue, "illegal " + clause(14)));
    takeOriginal(blue, to);
    demand("it was carried out", {"action remove original b2", "verdict illegal " + clause(18), "put_back b2 asked"});
    carry(blue, from);
    demand("it is back", {"put_back b2 done"});
    goesOn();
  }
  void afterDone() {
    start();
    step(ship("r1"));
    say("red", "done");
    refused(ship("r4"), legalStep(ship("r4")), clause(14));
    goesOn("b4");
  }
  void offTheBow() {
    start();
    refused(ship("r2"), ahead(ship("r2"), 6.0), clause(18));
    goesOn();
  }
  void farOffTheBow() {
    start();
    Ship& medium = ship("r2");
    lay(medium, ahead(medium, 30.0));
    demand("a gauge far off", {"error unexplained"});
    takeGauge(medium);
    demand("the gauge is gone", {});
    goesOn();
  }
  void twoStepsAtOnce() {
    start();
    Ship& medium = ship("r2");
    askedBack(medium, moved(ahead(medium), lengthOf(medium.size), 0.0));
    goesOn();
  }
  void aTurnTooFar() {
    start();
    Ship& medium = ship("r2");
    const auto to = placeFor(medium, 1, true);
    if (!to)
      throw Failed("no room");
    refused(medium, *to, clause(24));
    goesOn();
  }
  void refusedAndCarriedOn() {
    start();
    Ship& medium = ship("r2");
    const SeenPose home = medium.recorded;
    const auto to = placeFor(medium, 1, true);
    if (!to)
      throw Failed("no room");
    lay(medium, *to);
    demand("it turns too far", laid(medium, "illegal " + clause(24)));
    takeOriginal(medium, *to);
    demand("it was carried out", {"action remove original r2", "verdict illegal " + clause(18), "put_back r2 asked"});
    const SeenPose further = ahead(medium);
    lay(medium, further);
    demand("a step from where the ship does not belong", laid(medium, "illegal " + clause(34)));
    takeGauge(medium);
    demand("the gauge goes", {"action remove spare_withdrawn r2"});
    carry(medium, home);
    demand("it is back", {"put_back r2 done"});
    goesOn();
  }
  void pushedAheadAndStepped() {
    start();
    Ship& medium = ship("r2");
    const SeenPose home = medium.recorded;
    carry(medium, moved(home, 8.0, 0.0));
    demand("pushed ahead", {"put_back r2 asked"});
    lay(medium, ahead(medium));
    demand("a step from there", laid(medium, "illegal " + clause(34)));
    takeGauge(medium);
    demand("the gauge goes", {"action remove spare_withdrawn r2"});
    carry(medium, home);
    demand("it is back", {"put_back r2 done"});
    step(medium);
  }
  /// The gauge lies where blue's ship lay, which was pushed out of the way.
  void pushedOutOfTheWay() {
    ships_[5].recorded = moved(ahead(ships_[1]), 20.0, 0.0, 90.0);
    start();
    Ship &medium = ship("r2"), &blue = ship("b2");
    const SeenPose home = blue.recorded;
    byHand(middleOf(blue), [&] {
      others_ = {drawnAt(medium, ahead(medium))};
      blue.recorded = moved(home, 11.0, 0.0);
    });
    demand("the gauge lies where b2 belongs", joined(laid(medium, "illegal " + clause(22)), {"put_back b2 asked"}));
    byHand(middleOf(blue), [&] { others_.clear(), blue.recorded = home; });
    demand("put right", {"action remove spare_withdrawn r2", "put_back b2 done"});
    goesOn();
  }
  void aGaugeOfAnotherSize() {
    start();
    Ship& medium = ship("r2");
    SeenPyramid small = drawnAt(medium, ahead(medium));
    small.size = PyramidSize::small;
    byHand(middleOf(medium), [&] { others_ = {small}; });
    demand("a Small at a Medium's bow", {"error unexplained"});
    takeGauge(medium);
    demand("the gauge is gone", {});
    goesOn();
  }
  void takenBackBySaying() {
    start();
    Ship& medium = ship("r2");
    const SeenPose home = medium.recorded;
    step(medium);
    say("red", "undo");
    demand("undo is answered", {"retract r2", "put_back r2 asked"});
    carry(medium, home);
    demand("it is back", {"put_back r2 done"});
    step(medium);
    goesOn();
  }
  void takenBackUnsaid() {
    start();
    Ship& medium = ship("r2");
    const SeenPose home = medium.recorded;
    step(medium);
    carry(medium, home);
    demand("it lies where it came from", {"put_back r2 asked"});
    say("red", "undo");
    demand("undo is answered", {"retract r2", "put_back r2 asked", "put_back r2 done"});
    step(medium);
    goesOn();
  }
  void theGaugeLaidElsewhere() {
    start();
    Ship& medium = ship("r2");
    lay(medium, legalStep(medium));
    demand("the first try", laid(medium, "legal"));
    takeGauge(medium);
    demand("taken away", {"action remove spare_withdrawn r2"});
    step(medium);
    goesOn();
  }
  void theOriginalForgotten() {
    start();
    Ship &red = ship("r2"), &blue = ship("b3");
    const SeenPose to = legalStep(red);
    lay(red, to);
    demand("red's gauge", laid(red, "legal"));
    say("red", "done");
    const SeenPose to_blue = legalStep(blue);
    byHand(middleOf(blue), [&] { others_.push_back(drawnAt(blue, to_blue)); });
    demand("blue's gauge while red's lies there still", {"error unexplained"});
    byHand(middleOf(red), [&] {
      red.recorded = to;
      others_ = {drawnAt(blue, to_blue)};
    });
    demand("the original goes", joined(completed(red), laid(blue, "legal")));
    takeOriginal(blue, to_blue);
    demand("blue's original goes", completed(blue));
    goesOn("b4");
  }

  // --- ships that lie otherwise --------------------------------------------------------------------------------------

  void turnedALittle() {
    start();
    askedBack(ship("r2"), turned(ship("r2"), 15.0));
    goesOn();
  }
  void turnedOnTheSpot() {
    start();
    askedBack(ship("r2"), turned(ship("r2"), 60.0));
    goesOn();
  }
  void turnedRound() {
    start();
    askedBack(ship("r2"), turned(ship("r2"), 180.0));
    goesOn();
  }
  void pushed() {
    start();
    askedBack(ship("b3"), moved(ship("b3").recorded, 0.0, 6.0));
    goesOn();
  }
  void putBackAFewMillimetresOff() {
    start();
    Ship& blue = ship("b3");
    const SeenPose home = blue.recorded;
    takeOff(blue);
    blue.recorded = moved(home, 3.0, 2.0, 8.0);
    bringBack(blue);
    demand("a few millimetres off", {"put_back b3 asked"});
    carry(blue, home);
    demand("it is back", {"put_back b3 done"});
    goesOn();
  }
  void pushedFar() {
    start();
    askedBack(ship("b3"), moved(ship("b3").recorded, 0.0, 30.0));
    goesOn();
  }
  void takenOff() {
    start();
    takeOff(ship("b3"));
    demand("b3 is gone", {"put_back b3 asked"});
    bringBack(ship("b3"));
    demand("b3 is back", {"put_back b3 done"});
    goesOn();
  }
  void stoodUp() {
    start();
    Ship& blue = ship("b3");
    SeenPyramid upright = drawn(blue);
    upright.posture = Posture::upright;
    upright.table_from_piece = {middleOf(blue).x(), middleOf(blue).y(), 0.3};
    byHand(middleOf(blue), [&] { others_ = {upright}, away_ = {"b3"}; });
    demand("b3 stands upright", {"put_back b3 asked"});
    byHand(middleOf(blue), [&] { others_.clear(), away_.clear(); });
    demand("b3 lies again", {"put_back b3 done"});
    goesOn();
  }
  void threeLeftArePushed() {
    ships_ = {ships_[0], ships_[3], ships_[6]};
    start();
    std::vector<SeenPose> homes;
    for (const Ship& one : ships_)
      homes.push_back(one.recorded);
    byHand({0.0, 0.0}, [&] {
      for (std::size_t i = 0; i < ships_.size(); ++i)
        ships_[i].recorded = moved(homes[i], i == 0 ? 6.0 : -5.0, i == 1 ? 6.0 : -3.0);
    });
    demand("all were pushed, each another way", {"put_back r1 asked", "put_back r2 asked", "put_back b1 asked"});
    byHand({0.0, 0.0}, [&] {
      for (std::size_t i = 0; i < ships_.size(); ++i)
        ships_[i].recorded = homes[i];
    });
    demand("all are back", {"put_back r1 done", "put_back r2 done", "put_back b1 done"});
    goesOn("r2");
  }

  // --- other pieces --------------------------------------------------------------------------------------------------

  void swapped(PyramidSize size, Colour colour) {
    start();
    Ship& medium = ship("r2");
    SeenPyramid other = drawn(medium);
    other.size = size, other.colour = colour;
    byHand(middleOf(medium), [&] { others_ = {other}, away_ = {"r2"}; });
    demand("another piece lies there", {"put_back r2 asked"});
    byHand(middleOf(medium), [&] { others_.clear(), away_.clear(); });
    demand("r2 is back", {"put_back r2 done"});
    goesOn();
  }
  void swappedForALarge() { swapped(PyramidSize::large, Colour::red); }
  void swappedForASmall() { swapped(PyramidSize::small, Colour::red); }
  void swappedForBlue() { swapped(PyramidSize::medium, Colour::blue); }
  void exchanged(const std::string& one_name, const std::string& other_name) {
    start();
    Ship &one = ship(one_name), &other = ship(other_name);
    const auto exchange = [&] { std::swap(one.recorded, other.recorded); };
    byHand(middleOf(one), exchange);
    demand("exchanged", {"put_back " + one_name + " asked", "put_back " + other_name + " asked"});
    byHand(middleOf(one), exchange);
    demand("as before", {"put_back " + one_name + " done", "put_back " + other_name + " done"});
    goesOn();
  }
  void exchangedOfOneColour() { exchanged("r2", "r3"); }
  void exchangedOfBothColours() { exchanged("r2", "b2"); }
  void oneMoreAndAnother() {
    start();
    SeenPyramid spare = drawn(ship("r1"));
    spare.table_from_piece = {110.0, 10.0, 0.4};
    byHand({110.0, 10.0}, [&] { others_ = {spare}; });
    demand("a spare on the table", {"error unexplained"});
    spare.colour = Colour::blue;
    spare.table_from_piece = {-110.0, 10.0, 0.4};
    byHand({-110.0, 10.0}, [&] { others_.push_back(spare); });
    demand("another one", {"error unexplained"});
    byHand({-110.0, 10.0}, [&] { others_.clear(); });
    demand("both are gone", {});
    goesOn();
  }

  // --- shots and damage ----------------------------------------------------------------------------------------------

  void sunkAndLeft() {
    startWithSmallTarget();
    hit(smallTarget());
    demand("the sunk ship stays", {"error sunk"});
    takeOff(smallTarget());
    demand("it goes", sunk(smallTarget()));
    goesOn();
  }
  void sunkAndPushed() {
    startWithSmallTarget();
    hit(smallTarget());
    carry(smallTarget(), moved(smallTarget().recorded, 6.0, -4.0));
    demand("a sunk ship is pushed", {"error sunk"});
    takeOff(smallTarget());
    demand("it goes", sunk(smallTarget()));
    goesOn();
  }
  static Eigen::Vector2d chitBeside(const Ship& ship) {
    return moved(ship.recorded, 10.0, -(6.0 + 0.5 * 25.4)).pose.origin_mm();
  }
  void putChit(const std::optional<Eigen::Vector2d>& at_mm) {
    byHand(middleOf(target()), [&] {
      table_.chits_mm.clear();
      if (at_mm)
        table_.chits_mm.push_back(*at_mm);
    });
  }
  void chitWithoutAShot() {
    startWithTarget();
    putChit(chitBeside(target()));
    demand("a chit that no shot explains", {"error chits"});
    putChit({});
    demand("it is gone", {});
    goesOn();
  }
  void chitAtTheWrongShip() {
    startWithTarget();
    hit(target());
    putChit(chitBeside(ships_[4]));
    demand("the chit lies at another ship", {"error chits"});
    putChit(chitBeside(target()));
    demand("it lies where it belongs", {});
    goesOn();
  }
  void chitTakenAway() {
    startWithTarget();
    hit(target());
    putChit(chitBeside(target()));
    demand("the chit of the shot", {});
    putChit({});
    demand("taken away", {});
    hit(target()); // the damage stays: the second shot sinks it
    takeOff(target());
    demand("sunk", sunk(target()));
    goesOn();
  }
  void chitBetweenTwo() {
    startWithTarget();
    hit(target());
    putChit(0.5 * (middleOf(target()) + middleOf(gunner())));
    demand("between the two", {});
    goesOn();
  }
  void tooManyShots() {
    gunner().size = PyramidSize::medium;
    target().size = PyramidSize::large;
    startWithTarget();
    hit(target());
    hit(target());
    fire(target());
    demand("a third shot of a Medium", notFired("illegal " + clause(27)));
    goesOn();
  }
  void aFourthAction() {
    startWithTarget();
    for (const char* name : {"r1", "r2", "r4"})
      step(ship(name));
    fire(target());
    demand("a fourth action", notFired("illegal " + clause(14)));
    say("red", "done");
    goesOn(ships_[7].name);
  }
  void firesAfterItsMove() {
    SeenPose from = target().recorded;
    from.pose = {0.0, -80.0, 0.5 * pi};
    gunner().recorded = from;
    ships_[1].recorded.pose = {-110.0, -80.0, 0.5 * pi};
    target().recorded = moved(ahead(gunner()), 8.0, -(0.5 * 25.4 + 28.0));
    start();
    const SeenPose to = ahead(gunner());
    lay(gunner(), to);
    demand("a step ahead", laid(gunner(), "legal"));
    takeOriginal(gunner(), to);
    demand("the original goes", completed(gunner()));
    hit(target());
    goesOn();
  }
  void firesOutOfTurn() {
    startWithTarget();
    const std::string shot = target().name + " " + gunner().name;
    say("blue", "fire " + shot);
    demand("blue fires in red's turn", {"action shot " + shot, "verdict illegal " + clause(14)});
    say("red", "fire " + shot);
    demand("red fires with blue's ship", {"action shot " + shot, "verdict illegal " + clause(16)});
    goesOn();
  }
  void firesFromElsewhere() {
    startWithTarget();
    const SeenPose home = gunner().recorded;
    carry(gunner(), moved(home, 0.0, 45.0));
    demand("it lies elsewhere", {"put_back " + gunner().name + " asked"});
    fire(target());
    demand("it fires", notFired("unclear"));
    carry(gunner(), home);
    demand("it is back", {"put_back " + gunner().name + " done"});
    hit(target());
    goesOn();
  }
  void firesPushed() {
    startWithTarget(50.0);
    const SeenPose home = gunner().recorded;
    carry(gunner(), moved(home, 0.0, -10.0));
    demand("it was pushed nearer", {"put_back " + gunner().name + " asked"});
    fire(target());
    demand("it reaches its target only from there", notFired("illegal " + clause(28)));
    carry(gunner(), home);
    demand("it is back", {"put_back " + gunner().name + " done"});
    goesOn();
  }
  void firesWhileTheGaugeLies() {
    startWithTarget();
    const SeenPose to = ahead(gunner());
    lay(gunner(), to);
    demand("the gauge", laid(gunner(), "legal"));
    fire(target());
    demand("a shot in the middle of a step", notFired("unclear"));
    takeOriginal(gunner(), to);
    demand("the original goes", completed(gunner()));
    goesOn();
  }

  // --- round the table -----------------------------------------------------------------------------------------------

  void aHandStays() {
    start();
    handOver({0.0, -60.0});
    wait(45);
    handAway();
    demand("a hand lay there for five seconds", {});
    goesOn();
  }
  /// Beyond all ships: on the table's edge, or with a cup.
  void aHandLeansOnTheEdge() {
    start();
    fidgetAt({292.0, 10.0}, true, 5.0);
    wait(30);
    goesOn();
    goesOn("r1");
    say("red", "done");
    goesOn("b4");
    stopFidgeting();
    demand("the hand leaves", {});
  }
  /// The same hand, in the first picture already.
  void aHandLeansThereFromTheStart() {
    fidgetAt({292.0, 10.0}, true, 5.0);
    start();
    wait(30);
    goesOn();
    stopFidgeting();
    demand("the hand leaves", {});
    goesOn("r1");
  }
  /// Between a player's ships and his edge of the table, over none of them.
  void aHandStirsBesideShips() {
    start();
    fidgetAt({-110.0, -150.0}, false, 5.0);
    wait(45);
    goesOn();
    goesOn("r3");
    say("red", "done");
    goesOn("b4");
    stopFidgeting();
    demand("the hand leaves", {});
  }
  void placedTooNear() {
    setUp();
    say("red", "done");
    say("blue", "done");
    demand("the fleets are too near", {"verdict illegal " + clause(13)});
  }
  void placedOverTheEdge() {
    ships_[3].recorded.pose = {280.0, -165.0, 0.0};
    for (std::size_t i = 4; i < 8; ++i)
      ships_[i].recorded.pose = {-165.0 + 110.0 * static_cast<double>(i - 4), 190.0, 0.0};
    for (std::size_t i = 0; i < 3; ++i)
      ships_[i].recorded.pose = {-165.0 + 110.0 * static_cast<double>(i), -165.0, 0.0};
    setUp();
    say("red", "done");
    say("blue", "done");
    demand("a ship lies over the edge", {"verdict illegal " + clause(6)});
  }
  void setUp() {
    setup_.pick_up.reset();
    show();
    if (!beginMatch(setup_))
      throw Failed("the match does not begin");
    wait(12);
  }

  std::vector<SeenPyramid> others_; ///< what lies on the table besides the ships
  std::set<std::string> away_;      ///< ships that do not lie there
};

const std::vector<std::pair<std::string, ShipChanges::Situation>>& ShipChanges::all() {
  using S = ShipChanges;
  static const std::vector<std::pair<std::string, Situation>> situations = {
      {"two ships step behind one hand", &S::twoShipsBehindOneHand},
      {"two gauges at once", &S::twoGaugesAtOnce},
      {"a fourth ship steps", &S::aFourthShip},
      {"a ship moves twice in a turn", &S::twiceInATurn},
      {"more steps than the size allows", &S::moreSteps},
      {"the opponent's ship is moved", &S::theOpponentsShip},
      {"a step after done", &S::afterDone},
      {"a step that does not touch", &S::offTheBow},
      {"a gauge far off the bow", &S::farOffTheBow},
      {"two steps at once", &S::twoStepsAtOnce},
      {"a step that turns too far", &S::aTurnTooFar},
      {"a refused step is carried out and gone on with", &S::refusedAndCarriedOn},
      {"a ship is pushed ahead and steps from there", &S::pushedAheadAndStepped},
      {"a ship is pushed out of a step's way", &S::pushedOutOfTheWay},
      {"a gauge of another size", &S::aGaugeOfAnotherSize},
      {"a step is taken back, said", &S::takenBackBySaying},
      {"a step is taken back, unsaid", &S::takenBackUnsaid},
      {"the gauge is laid otherwise", &S::theGaugeLaidElsewhere},
      {"the original is forgotten", &S::theOriginalForgotten},
      {"a ship is turned by 15 degrees", &S::turnedALittle},
      {"a ship is turned by 60 degrees", &S::turnedOnTheSpot},
      {"a ship is turned round", &S::turnedRound},
      {"a ship is pushed", &S::pushed},
      {"a ship is put back a few mm off", &S::putBackAFewMillimetresOff},
      {"a ship is pushed far", &S::pushedFar},
      {"a ship is taken off", &S::takenOff},
      {"a ship is stood up", &S::stoodUp},
      {"the last three are pushed", &S::threeLeftArePushed},
      {"a Large in a Medium's place", &S::swappedForALarge},
      {"a Small in a Medium's place", &S::swappedForASmall},
      {"the other player's Medium in its place", &S::swappedForBlue},
      {"a Medium and a Large exchanged", &S::exchangedOfOneColour},
      {"ships of both players exchanged", &S::exchangedOfBothColours},
      {"a spare and another one", &S::oneMoreAndAnother},
      {"a sunk ship is left", &S::sunkAndLeft},
      {"a sunk ship is pushed", &S::sunkAndPushed},
      {"a chit without a shot", &S::chitWithoutAShot},
      {"a chit at the wrong ship", &S::chitAtTheWrongShip},
      {"a chit is taken away", &S::chitTakenAway},
      {"a chit between two ships", &S::chitBetweenTwo},
      {"too many shots", &S::tooManyShots},
      {"a shot as fourth action", &S::aFourthAction},
      {"a shot after a move", &S::firesAfterItsMove},
      {"shots out of turn", &S::firesOutOfTurn},
      {"a shot from where the ship does not belong", &S::firesFromElsewhere},
      {"a shot that only a push makes possible", &S::firesPushed},
      {"a shot while the gauge lies", &S::firesWhileTheGaugeLies},
      {"a hand stays", &S::aHandStays},
      {"a hand leans on the edge", &S::aHandLeansOnTheEdge},
      {"a hand leans on the edge from the start", &S::aHandLeansThereFromTheStart},
      {"a hand stirs beside ships", &S::aHandStirsBesideShips},
      {"fleets placed too near", &S::placedTooNear},
      {"a ship placed over the edge", &S::placedOverTheEdge},
  };
  return situations;
}

} // namespace

TableChanges shipChanges() {
  TableChanges changes;
  for (const auto& [name, situation] : ShipChanges::all())
    changes.emplace_back(
        name, [situation](const PictureGameOptions& options) { return ShipChanges(options).play(situation); });
  return changes;
}

} // namespace linesman::tests
