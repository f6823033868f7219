#include "app/watch/board_set_up.h"

#include <algorithm>
#include <cmath>

#include "app/watch/board_evidence.h"
#include "rules/games/armada_chess/board_file.h"
#include "rules/games/armada_chess/position_json.h"

namespace linesman::app {

using nlohmann::json;
using namespace rules::armada_chess;

namespace {

constexpr double objection_s = 10.0;  // from the end of the time to the beginning of the match, where something is lost
constexpr double perhaps_king = 0.15; // a man who may be the King so likely is not said to be another
constexpr double surely_read = 0.9;   // a kind that counts against the field on which the man stands
constexpr double own_order_log = 8.5; // by so much the readings must speak for another order than the board file's
constexpr std::array both_sides{Side::white, Side::black};

const char* readerName(Side side) {
  return side == Side::white ? "light" : "dark";
}

std::optional<Kind> kindNamed(const std::string& name) {
  for (std::size_t i = 0; i < kind_count; ++i)
    if (name == nameOf(static_cast<Kind>(i)))
      return static_cast<Kind>(i);
  return std::nullopt;
}

double shareOfKind(const SquareLook& look, Side side, Kind kind) {
  const auto found = look.classes.find(std::string(readerName(side)) + " " + nameOf(kind));
  return found == look.classes.end() ? 0.0 : found->second;
}

/// The likeliest kinds for men of whom there are no more than `left` of each: looks of one man a row.
struct Naming {
  const std::vector<SquareLook>& looks;
  Side side;
  std::array<int, kind_count> left;
  std::vector<Kind> now, best;
  double best_log = -1e9;

