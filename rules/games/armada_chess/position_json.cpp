#include "rules/games/armada_chess/position_json.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <set>

#include "models/sentences.h"
#include "rules/games/armada_chess/board_file.h"
#include "rules/games/armada_chess/facts.h"

namespace linesman::rules::armada_chess {

using nlohmann::json;

namespace {

std::optional<Kind> kindNamed(const std::string& name) {
  for (std::size_t kind = 0; kind < kind_count; ++kind) {
    if (name == nameOf(static_cast<Kind>(kind)))
      return static_cast<Kind>(kind);
  }
  return std::nullopt;
}

/// Reads piece by piece and stops at the first fault.
class Reader {
public:
  Reader(const Law& law, const json& source) : law_(law), source_(source), position_(emptyPosition(law)) {}

  Result<Position> read();

private:
  void complain(const std::string& what) {
    if (fault_.empty())
      fault_ = what;
  }
  bool failed() const { return !fault_.empty(); }
  void keys(const json& object, const std::string& where, std::initializer_list<const char*> known);
  std::string text(const json& object, const char* key, const std::string& where, const std::string& otherwise);
  int whole(const json& object, const char* key, const std::string& where, int otherwise, int least, int most);
  bool flag(const json& object, const char* key, const std::string& where, bool otherwise);
  Side side(const json& object, const char* key, const std::string& where, Side otherwise);
  Kind kind(const json& object, const std::string& where);
  Lives lives(const json& object, const std::string& where);
  Field field(const json& object, const char* key, const std::string& where);

  void readPieces(const json& list);
  void readPiece(const json& entry, const std::string& where);
  void checkPiece(const Piece& piece, const std::string& where);
  void readReserve(Side side, const json& list);
  void readRevivals(Side side, const json& list);
  void readCity(const json& entry);
  void readKingInside(CityState& city, const json& king, const std::string& where);
  void readCeasefire(const json& entry);
  void readClock(const json& entry);
  void readExtras();
  void checkWhole();
  template <class Visit> void perSide(const char* key, Visit visit);

