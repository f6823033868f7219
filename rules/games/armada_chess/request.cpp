#include "rules/games/armada_chess/request.h"

#include <algorithm>
#include <charconv>

namespace linesman::rules::armada_chess {

namespace {

/// Takes "e4" from the front of "e4d4".
std::string_view takeFieldName(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() && text[end] >= 'a' && text[end] <= 'w')
    ++end;
  std::size_t digits = end;
  while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9')
    ++digits;
  if (end == 0 || digits == end)
    return {};
  const std::string_view name = text.substr(0, digits);
  text.remove_prefix(digits);
  return name;
}

std::optional<Kind> kindOfLetter(char letter) {
  const auto found = std::string_view("PNBRQK").find(letter);
  if (found == std::string_view::npos)
    return std::nullopt;
  return static_cast<Kind>(found);
}

class Parser {
public:
  Parser(const Law& law, std::string_view text) : law_(law), text_(text) {}

  Result<Request> parse() {
    const std::vector<std::string> words = splitText(text_, ' ');
    if (std::find(words.begin(), words.end(), "") != words.end())
      return fail("\"" + std::string(text_) + "\" has a blank too many.");
    if (words.size() == 1) {
      readTravel(text_);
    } else {
      readWords(words);
    }
    if (!fault_.empty())
      return fail(fault_);
    return request_;
  }

private:
  void complain(const std::string& what) {
    if (fault_.empty())
      fault_ = what;
  }

  Field field(std::string_view name) {
    const auto found = law_.board.fieldNamed(name);
    if (!found)
      complain("The board " + law_.board.id + " has no field \"" + std::string(name) + "\" (in \"" +
               std::string(text_) + "\").");
    return found.value_or(no_field);
  }

  CityIndex city(std::string_view name) {
    int id = 0;
    if (name.size() >= 2 && name[0] == 'C') {
      const auto [end, code] = std::from_chars(name.data() + 1, name.data() + name.size(), id);
      if (code != std::errc{} || end != name.data() + name.size())
        id = 0;
    }
    const auto found = law_.board.cityWithId(id);
    if (!found)
      complain("The board " + law_.board.id + " has no city \"" + std::string(name) +
               "\"; cities are written C1, C2 and so on.");
    return found.value_or(no_city);
  }

  void piece(std::string_view name) {
    const std::vector<std::string> parts = splitText(name, '+');
    const auto kind = parts[0].size() == 1 ? kindOfLetter(parts[0][0]) : std::nullopt;
    bool good = kind.has_value() && parts.size() <= 3;
    bool low = false, high = false;
    for (std::size_t i = 1; i < parts.size(); ++i) {
      if (parts[i] == "low" && !low)
        low = true;
      else if (parts[i] == "high" && !high)
        high = true;
      else
        good = false;
    }
    if (!good)
      return complain("\"" + std::string(name) +
                      "\" names no piece; write P N B R Q or K, with +low or +high for its bands.");
    request_.action.kind = *kind;
    if (parts.size() > 1)
      request_.action.bands = bandsOf(low, high);
    if (parts.size() > 1)
      request_.bands = bandsOf(low, high);
  }

  void readTravel(std::string_view word) {
    std::string_view rest = word;
    request_.action.type = ActionType::travel;
    if (rest.starts_with("p:")) {
      request_.action.type = ActionType::rider;
      rest.remove_prefix(2);
    }
    const std::string_view from = takeFieldName(rest);
    request_.action.capture = rest.starts_with('x');
    if (request_.action.capture)
      rest.remove_prefix(1);
    const std::string_view to = takeFieldName(rest);
    if (from.empty() || to.empty() || !(rest.empty() || rest.starts_with('=')))
      return complain("\"" + std::string(word) +
                      "\" is no turn of ArmadaChess; travel is written e4d4, a capture e4xd5, other actions begin with "
                      "their word.");
    request_.action.from = field(from);
    request_.action.to = field(to);
    if (!rest.empty())
      piece(rest.substr(1));
  }

  void need(const std::vector<std::string>& words, std::size_t least, std::size_t most, const char* form) {
    if (words.size() < least || words.size() > most)
      complain("\"" + std::string(text_) + "\" should look like \"" + form + "\".");
  }

  void lift(const std::vector<std::string>& words, ActionType type, const char* form) {
    need(words, 2, type == ActionType::fort ? 2 : 3, form);
    if (!fault_.empty())
      return;
    request_.action.type = type;
    request_.action.from = field(words[1]);
    if (words.size() < 3)
      return;
    if (type == ActionType::artillery) {
      request_.action.city = city(words[2]);
      return;
    }
    int number = 0;
    const auto [end, code] = std::from_chars(words[2].data(), words[2].data() + words[2].size(), number);
    if (code != std::errc{} || end != words[2].data() + words[2].size())
      complain("\"" + words[2] + "\" is no number to announce.");
    request_.announced = number;
  }

