#include "rules/limit_words.h"

namespace linesman::rules {

namespace {

/// "b1 and b2" of "overlap:b1/b2", "b1" of "area:b1"; behind it the step.
std::string partiesOf(const std::string& name) {
  const auto colon = name.find(':');
  const std::string who = colon == std::string::npos ? "" : name.substr(colon + 1);
  const auto slash = who.find('/');
  return slash == std::string::npos ? who : who.substr(0, slash) + " and " + who.substr(slash + 1);
}

} // namespace

std::string limitWords(const std::string& label) {
  const auto hash = label.find('#');
  const std::string step = hash == std::string::npos ? "" : "step " + label.substr(hash + 1);
  const std::string name = label.substr(0, hash);
  const auto colon = name.find(':');
  const std::string kind = name.substr(0, colon);
  const std::string who = partiesOf(name);
  const std::string in_step = step.empty() ? "" : " in " + step;
  if (kind == "joint")
    return "stern on bow" + in_step;
  if (kind == "turn")
    return "the turn" + (step.empty() ? "" : " of " + step);
  if (kind == "object")
    return "the distance from " + who + in_step;
  if (kind == "area")
    return "the edge of the playing surface" + (who.empty() ? in_step : " at " + who);
  if (kind == "range")
    return "the range";
  if (kind == "sight")
    return "the line of sight" + (who.empty() ? "" : " past " + who);
  if (kind == "overlap")
    return "the distance of " + who;
  if (kind == "separation")
    return "the separation of " + who;
  if (kind == "contact")
    return "the contact with " + who;
  return label;
}

std::string faultWords(const std::string& label) {
  if (label.starts_with("overlap:"))
    return partiesOf(label) + " overlap";
  if (label.starts_with("separation:"))
    return partiesOf(label) + " are too near each other";
  return limitWords(label);
}

} // namespace linesman::rules