  void run(double log) {
    if (now.size() == looks.size()) {
      if (log > best_log) {
        best_log = log;
        best = now;
      }
      return;
    }
    for (std::size_t i = indexOf(Kind::pawn) + 1; i < kind_count; ++i) {
      if (left[i] == 0)
        continue;
      --left[i];
      now.push_back(static_cast<Kind>(i));
      run(log + std::log(0.02 + shareOfKind(looks[now.size() - 1], side, now.back())));
      now.pop_back();
      ++left[i];
    }
  }
};

Owners zoneOf(const FieldInfo& field, Kind kind) {
  return kind == Kind::pawn ? field.pawn_start : field.heavy_start;
}

} // namespace

std::optional<BoardSetUp> BoardSetUp::make(const MatchSetup& setup) {
  if (setup.game != "armada_chess" || setup.pick_up || setup.hasPosition())
    return std::nullopt;
  auto law = ArmadaLaw::make(setup);
  if (!law || law->board->start.empty())
    return std::nullopt;
  return BoardSetUp(std::move(*law));
}

// --- what stands ----------------------------------------------------------------------------------------------------

std::vector<BoardSetUp::Man> BoardSetUp::menOf(const TableState& state, Side side) const {
  std::vector<Man> men;
  const auto looks = looksOf(state);
  for (const SeenBoardPiece& piece : state.board->pieces) {
    const auto field = law_.board->fieldNamed(piece.square);
    if (piece.side != readerName(side) || !field)
      continue;
    const FieldInfo& info = law_.board->fields[*field];
    Man man{piece.square, side, kindNamed(piece.kind).value_or(Kind::pawn), 0.0};
    man.king = shareOfKind(looks.at(piece.square), side, Kind::king);
    if ((info.pawn_start & ownerBit(side)) != 0 && piece.p < surely_read)
      man.kind = Kind::pawn;
    men.push_back(man);
  }
  std::vector<Man*> heavy;
  for (Man& man : men)
    if ((law_.board->fields[*law_.board->fieldNamed(man.square)].heavy_start & ownerBit(side)) != 0)
      heavy.push_back(&man);
  nameHeavyMen(state, heavy);
  return men;
}

/// Men on heavy fields are read together, for the army has so many of each kind; the board file's own order is the
/// likeliest of all.
void BoardSetUp::nameHeavyMen(const TableState& state, std::vector<Man*>& men) const {
  const int army = law_.board->army[indexOf(Kind::pawn)];
  int all = 0;
  for (const int count : law_.board->army)
    all += count;
  if (men.empty() || static_cast<int>(men.size()) > all - army)
    return;
  const auto looks = looksOf(state);
  std::vector<SquareLook> of_men;
  std::vector<Kind> usual;
  double usual_log = 0.0;
  for (const Man* man : men) {
    of_men.push_back(looks.at(man->square));
    for (const StartPiece& start : law_.board->start)
      if (law_.board->nameOf(start.field) == man->square && start.side == man->side) {
        usual.push_back(start.kind);
        usual_log += std::log(0.02 + shareOfKind(of_men.back(), man->side, start.kind));
      }
  }
  Naming naming{of_men, men.front()->side, law_.board->army, {}, {}};
  naming.run(0.0);
  const bool as_usual = usual.size() == men.size() && static_cast<int>(men.size()) == all - army &&
                        naming.best_log - usual_log <= own_order_log;
  const std::vector<Kind>& kinds = as_usual ? usual : naming.best;
  for (std::size_t i = 0; i < men.size() && i < kinds.size(); ++i)
    men[i]->kind = kinds[i];
}

bool BoardSetUp::looksUsual(const TableState& state) const {
  const BoardContents contents = contentsOf("armada_chess", writePosition(law_.law(), startPosition(law_.law())));
  BoardEvidence evidence;
  evidence.look(state);
  return 4 * evidence.contradictions(contents, contents).size() <= contents.men.size();
}

SetupVerdict BoardSetUp::judge() const {
  std::vector<SetupPiece> seen;
  for (const Man& man : men_)
    seen.push_back({man.kind, man.side, true, law_.board->fieldNamed(man.square)});
  std::stable_partition(seen.begin(), seen.end(), [](const SetupPiece& one) { return one.kind == Kind::king; });
  return judgeSetup(law_.law(), seen);
}

std::optional<SetupFinding> BoardSetUp::misplaced() const {
  const SetupVerdict verdict = judge();
  const auto found = std::ranges::find_if(verdict.findings, [](const SetupFinding& finding) {
    return finding.clauses == std::vector<int>{10, 13};
  });
  return verdict.ready() || found == verdict.findings.end() ? std::nullopt : std::optional(*found);
}

BoardSetUp::Counts BoardSetUp::countOf(Side side) const {
  Counts counts{};
  for (const Man& man : men_)
    if (man.side == side)
      ++counts[indexOf(man.kind)];
  return counts;
}

bool BoardSetUp::stands(Side side) const {
  return countOf(side) == law_.board->army && std::all_of(men_.begin(), men_.end(), [&](const Man& man) {
           return man.side != side ||
                  (zoneOf(law_.board->fields[*law_.board->fieldNamed(man.square)], man.kind) & ownerBit(side)) != 0;
         });
}

// --- what is said of it ---------------------------------------------------------------------------------------------

void BoardSetUp::say(const SetupFinding& finding, double t_s, std::vector<Event>& events, int same) {
  if (!told_.insert(finding.sentence + std::string(static_cast<std::size_t>(same), '+')).second)
    return;
  json body = {{"action", "setup"},
               {"ruling", finding.warning ? "legal" : "illegal"},
               {"warning", finding.warning},
               {"player", nameOf(finding.side)},
               {"sentence", finding.sentence},
               {"clauses", json::array()}};
  for (const int clause : finding.clauses)
    body["clauses"].push_back("AC-" + std::string(clause < 10 ? "0" : "") + std::to_string(clause));
  events.push_back({"verdict", t_s, std::move(body)});
}

/// The King is the first piece each side sets (AC-11). What came into view together came in no order.
void BoardSetUp::checkKingFirst(Side side, double t_s, std::vector<Event>& events) {
  if (std::exchange(begun_[indexOf(side)], true))
    return;
  std::vector<SetupPiece> first;
  for (const Man& man : men_)
    if (man.side == side) {
      if (man.kind == Kind::king || man.king >= perhaps_king)
        return;
      first.push_back({man.kind, side, true, law_.board->fieldNamed(man.square)});
    }
  for (const SetupFinding& finding : judgeSetup(law_.law(), first).findings)
    if (finding.clauses.front() == 11 && finding.side == side)
      say(finding, t_s, events);
}

/// Under setup=in_turn the other side waits.
void BoardSetUp::checkTurn(double t_s, std::vector<Event>& events) {
  if (!window_ || kept_[indexOf(otherSide(*window_))] || done_[indexOf(otherSide(*window_))])
    return;
  const Side waits = otherSide(*window_);
  if (std::any_of(men_.begin(), men_.end(), [&](const Man& man) { return man.side == waits; }))
    say({{12}, std::string(titleOf(waits)) + " sets up after " + titleOf(*window_) + " (setup=in_turn).", true, waits},
        t_s, events);
}

/// Men that were not on the board when the time was over.
void BoardSetUp::checkLate(Side side, double t_s, std::vector<Event>& events) {
  if (!kept_[indexOf(side)])
    return;
  const Counts now = countOf(side);
  for (std::size_t kind = 0; kind < kind_count; ++kind)
    if (now[kind] > (*kept_[indexOf(side)])[kind])
      say({{13},
           std::string(titleOf(side)) + "'s " + titleOf(static_cast<Kind>(kind)) +
               " came after the time for setting up was over: it is lost; take it off, or say start to let it stand.",
           false,
           side},
          t_s, events);
}

void BoardSetUp::beginWindow(Side side, double t_s, std::vector<Event>& events) {
  window_ = side;
  events.push_back({"clock",
                    t_s,
                    {{"set_up", true},
                     {"player", nameOf(side)},
                     {"clauses", json::array({"AC-12"})},
                     {"sentence", std::string(titleOf(side)) + " sets up; the time runs for that side alone."}}});
}

/// In turn: the one who set up is through, by time or by word.
void BoardSetUp::endWindow(double t_s, std::vector<Event>& events) {
  const Side next = otherSide(*window_);
  if (!kept_[indexOf(next)] && !done_[indexOf(next)])
    beginWindow(next, t_s, events);
}

void BoardSetUp::closeTime(double t_s, std::vector<Event>& events) {
  if (men_.empty()) // nobody has begun to set up
    return;
  for (const Side side : both_sides)
    if (!window_ || *window_ == side)
      kept_[indexOf(side)] = countOf(side);
  closed_s_ = t_s;
  std::map<std::string, int> same; // of two pawns that are missing each is told
  for (const SetupFinding& finding : judge().findings)
    if (kept_[indexOf(finding.side)] && finding.clauses.front() != 11)
      say(finding, t_s, events, same[finding.sentence]++);
  if (window_)
    endWindow(t_s, events);
}

// --- the end of it --------------------------------------------------------------------------------------------------

void BoardSetUp::beginWith(const Position& position) {
  position_ = writePosition(law_.law(), position);
}

/// After the time is over there is a while in which people may give more of it.
void BoardSetUp::beginIfReady(double t_s) {
  if (usual_)
    return beginWith(startPosition(law_.law()));
  for (const Side side : both_sides) {
    const auto& kept = kept_[indexOf(side)];
    if (!kept && !stands(side) && !done_[indexOf(side)])
      return;
    if (kept && (countOf(side) != *kept || t_s - closed_s_ < objection_s))
      return;
  }
  const SetupVerdict verdict = judge();
  if (verdict.ready())
    beginWith(verdict.position);
}

std::vector<Event> BoardSetUp::observe(const TableState& state) {
  std::vector<Event> events;
  if (position_) // a player said that it may begin
    return events;
  men_.clear();
  for (const Side side : both_sides)
    for (Man& man : menOf(state, side))
      men_.push_back(std::move(man));
  const bool first_look = !std::exchange(looked_, true);
  if (stands(Side::white) && stands(Side::black)) { // whoever placed them, in whatever order
    begun_.fill(true);
  } else
    usual_ = first_look && looksUsual(state); // it stood before the watch began: a man misread is no man missing
  if (!usual_)
    for (const Side side : both_sides)
      if (std::any_of(men_.begin(), men_.end(), [&](const Man& man) { return man.side == side; })) {
        checkKingFirst(side, state.t_s, events);
        checkLate(side, state.t_s, events);
      }
  if (law_.options.setup == choice::setup_in_turn && !usual_) {
    if (!window_)
      beginWindow(emptyPosition(law_.law()).side, state.t_s, events);
    checkTurn(state.t_s, events);
    if (stands(*window_) && !done_[indexOf(*window_)]) {
      done_[indexOf(*window_)] = true;
      endWindow(state.t_s, events);
    }
  }
  beginIfReady(state.t_s);
  return events;
}

bool BoardSetUp::hear(const Claim& claim, std::vector<Event>& events) {
  if (claim.player == "clock") {
    events.push_back(answerTo(claim, true));
    if (claim.say == "set-up over")
      closeTime(claim.t_s, events);
    else
      kept_.fill(std::nullopt);
    return true;
  }
  const auto side =
      std::find_if(both_sides.begin(), both_sides.end(), [&](Side one) { return claim.player == nameOf(one); });
  if (side == both_sides.end() || (claim.say != "done" && claim.say != "start"))
    return false;
  if (const auto wrong = misplaced(); claim.say == "start" && wrong) { // such men have no place in a position
    events.push_back(answerTo(claim, false, wrong->sentence));
    return true;
  }
  events.push_back(answerTo(claim, true));
  done_[indexOf(*side)] = true;
  if (window_ == *side)
    endWindow(claim.t_s, events);
  if (claim.say == "start" || (done_[0] && done_[1])) {
    const SetupVerdict verdict = judge();
    for (const SetupFinding& finding : verdict.findings)
      if (finding.clauses.front() != 11)
        say(finding, claim.t_s, events);
    if (verdict.ready())
      beginWith(verdict.position);
  }
  return true;
}

// --- memory ---------------------------------------------------------------------------------------------------------

json BoardSetUp::toJson() const {
  json out = {{"looked", looked_}, {"usual", usual_},       {"begun", begun_},     {"done", done_},
              {"told", told_},     {"closed_s", closed_s_}, {"men", json::array()}};
  for (const Man& man : men_)
    out["men"].push_back(
        {{"square", man.square}, {"side", nameOf(man.side)}, {"kind", nameOf(man.kind)}, {"king", man.king}});
  for (const Side side : both_sides)
    if (kept_[indexOf(side)])
      out["kept"][nameOf(side)] = *kept_[indexOf(side)];
  if (window_)
    out["window"] = nameOf(*window_);
  if (position_)
    out["position"] = *position_;
  return out;
}

void BoardSetUp::restore(const json& in) {
  in.at("looked").get_to(looked_);
  in.at("usual").get_to(usual_);
  in.at("begun").get_to(begun_);
  in.at("done").get_to(done_);
  in.at("told").get_to(told_);
  in.at("closed_s").get_to(closed_s_);
  const auto sideOf = [](const json& name) { return name == nameOf(Side::white) ? Side::white : Side::black; };
  men_.clear();
  for (const json& man : in.at("men"))
    men_.push_back({man.at("square").get<std::string>(), sideOf(man.at("side")),
                    kindNamed(man.at("kind").get<std::string>()).value_or(Kind::pawn), man.at("king").get<double>()});
  kept_.fill(std::nullopt);
  const json kept = in.value("kept", json::object());
  for (const auto& [side, counts] : kept.items())
    kept_[indexOf(sideOf(side))] = counts.get<Counts>();
  window_.reset();
  if (in.contains("window"))
    window_ = sideOf(in["window"]);
  position_.reset();
  if (in.contains("position"))
    position_ = in["position"];
}

} // namespace linesman::app