  void atCity(const std::vector<std::string>& words, ActionType type, const char* form) {
    need(words, 3, type == ActionType::attack ? 4 : 3, form);
    if (!fault_.empty())
      return;
    request_.action.type = type;
    request_.action.from = field(words[1]);
    request_.action.city = city(words[2]);
    if (words.size() < 4)
      return;
    request_.word_given = true;
    if (words[3] == "occupy")
      request_.action.choice = CityChoice::occupy;
    else if (words[3] == "destroy")
      request_.action.choice = CityChoice::destroy;
    else
      complain("\"" + words[3] + "\" is no choice; say occupy or destroy.");
  }

  void readExit(const std::vector<std::string>& words) {
    need(words, 4, 4, "exit C1 B c2");
    if (!fault_.empty())
      return;
    request_.action.type = ActionType::exit;
    request_.action.city = city(words[1]);
    piece(words[2]);
    std::string_view target = words[3];
    request_.action.capture = target.starts_with('x');
    if (request_.action.capture)
      target.remove_prefix(1);
    request_.action.to = field(target);
  }

  void readPromotion(const std::vector<std::string>& words) {
    need(words, 2, 2, "promote d10=R");
    const auto parts = splitText(words[1], '=');
    if (parts.size() != 2)
      complain("\"" + std::string(text_) + "\" should look like \"promote d10=R\".");
    if (!fault_.empty())
      return;
    request_.action.type = ActionType::promote;
    request_.action.from = field(parts[0]);
    piece(parts[1]);
  }

  void readRevival(const std::vector<std::string>& words) {
    need(words, 3, 3, "revive R d1");
    if (!fault_.empty())
      return;
    request_.action.type = ActionType::revive;
    piece(words[1]);
    request_.action.to = field(words[2]);
  }

  void readWords(const std::vector<std::string>& words) {
    const std::string& verb = words[0];
    if (verb == "fort")
      return lift(words, ActionType::fort, "fort d4");
    if (verb == "train")
      return lift(words, ActionType::train, "train d5");
    if (verb == "upgrade")
      return lift(words, ActionType::upgrade, "upgrade a1");
    if (verb == "rebuild")
      return lift(words, ActionType::rebuild, "rebuild h10");
    if (verb == "artillery")
      return lift(words, ActionType::artillery, "artillery c9");
    if (verb == "enter")
      return atCity(words, ActionType::enter, "enter b1 C1");
    if (verb == "burn")
      return atCity(words, ActionType::burn, "burn b1 C1");
    if (verb == "attack")
      return atCity(words, ActionType::attack, "attack e9 C5 occupy");
    if (verb == "exit")
      return readExit(words);
    if (verb == "revive")
      return readRevival(words);
    if (verb == "promote")
      return readPromotion(words);
    if (verb == "blockade") {
      need(words, 2, 2, "blockade C4");
      request_.action.type = ActionType::blockade;
      if (fault_.empty())
        request_.action.city = city(words[1]);
      return;
    }
    complain("\"" + verb +
             "\" is no action of ArmadaChess; those are fort, train, upgrade, rebuild, artillery, enter, exit, attack, "
             "burn, revive, or travel such as e4d4.");
  }

  const Law& law_;
  std::string_view text_;
  std::string fault_;
  Request request_;
};

} // namespace

std::vector<std::string> splitText(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    const auto end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos)
      return parts;
    text.remove_prefix(end + 1);
  }
}

Result<Request> readRequest(const Law& law, std::string_view text) {
  return Parser(law, text).parse();
}

bool matches(const Action& legal, const Request& request) {
  const Action& asked = request.action;
  if (legal.type != asked.type || legal.kind != asked.kind || legal.choice != asked.choice)
    return false;
  if (legal.from != asked.from || legal.to != asked.to || legal.capture != asked.capture)
    return false;
  if (request.bands && *request.bands != legal.bands)
    return false;
  const bool city_open = asked.type == ActionType::artillery && asked.city == no_city;
  return city_open ? !legal.names_city : legal.city == asked.city;
}

std::optional<Action> findMeant(const std::vector<Action>& legal, const Request& request) {
  std::optional<Action> meant;
  int count = 0;
  for (const Action& action : legal) {
    if (!matches(action, request))
      continue;
    if (action.bands == 0)
      return action;
    meant = action;
    ++count;
  }
  if (count > 1)
    return std::nullopt;
  return meant;
}

} // namespace linesman::rules::armada_chess