  const Law& law_;
  const json& source_;
  Position position_;
  std::string fault_;
  std::set<CityIndex> cities_read_;
};

void Reader::keys(const json& object, const std::string& where, std::initializer_list<const char*> known) {
  if (!object.is_object())
    return complain(where + " must be a JSON object.");
  for (const auto& [key, value] : object.items()) {
    const bool fine =
        std::any_of(known.begin(), known.end(), [&, &name = key](const char* one) { return name == one; });
    if (fine)
      continue;
    return complain(where + " has an unknown key \"" + key + "\"; known are " + joined(known) + ".");
  }
}

std::string Reader::text(const json& object, const char* key, const std::string& where, const std::string& otherwise) {
  const auto found = object.find(key);
  if (found == object.end() || found->is_null())
    return otherwise;
  if (!found->is_string()) {
    complain(where + ": \"" + key + "\" must be text.");
    return otherwise;
  }
  return found->get<std::string>();
}

int Reader::whole(const json& object, const char* key, const std::string& where, int otherwise, int least, int most) {
  const auto found = object.find(key);
  if (found == object.end() || found->is_null())
    return otherwise;
  const bool fine = found->is_number_integer() && found->get<double>() >= least && found->get<double>() <= most;
  if (!fine) {
    complain(where + ": \"" + key + "\" must be a whole number from " + std::to_string(least) + " to " +
             std::to_string(most) + ".");
    return otherwise;
  }
  return found->get<int>();
}

bool Reader::flag(const json& object, const char* key, const std::string& where, bool otherwise) {
  const auto found = object.find(key);
  if (found == object.end() || found->is_null())
    return otherwise;
  if (!found->is_boolean()) {
    complain(where + ": \"" + key + "\" must be true or false.");
    return otherwise;
  }
  return found->get<bool>();
}

Side Reader::side(const json& object, const char* key, const std::string& where, Side otherwise) {
  const std::string name = text(object, key, where, nameOf(otherwise));
  if (name != "white" && name != "black")
    complain(where + ": \"" + key + "\" must be \"white\" or \"black\".");
  return name == "black" ? Side::black : Side::white;
}

Kind Reader::kind(const json& object, const std::string& where) {
  const std::string name = text(object, "kind", where, "");
  const auto found = kindNamed(name);
  if (!found)
    complain(where + ": \"kind\" must be pawn, knight, bishop, rook, queen or king, not \"" + name + "\".");
  return found.value_or(Kind::pawn);
}

Lives Reader::lives(const json& object, const std::string& where) {
  const std::string name = text(object, "lives", where, "none");
  if (name == "high")
    return Lives::high;
  if (name == "crown")
    return Lives::crown;
  if (name != "none")
    complain(where + ": \"lives\" must be none, high or crown, not \"" + name + "\".");
  return Lives::none;
}

Field Reader::field(const json& object, const char* key, const std::string& where) {
  const std::string name = text(object, key, where, "");
  const auto found = law_.board.fieldNamed(name);
  if (!found)
    complain(where + ": the board " + law_.board.id + " has no field \"" + name + "\".");
  return found.value_or(0);
}

void Reader::readPieces(const json& list) {
  if (!list.is_array())
    return complain("\"pieces\" must be a list.");
  for (std::size_t i = 0; i < list.size() && !failed(); ++i)
    readPiece(list[i], "Piece " + std::to_string(i + 1));
}

void Reader::readPiece(const json& entry, const std::string& number) {
  keys(entry, number, {"at", "kind", "side", "trained", "training", "upgrade", "lives", "turned", "rider", "start"});
  if (failed())
    return;
  const Field where = field(entry, "at", number);
  if (failed())
    return;
  const std::string name = "The piece on " + law_.board.nameOf(where);
  Piece& piece = position_.pieces[where];
  if (piece.present())
    return complain("Two pieces stand on " + law_.board.nameOf(where) + "; one field holds one piece.");
  piece.kind = kind(entry, name);
  if (!entry.contains("side"))
    complain(name + " needs a \"side\", white or black.");
  piece.side = side(entry, "side", name, Side::white);
  piece.trained = flag(entry, "trained", name, false);
  piece.turned = flag(entry, "turned", name, false);
  piece.lives = lives(entry, name);
  piece.training = static_cast<std::uint8_t>(whole(entry, "training", name, 0, 0, valueOf(piece.kind) - 1));
  piece.upgrade = static_cast<std::uint8_t>(whole(entry, "upgrade", name, 0, 0, valueOf(piece.kind) - 1));
  if (const auto rider = entry.find("rider"); rider != entry.end() && !rider->is_null()) {
    keys(*rider, name + ": the rider", {"kind", "trained", "lives"});
    if (failed())
      return;
    if (text(*rider, "kind", name, "pawn") != "pawn")
      complain(name + ": only a pawn rides.");
    const bool high = lives(*rider, name + ": the rider") == Lives::high;
    piece.rider = Rider::make(flag(*rider, "trained", name, false), high);
  }
  if (piece.kind == Kind::pawn) {
    const bool named = entry.contains("start");
    const bool at_home = (law_.board.fields[where].sawblade & ownerBit(piece.side)) != 0;
    piece.start = named ? field(entry, "start", name) : at_home ? where : no_field;
  }
  checkPiece(piece, name);
}

void Reader::checkPiece(const Piece& piece, const std::string& where) {
  if (piece.kind != Kind::rook && (piece.turned || piece.isUnit()))
    complain(where + " is no Rook; only a Rook is turned or carries a rider.");
  if (piece.kind != Kind::king && piece.lives == Lives::crown)
    complain(where + " is no King; only a King has a crown band.");
  if (piece.trained && piece.training > 0)
    complain(where + " is trained already; its \"training\" must be 0.");
}

template <class Visit> void Reader::perSide(const char* key, Visit visit) {
  const auto found = source_.find(key);
  if (found == source_.end() || found->is_null())
    return;
  keys(*found, std::string("\"") + key + "\"", {"white", "black"});
  for (const Side who : {Side::white, Side::black}) {
    if (failed())
      return;
    const auto list = found->find(nameOf(who));
    if (list == found->end())
      continue;
    if (!list->is_array())
      return complain(std::string("\"") + key + "\" needs a list for " + nameOf(who) + ".");
    visit(who, *list);
  }
}

void Reader::readReserve(Side who, const json& list) {
  for (const json& entry : list) {
    const std::string where = std::string("The reserve of ") + nameOf(who);
    keys(entry, where, {"kind", "trained", "lives"});
    if (failed())
      return;
    const Kind what = kind(entry, where);
    if (what == Kind::king && law_.options.king_from_reserve == 0)
      return complain(where + " names a King; a King is never available there.");
    const Lives band = lives(entry, where);
    if (band == Lives::crown)
      return complain(where + ": only a King on the board or in a city wears the crown band.");
    auto& count =
        position_
            .reserve[indexOf(who)][indexOf(what)][bandsOf(flag(entry, "trained", where, false), band == Lives::high)];
    if (count >= 40)
      return complain(where + " holds more than forty of a kind.");
    ++count;
  }
}

void Reader::readRevivals(Side who, const json& list) {
  Revivals& open = position_.revivals[indexOf(who)];
  for (const json& entry : list) {
    const std::string where = std::string("\"revive\" of ") + nameOf(who);
    keys(entry, where, {"kind", "trained", "lives", "late"});
    if (failed())
      return;
    if (open.count == open.entries.size())
      return complain(where + " holds more than twelve pieces.");
    lives(entry, where);
    open.entries[open.count++] = {kind(entry, where), flag(entry, "trained", where, false),
                                  flag(entry, "late", where, false)};
  }
}

void Reader::readKingInside(CityState& city, const json& king, const std::string& where) {
  if (king.is_boolean()) {
    city.king = king.get<bool>();
    return;
  }
  keys(king, where + ": the King", {"trained", "lives"});
  if (failed())
    return;
  city.king = true;
  city.king_trained = flag(king, "trained", where, false);
  city.king_lives = lives(king, where);
}

void Reader::readCity(const json& entry) {
  keys(entry, "A city", {"id", "controller", "die", "king", "destroyed", "rebuild", "burnt"});
  if (failed())
    return;
  const int id = whole(entry, "id", "A city", 0, 0, 99);
  const auto index = law_.board.cityWithId(id);
  if (!index)
    return complain("The board " + law_.board.id + " has no city " + std::to_string(id) + ".");
  const std::string where = "City " + std::to_string(id);
  if (!cities_read_.insert(*index).second)
    return complain(where + " is listed twice.");
  CityState& city = position_.cities[*index];
  city.destroyed = flag(entry, "destroyed", where, false);
  city.controller = side(entry, "controller", where, law_.board.cities[*index].owner);
  city.die =
      static_cast<std::uint8_t>(whole(entry, "die", where, city.destroyed ? 0 : city.die, city.destroyed ? 0 : 1, 6));
  city.rebuild = static_cast<std::uint8_t>(whole(entry, "rebuild", where, 0, 0, 3));
  city.burnt_by_owner = flag(entry, "burnt", where, false);
  if (const auto king = entry.find("king"); king != entry.end() && !king->is_null())
    readKingInside(city, *king, where);
  if (city.destroyed)
    city.die = 0;
  if (city.destroyed && city.king)
    complain(where + " is destroyed; no King can be inside.");
  if (!city.destroyed && city.rebuild > 0)
    complain(where + " stands; only a destroyed one is being rebuilt.");
}

void Reader::readCeasefire(const json& entry) {
  keys(entry, "\"ceasefire\"", {"white", "black", "asked", "spent"});
  if (failed())
    return;
  for (const Side who : {Side::white, Side::black})
    position_.ceasefire[indexOf(who)] = static_cast<std::uint8_t>(whole(entry, nameOf(who), "\"ceasefire\"", 0, 0, 99));
  if (const auto asked = entry.find("asked"); asked != entry.end() && !asked->is_null()) {
    keys(*asked, "\"asked\"", {"by", "n"});
    if (failed())
      return;
    position_.question.by = side(*asked, "by", "\"asked\"", Side::white);
    position_.question.asked = static_cast<std::int8_t>(whole(*asked, "n", "\"asked\"", 0, -1, 6));
  }
  if (const auto spent = entry.find("spent"); spent != entry.end() && spent->is_object()) {
    for (const Side who : {Side::white, Side::black})
      position_.request_spent[indexOf(who)] = flag(*spent, nameOf(who), "\"spent\"", false);
  }
}

void Reader::readClock(const json& entry) {
  constexpr int longest = 7 * 24 * 3600;
  const auto seconds = [&](const json& number) {
    if (!number.is_number() || number.get<double>() > longest || number.get<double>() < -longest) {
      complain("\"clock_s\" must be seconds, or such a number for white and for black.");
      return 0;
    }
    return static_cast<int>(number.get<double>());
  };
  if (!entry.is_object()) {
    position_.clock_s.fill(seconds(entry));
    return;
  }
  keys(entry, "\"clock_s\"", {"white", "black"});
  for (const Side who : {Side::white, Side::black}) {
    if (entry.contains(nameOf(who)))
      position_.clock_s[indexOf(who)] = seconds(entry.at(nameOf(who)));
  }
}

void Reader::readExtras() {
  if (source_.contains("en_passant") && !source_.at("en_passant").is_null()) {
    const json& entry = source_.at("en_passant");
    keys(entry, "\"en_passant\"", {"over", "pawn"});
    if (failed())
      return;
    position_.en_passant = field(entry, "over", "\"en_passant\"");
    position_.en_passant_pawn = field(entry, "pawn", "\"en_passant\"");
    if (!failed() && position_.at(position_.en_passant_pawn).kind != Kind::pawn)
      complain("\"en_passant\" must name the field of a pawn.");
  }
  if (source_.contains("touched") && !source_.at("touched").is_null())
    position_.touched = field(source_, "touched", "\"touched\"");
  if (const auto begins = source_.find("king_begins"); begins != source_.end()) {
    keys(*begins, "\"king_begins\"", {"white", "black"});
    for (const Side who : {Side::white, Side::black})
      position_.king_begins[indexOf(who)] = !failed() && flag(*begins, nameOf(who), "\"king_begins\"", false);
  }
}

void Reader::checkWhole() {
  std::array<int, 2> kings{};
  for (std::size_t index = 0; index < law_.board.fields.size(); ++index) {
    const auto where = static_cast<Field>(index);
    const Piece& piece = position_.at(where);
    if (!piece.present())
      continue;
    if (isWall(law_, position_, where))
      return complain("The piece on " + law_.board.nameOf(where) + " stands on a city that is not destroyed.");
    if (piece.isUnit() && isTerrain(law_, position_, where))
      return complain("The Rookpawn on " + law_.board.nameOf(where) + " stands on terrain, where none may stand.");
    if (piece.kind == Kind::king)
      ++kings[indexOf(piece.side)];
  }
  for (const Side who : {Side::white, Side::black}) {
    if (kings[indexOf(who)] > 1)
      return complain(std::string(titleOf(who)) + " has more than one King on the board.");
  }
}

Result<Position> Reader::read() {
  keys(source_, "The position",
       {"board", "side", "pieces", "reserve", "cities", "ceasefire", "clock_s", "revive", "en_passant", "touched",
        "king_begins"});
  if (failed())
    return fail(fault_);
  position_.side = side(source_, "side", "The position", position_.side);
  const bool arranged = !source_.contains("pieces");
  if (arranged && law_.board.start.empty())
    return fail("The position names no \"pieces\", and the board " + law_.board.id + " has no [start] arrangement.");
  if (arranged) {
    position_.pieces = startPosition(law_).pieces;
    position_.king_begins = startPosition(law_).king_begins;
  }
  if (!arranged)
    readPieces(source_.at("pieces"));
  if (source_.contains("cities") && !failed()) {
    const json& cities = source_.at("cities");
    if (!cities.is_array())
      complain("\"cities\" must be a list.");
    for (std::size_t i = 0; !failed() && i < cities.size(); ++i)
      readCity(cities[i]);
  }
  if (!failed())
    perSide("reserve", [&](Side who, const json& list) { readReserve(who, list); });
  if (!failed())
    perSide("revive", [&](Side who, const json& list) { readRevivals(who, list); });
  if (source_.contains("ceasefire") && !failed())
    readCeasefire(source_.at("ceasefire"));
  if (source_.contains("clock_s") && !failed() && !source_.at("clock_s").is_null())
    readClock(source_.at("clock_s"));
  if (!failed())
    readExtras();
  if (!failed())
    checkWhole();
  if (failed())
    return fail(fault_);
  return position_;
}

} // namespace

Result<const Board*> boardOf(const json& position) {
  if (!position.is_object())
    return fail("A position of ArmadaChess is a JSON object with \"side\" and \"pieces\".");
  const auto found = position.find("board");
  if (found == position.end())
    return loadBoard("companion-10x10");
  if (!found->is_string())
    return fail("\"board\" must be the id or the path of a board file.");
  return loadBoard(found->get<std::string>());
}

Result<Position> readPosition(const Law& law, const json& source) {
  return Reader(law, source).read();
}

} // namespace linesman::rules::armada_chess
