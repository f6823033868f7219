#include "app/call.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace linesman::app {

Outcome outcomeOf(const rules::Verdict& verdict) {
  switch (verdict.ruling) {
  case rules::Ruling::legal:
    return Outcome::yes;
  case rules::Ruling::illegal:
    return Outcome::no;
  case rules::Ruling::unclear:
    break;
  }
  return Outcome::close;
}

std::string wordOf(const Call& call) {
  return wordOf(call.question, call.verdict);
}

std::string wordOf(Call::Question question, const rules::Verdict& verdict) {
  const bool shot = question == Call::Question::shot;
  switch (outcomeOf(verdict)) {
  case Outcome::yes:
    return shot                                   ? "HIT"
           : question == Call::Question::fleet    ? "OUT"
           : question == Call::Question::flagship ? "FLAGSHIP"
                                                  : "LEGAL";
  case Outcome::no:
    return shot || question == Call::Question::flagship ? "NO" : "ILLEGAL";
  case Outcome::close:
    break;
  }
  return verdict.withheld.empty() ? "TOO CLOSE: NO" : "NOT RULED";
}

std::string marginText(const rules::Verdict& verdict) {
  if (!verdict.margin_mm)
    return "";
  char text[80];
  if (verdict.sigma_mm)
    std::snprintf(text, sizeof text, "margin %+.2f mm, sigma %.2f mm", *verdict.margin_mm, *verdict.sigma_mm);
  else
    std::snprintf(text, sizeof text, "margin %+.2f mm", *verdict.margin_mm);
  return text;
}

void sortForReading(std::vector<Call>& calls) {
  const auto rank = [](const Call& j) {
    if (j.question == Call::Question::step)
      return 0;
    const Outcome outcome = outcomeOf(j.verdict);
    return outcome == Outcome::close ? 1 : outcome == Outcome::yes ? 2 : 3;
  };
  std::stable_sort(calls.begin(), calls.end(), [&](const Call& a, const Call& b) {
    if (rank(a) != rank(b))
      return rank(a) < rank(b);
    return std::abs(a.verdict.margin_mm.value_or(1e9)) < std::abs(b.verdict.margin_mm.value_or(1e9));
  });
}

} // namespace linesman::app
