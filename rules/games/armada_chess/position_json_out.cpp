// Writing positions; position_json.cpp reads them.
#include "rules/games/armada_chess/facts.h"
#include "rules/games/armada_chess/position_json.h"

namespace linesman::rules::armada_chess {

using nlohmann::json;

namespace {

const char* nameOfLives(Lives lives) {
  return lives == Lives::high ? "high" : lives == Lives::crown ? "crown" : "none";
}

json pieceOut(const Law& law, Field field, const Piece& piece) {
  json rider = nullptr;
  if (piece.isUnit()) {
    rider = {{"kind", "pawn"}, {"trained", piece.rider.trained()}};
    if (piece.rider.high())
      rider["lives"] = "high";
  }
  json out = {{"at", law.board.nameOf(field)},     {"kind", nameOf(piece.kind)}, {"side", nameOf(piece.side)},
              {"trained", piece.trained},          {"training", piece.training}, {"upgrade", piece.upgrade},
              {"lives", nameOfLives(piece.lives)}, {"turned", piece.turned},     {"rider", rider}};
  if (law.options.sawblade == choice::sawblade_own_square && piece.start != no_field && piece.start != field)
    out["start"] = law.board.nameOf(piece.start);
  return out;
}

json reserveOut(const Position& position, Side side) {
  json list = json::array();
  for (std::size_t kind = 0; kind < kind_count; ++kind) {
    for (std::size_t bands = 0; bands < bands_count; ++bands) {
      const auto state = static_cast<Bands>(bands);
      for (int i = 0; i < position.reserve[indexOf(side)][kind][bands]; ++i)
        list.push_back({{"kind", nameOf(static_cast<Kind>(kind))},
                        {"trained", isTrained(state)},
                        {"lives", isHigh(state) ? "high" : "none"}});
    }
  }
  return list;
}

json revivalsOut(const Position& position, Side side) {
  json list = json::array();
  const Revivals& open = position.revivals[indexOf(side)];
  for (std::size_t i = 0; i < open.count; ++i) {
    json entry = {{"kind", nameOf(open.entries[i].kind)}, {"trained", open.entries[i].trained}, {"lives", "high"}};
    if (open.entries[i].late)
      entry["late"] = true;
    list.push_back(entry);
  }
  return list;
}

json cityOut(const Law& law, const Position& position, std::size_t index) {
  const CityState& city = position.cities[index];
  json king = city.king;
  if (city.king && (city.king_trained || city.king_lives != Lives::none))
    king = {{"trained", city.king_trained}, {"lives", nameOfLives(city.king_lives)}};
  json out = {{"id", law.board.cities[index].id},
              {"controller", nameOf(city.controller)},
              {"die", city.die},
              {"king", king},
              {"destroyed", city.destroyed},
              {"rebuild", city.rebuild}};
  if (city.destroyed)
    out["controller"] = nullptr;
  if (city.burnt_by_owner)
    out["burnt"] = true;
  return out;
}

} // namespace

json writePosition(const Law& law, const Position& position) {
  json out = {{"board", law.board.id}, {"side", nameOf(position.side)}};
  out["pieces"] = json::array();
  for (std::size_t index = 0; index < law.board.fields.size(); ++index) {
    const auto field = static_cast<Field>(index);
    if (position.at(field).present())
      out["pieces"].push_back(pieceOut(law, field, position.at(field)));
  }
  for (const Side side : {Side::white, Side::black}) {
    out["reserve"][nameOf(side)] = reserveOut(position, side);
    out["revive"][nameOf(side)] = revivalsOut(position, side);
    out["ceasefire"][nameOf(side)] = position.ceasefire[indexOf(side)];
    const bool counts = law.options.ceasefire_requests == choice::ceasefire_requests_one_per_ply_count;
    if (counts && position.request_spent[indexOf(side)])
      out["ceasefire"]["spent"][nameOf(side)] = true;
  }
  out["cities"] = json::array();
  for (std::size_t city = 0; city < law.board.cities.size(); ++city)
    out["cities"].push_back(cityOut(law, position, city));
  if (position.question.asked != Question::none)
    out["ceasefire"]["asked"] = {{"by", nameOf(position.question.by)}, {"n", position.question.asked}};
  if (law.options.clock == choice::clock_per_player)
    out["clock_s"] = {{"white", position.clock_s[0]}, {"black", position.clock_s[1]}};
  else
    out["clock_s"] = position.clock_s[0];
  if (position.en_passant != no_field && law.options.en_passant != 0)
    out["en_passant"] = {{"over", law.board.nameOf(position.en_passant)},
                         {"pawn", law.board.nameOf(position.en_passant_pawn)}};
  for (const Side side : {Side::white, Side::black}) {
    if (position.king_begins[indexOf(side)])
      out["king_begins"][nameOf(side)] = true;
  }
  if (position.touched != no_field)
    out["touched"] = law.board.nameOf(position.touched);
  return out;
}

} // namespace linesman::rules::armada_chess
