#include "rules/games/king_down/power_choice.h"

#include <algorithm>

namespace linesman::rules::king_down {
namespace {

bool is(const std::map<std::string, std::string>& options, const char* name, const char* value) {
  const auto found = options.find(name);
  return found != options.end() && found->second == value;
}

} // namespace

PowerChoice::PowerChoice(const std::map<std::string, std::string>& options)
    : PowerChoice(is(options, "same_king_allowed", "true"), is(options, "power_choice", "secret")) {}

Result<void> PowerChoice::takeKing(Side side, std::string_view king) {
  const auto known = std::find_if(power_facts.begin(), power_facts.end(),
                                  [&](const PowerFacts& facts) { return !king.empty() && facts.king == king; });
  if (known == power_facts.end())
    return fail("\"" + std::string(king) + "\" is no king; choose Frost, Flame, Stratus, Mud, Spirit or Shadow.");
  std::string& own = king_[index(side)];
  if (!own.empty() && own != king)
    return fail(nameOf(side) + " has chosen King " + own + " already (KD-07).");
  if (!same_king_allowed_ && king_[index(other(side))] == king)
    return fail("King " + std::string(king) + " leads " + nameOf(other(side)) +
                "'s army; each army colour belongs to one king (KD-07, switch same_king_allowed).");
  own = king;
  return {};
}

Result<void> PowerChoice::takePower(Side side, Power power) {
  const std::size_t at = index(side);
  if (power_[at])
    return fail(nameOf(side) + " has chosen a power already, and it stays for the game (KD-60).");
  if (!secret_ && side == Side::black && !power_[index(Side::white)])
    return fail("Powers are chosen openly, White first (KD-60, switch power_choice).");
  if (power != Power::none) {
    const auto& facts = factsOf(power);
    if (!king_[at].empty() && facts.king != king_[at])
      return fail(std::string(facts.name) + " is King " + std::string(facts.king) + "'s power, and " + nameOf(side) +
                  " has King " + king_[at] + " (KD-60).");
    if (auto taken = takeKing(side, facts.king); !taken)
      return taken;
  }
  power_[at] = power;
  return {};
}

std::optional<Power> PowerChoice::shownTo(Side viewer, Side side) const {
  return secret_ && viewer != side && !complete() ? std::nullopt : power_[index(side)];
}

std::string PowerChoice::field() const {
  std::string text;
  for (const auto& power : power_) {
    const auto& facts = factsOf(power.value_or(Power::none));
    text += (text.empty() ? "" : ",") + std::string(facts.name) + ":" + std::to_string(facts.tokens);
  }
  return text;
}

Result<std::string> choosePowers(const std::map<std::string, std::string>& options, const std::string& both) {
  const auto comma = both.find(',');
  if (comma == std::string::npos)
    return fail("The powers \"" + both + "\" need two names, White's and Black's, such as Freeze,Leap.");
  PowerChoice choice(options);
  for (const Side side : {Side::white, Side::black}) {
    std::string name = side == Side::white ? both.substr(0, comma) : both.substr(comma + 1);
    name = name.substr(0, name.find(':'));
    const auto power = powerNamed(name);
    if (!power)
      return fail("\"" + name + "\" is no power of King Down; `linesman rules king_down` lists them (KD-61).");
    if (auto taken = choice.takePower(side, *power); !taken)
      return tl::unexpected(taken.error());
  }
  return choice.field();
}

} // namespace linesman::rules::king_down
