#include "app/watch/board_signs.h"

#include <algorithm>
#include <cmath>

#include "app/watch/men_astray.h"
#include "app/watch/square_look.h"
#include "rules/games/armada_chess/position_json.h"
#include "rules/games/armada_chess/table_reading.h"

namespace linesman::app {

using nlohmann::json;
using Wanted = std::map<std::string, std::string>;

namespace {

constexpr double patience_s = 3.0; // a die may be turned, a band put on, a little after the move
constexpr double rounding_s = 1e-6;
constexpr double sure_sign = 0.8; // a reading less sure than this is no contradiction
// Likelihoods of what a reader says of a sign.
constexpr double least = 0.003;
constexpr double band_invented = 0.01, band_missed = 0.5, band_missed_on_token = 0.05, band_right = 0.9;
constexpr double turned_right = 0.95, turned_wrong = 0.01;
constexpr double die_where_none = 0.02;
constexpr double not_turned_yet = -0.7; // log: the die still looks as before

const std::string none = "none";

bool isSignOf(const std::string& key, const char* kind) {
  return key.rfind(kind, 0) == 0;
}
std::string placeOfSign(const std::string& key) {
  return key.substr(key.find(' ') + 1);
}

std::string joinedBands(const std::set<std::string>& bands) {
  std::string text;
  for (const std::string& band : bands)
    text += (text.empty() ? "" : ",") + band;
  return text;
}

bool holdsBand(const std::string& bands, const std::string& band) {
  return ("," + bands + ",").find("," + band + ",") != std::string::npos;
}

/// Bands that are seen and not wanted.
std::vector<std::string> surplusBands(const std::string& seen, const std::string& wanted) {
  std::vector<std::string> out;
  for (const char* band : {"low", "high", "crown"})
    if (holdsBand(seen, band) && !holdsBand(wanted, band))
      out.emplace_back(band);
  return out;
}

/// What should be seen: "die C4" -> "5" or none, "bands d5" -> "high,low", "turned d5" -> "yes" or "no".
Wanted wantedOf(const BoardContents& contents) {
  Wanted wanted;
  for (const auto& [city, face] : contents.dice)
    wanted["die C" + std::to_string(city)] = face > 0 ? std::to_string(face) : none;
  for (const auto& [square, man] : contents.men) {
    if (man.kind == "rook")
      wanted["turned " + square] = contents.turned.contains(square) ? "yes" : "no";
    if (!man.rider.empty()) // the upper man hides the bands
      continue;
    const auto bands = contents.bands.find(square);
    wanted["bands " + square] = bands == contents.bands.end() ? "" : joinedBands(bands->second);
  }
  return wanted;
}

double logLikelihood(const std::string& key, const std::string& seen, double p, bool plain, const std::string& wanted) {
  if (isSignOf(key, "die"))
    return std::log(seen == wanted   ? std::max(p, least)
                    : wanted == none ? die_where_none
                                     : std::max(least, (1.0 - p) / 5.0));
  if (isSignOf(key, "turned"))
    return std::log(seen == wanted ? turned_right : turned_wrong);
  if (seen == wanted)
    return std::log(band_right);
  if (!surplusBands(seen, wanted).empty())
    return std::log(band_invented);
  return std::log(plain ? band_missed_on_token : band_missed);
}

/// What is asked about, once.
std::string stateOf(const std::string& seen, const std::string& wanted) {
  return seen + " for " + wanted;
}

bool sameMen(const std::string& key, const BoardContents& a, const BoardContents& b) {
  if (isSignOf(key, "die"))
    return true;
  const auto one = a.men.find(placeOfSign(key)), other = b.men.find(placeOfSign(key));
  return one != a.men.end() && other != b.men.end() && one->second == other->second;
}

} // namespace

void BoardSigns::look(const TableState& state) {
  const bool tokens = showsTokens(*state.board);
  now_.clear();
  for (const SeenDie& die : state.board->dice)
    if (const int city = law_.cityOn(die.square); city > 0 && die.sure()) {
      Seen& seen = now_["die C" + std::to_string(city)];
      if (seen.value.empty() || die.p > seen.p)
        seen = {std::to_string(die.face), die.p};
    }
  if (tokens)
    noteMissingDice(state);
  for (const SeenBoardPiece& piece : state.board->pieces) {
    now_["bands " + piece.square] = {joinedBands({piece.bands.begin(), piece.bands.end()}), piece.p, tokens};
    if (piece.kind == "rook" && (piece.turned || !piece.rider)) // who rides on him may hide that he is turned
      now_["turned " + piece.square] = {piece.turned ? "yes" : "no", piece.p};
  }
}

void BoardSigns::noteMissingDice(const TableState& state) {
  const std::map<std::string, SquareLook> looks = looksOf(state);
  const auto maySeeOne = [&](const std::string& square) {
    const auto look = looks.find(square);
    return (look != looks.end() && look->second.hidden) ||
           std::ranges::find(state.board->dice, square, &SeenDie::square) != state.board->dice.end();
  };
  for (const auto& city : law_.board->cities) {
    const std::string key = "die C" + std::to_string(city.id);
    const auto known = known_.find(key);
    if (known != known_.end() && known->second != none && !now_.contains(key) &&
        std::ranges::none_of(city.footprint, [&](const auto field) { return maySeeOne(law_.board->nameOf(field)); }))
      now_[key] = {none, 1.0, true};
  }
}

bool BoardSigns::contradicts(const std::string& key, const Seen& seen, const Wanted& wanted) const {
  const auto should = wanted.find(key);
  if (should == wanted.end() || seen.p < sure_sign || seen.value == should->second)
    return false;
  return seen.plain || !isSignOf(key, "bands") || !surplusBands(seen.value, should->second).empty();
}

bool BoardSigns::changed(const BoardContents& contents) const {
  const Wanted wanted = wantedOf(contents);
  return std::any_of(now_.begin(), now_.end(), [&](const auto& one) {
    const auto known = known_.find(one.first);
    return contradicts(one.first, one.second, wanted) && (known == known_.end() || known->second != one.second.value);
  });
}

double BoardSigns::ratio(const BoardContents& before, const BoardContents& after) const {
  const Wanted was = wantedOf(before), is = wantedOf(after);
  double sum = 0.0;
  for (const auto& [key, value] : is) {
    const auto old = was.find(key);
    const auto seen = now_.find(key);
    if (seen == now_.end())
      continue;
    const auto log = [&, &one = seen->second](const std::string& wanted) {
      return logLikelihood(key, one.value, one.p, one.plain, wanted);
    };
    if (!sameMen(key, before, after)) { // his signs tell who has come: one of two that he may have been exchanged for
      sum += log(value) - log(isSignOf(key, "bands") ? "" : "no");
      continue;
    }
    if (old == was.end() || old->second == value)
      continue;
    const auto known = known_.find(key);
    if (known != known_.end() && known->second == seen->second.value)
      sum += isSignOf(key, "die") ? not_turned_yet : 0.0;
    else
      sum += log(value) - log(old->second);
  }
  return sum;
}

std::set<std::string> BoardSigns::citySquares(const BoardContents& before, const BoardContents& after) const {
  std::set<std::string> squares;
  for (const auto& city : law_.board->cities) {
    const auto was = before.dice.find(city.id), is = after.dice.find(city.id);
    if (was == before.dice.end() || is == after.dice.end() || was->second == 0 || is->second == 0)
      continue;
    for (const auto field : city.footprint)
      squares.insert(law_.board->nameOf(field));
  }
  return squares;
}

void BoardSigns::accept(const BoardContents& contents) {
  const Wanted wanted = wantedOf(contents);
  for (const auto& [key, seen] : now_)
    if (!contradicts(key, seen, wanted) || asked_.contains(key))
      known_[key] = seen.value;
}

void BoardSigns::acceptAll() {
  for (const auto& [key, seen] : now_)
    known_[key] = seen.value;
}

namespace {

json bandQuestion(const std::string& square, const std::string& man, const std::string& seen,
                  const std::string& wanted) {
  const std::vector<std::string> surplus = surplusBands(seen, wanted), missing = surplusBands(wanted, seen);
  const std::string band = (surplus.empty() ? missing : surplus).front();
  const char* const clause = band == "low" ? "AC-48" : band == "high" ? "AC-55" : "AC-61";
  std::string sentence =
      "No " + band + " band is seen on the " + man + ", which has one by the count; put it on, or say what was played.";
  if (!surplus.empty())
    sentence = "A " + band + " band is seen on the " + man +
               ", which has none by the count; take it off, or say what was played.";
  return {{"what", "band"},    {"square", square},    {"seen", seen},
          {"counted", wanted}, {"clauses", {clause}}, {"sentence", std::move(sentence)}};
}

} // namespace

json BoardSigns::question(const std::string& key, const std::string& seen, const std::string& wanted,
                          const BoardContents& contents, const json& position) const {
  const std::string place = placeOfSign(key);
  if (isSignOf(key, "die")) {
    if (seen == none)
      return {{"what", "die"},
              {"city", place},
              {"seen", nullptr},
              {"counted", std::stoi(wanted)},
              {"clauses", {"AC-02"}},
              {"sentence",
               "The die of " + place + " is missing; put it back with a " + wanted + ", or say what was played."}};
    const int city = std::stoi(place.substr(1)), face = std::stoi(seen);
    json body = {{"what", "die"}, {"city", place}, {"seen", face}, {"clauses", {"AC-02"}}};
    body["counted"] = wanted == none ? json(nullptr) : json(std::stoi(wanted));
    body["sentence"] = place + " is destroyed, and a die lies there; take it away.";
    const auto index = law_.board->cityWithId(city);
    auto read = rules::armada_chess::readPosition(law_.law(), position);
    if (wanted != none && index && read)
      for (const auto& mismatch : rules::armada_chess::compareDice(law_.law(), *read, {{*index, face}}))
        body["sentence"] = rules::armada_chess::sentenceOf(law_.law(), mismatch);
    return body;
  }
  const std::string man = contents.men.at(place).kind + " " + place;
  if (isSignOf(key, "turned"))
    return {{"what", "turned"},
            {"square", place},
            {"seen", seen == "yes"},
            {"counted", wanted == "yes"},
            {"clauses", {"AC-85"}},
            {"sentence", "The " + man + (seen == "yes" ? " stands upside down" : " stands upright") +
                             ", which was not said; turn it back, or say what was played."}};
  return bandQuestion(place, man, seen, wanted);
}

std::vector<Event> BoardSigns::decided(const BoardContents& before, const BoardContents& after, const json& position,
                                       double t_s) {
  std::vector<Event> events;
  const Wanted was = wantedOf(before), is = wantedOf(after);
  unchecked_ = true;
  for (const auto& [key, wanted] : is) {
    const auto old = was.find(key);
    const auto seen = now_.find(key);
    if (old == was.end() || old->second == wanted || seen == now_.end() || !sameMen(key, before, after))
      continue;
    decided_.erase(key);
    asked_.erase(key);
    since_s_.erase(key);
    known_[key] = seen->second.value;
    if (!contradicts(key, seen->second, is))
      continue;
    decided_[key] = seen->second.value;
    asked_[key] = stateOf(seen->second.value, wanted);
    events.push_back({"error", t_s, question(key, seen->second.value, wanted, after, position)});
  }
  return events;
}

void BoardSigns::forgetDecided(const BoardContents& contents) {
  const Wanted wanted = wantedOf(contents);
  std::erase_if(decided_, [&](const auto& one) {
    const auto seen = now_.find(one.first);
    return seen != now_.end() && (seen->second.value != one.second || !contradicts(one.first, seen->second, wanted));
  });
}

std::vector<Event> BoardSigns::ask(const BoardContents& contents, const json& position, bool at_start, double t_s) {
  std::vector<Event> events;
  const Wanted wanted = wantedOf(contents);
  unchecked_ = false;
  for (const auto& [key, seen] : now_) {
    if (!contradicts(key, seen, wanted)) {
      since_s_.erase(key);
      if (const auto should = wanted.find(key); should != wanted.end() && seen.value == should->second)
        asked_.erase(key); // it was put right: the next time is another question
      continue;
    }
    const std::string state = stateOf(seen.value, wanted.at(key));
    const auto before = asked_.find(key);
    const auto known = known_.find(key);
    if ((before != asked_.end() && before->second == state) ||
        (!isSignOf(key, "die") && !seen.plain && known != known_.end() && known->second == seen.value &&
         before == asked_.end())) {
      since_s_.erase(key);
      continue;
    }
    const double since_s = since_s_.try_emplace(key, t_s).first->second;
    if (t_s - since_s < patience_s - rounding_s)
      continue;
    since_s_.erase(key);
    asked_[key] = state;
    known_[key] = seen.value;
    json body = question(key, seen.value, wanted.at(key), contents, position);
    if (at_start)
      body["clauses"] = {"AC-14"};
    if (isSignOf(key, "die") && law_.options.die_mismatch == rules::armada_chess::choice::die_mismatch_accept &&
        wanted.at(key) != none && seen.value != none && !decided_.contains(key))
      accepted_[std::stoi(placeOfSign(key).substr(1))] = std::stoi(seen.value);
    else
      events.push_back({"error", t_s, std::move(body)});
  }
  std::erase_if(since_s_, [&](const auto& one) { return !now_.contains(one.first); });
  return events;
}

std::map<int, int> BoardSigns::acceptedDice() {
  return std::exchange(accepted_, {});
}

json BoardSigns::toJson() const {
  json seen = json::object();
  for (const auto& [key, one] : now_)
    seen[key] = {one.value, one.p, one.plain};
  json out = {{"known", known_},
              {"asked", asked_},
              {"since_s", since_s_},
              {"seen", std::move(seen)},
              {"unchecked", unchecked_}};
  if (!decided_.empty())
    out["decided"] = decided_;
  return out;
}

void BoardSigns::restore(const json& in) {
  in.at("known").get_to(known_);
  in.at("asked").get_to(asked_);
  in.at("since_s").get_to(since_s_);
  decided_ = in.value("decided", std::map<std::string, std::string>());
  unchecked_ = in.value("unchecked", false);
  now_.clear();
  for (const auto& [key, one] : in.at("seen").items())
    now_[key] = {one.at(0).get<std::string>(), one.at(1).get<double>(), one.size() > 2 && one.at(2).get<bool>()};
  accepted_.clear();
}

} // namespace linesman::app
