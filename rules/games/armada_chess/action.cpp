#include "rules/games/armada_chess/action.h"

namespace linesman::rules::armada_chess {

namespace {

std::string bandsSuffix(Bands bands) {
  std::string suffix;
  if (isTrained(bands))
    suffix += "+low";
  if (isHigh(bands))
    suffix += "+high";
  return suffix;
}

std::string cityText(const Law& law, CityIndex city) {
  return "C" + std::to_string(law.board.cities[city].id);
}

std::string travelText(const Law& law, const Position& position, const Action& action) {
  std::string text = action.type == ActionType::rider ? "p:" : "";
  text += law.board.nameOf(action.from);
  if (action.capture)
    text += 'x';
  text += law.board.nameOf(action.to);
  if (action.kind != Kind::none)
    text += "=" + reserveName(position, position.side, action.kind, action.bands);
  return text;
}

} // namespace

std::string reserveName(const Position& position, Side side, Kind kind, Bands bands) {
  std::string name(1, letterOf(kind));
  int states = 0;
  for (const auto count : position.reserve[indexOf(side)][indexOf(kind)])
    states += count > 0 ? 1 : 0;
  return states > 1 ? name + bandsSuffix(bands) : name;
}

std::string revivalName(const Position& position, Side side, Kind kind, bool trained) {
  std::string name(1, letterOf(kind));
  const Revivals& open = position.revivals[indexOf(side)];
  for (std::size_t i = 0; i < open.count; ++i) {
    if (open.entries[i].kind == kind && open.entries[i].trained != trained)
      return name + (trained ? "+low" : "");
  }
  return name;
}

std::string textOf(const Law& law, const Position& position, const Action& action) {
  const auto field = [&](Field which) { return law.board.nameOf(which); };
  const auto city = [&] { return cityText(law, action.city); };
  switch (action.type) {
  case ActionType::travel:
  case ActionType::rider:
    return travelText(law, position, action);
  case ActionType::fort:
    return "fort " + field(action.from);
  case ActionType::train:
    return "train " + field(action.from);
  case ActionType::upgrade:
    return "upgrade " + field(action.from);
  case ActionType::rebuild:
    return "rebuild " + field(action.from);
  case ActionType::artillery:
    return "artillery " + field(action.from) + (action.names_city ? " " + city() : "");
  case ActionType::enter:
    return "enter " + field(action.from) + " " + city();
  case ActionType::burn:
    return "burn " + field(action.from) + " " + city();
  case ActionType::blockade:
    return "blockade " + city();
  case ActionType::attack: {
    const char* const word = action.choice == CityChoice::occupy    ? " occupy"
                             : action.choice == CityChoice::destroy ? " destroy"
                                                                    : "";
    return "attack " + field(action.from) + " " + city() + word;
  }
  case ActionType::exit: {
    const std::string name = action.kind == Kind::king && position.cities[action.city].king
                                 ? std::string("K")
                                 : reserveName(position, position.side, action.kind, action.bands);
    return "exit " + city() + " " + name + " " + (action.capture ? "x" : "") + field(action.to);
  }
  case ActionType::promote:
    return "promote " + field(action.from) + "=" + reserveName(position, position.side, action.kind, action.bands);
  case ActionType::revive:
    return "revive " + revivalName(position, position.side, action.kind, isTrained(action.bands)) + " " +
           field(action.to);
  }
  return {};
}

} // namespace linesman::rules::armada_chess
